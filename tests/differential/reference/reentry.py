"""Dama a rientro: a man that reaches the far row leaves the board and comes back at home.

Source: the survey "La Dama - regole ufficiali" (Juegopedia), and nothing else: a man that reaches the far
row is taken off and enters again on any square of its own base at its owner's first turn at which that can
be; entries come before the move and do not replace it. There are no kings.

What the text leaves open, as we fill it: the game under it is Italian; all waiting men enter that find
room, where their owner likes; the move, and the duty to capture, are judged on the board after the entries;
a man that reaches the far row by a capture leaves when the capture is over; who cannot move after the
entries has lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from tests.differential.reference import draughts
from tests.differential.reference.boards import Cell
from tests.differential.reference.draughts import Board
from tests.differential.reference.games import ITALIAN

Game = draughts.Game

GAMES: dict[str, Game] = {"reentry": ITALIAN}


@dataclass(frozen=True)
class State:
    """The men on the board, the side to move and the men of each side that wait."""

    board: Board
    side: str
    white_waiting: int = 0
    black_waiting: int = 0

    @property
    def waiting(self) -> int:
        return self.white_waiting if self.side == "W" else self.black_waiting


@dataclass(frozen=True)
class Turn:
    """Where men enter, and the move after it."""

    entries: frozenset[Cell]
    move: draughts.Found


def start(game: Game) -> State:
    begun = draughts.start(game)
    return State(begun.board, begun.side)


def moves(game: Game, state: State) -> set[Turn]:
    """Every legal turn: all ways to enter, each with all moves on the board that it makes."""
    return {
        Turn(entries, move)
        for entries in _entries(game, state)
        for move in draughts.moves(game, draughts.State(_entered(state, entries), state.side))
    }


def play(game: Game, state: State, turn: Turn) -> State:
    """After the turn a man on the far row is off the board, and waits."""
    entered = draughts.State(_entered(state, turn.entries), state.side)
    after = draughts.play(game, entered, turn.move)
    gone = 1 if turn.move.promotes else 0
    if gone:
        del after.board[turn.move.destination]
    left = state.waiting - len(turn.entries) + gone
    white = left if state.side == "W" else state.white_waiting
    black = left if state.side == "B" else state.black_waiting
    return State(after.board, after.side, white, black)


def outcome(game: Game, state: State) -> str | None:
    """Who cannot move, the entries done, has lost."""
    return None if moves(game, state) else draughts.other(state.side)


def _entries(game: Game, state: State) -> Iterator[frozenset[Cell]]:
    base = game.crowns[draughts.other(state.side)]
    room = sorted(base - state.board.keys())
    for chosen in combinations(room, min(state.waiting, len(room))):
        yield frozenset(chosen)


def _entered(state: State, entries: frozenset[Cell]) -> Board:
    return state.board | dict.fromkeys(entries, state.side.lower())
