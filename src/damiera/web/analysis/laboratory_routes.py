"""The laboratory: the runs whose records lie in the data folder, and how each goes."""

from __future__ import annotations

import time

import msgspec
from anyio import to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from damiera.decoding import converter
from damiera.web.analysis.views.laboratory import laboratory_page
from damiera.web.common.laboratory_access import for_laboratory
from damiera.web.common.pages import language, show
from damiera.web.common.parts import app_of

__all__ = ["ROUTES"]


class LabQuery(msgspec.Struct, frozen=True):
    """Which run an address asks for, by its name in the folder; none for the list."""

    run: str = ""


_read_query = converter(LabQuery)


async def laboratory(request: Request) -> Response:
    """Show the runs there are, or one of them."""
    await for_laboratory(request)
    query = _read_query(dict(request.query_params))
    found = await to_thread.run_sync(app_of(request).laboratory.read, time.time())
    if query.run and query.run not in {run.name for run in found.runs}:
        raise HTTPException(404)
    return show(request, laboratory_page(found, query.run, language(request)))


ROUTES = [Route("/laboratory", laboratory)]
