"""Learning from a judged game: the moves that somebody tries in the place of a mistake."""

from __future__ import annotations

from pathlib import Path

from damiera._core import Move
from damiera.analysis.engine_view import look
from damiera.analysis.lessons import Lesson, TriedMove, at_once, tried_again
from damiera.analysis.odds import curve_of
from damiera.analysis.truth import TableTruth
from damiera.engine.limits import SearchLimits
from damiera.engine.protocol import Engine
from damiera.notation.moves import parse_move
from damiera.service.analysis import NODES

__all__ = ["TriedMove", "move_tried", "said_at_once", "searched"]


def move_tried(lesson: Lesson, text: str) -> Move:
    """Return the move that somebody tries in the place of a mistake. Raises `DamieraError`."""
    return parse_move(lesson.position, text)


def said_at_once(lesson: Lesson, move: Move) -> TriedMove | None:
    """Return what can be said of a move without an engine; None if it must be searched."""
    return at_once(lesson, move)


def searched(lesson: Lesson, move: Move, engine: Engine, tables: Path) -> TriedMove:
    """Look at what comes after a move, as deep as when the game was judged. It takes seconds.

    Args:
        tables: the folder of the endgame tables.
    """
    game, after = lesson.position.rules.slug, lesson.position.play(move)
    there = look(engine, after, (*lesson.history, lesson.position), SearchLimits(nodes=NODES), lines=1)
    return tried_again(lesson, move, there, curve_of(game), truth=TableTruth(tables))
