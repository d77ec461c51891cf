"""Boards as sets of cells, and the names their squares have in each game.

A cell is (file, rank) as White sees it: file 0 at White's left hand, rank 0 nearest to White, so a1 is (0,
0). A direction is a step from cell to cell; a ray is walked by taking the same step again and again.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

Cell = tuple[int, int]
Step = tuple[int, int]

FORWARD_DIAGONALS: tuple[Step, ...] = ((-1, 1), (1, 1))
DIAGONALS: tuple[Step, ...] = ((-1, 1), (1, 1), (-1, -1), (1, -1))
FORWARD_AND_SIDEWAYS: tuple[Step, ...] = ((0, 1), (-1, 0), (1, 0))
AHEAD: tuple[Step, ...] = ((0, 1), (-1, 1), (1, 1))
AHEAD_AND_RIGHT: tuple[Step, ...] = ((0, 1), (1, 0))
ORTHOGONALS: tuple[Step, ...] = ((0, 1), (-1, 0), (1, 0), (0, -1))
# Along files and ranks over squares of the same colour: the neighbour is two squares away.
WIDE_ORTHOGONALS: tuple[Step, ...] = ((0, 2), (-2, 0), (2, 0), (0, -2))
# A hexagon in two oblique axes: the third axis runs along (1, 1), from a corner towards the one opposite.
FORWARD_HEXAGONALS: tuple[Step, ...] = ((1, 1), (1, 0), (0, 1))
HEXAGONALS: tuple[Step, ...] = (*FORWARD_HEXAGONALS, (-1, -1), (-1, 0), (0, -1))


@dataclass(frozen=True)
class Grid:
    """Which cells are squares of play, and how players name them."""

    files: int
    ranks: int
    squares: (
        str  # "dark left" (a1 is played on), "dark right" (White's right-hand corner is), "all", "hexagon"
    )
    # or "ends": the crossings of the lines of all files and ranks but the first and last, which are the ends
    # or "points": all, on lines: ranks, files, and the diagonals of every second point, a1 among them
    naming: str  # "top left": 1 at White's top left; "bottom right": 1 at White's bottom right; "letters": a1

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The squares from White's top left, row by row."""
        rows = reversed(range(self.ranks))
        return tuple((f, r) for r in rows for f in range(self.files) if self._played(f, r))

    @cached_property
    def on_board(self) -> frozenset[Cell]:
        return frozenset(self.cells)

    def _played(self, f: int, r: int) -> bool:
        if self.squares == "hexagon":
            return abs(f - r) <= self.files // 2
        if self.squares in ("all", "points"):
            return True
        if self.squares == "ends":
            return f in range(1, self.files - 1) or r in range(1, self.ranks - 1)
        corner = 0 if self.squares == "dark left" else self.files - 1
        return (f + r) % 2 == corner % 2

    @cached_property
    def names(self) -> dict[Cell, str]:
        """What players call each square."""
        if self.naming == "letters":
            return {cell: algebraic(cell) for cell in self.cells}
        order = self.cells if self.naming == "top left" else tuple(reversed(self.cells))
        return {cell: str(i) for i, cell in enumerate(order, start=1)}

    @cached_property
    def cells_by_name(self) -> dict[str, Cell]:
        """The square meant by a name; letters are understood on every board."""
        return {algebraic(cell): cell for cell in self.cells} | {n: c for c, n in self.names.items()}

    def rows(self, first: int, last: int) -> frozenset[Cell]:
        """The squares of White's rows `first` to `last`, counted from 1."""
        return frozenset(cell for cell in self.cells if first <= cell[1] + 1 <= last)

    def named(self, names: str) -> frozenset[Cell]:
        """The squares of a list such as "a3 b8"."""
        return frozenset(self.cells_by_name[name] for name in names.split())

    def turned(self, cells: frozenset[Cell]) -> frozenset[Cell]:
        """The cells after half a turn of the board: what White sees, as Black sees it."""
        return frozenset((self.files - 1 - f, self.ranks - 1 - r) for f, r in cells)

    def ray(self, cell: Cell, step: Step) -> list[Cell]:
        """The squares ahead of a cell, nearest first, to the rim."""
        out: list[Cell] = []
        if self.squares == "points" and 0 not in step and sum(cell) % 2:
            return out
        if self.squares == "ends" and not self._has_line(cell, step):
            return out
        f, r = cell[0] + step[0], cell[1] + step[1]
        while (f, r) in self.on_board:
            out.append((f, r))
            f, r = f + step[0], r + step[1]
        return out

    def _has_line(self, cell: Cell, step: Step) -> bool:
        """Does a line with ends go through the cell along a step? None goes aslant, none along the rim."""
        along_file = step[0] == 0 and cell[0] in range(1, self.files - 1)
        return along_file or (step[1] == 0 and cell[1] in range(1, self.ranks - 1))


def algebraic(cell: Cell) -> str:
    """Letter of the file, number of the rank."""
    return "abcdefghijklmn"[cell[0]] + str(cell[1] + 1)


def opposite(step: Step) -> Step:
    return (-step[0], -step[1])


@cache
def seen_by(side: str, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Directions given as White sees them, as `side` sees them."""
    return steps if side == "W" else tuple(opposite(step) for step in steps)
