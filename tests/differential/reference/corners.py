"""Ugolki and Halma: two or four sides from corner to corner of a square board.

A square is (file, rank), both from 0, a1 first. A turn is one step, or any number of jumps over single men of
whatever colour to the square behind, never both; nothing is taken; the first to fill the corner opposite has
won, and where four play the others play on for their places.

Sources: of Ugolki min2win.org (twelve men, three rows of four; steps and jumps along rows and columns) and
Board and Pieces; of Halma Wikipedia, BrainKing and nchrs.xyz (19 men on 16 by 16, 13 each where four play,
all eight ways), Setup Group (boards of 8 and 10). What they leave open is filled as on the star: a corner
counts as filled when no square of it is free and at least one man is its new owner's; who cannot move is
passed over.
Seats of four have the numbers of a star's, clockwise from White's left: 0, 1, 3, 4.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

Square = tuple[int, int]
Seat = str | int

STRAIGHT: tuple[Square, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
SLANTED: tuple[Square, ...] = ((1, 1), (-1, 1), (-1, -1), (1, -1))
ALL_WAYS = STRAIGHT + SLANTED
TWO: tuple[Seat, ...] = ("W", "B")
FOUR: tuple[Seat, ...] = (0, 1, 3, 4)
AHEAD: dict[Seat, Square] = {"W": (1, 1), "B": (-1, -1), 0: (1, 1), 1: (1, -1), 3: (-1, -1), 4: (-1, 1)}


@dataclass(frozen=True)
class Game:
    """The men in each row of a corner, the ways they go, the size of the board and who plays.

    Where men stay, none leaves the corner opposite once it is there; where filling is strict, every square of
    the corner must have a man of its new owner's.
    """

    camp: tuple[int, ...] = (4, 4, 4)
    ways: tuple[Square, ...] = STRAIGHT
    size: int = 8
    seats: tuple[Seat, ...] = TWO
    stays: bool = False
    strict: bool = False

    @cached_property
    def names(self) -> dict[Square, str]:
        """What players call each square."""
        return {square: f"{chr(97 + square[0])}{square[1] + 1}" for square in self.squares}

    @cached_property
    def by_name(self) -> dict[str, Square]:
        return {name: square for square, name in self.names.items()}

    @cached_property
    def squares(self) -> list[Square]:
        return [(file, rank) for file in range(self.size) for rank in range(self.size)]

    def corner(self, seat: Seat) -> frozenset[Square]:
        """The corner where a seat begins: it goes the way that leads from there to the middle."""
        return self._corners[seat]

    @cached_property
    def _corners(self) -> dict[Seat, frozenset[Square]]:
        return {seat: frozenset(self._seen_from(*AHEAD[seat])) for seat in self.seats}

    def _seen_from(self, files: int, ranks: int) -> Iterator[Square]:
        for rank, men in enumerate(self.camp):
            for file in range(men):
                yield (
                    file if files > 0 else self.size - 1 - file,
                    rank if ranks > 0 else self.size - 1 - rank,
                )


_HALMA = Game((5, 5, 4, 3, 2), ALL_WAYS, 16)
GAMES: dict[str, Game] = {
    "ugolki": Game(),
    "ugolki~camp=4x4": Game((4, 4, 4, 4)),
    "ugolki~camp=3x3~steps=all": Game((3, 3, 3), ALL_WAYS),
    "ugolki~camp=triangle~steps=all": Game((4, 3, 2, 1), ALL_WAYS),
    "halma": _HALMA,
    "halma~seats=4": replace(_HALMA, camp=(4, 4, 3, 2), seats=FOUR),
    "halma~board=10x10": replace(_HALMA, camp=(5, 4, 3, 2, 1), size=10),
    "halma~board=8x8": replace(_HALMA, camp=(4, 3, 2, 1), size=8),
    "halma~board=10x10~seats=4": replace(_HALMA, camp=(4, 3, 2, 1), size=10, seats=FOUR),
    "halma~board=8x8~seats=4": replace(_HALMA, camp=(3, 2, 1), size=8, seats=FOUR),
    "halma~board=8x8~goal=strict~leaving=forbidden": replace(
        _HALMA, camp=(4, 3, 2, 1), size=8, stays=True, strict=True
    ),
}


@dataclass(frozen=True)
class State:
    """Where the men of each seat are, whose turn it is, and who is home already, in order."""

    board: dict[Square, Seat]
    side: Seat
    home: tuple[Seat, ...] = ()


@dataclass(frozen=True)
class Found:
    origin: Square
    destination: Square


def opposite(game: Game, seat: Seat) -> Seat:
    turned = (-AHEAD[seat][0], -AHEAD[seat][1])
    return next(other for other in game.seats if AHEAD[other] == turned)


def start(game: Game) -> State:
    return State({square: seat for seat in game.seats for square in sorted(game.corner(seat))}, game.seats[0])


def moves(game: Game, state: State) -> set[Found]:
    """Every legal move of the side whose turn it is; none when the game is over."""
    return set() if outcome(game, state) is not None else set(_moves_of(game, state.board, state.side))


def play(game: Game, state: State, move: Found) -> State:
    """Move the man, see who is home, the one who moved first of all, and find who can move."""
    board = dict(state.board)
    board[move.destination] = board.pop(move.origin)
    home = state.home
    for seat in _from(game, state.side):
        if len(home) < len(game.seats) - 1 and seat not in home and is_filled(game, board, seat):
            home = (*home, seat)
    after = State(board, state.side, home)
    first = _from(game, state.side)[1]
    # Once all but one are home nobody is passed over: the game is over, and the turn is the next in order.
    return replace(after, side=first if len(home) == len(game.seats) - 1 else mover(game, after, first))


def outcome(game: Game, state: State) -> Seat | tuple[Seat, ...] | None:
    """Who has won; where four play, the seats in the order of their places. None while the game goes on."""
    away = [seat for seat in game.seats if seat not in state.home]
    if len(away) > 1 and any(_can_move(game, state.board, seat) for seat in away):
        return None
    return state.home if len(game.seats) > 2 else state.home[0]


def mover(game: Game, state: State, first: Seat) -> Seat:
    """Whose turn it is, from a seat on: who is home or cannot move is passed over."""
    in_turn = [s for s in _from(game, first) if s not in state.home and _can_move(game, state.board, s)]
    return in_turn[0] if in_turn else first


def goal(game: Game, seat: Seat) -> frozenset[Square]:
    """The corner opposite."""
    return game.corner(opposite(game, seat))


def is_filled(game: Game, board: dict[Square, Seat], seat: Seat) -> bool:
    """Has the side filled the corner opposite?"""
    there = goal(game, seat)
    if game.strict:
        return all(board.get(square) == seat for square in there)
    return there <= board.keys() and any(board[square] == seat for square in there)


def _from(game: Game, seat: Seat) -> tuple[Seat, ...]:
    """The seats in turn, that one first."""
    at = game.seats.index(seat)
    return game.seats[at:] + game.seats[:at]


def _can_move(game: Game, board: dict[Square, Seat], seat: Seat) -> bool:
    return any(True for _ in _moves_of(game, board, seat))


def _moves_of(game: Game, board: dict[Square, Seat], seat: Seat) -> Iterator[Found]:
    free = set(game.squares) - board.keys()
    kept = goal(game, seat) if game.stays else frozenset[Square]()
    for origin, owner in board.items():
        if owner == seat:
            others = board.keys() - {origin}
            found = (_beside(game, origin) & free) | _jumped(game, others, free | {origin}, origin)
            for target in found & kept if origin in kept else found:
                yield Found(origin, target)


def _beside(game: Game, origin: Square) -> set[Square]:
    return {(origin[0] + file, origin[1] + rank) for file, rank in game.ways}


def _jumped(game: Game, others: set[Square], free: set[Square], origin: Square) -> set[Square]:
    """All squares that jumps can reach, one after the other."""
    reached = {origin}
    edge = [origin]
    while edge:
        here = edge.pop()
        for file, rank in game.ways:
            landing = (here[0] + 2 * file, here[1] + 2 * rank)
            over = (here[0] + file, here[1] + rank)
            if over in others and landing in free - reached:
                reached.add(landing)
                edge.append(landing)
    return reached - {origin}
