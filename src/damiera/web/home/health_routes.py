"""What a watcher of the server asks: does it live, and may it be given work?

`/healthz` is for who restarts a server that does not answer, and `/readyz` for a proxy that chooses among
several. Both read the database and write to it, as a move does: a full disk, a read-only folder and a
database that is away, or does not answer within two seconds, are told with 503. What was found counts for a
second, so that asking costs nothing.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable
from importlib.metadata import version
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from damiera.web.common.database import NotStored
from damiera.web.common.parts import App, app_of

__all__ = ["ROUTES"]

_COUNTS_S: Final = 1.0
_SOON_S: Final = 2.0


class HealthReport(msgspec.Struct, frozen=True):
    """What is told.

    Attributes:
        ok: whether all is well.
        version: of the program.
        reads, writes: whether the database does.
        leaving: whether it is about to end, and is to be given no work.
        nats: whether other workers hear this one; without them it works alone. None where there are none.
    """

    ok: bool
    version: str
    reads: bool
    writes: bool
    nats: bool | None = None
    leaving: bool = False


async def health(request: Request) -> Response:
    """Tell whether the server and its database do their work."""
    kept = request.app.state
    last: tuple[float, HealthReport] | None = getattr(kept, "health", None)
    if last is None or time.monotonic() - last[0] > _COUNTS_S:
        last = kept.health = (time.monotonic(), await _report(app_of(request)))
    report = last[1]
    headers = {"Cache-Control": "no-store"}
    return Response(
        msgspec.json.encode(report), 200 if report.ok else 503, headers, media_type="application/json"
    )


async def readiness(request: Request) -> Response:
    """Tell whether the server may be given work."""
    if not app_of(request).coworkers.is_leaving:
        return await health(request)
    leaving = HealthReport(False, version("damiera"), True, True, leaving=True)
    return Response(msgspec.json.encode(leaving), 503, media_type="application/json")


async def _report(app: App) -> HealthReport:
    reads = await _does(app.database.read(app.imports.unfinished))
    writes = await _does(app.database.write(app.store.try_to_write))
    nats = app.bus.is_heard if app.bus.is_shared else None
    return HealthReport(reads and writes, version("damiera"), reads, writes, nats)


async def _does(asking: Awaitable[object]) -> bool:
    """Tell whether the database does what it is asked, and soon."""
    try:
        async with asyncio.timeout(_SOON_S):
            await asking
    except (NotStored, TimeoutError):
        return False
    return True


ROUTES = [Route("/healthz", health), Route("/readyz", readiness)]
