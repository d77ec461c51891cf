"""Work that one worker of all does again and again while the server runs."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from typing import Final

from damiera.web.common.coworkers import Coworkers
from damiera.web.common.database import NotStored

__all__ = ["EVERY_S", "RegularWork"]

log = logging.getLogger("damiera.web")

EVERY_S: Final = 1.0


class RegularWork(ABC):
    """Looks each second whether there is something to do, in the worker that is on duty.

    Trouble is written to the log and ends nothing; where the database did not take a change, it has said so.

    Args:
        trouble: what the log says when a look fails.
    """

    def __init__(self, coworkers: Coworkers, trouble: str, *, every_s: float = EVERY_S) -> None:
        self._coworkers = coworkers
        self._trouble = trouble
        self._every_s = every_s
        self._task: asyncio.Task[None] | None = None

    @abstractmethod
    async def look(self) -> None:
        """Do what is to be done now."""

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
                if self._coworkers.is_on_duty:
                    await self.look()
            except NotStored:  # the log says so already
                pass
            except Exception:
                log.exception(self._trouble)
            await asyncio.sleep(self._every_s)
