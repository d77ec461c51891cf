"""What waits for somebody: the page behind the bell, and what the bell asks for."""

from __future__ import annotations

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from damiera.service.notices import Notice
from damiera.web.common.admission import comes_from_us, may_arrive, names_us
from damiera.web.common.guard import LATER, REFUSED
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
    rows = await _rows(request, is_seen="seen" in request.query_params)
    return Response(rows, media_type="application/json")


async def live(socket: WebSocket) -> None:
    """Tell a bell what waits as soon as it changes, for as long as its page is open."""
    if not names_us(socket) or not comes_from_us(socket):
        await socket.close(REFUSED)
        return
    if not may_arrive(socket):
        await socket.close(LATER)
        return
    visitor = await known_visitor(socket)
    if visitor is None or not visitor.has_account:
        await socket.close(REFUSED)
        return
    await socket.accept()
    await app_of(socket).notice_feed.talk(socket, visitor.id, lambda is_seen: _rows(socket, is_seen=is_seen))


async def _rows(connection: HTTPConnection, *, is_seen: bool) -> bytes:
    """Return what waits of what the bell is to tell; whoever looks at the page has seen it there."""
    found, app = await _found(connection) or (), app_of(connection)
    visitor = await known_visitor(connection) if found else None
    if visitor is not None:
        if is_seen:
            app.mailer.saw(visitor.id)
        kinds = await app.database.read(app.contacts.bell_kinds, visitor.id)
        found = tuple(one for one in found if one.kind in kinds)
    return msgspec.json.encode(notice_rows(found, language(connection)))


async def _found(connection: HTTPConnection) -> tuple[Notice, ...] | None:
    app, visitor = app_of(connection), await known_visitor(connection)
    if visitor is None or not visitor.has_account:
        return None
    challenges = app.club_presence.challenges.between(visitor.id)
    return await app.database.read(app.notices.of, visitor.id, challenges)


ROUTES: list[BaseRoute] = [
    Route("/notices", notices),
    Route("/notices/now", now),
    WebSocketRoute("/notices/live", live),
]
