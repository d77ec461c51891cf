"""The cookie by which a browser is known: given with the first thing a visitor does that is to be kept."""

from __future__ import annotations

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from damiera.service.identity import Visitor, Welcome
from damiera.web.common.pages import language
from damiera.web.common.parts import app_of

__all__ = ["COOKIE", "known_visitor", "remember", "welcome"]

COOKIE = "damiera_session"
YEAR_S = 365 * 24 * 3600


async def known_visitor(connection: HTTPConnection) -> Visitor | None:
    """Return who this browser is; None for a stranger."""
    token = connection.cookies.get(COOKIE)
    if not token:
        return None
    app = app_of(connection)
    return await app.database.read(app.identity.visitor, token)


async def welcome(request: Request, name: str | None = None) -> Welcome:
    """Return who this browser is, as a new guest if need be. Pass what comes back to `remember`."""
    app = app_of(request)
    token = request.cookies.get(COOKIE)
    return await app.database.write(app.identity.welcome, token, lang=language(request), name=name)


def remember(request: Request, response: Response, who: Welcome) -> Response:
    """Give a new guest's browser its token; scripts cannot read it, other sites cannot send it."""
    if who.token is not None:
        response.set_cookie(
            COOKIE,
            who.token,
            max_age=YEAR_S,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )
    return response
