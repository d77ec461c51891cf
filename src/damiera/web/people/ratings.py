"""Rated games that are over are reckoned: as they end, and at the start what a run missed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Final

from damiera.service.rated_games import RatedGames
from damiera.web.common.coworkers import Coworkers
from damiera.web.common.database import DatabaseThreads, NotStored

__all__ = ["GameRatings"]

log = logging.getLogger("damiera.web")

LOOK_S: Final = 1.0


class GameRatings:
    """The eye on rated games. It only asks; the transaction decides, once."""

    def __init__(
        self, rated: RatedGames, database: DatabaseThreads, coworkers: Coworkers, *, every_s: float = LOOK_S
    ) -> None:
        self._rated = rated
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

    async def _ended(self) -> Sequence[str]:
        """Return what is to be reckoned, by one worker of all."""
        return await self._database.read(self._rated.ended) if self._coworkers.is_on_duty else ()

    async def _look(self) -> None:
        while True:
            try:
                for game_id in await self._ended():
                    await self._database.write(self._rated.settle, game_id)
            except NotStored:  # the log says so already
                pass
            except Exception:
                log.exception("a game could not be rated")
            await asyncio.sleep(self._every_s)
