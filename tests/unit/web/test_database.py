"""Use cases in threads of their own: whatever they raise, whoever waits is told."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from damiera.messages import Verbatim
from damiera.store.errors import StoreError
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
