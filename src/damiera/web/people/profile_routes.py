"""The profile of somebody with an account; keeping them away and reporting them; the reports, for admins."""

from __future__ import annotations

from contextlib import suppress
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.service.errors import BadTerms, NotFound, NotYours, ServiceError
from damiera.web.common.failures import status_of
from damiera.web.common.forms import text_of
from damiera.web.common.identity import known_visitor
from damiera.web.common.pages import language, show
from damiera.web.common.parts import app_of
from damiera.web.people.profile_views import profile_page, reports_page

__all__ = ["ROUTES"]

_UNKNOWN = Message("I do not know what to do.")
_SIGN_IN = Message("Sign in first: this belongs to an account.")


async def profile(request: Request) -> Response:
    """Show what others may see of somebody."""
    return await _profile(request)


async def _profile(
    request: Request, wrong: DamieraError | None = None, words: str = "", *, thanks: bool = False
) -> Response:
    app, lang, visitor = app_of(request), language(request), await known_visitor(request)
    viewer = visitor.id if visitor else None
    found = await app.database.read(app.profiles.profile, request.path_params["name"], viewer, lang)
    page = profile_page(
        found,
        lang,
        wanted=request.query_params.get("in", ""),
        months=request.query_params.get("since", ""),
        now_ms=app.clock.now_ms(),
        may_act=visitor is not None and visitor.has_account,
        friend=await app.database.read(app.friends.state, viewer, found.account.player_id),
        wrong=wrong.text(lang) if wrong else "",
        words=words,
        thanks=thanks or "reported" in request.query_params,
    )
    return show(request, page, status=status_of(wrong) if isinstance(wrong, ServiceError) else 200)


async def act(request: Request) -> Response:
    """Keep somebody away, let them in again, or report them."""
    fields, app = text_of(await request.form()), app_of(request)
    name, visitor = request.path_params["name"], await known_visitor(request)
    here, words = f"/people/{quote(name, safe='')}", fields.get("words", "")
    try:
        if visitor is None or not visitor.has_account:
            raise NotYours(_SIGN_IN)
        match fields.get("do"):
            case "block":
                await app.database.write(app.account_safety.block, visitor.id, name)
            case "unblock":
                await app.database.write(app.account_safety.unblock, visitor.id, name)
            case "report":
                game = fields.get("game", "")
                await app.database.write(app.account_safety.report, visitor.id, name, words, game)
                return RedirectResponse(f"{here}?reported=1", 303)
            case _:
                raise BadTerms("do", _UNKNOWN)
    except ServiceError as error:
        return await _profile(request, error, words)
    return RedirectResponse(here, 303)


async def reports(request: Request) -> Response:
    """Show an admin what was reported."""
    return await _reports(request)


async def _reports(request: Request, wrong: ServiceError | None = None) -> Response:
    app, lang, visitor = app_of(request), language(request), await known_visitor(request)
    found = await app.database.read(app.account_safety.reports, visitor.id if visitor else None)
    page = reports_page(found, lang, wrong=wrong.text(lang) if wrong else "")
    return show(request, page, status=status_of(wrong) if wrong else 200)


async def close(request: Request) -> Response:
    """Put a report away."""
    app, visitor = app_of(request), await known_visitor(request)
    report = text_of(await request.form()).get("report", "")
    try:
        with suppress(NotFound):  # another admin was quicker: the page shows so
            await app.database.write(app.account_safety.close, visitor.id if visitor else None, report)
    except NotYours as error:
        return await _reports(request, error)
    return RedirectResponse("/reports", 303)


ROUTES: list[BaseRoute] = [
    Route("/people/{name}", profile),
    Route("/people/{name}", act, methods=["POST"]),
    Route("/reports", reports),
    Route("/reports", close, methods=["POST"]),
]
