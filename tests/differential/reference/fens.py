"""Positions as text, for the cases of the tests.

W:W21,22,K30:Bb8,2 pieces by their names in the game, or as a1; K before a king W:WK4,9:B20:M4/2,- Frisian:
the quiet moves in succession of one king of White and one of Black W:W21:B1:R0,2 re-entry: men of White and
of Black that wait W:a1=w,c3=bbW towers: columns from the bottom up 0:0=1,2,3;3=112,113 star: the holes of
each seat, or on a square where four play their squares: 0:0=a1;1=a16;3=p16;4=p1
"""

from __future__ import annotations

from tests.differential.reference import chessmen, corners, draughts, reentry, stars, towers
from tests.differential.reference.boards import Grid
from tests.differential.reference.draughts import Board, Run


def read_draughts(game: draughts.Game, text: str) -> draughts.State:
    """A position of a game of the trait table."""
    side, white, black, *rest = text.split(":")
    board = _pieces(game.grid, white) | _pieces(game.grid, black)
    runs = rest[0].removeprefix("M").split(",") if rest else ["-", "-"]
    return draughts.State(board, side, _run(game.grid, runs[0]), _run(game.grid, runs[1]))


def read_reentry(game: reentry.Game, text: str) -> reentry.State:
    """A position of Dama a rientro."""
    side, white, black, *rest = text.split(":")
    board = _pieces(game.grid, white) | _pieces(game.grid, black)
    waiting = rest[0].removeprefix("R").split(",") if rest else ["0", "0"]
    return reentry.State(board, side, int(waiting[0]), int(waiting[1]))


def read_towers(game: towers.Game, text: str) -> towers.State:
    """A position of Bashni or Lasca."""
    side, columns = text.split(":")
    placed = [column.split("=") for column in columns.split(",") if column]
    return towers.State({game.grid.cells_by_name[square]: column for square, column in placed}, side)


def read_star(game: stars.Game, text: str) -> stars.State:
    """A position of Dama cinese, with who is home already."""
    side, seats = text.split(":")
    board, home = {}, list[int]()
    for seat, listed in (part.split("=") for part in seats.split(";")):
        numbers = [int(number) for number in listed.split(",")]
        if seat == "home":
            home = numbers
        else:
            board.update({stars.HOLES[hole - 1]: int(seat) for hole in numbers})
    return stars.State(board, int(side), tuple(home))


def read_corners(game: corners.Game, text: str) -> corners.State:
    """A position of Ugolki or Halma."""
    by_name = game.by_name
    board, home = dict[corners.Square, corners.Seat](), list[corners.Seat]()
    if game.seats == corners.TWO:
        side, *lists = text.split(":")
        board = {by_name[name]: part[0] for part in lists for name in part[1:].split(",") if name}
        home += [seat for seat in game.seats if corners.is_filled(game, board, seat)][:1]
        return corners.State(board, side, tuple(home))
    side, seats = text.split(":")
    for seat, listed in (part.split("=") for part in seats.split(";")):
        if seat == "home":
            home += map(int, listed.split(","))
        else:
            board.update({by_name[name]: int(seat) for name in listed.split(",")})
    return corners.State(board, int(side), tuple(home))


def read_chessmen(game: chessmen.Game, text: str) -> chessmen.State:
    """A position of Cheskers: K, B and C before kings, bishops and camels."""
    by_name = {name: square for square, name in game.names.items()}
    side, *lists = text.split(":")
    board = {}
    for part in lists:
        for name in filter(None, part[1:].split(",")):
            piece = name[0] if name[:1] in ("K", "B", "C") else "M"
            board[by_name[name.lstrip("KBC")]] = piece if part[0] == "W" else piece.lower()
    return chessmen.State(board, side)


def write_draughts(game: draughts.Game, state: draughts.State) -> str:
    """The same the other way round, with the squares in the order of the board."""
    lists = {
        side: ",".join(
            ("K" if state.board[cell].isupper() else "") + game.names[cell]
            for cell in game.grid.cells
            if draughts.side_of(state.board.get(cell, "")) == side
        )
        for side in "WB"
    }
    runs = [f"{game.names[run[0]]}/{run[1]}" if run else "-" for run in (state.white_run, state.black_run)]
    tail = ":M" + ",".join(runs) if game.king_run else ""
    return f"{state.side}:W{lists['W']}:B{lists['B']}{tail}"


def _pieces(grid: Grid, text: str) -> Board:
    letter = text[0]
    board = {}
    for name in text[1:].split(","):
        if name:
            crowned = name.startswith("K")
            board[grid.cells_by_name[name.removeprefix("K")]] = letter if crowned else letter.lower()
    return board


def _run(grid: Grid, text: str) -> Run | None:
    if text == "-":
        return None
    square, moves = text.split("/")
    return grid.cells_by_name[square], int(moves)
