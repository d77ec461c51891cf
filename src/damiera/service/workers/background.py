"""Work that goes on beside play, piece by piece, in a thread of its own."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

__all__ = ["Background"]

log = logging.getLogger("damiera.service")

_AFTER_TROUBLE_S: Final = 60.0
_SHARED_S: Final = 2.0
"""Seconds after which shared work is looked at again: another worker may have been asked, or be gone."""


class Background(ABC):
    """Something that is done a piece at a time while the server runs; what is left the next run finds.

    Args:
        name: of the work, for its thread and the log.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=f"damiera-{name}")
        self._halted = threading.Event()
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._is_ours: Callable[[], bool] | None = None
        self._failures: tuple[type[Exception], ...] = ()

    def expect(self, *failures: type[Exception]) -> None:
        """Have the log say such a failure in one line, without where it came from: the database is away."""
        self._failures = failures

    def share(self, is_ours: Callable[[], bool]) -> None:
        """Do a piece only while that holds: there are other workers, and one of them all does this."""
        self._is_ours = is_ours

    @abstractmethod
    def piece(self) -> float | None:
        """Do a piece of the work; return how many seconds to rest then, or None until there is more to do."""

    async def start(self) -> None:
        """Begin with what a former run left."""
        self._task = asyncio.get_running_loop().create_task(self._go_on())

    def wake(self) -> None:
        """There is more to do."""
        self._wake.set()

    async def stop(self) -> None:
        """Leave off; the next run goes on. A long piece looks at `_halted` from time to time."""
        self._halted.set()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._thread.shutdown(wait=True, cancel_futures=True)

    async def _go_on(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            self._wake.clear()
            rest = await loop.run_in_executor(self._thread, self._try)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(rest):
                    await self._wake.wait()

    def _try(self) -> float | None:
        try:
            if self._is_ours is None:
                return self.piece()
            rest = self.piece() if self._is_ours() else None
            return _SHARED_S if rest is None else rest
        except self._failures as error:
            log.error("%s rests for a while: %s", self._name, error)
        except Exception:
            log.exception("%s rests for a while", self._name)
        return _AFTER_TROUBLE_S
