"""Friends: the page, what changes on it, asking, agreeing and removing."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.records.people import AccountRecord, FriendChoiceRecord
from damiera.service.errors import BadTerms, NotYours, ServiceError
from damiera.service.friends import FriendOverview
from damiera.web.club.views import known_game
from damiera.web.common.failures import status_of
from damiera.web.common.forms import text_of
from damiera.web.common.identity import known_visitor
from damiera.web.common.pages import language, part, show
from damiera.web.common.parts import app_of
from damiera.web.home.preferences_routes import local_path
from damiera.web.people.friend_views import friends_page, friends_part
from damiera.web.play.terms_views import last_terms

__all__ = ["ROUTES"]

_UNKNOWN = Message("I do not know what to do.")


async def friends(request: Request) -> Response:
    """Show somebody's friends; whoever is not signed in is led there."""
    visitor = await known_visitor(request)
    if visitor is None or not visitor.has_account:
        return RedirectResponse("/sign-in?back=/friends", 303)
    return await _page(request)


async def now(request: Request) -> Response:
    """Return the part of the page that changes."""
    return Response(_part(request, await _found(request)), media_type="text/html")


async def _found(request: Request) -> FriendOverview:
    app, visitor = app_of(request), await known_visitor(request)
    rooms = app.running.rooms
    here = app.club_presence.ids | rooms.players
    return await app.database.read(
        app.friends.friends_of,
        visitor.id if visitor else None,
        here,
        lambda player, game: player in rooms.present(game),
    )


def _part(request: Request, found: FriendOverview) -> str:
    app, lang = app_of(request), language(request)
    presence = app.club_presence
    handles = {one.id: presence.handle(one) for one in presence.people}
    return part(lang, friends_part(found, lambda id: handles.get(id, ""), _game(request), lang))


def _game(request: Request) -> str:
    last = last_terms(request)
    return known_game(last.game if last else "")


async def _page(request: Request, error: DamieraError | None = None, name: str = "") -> Response:
    lang, found = language(request), await _found(request)
    page = friends_page(
        _part(request, found),
        found,
        _game(request),
        lang,
        name=name,
        wrong=error.text(lang) if error else "",
    )
    return show(request, page, status=status_of(error) if isinstance(error, ServiceError) else 200)


async def act(request: Request) -> Response:
    """Ask somebody, agree, remove, or say what others may do."""
    fields, app, visitor = text_of(await request.form()), app_of(request), await known_visitor(request)
    me, name = visitor.id if visitor else None, fields.get("name", "").strip()
    try:
        other = await _act(request, me, name, fields)
    except NotYours:
        raise
    except ServiceError as error:
        return await _page(request, error, name)
    for id in (me, other.player_id if other else None):
        if id is not None:
            app.bus.publish(f"person.{id}")
    return RedirectResponse(local_path(fields.get("back", "/friends")), 303)


async def _act(request: Request, me: str | None, name: str, fields: dict[str, str]) -> AccountRecord | None:
    app = app_of(request)
    match fields.get("do"):
        case "ask":
            return await app.database.write(app.friends.ask, me, name)
        case "accept":
            return await app.database.write(app.friends.accept, me, name)
        case "remove":
            return await app.database.write(app.friends.remove, me, name)
        case "choose":
            choice = FriendChoiceRecord("may_ask" in fields, "is_seen" in fields)
            await app.database.write(app.friends.choose, me, choice)
            return None
        case _:
            raise BadTerms("do", _UNKNOWN)


ROUTES: list[BaseRoute] = [
    Route("/friends", friends),
    Route("/friends/now", now),
    Route("/friends", act, methods=["POST"]),
]
