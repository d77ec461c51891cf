"""What a server counts and times of itself, for `/metrics`: never who asks, from where, or for which game.

A route is named as its pattern (`/g/{id}`): no address with a code or the name of a game in it gets here.
"""

from __future__ import annotations

import asyncio
import platform
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector
from prometheus_client.openmetrics.exposition import CONTENT_TYPE_LATEST, generate_latest
from starlette.types import Scope

from damiera.web.common.tasks import begun

__all__ = ["ServerMetrics", "method_of", "route_of"]

_NO_ROUTE: Final = "none"
_LOOK_S: Final = 1.0
_SHORT_S: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
_MANY: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class ServerMetrics:
    """The figures of one server, in a registry of its own. Any thread may count.

    Attributes:
        media_type: of what `text` returns.
        last_use: when somebody last did something, in seconds of `time.monotonic`: moved, or sent a form.

    >>> figures = ServerMetrics()
    >>> figures.moved(0.004)
    >>> b"damiera_move_seconds_count 1.0" in figures.text()
    True

    Source:
        OpenMetrics 1.0, with units and suffixes as it wants them.
    """

    media_type: Final = CONTENT_TYPE_LATEST

    def __init__(self) -> None:
        self.last_use = time.monotonic()
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        about = Info("damiera", "The program.", registry=self.registry)
        about.info({"version": version("damiera"), "python": platform.python_version()})
        self._requests = Counter(
            "damiera_requests",
            "Requests answered, by method, pattern of the address and status; 0: whoever asked has left.",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self._request_s = Histogram(
            "damiera_request_seconds",
            "From a request's head to the end of its answer.",
            ("route",),
            buckets=_SHORT_S,
            registry=self.registry,
        )
        self._sockets = Gauge("damiera_sockets", "Open sockets.", ("route",), registry=self.registry)
        self._move_s = Histogram(
            "damiera_move_seconds",
            "From the frame of a move to its acknowledgement, when it is stored.",
            buckets=_SHORT_S,
            registry=self.registry,
        )
        self._commit_s = Histogram(
            "damiera_commit_seconds",
            "Time to keep small writes that waited together.",
            buckets=_SHORT_S,
            registry=self.registry,
        )
        self._commit_writes = Histogram(
            "damiera_commit_writes",
            "Small writes that were kept together.",
            buckets=_MANY,
            registry=self.registry,
        )
        self._late_s = Histogram(
            "damiera_loop_late_seconds",
            "By how much the loop that answers everybody was late, looked at once a second.",
            buckets=_SHORT_S,
            registry=self.registry,
        )
        self._looking: asyncio.Task[None] | None = None

    def gauge(self, name: str, help: str, read: Callable[[], float]) -> None:
        """Add a figure that is read when somebody asks.

        Raises:
            ValueError: if there is one of that name.
        """
        Gauge(f"damiera_{name}", help, registry=self.registry).set_function(read)

    def requested(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request; 0 is the status of one whose answer nobody waited for."""
        if method == "POST":
            self.last_use = time.monotonic()
        self._requests.labels(method, route, str(status)).inc()
        self._request_s.labels(route).observe(seconds)

    def socket_opened(self, route: str) -> None:
        """Count a socket in."""
        self._sockets.labels(route).inc()

    def socket_closed(self, route: str) -> None:
        """Count a socket out."""
        self._sockets.labels(route).dec()

    def moved(self, seconds: float) -> None:
        """Count a move that was stored and acknowledged."""
        self.last_use = time.monotonic()
        self._move_s.observe(seconds)

    def committed(self, writes: int, seconds: float) -> None:
        """Count small writes that were kept together."""
        self._commit_writes.observe(writes)
        self._commit_s.observe(seconds)

    def text(self) -> bytes:
        """Return all figures in the text format of OpenMetrics."""
        told: bytes = generate_latest(self.registry)
        return told

    async def start(self) -> None:
        """Begin to look whether the loop is late."""
        self._looking = begun(self._look(), "how late the loop is is measured no more")

    async def stop(self) -> None:
        """Look no more."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    async def _look(self) -> None:
        while True:
            due = time.monotonic() + _LOOK_S
            await asyncio.sleep(_LOOK_S)
            self._late_s.observe(max(0.0, time.monotonic() - due))


_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def route_of(scope: Scope) -> str:
    """Return the pattern of the address that was asked for; `none` if there is no such page."""
    return str(getattr(scope.get("route"), "path", _NO_ROUTE))


def method_of(scope: Scope) -> str:
    """Return the method of a request; `other` for what nobody uses, of which there is no end."""
    method = str(scope["method"])
    return method if method in _METHODS else "other"
