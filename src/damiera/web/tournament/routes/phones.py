"""The players' phones: whose phone is whose, results by players, and the arbiter's page about both."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.service.errors import BadTerms, NotFound
from damiera.service.identity import Visitor
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.phones import PhoneService
from damiera.service.tournament.registration import Registration, applicant
from damiera.service.tournament.reports import ReportService
from damiera.web.common.failures import RefusedRequest
from damiera.web.common.forms import text_of
from damiera.web.common.identity import known_visitor, remember, welcome
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language, show
from damiera.web.common.parts import App, app_of
from damiera.web.tournament.forms import read_number, read_player_facts, read_result
from damiera.web.tournament.requests import arbiter, look, server_address, show_event, status_of
from damiera.web.tournament.views.phones import (
    cards_page,
    my_board_page,
    my_phone_page,
    phones_page,
    player_links_page,
)
from damiera.web.tournament.views.registration import entry_page, registration_page

__all__ = ["ROUTES"]

_TOO_MANY_ENTRIES = Message("Too many entries in a short time.")
_TOO_MANY = Message("Too many codes in a short time.")
_AGREE = Message("To register you have to agree to what everybody sees: tick the box.")


def registration_of(app: App) -> Registration:
    """Return the use cases of registration by link."""
    return Registration(app.tournaments, app.store, app.clock)


def phones_of(app: App) -> PhoneService:
    """Return the use cases of codes and phones."""
    return app.phones


# --- a player's phone ------------------------------------------------------------------------------------


async def me(request: Request) -> Response:
    """Ask whose phone this is; with `?code=` show whose code that is, to be confirmed."""
    live, visitor = await look(request)
    code, app = request.query_params.get("code", ""), app_of(request)
    address = request.client.host if request.client else ""
    if code and app.settings.limits and not app.limits.arrivals.take(address):
        raise RefusedRequest(429, _TOO_MANY, app.limits.arrivals.wait_s)
    return await _me_page(request, live, visitor, code, look_up=bool(code))


async def _me_page(
    request: Request,
    live: LiveEvent,
    visitor: Visitor | None,
    code: str,
    *,
    look_up: bool = False,
    wrong: DamieraError | None = None,
) -> Response:
    """Show whose phone this is; with `look_up` whose code that is, too."""
    app, who = app_of(request), visitor.id if visitor else None
    mine = await app.database.read(phones_of(app).who_is, live.id, who)
    page = partial(my_phone_page, live, language(request), who, mine, back=_place(request.query_params))
    try:
        found = await app.database.read(phones_of(app).whose, live.id, code) if look_up else None
    except NotFound as error:
        return show_event(request, page(code=code, wrong=error), status=status_of(error))
    return show_event(request, page(found=found, code=code, wrong=wrong), status=status_of(wrong))


async def this_is_me(request: Request) -> Response:
    """Let this phone speak for whoever the code is of, or for nobody."""
    live, visitor = await look(request)
    fields, app = text_of(await request.form()), app_of(request)
    if fields.get("do") == "leave":
        if visitor is not None:
            await app.database.write(phones_of(app).unbind, live.id, visitor)
        return RedirectResponse(f"/hall/{live.id}/me", 303)
    who = await welcome(request)
    try:
        await app.database.write(phones_of(app).bind, live.id, who.visitor, fields.get("code", ""))
    except NotFound as error:
        answer = await _me_page(request, live, visitor, fields.get("code", ""), wrong=error)
        return remember(request, answer, who)
    return remember(request, RedirectResponse(f"/hall/{live.id}/report{_place(fields)}", 303), who)


def _place(asked_for: Mapping[str, str]) -> str:
    """Return the board an address or a form is about, as the end of an address."""
    round, board = whole(asked_for.get("round")), whole(asked_for.get("board"))
    return f"?round={round}&board={board}" if round and board else ""


async def report(request: Request) -> Response:
    """Show a player their board, what was reported of it, and what they may report."""
    live, visitor = await look(request)
    return await _report_page(request, live, visitor, request.query_params)


async def _report_page(
    request: Request,
    live: LiveEvent,
    visitor: Visitor | None,
    fields: Mapping[str, str],
    wrong: DamieraError | None = None,
) -> Response:
    app, who = app_of(request), visitor.id if visitor else None
    mine = await app.database.read(phones_of(app).who_is, live.id, who)
    if mine is None:
        return RedirectResponse(f"/hall/{live.id}/me{_place(fields)}", 303)
    if (place := live.of_player(mine.number)) is not live:
        return RedirectResponse(f"/hall/{place.id}/report{_place(fields)}", 303)
    round, board = whole(fields.get("round")), whole(fields.get("board"))
    view = my_board_page(live, language(request), who, mine, round=round, board=board, wrong=wrong)
    return show_event(request, view, status=status_of(wrong))


async def reported(request: Request) -> Response:
    """Take what a player reports of their board."""
    live, visitor = await look(request)
    fields, app = text_of(await request.form()), app_of(request)
    if visitor is None:
        return RedirectResponse(f"/hall/{live.id}/me{_place(fields)}", 303)
    try:
        form = read_result(fields)
        service = ReportService(app.tournaments)
        await app.database.write(
            partial(service.report, live.id, visitor, form.round, form.board, form.result, leg=form.leg)
        )
    except NotFound:
        raise
    except DamieraError as error:
        live = await app.database.read(app.tournaments.load, live.id)
        return await _report_page(request, live, visitor, fields, error)
    return RedirectResponse(f"/hall/{live.id}/report?round={form.round}&board={form.board}", 303)


# --- the arbiter's page ----------------------------------------------------------------------------------


async def phones(request: Request) -> Response:
    """Show the arbiter what phones may do in this event, and who asks to play."""
    live, _ = await arbiter(request)
    return await _phones_page(request, live)


async def _phones_page(request: Request, live: LiveEvent, wrong: DamieraError | None = None) -> Response:
    app, server = app_of(request), server_address(request)
    registration = registration_of(app)
    link = await app.database.write(registration.link, live.id)
    asks = await app.database.read(registration.waiting, live.id)
    view = phones_page(live, language(request), server, link, asks, wrong)
    return show_event(request, view, status=status_of(wrong))


async def act(request: Request) -> Response:
    """Do what a form of the arbiter's page says."""
    live, visitor = await arbiter(request)
    fields, app = text_of(await request.form()), app_of(request)
    try:
        await app.database.write(_act, app, live.id, visitor, fields)
    except NotFound:
        raise
    except DamieraError as error:
        live = await app.database.read(app.tournaments.load, live.id)
        return await _phones_page(request, live, error)
    here = fields.get("do", "") if fields.get("do") in ("reporting",) else "registration"
    return RedirectResponse(f"/hall/{live.id}/phones#{here}", 303)


def _act(app: App, id: str, who: Visitor, fields: Mapping[str, str]) -> None:
    registration, asked_by = registration_of(app), fields.get("request", "")
    match fields.get("do"):
        case "reporting":
            ReportService(app.tournaments).switch(id, who, on=fields.get("on") == "yes")
        case "open" | "fresh" as how:
            registration.open(id, who, at_once=fields.get("at_once") == "yes", fresh=how == "fresh")
        case "close":
            registration.close(id, who)
        case "accept":
            registration.accept(id, who, asked_by)
        case "accept-all":
            for one in registration.waiting(id):
                if not one.like:
                    registration.accept(id, who, one.id)
        case "refuse-all":
            registration.refuse_all(id, who, fields.get("reason", ""))
        case "refuse":
            registration.refuse(id, who, asked_by, fields.get("reason", ""))
        case _:
            raise BadTerms("do", Message("I do not know what to do."))


async def cards(request: Request) -> Response:
    """Show every player's code, to be printed and handed out."""
    live, visitor = await arbiter(request)
    app, server = app_of(request), server_address(request)
    held = await app.database.write(phones_of(app).cards, live.id, visitor)
    return show_event(request, await app.database.read(cards_page, live, language(request), server, held))


async def player_links(request: Request) -> Response:
    """Show every address that is one player's own, to be handed out."""
    live, visitor = await arbiter(request)
    app, number = app_of(request), int(request.path_params["number"])
    card = await app.database.write(phones_of(app).card, live.row.id, visitor, number)
    return show_event(request, player_links_page(live, language(request), server_address(request), card))


async def new_code(request: Request) -> Response:
    """Give a player another code."""
    live, visitor = await arbiter(request)
    fields, app = text_of(await request.form()), app_of(request)
    number = read_number(fields).number
    await app.database.write(phones_of(app).replace_code, live.id, visitor, number)
    return RedirectResponse(f"/hall/{live.id}/phones/cards#n{quote(str(number))}", 303)


# --- registration ----------------------------------------------------------------------------------------


async def join(request: Request) -> Response:
    """Show the form by which somebody registers."""
    return await _join_page(request)


async def _join_page(
    request: Request, fields: Mapping[str, str] | None = None, wrong: DamieraError | None = None
) -> Response:
    lang, app, code = language(request), app_of(request), request.path_params["code"]
    visitor = await known_visitor(request)
    registration = registration_of(app)
    live, shut = await app.database.read(registration.come_to, request.path_params["id"], code)
    before = await app.database.read(registration.asked_by, live.id, visitor.id if visitor else None)
    view = registration_page(live, lang, code, shut, before, fields=fields or {}, wrong=wrong)
    return show(request, view, status=status_of(wrong))


async def joined(request: Request) -> Response:
    """Take what somebody wrote who wants to play."""
    fields, app = text_of(await request.form()), app_of(request)
    id, code = request.path_params["id"], request.path_params["code"]
    await app.database.read(registration_of(app).come_to, id, code)
    address = request.client.host if request.client else ""
    if app.settings.limits and not app.limits.entries.take(address):
        raise RefusedRequest(429, _TOO_MANY_ENTRIES, app.limits.entries.wait_s)
    who = await welcome(request)
    try:
        if fields.get("agree") != "yes":
            raise BadTerms("agree", _AGREE)
        form = read_player_facts(fields)
        player = applicant(
            name=form.name,
            elo=form.elo,
            sex=form.sex,
            card=form.card,
            club=form.club,
            province=form.province,
            category=form.category,
            born=form.born,
        )
        made = await app.database.write(registration_of(app).ask, id, code, who.visitor, player)
    except NotFound:
        raise
    except DamieraError as error:
        return remember(request, await _join_page(request, fields, error), who)
    return remember(request, RedirectResponse(f"/hall/{id}/entry/{made.id}", 303), who)


async def entry(request: Request) -> Response:
    """Show what became of somebody who asked to play."""
    live, visitor = await look(request)
    app, who = app_of(request), visitor.id if visitor else None
    one = await app.database.read(registration_of(app).asked, live.id, request.path_params["request"])
    mine = await app.database.read(phones_of(app).who_is, live.id, who)
    own = bool(mine and one.number == mine.number)
    return show_event(request, entry_page(live, language(request), who, one, mine=own))


async def taken_back(request: Request) -> Response:
    """Take a request back."""
    live, visitor = await look(request)
    app, asked_for = app_of(request), request.path_params["request"]
    await app.database.read(registration_of(app).asked, live.id, asked_for)
    await app.database.write(registration_of(app).withdraw, live.id, visitor or Visitor("", ""), asked_for)
    return RedirectResponse(f"/hall/{live.id}/entry/{asked_for}", 303)


ROUTES: list[BaseRoute] = [
    Route("/hall/{id}/me", me),
    Route("/hall/{id}/me", this_is_me, methods=["POST"]),
    Route("/hall/{id}/report", report),
    Route("/hall/{id}/report", reported, methods=["POST"]),
    Route("/hall/{id}/phones", phones),
    Route("/hall/{id}/phones", act, methods=["POST"]),
    Route("/hall/{id}/phones/cards", cards),
    Route("/hall/{id}/phones/cards", new_code, methods=["POST"]),
    Route("/hall/{id}/players/{number:int}/links", player_links),
    Route("/hall/{id}/join/{code}", join),
    Route("/hall/{id}/join/{code}", joined, methods=["POST"]),
    Route("/hall/{id}/entry/{request}", entry),
    Route("/hall/{id}/entry/{request}", taken_back, methods=["POST"]),
]
