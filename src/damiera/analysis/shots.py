"""Shots: moves that leave the other side no choice, searched to the end.

In draughts who can capture must. A side that offers pieces so decides what the other does, and can count in
advance what is taken and what is lost. `prove` plays this out for every answer that the rules allow, and
says what the side gets at the least: a proof, as far as captures go, and no opinion.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from damiera._core import Move, Position, Side
from damiera.analysis.balance import BalanceStep, PieceCount, balance, is_plain, taken_by, walk

__all__ = ["Shot", "best_shot", "prove"]

MOVES = 6
BUDGET = 3_000
_WON = 1_000
_FAILS = -1_000


@dataclass(frozen=True, slots=True)
class Shot:
    """What a side gets by force.

    Attributes:
        side: who plays it.
        steps: the play in which it gets least, to where the other side may choose again or cannot move.
        gain: what the balance changes at the least, in halves of a man.
        taken, lost: pieces in that play.
        promoted: men of the side that become kings in it, and are still there at the end.
        gives: True if the side loses a piece in it before it takes one.
        ends: True if at the end the other side cannot move: the game is won.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> position = ITALIAN.core.position(Side.WHITE, (22, 31), (), (18, 10, 4), ())
    >>> shot = best_shot(position)
    >>> shot.gain, shot.taken, shot.won
    (4, PieceCount(men=2, kings=0), 2)
    """

    side: Side
    steps: tuple[BalanceStep, ...]
    gain: int
    taken: PieceCount
    lost: PieceCount
    promoted: int
    gives: bool
    ends: bool

    @property
    def moves(self) -> tuple[Move, ...]:
        """Its moves, both sides'."""
        return tuple(step.move for step in self.steps)

    @property
    def after(self) -> Position:
        """Where it ends."""
        return self.steps[-1].after

    @property
    def won(self) -> int:
        """Pieces taken, less pieces lost."""
        return self.taken.pieces - self.lost.pieces


@dataclass(frozen=True, slots=True)
class _Found:
    value: int
    line: tuple[Move, ...]


class _Prover:
    """One search; gives up, by counting a failure, when it has seen too many positions."""

    def __init__(self, side: Side, hint: Sequence[Move]) -> None:
        self.side = side
        self.hint = tuple(hint)
        self.left = BUDGET

    def answer(self, position: Position, played: tuple[Move, ...], depth: int) -> _Found:
        """Return the least the side gets when the other is to move."""
        self.left -= 1
        moves = position.moves()
        if not moves:
            return _Found(_WON, ())
        if len(moves) > 1 and not moves[0].is_capture:
            return _Found(balance(position, self.side), ())
        if depth == 0 or self.left < 0:
            return _Found(_FAILS, ())
        worst: _Found | None = None
        for move in self.ordered(moves, played):
            found = self.attack(position.play(move), (*played, move), depth)
            if worst is None or found.value < worst.value:
                worst = _Found(found.value, (move, *found.line))
            if worst.value <= _FAILS:
                break
        assert worst is not None
        return worst

    def attack(self, position: Position, played: tuple[Move, ...], depth: int) -> _Found:
        """Return the most the side gets when it is to move itself, as far as it can keep on forcing."""
        self.left -= 1
        moves = position.moves()
        if not moves:
            return _Found(_FAILS, ())
        best = _Found(_FAILS, ())
        if not moves[0].is_capture:
            best = self.rest(position, moves)
            moves = tuple(
                m for m in moves if len(played) < len(self.hint) and self.hint[len(played)] == m
            ) or tuple(m for m in moves if position.play(m).detect())
        for move in self.ordered(moves, played):
            found = self.answer(position.play(move), (*played, move), depth - 1)
            if found.value > best.value:
                best = _Found(found.value, (move, *found.line))
        return best

    def rest(self, position: Position, moves: Sequence[Move]) -> _Found:
        """Return what it has if it stops here: it must have a move that gives nothing."""
        quiet = any(not position.play(move).detect() for move in moves)
        return _Found(balance(position, self.side) if quiet else _FAILS, ())

    def ordered(self, moves: Sequence[Move], played: tuple[Move, ...]) -> list[Move]:
        at = len(played)
        wanted = self.hint[at] if at < len(self.hint) and self.hint[:at] == played else None
        return sorted(moves, key=lambda move: move != wanted)


def prove(
    position: Position, first: Move, *, hint: Sequence[Move] = (), since: Position | None = None
) -> Shot | None:
    """Return what `first` gets by force for the side to move; None if it forces nothing.

    Args:
        position: where it is played.
        hint: a line expected to be good, `first` included; it only saves time.
        since: where counting begins, if that is earlier: the last position before an exchange.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> position = ITALIAN.core.position(Side.WHITE, (22, 31), (), (18, 10, 4), ())
    >>> prove(position, position.moves()[0]).gain
    4
    """
    if not is_plain(position.rules) or not position.is_legal(first):
        return None
    after = position.play(first)
    if not first.is_capture and after.count() > 1 and not after.detect():
        return None
    prover = _Prover(position.side, hint or (first,))
    found = prover.answer(after, (first,), MOVES)
    if found.value <= _FAILS:
        return None
    return _shot(position, (first, *found.line), found.value, since or position)


def best_shot(position: Position, *, since: Position | None = None) -> Shot | None:
    """Return the shot that gets most for the side to move; None if no move forces any gain.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> position = ITALIAN.core.position(Side.WHITE, (22, 31), (), (18, 10, 4), ())
    >>> best_shot(ITALIAN.start()) is None
    True
    >>> best_shot(position).taken.men
    2
    """
    if not is_plain(position.rules):
        return None
    shots = [prove(position, move, since=since) for move in position.moves()]
    good = [shot for shot in shots if shot is not None and shot.gain > 0]
    return max(good, key=lambda shot: (shot.ends, shot.gain, -len(shot.steps)), default=None)


def _shot(position: Position, moves: Sequence[Move], value: int, since: Position) -> Shot:
    side = position.side
    steps = walk(position, moves)
    taken = sum((taken_by(step) for step in steps if step.side is side), PieceCount())
    lost = sum((taken_by(step) for step in steps if step.side is not side), PieceCount())
    return Shot(
        side=side,
        steps=steps,
        gain=value - balance(since, side),
        taken=taken,
        lost=lost,
        promoted=_crowned(steps, side),
        gives=_gives_first(steps, side),
        ends=value >= _WON,
    )


def _gives_first(steps: Sequence[BalanceStep], side: Side) -> bool:
    first = next((step for step in steps if step.move.is_capture), None)
    return first is not None and first.side is not side


def _crowned(steps: Sequence[BalanceStep], side: Side) -> int:
    """Count the men of a side that become kings and are not taken before the end."""
    kings: set[int] = set()
    for step in steps:
        move = step.move
        if step.side is not side:
            kings -= set(move.captured)
        elif move.promotes:
            kings.add(move.destination)
        elif move.origin in kings:
            kings.remove(move.origin)
            kings.add(move.destination)
    return len(kings)
