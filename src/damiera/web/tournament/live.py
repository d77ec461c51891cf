"""The screens that show an event: each is told within half a second that something has happened.

Nothing but a stamp is sent, which says how far an event has come; a page that knows an older one asks for
what it shows. So a screen that is slow misses nothing but stamps it has no use for, and a change made by
another process is noticed like any other.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final, TypeAlias

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from damiera.web.common.database import DatabaseThreads
from damiera.web.common.tasks import begun, until_first

__all__ = ["EventStamp", "EventWatcher", "EventWatchers"]

log = logging.getLogger("damiera.web")

LOOK_S: Final = 0.4
SOON_S: Final = 0.05


class EventStamp(msgspec.Struct, frozen=True):
    """How far an event has come: `v` the last line of its log, `w` how many ask to play, `t` its chat."""

    v: int
    w: int = 0
    t: int = 0


Words: TypeAlias = Callable[[EventStamp], Awaitable[str | None]]
"""What a screen is sent for a stamp; None for nothing."""


class EventWatcher:
    """One screen: the newest stamp it has not been sent."""

    __slots__ = ("_fresh", "_stamp")

    def __init__(self) -> None:
        self._fresh = asyncio.Event()
        self._stamp: EventStamp | None = None

    def tell(self, stamp: EventStamp) -> None:
        """Have a stamp ready; one that was not sent yet is forgotten, and none is sent twice."""
        if stamp == self._stamp:
            return
        self._stamp = stamp
        self._fresh.set()

    def nudge(self) -> None:
        """Have the newest stamp sent again: what it stands for may look otherwise."""
        if self._stamp is not None:
            self._fresh.set()

    async def news(self) -> EventStamp:
        """Return the next stamp, once there is one."""
        await self._fresh.wait()
        self._fresh.clear()
        assert self._stamp is not None
        return self._stamp


class EventWatchers:
    """The screens at each event, and the eye that looks for what has changed."""

    def __init__(
        self,
        stamps: Callable[[Sequence[str]], Mapping[str, tuple[int, ...]]],
        database: DatabaseThreads,
        *,
        every_s: float = LOOK_S,
    ) -> None:
        self._stamps = stamps
        self._database = database
        self._every_s = every_s
        self._rooms: defaultdict[str, set[EventWatcher]] = defaultdict(set)
        self._told: dict[str, EventStamp] = {}
        self._somebody = asyncio.Event()
        self._at_once = asyncio.Event()
        self._eye: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to look."""
        self._eye = begun(self._look(), "watching the events ended")

    async def stop(self) -> None:
        """Look no more."""
        if self._eye is not None:
            self._eye.cancel()
            await asyncio.gather(self._eye, return_exceptions=True)

    def count(self, id: str) -> int:
        """Return how many screens look at an event."""
        return len(self._rooms.get(id, ()))

    def look_now(self) -> None:
        """Look for what has changed without waiting for the next look."""
        self._at_once.set()

    def nudge(self, id: str) -> None:
        """Have all screens at an event sent what they are sent for the newest stamp."""
        for watcher in tuple(self._rooms.get(id, ())):
            watcher.nudge()

    async def talk(self, socket: WebSocket, id: str, now: EventStamp, words: Words | None = None) -> None:
        """Tell one screen what happens until it goes away.

        Args:
            words: what it is sent for a stamp; the stamp itself if left out.
        """
        watcher = EventWatcher()
        watcher.tell(now)
        self._rooms[id].add(watcher)
        self._somebody.set()
        try:
            speaking = _speak(socket, watcher, words or _stamp_itself)
            await until_first("a screen could not be told", _listen(socket), speaking)
        finally:
            self._leave(id, watcher)

    def _leave(self, id: str, watcher: EventWatcher) -> None:
        self._rooms[id].discard(watcher)
        if not self._rooms[id]:
            del self._rooms[id]
            self._told.pop(id, None)
        if not self._rooms:
            self._somebody.clear()

    async def _look(self) -> None:
        while True:
            await self._somebody.wait()
            try:
                await self._look_once()
            except Exception:
                log.exception("watching the events failed")
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._at_once.wait(), self._every_s)
                await asyncio.sleep(SOON_S)  # what comes together is looked for once
            self._at_once.clear()

    async def _look_once(self) -> None:
        found = await self._database.read(self._stamps, tuple(self._rooms))
        for id, numbers in found.items():
            stamp = EventStamp(*numbers)
            if self._told.get(id) == stamp:
                continue
            self._told[id] = stamp
            for watcher in tuple(self._rooms.get(id, ())):
                watcher.tell(stamp)


async def _stamp_itself(stamp: EventStamp) -> str:
    return msgspec.json.encode(stamp).decode()


async def _listen(socket: WebSocket) -> None:
    """Wait until the screen goes: it has nothing to say."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


async def _speak(socket: WebSocket, watcher: EventWatcher, words: Words) -> None:
    while True:
        text = await words(await watcher.news())
        if text is None:
            continue
        try:
            await socket.send_text(text)
        except (WebSocketDisconnect, RuntimeError):  # it has gone
            return
