"""Dama cinese (Stern-Halma, Chinese checkers): two to six seats on the star of 121 holes.

A hole is (column, row): rows run from 0 at the top to 16, and neighbours in a row are two columns apart, so
that the six steps are (2, 0), (1, 1) and the like. Points of the star and seats are numbered from 0 at the
top, clockwise.

Source: the survey "La Dama - regole ufficiali" (Juegopedia): ten marbles on one's own point; a turn is one
step, or any number of jumps over single marbles of whatever colour into the hole behind, never both;
nothing is taken; the first to fill the opposite point has won, the others play on for their places.

What the text leaves open, as we fill it: marbles may rest in any hole; a point counts as filled when no
hole of it is empty and at least one marble is its new owner's, so that nobody wins by never leaving home;
who cannot move is passed over. Which points two to five players take is custom: opposite, every second, two
opposite pairs, all but one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

Hole = tuple[int, int]

STEPS: tuple[Hole, ...] = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
_ROWS = (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1)

HOLES: tuple[Hole, ...] = tuple(
    (13 - length + 2 * i, row) for row, length in enumerate(_ROWS) for i in range(length)
)
CENTRE: Hole = (12, 8)
_ALL = frozenset(HOLES)
NAMES: dict[Hole, str] = {hole: str(i) for i, hole in enumerate(HOLES, start=1)}  # 1 to 121, row by row


def _point(hole: Hole) -> int | None:
    """The point of the star a hole lies in: there, on one of the three axes, it is far out."""
    down = hole[1] - 8
    right = (hole[0] - 12 - down) // 2
    left = -right - down
    far = (-down, right, -left, down, -right, left)
    return next((point for point in range(6) if far[point] > 4), None)


POINTS: tuple[frozenset[Hole], ...] = tuple(
    frozenset(hole for hole in HOLES if _point(hole) == point) for point in range(6)
)


@dataclass(frozen=True)
class Game:
    """Who sits where; the first listed moves first."""

    seats: tuple[int, ...]

    @property
    def names(self) -> dict[Hole, str]:
        """What players call each hole."""
        return NAMES


GAMES: dict[str, Game] = {
    "chinese-checkers": Game((0, 3)),
    "chinese-checkers-3": Game((0, 2, 4)),
    "chinese-checkers-4": Game((0, 1, 3, 4)),
    "chinese-checkers-5": Game((0, 1, 2, 3, 4)),
    "chinese-checkers-6": Game((0, 1, 2, 3, 4, 5)),
}


@dataclass(frozen=True)
class State:
    """Where the marbles of each seat are, whose turn it is, and who is home already, in order."""

    board: dict[Hole, int]
    side: int
    home: tuple[int, ...] = ()


@dataclass(frozen=True)
class Found:
    origin: Hole
    destination: Hole


def start(game: Game) -> State:
    return State({hole: seat for seat in game.seats for hole in POINTS[seat]}, game.seats[0])


def moves(game: Game, state: State) -> set[Found]:
    """Every legal move of the seat whose turn it is; none when the game is over."""
    if outcome(game, state) is not None:
        return set()
    return set(_moves_of(state.board, state.side))


def play(game: Game, state: State, move: Found) -> State:
    """Move the marble, see who is home, and find the next seat that can move."""
    board = dict(state.board)
    board[move.destination] = board.pop(move.origin)
    home = state.home + tuple(s for s in game.seats if s not in state.home and is_filled(board, s))
    after = replace(state, board=board, home=home)
    return replace(after, side=_next(game, after))


def outcome(game: Game, state: State) -> tuple[int, ...] | None:
    """The seats in the order of their places, when all but one are home; or when nobody can move any more."""
    away = [seat for seat in game.seats if seat not in state.home]
    if len(away) <= 1 or not any(_can_move(state.board, seat) for seat in away):
        return state.home
    return None


def goal(seat: int) -> frozenset[Hole]:
    """The point opposite."""
    return POINTS[(seat + 3) % 6]


def distance(a: Hole, b: Hole) -> int:
    """Steps from one hole to another on an empty star."""
    across, down = abs(a[0] - b[0]), abs(a[1] - b[1])
    return max(down, (across + down) // 2)


def is_filled(board: dict[Hole, int], seat: int) -> bool:
    """Has the seat filled the point opposite?"""
    there = [board.get(hole) for hole in goal(seat)]
    return None not in there and seat in there


def _next(game: Game, state: State) -> int:
    """The next seat in turn that is not home and can move; the same one when nobody can."""
    i = game.seats.index(state.side)
    for seat in game.seats[i + 1 :] + game.seats[: i + 1]:
        if seat not in state.home and _can_move(state.board, seat):
            return seat
    return state.side


def _can_move(board: dict[Hole, int], seat: int) -> bool:
    return next(_moves_of(board, seat), None) is not None


def _moves_of(board: dict[Hole, int], seat: int) -> Iterator[Found]:
    for origin, owner in board.items():
        if owner == seat:
            others = board.keys() - {origin}
            for target in _stepped(others, origin) | _jumped(others, origin):
                yield Found(origin, target)


def _stepped(others: set[Hole], origin: Hole) -> set[Hole]:
    return {hole for hole in (_add(origin, step) for step in STEPS) if hole in _ALL and hole not in others}


def _jumped(others: set[Hole], origin: Hole) -> set[Hole]:
    """All holes that jumps can reach, one after the other."""
    reached = {origin}
    edge = [origin]
    while edge:
        here = edge.pop()
        for step in STEPS:
            over = _add(here, step)
            if over not in others:
                continue
            landing = _add(over, step)
            if landing in _ALL and landing not in others and landing not in reached:
                reached.add(landing)
                edge.append(landing)
    return reached - {origin}


def _add(hole: Hole, step: Hole) -> Hole:
    return (hole[0] + step[0], hole[1] + step[1])
