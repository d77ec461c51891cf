"""The workers that share a database: which of them live, and what must be done by one of them alone.

A worker counts its beats in the database. Whoever sees in three of their own beats that another has made none
takes it away, and with it its duties and the people it saw: no clock of one machine is held against that of
another. A worker that was only slow finds itself gone, and enters again.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from typing import Final

import msgspec

from damiera.records.workers import PresenceRecord, WorkerRecord
from damiera.service.names import new_id
from damiera.service.ports import ServerClock, StorePort
from damiera.service.pulse import LONGEST_MS

__all__ = ["MISSED", "GroupBeat", "WorkerGroup", "WorkerWatch"]

MISSED: Final = 3
"""Beats of one's own in which another worker makes none before it counts as dead."""
_GENERAL: Final = "general"
"""The duty of what is to be done once for all games: by whoever has it, and who takes it over."""


class GroupBeat(msgspec.Struct, frozen=True):
    """What a worker finds when it says that it lives.

    Attributes:
        was_gone: the others thought it dead: it has no duties any more, and sees nobody.
        is_on_duty: it has the general duty.
        workers: all there are, itself among them.
    """

    was_gone: bool
    is_on_duty: bool
    workers: Sequence[WorkerRecord]


class WorkerGroup:
    """The use cases of a worker among others. Threads may share it.

    Attributes:
        id: of this worker, new with every start.
    """

    def __init__(self, store: StorePort, clock: ServerClock) -> None:
        self.id = new_id()
        self._store = store
        self._clock = clock

    def key(self) -> str:
        """Return a secret that all workers share, and nobody else: made once, kept in the database."""
        with self._store.write() as work:
            return work.workers.key(secrets.token_urlsafe(32))

    def enter(self) -> int:
        """Become one of the workers; return for how many milliseconds before there was none at all.

        That is 0 where there never was one, and for less than what a restart takes.
        """
        now = self._clock.now_ms()
        with self._store.write() as work:
            known = work.workers.all()
            last = max((one.heard_at for one in known), default=now)
            work.workers.remove([one.id for one in known if now - one.heard_at > LONGEST_MS])
            work.workers.enter(self.id, at=now)
        return now - last if now - last > LONGEST_MS else 0

    def beat(self, seen: Mapping[str, Collection[str]], changes: int) -> GroupBeat:
        """Say that this worker lives and who has come to it or gone, and find out about the others.

        Args:
            seen: places where that has changed, with who is seen there now.
            changes: how often it has changed.
        """
        now = self._clock.now_ms()
        with self._store.write() as work:
            workers = work.workers
            workers.lightly()
            was_gone = not workers.beat(self.id, at=now)
            if was_gone:
                workers.enter(self.id, at=now)
            if seen:
                workers.see(self.id, seen, changes=changes)
            is_on_duty = workers.has(self.id, _GENERAL) or workers.take(self.id, _GENERAL)
            return GroupBeat(was_gone, is_on_duty, workers.all())

    def leave(self) -> None:
        """End as one should: what this worker had to do is free at once."""
        with self._store.write() as work:
            work.workers.leave(self.id, at=self._clock.now_ms())

    def remove(self, ids: Collection[str]) -> None:
        """Take away workers that are dead."""
        with self._store.write() as work:
            work.workers.remove(ids)

    def seen(self, ids: Collection[str]) -> Sequence[PresenceRecord]:
        """Return who is seen by other workers."""
        with self._store.read() as work:
            return work.workers.seen(ids)

    def take(self, name: str) -> bool:
        """Take a duty; False if another worker has it, or this one has it already."""
        with self._store.write() as work:
            work.workers.lightly()
            return work.workers.take(self.id, name)

    def free(self, name: str) -> None:
        """Leave a duty to others."""
        with self._store.write() as work:
            work.workers.lightly()
            work.workers.free(self.id, name)


class WorkerWatch:
    """Tells from what a worker finds at its beats which of the others are gone.

    >>> watch = WorkerWatch("me")
    >>> still, alive = WorkerRecord("a", 4, 0, 0), WorkerRecord("b", 1, 0, 0)
    >>> [watch.gone([still, WorkerRecord("b", beats, 0, 0)]) for beats in (1, 2, 3, 4)]
    [set(), set(), set(), {'a'}]
    """

    def __init__(self, own: str) -> None:
        self._own = own
        self._beats: dict[str, int] = {}
        self._missed: dict[str, int] = {}

    def gone(self, workers: Sequence[WorkerRecord], *, counts: bool = True) -> set[str]:
        """Return the workers that have left, are dead, or were taken away by others; each once.

        Args:
            counts: whether since the last time others had the time to make a beat.
        """
        now = {one.id: one for one in workers if one.id != self._own}
        lost = self._beats.keys() - now.keys()
        for id, one in now.items():
            if one.has_left:
                lost.add(id)
            elif self._beats.get(id) != one.beats:
                self._missed[id] = 0
            elif counts:
                self._missed[id] += 1
                if self._missed[id] >= MISSED:
                    lost.add(id)
        self._beats = {id: one.beats for id, one in now.items() if id not in lost}
        for id in lost:
            self._missed.pop(id, None)
        return lost
