"""Cheskers: men and kings that jump, a bishop and a camel that take by coming to a square.

A square is (file, rank), both from 0, a1 first; the dark ones are played on. A piece is a letter: man `m`,
king `k`, bishop `b`, camel `c`, of White in capitals.

Sources: chessvariants.org (all of it; alone in that who may take several pieces may not take one), Wikipedia
and gambiter.com (who begins, when a game is over). Men and kings go and jump as in English draughts. When one
of them can jump, something must be taken, with any piece. What bishops and camels alone can take is no duty.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

Square = tuple[int, int]

SQUARES: tuple[Square, ...] = tuple((f, r) for r in range(8) for f in range(8) if (f + r) % 2 == 0)
_ALL = frozenset(SQUARES)
_NAMES: dict[Square, str] = {(f, r): f"{'abcdefgh'[f]}{r + 1}" for f, r in SQUARES}
_SLANTED = ((1, 1), (-1, 1), (1, -1), (-1, -1))
_LEAPS = tuple((f, r) for f in (-3, -1, 1, 3) for r in (-3, -1, 1, 3) if abs(f) != abs(r))
_FIRST_ROW = {0: "b", 2: "k", 4: "k", 6: "c"}


@dataclass(frozen=True)
class Game:
    """Whether who may take several pieces may not take one."""

    several: bool = True

    @property
    def names(self) -> dict[Square, str]:
        """What players call each square."""
        return _NAMES


GAMES: dict[str, Game] = {"cheskers": Game(), "cheskers~choice=free": Game(several=False)}


@dataclass(frozen=True)
class State:
    """What stands where, and whose turn it is."""

    board: dict[Square, str]
    side: str


@dataclass(frozen=True)
class Found:
    origin: Square
    destination: Square
    captured: frozenset[Square] = frozenset()
    becomes: str = ""  # `K`, `B` or `C` of a man that arrives


def other(side: str) -> str:
    return "B" if side == "W" else "W"


def side_of(piece: str) -> str:
    return "W" if piece.isupper() else "B"


def start(_: Game) -> State:
    board = {}
    for file, rank in SQUARES:
        if rank < 3:
            piece = "m" if rank else _FIRST_ROW[file]
            board[file, rank] = piece.upper()
            board[7 - file, 7 - rank] = piece
    return State(board, "B")


def moves(game: Game, state: State) -> set[Found]:
    """Every legal move of the side whose turn it is; none when a side has no king."""
    if not all(king in state.board.values() for king in "kK"):
        return set()
    jumping, taking, going = set[Found](), set[Found](), set[Found]()
    for origin, piece in state.board.items():
        if side_of(piece) != state.side:
            continue
        if piece in "mMkK":
            jumping |= set(_jumps(state, origin))
            going |= set(_steps(state, origin))
        else:
            for move in _leaps(state, origin):
                (taking if move.captured else going).add(move)
    if not jumping:
        return taking | going
    found = jumping | taking
    several = {move for move in found if len(move.captured) > 1}
    return several if several and game.several else found


def play(_: Game, state: State, move: Found) -> State:
    board = {at: piece for at, piece in state.board.items() if at not in move.captured}
    piece = board.pop(move.origin)
    if move.becomes:
        piece = move.becomes if state.side == "W" else move.becomes.lower()
    board[move.destination] = piece
    return State(board, other(state.side))


def outcome(game: Game, state: State) -> str | None:
    """Who has won; None while the game goes on."""
    for side in (state.side, other(state.side)):
        if ("K" if side == "W" else "k") not in state.board.values():
            return other(side)
    return None if moves(game, state) else other(state.side)


def _ways(piece: str) -> Iterator[Square]:
    ahead = 1 if piece.isupper() else -1
    return (way for way in _SLANTED if piece in "kK" or way[1] == ahead)


def _arrived(piece: str, at: Square) -> bool:
    return (piece == "M" and at[1] == 7) or (piece == "m" and at[1] == 0)


def _made(piece: str, origin: Square, at: Square, captured: frozenset[Square]) -> Iterator[Found]:
    for becomes in "KBC" if _arrived(piece, at) else ("",):
        yield Found(origin, at, captured, becomes)


def _steps(state: State, origin: Square) -> Iterator[Found]:
    piece = state.board[origin]
    for way in _ways(piece):
        at = (origin[0] + way[0], origin[1] + way[1])
        if at in _ALL and at not in state.board:
            yield from _made(piece, origin, at, frozenset())


def _jumps(state: State, origin: Square) -> Iterator[Found]:
    """Every jump played to its end; what is jumped is gone at once, which comes to the same here."""
    piece = state.board[origin]

    def on(board: dict[Square, str], at: Square, taken: frozenset[Square]) -> Iterator[Found]:
        further = False
        for way in _ways(piece):
            over, to = (at[0] + way[0], at[1] + way[1]), (at[0] + 2 * way[0], at[1] + 2 * way[1])
            enemy = over in board and side_of(board[over]) != state.side
            if not enemy or to not in _ALL or to in board or _arrived(piece, at):
                continue
            further = True
            yield from on({sq: one for sq, one in board.items() if sq != over}, to, taken | {over})
        if taken and not further:
            yield from _made(piece, origin, at, taken)

    yield from on({sq: one for sq, one in state.board.items() if sq != origin}, origin, frozenset())


def _leaps(state: State, origin: Square) -> Iterator[Found]:
    piece = state.board[origin]
    for way in _LEAPS if piece in "cC" else _SLANTED:
        at = (origin[0] + way[0], origin[1] + way[1])
        while at in _ALL:
            there = state.board.get(at)
            if there is None or side_of(there) != state.side:
                yield Found(origin, at, frozenset({at}) if there else frozenset())
            if there is not None or piece in "cC":
                break
            at = (at[0] + way[0], at[1] + way[1])
