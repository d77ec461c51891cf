"""A slow move generator of every game, written straight from the texts, as a witness against the fast one.

It shares nothing with the core: no bitboards, no tables but the rays of a board. Games of the trait table
are in `games.py` and played by `draughts.py`; `towers.py`, `reentry.py`, `stars.py`, `corners.py` and
`chessmen.py` are the five other families. A `Witness` shows any of them by one face.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from tests.differential.reference import chessmen, corners, draughts, fens, reentry, stars, towers
from tests.differential.reference.draughts import moves, play, start
from tests.differential.reference.games import GAMES, losing

__all__ = ["FAMILIES", "GAMES", "Witness", "moves", "play", "start", "witness"]

S = TypeVar("S")
M = TypeVar("M")


@dataclass(frozen=True)
class Witness(Generic[S, M]):
    """One game of any family: positions `S`, moves `M`."""

    game: object
    start: Callable[[], S]
    moves: Callable[[S], set[M]]
    play: Callable[[S, M], S]
    outcome: Callable[[S], object]  # who has won; None while the game goes on
    read: Callable[[str], S]
    names: dict[tuple[int, int], str]

    def perft(self, state: S, depth: int) -> int:
        """The number of ways to play so many plies."""
        if depth == 0:
            return 1
        found = self.moves(state)
        return len(found) if depth == 1 else sum(self.perft(self.play(state, m), depth - 1) for m in found)


FAMILIES = (*towers.GAMES, *reentry.GAMES, *stars.GAMES, *corners.GAMES, *chessmen.GAMES)


def witness(slug: str) -> Witness[Any, Any]:
    """The game of that name; any game of the trait table also as `GAME-losing`."""
    if slug in towers.GAMES:
        return _witness(towers, towers.GAMES[slug], fens.read_towers)
    if slug in reentry.GAMES:
        return _witness(reentry, reentry.GAMES[slug], fens.read_reentry)
    if slug in stars.GAMES:
        return _witness(stars, stars.GAMES[slug], fens.read_star)
    if slug in corners.GAMES:
        return _witness(corners, corners.GAMES[slug], fens.read_corners)
    if slug in chessmen.GAMES:
        return _witness(chessmen, chessmen.GAMES[slug], fens.read_chessmen)
    game = losing(GAMES[slug.removesuffix("-losing")]) if slug.endswith("-losing") else GAMES[slug]
    return draughts_witness(game)


def draughts_witness(game: draughts.Game) -> Witness[draughts.State, draughts.Found]:
    """A game of the trait table, in the catalogue or not."""
    return _witness(draughts, game, fens.read_draughts)


def _witness(family: Any, game: Any, read: Callable[[Any, str], Any]) -> Witness[Any, Any]:
    return Witness(
        game=game,
        start=partial(family.start, game),
        moves=partial(family.moves, game),
        play=partial(family.play, game),
        outcome=partial(family.outcome, game),
        read=partial(read, game),
        names=game.names,
    )
