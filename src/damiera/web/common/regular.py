"""Work that one worker of all does again and again while the server runs."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from typing import Final

from damiera.web.common.coworkers import Coworkers
from damiera.web.common.database import DatabaseThreads, NotStored
from damiera.web.common.tasks import next_turn

__all__ = ["EVERY_S", "RegularWork"]

log = logging.getLogger("damiera.web")

EVERY_S: Final = 1.0


class RegularWork(ABC):
    """Looks each second whether there is something to do, in the worker that is on duty.

    Trouble is written to the log and ends nothing; where the database did not take a change, it has said so.

    Args:
        trouble: what the log says when a look fails.
        stored: where all stands of which it depends whether there is something to do; so after a look that
            leaves nothing there is none before somebody has stored something. None: elsewhere too.
    """

    def __init__(
        self,
        coworkers: Coworkers,
        trouble: str,
        stored: DatabaseThreads | None = None,
        *,
        every_s: float = EVERY_S,
    ) -> None:
        self._coworkers = coworkers
        self._trouble = trouble
        self._stored = stored
        self._every_s = every_s
        self._seen: int | None = None
        self._task: asyncio.Task[None] | None = None

    @abstractmethod
    async def look(self) -> bool:
        """Do what is to be done now; tell whether time alone may bring more of it."""

    async def start(self) -> None:
        """Begin to look."""
        self._task = asyncio.get_running_loop().create_task(self._go_on())

    async def stop(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _go_on(self) -> None:
        while True:
            try:
                await self._look_if_due()
            except NotStored:  # the log says so already
                pass
            except Exception:
                log.exception(self._trouble)
            await next_turn(self._every_s)

    async def _look_if_due(self) -> None:
        if not self._coworkers.is_on_duty:
            self._seen = None
            return
        changes = await self._stored.changes() if self._stored is not None else None
        if changes is not None and changes == self._seen:
            return
        self._seen = None
        goes_on = await self.look()
        self._seen = None if goes_on else changes  # what was stored since it was asked is seen next time
