"""The independent check of every round, ours or brought in from another program."""

from __future__ import annotations

from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from damiera.web.common.pages import language
from damiera.web.common.parts import app_of
from damiera.web.tournament.requests import arbiter, show_event
from damiera.web.tournament.views.check import check_page

__all__ = ["ROUTES"]


async def check(request: Request) -> Response:
    """Show what the check says of every round."""
    live, _ = await arbiter(request)
    brought = request.query_params.get("brought") == "1"
    view = await app_of(request).database.read(partial(check_page, live, language(request), brought=brought))
    return show_event(request, view)


ROUTES: list[BaseRoute] = [Route("/hall/{id}/check", check)]
