"""`damiera games`: the catalogue."""

from __future__ import annotations

import click

from damiera.cli.common import emit, language
from damiera.messages import Lang, Message
from damiera.regulations import rulebook
from damiera.rules.options import options_of
from damiera.rules.ruleset import CATALOGUE, Ruleset, sections

__all__ = ["command"]

_TRUST = {
    "official": Message("official", context="games"),
    "published": Message("published", context="games"),
    "reconstructed": Message("reconstructed", context="games"),
}


@click.command("games")
@click.option("--json", "as_json", is_flag=True, help="One JSON array.")
def command(as_json: bool) -> None:
    """List the games, their boards and their rulebooks."""
    if as_json:
        emit([_entry(game) for game in CATALOGUE.values()])
        return
    from rich.console import Console
    from rich.table import Table

    lang, console = language(), Console()
    for section in sections():
        table = Table(box=None, header_style="bold", pad_edge=False, title_justify="left")
        table.title = f"\n{section.title.text(lang)}"
        for title in ("game", "name", "board", "men", "rules", "rulebook", "what differs"):
            table.add_column(title, overflow="fold")
        for game in (CATALOGUE[slug] for slug in section.games):
            table.add_row(*_row(game, lang))
        console.print(table)


def _row(game: Ruleset, lang: Lang) -> tuple[str, ...]:
    core = game.core
    books = ", ".join(rulebook(b).short.text(lang) for b in game.rulebooks)
    whole = core.shape not in ("hexagon", "star")
    size = f"{core.files}×{core.ranks}" if whole else f"{core.squares}"
    trust = _TRUST[game.confidence].text(lang)
    return game.slug, game.name.text(lang), size, str(core.men), trust, books, game.summary.text(lang)


def _entry(game: Ruleset) -> dict[str, object]:
    core = game.core
    return {
        "game": game.slug,
        "section": next(section.key for section in sections() if game.slug in section.games),
        "family": core.family,
        "name": game.name.everywhere(),
        "summary": game.summary.everywhere(),
        "board": {
            "files": core.files,
            "ranks": core.ranks,
            "shape": core.shape,
            "dark_corner": core.dark_corner,
        },
        "squares": core.squares,
        "men": core.men,
        "first": core.first_mover.name.lower(),
        "pdn": game.pdn_game_type,
        "rulebooks": list(game.rulebooks),
        "confidence": game.confidence,
        "sources": list(game.sources),
        "doubts": [doubt.said.everywhere() for doubt in game.entry.doubts],
        "options": [
            {
                "name": one.option.name,
                "label": one.option.label.everywhere(),
                "default": one.option.default,
                "values": {v.value: v.label.everywhere() for v in one.option.values},
            }
            for one in options_of(game)
        ],
        "start": game.start().fen,
    }
