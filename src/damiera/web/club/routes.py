"""The club: its page, what changes on it, and looking for a game."""

from __future__ import annotations

from functools import partial
from typing import Final

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.service.errors import BadTerms, NotFound, RefusedAct, ServiceError
from damiera.service.game_choices import new_game
from damiera.service.identity import Visitor
from damiera.web.chat.routes import club_chat
from damiera.web.club.feed import CLUB, ClubFeedState
from damiera.web.club.views import ClubPeople, asks_name, club_page, club_part, known_game, pace_choices
from damiera.web.common.admission import comes_from_us, may_arrive, names_us
from damiera.web.common.failures import status_of
from damiera.web.common.forms import text_of
from damiera.web.common.guard import LATER, REFUSED
from damiera.web.common.identity import known_visitor, remember, welcome_as
from damiera.web.common.pages import language, part, show
from damiera.web.common.parts import app_of
from damiera.web.play.terms_views import last_terms
from damiera.web.tournament.live import EventStamp

__all__ = ["ROUTES"]

_NO_PACE: Final = Message("There is no such pace: choose one of those on the page.")
_LEFT: Final = Message("Who you want to challenge has left the club.")
_HAS_GONE: Final = Message("{name} has left the club: there is nobody to play with.")
_NO_ANSWER: Final = Message("Accept the challenge, decline it, or take it back.")


async def club(request: Request) -> Response:
    """Show who looks for a game, what is played and who is here."""
    return await _page(request)


async def now(request: Request) -> Response:
    """Return the part of the page that changes."""
    return Response(await _part(request), media_type="text/html")


async def seek(request: Request) -> Response:
    """Look for somebody to play with at a pace: sit down opposite who waits, or wait."""
    fields, app = text_of(await request.form()), app_of(request)
    chosen = pace_choices(known_game(fields.get("game", "")), fields.get("pace", ""))
    try:
        if chosen is None:
            raise BadTerms("pace", _NO_PACE)
        who = await welcome_as(request, fields.get("name", "").strip())
        here = app.club_presence.ids | app.running.rooms.players
        is_rated = "rated" in fields
        live = await app.database.write(
            app.club.seek, who.visitor, new_game(chosen), here=here, is_rated=is_rated
        )
    except DamieraError as error:
        return await _page(request, error)
    app.running.changed(live)
    app.club_feed.changed()
    waits = f"/club?game={chosen.game}" if live.waiting else f"/g/{live.id}"
    return remember(request, RedirectResponse(waits, 303), who)


async def sit(request: Request) -> Response:
    """Take the open seat of a game."""
    fields, app = text_of(await request.form()), app_of(request)
    try:
        who = await welcome_as(request, fields.get("name", "").strip())
        live = await app.database.write(app.club.sit, request.path_params["id"], who.visitor)
    except ServiceError as error:
        return await _page(request, error)
    app.running.changed(live)
    app.club_feed.changed()
    return remember(request, RedirectResponse(f"/g/{live.id}", 303), who)


async def take_back(request: Request) -> Response:
    """Look for this game no more."""
    app, visitor = app_of(request), await known_visitor(request)
    try:
        await app.database.write(app.play.withdraw, request.path_params["id"], visitor.id if visitor else "")
    except ServiceError as error:
        return await _page(request, error)
    app.club_feed.changed()
    return RedirectResponse("/club", 303)


async def challenge(request: Request) -> Response:
    """Ask somebody who is here for a game at a pace."""
    fields, app = text_of(await request.form()), app_of(request)
    chosen = pace_choices(known_game(fields.get("game", "")), fields.get("at", ""))
    try:
        if chosen is None:
            raise BadTerms("at", _NO_PACE)
        other = app.club_presence.named(request.path_params["handle"])
        if other is None:
            raise NotFound("", _LEFT)
        who = await welcome_as(request, fields.get("name", "").strip())
        await app.database.read(app.club.require_welcome, who.visitor, other)
        is_rated = "rated" in fields and who.visitor.has_account and other.has_account
        app.club_presence.challenges.add(who.visitor, other, new_game(chosen), is_rated=is_rated)
    except DamieraError as error:
        return await _page(request, error)
    app.club_feed.changed()
    app.notice_feed.changed(other.id)
    return remember(request, RedirectResponse(f"/club?game={chosen.game}", 303), who)


async def answer(request: Request) -> Response:
    """Accept a challenge, decline it, or take back one's own."""
    app, visitor, fields = app_of(request), await known_visitor(request), text_of(await request.form())
    id, challenges = request.path_params["id"], app.club_presence.challenges
    me = visitor.id if visitor else ""
    try:
        match fields.get("what"):
            case "accept":
                asked = challenges.require(id, me)
                if asked.by.id not in app.club_presence.ids | app.running.rooms.players:
                    raise RefusedAct(_HAS_GONE.format(name=asked.by.name))
                live = await app.database.write(app.club.accept, asked)
                challenges.begin(id, live.id)
                app.running.changed(live)
                app.club_feed.changed()
                app.notice_feed.changed(me)
                return RedirectResponse(f"/g/{live.id}", 303)
            case "decline":
                challenges.decline(id, me)
            case "back":
                challenges.withdraw(id, me)
            case _:
                raise BadTerms("what", _NO_ANSWER)
    except DamieraError as error:
        return await _page(request, error)
    app.club_feed.changed()
    app.notice_feed.changed(me)
    return RedirectResponse("/club", 303)


async def stamp(request: Request) -> Response:
    """Tell how far the club has come."""
    app = app_of(request)
    found = await app.database.read(app.club_presence.stamps, (CLUB,))
    return Response(msgspec.json.encode(EventStamp(*found[CLUB])), media_type="application/json")


async def live(socket: WebSocket) -> None:
    """Send a screen what has changed; a bot is told that something has. Who has one is here."""
    app = app_of(socket)
    if not names_us(socket) or not comes_from_us(socket):
        await socket.close(REFUSED)
        return
    if not may_arrive(socket):
        await socket.close(LATER)
        return
    visitor = await known_visitor(socket)
    await socket.accept()
    app.club_presence.enter(visitor)
    try:
        found = await app.database.read(app.club_presence.stamps, (CLUB,))
        screen = ClubFeedState(visitor, language(socket), _asked(socket))
        words = partial(app.club_feed.words, screen)
        await app.club_watchers.talk(socket, CLUB, EventStamp(*found[CLUB]), words)
    finally:
        app.club_presence.leave(visitor)


async def _page(request: Request, error: DamieraError | None = None) -> Response:
    lang, visitor = language(request), await known_visitor(request)
    page = club_page(
        await _part(request),
        _asked(request),
        lang,
        asks_name=asks_name(visitor),
        has_account=visitor is not None and visitor.has_account,
        events=await app_of(request).database.read(
            app_of(request).club_calendar.planned, visitor.id if visitor else None
        ),
        chat=await club_chat(request),
        wrong=error.text(lang) if error else "",
    )
    status = status_of(error) if isinstance(error, ServiceError) else 422 if error else 200
    return show(request, page, status=status)


def _asked(request: HTTPConnection) -> str:
    last = last_terms(request)
    return known_game(request.query_params.get("game", last.game if last else ""))


async def _part(request: Request) -> str:
    app, lang = app_of(request), language(request)
    visitor: Visitor | None = await known_visitor(request)
    presence = app.club_presence
    here = presence.ids | app.running.rooms.players  # whoever asks sees their own anyhow
    state = await app.database.read(app.club.glance, here)
    watched = app.running.rooms.watched
    club_people = ClubPeople(
        people=tuple((one, presence.handle(one)) for one in presence.people),
        strangers=presence.strangers,
        challenges=presence.challenges.between(visitor.id) if visitor else (),
    )
    shown = club_part(state, _asked(request), visitor, club_people, watched, lang)
    return part(lang, shown)


ROUTES: list[BaseRoute] = [
    Route("/club", club),
    Route("/club/now", now),
    Route("/club/stamp", stamp),
    WebSocketRoute("/club/live", live),
    Route("/club/seek", seek, methods=["POST"]),
    Route("/club/sit/{id}", sit, methods=["POST"]),
    Route("/club/back/{id}", take_back, methods=["POST"]),
    Route("/club/challenge/{handle}", challenge, methods=["POST"]),
    Route("/club/answer/{id}", answer, methods=["POST"]),
]
