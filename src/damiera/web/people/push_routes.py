"""Browsers that are told while no page is open: chosen, ended, and the script that shows what comes."""

from __future__ import annotations

from typing import Final, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.messages import Message
from damiera.service.errors import BadTerms, NotYours
from damiera.service.identity import Visitor
from damiera.service.push import PushService
from damiera.web.common.assets import STATIC
from damiera.web.common.bodies import LARGEST_WORDS
from damiera.web.common.failures import RefusedRequest
from damiera.web.common.identity import COOKIE, known_visitor
from damiera.web.common.pages import language
from damiera.web.common.parts import app_of

__all__ = ["BODIES", "ROUTES"]

_SIGN_IN: Final = Message("Sign in first: this belongs to an account.")
_NO_PUSH: Final = Message("This server tells no browser while its pages are closed.")
_NO_ANSWER: Final = Message("The browser's answer could not be read: try again.")


class PushKeys(msgspec.Struct, frozen=True):
    """By which what is sent is encrypted."""

    p256dh: str
    auth: str


class PushSubscriptionForm(msgspec.Struct, frozen=True):
    """What a browser says that is to be told."""

    endpoint: str
    keys: PushKeys


class PushEndForm(msgspec.Struct, frozen=True):
    """A browser that is to be told no more."""

    endpoint: str


T = TypeVar("T")
_SUBSCRIPTION: Final = msgspec.json.Decoder(PushSubscriptionForm)
_END: Final = msgspec.json.Decoder(PushEndForm)


async def key(request: Request) -> Response:
    """Return the key that browsers want to know before they are told."""
    return JSONResponse({"key": await app_of(request).database.write(_push(request).public_key)})


async def tell(request: Request) -> Response:
    """Tell a browser from now on."""
    app, push = app_of(request), _push(request)
    await _required(request)
    given, token = _read(_SUBSCRIPTION, await request.body()), request.cookies.get(COOKIE, "")
    await app.database.write(
        push.tell, token, given.endpoint, given.keys.p256dh, given.keys.auth, language(request)
    )
    return Response(status_code=204)


async def end(request: Request) -> Response:
    """Tell a browser no more."""
    app, push, visitor = app_of(request), _push(request), await _required(request)
    await app.database.write(push.end, visitor.id, _read(_END, await request.body()).endpoint)
    return Response(status_code=204)


async def worker(request: Request) -> Response:
    """Return the script that runs while no page is open; it stands at the root, for it is for every page."""
    script = (STATIC / "js" / "push-worker.js").read_bytes()
    return Response(script, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


def _push(request: Request) -> PushService:
    push = app_of(request).push
    if push is None:
        raise RefusedRequest(404, _NO_PUSH)
    return push


async def _required(request: Request) -> Visitor:
    visitor = await known_visitor(request)
    if visitor is None or not visitor.has_account:
        raise NotYours(_SIGN_IN)
    return visitor


def _read(decoder: msgspec.json.Decoder[T], body: bytes) -> T:
    try:
        return decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise BadTerms("endpoint", _NO_ANSWER) from None


ROUTES: list[BaseRoute] = [
    Route("/push-worker.js", worker),
    Route("/push/key", key),
    Route("/push", tell, methods=["POST"]),
    Route("/push/end", end, methods=["POST"]),
]
BODIES: Final = {"/push": LARGEST_WORDS, "/push/end": LARGEST_WORDS}
