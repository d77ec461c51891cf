"""The clock of arenas: each second whoever is free is paired, and what is over is counted."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from damiera.service.arenas import ArenaService
from damiera.web.common.coworkers import Coworkers
from damiera.web.common.database import DatabaseThreads, NotStored
from damiera.web.play.running_games import RunningGames

__all__ = ["ArenaClock"]

log = logging.getLogger("damiera.web")

LOOK_S: Final = 1.0


class ArenaClock:
    """Looks each second at the arenas that are not over. One worker of all does."""

    def __init__(
        self,
        arenas: ArenaService,
        running: RunningGames,
        database: DatabaseThreads,
        coworkers: Coworkers,
        *,
        every_s: float = LOOK_S,
    ) -> None:
        self._arenas = arenas
        self._running = running
        self._database = database
        self._coworkers = coworkers
        self._every_s = every_s
        self._eye: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to look."""
        self._eye = asyncio.get_running_loop().create_task(self._look())

    async def stop(self) -> None:
        """Look no more."""
        if self._eye is not None:
            self._eye.cancel()
            await asyncio.gather(self._eye, return_exceptions=True)

    async def _look(self) -> None:
        while True:
            try:
                if self._coworkers.is_on_duty:
                    await self._look_once()
            except NotStored:  # the log says so already
                pass
            except Exception:
                log.exception("the arenas could not be looked at")
            await asyncio.sleep(self._every_s)

    async def _look_once(self) -> None:
        for id in await self._database.read(self._arenas.running):
            try:
                begun = await self._database.write(self._arenas.go_on, id)
            except NotStored:
                raise
            except Exception:  # of one arena: the others go on
                log.exception("arena %s could not go on", id)
                continue
            for live in begun:
                self._running.changed(live)
