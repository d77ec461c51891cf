"""Requests wait for a place, each address in its turn; what only waits keeps nobody out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from itertools import repeat
from typing import Any

import httpx
import pytest
from starlette.types import ASGIApp, Receive, Scope, Send

from damiera.web.common import request_queue
from damiera.web.common.request_queue import RequestPlaces, RequestQueue


def test_places_are_given_to_each_address_in_its_turn() -> None:
    async def play() -> list[str]:
        places, seen = RequestPlaces(at_once=1), list[str]()

        async def ask(address: str, number: int) -> None:
            assert await places.take(address)
            seen.append(f"{address}{number}")
            await asyncio.sleep(0)
            places.give()

        await asyncio.gather(*(ask("a", n) for n in range(4)), *(ask("b", n) for n in range(2)), ask("c", 0))
        assert places.waiting == 0
        return seen

    assert asyncio.run(play()) == ["a0", "c0", "b0", "a1", "a2", "b1", "a3"]


class Flood:
    """Many who ask for a place again and again, each by the addresses that it is given."""

    def __init__(self, places: RequestPlaces, *askers: Iterable[str]) -> None:
        self.places, self.served = places, 0
        self._askers = [asyncio.ensure_future(self._all(addresses)) for addresses in askers]

    async def ask(self, address: str, cookie: str | None = None) -> int:
        """Ask once, and give the place back; return how many were served meanwhile."""
        before = self.served
        assert await self.places.take(address, cookie)
        await asyncio.sleep(0)
        self.served += 1
        self.places.give()
        return self.served - before

    async def _all(self, addresses: Iterable[str]) -> None:
        for address in addresses:
            await self.ask(address)

    async def until(self, served: int) -> None:
        """Wait until so many were served."""
        while self.served < served:
            await asyncio.sleep(0)

    async def end(self) -> None:
        """Let nobody ask any more."""
        for one in self._askers:
            one.cancel()
        await asyncio.gather(*self._askers, return_exceptions=True)


@pytest.mark.parametrize("already", [250, 2500])
def test_who_asks_now_and_then_waits_behind_none_of_those_who_ask_all_the_time(already: int) -> None:
    async def play() -> list[int]:
        flood = Flood(RequestPlaces(at_once=4), *(repeat(f"flood{number}") for number in range(100)))
        await flood.until(already)
        behind = [await flood.ask("player") for _ in range(3)]
        await flood.end()
        return behind

    assert max(asyncio.run(play())) < 10


def test_strangers_who_each_ask_for_the_first_time_keep_no_person_waiting() -> None:
    """A flood from ever new addresses: a person who has asked for much does not wait behind all of them."""

    async def play() -> list[int]:
        places = RequestPlaces(at_once=4)
        places.know("anna's")
        flood = Flood(places, *((f"{number}.{turn}" for turn in range(10_000)) for number in range(200)))
        await flood.until(500)
        behind = [await flood.ask("a school", "anna's") for _ in range(60)]
        await flood.end()
        return behind

    assert max(asyncio.run(play())) < 10


def test_a_stranger_who_has_asked_for_much_is_not_behind_newcomers_for_ever() -> None:
    async def play() -> int:
        places = RequestPlaces(at_once=1, in_hand=3)
        flood = Flood(places, *((f"{number}.{turn}" for turn in range(1_000)) for number in range(10)))
        for _ in range(9):  # more than the turns in hand
            await flood.ask("anna")
        served = flood.served
        await flood.end()
        return served

    assert asyncio.run(play()) < 9 * 4 * 11


def test_people_and_strangers_have_a_place_in_turn_and_a_cookie_that_nobody_gave_counts_for_nothing() -> None:
    async def play() -> list[str]:
        places, seen = RequestPlaces(at_once=1), list[str]()
        places.know("anna's")
        assert await places.take("z")

        async def ask(name: str, address: str, cookie: str | None = None) -> None:
            assert await places.take(address, cookie)
            seen.append(name)
            await asyncio.sleep(0)
            places.give()

        asking = [
            *(asyncio.ensure_future(ask("stranger", "s")) for _ in range(3)),
            *(asyncio.ensure_future(ask("anna", "s", "anna's")) for _ in range(3)),
            *(asyncio.ensure_future(ask("liar", "s", "made up")) for _ in range(2)),
        ]
        await asyncio.sleep(0)
        places.give()
        await asyncio.gather(*asking)
        return seen

    assert asyncio.run(play()) == ["anna", "stranger", "anna", "stranger", "anna", "stranger", "liar", "liar"]


def test_whose_cookie_the_server_knows_is_no_stranger(server: Any, anna: Any) -> None:
    anna.post("/name", name="Anna Verdi")
    anna.get("/club")
    known = server.parts.places._known
    assert anna.cookie("damiera_session") in known
    stranger = server.person()
    stranger.http.cookies.set("damiera_session", "made-up")
    stranger.get("/club")
    assert "made-up" not in known


def test_turns_in_hand_come_to_an_end() -> None:
    async def play() -> list[str]:
        places, seen = RequestPlaces(at_once=1, in_hand=2), list[str]()

        async def ask(address: str) -> None:
            assert await places.take(address)
            seen.append(address)
            await asyncio.sleep(0)
            places.give()

        first = [asyncio.ensure_future(ask("a")) for _ in range(8)]
        while len(seen) < 5:
            await asyncio.sleep(0)
        await asyncio.gather(*first, *(ask("b") for _ in range(6)))
        return seen[5:]

    assert asyncio.run(play()) == ["a", "b", "b", "b", "b", "a", "a", "b", "b"]


def test_too_many_who_wait_are_refused_of_one_address_sooner_than_of_all() -> None:
    async def play() -> list[bool]:
        places = RequestPlaces(at_once=1, most=3, most_of_one=2)
        assert await places.take("a")
        waiting = [asyncio.ensure_future(places.take(a)) for a in ("a", "a", "b")]
        await asyncio.sleep(0)
        at_once = [await places.take(a) for a in ("a", "b", "c")]
        for _ in range(4):
            places.give()
            await asyncio.sleep(0)
        return at_once + [await one for one in waiting] + [await places.take("a")]

    assert asyncio.run(play()) == [False, False, False, True, True, True, True]


def test_who_goes_while_waiting_leaves_the_place_to_others() -> None:
    async def play() -> None:
        places = RequestPlaces(at_once=1)
        assert await places.take("a")
        stays, gone_with_a_place, gone = (asyncio.ensure_future(places.take(a)) for a in "bcd")
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        places.give()  # to c, who goes before it looks
        gone_with_a_place.cancel()
        assert await asyncio.wait_for(stays, 5)
        assert places.waiting == 0

    asyncio.run(play())


def _asking(
    app: ASGIApp, places: RequestPlaces, then: Callable[[httpx.AsyncClient], Awaitable[None]]
) -> None:
    async def play() -> None:
        transport = httpx.ASGITransport(RequestQueue(app, places))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            await asyncio.wait_for(then(client), 20)

    asyncio.run(play())


async def _answer(send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def test_no_more_are_worked_on_at_once_than_there_are_places() -> None:
    now, most = 0, 0

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal now, most
        now += 1
        most = max(most, now)
        await asyncio.sleep(0.001)
        now -= 1
        await _answer(send)

    async def then(client: httpx.AsyncClient) -> None:
        answers = await asyncio.gather(*(client.get(f"/{n}") for n in range(20)))
        assert {one.status_code for one in answers} == {200}

    _asking(app, RequestPlaces(at_once=3), then)
    assert most == 3


@pytest.mark.parametrize("path", ["/s/1/app.js", "/healthz", "/readyz", "/metrics"])
def test_files_and_the_questions_of_a_supervisor_need_no_place(path: str) -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await _answer(send)

    async def then(client: httpx.AsyncClient) -> None:
        assert (await client.get(path)).status_code == 200

    _asking(app, RequestPlaces(at_once=0), then)


def test_a_request_that_only_waits_gives_its_place_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_queue, "PLACE_S", 0.01)
    engine = asyncio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == "/engine":
            await engine.wait()
        await _answer(send)

    async def then(client: httpx.AsyncClient) -> None:
        long = asyncio.ensure_future(client.get("/engine"))
        await asyncio.sleep(0)
        assert (await client.get("/")).status_code == 200
        assert not long.done()
        engine.set()
        assert (await long).status_code == 200
        assert places.waiting == 0
        assert await places.take("a")  # it was given back once, not twice
        other = asyncio.ensure_future(places.take("a"))
        await asyncio.sleep(0)
        assert not other.done()
        other.cancel()

    places = RequestPlaces(at_once=1)
    _asking(app, places, then)


def test_who_is_refused_is_told_when_to_come_again_in_their_language() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        raise AssertionError("it has no place")

    async def then(client: httpx.AsyncClient) -> None:
        refused = await client.get("/", headers={"Accept-Language": "it"})
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
        assert refused.text.strip() == request_queue._BUSY.text("it")

    _asking(app, RequestPlaces(at_once=0, most=0), then)


def test_an_error_gives_the_place_back() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == "/broken":
            raise ValueError
        await _answer(send)

    async def then(client: httpx.AsyncClient) -> None:
        with pytest.raises(ValueError):
            await client.get("/broken")
        assert (await client.get("/")).status_code == 200

    _asking(app, RequestPlaces(at_once=1), then)
