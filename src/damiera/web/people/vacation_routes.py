"""Vacation by correspondence: the page, going and coming back."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.messages import Message
from damiera.service.errors import BadTerms, ServiceError
from damiera.web.common.failures import status_of
from damiera.web.common.forms import text_of
from damiera.web.common.identity import known_visitor
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language, show
from damiera.web.common.parts import app_of
from damiera.web.people.vacation_views import vacation_page

__all__ = ["ROUTES"]

_UNKNOWN = Message("I do not know what to do.")


async def vacation(request: Request) -> Response:
    """Show somebody how they stand; whoever is nobody here is led to where they come in."""
    visitor = await known_visitor(request)
    if visitor is None:
        return RedirectResponse("/sign-in?back=/vacation", 303)
    return await _page(request, visitor.id)


async def _page(
    request: Request, player_id: str, wrong: ServiceError | None = None, given: str = ""
) -> Response:
    app, lang = app_of(request), language(request)
    facts = await app.database.read(app.vacations.facts, player_id)
    page = vacation_page(facts, lang, wrong=wrong.text(lang) if wrong else "", given=given[:9])
    response = show(request, page, status=status_of(wrong) if wrong else 200)
    response.headers["Cache-Control"] = "no-store"
    return response


async def act(request: Request) -> Response:
    """Go on vacation, also in games begun since, or come back."""
    app, visitor, fields = app_of(request), await known_visitor(request), text_of(await request.form())
    if visitor is None:
        return RedirectResponse("/sign-in?back=/vacation", 303)
    days, me = fields.get("days", ""), visitor.id
    try:
        match fields.get("do", ""):
            case "away":
                changed = await app.database.write(app.vacations.begin, me, whole(days.strip()) or 0)
            case "too":
                changed = await app.database.write(app.vacations.go_on, me)
            case "back":
                changed = await app.database.write(app.vacations.end, me)
            case _:
                raise BadTerms("do", _UNKNOWN)
    except ServiceError as error:
        return await _page(request, me, error, days)
    for live in changed:
        app.running.changed(live)
    return RedirectResponse("/vacation", 303)


ROUTES: list[BaseRoute] = [
    Route("/vacation", vacation),
    Route("/vacation", act, methods=["POST"]),
]
