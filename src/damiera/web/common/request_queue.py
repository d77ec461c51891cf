"""A place for each request that is worked on; where all are taken, requests wait, each in its turn.

A move comes by a socket and asks for no place. So however many pages are asked for at once, the loop has a
few to go round between two moves. Turns are counted by person, where a cookie is one that this server has
known since it began, and by address for strangers; and every other place is for a person while one waits. So
strangers from any number of addresses, each of whom asks for the first time, are before nobody who is here.

Who asks for a page now and then waits behind none of those who ask for one after the other: turns are
counted as by start-time fair queueing, and who took none has some in hand.
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
from damiera.web.common.identity import COOKIE
from damiera.web.common.pages import language

__all__ = ["RequestPlaces", "RequestQueue"]

AT_ONCE: Final = 4
MOST_WAITING: Final = 4000
"""By strangers, and as many by people."""
MOST_OF_ONE: Final = 1000
"""Of these by one address: a hall or a school behind one."""
MOST_OF_PERSON: Final = 100
IN_HAND: Final = 20
"""Turns that somebody may take before others who have taken more: some pages and what they ask for."""
_NAMES: Final = 4096  # whose turns are remembered; who is forgotten has turns in hand again
_KNOWN: Final = 16_384  # people whose cookie is remembered; who is forgotten is a stranger for one page
PLACE_S: Final = 0.25
"""After this the request waits for an engine, a database or a line, and its place serves another."""
_NO_PLACE_WANTED: Final = ("/s/", "/healthz", "/readyz", "/metrics")  # of memory, or of a supervisor
_BUSY: Final = Message("Too many pages are asked for at once: try again in a moment.")


class _Turns:
    """Those who wait, each in their turn.

    The round goes on with the turns that are taken, with one of newcomers by as much as it is of all who
    wait: so whoever has taken many is not behind newcomers for ever, though more and more of them come.

    Args:
        most: how many may wait.
        most_of_one: how many of them by one name.
        in_hand: how many turns somebody who asks seldom may take before those who ask all the time.
    """

    def __init__(self, most: int, most_of_one: int, in_hand: int) -> None:
        self._most = most
        self._most_of_one = most_of_one
        self._in_hand = in_hand
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._turns: list[tuple[float, int, str]] = []
        self._order = 0
        self._round = 0.0
        self._next_turn: LRUCache[str, float] = LRUCache(_NAMES)
        self.count = 0

    def enter(self, name: str) -> asyncio.Future[None] | None:
        """Return what is done once it is the turn of a name; None if too many wait already."""
        queue = self._waiting.get(name, ())
        if self.count >= self._most or len(queue) >= self._most_of_one:
            return None
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if name not in self._waiting:
            self._waiting[name] = deque()
            self._line_up(name)
        self._waiting[name].append(turn)
        self.count += 1
        return turn

    def next(self) -> bool:
        """Let the next one in; False if nobody waits."""
        while self._turns:
            turn_due, _, name = self._turns[0]
            if turn_due <= self._round and len(self._turns) > 1:
                self._round += 1 / len(self._turns)
            heappop(self._turns)
            self._round = max(self._round, turn_due)
            queue = self._waiting[name]
            turn = queue.popleft()
            self.count -= 1
            if queue:
                self._line_up(name)
            else:
                del self._waiting[name]
            if not turn.done():
                turn.set_result(None)
                return True
        return False

    def forget(self) -> None:
        """Forget who took how many turns: nobody waited for anybody."""
        self._next_turn.clear()

    def _line_up(self, name: str) -> None:
        """Give somebody their next turn: one after their last, or sooner than all if it is long since.

        Of those with the same turn who came last is first. Each has it once, so that nobody waits for more
        than one of each other; and who comes to a flood that has just begun is not behind all of it.
        """
        turn = max(self._next_turn.get(name, 0.0), self._round - self._in_hand)
        self._next_turn[name] = turn + 1
        self._order -= 1
        heappush(self._turns, (turn, self._order, name))


class RequestPlaces:
    """So many places, and the turns of people and of strangers; all of it belongs to one loop.

    Args:
        at_once: how many places there are.
        most, most_of_one, in_hand: see `_Turns`.
    """

    def __init__(
        self,
        at_once: int = AT_ONCE,
        most: int = MOST_WAITING,
        most_of_one: int = MOST_OF_ONE,
        in_hand: int = IN_HAND,
    ) -> None:
        self._at_once = self._free = at_once
        self._people = _Turns(most, min(most_of_one, MOST_OF_PERSON), in_hand)
        self._strangers = _Turns(most, most_of_one, in_hand)
        self._known: LRUCache[str, None] = LRUCache(_KNOWN)
        self._person_is_next = True

    @property
    def waiting(self) -> int:
        """How many requests wait."""
        return self._people.count + self._strangers.count

    def know(self, cookie: str) -> None:
        """Take note that a cookie is somebody's."""
        self._known[cookie] = None

    async def take(self, address: str, cookie: str | None = None) -> bool:
        """Wait for a place; False at once if too many wait already."""
        if self._free:
            self._free -= 1
            return True
        is_person = cookie is not None and cookie in self._known
        turn = self._people.enter(cookie or "") if is_person else self._strangers.enter(address)
        if turn is None:
            return False
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it had its place
                self.give()
            raise
        return True

    def give(self) -> None:
        """Give a place back: to the next who waits, or to whoever comes."""
        both = (self._people, self._strangers)
        first, second = both if self._person_is_next else both[::-1]
        if first.next():
            self._person_is_next = not self._person_is_next
            return
        if second.next():
            return
        self._free += 1
        if self._free == self._at_once:
            for turns in both:
                turns.forget()


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
        cookie = Request(scope).cookies.get(COOKIE)
        if not await self._places.take(client[0] if client else "", cookie):
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
