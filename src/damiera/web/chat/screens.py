"""The screens at games that show a chat: each is sent the lines that it has not been sent yet.

A line is stored before anybody is told. Whoever misses a message asks from the version that they have, so
nothing is lost; what another process has stored is found by looking for versions.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from damiera.messages import Lang
from damiera.service.bus import Bus, BusMessage
from damiera.service.chat import ChatService, GameRoom, game_of_room, game_room
from damiera.service.errors import ServiceError
from damiera.web.chat.views import line_view
from damiera.web.common.connections import ReadyText
from damiera.web.common.database import DatabaseThreads, NotStored
from damiera.web.common.tasks import begun, next_turn
from damiera.web.play.messages import ChatMessage
from damiera.web.play.screens import Screen, Screens

__all__ = ["ChatScreens"]

log = logging.getLogger("damiera.web")

LOOK_S: Final = 1.0
LOOK_SELDOM_S: Final = 10.0  # where other workers tell


class ChatScreens:
    """Tells the screens at games what is said there. All of it belongs to the server's loop."""

    def __init__(self, chat: ChatService, screens: Screens, database: DatabaseThreads, bus: Bus) -> None:
        self._chat = chat
        self._screens = screens
        self._database = database
        self._bus = bus
        self._forget: Callable[[], None] = lambda: None
        self._versions: dict[str, int] = {}
        self._listened = 0
        self._looked: tuple[int | None, int] = None, 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Begin to hear, and to look for what other processes store."""
        if self._chat.is_on:
            self._forget = self._bus.subscribe("chat.*", self._hear)
            self._keep(begun(self._look(), "looking for what was said ended"))

    async def stop(self) -> None:
        """Hear and look no more."""
        self._forget()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def changed(self, room: str) -> None:
        """Have all workers tell the screens that show a room what is new in it; it is stored already."""
        self._bus.publish(f"chat.{room}")

    def _hear(self, message: BusMessage) -> None:
        self._keep(begun(self._tell(message.name), "what was said could not be told"))

    async def listen(self, game_id: str, screen: Screen, rooms: dict[GameRoom, int]) -> None:
        """Let a screen show rooms, of which it has what was said up to a version."""
        if not self._chat.is_on:
            return
        self._listened += 1
        self._screens.show_chat(game_id, screen)
        screen.chat.update({kind: max(0, version) for kind, version in rooms.items()})
        for kind in rooms:
            await self._send(game_room(kind, game_id), kind, (screen,))

    async def _tell(self, room: str) -> None:
        found = game_of_room(room)
        if found is not None:
            kind, game_id = found
            showing = [one for one in self._screens.screens(game_id) if kind in one.chat]
            if showing:
                await self._send(room, kind, showing)

    async def _send(self, room: str, kind: GameRoom, screens: Sequence[Screen]) -> None:
        """Send each screen what it does not have, players first; whoever may not read is sent nothing."""
        least = min(screen.chat[kind] for screen in screens)
        try:
            found = await self._database.read(
                self._chat.news, room, [screen.visitor for screen in screens], after=least
            )
        except (ServiceError, NotStored):  # the game is gone, or it is found when we look next
            return
        ready: dict[tuple[Lang, tuple[tuple[str, bool], ...]], ReadyText] = {}
        for screen in screens:
            after, reader = screen.chat[kind], screen.player_id
            lines = [line for line in found.get(reader, ()) if line.version > after]
            if not lines:
                continue
            screen.chat[kind] = version = max(line.version for line in lines)
            key = screen.lang, tuple((line.id, line.player_id == reader) for line in lines)
            if key not in ready:
                shown = tuple(line_view(line, reader, screen.lang) for line in lines)
                ready[key] = ReadyText(msgspec.json.encode(ChatMessage(kind, version, shown)))
            screen.line.write(ready[key])

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look(self) -> None:
        while True:
            await next_turn(LOOK_SELDOM_S if self._bus.is_shared and self._bus.is_heard else LOOK_S)
            try:
                await self._look_once()
            except NotStored:
                continue
            except Exception:
                log.exception("looking for what was said failed")

    async def _look_once(self) -> None:
        """See whether a room that a screen shows has come further than when we looked last."""
        looked = await self._database.changes(), self._listened
        if looked[0] is not None and looked == self._looked:
            return
        shown = {game_room(kind, game) for game, one in self._screens.chatting() for kind in one.chat}
        if not shown:
            self._versions, self._looked = {}, looked
            return
        before, self._versions = self._versions, dict(await self._database.read(self._chat.versions, shown))
        for room, version in self._versions.items():
            if version != before.get(room, version):
                await self._tell(room)
        self._looked = looked
