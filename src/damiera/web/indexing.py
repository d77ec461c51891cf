"""The index of positions follows the games: a few of them at a time, between the moves of people who play."""

from __future__ import annotations

import asyncio
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from damiera.service.exploring import Exploring

__all__ = ["Indexing"]

log = logging.getLogger("damiera.web")

LOOKS_EVERY_S: Final = 3.0
_REST: Final = 60
"""How many times longer than a look for new games it rests: a large archive is not looked over always."""
_AFTER_TROUBLE_S: Final = 60.0


class Indexing:
    """Counts the games that came in or ended, in a thread of its own; what is left the next run finds."""

    def __init__(self, exploring: Exploring) -> None:
        self._exploring = exploring
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="damiera-index")
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin with what a former run left."""
        self._task = asyncio.get_running_loop().create_task(self._go_on())

    async def stop(self) -> None:
        """Leave off; the next run goes on."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._thread.shutdown(wait=True, cancel_futures=True)

    async def _go_on(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            begun = time.monotonic()
            try:
                done = await loop.run_in_executor(self._thread, self._exploring.step)
                rest = 0.0 if done else max(LOOKS_EVERY_S, _REST * (time.monotonic() - begun))
            except Exception:
                log.exception("the index of positions rests for a while")
                rest = _AFTER_TROUBLE_S
            await asyncio.sleep(rest)
