"""The games of the club that run now, for whoever wants to watch: the best first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from damiera.rating.online import GameSpeed
from damiera.records.games import GameRecord
from damiera.service.ports import StorePort, Transaction
from damiera.service.rated_games import game_speed, rating_class

__all__ = ["TvGame", "TvService", "best_first"]

MOST: Final = 100


class TvGame(msgspec.Struct, frozen=True):
    """A game that may be watched.

    Attributes:
        speed: by which it would be rated; None without a clock.
        strength: the ratings of its players in it, summed; who has none counts 0.
    """

    row: GameRecord
    speed: GameSpeed | None
    strength: float


def best_first(games: Sequence[TvGame], spectators: Callable[[GameRecord], int]) -> tuple[TvGame, ...]:
    """Return games with most spectators first, then by the strength of their players, then the newest.

    Args:
        spectators: how many watch a game.
    """

    def rank(game: TvGame) -> tuple[float, ...]:
        return -spectators(game.row), -game.strength, -(game.row.started_at or 0)

    return tuple(sorted(games, key=rank))


class TvService:
    """The use case of whoever watches."""

    def __init__(self, store: StorePort) -> None:
        self._store = store

    def games(self, game: str = "", speed: str = "") -> tuple[TvGame, ...]:
        """Return the games of the club that run, the newest first.

        Args:
            game: a game's slug, and only those are returned; all of them if empty.
            speed: likewise.
        """
        with self._store.read() as work:
            rows = work.games.of_club(started=True, limit=MOST)
            found = tuple(_tv_game(work, row) for row in rows if game in ("", row.game))
        return tuple(one for one in found if speed in ("", one.speed))


def _tv_game(work: Transaction, row: GameRecord) -> TvGame:
    speed = game_speed(row)
    ids = [seat.player_id for seat in row.seats if seat.player_id is not None]
    known = [work.ratings.get(id, row.game, rating_class(row, speed)) for id in ids] if speed else []
    return TvGame(row, speed, sum(one.rating for one in known if one is not None))
