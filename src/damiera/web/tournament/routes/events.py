"""The tournament hall: the events of this server, new ones, and what is announced of them."""

from __future__ import annotations

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.paper.logo import LARGEST_LOGO
from damiera.service.errors import BadTerms, Conflict, NotFound, RefusedAct
from damiera.service.tournament.files import read_report
from damiera.service.tournament.rights import Right
from damiera.web.common.bodies import with_file
from damiera.web.common.failures import RefusedRequest
from damiera.web.common.federation_access import federation_rights
from damiera.web.common.forms import text_of
from damiera.web.common.identity import known_visitor, remember, welcome, welcome_as
from damiera.web.common.pages import language, show
from damiera.web.common.parts import app_of
from damiera.web.tournament.forms import announced, numbered
from damiera.web.tournament.requests import (
    MOST_BYTES,
    allowed,
    decoded,
    followed_at,
    sent,
    show_event,
    status_of,
)
from damiera.web.tournament.routes import (
    about,
    check,
    files,
    groups,
    hand,
    people,
    players,
    ratings,
    rounds,
    screens,
    sections,
    standings,
    teams,
    titles,
)
from damiera.web.tournament.views.events import events_page
from damiera.web.tournament.views.settings import fields_of, new_event_page, settings_page

__all__ = ["ROUTES"]


_TOO_MANY_CODES = Message("Too many codes were tried in a short time.")


async def tournaments(request: Request) -> Response:
    """Show the events of this server.

    `code` and `name` in the address, as a scanned code has them, are written in the form of who has a code.
    """
    query = request.query_params
    return await _tournaments_page(request, None, query.get("code", "")[:20], query.get("name", "")[:40])


async def _tournaments_page(
    request: Request, wrong: DamieraError | None = None, code: str = "", name: str = ""
) -> Response:
    app, visitor = app_of(request), await known_visitor(request)
    lines = await app.database.read(app.tournaments.listed, visitor.id if visitor else None)
    rights = await federation_rights(request, visitor)
    view = events_page(lines, language(request), wrong, code, name, federation=rights.reads)
    return show(request, view, status=status_of(wrong))


async def new(request: Request) -> Response:
    """Show the form of a new event."""
    visitor = await known_visitor(request)
    called = "" if visitor is None or visitor.is_unnamed else visitor.name
    fields = {"game": request.query_params.get("game", "italian"), "me": called}
    return show(request, new_event_page(fields, language(request)))


async def create(request: Request) -> Response:
    """Make an event."""
    fields, app = text_of(await request.form()), app_of(request)
    called = fields.get("me", "").strip()
    try:
        who = await welcome_as(request, called)
    except BadTerms as error:
        view = new_event_page(fields, language(request), BadTerms("me", error.message))
        return show(request, view, status=status_of(error))
    try:
        live = await app.database.write(
            app.tournaments.create, who.visitor, announced(fields), called=who.visitor.name if called else ""
        )
    except BadTerms as error:
        view = new_event_page(fields, language(request), error)
        return remember(request, show(request, view, status=status_of(error)), who)
    return remember(request, RedirectResponse(f"/hall/{live.id}/players", 303), who)


async def join(request: Request) -> Response:
    """Let in whoever has a code: another arbiter, or somebody with a code of their own."""
    fields, app = text_of(await request.form()), app_of(request)
    address = request.client.host if request.client else ""
    if app.settings.limits and not app.limits.codes.take(address):
        raise RefusedRequest(429, _TOO_MANY_CODES, app.limits.codes.wait_s)
    code, who = fields.get("code", ""), await welcome(request)
    try:
        live = await app.database.write(app.people.enter, code, who.visitor, fields.get("name", ""))
    except (NotFound, BadTerms, RefusedAct) as error:
        page = await _tournaments_page(request, error, code, fields.get("name", "")[:40])
        return remember(request, page, who)
    return remember(request, RedirectResponse(f"/hall/{live.id}", 303), who)


async def bring_in(request: Request) -> Response:
    """Make an event of a report file, or of the file of a log: all of it, or nothing."""
    app = app_of(request)
    who = await welcome(request)
    try:
        _, data = await sent(request)
        if not data:
            raise BadTerms("file", Message("Choose a file."))
        text = decoded(data)
        if text.lstrip().startswith("{"):
            live = await app.database.write(app.tournaments.restore, who.visitor, text)
            app.event_readiness.brought(live)
            where = ""
        else:
            event = await app.database.read(read_report, text)
            live = await app.database.write(app.tournaments.bring_in, who.visitor, event)
            where = "/check?brought=1"
    except DamieraError as error:
        return remember(request, await _tournaments_page(request, error), who)
    return remember(request, RedirectResponse(f"/hall/{live.id}{where}", 303), who)


async def settings(request: Request) -> Response:
    """Show what is announced of an event, to be changed."""
    live, _ = await allowed(request, Right.LEAD)
    fields, address = fields_of(live.announced), followed_at(request, live)
    return show_event(request, settings_page(live, language(request), address, fields))


async def announce(request: Request) -> Response:
    """Change what is announced of an event."""
    live, visitor = await allowed(request, Right.LEAD)
    fields, app = text_of(await request.form()), app_of(request)
    try:
        facts = replace(announced(fields), seed=fields.get("seed", "") or live.announced.seed)
        seen = numbered(fields.get("seen", "0"), "seen")
        await app.database.write(app.tournaments.announce, live.id, visitor, facts, seen=seen)
    except (Conflict, BadTerms) as error:
        if isinstance(error, Conflict):
            live = await app.database.read(app.tournaments.load, live.id)
            fields = {**fields, "seen": str(live.version)}
        view = settings_page(live, language(request), followed_at(request, live), fields, error)
        return show_event(request, view, status=status_of(error))
    return RedirectResponse(f"/hall/{live.id}", 303)


BODIES = {
    **dict.fromkeys(
        ("/hall/import", "/hall/{id}/games", "/hall/{id}/players/import", "/hall/{id}/players/ratings"),
        with_file(MOST_BYTES),
    ),
    "/hall/{id}/print": with_file(LARGEST_LOGO),
}
ROUTES: list[BaseRoute] = [
    Route("/hall", tournaments),
    Route("/hall", create, methods=["POST"]),
    Route("/hall/new", new),
    Route("/hall/join", join, methods=["POST"]),
    Route("/hall/import", bring_in, methods=["POST"]),
    Route("/hall/{id}/settings", settings),
    Route("/hall/{id}/settings", announce, methods=["POST"]),
    *rounds.ROUTES,
    *hand.ROUTES,
    *teams.ROUTES,
    *groups.ROUTES,
    *sections.ROUTES,
    *titles.ROUTES,
    *ratings.ROUTES,
    *check.ROUTES,
    *about.ROUTES,
    *people.ROUTES,
    *screens.ROUTES,
    *players.ROUTES,
    *standings.ROUTES,
    *files.ROUTES,
]
