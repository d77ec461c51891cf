"""Arenas: their page, joining and sitting out, the form that makes one, news by socket."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from damiera.messages import Message
from damiera.service.arenas import ArenaForm, ArenaService, LiveArena
from damiera.service.errors import BadTerms, NotFound, NotYours, ServiceError
from damiera.service.identity import Visitor
from damiera.web.club.arena_views import arena_page, arena_part, new_arena_page
from damiera.web.common.admission import comes_from_us, may_arrive, names_us
from damiera.web.common.club_access import administered_club, required_visitor
from damiera.web.common.failures import status_of
from damiera.web.common.forms import text_of
from damiera.web.common.guard import LATER, REFUSED
from damiera.web.common.identity import known_visitor
from damiera.web.common.numbers import number_of, whole
from damiera.web.common.pages import language, show
from damiera.web.common.parts import app_of
from damiera.web.tournament.live import EventStamp

__all__ = ["ROUTES"]

_UNKNOWN = Message("I do not know what to do.")


async def arena(request: Request) -> Response:
    """Show an arena; with `part=1` only what changes."""
    return await _page(request)


async def _page(request: Request, wrong: ServiceError | None = None) -> Response:
    app, lang, visitor = app_of(request), language(request), await known_visitor(request)
    live = await app.database.read(app.arenas.load, request.path_params["id"])
    now = app.clock.now_ms()
    directs = await app.database.read(app.arenas.directs, live, visitor.id if visitor else None)
    bots = await app.database.read(app.arenas.bots, live)
    shown = partial(arena_part, live, visitor, now, lang, directs=directs, bots=bots)
    if request.query_params.get("part"):
        text = await app.database.read(shown)
        return HTMLResponse(text, headers={"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"})
    view = arena_page(live, shown(), lang, wrong=wrong.text(lang) if wrong else "")
    return show(request, view, status=status_of(wrong) if wrong else 200)


async def act(request: Request) -> Response:
    """Play along, or sit out; or direct it, as an admin of the club."""
    fields, app, visitor = text_of(await request.form()), app_of(request), await known_visitor(request)
    id = request.path_params["id"]
    if visitor is None:
        return RedirectResponse(f"/sign-in?back=/arenas/{id}", 303)
    try:
        acts = _acts(app.arenas, id, visitor, fields)
        if fields.get("do", "") not in acts:
            raise BadTerms("do", _UNKNOWN)
        await app.database.write(acts[fields["do"]])
    except NotFound:
        raise
    except ServiceError as error:
        return await _page(request, error)
    return RedirectResponse(f"/arenas/{id}", 303)


def _acts(
    arenas: ArenaService, id: str, who: Visitor, fields: Mapping[str, str]
) -> Mapping[str, Callable[[], LiveArena]]:
    """Return what can be done in an arena, by the word of a form."""
    return {
        "join": partial(arenas.join, id, who),
        "pause": partial(arenas.pause, id, who),
        "halt": partial(arenas.halt, id, who, halts=True),
        "go-on": partial(arenas.halt, id, who, halts=False),
        "prolong": partial(arenas.prolong, id, who, whole(fields.get("minutes")) or 0),
        "remove": partial(arenas.remove, id, who, fields.get("name", "")),
        "say": partial(arenas.announce, id, who, fields.get("text", "")),
    }


async def ask(request: Request) -> Response:
    """Show the form of a new arena of a club to its admins."""
    return await _ask(request, ArenaForm(""))


async def _ask(request: Request, form: ArenaForm, wrong: ServiceError | None = None) -> Response:
    club = await administered_club(request)
    page = new_arena_page(club, form, language(request), wrong)
    return show(request, page, status=status_of(wrong) if wrong else 200)


async def make(request: Request) -> Response:
    """Make an arena of a club."""
    fields, app, visitor = text_of(await request.form()), app_of(request), await required_visitor(request)
    form = _form(fields)
    try:
        create = partial(app.arenas.create, visitor, request.path_params["id"], form)
        live = await app.database.write(create)
    except (NotYours, NotFound):
        raise
    except ServiceError as error:
        return await _ask(request, form, error)
    return RedirectResponse(f"/arenas/{live.id}", 303)


def _form(fields: Mapping[str, str]) -> ArenaForm:
    return ArenaForm(
        name=fields.get("name", ""),
        game=fields.get("game", ""),
        pace=fields.get("pace", ""),
        minutes=number_of(fields, "minutes"),
        starts_in=number_of(fields, "starts_in"),
        streaks="streaks" in fields,
        rated="rated" in fields,
        bots="bots" in fields,
    )


async def stamp(request: Request) -> Response:
    """Say how far an arena has come, to screens that cannot be told."""
    app, id = app_of(request), request.path_params["id"]
    found = await app.database.read(app.arenas.stamps, (id,))
    if id not in found:
        await app.database.read(app.arenas.load, id)
    body = msgspec.json.encode(EventStamp(*found[id]))
    return Response(body, media_type="application/json", headers={"Cache-Control": "no-store"})


async def live(socket: WebSocket) -> None:
    """Tell a screen that something has happened in an arena."""
    app, id = app_of(socket), str(socket.path_params["id"])
    if not names_us(socket) or not comes_from_us(socket):
        await socket.close(REFUSED)
        return
    if not may_arrive(socket):
        await socket.close(LATER)
        return
    found = await app.database.read(app.arenas.stamps, (id,))
    if id not in found:
        await socket.close(REFUSED)
        return
    await socket.accept()
    await app.arena_watchers.talk(socket, id, EventStamp(*found[id]))


ROUTES: list[BaseRoute] = [
    Route("/arenas/{id}", arena),
    Route("/arenas/{id}", act, methods=["POST"]),
    Route("/arenas/{id}/stamp", stamp),
    WebSocketRoute("/arenas/{id}/live", live),
    Route("/clubs/{id}/arena", ask),
    Route("/clubs/{id}/arena", make, methods=["POST"]),
]
