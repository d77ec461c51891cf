"""A place for each request that is worked on; where all are taken, requests wait, each address in its turn.

A move comes by a socket and asks for no place. So however many pages are asked for at once, the loop has a
few to go round between two moves, and who asks for one page waits behind one page of each other address.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from typing import Final

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
    """

    def __init__(
        self, at_once: int = AT_ONCE, most: int = MOST_WAITING, most_of_one: int = MOST_OF_ONE
    ) -> None:
        self._free = at_once
        self._most = most
        self._most_of_one = most_of_one
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self.waiting = 0

    async def take(self, address: str) -> bool:
        """Wait for a place; False at once if too many wait already."""
        if self._free:
            self._free -= 1
            return True
        queue = self._waiting.setdefault(address, deque())
        if self.waiting >= self._most or len(queue) >= self._most_of_one:
            if not queue:
                del self._waiting[address]
            return False
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
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
        while self._waiting:
            address, queue = self._waiting.popitem(last=False)
            turn = queue.popleft()
            self.waiting -= 1
            if queue:
                self._waiting[address] = queue
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


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
