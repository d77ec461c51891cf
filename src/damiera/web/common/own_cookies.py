"""The cookies by which a browser is known, kept apart from those of another server at the same host.

A browser sends the cookies of a host to all of its ports (RFC 6265, 8.5). Two servers on one machine would
each take the other's for a session that has ended, give a new one, and so sign out who is signed in there.
A server without an address of its own therefore calls its cookies after its data, before they go out, and
gives them their plain names again when they come in: nothing within knows of that, and at another port they
are its own as well.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from hashlib import sha256
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as Sent

from damiera.web.common.identity import COOKIE, LATER
from damiera.web.common.pages import NAME_COOKIE
from damiera.web.common.settings import ServerSettings

__all__ = ["OwnCookies", "mark_of"]

_NAMES: Final = (COOKIE.encode(), NAME_COOKIE.encode(), LATER.encode())


def mark_of(settings: ServerSettings, key: Callable[[], str]) -> str:
    """Return what the names of cookies end in; "" at an address of its own, and where workers share the data.

    Args:
        key: returns what is kept with the data, and with no other: it goes along wherever they are moved.

    >>> mark_of(ServerSettings(), lambda: "k1") == mark_of(ServerSettings(), lambda: "k2")
    False
    >>> mark_of(ServerSettings(public="https://dama.example"), lambda: "k1")
    ''
    """
    if settings.public is not None or settings.nats is not None:
        return ""
    return f"_{sha256(key().encode()).hexdigest()[:8]}"


class OwnCookies:
    """Call the cookies of this server by names of its own.

    Args:
        mark: what the names end in; "" for the plain ones.
    """

    def __init__(self, app: ASGIApp, mark: str) -> None:
        self.app = app
        self._mark = mark.encode()

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        if not self._mark or scope["type"] not in ("http", "websocket"):
            return self.app(scope, receive, send)
        scope["headers"] = list(_own(scope["headers"], self._mark))
        if scope["type"] == "websocket":  # it gives no cookies, and costs nothing more while it lasts
            return self.app(scope, receive, send)
        return self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def marked(message: Sent) -> None:
            if "headers" in message:
                headers = [(key, _marked(key, value, self._mark)) for key, value in message["headers"]]
                message = {**message, "headers": headers}
            await send(message)

        await self.app(scope, receive, marked)


def _own(headers: Sequence[tuple[bytes, bytes]], mark: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Return the headers of a request with our cookies under their plain names, and no other server's.

    A plain session of before is taken where there is none of ours yet: nobody is signed out by an update.
    """
    for key, value in headers:
        if key != b"cookie":
            yield key, value
            continue
        pairs = [pair.strip() for pair in value.split(b";")]
        ours = {name: pair for name in _NAMES for pair in pairs if pair.startswith(name + mark + b"=")}
        kept = [pair for pair in pairs if pair.partition(b"=")[0] not in _NAMES and pair not in ours.values()]
        kept += [name + pair[len(name + mark) :] for name, pair in ours.items()]
        if _NAMES[0] not in ours:
            kept += [pair for pair in pairs if pair.startswith(_NAMES[0] + b"=")]
        yield key, b"; ".join(kept)


def _marked(key: bytes, value: bytes, mark: bytes) -> bytes:
    """Return a header of an answer; a cookie of ours has its own name there."""
    name, is_given, rest = value.partition(b"=")
    is_ours = key.lower() == b"set-cookie" and bool(is_given) and name in _NAMES
    return b"%b%b=%b" % (name, mark, rest) if is_ours else value
