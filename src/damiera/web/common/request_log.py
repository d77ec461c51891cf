"""Count and time every request and socket; write them to the log `damiera.access` where that is wanted.

A line tells the method, the pattern of the address, status, bytes and milliseconds: no address, no name, no
browser, no code. Bytes of a socket are not counted.
"""

from __future__ import annotations

import logging
import time
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from damiera.web.common.metrics import ServerMetrics, method_of, route_of

__all__ = ["ACCESS_LOG", "RequestLog"]

ACCESS_LOG: Final = "damiera.access"
log = logging.getLogger(ACCESS_LOG)


class RequestLog:
    """The outermost layer of the app: what it sees is what was asked, and what was answered."""

    def __init__(self, app: ASGIApp, metrics: ServerMetrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        status = sent = 0

        async def watched(message: Message) -> None:
            nonlocal status, sent
            if message["type"] == "http.response.start":
                status = int(message["status"])
            elif message["type"] == "http.response.body":
                sent += len(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, watched)
        finally:
            seconds = time.perf_counter() - began
            method, route = method_of(scope), route_of(scope)
            self.metrics.requested(method, route, status, seconds)
            _write(method, route, status, seconds, sent)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        route = ""
        status = 403  # as a client sees it that was not let in

        async def watched(message: Message) -> None:
            nonlocal route, status
            if message["type"] == "websocket.accept":
                route, status = route_of(scope), 101
                self.metrics.socket_opened(route)
            await send(message)

        try:
            await self.app(scope, receive, watched)
        finally:
            if route:
                self.metrics.socket_closed(route)
            _write("SOCKET", route or route_of(scope), status, time.perf_counter() - began, 0)


def _write(method: str, route: str, status: int, seconds: float, sent: int) -> None:
    if log.isEnabledFor(logging.INFO):
        took = round(seconds * 1000, 1)
        told = {"method": method, "route": route, "status": status, "bytes": sent, "ms": took}
        log.info("%s %s %s %s B %s ms", method, route, status, sent, took, extra={"told": told})
