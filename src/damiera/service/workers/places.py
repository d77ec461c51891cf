"""A few places where people's questions are thought about, given to the people in turn.

Somebody who plays thirty games against the computer does not keep others waiting for thirty moves: whoever
has a question waiting gets a place before anybody gets a second one.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

__all__ = ["Places"]

_TOLD_AFTER_S: Final = 2.0
_WEIGHT: Final = 0.2  # of the newest question in what one is expected to take


class Places:
    """Places, and who waits for one. All of it belongs to one loop.

    Args:
        most: how many places there are.
        told_after_s: how long somebody waits before they are told for how long they may have to.
    """

    def __init__(self, most: int, *, told_after_s: float = _TOLD_AFTER_S) -> None:
        self._free = most
        self._most = most
        self._told_after_s = told_after_s
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._expected_s = 1.0

    @property
    def waiting(self) -> int:
        """How many questions wait."""
        return sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def place(self, person: str, on_wait: Callable[[int], None]) -> AsyncIterator[None]:
        """Wait for a place, and have it for the block.

        Args:
            person: whose question it is.
            on_wait: is told, once, after how many seconds a place may be free, if that takes long.
        """
        await self._enter(person, on_wait)
        began = time.monotonic()
        try:
            yield
        finally:
            self._expected_s += _WEIGHT * (time.monotonic() - began - self._expected_s)
            self._leave(person)

    async def _enter(self, person: str, on_wait: Callable[[int], None]) -> None:
        if self._free:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(person, deque()).append(turn)
        told = asyncio.get_running_loop().call_later(self._told_after_s, self._tell, person, on_wait)
        try:
            await turn
        except asyncio.CancelledError:
            self._give_up(person, turn)
            raise
        finally:
            told.cancel()

    def _tell(self, person: str, on_wait: Callable[[int], None]) -> None:
        """Say how long it may take until a person's first question has its turn."""
        before = list(self._waiting).index(person) if person in self._waiting else 0
        on_wait(max(1, round((before + 1) * self._expected_s / self._most)))

    def _leave(self, had: str) -> None:
        """Give the place to the next person; who `had` it comes last, as does who has more questions."""
        if had in self._waiting:
            self._waiting.move_to_end(had)
        while self._waiting:
            person, turns = self._waiting.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self._waiting[person] = turns
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def _give_up(self, person: str, turn: asyncio.Future[None]) -> None:
        """Wait no more; a place that was given meanwhile goes to the next."""
        if turn.done() and not turn.cancelled():
            self._leave(person)
            return
        turns = self._waiting.get(person)
        if turns is not None and turn in turns:
            turns.remove(turn)
            if not turns:
                del self._waiting[person]
