"""Use cases in threads of their own: whatever they raise, whoever waits is told."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from damiera.store.errors import StoreError
from damiera.web.common.database import DatabaseThreads


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
