"""Layers of the app that have nothing to do with sockets."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.types import ASGIApp, Receive, Scope, Send

__all__ = ["OnlyHttp"]


class OnlyHttp:
    """A layer through which requests go, and which sockets pass by.

    A layer that only waits for the next one is kept as long as a socket is open, once for each of them.

    Args:
        app: what is beneath.
        layer: makes the layer around it.
    """

    def __init__(self, app: ASGIApp, layer: Callable[[ASGIApp], ASGIApp]) -> None:
        self._app = app
        self._layer = layer(app)

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        return (self._layer if scope["type"] == "http" else self._app)(scope, receive, send)
