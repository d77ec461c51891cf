"""Ugolki: two sides from corner to corner of a board of eight by eight.

A square is (file, rank), both from 0, a1 first. A turn is one step along a row or column, or any number of
jumps over single men of whatever colour to the square behind, never both; nothing is taken; the first to fill
the corner opposite has won.

Sources: min2win.org (twelve men, three rows of four; steps and jumps along rows and columns), Board and
Pieces. What they leave open is filled as on the star: a corner counts as filled when no square of it is free
and at least one man is its new owner's; who cannot move is passed over.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

Square = tuple[int, int]

STRAIGHT: tuple[Square, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
SLANTED: tuple[Square, ...] = ((1, 1), (-1, 1), (-1, -1), (1, -1))
SQUARES: tuple[Square, ...] = tuple((file, rank) for file in range(8) for rank in range(8))
_ALL = frozenset(SQUARES)
NAMES: dict[Square, str] = {(file, rank): f"{'abcdefgh'[file]}{rank + 1}" for file, rank in SQUARES}
BY_NAME: dict[str, Square] = {name: square for square, name in NAMES.items()}


@dataclass(frozen=True)
class Game:
    """How wide and deep a corner is, whether only half of it along the diagonal, and which ways men go."""

    wide: int = 4
    deep: int = 3
    ways: tuple[Square, ...] = STRAIGHT
    half: bool = False

    @property
    def names(self) -> dict[Square, str]:
        """What players call each square."""
        return NAMES

    def camp(self, side: str) -> frozenset[Square]:
        """The corner where a side begins."""
        near = frozenset(s for s in SQUARES if s[0] < self.wide and s[1] < self.deep)
        if self.half:
            near = frozenset(s for s in near if sum(s) < self.wide)
        return near if side == "W" else frozenset((7 - file, 7 - rank) for file, rank in near)


GAMES: dict[str, Game] = {
    "ugolki": Game(),
    "ugolki~camp=4x4": Game(4, 4),
    "ugolki~camp=3x3~steps=all": Game(3, 3, STRAIGHT + SLANTED),
    "ugolki~camp=triangle~steps=all": Game(4, 4, STRAIGHT + SLANTED, half=True),
}


@dataclass(frozen=True)
class State:
    """Where the men of each side are, and whose turn it is."""

    board: dict[Square, str]
    side: str


@dataclass(frozen=True)
class Found:
    origin: Square
    destination: Square


def other(side: str) -> str:
    return "B" if side == "W" else "W"


def start(game: Game) -> State:
    return State({square: side for side in "WB" for square in sorted(game.camp(side))}, "W")


def moves(game: Game, state: State) -> set[Found]:
    """Every legal move of the side whose turn it is; none when the game is over."""
    return set() if outcome(game, state) is not None else set(_moves_of(game, state.board, state.side))


def play(game: Game, state: State, move: Found) -> State:
    board = dict(state.board)
    board[move.destination] = board.pop(move.origin)
    next_ = other(state.side)
    return State(board, next_ if any(True for _ in _moves_of(game, board, next_)) else state.side)


def outcome(game: Game, state: State) -> str | None:
    """`W` or `B` when a corner is filled; None while the game goes on."""
    return next((s for s in (other(state.side), state.side) if is_filled(game, state.board, s)), None)


def goal(game: Game, side: str) -> frozenset[Square]:
    """The corner opposite."""
    return game.camp(other(side))


def is_filled(game: Game, board: dict[Square, str], side: str) -> bool:
    """Has the side filled the corner opposite?"""
    there = [board.get(square) for square in goal(game, side)]
    return None not in there and side in there


def _moves_of(game: Game, board: dict[Square, str], side: str) -> Iterator[Found]:
    for origin, owner in board.items():
        if owner == side:
            others = board.keys() - {origin}
            for target in _stepped(game, others, origin) | _jumped(game, others, origin):
                yield Found(origin, target)


def _stepped(game: Game, others: set[Square], origin: Square) -> set[Square]:
    beside = {(origin[0] + file, origin[1] + rank) for file, rank in game.ways}
    return {square for square in beside if square in _ALL and square not in others}


def _jumped(game: Game, others: set[Square], origin: Square) -> set[Square]:
    """All squares that jumps can reach, one after the other."""
    reached = {origin}
    edge = [origin]
    while edge:
        here = edge.pop()
        for file, rank in game.ways:
            landing = (here[0] + 2 * file, here[1] + 2 * rank)
            over = (here[0] + file, here[1] + rank)
            if over in others and landing in _ALL - others - reached:
                reached.add(landing)
                edge.append(landing)
    return reached - {origin}
