"""Saying something at a game or at the club; a line's page; what moderators do, and their log."""

from __future__ import annotations

from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.service.chat import CLUB_ROOM, GameRoom, club_of_room, club_room, game_room
from damiera.service.errors import BadTerms, NotFound, NotYours, ServiceError
from damiera.service.identity import Visitor
from damiera.service.live import LiveGame
from damiera.web.chat.views import ChatPanel, GameChatPart, chat_panel, line_page, line_view, moderation_page
from damiera.web.common.failures import status_of
from damiera.web.common.forms import text_of
from damiera.web.common.identity import known_visitor, remember, welcome_as
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language, part, preferences, show
from damiera.web.common.parts import app_of

__all__ = ["ROUTES", "club_chat", "game_chat", "has_chat", "members_chat"]

_UNKNOWN = Message("I do not know what to do.")
_MEMBERS_ONLY = Message("Only the members of the club talk here.")
_OFF = Message("There is no chat on this server.")
_KINDS: tuple[GameRoom, ...] = ("players", "watchers")


def has_chat(request: Request) -> bool:
    """Tell whether this server has a chat and its reader wants one."""
    return app_of(request).chat.is_on and preferences(request).chat != "off"


async def game_chat(request: Request, live: LiveGame, wrong: str = "") -> str:
    """Return the chat at a game as a part of its page; nothing where the reader has none."""
    if not has_chat(request):
        return ""
    visitor = await known_visitor(request)
    found = [await _panel(request, game_room(kind, live.id), visitor, live) for kind in _KINDS]
    panels = tuple(one for one in found if one is not None)
    return part(language(request), GameChatPart(panels, wrong)) if panels else ""


async def club_chat(request: Request) -> ChatPanel | None:
    """Return the chat of the club; None where the reader has none."""
    if not has_chat(request):
        return None
    return await _panel(request, CLUB_ROOM, await known_visitor(request), None)


async def members_chat(request: Request, club_id: str) -> ChatPanel | None:
    """Return the chat of a club's members; None where the reader has none."""
    if not has_chat(request):
        return None
    return await _panel(request, club_room(club_id), await known_visitor(request), None)


async def _panel(
    request: Request, room: str, visitor: Visitor | None, live: LiveGame | None
) -> ChatPanel | None:
    app, lang = app_of(request), language(request)
    access = await app.database.read(app.chat.access, room, visitor)
    if not access.may_read:
        return None
    lines, club = await app.database.read(app.chat.lines, room, visitor), club_of_room(room)
    if live is not None and not lines and live.sides_of(visitor.id if visitor else None) and "watch" in room:
        return None  # nobody has said anything of the game that a player of it has missed
    return chat_panel(
        room,
        access,
        lines,
        visitor.id if visitor else None,
        lang,
        version=max((line.version for line in lines), default=0),
        action=f"/g/{live.id}/chat" if live else f"/clubs/{club}/chat" if club else "/club/chat",
        is_over=live is not None and live.game.outcome is not None,
    )


async def at_game(request: Request) -> Response:
    """Return the chat at a game by itself."""
    app = app_of(request)
    live = await app.database.read(app.play.load, request.path_params["id"])
    return Response(await game_chat(request, live), media_type="text/html")


async def say_at_game(request: Request) -> Response:
    """Say something at a game, or open or close its chat."""
    fields, id = text_of(await request.form()), request.path_params["id"]
    app, visitor = app_of(request), await known_visitor(request)
    match fields.get("do"):
        case "open" | "close" as what:
            player = visitor.id if visitor else None
            await app.database.write(app.chat.open, player, id, is_open=what == "open")
            return RedirectResponse(f"/g/{id}#chat", 303)
        case _:
            kind: GameRoom = "watchers" if fields.get("room") == "watchers" else "players"
            return await _say(request, game_room(kind, id), f"/g/{id}#chat")


async def say_at_club(request: Request) -> Response:
    """Say something at the club."""
    return await _say(request, CLUB_ROOM, "/club#chat")


async def say_to_members(request: Request) -> Response:
    """Say something to the members of a club."""
    id = request.path_params["id"]
    return await _say(request, club_room(id), f"/clubs/{id}#chat")


async def members_lines(request: Request) -> Response:
    """Return what the members of a club have said."""
    id = request.path_params["id"]
    panel = await members_chat(request, id)
    if panel is None:
        raise NotYours(_MEMBERS_ONLY)
    return Response(msgspec.json.encode(panel.lines), media_type="application/json")


async def club_lines(request: Request) -> Response:
    """Return the chat of the club by itself: what a page with an older version of it is to show."""
    panel = await club_chat(request)
    if panel is None:
        raise NotFound(CLUB_ROOM, _OFF)
    return Response(msgspec.json.encode(panel.lines), media_type="application/json")


async def _say(request: Request, room: str, back: str) -> Response:
    fields, app, lang = text_of(await request.form()), app_of(request), language(request)
    wants_json = "application/json" in request.headers.get("accept", "")
    try:
        if not app.chat.is_on:
            raise NotFound(room, _OFF)
        who = await welcome_as(request, fields.get("name", "").strip())
        line = await app.database.write(
            app.chat.say, who.visitor, room, phrase=fields.get("phrase", ""), text=fields.get("text", "")
        )
    except ServiceError as error:
        if not wants_json:
            raise
        answer = msgspec.json.encode({"text": error.text(lang)})
        return Response(answer, status_of(error), media_type="application/json")
    app.chat_screens.changed(room)
    if not wants_json:
        return remember(request, RedirectResponse(back, 303), who)
    shown = msgspec.json.encode(line_view(line, who.visitor.id, lang))
    return remember(request, Response(shown, media_type="application/json"), who)


async def line(request: Request) -> Response:
    """Show a line with those beside it."""
    return await _line(request)


async def _line(request: Request, error: DamieraError | None = None) -> Response:
    app, lang, visitor = app_of(request), language(request), await known_visitor(request)
    found = await app.database.read(app.chat.context, visitor, request.path_params["id"])
    role = await app.database.read(app.accounts.role, found.line.player_id)
    page = line_page(
        found,
        visitor.id if visitor else None,
        lang,
        profile=f"/people/{quote(found.line.name, safe='')}" if role else "",
        wrong=error.text(lang) if error else "",
        thanks="reported" in request.query_params,
    )
    return show(request, page, status=status_of(error) if isinstance(error, ServiceError) else 200)


async def act(request: Request) -> Response:
    """Report a line; as a moderator, take it away or mute who said it."""
    fields, app, lang = text_of(await request.form()), app_of(request), language(request)
    id, visitor = request.path_params["id"], await known_visitor(request)
    try:
        match fields.get("do"):
            case "report":
                await app.database.write(app.chat.report, visitor, id, fields.get("words", ""), lang)
                return RedirectResponse(f"/chat/{id}?reported=1", 303)
            case "remove":
                app.chat_screens.changed(await app.database.write(app.chat.remove, visitor, id, lang))
            case "mute":
                hours = whole(fields.get("hours"))
                await app.database.write(app.chat.mute, visitor, id, -1 if hours is None else hours)
            case _:
                raise BadTerms("do", _UNKNOWN)
    except ServiceError as error:
        return await _line(request, error)
    return RedirectResponse(f"/chat/{id}", 303)


async def moderation(request: Request) -> Response:
    """Show a moderator what all of them did."""
    app = app_of(request)
    acts = await app.database.read(app.chat.acts, await known_visitor(request))
    return show(request, moderation_page(acts, language(request)))


ROUTES: list[BaseRoute] = [
    Route("/g/{id}/chat", at_game),
    Route("/g/{id}/chat", say_at_game, methods=["POST"]),
    Route("/club/chat", club_lines),
    Route("/club/chat", say_at_club, methods=["POST"]),
    Route("/clubs/{id}/chat", members_lines),
    Route("/clubs/{id}/chat", say_to_members, methods=["POST"]),
    Route("/chat/{id}", line),
    Route("/chat/{id}", act, methods=["POST"]),
    Route("/moderation", moderation),
]
