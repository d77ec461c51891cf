"""The page for phones in the hall: made once for all of them, and told at once when something happens."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from damiera.service.errors import ServiceError
from damiera.service.tournament.event import parted_id
from damiera.web.common.admission import address_of, comes_from_us, names_us
from damiera.web.common.guard import LATER, REFUSED
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language
from damiera.web.common.parts import App, app_of
from damiera.web.tournament.live import EventStamp
from damiera.web.tournament.requests import look, show_event
from damiera.web.tournament.views.card import player_card
from damiera.web.tournament.views.public import public_page, public_part

__all__ = ["ROUTES"]


async def public(request: Request) -> Response:
    """Show the event to the phones in the hall; with `seq` only if something has changed since.

    With `part=1` only what changes is sent.
    """
    lang, app = language(request), app_of(request)
    query = request.query_params
    if query.get("part"):
        live = await app.database.read(app.tournaments.load, request.path_params["id"])
        if whole(query.get("seq")) == live.version:
            return Response(status_code=204)
        text = await app.database.read(public_part, live, lang)
        headers = {"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"}
        return HTMLResponse(text, headers=headers)
    live, visitor = await look(request)
    if whole(query.get("seq")) == live.version:
        return Response(status_code=204)
    who = visitor.id if visitor else None
    return show_event(request, await app.database.read(public_page, live, lang, who))


async def card(request: Request) -> Response:
    """Show a player's games, opponents and points to anybody."""
    live, visitor = await look(request)
    number, who = whole(request.path_params["number"]) or 0, visitor.id if visitor else None
    if (place := live.of_player(number)) is not live:
        return RedirectResponse(f"/hall/{place.id}/card/{number}", 303)
    view = await app_of(request).database.read(player_card, live, language(request), number, who)
    return show_event(request, view)


async def stamp(request: Request) -> Response:
    """Say how far an event has come, to screens that cannot be told."""
    found = await _stamp(app_of(request), parted_id(request.path_params["id"])[0])
    body = msgspec.json.encode(found)
    return Response(body, media_type="application/json", headers={"Cache-Control": "no-store"})


async def _stamp(app: App, id: str) -> EventStamp:
    found = await app.database.read(app.phones.stamps, (id,))
    if id not in found:
        await app.database.read(app.tournaments.load, id)
    return EventStamp(*found[id])


async def live_socket(socket: WebSocket) -> None:
    """Tell one screen whenever something happens in an event."""
    app = app_of(socket)
    if not names_us(socket) or not comes_from_us(socket):
        await socket.close(REFUSED)
        return
    if app.settings.limits and not app.limits.screens.take(address_of(socket)):
        await socket.close(LATER)
        return
    id, _ = parted_id(str(socket.path_params["id"]))
    try:
        now = await _stamp(app, id)
    except ServiceError:
        await socket.close(REFUSED)
        return
    await socket.accept()
    await app.event_watchers.talk(socket, id, now)


ROUTES: list[BaseRoute] = [
    Route("/hall/{id}/public", public),
    Route("/hall/{id}/card/{number}", card),
    Route("/hall/{id}/stamp", stamp),
    WebSocketRoute("/hall/{id}/live", live_socket),
]
