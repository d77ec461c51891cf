"""The page for phones in the hall: made once for all of them, and told at once when something happens."""

from __future__ import annotations

import threading
from typing import Final

import msgspec
from cachetools import LRUCache, cached
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from damiera.messages import Lang
from damiera.service.errors import ServiceError
from damiera.service.tournament.event import LiveEvent
from damiera.web.common.guard import LATER, REFUSED, host_allowed, same_origin
from damiera.web.common.numbers import whole
from damiera.web.common.pages import fragment, language, page
from damiera.web.common.parts import App, app_of
from damiera.web.tournament.live import EventStamp
from damiera.web.tournament.phones import board_games
from damiera.web.tournament.requests import look
from damiera.web.tournament.view import head_facts, public_facts

__all__ = ["ROUTES"]

KEPT: Final = 16

_made: LRUCache[tuple[str, str, str, Lang], Markup] = LRUCache(KEPT)


def _what(live: LiveEvent, lang: Lang) -> tuple[str, str, str, Lang]:
    return live.id, live.log.head, live.row.name, lang


@cached(_made, key=_what, lock=threading.Lock())
def _part(live: LiveEvent, lang: Lang) -> Markup:
    """Return what phones see of an event, in a language: made once for each line of its log."""
    facts = public_facts(live, lang)
    margin = live.margin
    return Markup(
        fragment(
            lang,
            "tournament/_public.html",
            head=head_facts(live, lang),
            desk=facts,
            reporting=(margin.reporting or margin.plays_online) and not live.over,
            games=board_games(live, live.event.played_rounds),
        )
    )


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
        text = await app.database.read(_part, live, lang)
        headers = {"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"}
        return HTMLResponse(text, headers=headers)
    live, visitor = await look(request)
    if whole(query.get("seq")) == live.version:
        return Response(status_code=204)
    return page(
        request,
        "tournament/public.html",
        head=head_facts(live, lang),
        tab="public",
        arbiter=live.is_arbiter(visitor.id if visitor else None),
        round=live.event.played_rounds,
        part=await app.database.read(_part, live, lang),
    )


async def stamp(request: Request) -> Response:
    """Say how far an event has come, to screens that cannot be told."""
    found = await _stamp(app_of(request), request.path_params["id"])
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
    address = socket.client.host if socket.client else ""
    if not host_allowed(socket.headers.get("host", ""), app.settings.hosts) or not same_origin(socket):
        await socket.close(REFUSED)
        return
    if app.settings.limits and not app.limits.screens.take(address):
        await socket.close(LATER)
        return
    id = str(socket.path_params["id"])
    try:
        now = await _stamp(app, id)
    except ServiceError:
        await socket.close(REFUSED)
        return
    await socket.accept()
    await app.event_watchers.talk(socket, id, now)


ROUTES: list[BaseRoute] = [
    Route("/hall/{id}/public", public),
    Route("/hall/{id}/stamp", stamp),
    WebSocketRoute("/hall/{id}/live", live_socket),
]
