"""The bells that are open: each is sent what waits for its owner as soon as it changes.

Most of what may wait is told of by the bus, under the person's name. The rest, such as a board of an evening,
is found by looking every ten seconds, for those whose bell is open here.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from starlette.websockets import WebSocket, WebSocketDisconnect

from damiera.service.bus import Bus, BusMessage
from damiera.web.common.database import NotStored
from damiera.web.common.tasks import until_first

__all__ = ["NoticeFeed"]

LOOK_S: Final = 10.0
_LOOKED_AT: Final = "looked-at"
"""What a page says that is in front; anything else: that it is not."""

Found: TypeAlias = Callable[[bool], Awaitable[bytes]]
"""Finds what waits now, as the bell is sent it; whether its page is in front."""


class NoticeFeed:
    """The bells of this worker. All of it belongs to the server's loop."""

    def __init__(self, bus: Bus, *, every_s: float = LOOK_S) -> None:
        self._bus = bus
        self._every_s = every_s
        self._open: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._forget: Callable[[], None] = lambda: None

    def start(self) -> None:
        """Begin to hear of people."""
        self._forget = self._bus.subscribe("person.*", self._hear)

    def stop(self) -> None:
        """Hear no more."""
        self._forget()

    def changed(self, player_id: str) -> None:
        """Tell all workers that something else waits for somebody."""
        self._bus.publish(f"person.{player_id}")

    async def talk(self, socket: WebSocket, player_id: str, found: Found) -> None:
        """Send one bell what waits until it goes away."""
        fresh = asyncio.Event()
        fresh.set()
        self._open[player_id].add(fresh)
        looked_at = [True]
        speaking = self._speak(socket, fresh, looked_at, found)
        try:
            await until_first("a bell could not be told", _listen(socket, looked_at, fresh), speaking)
        finally:
            self._open[player_id].discard(fresh)
            if not self._open[player_id]:
                del self._open[player_id]

    def _hear(self, message: BusMessage) -> None:
        for fresh in self._open.get(message.name, ()):
            fresh.set()

    async def _speak(
        self, socket: WebSocket, fresh: asyncio.Event, looked_at: list[bool], found: Found
    ) -> None:
        sent = b""
        while True:
            with contextlib.suppress(asyncio.TimeoutError):  # not all of them at once
                await asyncio.wait_for(fresh.wait(), self._every_s * (0.8 + 0.4 * random.random()))
            fresh.clear()
            try:
                now = await found(looked_at[0])
            except NotStored:  # it is looked for again
                continue
            if now == sent:
                continue
            try:
                await socket.send_text(now.decode())
            except (WebSocketDisconnect, RuntimeError):  # it has gone
                return
            sent = now


async def _listen(socket: WebSocket, looked_at: list[bool], fresh: asyncio.Event) -> None:
    """Take note of whether the page is in front, until it goes."""
    while (given := await socket.receive())["type"] != "websocket.disconnect":
        looked_at[0] = given.get("text") == _LOOKED_AT
        if looked_at[0]:
            fresh.set()
