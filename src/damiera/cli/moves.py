"""`damiera moves`: the legal moves of a position, and why they are these."""

from __future__ import annotations

import sys

import click

from damiera._core import Move, Position, Side
from damiera.cli.common import GAME, emit, lang_option, language, position_of
from damiera.errors import DamieraError
from damiera.game.state import Game
from damiera.messages import Lang, Message
from damiera.notation.moves import format_move
from damiera.rules.crowning import becomes_king, leaves_board
from damiera.rules.explain import Explanation, explain_position
from damiera.rules.ruleset import Ruleset
from damiera.rules.squares import lettered

__all__ = ["command"]

_TAKES = Message("takes {squares}", context="command line")
_PROMOTES = Message("promotes", context="command line")
_BECOMES = {
    "K": Message("becomes a king"),
    "B": Message("becomes a bishop"),
    "C": Message("becomes a camel"),
}
_LEAVES = Message("leaves the board", context="command line")
_WAYS = Message("({n} ways)", context="command line")


@click.command("moves")
@click.argument("game", type=GAME)
@click.argument("fen", required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a position.")
@click.option("--explain", "with_reason", is_flag=True, help="Say why the legal moves are these.")
@lang_option
def command(game: Ruleset, fen: str | None, as_json: bool, with_reason: bool, lang: Lang | None) -> int:
    """List the legal moves of FEN (the start position without it).

    With '-' one FEN is read from each line of standard input and one JSON object written for each.
    """
    lang = lang or language()
    if fen == "-":
        return _many(game, with_reason, lang)
    position = position_of(game, fen)
    if as_json:
        emit(_entry(game, position, with_reason, lang))
    else:
        _print(game, position, with_reason, lang)
    return 0


def _many(game: Ruleset, with_reason: bool, lang: Lang) -> int:
    """One line in, one object out; a line that is no position gets `error`, and the exit code is 2."""
    code = 0
    quick = None if with_reason else _Quick(game)
    for number, line in enumerate(sys.stdin, 1):
        text = line.strip()
        if not text:
            continue
        known = quick.line(text) if quick is not None else None
        if known is not None:
            sys.stdout.write(known)
            continue
        try:
            emit(_entry(game, position_of(game, text), with_reason, lang))
        except DamieraError as error:
            emit({"game": game.slug, "fen": text, "line": number, "error": error.text(lang)})
            code = 2
    return code


class _Quick:
    """Positions in canonical FEN with nothing unusual about them, written by the core in bulk.

    Whatever is not plain, an arrangement that cannot occur, a game that is over or nearly so, two captures
    with the same ends, is left to the slower way, which says all there is to say.
    """

    def __init__(self, game: Ruleset) -> None:
        core = game.core
        plain = core.family == "draughts" and core.traits["goal"] in ("win", "lose")
        self.core = core if plain and not core.traits["king_limit"] else None
        self.sign = game.capture_sign
        self.head = f'{{"game":"{game.slug}","fen":"'
        self.far = {side: frozenset(core.promotion_squares(side)) for side in (Side.WHITE, Side.BLACK)}

    def line(self, fen: str) -> str | None:
        """Return the whole line of a position, or None where it takes the slower way."""
        core = self.core
        if core is None:
            return None
        try:
            position = core.read(fen)
        except ValueError:
            return None
        white, black = position.white_men, position.black_men
        pieces = len(white) + len(position.white_kings), len(black) + len(position.black_kings)
        if min(pieces) < 2 or max(pieces) > core.men or not position.has_moves():
            return None
        if not self.far[Side.WHITE].isdisjoint(white) or not self.far[Side.BLACK].isdisjoint(black):
            return None
        try:
            moves = position.moves_json(self.sign)
        except ValueError:
            return None
        if moves is None:
            return None
        return f'{self.head}{position.fen}","moves":{moves.decode()},"outcome":null}}\n'


def _entry(game: Ruleset, position: Position, with_reason: bool, lang: Lang) -> dict[str, object]:
    entry: dict[str, object] = {
        "game": game.slug,
        "fen": position.fen,
        "moves": [_move(position, move) for move in position.moves()],
        "outcome": _outcome(game, position, lang),
    }
    if with_reason:
        entry["why"] = _reason(explain_position(position), lang)
    return entry


def _move(position: Position, move: Move) -> dict[str, object]:
    """Return a move with its squares as the game writes them: numbers, or names where it has letters."""
    family = position.rules.family
    told: dict[str, object] = {
        "notation": format_move(position, move),
        "from": _square(position, move.origin),
        "to": _square(position, move.destination),
        "captured": [_square(position, square) for square in move.captured],
        "promotes": becomes_king(position.rules, move),
        "paths": [[_square(position, square) for square in path] for path in _walked(position, move)],
    }
    if family in ("stars", "corners"):
        del told["captured"]
    if move.becomes:
        told["becomes"] = move.becomes
    if family == "reentry":
        told["drops"] = list(move.drops)
        told["leaves"] = leaves_board(position.rules, move)
    if family == "towers":
        told["after"] = position.play(move).fen
    return told


def _walked(position: Position, move: Move) -> list[tuple[int, ...]]:
    """Return the routes square by square, without what the core adds for what a man becomes."""
    routes = position.paths(move)
    if not move.becomes:
        return list(routes)
    return [route[: route.index(move.destination, 1) + 1] for route in routes]


def _square(position: Position, square: int) -> int | str:
    return lettered(position.rules, square) if position.rules.lettered else square


def _outcome(game: Ruleset, position: Position, lang: Lang) -> dict[str, object] | None:
    outcome = Game.start(game, position=position).outcome
    if outcome is None:
        return None
    return {
        "winner": outcome.winner.name.lower() if outcome.winner else None,
        "termination": outcome.termination.name.lower(),
        "article": outcome.article,
        "score": outcome.score,
        "text": outcome.text(lang),
    }


def _reason(why: Explanation, lang: Lang) -> dict[str, object]:
    return {"title": why.title.text(lang), "text": why.text.text(lang), "articles": list(why.articles)}


def _print(game: Ruleset, position: Position, with_reason: bool, lang: Lang) -> None:
    click.echo(position.fen)
    outcome = _outcome(game, position, lang)
    if outcome is not None:
        click.echo(f"{outcome['score']}  {outcome['text']} [{outcome['article']}]")
        return
    for move in position.moves():
        paths = position.paths(move)
        taken = ", ".join(str(_square(position, square)) for square in move.captured)
        said = [_TAKES.format(squares=taken)] if move.captured else []
        said += [_PROMOTES] if becomes_king(position.rules, move) and not move.becomes else []
        said += [_BECOMES[move.becomes]] if move.becomes else []
        said += [_LEAVES] if leaves_board(position.rules, move) else []
        said += [_WAYS.format(n=len(paths))] if len(paths) > 1 else []
        click.echo("  ".join(["", format_move(position, move), *(one.text(lang) for one in said)]))
    if with_reason:
        why = explain_position(position)
        click.echo(f"{why.title.text(lang)}. {why.text.text(lang)} [{', '.join(why.articles)}]")
