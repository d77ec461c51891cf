"""A few places where people's questions are thought about, given to the people in turn.

Somebody who plays thirty games against the computer does not keep others waiting for thirty moves: whoever
has a question waiting gets a place before anybody gets a second one.

Who waits long is told for how long, and again while they wait: every question says what it should take, the
places learn what such questions do take on this machine at this hour, and the queue is gone through in the
order in which they will be served.
"""

from __future__ import annotations

import asyncio
import heapq
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Final

__all__ = ["Places"]

_TOLD_AFTER_S: Final = 2.0
_TOLD_EVERY_S: Final = 5.0
_WEIGHT: Final = 0.2  # of the newest question in what others like it are expected to take
_OVERDUE: Final = 0.2  # of what it was expected to take is still to come of a question that takes longer


class _Turn:
    """A question that waits: how it is served, since when it waits, and when somebody was told so last."""

    __slots__ = ("expected_s", "is_next", "kind", "on_wait", "since", "told_at")

    def __init__(self, kind: str, expected_s: float, on_wait: Callable[[int], None]) -> None:
        self.is_next: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.kind = kind
        self.expected_s = expected_s
        self.on_wait = on_wait
        self.since = time.monotonic()
        self.told_at: float | None = None


class Places:
    """Places, and who waits for one. All of it belongs to one loop.

    Args:
        most: how many places there are.
        told_after_s: how long somebody waits before they are told for how long they may have to.
        told_every_s: how long after that they are told again.
    """

    def __init__(
        self, most: int, *, told_after_s: float = _TOLD_AFTER_S, told_every_s: float = _TOLD_EVERY_S
    ) -> None:
        self._free = most
        self._told_after_s = told_after_s
        self._told_every_s = told_every_s
        self._waiting: OrderedDict[str, deque[_Turn]] = OrderedDict()
        self._under_way: dict[object, tuple[str, float, float]] = {}
        self._scale: dict[str, float] = {}
        self._looks: asyncio.TimerHandle | None = None

    @property
    def waiting(self) -> int:
        """How many questions wait."""
        return sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def place(
        self, person: str, on_wait: Callable[[int], None], *, kind: str = "", takes_s: float = 1.0
    ) -> AsyncIterator[None]:
        """Wait for a place, and have it for the block.

        Args:
            person: whose question it is.
            on_wait: is told after about how many seconds a place will be free, if that takes long; and again
                every few seconds until then.
            kind: questions of one kind are as much longer than they should be as others of it.
            takes_s: how long it should take, in seconds.
        """
        await self._enter(person, _Turn(kind, takes_s, on_wait))
        began, key = time.monotonic(), object()
        self._under_way[key] = person, began, self._expected(kind, takes_s)
        try:
            yield
        finally:
            del self._under_way[key]
            scale = self._scale.get(kind, 1.0)
            self._scale[kind] = scale + _WEIGHT * ((time.monotonic() - began) / takes_s - scale)
            self._leave(person)

    def _expected(self, kind: str, takes_s: float) -> float:
        return takes_s * self._scale.get(kind, 1.0)

    async def _enter(self, person: str, turn: _Turn) -> None:
        if self._free:
            self._free -= 1
            return
        self._waiting.setdefault(person, deque()).append(turn)
        if self._looks is None:
            self._look_later()
        try:
            await turn.is_next
        except asyncio.CancelledError:
            self._give_up(person, turn)
            raise

    def _look_later(self) -> None:
        wait_s = min(self._told_after_s, self._told_every_s) / 2
        self._looks = asyncio.get_running_loop().call_later(wait_s, self._look)

    def _look(self) -> None:
        """Tell those who wait long, or have not been told for long; look again while anybody waits."""
        self._looks = None
        if not self._waiting:
            return
        self._look_later()
        now = time.monotonic()
        for turn, seconds in list(self._ahead(now)):
            is_due = (
                now - turn.since >= self._told_after_s
                if turn.told_at is None
                else now - turn.told_at >= self._told_every_s
            )
            if is_due and not turn.is_next.done():
                turn.told_at = now
                turn.on_wait(max(1, round(seconds)))

    def _ahead(self, now: float) -> Iterator[tuple[_Turn, float]]:
        """Go through who waits in the order of their turns, with the seconds until each has theirs."""
        ending = [
            (max(began + expected_s - now, _OVERDUE * expected_s), person)
            for person, began, expected_s in self._under_way.values()
        ]
        heapq.heapify(ending)
        queue = OrderedDict((person, deque(turns)) for person, turns in self._waiting.items())
        while queue and ending:
            seconds, had = heapq.heappop(ending)
            person, turn = _next_turn(queue, had)
            yield turn, seconds
            heapq.heappush(ending, (seconds + self._expected(turn.kind, turn.expected_s), person))

    def _leave(self, had: str) -> None:
        """Give the place to the next person; who `had` it comes last, as does who has more questions."""
        while self._waiting:
            _, turn = _next_turn(self._waiting, had)
            if not turn.is_next.done():
                turn.is_next.set_result(None)
                return
        self._free += 1

    def _give_up(self, person: str, turn: _Turn) -> None:
        """Wait no more; a place that was given meanwhile goes to the next."""
        if turn.is_next.done() and not turn.is_next.cancelled():
            self._leave(person)
            return
        turns = self._waiting.get(person)
        if turns is not None and turn in turns:
            turns.remove(turn)
            if not turns:
                del self._waiting[person]


def _next_turn(waiting: OrderedDict[str, deque[_Turn]], had: str) -> tuple[str, _Turn]:
    """Take the next turn out of a queue, and return whose it is: who `had` the place comes last."""
    if had in waiting:
        waiting.move_to_end(had)
    person, turns = waiting.popitem(last=False)
    turn = turns.popleft()
    if turns:
        waiting[person] = turns
    return person, turn
