"""Evenings played here: the page of those who play and of who directs them, and the form that makes one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.service.errors import BadTerms, NotFound, NotYours
from damiera.service.identity import Visitor
from damiera.service.tournament.evening import EveningService, EveningTerms
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.online import OnlineBoardService
from damiera.web.common.club_access import administered_club, required_visitor
from damiera.web.common.forms import text_of
from damiera.web.common.numbers import number_of, whole
from damiera.web.common.pages import language, show
from damiera.web.common.parts import app_of
from damiera.web.tournament.requests import look, show_event, status_of
from damiera.web.tournament.views.evening import evening_page, evening_part, new_evening_page

__all__ = ["ROUTES"]

_UNKNOWN = Message("I do not know what to do.")


async def evening(request: Request) -> Response:
    """Show an evening; with `part=1` only what changes."""
    live, visitor = await look(request)
    return await _evening(request, live, visitor)


async def _evening(
    request: Request, live: LiveEvent, visitor: Visitor | None, wrong: DamieraError | None = None
) -> Response:
    app, lang = app_of(request), language(request)
    if live.state.evening is None:
        return RedirectResponse(f"/hall/{live.id}/public", 303)
    if live.state.evening.match:
        return RedirectResponse(f"/matches/{live.state.evening.match}", 303)
    mine = await app.database.read(app.evenings.mine, live, visitor.id if visitor else None)
    now = app.clock.now_ms()
    if request.query_params.get("part"):
        text = await app.database.read(evening_part, live, visitor, mine, now, lang)
        return HTMLResponse(text, headers={"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"})
    view = await app.database.read(
        partial(evening_page, live, visitor, mine, now, lang, wrong=wrong.text(lang) if wrong else "")
    )
    return show_event(request, view, status=status_of(wrong))


async def act(request: Request) -> Response:
    """Join, pause, leave; or direct it, as an arbiter."""
    live, visitor = await look(request)
    fields, app = text_of(await request.form()), app_of(request)
    if visitor is None:
        return RedirectResponse(f"/sign-in?back=/hall/{live.id}/evening", 303)
    try:
        acts = _acts(app.evenings, live.id, visitor, fields)
        if fields.get("do", "") not in acts:
            raise BadTerms("do", _UNKNOWN)
        await app.database.write(acts[fields["do"]])
        board = ""
        if fields["do"] == "pair":  # whoever directs and plays is led to their board like the others
            board = await app.database.write(_sit_down, app.evenings, app.online, live.id, visitor)
    except NotFound:
        raise
    except DamieraError as error:
        live = await app.database.read(app.tournaments.load, live.id)
        return await _evening(request, live, visitor, error)
    return RedirectResponse(f"/g/{board}" if board else f"/hall/{live.id}/evening", 303)


def _sit_down(evenings: EveningService, online: OnlineBoardService, id: str, who: Visitor) -> str:
    """Seat somebody at the board of an evening that waits for them; return its game, "" without one."""
    for ready in evenings.boards_ready(who.id):
        found = evenings.place(ready.game)
        if found is not None and found[0].id == id:
            _, round, board, leg = found
            return online.sit(id, who, round, board, leg=leg)
    return ""


def _acts(
    evenings: EveningService, id: str, who: Visitor, fields: Mapping[str, str]
) -> Mapping[str, Callable[[], LiveEvent]]:
    """Return what can be done at an evening, by the word of a form."""
    return {
        "join": partial(evenings.join, id, who),
        "pause": partial(evenings.pause, id, who),
        "leave": partial(evenings.leave, id, who),
        "pair": partial(evenings.pair, id, who, whole(fields.get("round")) or 0),
        "by-itself": partial(evenings.set_by_itself, id, who, by_itself=True),
        "by-hand": partial(evenings.set_by_itself, id, who, by_itself=False),
        "open": partial(evenings.set_open, id, who, is_open=True),
        "close": partial(evenings.set_open, id, who, is_open=False),
    }


async def ask(request: Request) -> Response:
    """Show the form of a new evening of a club to its admins."""
    return await _ask(request, EveningTerms(""))


async def _ask(request: Request, terms: EveningTerms, wrong: DamieraError | None = None) -> Response:
    club = await administered_club(request)
    page = new_evening_page(club, terms, language(request), wrong)
    return show(request, page, status=status_of(wrong))


async def make(request: Request) -> Response:
    """Make an evening of a club."""
    fields, app, visitor = text_of(await request.form()), app_of(request), await required_visitor(request)
    id = request.path_params["id"]
    terms = _terms(fields)
    try:
        live = await app.database.write(app.evenings.create, visitor, id, terms)
    except (NotYours, NotFound):
        raise
    except DamieraError as error:
        return await _ask(request, terms, error)
    return RedirectResponse(f"/hall/{live.id}/evening", 303)


def _terms(fields: Mapping[str, str]) -> EveningTerms:
    """Return what a form asks for; what is none of our numbers is refused by its bounds."""
    return EveningTerms(
        name=fields.get("name", ""),
        game=fields.get("game", ""),
        system=fields.get("system", ""),
        rounds=number_of(fields, "rounds"),
        pace=fields.get("pace", ""),
        starts=fields.get("starts", ""),
        wait=number_of(fields, "wait"),
        pause=number_of(fields, "pause"),
        by_itself="by_itself" in fields,
        rated="rated" in fields,
        bots="bots" in fields,
    )


ROUTES: list[BaseRoute] = [
    Route("/hall/{id}/evening", evening),
    Route("/hall/{id}/evening", act, methods=["POST"]),
    Route("/clubs/{id}/evening", ask),
    Route("/clubs/{id}/evening", make, methods=["POST"]),
]
