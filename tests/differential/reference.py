"""A slow move generator, written straight from the regulations, as a witness against the fast one.

It shares nothing with the core: a board is a dict from (file, rank) to a letter, a game is a handful of plain
words, captures are walked square by square with the whole board copied at each jump. Coordinates are seen
from White: file 0 is at White's left hand, rank 0 is White's base.

Sources: FID, Regolamento tecnico 2008, Capo I, art. 2-6; FID, Dama inglese, art. 2-6; FMJD, rules of
international draughts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

Cell = tuple[int, int]
Board = dict[Cell, str]
Key = tuple[int, ...]


@dataclass(frozen=True)
class Game:
    """The words of a regulation that the three games do not share."""

    size: int
    corner_right: bool  # is White's right-hand corner a playing square?
    man_takes_back: bool
    man_takes_king: bool
    flying: bool
    stops_on_base: bool  # a man that lands on the far base in a capture ends its move there
    rank_lines: Callable[[Line], Key]  # the greatest is compulsory
    first: str

    def cells(self) -> list[Cell]:
        """Playing squares in the order of their numbers: from the top left, row by row."""
        s = self.size
        odd = 0 if self.corner_right else 1
        return [(f, r) for r in reversed(range(s)) for f in range(s) if (f + (s - 1 - r)) % 2 == odd]


@dataclass(frozen=True)
class Line:
    """A capture carried to its end: the piece, the squares it lands on, the pieces it takes, in order."""

    by_king: bool
    path: tuple[Cell, ...]
    taken: tuple[Cell, ...]
    kings: tuple[bool, ...]


@dataclass(frozen=True)
class Found:
    """A legal move as four facts."""

    origin: int
    destination: int
    captured: frozenset[int]
    promotes: bool


def _italian(line: Line) -> Key:
    """6.6 number, 6.7 with the king, 6.8 most kings, 6.9 kings first, compared piece by piece."""
    return (len(line.taken), line.by_king, sum(line.kings), *line.kings)


def _free(line: Line) -> Key:
    return ()


def _most(line: Line) -> Key:
    return (len(line.taken),)


GAMES = {
    "italian": Game(8, True, False, False, False, True, _italian, "W"),
    "english": Game(8, False, False, True, False, True, _free, "B"),
    "international": Game(10, False, True, True, True, False, _most, "W"),
}


def start(game: Game) -> tuple[Board, str]:
    """The men on their rows, two rows left empty between them."""
    cells = game.cells()
    men = len(cells) // 2 - game.size // 2 * 2 // 2
    board = dict.fromkeys(cells[:men], "b")
    board.update(dict.fromkeys(cells[-men:], "w"))
    return board, game.first


def moves(game: Game, board: Board, side: str) -> set[Found]:
    """Every legal move of `side` ("W" or "B")."""
    number = {c: i + 1 for i, c in enumerate(game.cells())}
    lines = capture_lines(game, board, side)
    if lines:
        best = max(game.rank_lines(line) for line in lines)
        return {_of_line(game, board, number, line) for line in lines if game.rank_lines(line) == best}
    return {
        Found(number[a], number[b], frozenset(), _crowns(game, board[a], b))
        for a, piece in board.items()
        if piece.upper() == side
        for b in _steps(game, board, a, piece, number)
    }


def play(game: Game, board: Board, found: Found) -> Board:
    """The board after the move."""
    cells = game.cells()
    after = dict(board)
    piece = after.pop(cells[found.origin - 1])
    for square in found.captured:
        del after[cells[square - 1]]
    after[cells[found.destination - 1]] = piece.upper() if found.promotes else piece
    return after


def capture_lines(game: Game, board: Board, side: str) -> list[Line]:
    """Every capture of every piece, each carried on as long as it can be."""
    out: list[Line] = []
    for cell, piece in board.items():
        if piece.upper() == side:
            rest = {c: p for c, p in board.items() if c != cell}
            out += _go_on(game, rest, piece, Line(piece.isupper(), (cell,), (), ()))
    return [line for line in out if line.taken]


def _go_on(game: Game, rest: Board, piece: str, line: Line) -> Iterator[Line]:
    further = False
    if not _must_stop(game, piece, line):
        for over, landing in _jumps(game, rest, piece, line):
            further = True
            kings = (*line.kings, rest[over].isupper())
            yield from _go_on(
                game, rest, piece, Line(line.by_king, (*line.path, landing), (*line.taken, over), kings)
            )
    if not further:
        yield line


def _must_stop(game: Game, piece: str, line: Line) -> bool:
    return game.stops_on_base and len(line.path) > 1 and _crowns(game, piece, line.path[-1])


def _jumps(game: Game, rest: Board, piece: str, line: Line) -> Iterator[tuple[Cell, Cell]]:
    """One jump from where the piece stands. What is taken stays on the board until the end (5.12)."""
    on_board = set(game.cells())
    for df, dr in _capture_directions(game, piece):
        ahead = _ray(line.path[-1], df, dr, on_board)
        if not (piece.isupper() and game.flying):
            ahead = ahead[:2]
        for i, cell in enumerate(ahead):
            if cell not in rest:
                if not (piece.isupper() and game.flying):
                    break
                continue
            if _may_take(game, piece, rest[cell]) and cell not in line.taken:
                for landing in ahead[i + 1 :]:
                    if landing in rest:
                        break
                    yield cell, landing
            break


def _may_take(game: Game, piece: str, other: str) -> bool:
    if piece.upper() == other.upper():
        return False
    return game.man_takes_king or piece.isupper() or other.islower()


def _capture_directions(game: Game, piece: str) -> list[Cell]:
    forward = 1 if piece.upper() == "W" else -1
    ranks = (1, -1) if piece.isupper() or game.man_takes_back else (forward,)
    return [(df, dr) for df in (-1, 1) for dr in ranks]


def _steps(game: Game, board: Board, cell: Cell, piece: str, number: dict[Cell, int]) -> Iterator[Cell]:
    forward = 1 if piece.upper() == "W" else -1
    for df in (-1, 1):
        for dr in (1, -1) if piece.isupper() else (forward,):
            for target in _ray(cell, df, dr, set(number)):
                if target in board:
                    break
                yield target
                if not (piece.isupper() and game.flying):
                    break


def _ray(cell: Cell, df: int, dr: int, on_board: set[Cell]) -> list[Cell]:
    out = []
    f, r = cell[0] + df, cell[1] + dr
    while (f, r) in on_board:
        out.append((f, r))
        f, r = f + df, r + dr
    return out


def _crowns(game: Game, piece: str, target: Cell) -> bool:
    return piece.islower() and target[1] == (game.size - 1 if piece == "w" else 0)


def _of_line(game: Game, board: Board, number: dict[Cell, int], line: Line) -> Found:
    a, b = line.path[0], line.path[-1]
    taken = frozenset(number[c] for c in line.taken)
    return Found(number[a], number[b], taken, _crowns(game, board[a], b))
