"""This worker among those that share its database: who is seen by the others, and what falls to this one.

Alone, as on a laptop, nothing of it costs anything: everything falls to this worker, and nobody is elsewhere.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Mapping
from typing import Final

import msgspec

from damiera.records.workers import WorkerRecord
from damiera.service.bus import Bus, BusMessage
from damiera.service.pulse import Pulse
from damiera.service.worker_group import WorkerGroup, WorkerWatch
from damiera.web.common.database import DatabaseThreads, NotStored
from damiera.web.common.tasks import begun

__all__ = ["Coworkers"]

log = logging.getLogger("damiera.web")

BEAT_S: Final = 0.8
"""Seconds between two beats; after three without one of its own a worker counts as dead."""
_TOGETHER_S: Final = 0.02
"""Seconds in which people who come and go are told of together."""


class _SeenNow(msgspec.Struct, frozen=True):
    """What a worker tells of the people it sees: `changes`, and places with who is there now."""

    changes: int
    places: dict[str, list[str]]


_DECODER: Final = msgspec.json.Decoder(_SeenNow)


class Coworkers:
    """The other workers, as this one knows them. All of it belongs to the server's loop.

    Attributes:
        is_on_duty: whether what is to be done once for all falls to this worker.
        is_leaving: whether it ends; a proxy is to send it nobody any more.
        when_on_duty: called when it does, and whenever another worker is gone while it does.
        when_seen: called with a place at which others see somebody else than before.
    """

    def __init__(
        self,
        group: WorkerGroup,
        database: DatabaseThreads,
        bus: Bus,
        pulse: Pulse,
        *,
        every_s: float | None = None,
    ) -> None:
        self.is_on_duty = False
        self.is_leaving = False
        self.when_on_duty: list[Callable[[], Awaitable[None]]] = []
        self.when_seen: list[Callable[[str], None]] = []
        self._group = group
        self._database = database
        self._bus = bus
        self._pulse = pulse
        self._every_s = BEAT_S if every_s is None else every_s
        self._watch = WorkerWatch(group.id)
        self._here: dict[str, frozenset[str]] = {}
        self._changed: set[str] = set()
        self._changes = 0
        self._elsewhere: defaultdict[str, dict[str, frozenset[str]]] = defaultdict(dict)
        self._known: dict[str, int] = {}
        self._taken: set[str] = set()
        self._wake = asyncio.Event()
        self._next = 0.0
        self._tasks: set[asyncio.Task[None]] = set()
        self._forget: list[Callable[[], None]] = []

    @property
    def is_shared(self) -> bool:
        """Whether there may be other workers."""
        return self._bus.is_shared

    async def start(self) -> None:
        """Enter, take up what falls to this worker, and go on saying that it lives."""
        if not self.is_shared:
            self.is_on_duty = True
            await self._take_up()
            return
        self._forget = [
            self._bus.subscribe("presence.*", self._hear_presence),
            self._bus.subscribe("worker.*", self._hear_leaving),
        ]
        self._pulse.stood(await self._database.read(self._group.enter))
        await self._beat()
        self._spawn(self._go_on())

    def begin_to_leave(self) -> bool:
        """Take note that this worker is to end; tell whether its screens can go to others."""
        self.is_leaving = True
        return self.is_shared

    async def stop(self) -> None:
        """Leave what this worker has to the others."""
        for forget in self._forget:
            forget()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.is_on_duty = False
        if self.is_shared:
            with contextlib.suppress(NotStored):
                await self._database.read(self._group.leave)
            self._bus.publish(f"worker.{self._group.id}", b"left")

    def see(self, place: str, players: Collection[str]) -> None:
        """Note who is seen at a place by this worker now; the others will know within a moment."""
        if not self.is_shared or self._here.get(place, frozenset()) == frozenset(players):
            return
        if players:
            self._here[place] = frozenset(players)
        else:
            self._here.pop(place, None)
        self._changed.add(place)
        self._wake.set()

    def others(self, place: str) -> frozenset[str]:
        """Return who is seen at a place by other workers."""
        seen = self._elsewhere.get(place)
        return frozenset[str]().union(*seen.values()) if seen else frozenset()

    def all_others(self, kind: str) -> frozenset[str]:
        """Return who is seen by other workers at all places of a kind."""
        start = f"{kind}."
        seen = (list(by.values()) for place, by in self._elsewhere.items() if place.startswith(start))
        return frozenset[str]().union(*(players for by in seen for players in by))

    async def take(self, name: str) -> bool:
        """Take something that is to be done by one worker; False if it is taken, by this one too.

        Raises:
            NotStored: if the database is away.
        """
        if name in self._taken:
            return False
        self._taken.add(name)
        if not self.is_shared:
            return True
        try:
            if await self._database.read(self._group.take, name):
                return True
        except BaseException:
            self._taken.discard(name)
            raise
        self._taken.discard(name)
        return False

    async def free(self, name: str) -> None:
        """Leave something to whoever takes it."""
        self._taken.discard(name)
        if self.is_shared:
            with contextlib.suppress(NotStored):  # it is free when this worker is gone
                await self._database.read(self._group.free, name)

    async def _go_on(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, self._next - time.monotonic())):
                    await self._wake.wait()
                    await asyncio.sleep(_TOGETHER_S)
            self._wake.clear()
            try:
                await self._beat()
            except NotStored:  # the log says so; nobody is missed who could not say that they live either
                await asyncio.sleep(self._every_s)
            except Exception:
                log.exception("this worker could not say that it lives")
                await asyncio.sleep(self._every_s)

    async def _beat(self) -> None:
        counts = time.monotonic() >= self._next
        if counts:
            self._next = time.monotonic() + self._every_s
        told = {place: self._here.get(place, frozenset()) for place in self._changed}
        self._changed.clear()
        self._changes += bool(told)
        try:
            found = await self._database.read(self._group.beat, told, self._changes)
        except BaseException:
            self._changed |= told.keys()
            raise
        if told:
            news = _SeenNow(self._changes, {place: sorted(players) for place, players in told.items()})
            self._bus.publish(f"presence.{self._group.id}", msgspec.json.encode(news))
        if found.was_gone:
            self._changed |= self._here.keys()
            self._wake.set()
        await self._look_at_others(found.workers, counts=counts)
        await self._look_at_duty(found.is_on_duty)

    async def _look_at_others(self, workers: Iterable[WorkerRecord], *, counts: bool) -> None:
        listed = list(workers)
        gone = self._watch.gone(listed, counts=counts)
        if gone:
            log.warning("workers that are gone: %s", len(gone))
            await self._database.read(self._group.remove, gone)
            for id in gone:
                self._drop(id)
            if self.is_on_duty:
                await self._take_up()
        others = [one for one in listed if one.id != self._group.id and one.id not in gone]
        stale = {one.id: one.changes for one in others if self._known.get(one.id, 0) < one.changes}
        if stale:
            await self._read_again(stale)
        for one in others:
            self._known.setdefault(one.id, one.changes)

    async def _look_at_duty(self, is_on_duty: bool) -> None:
        began = is_on_duty and not self.is_on_duty
        self.is_on_duty = is_on_duty
        if began:
            await self._take_up()

    async def _take_up(self) -> None:
        """Begin with what falls to this worker."""
        for begin in self.when_on_duty:
            await begin()

    async def _read_again(self, stale: dict[str, int]) -> None:
        """Read who is seen by workers of which a message was lost, or that were there before us."""
        seen: defaultdict[str, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        for row in await self._database.read(self._group.seen, list(stale)):
            seen[row.worker_id][row.place].add(row.player_id)
        for id, changes in stale.items():
            before = {place for place, by in self._elsewhere.items() if id in by}
            self._known[id] = changes
            self._note(id, {place: seen[id].get(place, ()) for place in before | seen[id].keys()})

    def _hear_presence(self, message: BusMessage) -> None:
        if message.is_own:
            return
        try:
            news = _DECODER.decode(message.data)
        except msgspec.DecodeError:
            return
        if self._known.get(message.name) == news.changes - 1:  # else one was lost: it is read again
            self._known[message.name] = news.changes
            self._note(message.name, news.places)

    def _hear_leaving(self, message: BusMessage) -> None:
        if not message.is_own:
            self._wake.set()

    def _drop(self, id: str) -> None:
        self._known.pop(id, None)
        self._note(id, {place: [] for place, by in self._elsewhere.items() if id in by})

    def _note(self, id: str, places: Mapping[str, Collection[str]]) -> None:
        """Note who is seen by a worker at places, and tell of those where that makes a difference."""
        for place, players in places.items():
            before = self.others(place)
            if players:
                self._elsewhere[place][id] = frozenset(players)
            elif place in self._elsewhere:
                self._elsewhere[place].pop(id, None)
                if not self._elsewhere[place]:
                    del self._elsewhere[place]
            if self.others(place) != before:
                for listener in self.when_seen:
                    listener(place)

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = begun(work, "what other workers told could not be done")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
