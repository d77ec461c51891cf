"""The beat: each page hears every 1.2 s that the server is there, and its line says that it is.

A page that asks by itself has the server read a question and write an answer, each at a time of its own. The
beat is the same for all, and is written to a twelfth of the screens at once. Who does not take it any more
is silent: a line is known to be lost 2.1 s after it was cut, at the latest.

Where the system sees the other end, it is asked whether the beat came through: it knows what was acknowledged
(TCP), and nothing has to be read. Behind a proxy, and for a page in the background, the beat has a ping in it
or is nothing else, which a browser answers by itself (RFC 6455, 5.5.2). Each sixth beat has one for all:
what stands between may say nothing of itself, and acknowledge what comes.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from itertools import compress
from operator import attrgetter, eq
from typing import Final, NamedTuple

import msgspec

from damiera.web.common.connections import ReadyText, SocketLine, unreached, write_all
from damiera.web.play.messages import BeatMessage
from damiera.web.play.screens import Screen

__all__ = ["Beats"]

_PARTS: Final = 12
_PART_S: Final = 0.1
"""Twelve of these are the 1.2 s in which a page, `BEAT_MS` of `game/socket.js`, expects a beat."""
_ANSWER_S: Final = 0.85
"""After a beat; with the time between two it is what a page waits before it says that its line is lost."""
_LATE_S: Final = 0.3
"""Who wakes later than this found the loop busy, and not all answers are read yet: the next time they are."""
_PINGS_ALL: Final = 6
"""Beats from one with a ping for all to the next."""
_BEAT: Final = msgspec.json.encode(BeatMessage())
_FULL: Final = ReadyText(_BEAT, pings=True)
_PLAIN: Final = ReadyText(_BEAT)
_QUIET: Final = ReadyText(b"", pings=True)

_received: Final = attrgetter("received")


class Beats:
    """Beats for screens that take them, each in one of twelve parts of a round.

    Args:
        silence: is told that a screen did not take the last beat, or that it is heard again.
    """

    def __init__(self, silence: Callable[[str, Screen, bool], None]) -> None:
        self._silence = silence
        self._parts = [_Part(number) for number in range(_PARTS)]
        self._part_of: dict[Screen, _Part] = {}
        self._asked: deque[_Asked] = deque()
        self._joined = asyncio.Event()

    def join(self, game_id: str, screen: Screen, *, quiet: bool) -> None:
        """Give a screen the beat from now on; a `quiet` one only the ping."""
        part = self._part_of.get(screen)
        if part is None:
            part = self._part_of[screen] = min(self._parts, key=len)
            self._joined.set()
        part.put(screen, game_id, quiet=quiet)

    def leave(self, screen: Screen) -> None:
        """Give a screen no beat any more; it need not have one."""
        part = self._part_of.pop(screen, None)
        if part is not None:
            part.take(screen)

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
                self._asked.append(self._parts[number].beat(now + _ANSWER_S))
                number = (number + 1) % _PARTS
            due += behind * _PART_S

    def _judge_until(self, at: float) -> None:
        while self._asked and self._asked[0].until <= at:
            asked = self._asked.popleft()
            silent = asked.silent()
            for screen in silent:
                self._judge(screen, True)
            for screen in asked.part.silent.intersection(asked.plan.pinged).difference(silent):
                self._judge(screen, False)

    def _judge(self, screen: Screen, silent: bool) -> None:
        part = self._part_of.get(screen)
        if part is None:
            return
        part.note(screen, silent)
        if silent is not screen.silent:
            self._silence(part.games[screen], screen, silent)


class _Part:
    """The screens that are given the beat at the same time.

    Attributes:
        games: the game of each.
        silent: those that did not take the last beat; they are pinged until something comes from them.
        late: those of which nothing came in time after the last beat that was judged, and how much had come.
    """

    def __init__(self, number: int) -> None:
        self.games: dict[Screen, str] = {}
        self.silent: set[Screen] = set()
        self.late: Mapping[Screen, int] = {}
        self._quiet: set[Screen] = set()
        self._beats = number
        self._plans: dict[bool, _Plan] = {}

    def __len__(self) -> int:
        return len(self.games)

    def put(self, screen: Screen, game_id: str, *, quiet: bool) -> None:
        """Have a screen in it from the next beat on, or change what it is given."""
        if screen in self.games and quiet is (screen in self._quiet):
            return
        self.games[screen] = game_id
        (self._quiet.add if quiet else self._quiet.discard)(screen)
        self._plans.clear()

    def take(self, screen: Screen) -> None:
        """Take a screen out."""
        del self.games[screen]
        self._quiet.discard(screen)
        self.silent.discard(screen)
        self._plans.clear()

    def note(self, screen: Screen, silent: bool) -> None:
        """Note that a screen is silent, or is heard again."""
        if silent is not (screen in self.silent):
            (self.silent.add if silent else self.silent.discard)(screen)
            self._plans.clear()

    def beat(self, until: float) -> _Asked:
        """Write a beat to each screen, which is to be taken until then."""
        self._beats += 1
        pings_all = self._beats % _PINGS_ALL == 0
        plan = self._plans.get(pings_all)
        if plan is None:
            plan = self._plans[pings_all] = self._plan(pings_all)
        received = list(map(_received, plan.pinged_lines))
        for beat, lines in plan.beats:
            write_all(lines, beat)
        return _Asked(until, self, plan, received)

    def _plan(self, pings_all: bool) -> _Plan:
        quiet, silent = self._quiet, self.silent
        pinged: list[Screen] = []
        seen: list[Screen] = []
        for screen in self.games:
            is_seen = not pings_all and screen.line.file >= 0 and screen not in quiet and screen not in silent
            (seen if is_seen else pinged).append(screen)
        seen_lines = [screen.line for screen in seen]
        beats = (
            (_FULL, [screen.line for screen in pinged if screen not in quiet]),
            (_QUIET, [screen.line for screen in pinged if screen in quiet]),
            (_PLAIN, seen_lines),
        )
        return _Plan(pinged, [screen.line for screen in pinged], seen, seen_lines, beats)


class _Plan(NamedTuple):
    """Who is given which beat, as long as the same screens are there, in the same state.

    Most beats find nothing new, and a look at each of two thousand screens costs more than a beat.
    """

    pinged: Sequence[Screen]
    pinged_lines: Sequence[SocketLine]
    seen: Sequence[Screen]
    seen_lines: Sequence[SocketLine]
    beats: Sequence[tuple[ReadyText, Sequence[SocketLine]]]


class _Asked(NamedTuple):
    """What was given to the screens of a part, until when it is to be taken, and what had come before it."""

    until: float
    part: _Part
    plan: _Plan
    received: Sequence[int]

    def silent(self) -> set[Screen]:
        """Return the screens that did not take the beat.

        On a long way an answer comes when its beat was judged already, each time: that is slow, not silent.
        """
        plan, late_before = self.plan, self.part.late
        received = list(map(_received, plan.pinged_lines))
        late = dict(compress(zip(plan.pinged, received, strict=True), map(eq, self.received, received)))
        self.part.late = late
        found = {screen for screen, now in late.items() if now <= late_before.get(screen, now)}
        found.update(plan.seen[number] for number in unreached(plan.seen_lines, _ANSWER_S))
        return found
