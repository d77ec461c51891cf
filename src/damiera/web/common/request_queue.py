"""A place for each request that is worked on; where all are taken, requests wait, each address in its turn.

A move comes by a socket and asks for no place. So however many pages are asked for at once, the loop has a
few to go round between two moves. Who asks for a page now and then waits behind none of those who ask for
one after the other: turns are counted as by start-time fair queueing, and who took none has some in hand.
"""

from __future__ import annotations

import asyncio
from collections import deque
from heapq import heappop, heappush
from typing import Final

from cachetools import LRUCache
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as Sent

from damiera.messages import Message
from damiera.web.common.pages import language

__all__ = ["RequestPlaces", "RequestQueue"]

AT_ONCE: Final = 4
MOST_WAITING: Final = 4000
MOST_OF_ONE: Final = 1000
"""Of these by one address: a hall or a school behind one."""
IN_HAND: Final = 20
"""Turns that an address may take before others who have taken more: some pages and what they ask for."""
_ADDRESSES: Final = 4096  # whose turns are remembered; who is forgotten has turns in hand again
PLACE_S: Final = 0.25
"""After this the request waits for an engine, a database or a line, and its place serves another."""
_NO_PLACE_WANTED: Final = ("/s/", "/healthz", "/readyz", "/metrics")  # of memory, or of a supervisor
_BUSY: Final = Message("Too many pages are asked for at once: try again in a moment.")


class RequestPlaces:
    """So many places, and a queue for each address; all of it belongs to one loop.

    Args:
        at_once: how many places there are.
        most: how many may wait.
        most_of_one: how many of them by one address.
        in_hand: how many turns somebody who asks seldom may take before those who ask all the time.
    """

    def __init__(
        self,
        at_once: int = AT_ONCE,
        most: int = MOST_WAITING,
        most_of_one: int = MOST_OF_ONE,
        in_hand: int = IN_HAND,
    ) -> None:
        self._at_once = self._free = at_once
        self._most = most
        self._most_of_one = most_of_one
        self._in_hand = in_hand
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._turns: list[tuple[int, int, str]] = []
        self._order = 0
        self._round = 0
        self._next_turn: LRUCache[str, int] = LRUCache(_ADDRESSES)
        self.waiting = 0

    async def take(self, address: str) -> bool:
        """Wait for a place; False at once if too many wait already."""
        if self._free:
            self._free -= 1
            return True
        queue = self._waiting.get(address, ())
        if self.waiting >= self._most or len(queue) >= self._most_of_one:
            return False
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if address not in self._waiting:
            self._waiting[address] = deque()
            self._line_up(address)
        self._waiting[address].append(turn)
        self.waiting += 1
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it had its place
                self.give()
            raise
        return True

    def give(self) -> None:
        """Give a place back: to the next address that waits, or to whoever comes."""
        while self._turns:
            turn_due, _, address = heappop(self._turns)
            self._round = max(self._round, turn_due)
            queue = self._waiting[address]
            turn = queue.popleft()
            self.waiting -= 1
            if queue:
                self._line_up(address)
            else:
                del self._waiting[address]
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
        if self._free == self._at_once:
            self._next_turn.clear()  # nobody waited for anybody

    def _line_up(self, address: str) -> None:
        """Give an address its next turn: one after its last, or sooner than all if it is long since.

        Of those with the same turn who came last is first. Each has it once, so that nobody waits for more
        than one of each other; and who comes to a flood that has just begun is not behind all of it.
        """
        turn = max(self._next_turn.get(address, 0), self._round - self._in_hand)
        self._next_turn[address] = turn + 1
        self._order -= 1
        heappush(self._turns, (turn, self._order, address))


class RequestQueue:
    """Give each request a place until it answers or only waits; where too many wait, refuse it with 503."""

    def __init__(self, app: ASGIApp, places: RequestPlaces) -> None:
        self.app = app
        self._places = places

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].startswith(_NO_PLACE_WANTED):
            await self.app(scope, receive, send)
            return
        client = scope.get("client")
        if not await self._places.take(client[0] if client else ""):
            words = _BUSY.text(language(Request(scope)))
            answer = PlainTextResponse(f"{words}\n", 503, headers={"Retry-After": "5"})
            await answer(scope, receive, send)
            return
        place = _Place(self._places)
        try:
            await self.app(scope, receive, place.given_back_by(send))
        finally:
            place.give()


class _Place:
    """One place that is given back once."""

    def __init__(self, places: RequestPlaces) -> None:
        self._places: RequestPlaces | None = places
        self._timer = asyncio.get_running_loop().call_later(PLACE_S, self.give)

    def give(self) -> None:
        """Give it back; more than once does no harm."""
        self._timer.cancel()
        places, self._places = self._places, None
        if places is not None:
            places.give()

    def given_back_by(self, send: Send) -> Send:
        """Return how to send an answer: with its beginning the place is given back."""

        async def giving(message: Sent) -> None:
            self.give()
            await send(message)

        return giving
