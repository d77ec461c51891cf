"""`damiera games`: the catalogue."""

from __future__ import annotations

import click

from damiera.cli.common import emit, language
from damiera.regulations import rulebook
from damiera.rules.ruleset import CATALOGUE, Ruleset

__all__ = ["command"]


@click.command("games")
@click.option("--json", "as_json", is_flag=True, help="One JSON array.")
def command(as_json: bool) -> None:
    """List the games, their boards and their rulebooks."""
    if as_json:
        emit([_entry(game) for game in CATALOGUE.values()])
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    for title in ("game", "name", "board", "men", "rulebook", "what differs"):
        table.add_column(title, overflow="fold")
    for game in CATALOGUE.values():
        core, lang = game.core, language()
        books = ", ".join(rulebook(b).short.get(lang) for b in game.rulebooks)
        size = f"{core.files}×{core.ranks}"
        table.add_row(game.slug, game.name.get(lang), size, str(core.men), books, game.summary.get(lang))
    Console().print(table)


def _entry(game: Ruleset) -> dict[str, object]:
    core = game.core
    return {
        "game": game.slug,
        "name": {"it": game.name.it, "en": game.name.en},
        "summary": {"it": game.summary.it, "en": game.summary.en},
        "board": {"files": core.files, "ranks": core.ranks, "dark_corner": core.dark_corner},
        "squares": core.squares,
        "men": core.men,
        "first": core.first_mover.name.lower(),
        "pdn": game.pdn_game_type,
        "rulebooks": list(game.rulebooks),
        "confidence": game.confidence,
        "sources": list(game.sources),
        "start": game.start().fen,
    }
