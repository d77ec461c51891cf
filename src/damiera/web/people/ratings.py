"""Rated games that are over are reckoned: as they end, and at the start what a run missed."""

from __future__ import annotations

from damiera.service.rated_games import RatedGames
from damiera.web.common.coworkers import Coworkers
from damiera.web.common.database import DatabaseThreads
from damiera.web.common.regular import RegularWork

__all__ = ["GameRatings"]


class GameRatings(RegularWork):
    """Has rated games that are over reckoned. It only asks; the transaction decides, once."""

    def __init__(self, rated: RatedGames, database: DatabaseThreads, coworkers: Coworkers) -> None:
        super().__init__(coworkers, "a game could not be rated", database)
        self._rated = rated
        self._database = database

    async def look(self) -> bool:
        """Reckon what is over."""
        for game_id in await self._database.read(self._rated.ended):
            await self._database.write(self._rated.settle, game_id)
        return False
