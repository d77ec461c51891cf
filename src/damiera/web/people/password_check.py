"""Whoever only finds a browser open is refused what is asked of an account's owner."""

from __future__ import annotations

from starlette.requests import Request

from damiera.messages import Message
from damiera.service.errors import RefusedAct
from damiera.service.identity import Visitor
from damiera.service.passwords import NO_PASSWORD
from damiera.web.common.admission import address_of
from damiera.web.common.failures import RefusedRequest
from damiera.web.common.identity import COOKIE
from damiera.web.common.parts import app_of

__all__ = ["require_password", "take_passkey", "take_try"]

_TOO_OFTEN = Message("Too many tries in a short time.")
_WRONG_PASSWORD = Message("This is not your password.")


async def require_password(request: Request, visitor: Visitor, password: str) -> None:
    """Refuse whoever does not know the password; an account without one, unless it was come into just now.

    Raises:
        RefusedAct: if the password is wrong, or none is and the device was signed in too long ago.
        RefusedRequest: after too many tries.
    """
    app = app_of(request)
    take_try(request, visitor.name)
    found = await app.database.read(app.accounts.credentials_of, visitor.id)
    if found.password == NO_PASSWORD:
        token = request.cookies.get(COOKIE, "")
        await app.database.read(app.accounts.require_lately, visitor.id, token)
    elif not await app.passwords.fits(found.password, password[:1000]):
        raise RefusedAct(_WRONG_PASSWORD)


def take_try(request: Request, name: str) -> None:
    """Count a try to come into an account. Raises `RefusedRequest` when there were too many."""
    app = app_of(request)
    if app.settings.limits and not app.limits.take_sign_in(address_of(request), name[:40].casefold()):
        raise RefusedRequest(429, _TOO_OFTEN, app.limits.sign_ins.wait_s)


def take_passkey(request: Request, key: str | None = None) -> None:
    """Count that somebody is asked for a passkey, or tries `key`. Raises as `take_try`."""
    app = app_of(request)
    if app.settings.limits and not app.limits.take_passkey(address_of(request), key):
        raise RefusedRequest(429, _TOO_OFTEN, app.limits.sign_ins.wait_s)
