"""Mistakes played again: whether a move tried in the place of a mistake is good enough, and why not."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from damiera._core import Move, Position
from damiera.analysis.engine_view import EngineView
from damiera.analysis.grading import INEXACT
from damiera.analysis.odds import Curve, odds_of
from damiera.analysis.reasons import Motif, reason_against
from damiera.analysis.truth import Truth
from damiera.engine.score import Score
from damiera.messages import Joined, Message, Text
from damiera.notation.moves import format_move

__all__ = ["Lesson", "LessonResult", "TriedMove", "at_once", "tried_again"]


class LessonResult(Enum):
    """What a learner has found.

    >>> LessonResult("good").name
    'GOOD'
    """

    BEST = "best"
    GOOD = "good"
    SAME = "same"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Lesson:
    """A mistake to be made good.

    Attributes:
        position: where it was made.
        history: the positions before, oldest first.
        played: the mistake.
        best: the better move.
        worth: points that the mover could expect of one before it, 0 to 1.

    >>> from damiera._core import rules
    >>> start = rules("italian").start()
    >>> played, best = start.moves()[:2]
    >>> lesson = Lesson(start, (), played, best, 0.5)
    >>> lesson.worth
    0.5
    """

    position: Position
    history: tuple[Position, ...]
    played: Move
    best: Move
    worth: float


@dataclass(frozen=True, slots=True)
class TriedMove:
    """What is said of a move that was tried.

    >>> from damiera._core import rules
    >>> start = rules("italian").start()
    >>> played, best = start.moves()[:2]
    >>> lesson = Lesson(start, (), played, best, 0.5)
    >>> at_once(lesson, lesson.best).is_right
    True
    """

    found: LessonResult
    text: Text

    @property
    def is_right(self) -> bool:
        """True if the lesson is learned."""
        return self.found in (LessonResult.BEST, LessonResult.GOOD)


def at_once(lesson: Lesson, move: Move) -> TriedMove | None:
    """Return the answer to a move that needs no search: the better one, or the mistake once more.

    >>> from damiera._core import rules
    >>> start = rules("italian").start()
    >>> played, best = start.moves()[:2]
    >>> lesson = Lesson(start, (), played, best, 0.5)
    >>> at_once(lesson, played).found.name
    'SAME'
    """
    if move == lesson.best:
        said = Message("Right: {move} is the move.")
        return TriedMove(LessonResult.BEST, said.format(move=format_move(lesson.position, move)))
    if move == lesson.played:
        said = Message("{move} is what was played: look for another.")
        return TriedMove(LessonResult.SAME, said.format(move=format_move(lesson.position, move)))
    return None


def tried_again(
    lesson: Lesson, move: Move, there: EngineView, curve: Curve, *, truth: Truth | None = None
) -> TriedMove:
    """Judge a move that is neither the mistake nor the better one.

    A move is good enough that loses no more than an exact one may; where endgame tables know both
    positions, one that keeps what the position is worth.

    Args:
        lesson: the mistake.
        move: what was tried.
        there: what an engine sees after it.
        curve: odds of the game.
        truth: endgame tables, where there are any.

    >>> from damiera.analysis.engine_view import look
    >>> from damiera.analysis.odds import curve_of
    >>> from damiera.engine.builtin import BuiltinEngine
    >>> from damiera.engine.limits import SearchLimits
    >>> from damiera.rules.ruleset import ITALIAN
    >>> engine, start, limits = BuiltinEngine("italian", hash_mb=1), ITALIAN.start(), SearchLimits(depth=4)
    >>> move = start.moves()[0]
    >>> there = look(engine, start.play(move), (), limits)
    >>> lesson = Lesson(start, (), start.moves()[1], start.moves()[2], 0.5)
    >>> tried = tried_again(lesson, move, there, curve_of("italian"))
    >>> tried.found in (LessonResult.GOOD, LessonResult.WRONG)
    True
    """
    side, names = lesson.position.side, _names(lesson, move)
    after = _score(there, lesson.position)
    if _keeps(lesson, move, odds_of(after, curve).expectation, truth):
        said = Message("{move} is good too; the engine preferred {best}.")
        return TriedMove(LessonResult.GOOD, said.format(**names))
    said = Message("{move} is not enough: there is better.").format(**names)
    harm = reason_against(
        lesson.position, move, there.line, after, (), Score(0, side), history=lesson.history
    )
    if harm.motif is not Motif.BETTER:
        return TriedMove(LessonResult.WRONG, Joined((harm.text, Message("Try again."))))
    return TriedMove(LessonResult.WRONG, said)


def _names(lesson: Lesson, move: Move) -> dict[str, str]:
    return {
        "move": format_move(lesson.position, move),
        "best": format_move(lesson.position, lesson.best),
    }


def _score(there: EngineView, before: Position) -> Score:
    """Return the score after the move for whoever made it; a game that is over counts as what it is."""
    if there.lines:
        return there.lines[0].score.seen_by(before.side)
    winner = there.position.winner()
    return Score(0 if winner is None else 29_999 if winner is before.side else -29_999, before.side)


def _keeps(lesson: Lesson, move: Move, expectation: float, truth: Truth | None) -> bool:
    if truth is not None:
        before, after = truth.worth(lesson.position), truth.worth(lesson.position.play(move))
        if before is not None and after is not None:
            return 2 - after >= before
    return lesson.worth - expectation < INEXACT
