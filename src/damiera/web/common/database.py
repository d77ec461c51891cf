"""Use cases are plain functions that wait for the database; threads of their own keep the server free.

Writes queue for one thread and so never meet in the database; reads have a few. Small writes that wait at the
same time are kept together, so that the disk is waited for once for all of them.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar

from damiera.service.store_watch import StoreWatch
from damiera.service.wall_clock import WallClock

__all__ = ["DatabaseThreads", "NotStored"]

log = logging.getLogger("damiera.web")

P = ParamSpec("P")
T = TypeVar("T")
Together: TypeAlias = AbstractContextManager[None]


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
        together: begins a block in which all that a thread writes is kept at its end, or nothing.
        watch: is told when what is written came, and when the store answers.
        committed: hears how many small writes were kept together, and in how many seconds; by any thread.
        changed: returns a number that is another one once anybody has stored anything, in any process; None
            where that is not known.
    """

    def __init__(
        self,
        failure: type[Exception],
        together: Callable[[], Together] = nullcontext,
        readers: int = 3,
        committed: Callable[[int, float], None] = lambda writes, seconds: None,
        watch: StoreWatch | None = None,
        changed: Callable[[], int | None] = lambda: None,
    ) -> None:
        self._failure = failure
        self._together = together
        self._committed = committed
        self._watch = watch or StoreWatch(WallClock())
        self._waiting: deque[_Small] = deque()
        self._said, self._said_at = "", 0.0
        self._changed = changed
        self._asking: asyncio.Task[int | None] | None = None
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="damiera-write")
        self._readers = ThreadPoolExecutor(readers, thread_name_prefix="damiera-read")

    @property
    def waiting(self) -> int:
        """How many small writes wait for the thread that writes."""
        return len(self._waiting)

    async def write(self, use_case: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a use case that may write."""
        call = partial(self._write_one, self._watch.now_ms(), partial(_called, use_case, *args, **kwargs))
        return await self._run(self._writer, call)

    def _write_one(self, came: int, call: Callable[[], T]) -> T:
        """Run a use case, in the thread that writes, and see whether the store answered."""
        self._watch.begins()
        try:
            with self._watch.came(came):
                found = call()
        except Exception as error:
            if not isinstance(error, self._failure):
                self._watch.answered()
            raise
        self._watch.answered()
        return found

    async def write_small(self, use_case: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a use case that writes little, together with others that wait; it may be run twice.

        If they cannot be kept together each is run again alone, and hears what becomes of itself.
        """
        loop = asyncio.get_running_loop()
        small = _Small(
            partial(_called, use_case, *args, **kwargs),
            loop.create_future(),
            self._watch,
            self._watch.now_ms(),
        )
        self._waiting.append(small)
        if len(self._waiting) == 1:  # who comes later is taken along by the call that is on its way
            self._writer.submit(self._write_waiting, loop)
        try:
            found: T = await small.answer
        except self._failure as error:
            self._note(error)
            raise NotStored from error
        return found

    def _write_waiting(self, loop: asyncio.AbstractEventLoop) -> None:
        """Run what waits, in the thread that writes, and tell the loop once."""
        taken: list[_Small] = []
        while self._waiting and len(taken) < _AT_ONCE:
            taken.append(self._waiting.popleft())
        if self._waiting:
            self._writer.submit(self._write_waiting, loop)
        began = time.perf_counter()
        self._watch.begins()
        try:
            with self._together():
                for small in taken:
                    small.run(fatal=self._failure)
            self._committed(len(taken), time.perf_counter() - began)
        except Exception:  # nothing is kept: see which of them can be
            for small in taken:
                small.run()
        if not any(isinstance(small.error, self._failure) for small in taken):
            self._watch.answered()
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(_tell, taken)

    async def read(self, use_case: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a use case that only looks."""
        return await self._run(self._readers, use_case, *args, **kwargs)

    async def changes(self) -> int | None:
        """Return a number that is another one once anybody has stored anything; None if that is not known.

        Whoever looks each second asks for it first, and all who ask at the same time share one answer.
        """
        asking = self._asking
        if asking is None or asking.done() or asking.get_loop() is not asyncio.get_running_loop():
            asking = self._asking = asyncio.create_task(self.read(self._changed))
        return await asyncio.shield(asking)

    async def _run(
        self, pool: ThreadPoolExecutor, use_case: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(pool, lambda: _called(use_case, *args, **kwargs))
        except self._failure as error:
            self._note(error)
            raise NotStored from error

    def _note(self, error: Exception) -> None:
        """Log a failure; the same one once in a while, however many requests meet it all night."""
        said, now = str(error), time.monotonic()
        if said != self._said or now - self._said_at >= SAID_AGAIN_S:
            self._said, self._said_at = said, now
            log.error("%s", error)

    def close(self) -> None:
        """Let what was begun end, and begin nothing more."""
        self._writer.shutdown(wait=True, cancel_futures=True)
        self._readers.shutdown(wait=True, cancel_futures=True)


SAID_AGAIN_S: Final = 10.0
_AT_ONCE: Final = 256  # nobody waits for more than these before they hear of their own


class _Small:
    """A small write that waits, and what became of it."""

    __slots__ = ("answer", "call", "came", "error", "found", "watch")

    def __init__(
        self, call: Callable[[], object], answer: asyncio.Future[Any], watch: StoreWatch, came: int
    ) -> None:
        self.call = call
        self.answer = answer
        self.watch = watch
        self.came = came
        self.error: Exception | None = None
        self.found: object = None

    def run(self, fatal: type[Exception] | None = None) -> None:
        """Run it and keep what it says or raises; what is fatal is raised."""
        self.error = None
        try:
            with self.watch.came(self.came):
                self.found = self.call()
        except Exception as error:
            if fatal is not None and isinstance(error, fatal):
                raise
            self.error = error

    def tell(self) -> None:
        """Let who waits hear of it."""
        if self.answer.done():
            return
        if self.error is not None:
            self.answer.set_exception(self.error)
        else:
            self.answer.set_result(self.found)


def _tell(written: list[_Small]) -> None:
    for small in written:
        small.tell()


def _called(use_case: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a use case; a `StopIteration` would never reach who awaits it, and the request would not end."""
    try:
        return use_case(*args, **kwargs)
    except StopIteration as error:
        raise RuntimeError("a use case ran out of an iterator") from error
