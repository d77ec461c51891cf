"""What a bot may ask of a server: the addresses that are for programs, and no page or form of people.

A bot shows its token in the header that RFC 6750 names, `Authorization: Bearer bot_…`, or in the cookie of a
session. Whether a token is a bot's is seen by its looks, so that nothing is asked of the database.
"""

from __future__ import annotations

from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.routing import compile_path
from starlette.types import ASGIApp, Receive, Scope, Send

from damiera.messages import Message
from damiera.service.bots import is_bot_token
from damiera.web.common.failures import RefusedRequest, on_http
from damiera.web.common.guard import REFUSED
from damiera.web.common.identity import COOKIE

__all__ = ["FOR_BOTS", "BotTokens"]

FOR_BOTS: Final = (
    "GET /api/bot",
    "POST /api/bot/answers/{id}",
    "POST /api/bot/arenas/{id}",
    "POST /api/bot/boards/{id}",
    "POST /api/bot/evenings/{id}",
    "POST /api/bot/seeks",
    "POST /api/bot/seeks/{id}/back",
    "POST /api/bot/seats/{id}",
    "GET /api/games/{id}",
    "GET /api/geometry/{slug}",
    "GET /healthz",
    "WS /club/live",
    "WS /g/{id}/ws",
)
"""The routes that a bot's token opens; the table of rights has the same."""
_NOT_FOR_BOTS: Final = Message("This is for people: what a bot may ask is in the page for authors of bots.")


class BotTokens:
    """Take a bot's token from its header, and refuse bots what is not for them."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        split = (one.partition(" ") for one in FOR_BOTS)
        self._open = [(method, compile_path(path)[0]) for method, _, path in split]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        token = _shown(scope)
        if token is not None:
            headers = MutableHeaders(scope=scope)
            headers["cookie"] = f"{COOKIE}={token}"
        if not is_bot_token(token or HTTPConnection(scope).cookies.get(COOKIE)) or self._is_open(scope):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": REFUSED})
        else:
            response = await on_http(Request(scope), RefusedRequest(403, _NOT_FOR_BOTS))
            await response(scope, receive, send)

    def _is_open(self, scope: Scope) -> bool:
        method = "WS" if scope["type"] == "websocket" else scope["method"].replace("HEAD", "GET")
        return any(method == name and path.match(scope["path"]) for name, path in self._open)


def _shown(scope: Scope) -> str | None:
    """Return the bot's token in the header of a request, if there is one that a cookie may hold."""
    scheme, _, token = HTTPConnection(scope).headers.get("authorization", "").partition(" ")
    token = token.strip()
    is_plain = all(sign.isalnum() or sign in "_-" for sign in token)
    return token if scheme.lower() == "bearer" and is_bot_token(token) and is_plain else None
