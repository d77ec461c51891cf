"""The archive of players: looked through, changed, brought in by lists."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.service.errors import BadTerms, NotFound, NotYours
from damiera.service.federation.acts import PersonFacts
from damiera.service.federation.people import FACTS, ArchivedPerson
from damiera.service.federation.spelling import name_key
from damiera.service.identity import Visitor, Welcome
from damiera.web.common.bodies import with_file
from damiera.web.common.federation_access import FederationRights, for_archive
from damiera.web.common.forms import text_of
from damiera.web.common.identity import known_visitor, remember, welcome_as
from damiera.web.common.pages import language, show
from damiera.web.common.parts import App, app_of
from damiera.web.federation.views import (
    FederationFrame,
    FederationPage,
    duplicates_page,
    import_page,
    log_page,
    people_page,
    person_page,
)
from damiera.web.tournament.requests import file_answer, sent, status_of

__all__ = ["BODIES", "ROUTES", "acting", "head_of_page"]

MOST_LIST_BYTES: Final = 24 * 1024 * 1024
MOST_LISTED: Final = 100
MOST_ACTS: Final = 200
_WHO: Final = Message("Write your name: the log says who did what.")
_WHAT: Final = Message("I do not know what to do.")
_NO_FILE: Final = Message("Choose a file or paste the list.")


async def head_of_page(request: Request, rights: FederationRights) -> FederationFrame:
    """Return what stands above a page."""
    app, visitor = app_of(request), await known_visitor(request)
    people, candidates = await app.database.read(app.register.counts)
    return FederationFrame(people, candidates, rights.rates, visitor is None or visitor.is_unnamed)


async def acting(request: Request, fields: Mapping[str, str]) -> Welcome:
    """Return who does something, by a name. Raises `BadTerms` where they have not said who they are."""
    who = await welcome_as(request, fields.get("me", ""))
    if who.visitor.is_unnamed:
        raise BadTerms("me", _WHO)
    return who


async def people(request: Request) -> Response:
    """Show people: by name, found by a text, or the candidates that came with events."""
    return await _people(request, await for_archive(request))


async def _people(
    request: Request,
    rights: FederationRights,
    wrong: DamieraError | None = None,
    fields: Mapping[str, str] | None = None,
) -> Response:
    app, query = app_of(request), request.query_params
    asked, candidates = query.get("q", "").strip()[:80], query.get("show") == "candidates"
    await app.database.write(app.event_links.catch_up)
    await app.database.write(app.rating_office.catch_up)
    if asked:
        found = await app.database.read(app.register.found, asked, limit=MOST_LISTED)
    else:
        found = await app.database.read(
            app.register.listed, after=query.get("after", ""), candidates=candidates
        )
    full = len(found) == MOST_LISTED and not asked
    view = people_page(
        await head_of_page(request, rights),
        found,
        language(request),
        asked=asked,
        candidates=candidates,
        more=name_key(found[-1].facts.name) if full else "",
        fields=fields,
        wrong=wrong,
    )
    return show(request, view, status=status_of(wrong))


async def add_person(request: Request) -> Response:
    """Add somebody, or take candidates into the archive."""
    rights = await for_archive(request)
    fields = text_of(await request.form())
    try:
        who = await acting(request, fields)
        where = await app_of(request).database.write(_add, app_of(request), who.visitor, fields)
    except DamieraError as error:
        return await _people(request, rights, error, fields)
    return remember(request, RedirectResponse(where, 303), who)


def _add(app: App, who: Visitor, fields: Mapping[str, str]) -> str:
    if fields.get("do") == "accept":
        chosen = [name[1:] for name, value in fields.items() if name.startswith("p") and value == "yes"]
        app.register.accept(who, chosen)
        return "/federation?show=candidates"
    return f"/federation/people/{app.register.add(who, _facts(fields)).id}"


def _facts(fields: Mapping[str, str]) -> PersonFacts:
    return PersonFacts(**{name: fields.get(name, "") for name in FACTS})


async def person(request: Request) -> Response:
    """Show somebody; by an id that was merged, lead to whom it was merged into."""
    rights, app = await for_archive(request), app_of(request)
    await app.database.write(app.rating_office.catch_up)
    one = await app.database.read(app.register.person, request.path_params["id"])
    if one.id != request.path_params["id"]:
        return RedirectResponse(f"/federation/people/{one.id}", 303)
    await app.database.write(app.event_links.catch_up)
    return await _person(request, rights, one)


async def _person(
    request: Request,
    rights: FederationRights,
    one: ArchivedPerson,
    wrong: DamieraError | None = None,
    fields: Mapping[str, str] | None = None,
) -> Response:
    app = app_of(request)
    view = person_page(
        await head_of_page(request, rights),
        one,
        await app.database.read(app.event_links.parts_of, one),
        await app.database.read(app.register.history, one),
        language(request),
        fields=fields,
        wrong=wrong,
    )
    return show(request, view, status=status_of(wrong))


async def change_person(request: Request) -> Response:
    """Change somebody, or merge another person into them."""
    rights, app = await for_archive(request), app_of(request)
    one = await app.database.read(app.register.person, request.path_params["id"])
    fields = text_of(await request.form())
    try:
        who = await acting(request, fields)
        await app.database.write(_change, app, who.visitor, one.id, fields)
    except NotYours:
        raise
    except DamieraError as error:
        return await _person(request, rights, one, error, fields)
    return remember(request, RedirectResponse(f"/federation/people/{one.id}", 303), who)


def _change(app: App, who: Visitor, id: str, fields: Mapping[str, str]) -> object:
    match fields.get("do"):
        case "edit":
            return app.register.edit(who, id, _facts(fields))
        case "accept":
            return app.register.accept(who, [id])
        case "merge":
            other = app.register.meant("other", fields.get("other", ""))
            return app.register.merge(who, id, other, [fields.get("reason", "")[:300]])
        case _:
            raise BadTerms("do", _WHAT)


async def duplicates(request: Request) -> Response:
    """Show who may be one person twice."""
    return await _duplicates(request, await for_archive(request))


async def _duplicates(
    request: Request, rights: FederationRights, wrong: DamieraError | None = None
) -> Response:
    app = app_of(request)
    pairs = await app.database.read(app.register.duplicates)
    view = duplicates_page(await head_of_page(request, rights), pairs, language(request), wrong)
    return show(request, view, status=status_of(wrong))


def _decide(app: App, who: Visitor, fields: Mapping[str, str]) -> None:
    kept, gone = fields.get("kept", ""), fields.get("gone", "")
    match fields.get("do"):
        case "merge":
            app.register.merge(who, kept, gone, [fields.get("reasons", "")[:300]])
        case "apart":
            app.register.keep_apart(who, kept, gone)
        case _:
            raise BadTerms("do", _WHAT)


async def log_(request: Request) -> Response:
    """Show what was done, and whether it was altered since."""
    return await _log(request, await for_archive(request))


async def _log(request: Request, rights: FederationRights, wrong: DamieraError | None = None) -> Response:
    app = app_of(request)
    lines = await app.database.read(app.register.acts, last=MOST_ACTS)
    names = await app.database.read(app.register.names_in, lines)
    broken = await app.database.read(app.register.proved)
    view = log_page(await head_of_page(request, rights), lines, names, broken, language(request), wrong)
    return show(request, view, status=status_of(wrong))


def _undo(app: App, who: Visitor, fields: Mapping[str, str]) -> None:
    number = fields.get("seq", "")
    if not number.isascii() or not number.isdigit() or len(number) > 9:
        raise NotFound(number, _WHAT)
    app.register.take_back(who, int(number), fields.get("reason", ""))


Shown = Callable[[Request, FederationRights, DamieraError | None], Awaitable[Response]]
Doing = Callable[[App, Visitor, Mapping[str, str]], None]


def _doing(action: Doing, again: Shown, where: str) -> Callable[[Request], Awaitable[Response]]:
    """Return a route that does something, then goes somewhere; refused, it shows its page `again`."""

    async def route(request: Request) -> Response:
        rights = await for_archive(request)
        fields = text_of(await request.form())
        try:
            who = await acting(request, fields)
            await app_of(request).database.write(action, app_of(request), who.visitor, fields)
        except DamieraError as error:
            return await again(request, rights, error)
        return remember(request, RedirectResponse(where, 303), who)

    return route


async def import_list(request: Request) -> Response:
    """Show the form of a list."""
    rights = await for_archive(request)
    fields = {"day": request.query_params.get("day", "")}
    return show(request, import_page(await head_of_page(request, rights), language(request), fields=fields))


async def bring_in(request: Request) -> Response:
    """Bring a list in, and tell what became of each line that could not be read."""
    rights, app = await for_archive(request), app_of(request)
    fields: dict[str, str] = {}
    try:
        fields, file = await sent(request, most=MOST_LIST_BYTES)
        data: bytes | str = file or fields.get("list", "")
        if not data.strip():
            raise BadTerms("file", _NO_FILE)
        who = await acting(request, fields)
        report = await app.database.write(
            app.people_lists.bring_in,
            who.visitor,
            data,
            name=fields.get("name", ""),
            day=fields.get("day", ""),
            discipline=fields.get("discipline", ""),
            opens=rights.rates and fields.get("opens") == "yes",
        )
    except DamieraError as error:
        head = await head_of_page(request, rights)
        view: FederationPage = import_page(head, language(request), fields=fields, wrong=error)
        return show(request, view, status=status_of(error))
    head = await head_of_page(request, rights)
    return remember(request, show(request, import_page(head, language(request), report=report)), who)


async def export(request: Request) -> Response:
    """Give the archive as a table."""
    await for_archive(request)
    app = app_of(request)
    await app.database.write(app.rating_office.catch_up)
    table = await app.database.read(app.people_lists.exported, language(request))
    return file_answer("\ufeff" + table, "players.csv")


BODIES = {"/federation/import": with_file(MOST_LIST_BYTES)}
ROUTES: list[BaseRoute] = [
    Route("/federation", people),
    Route("/federation", add_person, methods=["POST"]),
    Route("/federation/people.csv", export),
    Route("/federation/people/{id}", person),
    Route("/federation/people/{id}", change_person, methods=["POST"]),
    Route("/federation/duplicates", duplicates),
    Route(
        "/federation/duplicates",
        _doing(_decide, _duplicates, "/federation/duplicates"),
        methods=["POST"],
    ),
    Route("/federation/log", log_),
    Route("/federation/log", _doing(_undo, _log, "/federation/log"), methods=["POST"]),
    Route("/federation/import", import_list),
    Route("/federation/import", bring_in, methods=["POST"]),
]
