"""Tasks whose result nobody reads: what goes wrong in one stands in the log, once, with where it did."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Final, Never

from damiera.web.common.database import NotStored

__all__ = ["begun", "next_turn", "until_first"]

log = logging.getLogger("damiera.web")

_AS_GOOD_AS_NOW: Final = 0.05  # of the time between two turns


def begun(work: Coroutine[object, Never, None], what: str) -> asyncio.Task[None]:
    """Begin something in the running loop, and return it; should it fail, the log says so with the traceback.

    Args:
        work: what is to be done. That it is cancelled is no failure, and that the database is away the log
            says already.
        what: what failed then, as the log has it.
    """

    def look(task: asyncio.Task[None]) -> None:
        if task.cancelled():
            return
        error = task.exception()
        if isinstance(error, NotStored):
            log.info("%s: the database is away", what)
        elif error is not None:
            log.error("%s", what, exc_info=error)

    task = asyncio.get_running_loop().create_task(work)
    task.add_done_callback(look)
    return task


async def until_first(what: str, *works: Coroutine[object, Never, None]) -> None:
    """Do several things at the same time until the first has ended, and leave the others off.

    Args:
        what: as in `begun`; a failure is not raised, since whoever is at the other end goes either way.
        works: such as hearing a socket, and speaking to it.
    """
    tasks = [begun(work, what) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)  # what failed is logged


async def next_turn(every_s: float) -> None:
    """Wait for the next turn of all who do something once in so many seconds: they all wake at once.

    A server at which nothing happens is woken by them alone, so each time that they share is one less.
    """
    left = every_s - asyncio.get_running_loop().time() % every_s
    await asyncio.sleep(left if left > every_s * _AS_GOOD_AS_NOW else left + every_s)
