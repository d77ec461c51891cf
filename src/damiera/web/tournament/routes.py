"""The tournament hall: the events of this server, new ones, and what is announced of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.messages import Lang, Message
from damiera.rules.ruleset import ruleset
from damiera.service.errors import BadTerms, Conflict, NotFound, ServiceError
from damiera.service.names import show_code
from damiera.service.tournament.event import LiveEvent
from damiera.tournament.trf.read import read_trf
from damiera.web.common.bodies import with_file
from damiera.web.common.forms import text_of
from damiera.web.common.identity import known_visitor, remember, welcome
from damiera.web.common.pages import language, page
from damiera.web.common.parts import app_of
from damiera.web.common.qr import qr
from damiera.web.tournament import (
    about_routes,
    arbiter_routes,
    check_routes,
    files_routes,
    groups_routes,
    hand_routes,
    players_routes,
    ratings_routes,
    standings_routes,
    teams_routes,
)
from damiera.web.tournament.form import announced, fields_of, fold_of, form_choices
from damiera.web.tournament.requests import (
    MOST_BYTES,
    arbiter,
    decoded,
    followed_at,
    number_of,
    sent,
    status_of,
)
from damiera.web.tournament.view import head_facts
from damiera.web.tournament.words import FIELDS

__all__ = ["ROUTES"]

MOST_BROUGHT: Final = 1000
_TOO_LARGE = Message("The file is too large.")


async def tournaments(request: Request) -> Response:
    """Show the events of this server."""
    return await _tournaments_page(request)


async def _tournaments_page(request: Request, wrong: DamieraError | None = None, code: str = "") -> Response:
    lang, app = language(request), app_of(request)
    visitor = await known_visitor(request)
    lines = await app.database.read(app.tournaments.listed, visitor.id if visitor else None)
    events = [
        {
            "line": line,
            "game": _game_name(line.game, lang),
            "where": " · ".join(filter(None, (line.place, line.starts))),
        }
        for line in lines
    ]
    return page(
        request,
        "tournament/events.html",
        status=status_of(wrong),
        mine=[e for e in events if e["line"].yours],  # type: ignore[attr-defined]
        others=[e for e in events if not e["line"].yours],  # type: ignore[attr-defined]
        wrong=wrong.text(lang) if wrong else "",
        code=code,
    )


def _game_name(slug: str, lang: Lang) -> str:
    try:
        return ruleset(slug).name.text(lang)
    except DamieraError:
        return slug


async def new(request: Request) -> Response:
    """Show the form of a new event."""
    return _form_page(request, None, {"game": request.query_params.get("game", "italian")})


async def create(request: Request) -> Response:
    """Make an event."""
    fields, app = text_of(await request.form()), app_of(request)
    who = await welcome(request)
    try:
        live = await app.database.write(app.tournaments.create, who.visitor, announced(fields))
    except BadTerms as error:
        return remember(request, _form_page(request, None, fields, error), who)
    return remember(request, RedirectResponse(f"/hall/{live.id}/players", 303), who)


async def join(request: Request) -> Response:
    """Let in another arbiter, who has the code."""
    fields, app = text_of(await request.form()), app_of(request)
    code, who = fields.get("code", ""), await welcome(request)
    try:
        live = await app.database.write(app.tournaments.join, code, who.visitor, fields.get("name", ""))
    except (NotFound, BadTerms) as error:
        return remember(request, await _tournaments_page(request, error, code), who)
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
            where = ""
        else:
            event = await app.database.read(read_trf, text)
            if len(event.players) > MOST_BROUGHT:
                raise BadTerms("file", _TOO_LARGE)
            live = await app.database.write(app.tournaments.bring_in, who.visitor, event)
            where = "/check?brought=1"
    except DamieraError as error:
        return remember(request, await _tournaments_page(request, error), who)
    return remember(request, RedirectResponse(f"/hall/{live.id}{where}", 303), who)


async def settings(request: Request) -> Response:
    """Show what is announced of an event, to be changed."""
    live, _ = await arbiter(request)
    return _form_page(request, live, fields_of(live.announced))


async def announce(request: Request) -> Response:
    """Change what is announced of an event."""
    live, visitor = await arbiter(request)
    fields, app = text_of(await request.form()), app_of(request)
    try:
        facts = replace(announced(fields), seed=fields.get("seed", "") or live.announced.seed)
        seen = number_of(fields.get("seen", "0"), "seen")
        await app.database.write(app.tournaments.announce, live.id, visitor, facts, seen=seen)
    except Conflict as error:
        live = await app.database.read(app.tournaments.load, live.id)
        return _form_page(request, live, {**fields, "seen": str(live.version)}, error)
    except BadTerms as error:
        return _form_page(request, live, fields, error)
    return RedirectResponse(f"/hall/{live.id}", 303)


def _form_page(
    request: Request, live: LiveEvent | None, fields: Mapping[str, str], wrong: ServiceError | None = None
) -> Response:
    lang = language(request)
    started = bool(live and live.event.rounds)
    return page(
        request,
        "tournament/settings.html" if live else "tournament/new.html",
        status=status_of(wrong),
        head=head_facts(live, lang) if live else None,
        tab="settings",
        fields=fields,
        wrong=wrong.text(lang) if wrong else "",
        field=getattr(wrong, "field", ""),
        choices=form_choices(fields, lang, live.event.game if live and started else ""),
        refused_in=fold_of(getattr(wrong, "field", "")),
        code=show_code(live.row.code) if live else "",
        address=followed_at(request, live) if live else "",
        qr=qr(followed_at(request, live)) if live else "",
        arbiters=[name for _, name in live.arbiters] if live else [],
        started=started,
        version=live.version if live else 0,
        now=_differs(live, fields, lang) if live and isinstance(wrong, Conflict) else [],
        over=bool(live and live.over),
    )


def _differs(live: LiveEvent, fields: Mapping[str, str], lang: Lang) -> list[tuple[str, str, str]]:
    """Return what stands in the event now where it is not what the form says: name, now, yours."""
    now = fields_of(live.announced)
    names = {name: said.text(lang) for name, said in FIELDS.items()}
    return [
        (names.get(name, name), now.get(name, "") or "–", fields.get(name, "") or "–")
        for name in dict.fromkeys([*now, *fields])
        if name not in ("seen", "tiebreaks")
        and now.get(name, "") != fields.get(name, "").replace("\r\n", "\n")
    ]


BODIES = dict.fromkeys(
    ("/hall/import", "/hall/{id}/games", "/hall/{id}/players/import", "/hall/{id}/players/ratings"),
    with_file(MOST_BYTES),
)
ROUTES: list[BaseRoute] = [
    Route("/hall", tournaments),
    Route("/hall", create, methods=["POST"]),
    Route("/hall/new", new),
    Route("/hall/join", join, methods=["POST"]),
    Route("/hall/import", bring_in, methods=["POST"]),
    Route("/hall/{id}/settings", settings),
    Route("/hall/{id}/settings", announce, methods=["POST"]),
    *arbiter_routes.ROUTES,
    *hand_routes.ROUTES,
    *teams_routes.ROUTES,
    *groups_routes.ROUTES,
    *ratings_routes.ROUTES,
    *check_routes.ROUTES,
    *about_routes.ROUTES,
    *players_routes.ROUTES,
    *standings_routes.ROUTES,
    *files_routes.ROUTES,
]
