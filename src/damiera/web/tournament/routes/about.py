"""What is announced of an event, to anybody."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from damiera.web.common.pages import language
from damiera.web.common.parts import app_of
from damiera.web.tournament.requests import look, show_event
from damiera.web.tournament.views.about import announcement_page

__all__ = ["ROUTES"]


async def about(request: Request) -> Response:
    """Show the announcement of an event."""
    live, visitor = await look(request)
    who = visitor.id if visitor else None
    return show_event(
        request, await app_of(request).database.read(announcement_page, live, language(request), who)
    )


ROUTES: list[BaseRoute] = [Route("/hall/{id}/about", about)]
