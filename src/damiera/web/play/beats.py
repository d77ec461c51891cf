"""The beat: each page hears every 1.2 s that the server is there, and what it answers says that it is.

A page that asks by itself has the server read a question and write an answer, each at a time of its own. The
beat is the same for all, and is written to a twelfth of the screens at once; a browser answers the ping in it
by itself (RFC 6455, 5.5.2), also while the page is in the background, where the beat is only the ping.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

import msgspec

from damiera.web.common.connections import ReadyText
from damiera.web.play.messages import BeatMessage
from damiera.web.play.screens import Screen

__all__ = ["Beats"]

_PARTS: Final = 12
_PART_S: Final = 0.1
"""Twelve of these are the 1.2 s in which a page, `PING_MS` of `game/socket.js`, expects a beat."""
_LATE_S: Final = 0.3
"""A round that begins later than this found the loop busy: what was answered meanwhile is not read yet."""
_FULL: Final = ReadyText(msgspec.json.encode(BeatMessage()), pings=True)
_QUIET: Final = ReadyText(b"", pings=True)


class Beats:
    """Beats for screens that take them, each in one of twelve parts of a round.

    Args:
        silence: is told that a screen did not answer the last beat, or that it does again.
    """

    def __init__(self, silence: Callable[[str, Screen, bool], None]) -> None:
        self._silence = silence
        self._parts: list[dict[Screen, str]] = [{} for _ in range(_PARTS)]
        self._part_of: dict[Screen, dict[Screen, str]] = {}

    def join(self, game_id: str, screen: Screen, *, quiet: bool) -> None:
        """Give a screen the beat from now on; a `quiet` one only the ping."""
        screen.beat = _QUIET if quiet else _FULL
        if screen not in self._part_of:
            part = self._part_of[screen] = min(self._parts, key=len)
            part[screen] = game_id
            screen.received = -1

    def leave(self, screen: Screen) -> None:
        """Give a screen no beat any more; it need not have one."""
        part = self._part_of.pop(screen, None)
        if part is not None:
            del part[screen]

    async def run(self) -> None:
        """Beat, for ever."""
        loop = asyncio.get_running_loop()
        due, number = loop.time(), 0
        while True:
            due += _PART_S
            await asyncio.sleep(due - loop.time())
            late = loop.time() - due
            self._beat(self._parts[number], judges=late < _LATE_S)
            due += late if late > _PART_S else 0.0
            number = (number + 1) % _PARTS

    def _beat(self, part: dict[Screen, str], *, judges: bool) -> None:
        for screen, game_id in list(part.items()):
            line, beat = screen.line, screen.beat
            if judges:
                received = line.received
                silent = received == screen.received
                screen.received = received
                if silent is not screen.silent:
                    self._silence(game_id, screen, silent)
            if beat is not None:
                line.write(beat)
