"""The rating office: events counted, corrections, lists published."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Final
from urllib.parse import quote, urlencode

from anyio import to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.service.errors import BadTerms, NotYours
from damiera.service.federation.office import list_data, list_table
from damiera.service.identity import Visitor
from damiera.service.tournament.files import read_report
from damiera.web.common.bodies import with_file
from damiera.web.common.federation_access import FederationRights, for_office
from damiera.web.common.forms import text_of
from damiera.web.common.identity import remember
from damiera.web.common.pages import language, show
from damiera.web.common.parts import App, app_of
from damiera.web.federation.office_views import list_page, list_pdf, office_event_page, office_page
from damiera.web.federation.routes import acting, head_of_page
from damiera.web.federation.tables_views import slot_id, tables_page
from damiera.web.tournament.requests import MOST_BYTES, decoded, file_answer, sent, status_of

__all__ = ["BODIES", "ROUTES"]

_NO_FILE: Final = Message("Choose a file.")
_NO_VALUE: Final = Message("Write the value.")
_WHAT: Final = Message("I do not know what to do.")


async def office(request: Request) -> Response:
    """Show what is counted, corrected and published."""
    return await _office(request, await for_office(request))


async def _office(
    request: Request,
    rights: FederationRights,
    wrong: DamieraError | None = None,
    fields: Mapping[str, str] | None = None,
) -> Response:
    app = app_of(request)
    book = await app.database.read(app.rating_office.book)
    here = await app.database.read(app.tournaments.listed, None)
    counted = {one.act.source.partition("~")[0] for one in book.events}
    view = office_page(
        await head_of_page(request, rights),
        book,
        [line for line in here if line.id not in counted],
        await app.database.read(app.register.names_in, book.lines),
        language(request),
        fields=fields,
        wrong=wrong,
    )
    return show(request, view, status=status_of(wrong))


async def act(request: Request) -> Response:
    """Count an event, correct a rating, publish a list, take an act back."""
    rights, app = await for_office(request), app_of(request)
    fields: dict[str, str] = {}
    try:
        fields, file = await sent(request)
        who = await acting(request, fields)
        where = await app.database.write(_act, app, who.visitor, fields, file)
    except NotYours:
        raise
    except DamieraError as error:
        return await _office(request, rights, error, fields)
    return remember(request, RedirectResponse(where, 303), who)


def _act(app: App, who: Visitor, fields: Mapping[str, str], file: bytes) -> str:
    office, day, game = app.rating_office, fields.get("day", ""), fields.get("discipline", "")
    match fields.get("do"):
        case "count":
            return _count(app, who, fields.get("event", ""), day)
        case "again":
            return _again(app, who, _number(fields.get("seq", "")))
        case "file":
            if not file:
                raise BadTerms("file", _NO_FILE)
            event = read_report(decoded(file))
            seq = office.count_file(who, event, source=event.name, day=day, discipline=game)
            return f"/federation/ratings/events/{seq}"
        case "correct":
            person = app.register.meant("person", fields.get("person", ""))
            office.correct(
                who,
                person,
                discipline=game,
                day=day,
                rating=fields.get("rating", ""),
                category_=fields.get("category", ""),
                reason=fields.get("reason", ""),
            )
        case "publish":
            seq = office.publish(who, name=fields.get("name", ""), discipline=game, day=day)
            return f"/federation/ratings/lists/{seq}"
        case "drop":
            office.drop(who, _number(fields.get("seq", "")), fields.get("reason", ""))
        case _:
            raise BadTerms("do", _WHAT)
    return "/federation/ratings"


def _count(app: App, who: Visitor, id: str, day: str) -> str:
    """Count an event of this server: of one in sections, each section."""
    live = app.tournaments.load(id.strip().partition("/public")[0].rpartition("/")[2])
    parts = live.inner if live.divided and live.sections else (live,)
    seq = 0
    for part in parts:
        seq = app.rating_office.count(who, part, day=day)
    return f"/federation/ratings/events/{seq}"


def _again(app: App, who: Visitor, seq: int) -> str:
    held = app.rating_office.book().event(seq)
    live = app.tournaments.load(held.act.source)
    number = app.rating_office.count(who, live, day=held.act.day, replaces=seq)
    return f"/federation/ratings/events/{number}"


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise BadTerms("seq", _WHAT)
    return int(text)


async def tables(request: Request) -> Response:
    """Show every table of a day: its value, its mark, who put it."""
    return await _tables(request, await for_office(request))


async def _tables(
    request: Request,
    rights: FederationRights,
    wrong: DamieraError | None = None,
    fields: Mapping[str, str] | None = None,
) -> Response:
    app, today = app_of(request), datetime.now().date().isoformat()
    wanted = request.query_params.get("day", "") or today
    try:
        held = await app.database.read(app.rating_office.tables, wanted)
    except DamieraError as error:
        wrong = wrong or error
        held = await app.database.read(app.rating_office.tables, today)
    head = await head_of_page(request, rights)
    view = tables_page(head, held, language(request), fields=fields, wrong=wrong)
    return show(request, view, status=status_of(wrong))


async def put_table(request: Request) -> Response:
    """Let a table of the office's own hold from a day on, or the edition's again."""
    rights, app = await for_office(request), app_of(request)
    fields = text_of(await request.form())
    slot, day = fields.get("slot", ""), fields.get("day", "")
    value = "" if fields.get("do") == "away" else fields.get("value", "")
    try:
        if fields.get("do") != "away" and not value.strip():
            raise BadTerms("value", _NO_VALUE)
        who = await acting(request, fields)
        source = fields.get("source", "")
        await app.database.write(app.rating_office.put_slot, who.visitor, slot, value, source, day)
    except NotYours:
        raise
    except DamieraError as error:
        return await _tables(request, rights, error, fields)
    where = f"/federation/ratings/tables?{urlencode({'day': day})}#{quote(slot_id(slot))}"
    return remember(request, RedirectResponse(where, 303), who)


async def event(request: Request) -> Response:
    """Show an event as it is counted, every player with the arithmetic."""
    rights, app = await for_office(request), app_of(request)
    book = await app.database.read(app.rating_office.book)
    held = book.event(int(request.path_params["event"]))
    view = office_event_page(await head_of_page(request, rights), held, language(request))
    return show(request, view)


async def published(request: Request) -> Response:
    """Show a published list, and what it would be now."""
    rights, app, seq = await for_office(request), app_of(request), int(request.path_params["list"])
    held = await app.database.read(app.rating_office.published, seq)
    found = await app.database.read(app.rating_office.recounted, seq)
    names = {one.person: one.name for one in held.lines}
    view = list_page(await head_of_page(request, rights), seq, held, found, names, language(request))
    return show(request, view)


async def list_file(request: Request) -> Response:
    """Give a published list as a file."""
    await for_office(request)
    app, kind = app_of(request), request.path_params["kind"]
    held = await app.database.read(app.rating_office.published, int(request.path_params["list"]))
    name = f"elo-{held.discipline}-{held.day}"
    if kind == "csv":
        return file_answer("\ufeff" + list_table(held.lines, language(request)), f"{name}.csv")
    if kind == "pdf":
        data = await to_thread.run_sync(partial(list_pdf, held, language(request), datetime.now()))
        headers = {"Content-Disposition": f'inline; filename="{name}.pdf"', "Cache-Control": "no-store"}
        return Response(data, media_type="application/pdf", headers=headers)
    if kind == "json":
        return file_answer(list_data(held), f"{name}.json", "application/json")
    raise HTTPException(404)


BODIES = {"/federation/ratings": with_file(MOST_BYTES)}
ROUTES: list[BaseRoute] = [
    Route("/federation/ratings", office),
    Route("/federation/ratings", act, methods=["POST"]),
    Route("/federation/ratings/tables", tables),
    Route("/federation/ratings/tables", put_table, methods=["POST"]),
    Route("/federation/ratings/events/{event:int}", event),
    Route("/federation/ratings/lists/{list:int}", published),
    Route("/federation/ratings/lists/{list:int}.{kind}", list_file),
]
