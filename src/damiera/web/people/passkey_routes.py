"""Passkeys: what the browser is asked, and what it answers."""

from __future__ import annotations

from typing import Any, Final, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.messages import Message
from damiera.service.errors import BadTerms, NotYours
from damiera.service.identity import Visitor
from damiera.service.passkeys import PasskeySite, has_passkeys
from damiera.web.common.bodies import LARGEST_WORDS
from damiera.web.common.devices import device_name
from damiera.web.common.failures import RefusedRequest
from damiera.web.common.identity import COOKIE, keep_name, keep_token, known_visitor
from damiera.web.common.parts import app_of
from damiera.web.home.preferences_routes import local_path
from damiera.web.people.password_check import require_password, take_passkey

__all__ = ["BODIES", "ROUTES", "passkey_site"]

_SIGN_IN: Final = Message("Sign in first: this belongs to an account.")
_NO_KEYS: Final = Message("This server knows no passkeys.")
_NO_SITE: Final = Message(
    "Browsers keep passkeys for a name, not for a number: open this page as {address} and try again."
)
_NO_ANSWER: Final = Message("The passkey could not be checked: try again.")


T = TypeVar("T")


class PasskeyRequest(msgspec.Struct, frozen=True):
    """Who would add a key, by their password."""

    password: str = ""


class PasskeyAnswer(msgspec.Struct, frozen=True):
    """What a browser says: `credential` is what its authenticator made; `name` is what a key is called."""

    credential: dict[str, Any]
    name: str = ""
    back: str = "/"
    along: bool = False


_LONGEST_KEY: Final = 400
"""How much of a key's name tells it from others."""
_QUESTION: Final = msgspec.json.Decoder(PasskeyRequest)
_ANSWER: Final = msgspec.json.Decoder(PasskeyAnswer)


def passkey_site(request: Request) -> PasskeySite | None:
    """Return for which server a key is; None where it is reached by a number, for which there are none.

    Nothing but `--public` or this computer's own name is taken, whatever else a request calls the server.
    """
    public = app_of(request).settings.public
    if public is not None:
        _, _, place = public.partition("://")
        host = place.partition("/")[0].rpartition(":")[0] if place.rpartition(":")[2].isdecimal() else place
        return PasskeySite(host, public)
    if request.url.hostname != "localhost":
        return None
    return PasskeySite("localhost", f"{request.url.scheme}://{request.url.netloc}")


async def ask_to_add(request: Request) -> Response:
    """Tell the browser of somebody how a new key is to be, once they gave their password."""
    app, visitor, site = app_of(request), await _required(request), _site(request)
    given = _read(_QUESTION, await request.body())
    await require_password(request, visitor, given.password)
    return _json(await app.database.write(app.passkeys.ask_to_add, visitor.id, site))


async def add(request: Request) -> Response:
    """Keep a new key."""
    app, visitor, site = app_of(request), await _required(request), _site(request)
    given = _read(_ANSWER, await request.body())
    name = given.name.strip() or device_name(request) or "Damiera"
    await app.database.write(app.passkeys.add, visitor.id, given.credential, site, name)
    return JSONResponse({"to": "/account#passkeys"})


async def ask_to_come_in(request: Request) -> Response:
    """Tell any browser what is to be signed."""
    app, site = app_of(request), _site(request)
    take_passkey(request)
    return _json(await app.database.write(app.passkeys.ask_to_come_in, site))


async def come_in(request: Request) -> Response:
    """Let somebody in by a key."""
    app, site = app_of(request), _site(request)
    given = _read(_ANSWER, await request.body())
    take_passkey(request, str(given.credential.get("id", ""))[:_LONGEST_KEY])
    came = await app.database.write(
        app.passkeys.come_in,
        given.credential,
        site,
        request.cookies.get(COOKIE, ""),
        device=device_name(request),
        take_along=given.along,
    )
    for game_id in came.games:
        app.running.changed(await app.database.read(app.play.load, game_id))
    if came.before is not None:
        app.running.sign_again(came.before)
    response = JSONResponse({"to": local_path(given.back)}, headers={"Cache-Control": "no-store"})
    keep_token(request, response, came.token)
    keep_name(request, response, came.visitor.name)
    return response


def _site(request: Request) -> PasskeySite:
    if not has_passkeys():
        raise RefusedRequest(404, _NO_KEYS)
    site = passkey_site(request)
    if site is None:
        port = f":{request.url.port}" if request.url.port else ""
        raise RefusedRequest(400, _NO_SITE.format(address=f"{request.url.scheme}://localhost{port}"))
    return site


async def _required(request: Request) -> Visitor:
    visitor = await known_visitor(request)
    if visitor is None or not visitor.has_account:
        raise NotYours(_SIGN_IN)
    return visitor


def _read(decoder: msgspec.json.Decoder[T], body: bytes) -> T:
    try:
        return decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise BadTerms("credential", _NO_ANSWER) from None


def _json(text: str) -> Response:
    return Response(text, media_type="application/json", headers={"Cache-Control": "no-store"})


ROUTES: list[BaseRoute] = [
    Route("/account/passkeys/ask", ask_to_add, methods=["POST"]),
    Route("/account/passkeys", add, methods=["POST"]),
    Route("/sign-in/passkey/ask", ask_to_come_in, methods=["POST"]),
    Route("/sign-in/passkey", come_in, methods=["POST"]),
]
BODIES: Final = {
    "/account/passkeys/ask": LARGEST_WORDS,
    "/account/passkeys": LARGEST_WORDS,
    "/sign-in/passkey/ask": LARGEST_WORDS,
    "/sign-in/passkey": LARGEST_WORDS,
}
