"""Clubs with members: the list, founding one, its page with all that is done there, coming in by a link."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.service.errors import BadTerms, ServiceError
from damiera.service.member_clubs import MemberClubService
from damiera.web.chat.routes import members_chat
from damiera.web.club.member_club_views import (
    ClubInvitationPage,
    NewClubPage,
    club_list,
    club_row,
    known_rating,
    member_club_page,
)
from damiera.web.common.failures import status_of
from damiera.web.common.forms import text_of
from damiera.web.common.identity import known_visitor
from damiera.web.common.pages import language, show
from damiera.web.common.parts import app_of

__all__ = ["ROUTES"]

_UNKNOWN = Message("I do not know what to do.")


async def clubs(request: Request) -> Response:
    """Show the clubs of this server, or those with some letters in their names."""
    app, visitor = app_of(request), await known_visitor(request)
    words = request.query_params.get("q", "")[:80]
    found = await app.database.read(app.member_clubs.search, words)
    mine = await app.database.read(app.member_clubs.of_player, visitor.id if visitor else None)
    return show(request, club_list(found, mine, language(request), words=words))


async def ask_club(request: Request) -> Response:
    """Show the form of a new club; whoever is not signed in is led there."""
    visitor = await known_visitor(request)
    if visitor is None or not visitor.has_account:
        return RedirectResponse("/sign-in?back=/clubs/new", 303)
    return show(request, NewClubPage("", ""))


async def found_club(request: Request) -> Response:
    """Found a club."""
    fields, app, visitor = text_of(await request.form()), app_of(request), await known_visitor(request)
    name, about = fields.get("name", ""), fields.get("about", "")
    try:
        club = await app.database.write(app.member_clubs.found, visitor.id if visitor else None, name, about)
    except ServiceError as error:
        page = NewClubPage(name, about, wrong=error.text(language(request)))
        return show(request, page, status=status_of(error))
    return RedirectResponse(f"/clubs/{club.id}", 303)


async def club(request: Request) -> Response:
    """Show a club."""
    return await _page(request)


async def _page(request: Request, error: DamieraError | None = None) -> Response:
    app, lang, visitor = app_of(request), language(request), await known_visitor(request)
    asked = request.query_params
    rating = known_rating(asked.get("game", ""), asked.get("speed", ""))
    me = visitor.id if visitor else None
    found = await app.database.read(app.member_clubs.load, request.path_params["id"], me, *rating)
    page = member_club_page(
        found,
        me,
        lang,
        rating=rating,
        base=app.settings.public or str(request.base_url).rstrip("/"),
        has_account=visitor is not None and visitor.has_account,
        matches=await app.database.read(
            partial(app.club_matches.of_club, found.club.id, is_admin=found.is_admin)
        ),
        challengers=await app.database.read(app.member_clubs.of_player, me),
        chat=await members_chat(request, found.club.id),
        wrong=error.text(lang) if error else "",
    )
    return show(request, page, status=status_of(error) if isinstance(error, ServiceError) else 200)


async def act(request: Request) -> Response:
    """Do something in a club."""
    fields, app, visitor = text_of(await request.form()), app_of(request), await known_visitor(request)
    id, what = request.path_params["id"], fields.get("do", "")
    try:
        acts = _acts(app.member_clubs, visitor.id if visitor else None, id, fields)
        if what not in acts:
            raise BadTerms("do", _UNKNOWN)
        await app.database.write(acts[what])
    except ServiceError as error:
        return await _page(request, error)
    return RedirectResponse("/clubs" if what == "close" else f"/clubs/{id}", 303)


def _acts(
    clubs: MemberClubService, me: str | None, id: str, fields: Mapping[str, str]
) -> Mapping[str, Callable[[], None]]:
    """Return what can be done in a club, by the word of a form."""
    name, key, about = fields.get("name", ""), fields.get("key", ""), fields.get("about", "")
    event = fields.get("title", ""), fields.get("address", ""), fields.get("time", "")
    return {
        "ask": partial(clubs.ask, me, id),
        "leave": partial(clubs.leave, me, id),
        "accept": partial(clubs.answer, me, id, name, accepts=True),
        "decline": partial(clubs.answer, me, id, name, accepts=False),
        "remove": partial(clubs.remove, me, id, name),
        "admin": partial(clubs.set_role, me, id, name, is_admin=True),
        "member": partial(clubs.set_role, me, id, name, is_admin=False),
        "hand-over": partial(clubs.hand_over, me, id, name),
        "close": partial(clubs.close, me, id, knows="knows" in fields),
        "describe": partial(clubs.describe, me, id, about),
        "link": partial(clubs.set_link, me, id, is_open=True),
        "no-link": partial(clubs.set_link, me, id, is_open=False),
        "note": partial(clubs.pin, me, id, fields.get("text", "")),
        "no-note": partial(clubs.unpin, me, id, key),
        "event": partial(clubs.list_event, me, id, *event),
        "no-event": partial(clubs.drop_event, me, id, key),
    }


async def invitation(request: Request) -> Response:
    """Show where the link of a club leads."""
    return await _invitation(request)


async def _invitation(request: Request, error: ServiceError | None = None) -> Response:
    app, lang, visitor = app_of(request), language(request), await known_visitor(request)
    key = request.path_params["key"]
    found = await app.database.read(app.member_clubs.invited, key)
    has_account = visitor is not None and visitor.has_account
    page = ClubInvitationPage(club_row(found, lang), key, has_account, error.text(lang) if error else "")
    return show(request, page, status=status_of(error) if error else 200)


async def join(request: Request) -> Response:
    """Come into a club by its link."""
    app, visitor = app_of(request), await known_visitor(request)
    me = visitor.id if visitor else None
    try:
        joined = await app.database.write(app.member_clubs.join, me, request.path_params["key"])
    except ServiceError as error:
        return await _invitation(request, error)
    return RedirectResponse(f"/clubs/{joined.id}", 303)


ROUTES: list[BaseRoute] = [
    Route("/clubs", clubs),
    Route("/clubs/new", ask_club),
    Route("/clubs", found_club, methods=["POST"]),
    Route("/clubs/join/{key}", invitation),
    Route("/clubs/join/{key}", join, methods=["POST"]),
    Route("/clubs/{id}", club),
    Route("/clubs/{id}", act, methods=["POST"]),
]
