"""The games that are a table of traits: one frozen `Game` of plain words each, one walk for them all.

A board is a dict from cell to letter: `w` and `b` are men, `W` and `B` kings. Captures are walked square by
square and the whole board is copied at each jump. Nothing here is shared with the fast core, and nothing is
clever.

Where a game's texts disagree or are silent, the reading chosen is said at the game, in `games.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from tests.differential.reference.boards import Cell, Grid, Step, opposite, seen_by

Board = dict[Cell, str]
Key = tuple[int, ...]
Run = tuple[Cell, int]


@dataclass(frozen=True)
class Line:
    """A capture on its way or at its end: where the piece landed, what it took, in order."""

    piece: str  # as it is now: a man crowned on the way is a capital
    by_king: bool  # as it set out
    path: tuple[Cell, ...]
    taken: tuple[Cell, ...] = ()
    kings: tuple[bool, ...] = ()  # was each taken piece a king
    heading: Step | None = None  # the direction of the last jump


@dataclass(frozen=True)
class Found:
    """A legal move as four facts."""

    origin: Cell
    destination: Cell
    captured: frozenset[Cell]
    promotes: bool


@dataclass(frozen=True)
class Game:
    """The words of a rule text. Directions are as White sees them; Black's are opposite."""

    grid: Grid
    white: frozenset[Cell]  # the men at the start
    first: str  # who moves first
    man_moves: tuple[Step, ...]
    man_takes: tuple[Step, ...]
    man_takes_king: bool
    king_moves: tuple[Step, ...]
    king_takes: tuple[Step, ...]
    flying: bool  # kings move, and reach what they take, over any number of empty squares
    crowning: str  # on the far row in mid-capture: "stop", "pass" (on, as a man) or "king" (on, as a king)
    choice: Callable[[Line], Key]  # among captures, those with the greatest key are allowed
    landing: str = "any"  # of a flying king: "any" square behind, "behind" at once, "killer"
    removed_at_once: bool = False  # or when the move is over
    turns_back: bool = True  # may a jump go straight back where the last one came from?
    crown: frozenset[Cell] | None = None  # White's squares of promotion; None is the far row
    black: frozenset[Cell] | None = None  # Black's men; None: as White's, the board turned
    goal: str = "win"  # or "lose" (who cannot move has won) or "crown" (who has a king has won)
    lines: bool = False  # does a man go over a line of its own men to the empty square at its head?
    hops: str = "no"  # does a man jump a piece of its own: where it "moves", where it "captures"?
    king_run: int | None = None  # quiet moves one king may make in succession while its owner has men

    @property
    def names(self) -> dict[Cell, str]:
        """What players of this game call each square."""
        return self.grid.names

    @cached_property
    def men(self) -> dict[str, frozenset[Cell]]:
        """The men of each side at the start."""
        black = self.grid.turned(self.white) if self.black is None else self.black
        return {"W": self.white, "B": black}

    @cached_property
    def crowns(self) -> dict[str, frozenset[Cell]]:
        """Where the men of each side become kings."""
        ranks = self.grid.ranks
        white = self.grid.rows(ranks, ranks) if self.crown is None else self.crown
        return {"W": white, "B": self.grid.turned(white)}

    @cached_property
    def rays(self) -> dict[tuple[Cell, Step], list[Cell]]:
        """The squares ahead of each square in each direction the game uses."""
        steps = {*self.man_moves, *self.man_takes, *self.king_moves, *self.king_takes}
        steps |= {opposite(step) for step in steps}
        return {(cell, step): self.grid.ray(cell, step) for cell in self.grid.cells for step in steps}


@dataclass(frozen=True)
class State:
    """The pieces, the side to move and, where they are limited, each side's king moves in succession."""

    board: Board
    side: str
    white_run: Run | None = None
    black_run: Run | None = None

    def run(self, side: str) -> Run | None:
        return self.white_run if side == "W" else self.black_run


def other(side: str) -> str:
    return "B" if side == "W" else "W"


def side_of(piece: str) -> str:
    return piece.upper()


# Keys of precedence.


def free(line: Line) -> Key:
    """Any complete capture."""
    return ()


def most(line: Line) -> Key:
    """The most pieces."""
    return (len(line.taken),)


def italian(line: Line) -> Key:
    """Most pieces; with a king; most kings; kings early, compared piece by piece (6.6 to 6.9)."""
    return (len(line.taken), line.by_king, sum(line.kings), *line.kings)


def frisian(line: Line) -> Key:
    """The greatest value: a king is less than two men and more than one; then with a king."""
    kings = sum(line.kings)
    return (len(line.taken) + kings, -kings, line.by_king)


def quality(line: Line) -> Key:
    """Most pieces; among these most kings."""
    return (len(line.taken), sum(line.kings))


def most_by_king(line: Line) -> Key:
    """Most pieces; at equal number with a king."""
    return (len(line.taken), line.by_king)


def king_first(line: Line) -> Key:
    """With a king if a king can capture; otherwise free."""
    return (line.by_king,)


def weight(line: Line) -> Key:
    """The greatest weight, a king counting two men."""
    return (len(line.taken) + sum(line.kings),)


# Playing.


def start(game: Game) -> State:
    board = dict.fromkeys(game.men["B"], "b") | dict.fromkeys(game.men["W"], "w")
    return State(board, game.first)


def moves(game: Game, state: State) -> set[Found]:
    """Every legal move; none when the game is won."""
    if _crowned_first(game, state):
        return set()
    allowed = allowed_lines(game, state)
    if allowed:
        return {found(game, state.board, line) for line in allowed}
    return {
        Found(origin, target, frozenset(), _becomes_king(game, piece, target))
        for origin, piece in state.board.items()
        if side_of(piece) == state.side and not _has_run(game, state, origin)
        for target in _steps(game, state.board, origin, piece)
    }


def allowed_lines(game: Game, state: State) -> list[Line]:
    """The captures that precedence allows, each with its route."""
    lines = capture_lines(game, state)
    best = max((game.choice(line) for line in lines), default=())
    return [line for line in lines if game.choice(line) == best]


def play(game: Game, state: State, move: Found) -> State:
    """What is on the board after the move."""
    board = dict(state.board)
    piece = board.pop(move.origin)
    for cell in move.captured:
        del board[cell]
    board[move.destination] = piece.upper() if move.promotes else piece
    runs = {side: _run_after(game, state, board, move, side) for side in "WB"}
    return State(board, other(state.side), runs["W"], runs["B"])


def outcome(game: Game, state: State) -> str | None:
    """The side that has won, when the game is over. Draws are no matter of the board."""
    if _crowned_first(game, state):
        return side_of(next(p for p in state.board.values() if p.isupper()))
    if moves(game, state):
        return None
    return state.side if game.goal == "lose" else other(state.side)


def found(game: Game, board: Board, line: Line) -> Found:
    """The move that a line plays."""
    a, b = line.path[0], line.path[-1]
    promotes = _becomes_king(game, line.piece, b) or line.piece != board[a]
    return Found(a, b, frozenset(line.taken), promotes)


def _crowned_first(game: Game, state: State) -> bool:
    return game.goal == "crown" and any(piece.isupper() for piece in state.board.values())


def _becomes_king(game: Game, piece: str, target: Cell) -> bool:
    return piece.islower() and target in game.crowns[side_of(piece)]


# Kings that have moved long enough.


def _has_run(game: Game, state: State, origin: Cell) -> bool:
    """Has this king used up its quiet moves, its owner still having men?"""
    run = state.run(state.side)
    return run is not None and run == (origin, game.king_run) and _has_men(state.board, state.side)


def _run_after(game: Game, state: State, board: Board, move: Found, side: str) -> Run | None:
    """Captures, moves of other pieces and moves of a side without men are not counted."""
    if game.king_run is None or not _has_men(board, side):
        return None
    run = state.run(side)
    if side != state.side:
        return None if run is None or run[0] in move.captured else run
    if move.captured or state.board[move.origin].islower():
        return None
    return (move.destination, run[1] + 1 if run is not None and run[0] == move.origin else 1)


def _has_men(board: Board, side: str) -> bool:
    return side.lower() in board.values()


# Steps.


def _steps(game: Game, board: Board, origin: Cell, piece: str) -> Iterator[Cell]:
    steps = game.king_moves if piece.isupper() else seen_by(side_of(piece), game.man_moves)
    for step in steps:
        ahead = game.rays[origin, step]
        if game.lines and piece.islower():
            ahead = [target for target in ahead if not _in_line(board, ahead, target, piece)]
        for target in ahead if _flies(game, piece) else ahead[:1]:
            if target in board:
                break
            yield target
    if game.hops != "no" and piece.islower():
        yield from _over_own(game, board, origin, piece)


def _over_own(game: Game, board: Board, origin: Cell, man: str) -> Iterator[Cell]:
    """The squares just behind pieces of the same side beside a man."""
    for step in seen_by(side_of(man), game.man_moves if game.hops == "moves" else game.man_takes):
        over, *behind = game.rays[origin, step][:2] or (None,)
        if over in board and side_of(board[over]) == side_of(man) and behind and behind[0] not in board:
            yield behind[0]


def _in_line(board: Board, ahead: list[Cell], target: Cell, man: str) -> bool:
    """Do men of the same side stand on every square up to the target, and there too?"""
    return all(board.get(cell) == man for cell in ahead[: ahead.index(target) + 1])


def _flies(game: Game, piece: str) -> bool:
    return game.flying and piece.isupper()


# Captures.


def capture_lines(game: Game, state: State) -> list[Line]:
    """Every capture of every piece, each carried on as long as it must be."""
    out: list[Line] = []
    for cell, piece in state.board.items():
        if side_of(piece) == state.side:
            rest = {c: p for c, p in state.board.items() if c != cell}
            out += _endings(game, rest, Line(piece, piece.isupper(), (cell,)))
    return [line for line in out if line.taken]


def _endings(game: Game, rest: Board, line: Line) -> list[Line]:
    """Every way to carry a line on to its end. `rest` is the board without the piece that captures."""
    if _must_stop(game, line):
        return [line]
    jumps = list(_jumps(game, rest, line))
    if not jumps:
        return [line]
    return [ending for landings in jumps for ending in _endings_behind(game, rest, landings)]


def _endings_behind(game: Game, rest: Board, landings: list[Line]) -> list[Line]:
    """Jump one piece, to a square behind it from which the capture goes on, if there is one."""
    after = rest
    if game.removed_at_once:
        after = {c: p for c, p in rest.items() if c != landings[0].taken[-1]}
    endings = [_endings(game, after, line) for line in landings]
    going_on = [some for some, line in zip(endings, landings, strict=True) if some != [line]]
    if going_on:
        return [line for some in going_on for line in some]
    if game.landing == "killer" and landings[0].kings[-1]:
        return landings[:1]
    return landings


def _must_stop(game: Game, line: Line) -> bool:
    return game.crowning == "stop" and bool(line.taken) and _becomes_king(game, line.piece, line.path[-1])


def _jumps(game: Game, rest: Board, line: Line) -> Iterator[list[Line]]:
    """For each piece that can be jumped now, the line continued to each square behind it."""
    steps = game.king_takes if line.piece.isupper() else seen_by(side_of(line.piece), game.man_takes)
    back = opposite(line.heading) if line.heading is not None and not game.turns_back else None
    for step in steps:
        if step == back:
            continue
        over, landings = _next_jump(game, rest, line, step)
        if over is not None and landings:
            yield [_jumped(game, rest, line, over, landing, step) for landing in landings]


def _next_jump(game: Game, rest: Board, line: Line, step: Step) -> tuple[Cell | None, list[Cell]]:
    """The first piece ahead, if it may be taken, and the empty squares behind it."""
    ahead = game.rays[line.path[-1], step]
    flies = _flies(game, line.piece)
    for over in ahead if flies else ahead[:1]:
        if over in rest:
            break
    else:
        return None, []
    if not _may_take(game, line, rest, over):
        return None, []
    landings = []
    for cell in ahead[ahead.index(over) + 1 :]:
        if cell in rest:
            break
        landings.append(cell)
    return over, landings if flies and game.landing != "behind" else landings[:1]


def _may_take(game: Game, line: Line, rest: Board, cell: Cell) -> bool:
    """A piece that was jumped and stays until the end is an obstacle."""
    if side_of(rest[cell]) == side_of(line.piece) or cell in line.taken:
        return False
    return game.man_takes_king or line.piece.isupper() or rest[cell].islower()


def _jumped(game: Game, rest: Board, line: Line, over: Cell, landing: Cell, step: Step) -> Line:
    crowned = game.crowning == "king" and _becomes_king(game, line.piece, landing)
    return Line(
        piece=line.piece.upper() if crowned else line.piece,
        by_king=line.by_king,
        path=(*line.path, landing),
        taken=(*line.taken, over),
        kings=(*line.kings, rest[over].isupper()),
        heading=step,
    )
