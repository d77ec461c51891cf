"""Coming in by an identity provider: going there, coming back, and the name of a new account."""

from __future__ import annotations

import re
from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.records.openid import OpenIdAttemptRecord
from damiera.service.accounts import SignedIn
from damiera.service.errors import BadTerms, NotYours, ServiceError
from damiera.service.openid import OpenIdPerson, suggested_name
from damiera.web.common.devices import device_name
from damiera.web.common.failures import status_of
from damiera.web.common.forms import text_of
from damiera.web.common.identity import COOKIE, keep_name, keep_token, known_visitor
from damiera.web.common.pages import NAME_COOKIE, language, show
from damiera.web.common.parts import app_of
from damiera.web.home.preferences_routes import local_path
from damiera.web.people.account_routes import account_page_with, sign_in_page
from damiera.web.people.account_views import OpenIdFirstPage, codes_page
from damiera.web.people.openid_provider import RETURN_PATH
from damiera.web.people.openid_start import (
    BROWSER_COOKIE,
    leave_for_provider,
    provider_name,
    required_provider,
)

__all__ = ["ROUTES"]

_TURNED_BACK: Final = Message("{name} did not let you in: {code}.")
_CODE: Final = re.compile(r"[a-z_]{1,40}")
_LONGEST: Final = 4000


async def begin(request: Request) -> Response:
    """Lead a browser to the provider."""
    fields = text_of(await request.form())
    back = local_path(fields.get("back") or "/")
    try:
        return await leave_for_provider(request, back=back, take_along="along" in fields)
    except ServiceError as error:
        return await _refused(request, error, back)


async def come_back(request: Request) -> Response:
    """Let somebody in, or bind their account, as the provider has said; ask a newcomer for a name."""
    app, provider, given = app_of(request), required_provider(request), request.query_params
    try:
        attempt = await app.database.write(app.openid.take, given.get("state", ""), _browser(request))
        if given.get("iss", provider.issuer) != provider.issuer or "code" not in given:
            raise NotYours(_TURNED_BACK.format(name=provider.name, code=_code(given.get("error", ""))))
        code = given["code"][:_LONGEST]
        person = await provider.person(code, nonce=attempt.nonce, verifier=attempt.verifier)
        if attempt.player_id:
            return await _bind(request, attempt, person)
        came = await app.database.write(
            app.openid.come_in, attempt, person, _token(request), device=device_name(request)
        )
        if came is not None:
            return await _let_in(request, came, RedirectResponse(attempt.back, 303))
        key = await app.database.write(app.openid.ask_name, attempt, person, _browser(request))
        return await _ask_name(request, key, suggested_name(person))
    except ServiceError as error:
        return await _refused(request, error)


async def make(request: Request) -> Response:
    """Make the account of somebody who came in by the provider for the first time."""
    required_provider(request)
    fields, app = text_of(await request.form()), app_of(request)
    key, name = fields.get("key", ""), fields.get("name", "")
    try:
        made, back = await app.database.write(
            app.openid.make, key, _browser(request), name, _token(request), device=device_name(request)
        )
    except BadTerms as error:
        return await _ask_name(request, key, name[:80], error)
    except ServiceError as error:
        return await _refused(request, error)
    setattr(request.state, NAME_COOKIE, made.visitor.name)
    return await _let_in(request, made, show(request, codes_page(made.codes, back)))


async def _bind(request: Request, attempt: OpenIdAttemptRecord, person: OpenIdPerson) -> Response:
    app, visitor = app_of(request), await known_visitor(request)
    await app.database.write(app.openid.bind, attempt, person, visitor.id if visitor else None)
    return _private(RedirectResponse(attempt.back, 303))


async def _ask_name(request: Request, key: str, name: str, wrong: DamieraError | None = None) -> Response:
    visitor, lang = await known_visitor(request), language(request)
    page = OpenIdFirstPage(
        provider_name(request), key, name, visitor is not None, wrong.text(lang) if wrong else ""
    )
    return _private(show(request, page, status=422 if wrong else 200))


async def _refused(request: Request, error: ServiceError, back: str = "/") -> Response:
    """Show what is refused where somebody can go on: on the page of signing in, or of their account."""
    visitor = await known_visitor(request)
    if visitor is not None and visitor.has_account:
        return await account_page_with(request, error, "openid")
    page = await sign_in_page(request, {"back": back}, error)
    return _private(show(request, page, status=status_of(error)))


async def _let_in(request: Request, came: SignedIn, response: Response) -> Response:
    app = app_of(request)
    for game_id in came.games:
        app.running.changed(await app.database.read(app.play.load, game_id))
    if came.before is not None:
        app.running.sign_again(came.before)
    keep_token(request, response, came.token)
    keep_name(request, response, came.visitor.name)
    return _private(response)


def _code(error: str) -> str:
    """Return by what word a provider refuses; only a word of the standard's kind is shown."""
    return error if _CODE.fullmatch(error) else "invalid_response"


def _browser(request: Request) -> str:
    return request.cookies.get(BROWSER_COOKIE, "")


def _token(request: Request) -> str:
    return request.cookies.get(COOKIE, "")


def _private(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    return response


ROUTES: list[BaseRoute] = [
    Route("/sign-in/openid", begin, methods=["POST"]),
    Route(RETURN_PATH, come_back),
    Route("/sign-in/openid/new", make, methods=["POST"]),
]
