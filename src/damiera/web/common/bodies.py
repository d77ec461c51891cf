"""How much a request may send: each body is bounded while it is read, in whatever way its route reads it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.routing import compile_path
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as Sent

from damiera.messages import Message
from damiera.web.common.failures import RefusedRequest, on_http

__all__ = ["LARGEST_BODY", "LARGEST_WORDS", "BodyLimit", "with_file"]

KB: Final = 1024
LARGEST_BODY: Final = 1024 * KB
"""A form; a game or a position that is pasted into one."""
LARGEST_WORDS: Final = 64 * KB
"""What is asked in JSON: a few names and numbers."""
_FORM_AROUND: Final = 256 * KB

_TOO_LARGE: Final = Message("This is too large: at most {most} are read here. Send less at once.")


def with_file(most: int) -> int:
    """Return how large the body of a form may be whose file has at most so many bytes."""
    return most + _FORM_AROUND


class BodyLimit:
    """Refuse a body that is too large with 413: at once if it says so, else when that much has come.

    Args:
        most: bytes by the path of a route, as it is written there; `LARGEST_BODY` for all others.
    """

    def __init__(self, app: ASGIApp, most: Mapping[str, int]) -> None:
        self.app = app
        self._most = [(compile_path(path)[0], limit) for path, limit in most.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        most = self._limit(scope["path"])
        said = Headers(scope=scope).get("content-length", "")
        if re.fullmatch("[0-9]+", said) and (len(said) > 15 or int(said) > most):
            response = await on_http(Request(scope), _refusal(most))
            await response(scope, receive, send)
            return
        came = 0

        async def bounded() -> Sent:
            nonlocal came
            message = await receive()
            came += len(message.get("body", b""))
            if came > most:
                raise _refusal(most)
            return message

        await self.app(scope, bounded, send)

    def _limit(self, path: str) -> int:
        return next((limit for route, limit in self._most if route.match(path)), LARGEST_BODY)


def _refusal(most: int) -> RefusedRequest:
    size = f"{most // KB} KB" if most < KB * KB else f"{most // KB // KB} MB"
    return RefusedRequest(413, _TOO_LARGE.format(most=size))
