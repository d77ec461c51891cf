"""What stands on the board, side by side, and how a capture changes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from damiera._core import Move, Position, Rules, Side
from damiera.rules.pieces import pieces_of

__all__ = [
    "BalanceStep",
    "PieceCount",
    "balance",
    "begun",
    "counted",
    "is_plain",
    "settled",
    "taken_by",
    "walk",
]


@dataclass(frozen=True, slots=True)
class PieceCount:
    """So many men and kings.

    >>> PieceCount(2) + PieceCount(1, 1)
    PieceCount(men=3, kings=1)
    """

    men: int = 0
    kings: int = 0

    @property
    def pieces(self) -> int:
        """Men and kings together."""
        return self.men + self.kings

    def __add__(self, other: PieceCount) -> PieceCount:
        return PieceCount(self.men + other.men, self.kings + other.kings)


@dataclass(frozen=True, slots=True)
class BalanceStep:
    """One move of a line: who makes it, where, and what stands there afterwards.

    >>> from damiera._core import rules
    >>> start = rules("italian").start()
    >>> move = start.moves()[0]
    >>> [step] = walk(start, [move])
    >>> step.side.name, step.after == start.play(move)
    ('WHITE', True)
    """

    before: Position
    move: Move
    after: Position

    @property
    def side(self) -> Side:
        """Who moves."""
        return self.before.side


def is_plain(rules: Rules) -> bool:
    """Whether pieces are men and kings that are worth having: no towers, no stars, no playing to lose.

    >>> from damiera._core import rules
    >>> is_plain(rules("italian")), is_plain(rules("lasca"))
    (True, False)
    """
    return rules.family == "draughts" and rules.goal == "win"


def counted(position: Position, side: Side) -> PieceCount:
    """Return what a side has on the board.

    >>> from damiera._core import rules
    >>> start = rules("italian").start()
    >>> move = start.moves()[0]
    >>> counted(start, Side.WHITE)
    PieceCount(men=12, kings=0)
    """
    if side is Side.WHITE:
        return PieceCount(len(position.white_men), len(position.white_kings))
    return PieceCount(len(position.black_men), len(position.black_kings))


def king_worth(rules: Rules) -> int:
    """Return the worth of a king where a man is worth 2: a flying one is more than two men."""
    return 5 if rules.traits["king_range"] == "flying" else 3


def balance(position: Position, side: Side) -> int:
    """Return what a side has more than the other, in halves of a man.

    >>> from damiera._core import rules
    >>> start = rules("italian").start()
    >>> move = start.moves()[0]
    >>> balance(start, Side.WHITE)
    0
    """
    king = king_worth(position.rules)
    own, others = counted(position, side), counted(position, side.opponent)
    return 2 * (own.men - others.men) + king * (own.kings - others.kings)


def taken_by(step: BalanceStep) -> PieceCount:
    """Return what a move takes.

    >>> from damiera._core import rules
    >>> start = rules("italian").start()
    >>> move = start.moves()[0]
    >>> [step] = walk(start, [move])
    >>> taken_by(step)
    PieceCount(men=0, kings=0)
    """
    pieces = pieces_of(step.before)
    kings = sum(pieces[square].is_king for square in step.move.captured)
    return PieceCount(len(step.move.captured) - kings, kings)


def walk(position: Position, moves: Sequence[Move]) -> tuple[BalanceStep, ...]:
    """Play a line from a position, as far as it is legal.

    >>> from damiera._core import rules
    >>> start = rules("italian").start()
    >>> move = start.moves()[0]
    >>> len(walk(start, [move, move]))
    1
    """
    steps = []
    for move in moves:
        if not position.is_legal(move):
            break
        after = position.play(move)
        steps.append(BalanceStep(position, move, after))
        position = after
    return tuple(steps)


def settled(history: Sequence[Position], position: Position) -> Position:
    """Return the last position, this one or one before, in which nobody had to capture.

    In the middle of an exchange it is where the exchange began; a capture with no past stands as it is.

    >>> from damiera._core import rules
    >>> start = rules("italian").start()
    >>> move = start.moves()[0]
    >>> settled((), start) == start
    True
    """
    for earlier in (position, *reversed(history)):
        if not earlier.detect():
            return earlier
    return position


def begun(history: Sequence[Position], position: Position) -> Position:
    """Return where the exchange began to which the last move belongs; this position where it took nothing.

    A piece that was just given may be coming back: what is counted from here alone would be counted twice.

    >>> from damiera._core import rules
    >>> start = rules("italian").start()
    >>> move = start.moves()[0]
    >>> begun((start,), start.play(move)) == start.play(move)
    True
    """
    if position.detect() or not history or not history[-1].detect():
        return settled(history, position)
    return settled(history[:-1], history[-1])
