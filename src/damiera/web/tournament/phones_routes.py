"""The players' phones: whose phone is whose, results by players, and the arbiter's page about both."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.messages import Lang, Message
from damiera.service.errors import BadTerms, NotFound
from damiera.service.identity import Visitor
from damiera.service.names import show_code
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.phones import Card, PhoneService
from damiera.service.tournament.registration import EntryRequest, Registration, RegistrationLink
from damiera.service.tournament.reports import ReportService
from damiera.tournament.model import EventPlayer
from damiera.web.common.failures import RefusedRequest
from damiera.web.common.forms import text_of
from damiera.web.common.identity import known_visitor, remember, welcome
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language, page
from damiera.web.common.parts import App, app_of
from damiera.web.common.qr import qr
from damiera.web.tournament.phones import (
    card_address,
    entry_address,
    house_address,
    report_address,
    report_facts,
)
from damiera.web.tournament.requests import arbiter, look, number_of, status_of
from damiera.web.tournament.view import head_facts

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
    code = request.query_params.get("code", "")
    app = app_of(request)
    if not code:
        return await _me_page(request, live, visitor)
    address = request.client.host if request.client else ""
    if app.settings.limits and not app.limits.arrivals.take(address):
        raise RefusedRequest(429, _TOO_MANY)
    try:
        found = await app.database.read(phones_of(app).whose, live.id, code)
    except NotFound as error:
        return await _me_page(request, live, visitor, wrong=error, code=code)
    return await _me_page(request, live, visitor, found=found, code=code)


async def _me_page(
    request: Request,
    live: LiveEvent,
    visitor: Visitor | None,
    *,
    wrong: DamieraError | None = None,
    found: EventPlayer | None = None,
    code: str = "",
) -> Response:
    lang, app = language(request), app_of(request)
    mine = await app.database.read(phones_of(app).who_is, live.id, visitor.id if visitor else None)
    return page(
        request,
        "tournament/me.html",
        status=status_of(wrong),
        head=head_facts(live, lang),
        tab="me",
        arbiter=live.is_arbiter(visitor.id if visitor else None),
        mine=mine,
        found=found,
        code=code,
        back=_place(request.query_params),
        wrong=wrong.text(lang) if wrong else "",
    )


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
        answer = await _me_page(request, live, visitor, wrong=error, code=fields.get("code", ""))
        return remember(request, answer, who)
    return remember(request, RedirectResponse(f"/hall/{live.id}/report{_place(fields)}", 303), who)


def _place(asked_for: Mapping[str, str]) -> str:
    """Return the board an address or a form is about, as the end of an address."""
    round, board = whole(asked_for.get("round")), whole(asked_for.get("board"))
    return f"?round={round}&board={board}" if round and board else ""


async def report(request: Request) -> Response:
    """Show a player his board, what was said of it, and what he may say."""
    live, visitor = await look(request)
    return await _report_page(request, live, visitor, request.query_params)


async def _report_page(
    request: Request,
    live: LiveEvent,
    visitor: Visitor | None,
    fields: Mapping[str, str],
    wrong: DamieraError | None = None,
) -> Response:
    lang, app = language(request), app_of(request)
    mine = await app.database.read(phones_of(app).who_is, live.id, visitor.id if visitor else None)
    if mine is None:
        return RedirectResponse(f"/hall/{live.id}/me{_place(fields)}", 303)
    round = whole(fields.get("round")) or live.event.played_rounds
    if live.event.round(round) is None:
        round = live.event.played_rounds
    facts = report_facts(live, lang, mine.number, round, whole(fields.get("board")))
    return page(
        request,
        "tournament/report.html",
        status=status_of(wrong),
        head=head_facts(live, lang),
        tab="me",
        arbiter=live.is_arbiter(visitor.id if visitor else None),
        mine=mine,
        now=facts,
        current=live.event.played_rounds,
        wrong=wrong.text(lang) if wrong else "",
    )


async def reported(request: Request) -> Response:
    """Take what a player says of his board."""
    live, visitor = await look(request)
    fields, app = text_of(await request.form()), app_of(request)
    if visitor is None:
        return RedirectResponse(f"/hall/{live.id}/me{_place(fields)}", 303)
    try:
        round, board = (
            number_of(fields.get("round", ""), "round"),
            number_of(fields.get("board", ""), "board"),
        )
        leg = number_of(fields.get("leg", "") or "1", "leg")
        await app.database.write(
            ReportService(app.tournaments).report,
            live.id,
            visitor,
            round,
            board,
            fields.get("result", ""),
            leg=leg,
        )
    except NotFound:
        raise
    except DamieraError as error:
        live = await app.database.read(app.tournaments.load, live.id)
        return await _report_page(request, live, visitor, fields, error)
    return RedirectResponse(f"/hall/{live.id}/report?round={round}&board={board}", 303)


# --- the arbiter's page ----------------------------------------------------------------------------------


async def phones(request: Request) -> Response:
    """Show the arbiter what phones may do in this event, and who asks to play."""
    live, _ = await arbiter(request)
    return await _phones_page(request, live)


async def _phones_page(request: Request, live: LiveEvent, wrong: DamieraError | None = None) -> Response:
    lang, app = language(request), app_of(request)
    registration = registration_of(app)
    link = await app.database.write(registration.link, live.id)
    asks = await app.database.read(registration.waiting, live.id)
    address = report_address(house_address(request), live.id)
    return page(
        request,
        "tournament/phones.html",
        status=status_of(wrong),
        head=head_facts(live, lang),
        tab="phones",
        margin=live.margin,
        address=address,
        qr=qr(address),
        link=_link_facts(request, live, link),
        asks=[_asking_facts(one, lang) for one in asks],
        started=bool(live.event.rounds),
        deadline=live.announced.deadline.replace("T", " "),
        wrong=wrong.text(lang) if wrong else "",
    )


def _link_facts(request: Request, live: LiveEvent, link: RegistrationLink | None) -> dict[str, Any] | None:
    if link is None:
        return None
    address = entry_address(house_address(request), live.id, link.code)
    shut = link.shut.text(language(request)) if link.shut else ""
    return {"address": address, "qr": qr(address), "at_once": link.at_once, "shut": shut}


def _asking_facts(one: EntryRequest, lang: Lang) -> dict[str, Any]:
    moment = datetime.fromtimestamp(one.at / 1000)
    return {"one": one, "at": f"{moment:%H:%M}", "iso": moment.isoformat(timespec="minutes")}


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
    lang, app = language(request), app_of(request)
    held = await app.database.write(phones_of(app).cards, live.id, visitor)
    shown = await app.database.read(_card_facts, held, house_address(request), live.id)
    return page(request, "tournament/cards.html", head=head_facts(live, lang), tab="phones", cards=shown)


def _card_facts(held: tuple[Card, ...], house: str, id: str) -> list[dict[str, Any]]:
    return [
        {
            "player": card.player,
            "code": show_code(card.code),
            "phones": card.phones,
            "qr": qr(card_address(house, id, card.code)),
        }
        for card in held
    ]


async def new_code(request: Request) -> Response:
    """Give a player another code."""
    live, visitor = await arbiter(request)
    fields, app = text_of(await request.form()), app_of(request)
    number = number_of(fields.get("number", ""), "number")
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
    return page(
        request,
        "tournament/join.html",
        status=status_of(wrong),
        head=head_facts(live, lang),
        tab="join",
        code=code,
        shut=shut.text(lang) if shut else "",
        at_once=bool((door := live.margin.door) and door.at_once),
        before=[one for one in before if one.state != "withdrawn"],
        deadline=live.announced.deadline.replace("T", " "),
        fields=fields or {},
        field=getattr(wrong, "field", ""),
        wrong=wrong.text(lang) if wrong else "",
    )


async def joined(request: Request) -> Response:
    """Take what somebody wrote who wants to play."""
    fields, app = text_of(await request.form()), app_of(request)
    id, code = request.path_params["id"], request.path_params["code"]
    await app.database.read(registration_of(app).come_to, id, code)
    address = request.client.host if request.client else ""
    if app.settings.limits and not app.limits.entries.take(address):
        raise RefusedRequest(429, _TOO_MANY_ENTRIES)
    who = await welcome(request)
    try:
        player = _player(fields)
        made = await app.database.write(registration_of(app).ask, id, code, who.visitor, player)
    except NotFound:
        raise
    except DamieraError as error:
        return remember(request, await _join_page(request, fields, error), who)
    return remember(request, RedirectResponse(f"/hall/{id}/entry/{made.id}", 303), who)


def _player(fields: Mapping[str, str]) -> EventPlayer:
    """Return who wrote himself in. Raises `BadTerms` with the field."""
    if fields.get("agree") != "yes":
        raise BadTerms("agree", _AGREE)
    sex = fields.get("sex", "")
    elo = fields.get("elo", "").strip().replace(".", "")
    return EventPlayer(
        0,
        fields.get("name", ""),
        elo=number_of(elo, "elo") if elo else 0,
        sex="f" if sex == "f" else "m" if sex == "m" else None,
        card=fields.get("card", ""),
        club=fields.get("club", ""),
        province=fields.get("province", ""),
        category=fields.get("category", ""),
        born=fields.get("born", ""),
    )


async def entry(request: Request) -> Response:
    """Show what became of somebody who asked to play."""
    live, visitor = await look(request)
    lang, app = language(request), app_of(request)
    one = await app.database.read(registration_of(app).asked, live.id, request.path_params["request"])
    mine = await app.database.read(phones_of(app).who_is, live.id, visitor.id if visitor else None)
    return page(
        request,
        "tournament/entry.html",
        head=head_facts(live, lang),
        tab="join",
        arbiter=live.is_arbiter(visitor.id if visitor else None),
        one=one,
        mine=bool(mine and one.number == mine.number),
    )


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
    Route("/hall/{id}/join/{code}", join),
    Route("/hall/{id}/join/{code}", joined, methods=["POST"]),
    Route("/hall/{id}/entry/{request}", entry),
    Route("/hall/{id}/entry/{request}", taken_back, methods=["POST"]),
]
