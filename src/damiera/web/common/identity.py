"""The cookie by which a browser is known: given with the first thing a visitor does that is to be kept."""

from __future__ import annotations

from contextlib import suppress
from urllib.parse import quote

from msgspec.structs import replace
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from damiera.service.identity import Visitor, Welcome
from damiera.web.common.database import NotStored
from damiera.web.common.devices import device_name
from damiera.web.common.pages import NAME_COOKIE, language, name_shown
from damiera.web.common.parts import app_of

__all__ = [
    "COOKIE",
    "LATER",
    "asks_name",
    "forget_token",
    "is_signed_out",
    "keep_name",
    "keep_token",
    "known_visitor",
    "remember",
    "stay_guest",
    "welcome",
    "welcome_as",
]

COOKIE = "damiera_session"
LATER = "damiera_unnamed"
"""The cookie of a guest who wants to stay one."""
YEAR_S = 365 * 24 * 3600


async def known_visitor(connection: HTTPConnection) -> Visitor | None:
    """Return who this browser is; None for a stranger. The page shown shows no other name."""
    token = connection.cookies.get(COOKIE)
    app = app_of(connection)
    visitor = await app.database.read(app.identity.visitor, token) if token else None
    name_shown(connection, visitor.name if visitor is not None and visitor.has_account else "")
    if token is None or visitor is None:
        return None
    app.places.know(token)
    if visitor.has_account and app.limits.seen.take(token):
        with suppress(NotStored):  # who only looks is not to hear of a full disk
            await app.database.write_small(app.accounts.seen, token, device_name(connection))
    return visitor


def is_signed_out(request: Request, visitor: Visitor | None) -> bool:
    """Tell whether somebody with an account was in here, and is no more though they did not leave."""
    return NAME_COOKIE in request.cookies and (visitor is None or not visitor.has_account)


async def welcome(request: Request, name: str | None = None) -> Welcome:
    """Return who this browser is, as a new guest if need be. Pass what comes back to `remember`."""
    app = app_of(request)
    token = request.cookies.get(COOKIE)
    return await app.database.write(app.identity.welcome, token, lang=language(request), name=name)


async def welcome_as(request: Request, name: str) -> Welcome:
    """Return who this browser is, called by the name they gave; without one, or with an account, as before.

    Raises:
        BadTerms: if the name cannot be shown.
    """
    who, app = await welcome(request, name or None), app_of(request)
    if not name or who.visitor.name == name or who.visitor.has_account:
        return who
    return replace(who, visitor=await app.database.write(app.identity.rename, who.visitor.id, name))


def remember(request: Request, response: Response, who: Welcome) -> Response:
    """Give a new guest's browser its token; scripts cannot read it, other sites cannot send it."""
    if who.token is not None:
        keep_token(request, response, who.token)
        _forget(request, response, NAME_COOKIE)  # whoever was signed in here is so no more
    return response


def asks_name(request: Request, visitor: Visitor | None) -> bool:
    """Tell whether a reader may be asked what to call them: without a name, and not yet content with that."""
    return (visitor is None or visitor.is_unnamed) and LATER not in request.cookies


def stay_guest(request: Request, response: Response) -> None:
    """Have a browser be asked no more what its reader is called."""
    _keep(request, response, LATER, "1")


def keep_token(request: Request, response: Response, token: str) -> None:
    """Give a browser the token by which it is known again."""
    _keep(request, response, COOKIE, token)


def keep_name(request: Request, response: Response, name: str) -> None:
    """Let a browser show on every page who is signed in; it opens nothing."""
    _keep(request, response, NAME_COOKIE, quote(name))


def forget_token(request: Request, response: Response) -> None:
    """Let a browser be known no more."""
    _forget(request, response, COOKIE)
    _forget(request, response, NAME_COOKIE)


def _forget(request: Request, response: Response, name: str) -> None:
    if name in request.cookies:
        secure = request.url.scheme == "https"
        response.delete_cookie(name, httponly=True, samesite="lax", secure=secure)


def _keep(request: Request, response: Response, name: str, value: str) -> None:
    secure = request.url.scheme == "https"
    response.set_cookie(name, value, max_age=YEAR_S, httponly=True, samesite="lax", secure=secure)
