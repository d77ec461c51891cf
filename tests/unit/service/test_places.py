"""Places for questions: people in turn, and the time they wait told."""

from __future__ import annotations

import asyncio

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


def test_who_waits_long_is_told_once_and_who_does_not_is_not() -> None:
    told: dict[str, list[int]] = {"short": [], "long": []}

    async def ask(places: Places, person: str, takes: asyncio.Event | None = None) -> None:
        async with places.place(person, told[person].append):
            if takes is not None:
                await takes.wait()

    async def play() -> None:
        places, over = Places(1, told_after_s=0.01), asyncio.Event()
        first = asyncio.create_task(ask(places, "short", over))
        await asyncio.sleep(0)
        second = asyncio.create_task(ask(places, "long"))
        await asyncio.sleep(0.1)
        over.set()
        await asyncio.gather(first, second)

    asyncio.run(play())
    assert told["short"] == []
    assert len(told["long"]) == 1
    assert told["long"][0] >= 1


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
