"""What waits for somebody: the page behind the bell, and what the bell asks for."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.service.notices import Notice
from damiera.web.common.identity import known_visitor
from damiera.web.common.pages import language, show
from damiera.web.common.parts import app_of
from damiera.web.people.notice_views import notice_rows, notices_page

__all__ = ["ROUTES"]


async def notices(request: Request) -> Response:
    """Show what waits; whoever is not signed in is led there."""
    found = await _found(request)
    if found is None:
        return RedirectResponse("/sign-in?back=/notices", 303)
    return show(request, notices_page(found, language(request)))


async def now(request: Request) -> Response:
    """Tell the bell what waits of what it is to tell; nothing for whoever is signed in no more."""
    found, app = await _found(request) or (), app_of(request)
    visitor = await known_visitor(request) if found else None
    if visitor is not None:
        if "seen" in request.query_params:
            app.mailer.saw(visitor.id)
        kinds = await app.database.read(app.contacts.bell_kinds, visitor.id)
        found = tuple(one for one in found if one.kind in kinds)
    rows = notice_rows(found, language(request))
    return Response(msgspec.json.encode(rows), media_type="application/json")


async def _found(request: Request) -> tuple[Notice, ...] | None:
    app, visitor = app_of(request), await known_visitor(request)
    if visitor is None or not visitor.has_account:
        return None
    challenges = app.club_presence.challenges.between(visitor.id)
    return await app.database.read(app.notices.of, visitor.id, challenges)


ROUTES: list[BaseRoute] = [
    Route("/notices", notices),
    Route("/notices/now", now),
]
