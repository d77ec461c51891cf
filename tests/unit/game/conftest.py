"""Ways of playing that the tests of a game share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

import pytest

from damiera._core import Position
from damiera.game.events import Moved
from damiera.game.state import Game

Play = Callable[..., Game]
Walk = Callable[[Game, int], Game]


def _play(game: Game, *texts: str, at: int = 0) -> Game:
    for text in texts:
        game = game.apply(Moved(path=tuple(int(n) for n in re.findall(r"\d+", text)), at=at))
    return game


def _to_and_fro(game: Game, plies: int) -> Game:
    """Both kings step out and back: every fourth ply the position is the same again."""
    for _ in range(plies):
        back = game.paths[-2][::-1] if game.ply >= 2 else ()
        steps = list(_quiet_steps(game))
        game = game.apply(Moved(path=back if back in steps else steps[0], at=0))
    return game


def _wander(game: Game, plies: int) -> Game:
    """Kings move without ever repeating a position, and leave nothing to take."""
    for _ in range(plies):
        game = game.apply(Moved(path=next(_quiet_steps(game, game.positions)), at=0))
    return game


def _quiet_steps(game: Game, avoid: Sequence[Position] = ()) -> Iterator[tuple[int, ...]]:
    """The moves of kings that take nothing, leave nothing to take and lead to none of `avoid`."""
    position = game.position
    for move in position.moves():
        after = position.play(move)
        king = position.piece_at(move.origin) in ("W", "B")
        if king and not move.is_capture and after not in avoid and not after.detect():
            yield move.origin, move.destination


@pytest.fixture
def play() -> Play:
    return _play


@pytest.fixture
def to_and_fro() -> Walk:
    return _to_and_fro


@pytest.fixture
def wander() -> Walk:
    return _wander
