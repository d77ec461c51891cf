"""The clock of arenas: each second whoever is free is paired, and what is over is counted."""

from __future__ import annotations

import logging

from damiera.service.arenas import ArenaService
from damiera.web.common.coworkers import Coworkers
from damiera.web.common.database import DatabaseThreads, NotStored
from damiera.web.common.regular import RegularWork
from damiera.web.play.running_games import RunningGames

__all__ = ["ArenaClock"]

log = logging.getLogger("damiera.web")


class ArenaClock(RegularWork):
    """Looks at the arenas that are not over."""

    def __init__(
        self,
        arenas: ArenaService,
        running: RunningGames,
        database: DatabaseThreads,
        coworkers: Coworkers,
    ) -> None:
        super().__init__(coworkers, "the arenas could not be looked at", database)
        self._arenas = arenas
        self._running = running
        self._database = database

    async def look(self) -> bool:
        """Pair who is free, and show the games that begin."""
        running = await self._database.read(self._arenas.running)
        for id in running:
            try:
                begun = await self._database.write(self._arenas.go_on, id)
            except NotStored:
                raise
            except Exception:  # of one arena: the others go on
                log.exception("arena %s could not go on", id)
                continue
            for live in begun:
                self._running.changed(live)
        return bool(running)
