"""Simultaneous displays: announcing one, taking a board, playing from board to board."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from damiera.errors import DamieraError
from damiera.service.errors import NotYours, ServiceError
from damiera.service.identity import Visitor
from damiera.service.simul import DisplayTerms
from damiera.web.common.admission import comes_from_us, may_arrive, names_us
from damiera.web.common.failures import status_of
from damiera.web.common.forms import text_of
from damiera.web.common.guard import LATER, REFUSED
from damiera.web.common.identity import known_visitor, remember, welcome_as
from damiera.web.common.network_access import network_address
from damiera.web.common.pages import language, part, show
from damiera.web.common.parts import app_of
from damiera.web.simul.forms import display_terms, read_display
from damiera.web.simul.views import (
    card_page,
    display_page,
    display_part,
    display_strip,
    displays_page,
    look_page,
)
from damiera.web.tournament.live import EventStamp

__all__ = ["ROUTES"]

_HERE: Final = ("localhost", "127.0.0.1", "::1")


async def displays(request: Request) -> Response:
    """Show the form of a new display, and those of the reader."""
    return await _form(request, DisplayTerms())


async def _form(request: Request, asked: DisplayTerms, error: DamieraError | None = None) -> Response:
    app, lang, visitor = app_of(request), language(request), await known_visitor(request)
    mine = await app.database.read(app.simul.of_player, visitor.id) if visitor else ()
    page = displays_page(
        asked,
        mine,
        lang,
        asks_name=visitor is None or visitor.is_unnamed,
        wrong=error.text(lang) if error else "",
        field=str(getattr(error, "field", "")),
    )
    status = status_of(error) if isinstance(error, ServiceError) else 422 if error else 200
    return show(request, page, status=status)


async def announce(request: Request) -> Response:
    """Announce a display."""
    fields, app = text_of(await request.form()), app_of(request)
    asked = DisplayTerms()
    try:
        asked = display_terms(read_display({name: text for name, text in fields.items() if name != "name"}))
        who = await welcome_as(request, fields.get("name", "").strip())
        id = await app.database.write(app.simul.create, who.visitor, asked)
    except DamieraError as error:
        return await _form(request, asked, error)
    return remember(request, RedirectResponse(f"/simul/{id}", 303), who)


async def one(request: Request) -> Response:
    """Show a display: who is here, or how it stands at each board."""
    return await _page(request)


async def _page(request: Request, error: DamieraError | None = None) -> Response:
    app, lang, visitor = app_of(request), language(request), await known_visitor(request)
    display = await app.database.read(app.simul.load, request.path_params["id"])
    url = _address(request, display.record.id)
    page = display_page(
        display,
        part(lang, display_part(display, visitor, app.clock.now_ms(), lang)),
        visitor,
        lang,
        url=url,
        only_here=_is_here(url),
        wrong=error.text(lang) if error else "",
    )
    return show(request, page, status=status_of(error) if isinstance(error, ServiceError) else 200)


def _is_here(url: str) -> bool:
    """Tell whether an address is one that only this machine knows."""
    return any(f"//{name}" in url for name in _HERE)


def _address(request: Request, id: str) -> str:
    """Return the address to send to guests: that of this network where the page is seen on this machine."""
    base = str(request.base_url).rstrip("/")
    known = app_of(request).settings.public is not None or request.url.hostname in _HERE
    address = network_address(request) if known else None
    return f"{address or base}/simul/{id}"


async def now(request: Request) -> Response:
    """Return the part of the page that changes."""
    app, lang, visitor = app_of(request), language(request), await known_visitor(request)
    display = await app.database.read(app.simul.load, request.path_params["id"])
    shown = display_part(display, visitor, app.clock.now_ms(), lang)
    return Response(part(lang, shown), media_type="text/html")


async def card(request: Request) -> Response:
    """Show a display as it is printed."""
    display = await app_of(request).database.read(app_of(request).simul.load, request.path_params["id"])
    url = _address(request, display.record.id)
    return show(request, card_page(display, "" if _is_here(url) else url, language(request)))


async def strip(request: Request) -> Response:
    """Return the boards as they stand, for the page of a game at one of them."""
    app, lang, visitor = app_of(request), language(request), await known_visitor(request)
    display = await app.database.read(app.simul.load, request.path_params["id"])
    number = int(request.path_params["number"])
    shown = display_strip(display, number, visitor, app.clock.now_ms(), lang)
    return Response(part(lang, shown), media_type="text/html")


async def join(request: Request) -> Response:
    """Take a board."""
    fields, app, id = text_of(await request.form()), app_of(request), request.path_params["id"]
    try:
        who = await welcome_as(request, fields.get("name", "").strip())
        await app.database.write(app.simul.join, id, who.visitor)
    except ServiceError as error:
        return await _page(request, error)
    return remember(request, RedirectResponse(f"/simul/{id}", 303), who)


async def leave(request: Request) -> Response:
    """Free a board."""
    app, id = app_of(request), request.path_params["id"]
    try:
        who = await _somebody(request)
        await app.database.write(app.simul.leave, id, who, int(request.path_params["number"]))
    except ServiceError as error:
        return await _page(request, error)
    return RedirectResponse(f"/simul/{id}", 303)


async def begin(request: Request) -> Response:
    """Begin to play at every board."""
    app, id = app_of(request), request.path_params["id"]
    try:
        await app.database.write(app.simul.begin, id, await _somebody(request))
    except ServiceError as error:
        return await _page(request, error)
    return RedirectResponse(f"/simul/{id}", 303)


async def call_off(request: Request) -> Response:
    """Let a display not take place."""
    app, id = app_of(request), request.path_params["id"]
    try:
        await app.database.write(app.simul.call_off, id, await _somebody(request))
    except ServiceError as error:
        return await _page(request, error)
    return RedirectResponse(f"/simul/{id}", 303)


async def arrive(request: Request) -> Response:
    """Let the host be at a board, and at no other."""
    app, id = app_of(request), request.path_params["id"]
    number = int(request.path_params["number"])
    try:
        who = await _somebody(request)
        changed = await app.database.write(app.simul.arrive, id, who, number)
    except ServiceError as error:
        return await _page(request, error)
    for live in changed:
        app.running.changed(live)
    display = await app.database.read(app.simul.load, id)
    game = next((board.game for board in display.boards if board.number == number), None)
    return RedirectResponse(f"/g/{game.id}" if game else f"/simul/{id}", 303)


async def look(request: Request) -> Response:
    """Show a blindfold host a board, and write that down."""
    app, id = app_of(request), request.path_params["id"]
    number = int(request.path_params["number"])
    try:
        game = await app.database.write(app.simul.look, id, await _somebody(request), number)
    except ServiceError as error:
        return await _page(request, error)
    display = await app.database.read(app.simul.load, id)
    return show(request, look_page(display, number, game))


async def _somebody(request: Request) -> Visitor:
    visitor = await known_visitor(request)
    if visitor is None:
        raise NotYours
    return visitor


async def stamp(request: Request) -> Response:
    """Tell how far a display has come."""
    app, id = app_of(request), request.path_params["id"]
    found = await app.database.read(app.simul.stamps, (id,))
    return Response(msgspec.json.encode(EventStamp(*found.get(id, (0, 0)))), media_type="application/json")


async def live(socket: WebSocket) -> None:
    """Tell a screen that something has changed at a display."""
    app, id = app_of(socket), str(socket.path_params["id"])
    if not names_us(socket) or not comes_from_us(socket):
        await socket.close(REFUSED)
        return
    if not may_arrive(socket):
        await socket.close(LATER)
        return
    await socket.accept()
    found = await app.database.read(app.simul.stamps, (id,))
    if id not in found:
        await socket.close(REFUSED)
        return
    await app.simul_watchers.talk(socket, id, EventStamp(*found[id]))


ROUTES: list[BaseRoute] = [
    Route("/simul", displays),
    Route("/simul", announce, methods=["POST"]),
    Route("/simul/{id}", one),
    Route("/simul/{id}/card", card),
    Route("/simul/{id}/now", now),
    Route("/simul/{id}/stamp", stamp),
    WebSocketRoute("/simul/{id}/live", live),
    Route("/simul/{id}/strip/{number:int}", strip),
    Route("/simul/{id}/join", join, methods=["POST"]),
    Route("/simul/{id}/leave/{number:int}", leave, methods=["POST"]),
    Route("/simul/{id}/begin", begin, methods=["POST"]),
    Route("/simul/{id}/off", call_off, methods=["POST"]),
    Route("/simul/{id}/at/{number:int}", arrive, methods=["POST"]),
    Route("/simul/{id}/look/{number:int}", look, methods=["POST"]),
]
