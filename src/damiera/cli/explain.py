"""`damiera explain`: may this be played, and which article decides."""

from __future__ import annotations

import re

import click

from damiera.cli.common import GAME, emit, lang_option, language, position_of
from damiera.messages import Lang, Message
from damiera.notation.moves import example_move, format_move, plain_move, typed_in_numbers
from damiera.notation.numbering import parse_square
from damiera.rules.explain import explain_move
from damiera.rules.ruleset import Ruleset

__all__ = ["command"]

_NO_MOVE = Message("{move} names no move; write it like {usual}")


@click.command("explain")
@click.argument("game", type=GAME)
@click.argument("fen")
@click.argument("move")
@click.option("--rulebook", default=None, help="Judge by this rulebook, e.g. fid.italian.2008.")
@click.option("--json", "as_json", is_flag=True)
@lang_option
def command(
    game: Ruleset, fen: str, move: str, rulebook: str | None, as_json: bool, lang: Lang | None
) -> None:
    """Say whether MOVE (22-18, 22x15, 22x15x8) may be played in FEN ('start' for the start position)."""
    lang = lang or language()
    position = position_of(game, None if fen == "start" else fen)
    by_number = typed_in_numbers(move)
    why = explain_move(position, squares_of(game, move), rulebook, by_number=by_number)
    required = [format_move(position, m) for m in why.required]
    if as_json:
        emit(
            {
                "game": game.slug,
                "fen": position.fen,
                "move": move,
                "legal": why.legal,
                "reason": why.reason.name.lower(),
                "articles": list(why.articles),
                "title": why.title.text(lang),
                "text": why.text.text(lang),
                "required": required,
            }
        )
        return
    click.secho(why.title.text(lang), bold=True)
    click.echo(why.text.text(lang))
    if why.articles:
        click.echo(", ".join(why.articles))
    if required and not why.legal:
        click.echo("→ " + ", ".join(_in_numbers(game, one) if by_number else one for one in required))


def _in_numbers(game: Ruleset, move: str) -> str:
    """Return a move with its squares by number, as somebody who types numbers reads it.

    >>> from damiera.rules.ruleset import CATALOGUE
    >>> _in_numbers(CATALOGUE["brazilian"], "c3xe5"), _in_numbers(CATALOGUE["italian"], "22x15")
    ('22x15', '22x15')
    """
    return re.sub(r"[a-w]\d+", lambda name: str(parse_square(game, name[0])), move)  # x captures


def squares_of(game: Ruleset, move: str) -> tuple[int, ...]:
    """The squares a move's text names, in order."""
    parts = [part for part in re.split(r"\s*[-x:]\s*", plain_move(move)) if part]
    if len(parts) < 2:
        usual = example_move(game)
        said = _NO_MOVE.format(move=repr(move), usual=usual)
        raise click.BadParameter(said.text(language()), param_hint="MOVE")
    return tuple(parse_square(game, part) for part in parts)
