"""Places for questions: people in turn, and the time they wait told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import pytest

from damiera.service.workers.places import Places


def _nothing(_seconds: int) -> None:
    """Nobody is to be told."""


def test_somebody_with_many_questions_keeps_nobody_waiting_for_all_of_them() -> None:
    served: list[str] = []

    async def ask(places: Places, person: str, may_go: asyncio.Event) -> None:
        async with places.place(person, _nothing):
            served.append(person)
            await may_go.wait()

    async def play() -> None:
        places, may_go = Places(1), asyncio.Event()
        names = ("anna", "anna", "anna", "anna", "bruno", "carla")
        asked = [asyncio.create_task(ask(places, name, may_go)) for name in names]
        await asyncio.sleep(0)
        assert places.waiting == 5
        may_go.set()
        await asyncio.gather(*asked)
        assert places.waiting == 0

    asyncio.run(play())
    assert served == ["anna", "bruno", "carla", "anna", "anna", "anna"]


def test_as_many_are_thought_about_at_once_as_there_are_places() -> None:
    at_once, most = 0, 0

    async def ask(places: Places, person: str) -> None:
        nonlocal at_once, most
        async with places.place(person, _nothing):
            at_once += 1
            most = max(most, at_once)
            await asyncio.sleep(0.001)
            at_once -= 1

    async def play() -> None:
        places = Places(3)
        await asyncio.gather(*(ask(places, str(n)) for n in range(12)))

    asyncio.run(play())
    assert most == 3


def _told(
    places: Places, asked: Sequence[tuple[str, float]], until: Callable[[list[list[int]]], bool]
) -> list[list[int]]:
    """Return what each of those who ask is told while the first of them has the only place."""
    told: list[list[int]] = [[] for _ in asked]

    async def ask(number: int, over: asyncio.Event) -> None:
        person, takes_s = asked[number]
        async with places.place(person, told[number].append, takes_s=takes_s):
            await over.wait()

    async def play() -> None:
        over = asyncio.Event()
        asking = []
        for number in range(len(asked)):
            asking.append(asyncio.create_task(ask(number, over)))
            await asyncio.sleep(0)
        async with asyncio.timeout(30):
            while not until(told):
                await asyncio.sleep(0.01)
        over.set()
        await asyncio.gather(*asking)

    asyncio.run(play())
    return told


def test_who_waits_long_is_told_and_who_does_not_is_not() -> None:
    short, long = _told(
        Places(1, told_after_s=0.01), [("short", 1.0), ("long", 1.0)], lambda told: bool(told[1])
    )
    assert short == []
    assert long[0] >= 1


def test_each_of_many_questions_is_told_how_long_those_before_it_take() -> None:
    asked = [
        ("anna", 100.0),
        ("anna", 100.0),
        ("anna", 100.0),
        ("bruno", 300.0),
        ("anna", 100.0),
        ("carla", 100.0),
    ]
    told = _told(Places(1, told_after_s=0.01), asked, lambda told: all(told[1:]))
    first = [round(one[0] / 100) for one in told[1:]]
    assert first == [
        5,
        6,
        1,
        7,
        4,
    ]  # bruno and carla come first, who have no place: then anna, whose place it was


def test_two_places_take_half_the_time() -> None:
    async def play() -> list[int]:
        places, over = Places(2, told_after_s=0.01), asyncio.Event()
        told: list[list[int]] = [[] for _ in range(8)]

        async def ask(number: int) -> None:
            async with places.place(str(number), told[number].append, takes_s=100.0):
                await over.wait()

        asking = [asyncio.create_task(ask(number)) for number in range(8)]
        async with asyncio.timeout(30):
            while not all(told[2:]):
                await asyncio.sleep(0.01)
        over.set()
        await asyncio.gather(*asking)
        return [round(one[0] / 100) for one in told[2:]]

    assert asyncio.run(play()) == [1, 1, 2, 2, 3, 3]


@pytest.mark.slow
def test_what_is_told_counts_down() -> None:
    places = Places(1, told_after_s=0.01, told_every_s=0.02)
    _, told = _told(places, [("anna", 3.0), ("bruno", 3.0)], lambda told: 1 in told[1])
    assert sorted(set(told), reverse=True) == [3, 2, 1]
    assert told == sorted(told, reverse=True)


def test_what_questions_of_a_kind_take_here_is_learned() -> None:
    async def play() -> dict[str, list[int]]:
        places, over = Places(1, told_after_s=0.01), asyncio.Event()
        for _ in range(20):
            async with places.place("anna", _nothing, kind="slow", takes_s=0.0005):
                await asyncio.sleep(0.002)
        told: dict[str, list[int]] = {"slow": [], "other": []}
        for kind, heard in told.items():

            async def ask(kind: str = kind, heard: list[int] = heard) -> None:
                async with places.place(kind, heard.append, kind=kind, takes_s=100.0):
                    await over.wait()

            over.clear()
            asking = [asyncio.create_task(ask()), asyncio.create_task(ask())]
            async with asyncio.timeout(30):
                while not heard:
                    await asyncio.sleep(0.01)
            over.set()
            await asyncio.gather(*asking)
        return told

    told = asyncio.run(play())
    assert told["slow"][0] > 300
    assert 90 < told["other"][0] <= 100


def test_who_waits_no_more_leaves_the_place_to_the_next() -> None:
    async def play() -> None:
        places, over, served = Places(1), asyncio.Event(), []

        async def ask(person: str) -> None:
            async with places.place(person, _nothing):
                served.append(person)
                await over.wait()

        tasks = [asyncio.create_task(ask(name)) for name in ("anna", "bruno", "carla")]
        await asyncio.sleep(0)
        tasks[1].cancel()
        await asyncio.sleep(0)
        assert places.waiting == 1
        over.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert served == ["anna", "carla"]
        async with places.place("dario", _nothing):
            served.append("dario")
        assert served[-1] == "dario"

    asyncio.run(play())


def test_a_place_given_in_the_moment_of_giving_up_is_not_lost() -> None:
    async def play() -> None:
        places = Places(1)
        entered = asyncio.Event()

        async def hold() -> None:
            async with places.place("anna", _nothing):
                entered.set()
                await asyncio.sleep(0.01)

        async def wait() -> None:
            async with places.place("bruno", _nothing):
                raise AssertionError

        first, second = asyncio.create_task(hold()), asyncio.create_task(wait())
        await entered.wait()
        first.add_done_callback(lambda _: second.cancel())
        await asyncio.gather(first, second, return_exceptions=True)
        async with asyncio.timeout(1), places.place("carla", _nothing):
            pass

    asyncio.run(play())
