"""Games of an event that are over are told to it: as they end, and at the start what a run missed."""

from __future__ import annotations

from damiera.service.tournament.online import OnlineBoardService
from damiera.web.common.coworkers import Coworkers
from damiera.web.common.database import DatabaseThreads
from damiera.web.common.regular import RegularWork

__all__ = ["EventResults"]


class EventResults(RegularWork):
    """Has results of boards that are played here written down. It only asks; the transaction decides."""

    def __init__(self, online: OnlineBoardService, database: DatabaseThreads, coworkers: Coworkers) -> None:
        super().__init__(coworkers, "a game could not be told to its event", database)
        self._online = online
        self._database = database

    async def look(self) -> bool:
        """Write down what is over."""
        for game_id in await self._database.read(self._online.ended):
            await self._database.write(self._online.record, game_id)
        return False
