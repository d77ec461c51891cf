"""What the server counts of itself: `/metrics`, for a watcher on this computer or one that was named."""

from __future__ import annotations

from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from damiera.web.common.admission import address_of
from damiera.web.common.network_access import HERE
from damiera.web.common.parts import app_of

__all__ = ["ROUTES"]

_PASSED_ON: Final = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")


async def metrics(request: Request) -> Response:
    """Tell a watcher all figures; for anybody else there is no such page."""
    if not _is_watcher(request):
        raise HTTPException(404)
    figures = app_of(request).metrics
    return Response(figures.text(), headers={"Cache-Control": "no-store"}, media_type=figures.media_type)


def _is_watcher(request: Request) -> bool:
    """Whether a request comes from an address that was named, or from this computer and by no proxy."""
    address = address_of(request)
    if address in app_of(request).settings.watchers:
        return True
    return address in HERE and not any(name in request.headers for name in _PASSED_ON)


ROUTES = [Route("/metrics", metrics)]
