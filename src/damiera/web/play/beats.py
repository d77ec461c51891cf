"""The beat: each page hears every 0.9 s that the server is there, and what it answers says that it is.

A page that asks by itself has the server read a question and write an answer, each at a time of its own. The
beat is the same for all, and is written to a ninth of the screens at once; a browser answers the ping in it
by itself (RFC 6455, 5.5.2), also while the page is in the background, where the beat is only the ping. Who
has not answered after 1.1 s is silent: a line is known to be lost 2 s after it was cut, at the latest.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

import msgspec

from damiera.web.common.connections import ReadyText, SocketLine, write_all
from damiera.web.play.messages import BeatMessage
from damiera.web.play.screens import Screen

__all__ = ["Beats"]

_PARTS: Final = 9
_PART_S: Final = 0.1
"""Nine of these are the 0.9 s in which a page, `PING_MS` of `game/socket.js`, expects a beat."""
_ANSWER_S: Final = 1.1
_LATE_S: Final = 0.3
"""Who wakes later than this found the loop busy, and not all answers are read yet: the next time they are."""
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
        self._asked: deque[_Asked] = deque()
        self._joined = asyncio.Event()

    def join(self, game_id: str, screen: Screen, *, quiet: bool) -> None:
        """Give a screen the beat from now on; a `quiet` one only the ping."""
        screen.beat = _QUIET if quiet else _FULL
        if screen not in self._part_of:
            part = self._part_of[screen] = min(self._parts, key=len)
            part[screen] = game_id
            self._joined.set()

    def leave(self, screen: Screen) -> None:
        """Give a screen no beat any more; it need not have one."""
        part = self._part_of.pop(screen, None)
        if part is not None:
            del part[screen]

    async def run(self) -> None:
        """Beat, for ever; while no screen takes the beat, nothing is done ten times a second."""
        loop = asyncio.get_running_loop()
        due = woke = loop.time()
        number = 0
        while True:
            if not self._part_of and not self._asked:
                self._joined.clear()
                await self._joined.wait()
                due = woke = loop.time()
            due += _PART_S
            await asyncio.sleep(due - loop.time())
            now = loop.time()
            self._judge_until(now if now - due < _LATE_S else woke)
            woke = now
            if now - due > _PARTS * _PART_S:  # it did not run: what it missed is not made up for
                due = now
            behind = int((now - due) / _PART_S)
            for _ in range(1 + behind):
                self._asked.append(_Asked(now + _ANSWER_S, self._beat(self._parts[number])))
                number = (number + 1) % _PARTS
            due += behind * _PART_S

    def _judge_until(self, at: float) -> None:
        while self._asked and self._asked[0].until <= at:
            self._judge(self._asked.popleft().received)

    def _beat(self, part: dict[Screen, str]) -> dict[Screen, int]:
        """Write a beat to each screen of a part; return how much had come by the line of each."""
        received = {screen: screen.line.received for screen in part}
        lines: dict[ReadyText, list[SocketLine]] = {}
        for screen in received:
            if screen.beat is not None:
                lines.setdefault(screen.beat, []).append(screen.line)
        for beat, theirs in lines.items():
            write_all(theirs, beat)
        return received

    def _judge(self, received: dict[Screen, int]) -> None:
        """See which screens have answered since they were given a beat."""
        for screen, before in received.items():
            part = self._part_of.get(screen)
            silent = screen.line.received == before
            if part is not None and silent is not screen.silent:
                self._silence(part[screen], screen, silent)


class _Asked(NamedTuple):
    """How much had come by each line when a beat went out, and until when it is to be answered."""

    until: float
    received: dict[Screen, int]
