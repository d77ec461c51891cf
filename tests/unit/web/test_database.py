"""Use cases in threads of their own: whatever they raise, whoever waits is told."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from damiera.messages import Verbatim
from damiera.service.pulse import Interruption
from damiera.service.store_watch import StoreWatch
from damiera.store.errors import StoreError
from damiera.web.common import database
from damiera.web.common.database import DatabaseThreads, NotStored


def _exhausted(names: Iterator[str]) -> str:
    return next(names)


def test_an_iterator_that_ran_out_ends_the_request_all_the_same() -> None:
    """A future cannot hold a `StopIteration`: it would be lost, and the page awaited for ever."""
    threads = DatabaseThreads(StoreError)

    async def ask() -> str:
        return await asyncio.wait_for(threads.read(_exhausted, iter(())), 10)

    with pytest.raises(RuntimeError, match="ran out"):
        asyncio.run(ask())
    threads.close()


def test_what_is_away_all_night_does_not_fill_the_log(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = DatabaseThreads(StoreError)

    def fails(why: str) -> None:
        raise StoreError("here", Verbatim(why))

    async def ask(why: str, times: int) -> None:
        for _ in range(times):
            with pytest.raises(NotStored):
                await threads.read(fails, why)

    asyncio.run(ask("away", 20))
    asyncio.run(ask("full", 2))
    asyncio.run(ask("away", 1))
    assert [one.levelname for one in caplog.records] == ["ERROR"] * 3
    monkeypatch.setattr(database, "SAID_AGAIN_S", 0.0)
    asyncio.run(ask("away", 1))
    assert len(caplog.records) == 4
    threads.close()


class Disk:
    """Keeps what is done in a block at its end, and tells how often it was waited for."""

    def __init__(self, *, full: bool = False) -> None:
        self.full = full
        self.syncs = 0
        self.kept: list[int] = []
        self._block: list[int] | None = None
        self.free = threading.Event()

    @contextmanager
    def together(self) -> Iterator[None]:
        self._block = []
        try:
            yield
            if self.full and len(self._block) > 1:
                raise StoreError("here", Verbatim("full"))
            self.syncs += 1
            self.kept += self._block
        finally:
            self._block = None

    def write(self, n: int) -> int:
        assert self.free.wait(10)
        if n < 0:
            raise ValueError(n)
        if self.full and n == 13:
            raise StoreError("here", Verbatim("full"))
        (self.kept if self._block is None else self._block).append(n)
        return n * n


def _written(disk: Disk, numbers: list[int]) -> list[int | BaseException]:
    """Return what becomes of small writes that wait while the first is written."""
    threads = DatabaseThreads(StoreError, disk.together)

    async def ask() -> list[int | BaseException]:
        asked = [asyncio.ensure_future(threads.write_small(disk.write, n)) for n in numbers]
        await asyncio.sleep(0.05)
        disk.free.set()
        return await asyncio.wait_for(asyncio.gather(*asked, return_exceptions=True), 10)

    found = asyncio.run(ask())
    threads.close()
    return found


def test_small_writes_that_wait_are_kept_together_and_each_hears_of_its_own() -> None:
    disk = Disk()
    found = _written(disk, [1, 2, -3, *range(4, 40)])
    assert found[:2] == [1, 4]
    assert isinstance(found[2], ValueError)
    assert found[3:] == [n * n for n in range(4, 40)]
    assert disk.kept == [1, 2, *range(4, 40)]
    assert disk.syncs <= 2  # the first may have gone alone


@pytest.mark.parametrize("unlucky", [12, 13])
def test_small_writes_that_cannot_be_kept_together_are_kept_one_by_one(unlucky: int) -> None:
    disk = Disk(full=True)
    found = _written(disk, [1, 2, unlucky, 4])
    assert (found[0], found[1], found[3]) == (1, 4, 16)
    assert isinstance(found[2], NotStored) == (unlucky == 13)
    assert sorted(disk.kept) == sorted([1, 2, 4] if unlucky == 13 else [1, 2, 12, 4])


class StoodClock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = 0

    def now_ms(self) -> int:
        return self.now


def test_what_waits_counts_from_when_it_came_and_a_long_wait_is_known_to_what_comes_next() -> None:
    clock = StoodClock()
    watch, goes_on = StoreWatch(clock), threading.Event()
    threads = DatabaseThreads(StoreError, watch=watch)
    found: list[tuple[int, list[Interruption]]] = []

    def wait() -> None:
        assert goes_on.wait(10)
        clock.now += 20_000

    def look() -> None:
        found.append((watch.came_ms(), list(watch.stalls())))

    async def ask() -> None:
        first = asyncio.create_task(threads.write(wait))
        await asyncio.sleep(0)
        clock.now = 5_000
        rest = [asyncio.create_task(one(look)) for one in (threads.write, threads.write_small)]
        await asyncio.sleep(0)
        goes_on.set()
        await asyncio.gather(first, *rest)

    asyncio.run(ask())
    threads.close()
    (stall,) = watch.stalls()
    assert stall.until == 25_000
    assert found == [(5_000, [stall]), (5_000, [stall])]
    assert watch.came_ms() == 25_000


def test_a_store_that_refuses_is_silent_until_it_has_answered() -> None:
    clock = StoodClock()
    watch = StoreWatch(clock)
    threads = DatabaseThreads(StoreError, watch=watch)

    def refuse() -> None:
        clock.now += 700
        raise StoreError("here", Verbatim("away"))

    async def ask() -> None:
        for write in (threads.write, threads.write_small):
            with pytest.raises(NotStored):
                await write(refuse)
        assert watch.is_silent
        assert watch.last is None
        await threads.write_small(clock.now_ms)

    asyncio.run(ask())
    threads.close()
    assert not watch.is_silent
    assert watch.last == Interruption(0, 2_100)  # the small one was tried twice
