"""The screens of the hall, and the arbiter's page that sets them up."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.service.errors import BadTerms
from damiera.service.identity import Visitor
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.screens import set_up, show_notice, start_clock, stop_clock, take_away
from damiera.web.common.forms import text_of
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language
from damiera.web.common.parts import app_of
from damiera.web.tournament.forms import read_clock, read_screen
from damiera.web.tournament.requests import arbiter, look, posting, show_event, status_of
from damiera.web.tournament.views.screen import screen_of, screen_page, screen_part
from damiera.web.tournament.views.screens import CONTENTS, screens_page

__all__ = ["ROUTES"]

_NO_FOLDER = Message("The folder of the site cannot be written: {why}.")


async def screen(request: Request) -> Response:
    """Show a screen of the hall to anybody; with `part=1` only what changes on it."""
    live, visitor = await look(request)
    lang, app, query = language(request), app_of(request), request.query_params
    name = query.get("screen", "")[:40] or (live.name_of(visitor.id) if visitor else "") or ""
    if query.get("part"):
        text = await app.database.read(screen_part, live, lang, screen_of(live, name), 0)
        return HTMLResponse(text, headers={"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"})
    page = await app.database.read(
        lambda: screen_page(
            live, lang, name, now=int(time.time() * 1000), shown=whole(query.get("page")) or 0
        )
    )
    return show_event(request, page)


async def screens(request: Request) -> Response:
    """Show what the screens of the hall show."""
    live, _ = await arbiter(request)
    site = app_of(request).event_sites.state(live.row.id)
    return show_event(request, screens_page(live, language(request), site=site, fields={}))


async def site(request: Request) -> Response:
    """Have the site of the event written after every act from now on, or no more."""
    live, _ = await arbiter(request)
    sites, lang = app_of(request).event_sites, language(request)
    wanted = text_of(await request.form()).get("on") == "yes"
    try:
        if wanted:
            await asyncio.to_thread(sites.turn_on, live.row.id, lang)
        else:
            await asyncio.to_thread(sites.turn_off, live.row.id)
    except OSError as error:
        wrong = BadTerms("site", _NO_FOLDER.format(why=error.strerror or str(error)))
        view = screens_page(live, lang, site=sites.state(live.row.id), fields={}, wrong=wrong)
        return show_event(request, view, status=status_of(wrong))
    return RedirectResponse(f"/hall/{live.row.id}/screens", 303)


def _set(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    match fields.get("do"):
        case "notice":
            step = show_notice(fields.get("notice", ""))
        case "clock":
            clock = read_clock(fields)
            step = start_clock(clock.round, clock.starts_in, clock.minutes)
        case "no-clock":
            step = stop_clock()
        case "away":
            step = take_away(fields.get("name", ""))
        case _:
            form = read_screen(fields)
            shows = tuple(what for what in CONTENTS if fields.get(what) == "yes")
            step = set_up(form.name, shows, form.seconds, dark=form.dark, large=form.large)
    return tournaments.change(live.row.id, who, step)


async def _again(
    request: Request, live: LiveEvent, error: DamieraError, fields: Mapping[str, str]
) -> Response:
    found = app_of(request).event_sites.state(live.row.id)
    view = screens_page(live, language(request), site=found, fields=fields, wrong=error)
    return show_event(request, view, status=status_of(error))


def _to_screens(live: LiveEvent, _fields: Mapping[str, str]) -> str:
    return f"/hall/{live.id}/screens"


ROUTES: list[BaseRoute] = [
    Route("/hall/{id}/screen", screen),
    Route("/hall/{id}/screens", screens),
    Route("/hall/{id}/site", site, methods=["POST"]),
    Route("/hall/{id}/screens", posting(_set, _to_screens, _again), methods=["POST"]),
]
