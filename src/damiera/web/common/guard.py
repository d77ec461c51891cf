"""Checks before any page: which hosts and which origins may ask, and the headers of every answer."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from functools import cache
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["HEADERS", "LATER", "REFUSED", "SecurityHeaders", "host_allowed", "same_origin"]

REFUSED: Final = 1008  # close codes of sockets: RFC 6455, 7.4.1
LATER: Final = 1013

POLICY = "; ".join((
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
))  # fmt: skip
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class SecurityHeaders:
    """Put the headers on every answer, errors included."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, with_headers)


def host_allowed(host: str, extra: Iterable[str] = ()) -> bool:
    """Tell whether a request names this server: an address, this machine, or a name that was allowed.

    A page elsewhere may let its own name point to this machine; its requests carry that name: refused.

    >>> host_allowed("192.168.1.20:8080"), host_allowed("evil.example:8080")
    (True, False)
    """
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".").lower()
    except ValueError:  # a bracket without its other one, or what is in them is no address
        return False
    if not name:
        return False
    return (
        _is_address(name)
        or name == "localhost"
        or name.endswith((".localhost", ".local"))
        or name
        in (
            *_own_names(),
            *extra,
        )
    )


def same_origin(connection: HTTPConnection, public: str | None = None) -> bool:
    """Tell whether a request that changes something comes from our own pages.

    A program that is no browser sends neither header, and has no cookies of anybody to misuse.

    Args:
        public: how everybody reaches the server; a proxy may call it by another name.
    """
    headers = connection.headers
    origin = headers.get("origin")
    if origin is not None:
        return origin.lower() == public or _place(origin) == _host(headers)
    return headers.get("sec-fetch-site", "none") in ("same-origin", "none")


def _place(origin: str) -> str | None:
    """Return host and port of an origin; None if it is none."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return None


def _host(headers: Headers) -> str:
    return headers.get("host", "").lower()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


@cache
def _own_names() -> tuple[str, ...]:
    return (socket.gethostname().lower(),)
