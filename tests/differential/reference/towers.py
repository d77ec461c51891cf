"""Bashni and Lasca: what is jumped is not lost but carried, under the column that jumps.

A board is a dict from cell to column, written from the bottom up: `wwB` is Black's, led by a king, with two
white men under it. Only the top piece of a jumped column is taken, at once; what was under it stays, and
may have changed hands. The same column may be jumped again in one move, but not twice running.

Sources: Michaelsen and Pakhomov, Bashni, 2000, through Ludii; Wikipedia, Bashni and Lasca; E. Lasker,
Lasca, 1911. The order of captures changes the column, so that a move is known by the board it leaves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from tests.differential.reference.boards import DIAGONALS, FORWARD_DIAGONALS, Cell, Grid, Step, seen_by

Board = dict[Cell, str]


@dataclass(frozen=True)
class Game:
    """The words of the two texts."""

    grid: Grid
    white: frozenset[Cell]
    first: str
    man_takes: tuple[Step, ...]
    flying: bool
    crowned_goes_on: bool  # a commander crowned by a jump goes on, as a king; or its move is over

    @property
    def names(self) -> dict[Cell, str]:
        """What players of this game call each square."""
        return self.grid.names

    @cached_property
    def crowns(self) -> dict[str, frozenset[Cell]]:
        white = self.grid.rows(self.grid.ranks, self.grid.ranks)
        return {"W": white, "B": self.grid.turned(white)}


@dataclass(frozen=True)
class State:
    board: Board
    side: str


@dataclass(frozen=True)
class Found:
    """A legal move: the column that moves, where it ends, and the whole board it leaves."""

    origin: Cell
    destination: Cell
    after: frozenset[tuple[Cell, str]]


@dataclass(frozen=True)
class _Way:
    """A capture under way: the other columns, the one that jumps, where it is, what it jumped last."""

    rest: Board
    column: str
    at: Cell
    last: Cell | None
    over: bool = False  # crowned, where that ends the move


_LETTERED = Grid(8, 8, "dark left", "letters")
BASHNI = Game(
    grid=_LETTERED,  # as Russian draughts
    white=_LETTERED.rows(1, 3),  # as Russian
    first="W",  # as Russian
    man_takes=DIAGONALS,  # as Russian; Ludii lets men capture forward only
    flying=True,  # as Russian
    crowned_goes_on=True,  # as Russian
)

_SEVEN = Grid(7, 7, "dark left", "letters")
LASCA = Game(
    grid=_SEVEN,  # Lasker: 25 squares
    white=_SEVEN.rows(1, 3),  # Lasker: 11 men
    first="W",  # Lasker
    man_takes=FORWARD_DIAGONALS,  # Lasker: as English
    flying=False,  # Lasker
    crowned_goes_on=False,  # Lasker
)

GAMES: dict[str, Game] = {"bashni": BASHNI, "lasca": LASCA}


def start(game: Game) -> State:
    black = dict.fromkeys(game.grid.turned(game.white), "b")
    return State(black | dict.fromkeys(game.white, "w"), game.first)


def moves(game: Game, state: State) -> set[Found]:
    """Every legal move; a capture is compulsory, which one is free."""
    mine = [cell for cell, column in state.board.items() if column[-1].upper() == state.side]
    captures = {found for cell in mine for found in _captures(game, state.board, cell)}
    return captures or {found for cell in mine for found in _steps(game, state.board, cell)}


def play(game: Game, state: State, move: Found) -> State:
    return State(dict(move.after), "B" if state.side == "W" else "W")


def outcome(game: Game, state: State) -> str | None:
    """Who cannot move has lost."""
    if moves(game, state):
        return None
    return "B" if state.side == "W" else "W"


def _found(origin: Cell, way: _Way) -> Found:
    return Found(origin, way.at, frozenset((way.rest | {way.at: way.column}).items()))


def _without(board: Board, cell: Cell) -> Board:
    return {c: column for c, column in board.items() if c != cell}


def _arrived(game: Game, column: str, cell: Cell) -> str:
    """The column as it stands on a cell: on the far row its commander becomes a king."""
    return column[:-1] + column[-1].upper() if cell in game.crowns[column[-1].upper()] else column


def _steps(game: Game, board: Board, origin: Cell) -> Iterator[Found]:
    column = board[origin]
    king = column[-1].isupper()
    for step in DIAGONALS if king else seen_by(column[-1].upper(), FORWARD_DIAGONALS):
        ahead = game.grid.ray(origin, step)
        for target in ahead if king and game.flying else ahead[:1]:
            if target in board:
                break
            yield _found(origin, _Way(_without(board, origin), _arrived(game, column, target), target, None))


def _captures(game: Game, board: Board, origin: Cell) -> Iterator[Found]:
    way = _Way(_without(board, origin), board[origin], origin, None)
    for ending in _endings(game, way):
        if ending.last is not None:
            yield _found(origin, ending)


def _endings(game: Game, way: _Way) -> list[_Way]:
    """Every way to carry a capture on to its end."""
    if way.over:
        return [way]
    out = [ending for landings in _jumps(game, way) for ending in _endings_behind(game, landings)]
    return out or [way]


def _endings_behind(game: Game, landings: list[_Way]) -> list[_Way]:
    """Jump one column, to a square behind it from which the capture goes on, if there is one."""
    endings = [_endings(game, way) for way in landings]
    going_on = [some for some, way in zip(endings, landings, strict=True) if some != [way]]
    return [way for some in going_on for way in some] or landings


def _jumps(game: Game, way: _Way) -> Iterator[list[_Way]]:
    """For each column that can be jumped now, the capture continued to each square behind it."""
    leader = way.column[-1]
    for step in DIAGONALS if leader.isupper() else seen_by(leader.upper(), game.man_takes):
        ahead = game.grid.ray(way.at, step)
        flies = leader.isupper() and game.flying
        at = next((i for i, cell in enumerate(ahead) if cell in way.rest), None)
        if at is None or (at > 0 and not flies) or not _may_take(way, ahead[at]):
            continue
        landings = []
        for cell in ahead[at + 1 :]:
            if cell in way.rest:
                break
            landings.append(_jumped(game, way, ahead[at], cell))
        if landings:
            yield landings if flies else landings[:1]


def _may_take(way: _Way, cell: Cell) -> bool:
    return cell != way.last and way.rest[cell][-1].upper() != way.column[-1].upper()


def _jumped(game: Game, way: _Way, over: Cell, landing: Cell) -> _Way:
    jumped = way.rest[over]
    rest = _without(way.rest, over)
    if jumped[:-1]:
        rest[over] = jumped[:-1]
    column = jumped[-1] + way.column
    arrived = _arrived(game, column, landing)
    return _Way(rest, arrived, landing, over, over=arrived != column and not game.crowned_goes_on)
