"""Use cases are plain functions that wait for the database; threads of their own keep the server free.

Writes queue for one thread and so never meet in the database; reads have a few.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

__all__ = ["DatabaseThreads", "NotStored"]

log = logging.getLogger("damiera.web")

P = ParamSpec("P")
T = TypeVar("T")


class NotStored(Exception):
    """The database can be used no longer, and nothing of a use case is stored; the log says why.

    It is no `DamieraError`: those are mistakes of a request, which pages tell beside their fields.
    """


class DatabaseThreads:
    """The threads in which use cases run.

    What a use case raises is raised to whoever waits for it. Only what the store raises of itself, which
    tells of folders, goes to the log, and `NotStored` is raised.

    Args:
        failure: what the store raises when it cannot keep or read anything.
    """

    def __init__(self, failure: type[Exception], readers: int = 3) -> None:
        self._failure = failure
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="damiera-write")
        self._readers = ThreadPoolExecutor(readers, thread_name_prefix="damiera-read")

    async def write(self, use_case: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a use case that may write."""
        return await self._run(self._writer, use_case, *args, **kwargs)

    async def read(self, use_case: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a use case that only looks."""
        return await self._run(self._readers, use_case, *args, **kwargs)

    async def _run(
        self, pool: ThreadPoolExecutor, use_case: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(pool, lambda: _called(use_case, *args, **kwargs))
        except self._failure as error:
            log.error("%s", error)
            raise NotStored from error

    def close(self) -> None:
        """Let what was begun end, and begin nothing more."""
        self._writer.shutdown(wait=True, cancel_futures=True)
        self._readers.shutdown(wait=True, cancel_futures=True)


def _called(use_case: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a use case; a `StopIteration` would never reach who awaits it, and the request would not end."""
    try:
        return use_case(*args, **kwargs)
    except StopIteration as error:
        raise RuntimeError("a use case ran out of an iterator") from error
