"""The people of an event: codes given out and taken back by the arbiter; leaving as somebody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.service.errors import BadTerms, NotYours
from damiera.service.identity import Visitor
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.people import NewPersonCode, role_called
from damiera.service.tournament.rights import Right
from damiera.web.common.forms import text_of
from damiera.web.common.pages import language
from damiera.web.common.parts import App, app_of
from damiera.web.tournament.requests import allowed, look, server_address, show_event, status_of
from damiera.web.tournament.views.people import people_page

__all__ = ["ROUTES"]


async def people(request: Request) -> Response:
    """Show the arbiter who has which code."""
    live, visitor = await allowed(request, Right.LEAD)
    return await _people_page(request, live, visitor)


async def _people_page(
    request: Request,
    live: LiveEvent,
    visitor: Visitor,
    *,
    made: Sequence[NewPersonCode] = (),
    fields: Mapping[str, str] | None = None,
    wrong: DamieraError | None = None,
) -> Response:
    app = app_of(request)
    held = await app.database.read(app.people.listed, live.id, visitor)
    view = people_page(
        live,
        language(request),
        held,
        reader=visitor.id,
        server=server_address(request),
        made=made,
        fields=fields or {},
        wrong=wrong,
    )
    answer = show_event(request, view, status=status_of(wrong))
    if made:
        answer.headers["Cache-Control"] = "no-store"  # the code is shown this once
    return answer


async def act(request: Request) -> Response:
    """Do what a form of the page says; a code that is made is shown at once, and never again."""
    live, visitor = await allowed(request, Right.LEAD)
    fields, app = text_of(await request.form()), app_of(request)
    try:
        made = await app.database.write(_act, app, live.id, visitor, fields)
    except NotYours:
        raise
    except DamieraError as error:
        live = await app.database.read(app.tournaments.load, live.id)
        return await _people_page(request, live, visitor, fields=fields, wrong=error)
    if not made:
        return RedirectResponse(f"/hall/{live.id}/people", 303)
    live = await app.database.read(app.tournaments.load, live.id)
    return await _people_page(request, live, visitor, made=made)


def _act(app: App, id: str, who: Visitor, fields: Mapping[str, str]) -> Sequence[NewPersonCode]:
    person = fields.get("person", "")
    match fields.get("do"):
        case "give":
            names = [line for line in fields.get("name", "").splitlines() if line.strip()] or [""]
            return app.people.give_all(id, who, role_called(fields.get("role", "")), names)
        case "renew":
            return [app.people.renew(id, who, person)]
        case "withdraw":
            app.people.withdraw(id, who, person)
        case "remove":
            app.people.remove_arbiter(id, who, person)
        case "name":
            app.people.name_yourself(id, who, fields.get("own", ""))
        case "code":
            app.people.renew_event_code(id, who)
        case _:
            raise BadTerms("do", Message("I do not know what to do."))
    return ()


async def leave(request: Request) -> Response:
    """Let this browser act for nobody here any more."""
    live, visitor = await look(request)
    if visitor is not None:
        app = app_of(request)
        await app.database.write(app.people.leave, live.id, visitor)
    return RedirectResponse(f"/hall/{live.id}/public", 303)


ROUTES: list[BaseRoute] = [
    Route("/hall/{id}/people", people),
    Route("/hall/{id}/people", act, methods=["POST"]),
    Route("/hall/{id}/leave", leave, methods=["POST"]),
]
