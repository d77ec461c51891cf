"""Why a move is not the one that was to be found: the play that answers it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import msgspec

from damiera._core import Move, Position
from damiera.analysis.engine_view import look
from damiera.analysis.reasons import reason_for
from damiera.engine.errors import EngineError
from damiera.engine.limits import SearchLimits
from damiera.engine.protocol import Engine
from damiera.messages import Joined, Message, Text
from damiera.notation.moves import format_move, parse_move

__all__ = ["LendEngine", "Refutation", "refuted", "refuted_by"]

LendEngine: TypeAlias = Callable[[str], tuple[Engine, Callable[[], None]]]
"""Lends an engine for a game, and takes it back."""

NODES: Final = 30_000
LONGEST: Final = 5
_ANSWERED: Final = Message("That is not it: {line} follows.")
_NOT_IT: Final = Message("That is not it.")


class Refutation(msgspec.Struct, frozen=True):
    """The play that answers a wrong move, from the position after it, and what is said of it."""

    position: Position
    moves: tuple[Move, ...]
    text: Text


def refuted(start: Position, texts: Sequence[str], engine: Engine) -> Refutation | None:
    """Return how the last of a solver's moves is answered; None where nothing comes after it.

    It takes a tenth of a second.

    Raises:
        EngineError: if the engine cannot answer.
        NotationError: for a move that is none.
    """
    past, here = list[Position](), start
    for text in texts:
        past, here = [*past, here], here.play(parse_move(here, text))
    told = look(engine, here, past, SearchLimits(nodes=NODES), lines=1)
    if not told.line:
        return None
    moves = told.line[:LONGEST]
    reason = reason_for(here, told.line, told.lines[0].score, history=past)
    moves = reason.moves if reason is not None and reason.moves else moves[:1]
    if reason is not None:
        return Refutation(here, moves, Joined((_NOT_IT, reason.text), " "))
    return Refutation(here, moves, _ANSWERED.format(line=format_move(here, moves[0]).replace("x", "×")))


def refuted_by(
    game: str,
    start: Position,
    texts: Sequence[str],
    lend: LendEngine,
) -> Refutation | None:
    """As `refuted`, by an engine that is lent for the game and given back; None where it cannot answer."""
    try:
        engine, give_back = lend(game)
    except EngineError:
        return None
    try:
        return refuted(start, texts, engine)
    except EngineError:
        return None
    finally:
        give_back()
