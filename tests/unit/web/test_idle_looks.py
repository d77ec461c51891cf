"""A server at which nothing happens looks each second whether anything was stored, and at nothing else."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from damiera.service.bus import LocalBus
from damiera.service.explorer import ExplorerService
from damiera.service.identity import Visitor
from damiera.store.errors import StoreError
from damiera.web.chat.screens import ChatScreens
from damiera.web.common.database import DatabaseThreads, NotStored
from damiera.web.common.regular import RegularWork
from damiera.web.common.tasks import next_turn
from damiera.web.play.screens import Screen, Screens
from tests.unit.service.kit import App
from tests.unit.web.test_lost_line import _Beaten, _ClockLoop, _Told

EVERY_S = 1.0


def _in_time(scene: Callable[[], Any]) -> None:
    loop = _ClockLoop()
    try:
        loop.run_until_complete(scene())
    finally:
        loop.close()


class Stored:
    """A database that answers at once, and says how often it was asked what."""

    def __init__(self) -> None:
        self.number: int | None = 1
        self.asked = 0

    async def changes(self) -> int | None:
        self.asked += 1
        return self.number

    async def read(self, use: Callable[..., Any], *given: Any, **more: Any) -> Any:
        return use(*given, **more)


class Work(RegularWork):
    """Counts its looks; each leaves something to do by time, or fails, as long as the test says so."""

    def __init__(self, stored: Stored | None, duty: SimpleNamespace) -> None:
        super().__init__(cast(Any, duty), "it failed", cast(Any, stored))
        self.looks = 0
        self.goes_on = False
        self.trouble: Exception | None = None

    async def look(self) -> bool:
        self.looks += 1
        if self.trouble is not None:
            raise self.trouble
        return self.goes_on


def _looks(stored: Stored | None, scene: Callable[[Work, SimpleNamespace], Any]) -> None:
    async def play() -> None:
        duty = SimpleNamespace(is_on_duty=True)
        work = Work(stored, duty)
        await work.start()
        await scene(work, duty)
        await work.stop()

    _in_time(play)


async def _seconds(number: int, work: Work) -> int:
    before = work.looks
    await asyncio.sleep(number)
    return work.looks - before


def test_a_look_that_left_nothing_is_the_last_until_somebody_stores_something() -> None:
    stored = Stored()

    async def scene(work: Work, duty: SimpleNamespace) -> None:
        assert await _seconds(20, work) == 1
        stored.number = 2
        assert await _seconds(20, work) == 1
        assert stored.asked == pytest.approx(40, abs=2)

    _looks(stored, scene)


@pytest.mark.parametrize("number", [None, 7])
def test_it_looks_each_second_where_that_is_not_known_or_time_brings_something(number: int | None) -> None:
    stored = Stored()
    stored.number = number

    async def scene(work: Work, duty: SimpleNamespace) -> None:
        work.goes_on = number is not None
        assert await _seconds(20, work) >= 19

    _looks(stored, scene)


def test_it_looks_each_second_where_not_all_is_stored() -> None:
    async def scene(work: Work, duty: SimpleNamespace) -> None:
        assert await _seconds(20, work) >= 19

    _looks(None, scene)


@pytest.mark.parametrize("trouble", [NotStored(), ValueError("a mistake")])
def test_what_failed_is_tried_again_though_nothing_is_stored(trouble: Exception) -> None:
    async def scene(work: Work, duty: SimpleNamespace) -> None:
        work.trouble = trouble
        assert await _seconds(20, work) >= 19
        work.trouble = None
        assert await _seconds(20, work) == 1

    _looks(Stored(), scene)


def test_who_comes_on_duty_again_looks_though_nothing_is_stored() -> None:
    async def scene(work: Work, duty: SimpleNamespace) -> None:
        assert await _seconds(5, work) == 1
        duty.is_on_duty = False
        assert await _seconds(5, work) == 0
        duty.is_on_duty = True
        assert await _seconds(5, work) == 1

    _looks(Stored(), scene)


def test_all_who_do_something_each_second_are_woken_at_the_same_time() -> None:
    woken: list[float] = []

    async def turns() -> None:
        for _ in range(10):
            await next_turn(EVERY_S)
            woken.append(asyncio.get_running_loop().time())

    async def play() -> None:
        first = asyncio.create_task(turns())
        await asyncio.sleep(0.3)
        await asyncio.gather(first, turns())

    _in_time(play)
    assert len(woken) == 20
    assert {round(at % EVERY_S, 6) % EVERY_S for at in woken} == {0.0}
    assert len({round(at, 6) for at in woken}) <= 11


def test_all_who_ask_at_the_same_time_what_was_stored_share_one_answer() -> None:
    asked: list[int] = []
    answer = threading.Event()

    def changed() -> int:
        asked.append(1)
        answer.wait(10)
        return len(asked)

    async def ask(threads: DatabaseThreads) -> None:
        waiting = [asyncio.create_task(threads.changes()) for _ in range(5)]
        await asyncio.sleep(0)
        waiting[0].cancel()  # the others hear of it all the same
        answer.set()
        assert [await one for one in waiting[1:]] == [1] * 4
        assert await threads.changes() == 2

    threads = DatabaseThreads(StoreError, changed=changed)
    asyncio.run(ask(threads))
    threads.close()


def _screen(name: str) -> Screen:
    return Screen(Visitor(name, name), "en", cast(Any, _Beaten()))


def test_games_are_looked_at_again_once_somebody_stores_something_or_comes() -> None:
    running, stored, asked = _Told(), Stored(), []

    def versions(games: list[str]) -> dict[str, int]:
        asked.append(len(games))
        return dict.fromkeys(games, 1)

    running._database = cast(Any, stored)
    running._play = cast(Any, SimpleNamespace(versions=versions, hold=lambda game_id: None))

    async def play() -> None:
        for game in ("g", "h"):
            running.enter(cast(Any, SimpleNamespace(id=game, version=1)), _screen("anna"))
            for _ in range(3):
                await running._look_once()
        assert asked == [1, 2]
        stored.number = 2
        for _ in range(3):
            await running._look_once()
        assert asked == [1, 2, 2]
        stored.number = None
        for _ in range(3):
            await running._look_once()
        assert asked == [1, 2, 2, 2, 2, 2]

    _in_time(play)


def test_only_screens_that_show_a_chat_are_looked_at_and_only_once_somebody_has_stored_something() -> None:
    stored, asked = Stored(), []

    def versions(rooms: set[str]) -> dict[str, int]:
        asked.append(len(rooms))
        return dict.fromkeys(rooms, 1)

    chat = SimpleNamespace(is_on=True, versions=versions, news=lambda room, readers, after: {})
    screens = Screens()
    chats = ChatScreens(cast(Any, chat), screens, cast(Any, stored), LocalBus())

    async def play() -> None:
        anna, bruno = _screen("anna"), _screen("bruno")
        for screen in (anna, bruno):
            screens.enter("g", screen)
        await chats._look_once()
        assert asked == []
        await chats.listen("g", anna, {"players": 0})
        for _ in range(3):
            await chats._look_once()
        assert asked == [1]
        await chats.listen("g", bruno, {"watchers": 0})
        for _ in range(3):
            await chats._look_once()
        assert asked == [1, 2]
        screens.leave("g", anna)
        stored.number = 2
        for _ in range(3):
            await chats._look_once()
        assert asked == [1, 2, 1]
        assert [screen for _, screen in screens.chatting()] == [bruno]
        await chats.listen("g", anna, {"players": 0})  # what it said came too late: it has gone
        assert [screen for _, screen in screens.chatting()] == [bruno]

    _in_time(play)


def test_games_are_counted_again_once_somebody_stores_something(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = App(tmp_path)
    looked: list[bool] = []
    try:
        explorer = ExplorerService(app.cache)
        step = explorer._step

        def noting(played: bool, games: int) -> int:
            looked.append(played)
            return step(played, games)

        monkeypatch.setattr(explorer, "_step", noting)
        for _ in range(3):
            assert explorer.step() == 0
        assert looked == [False, True]
        app.friends()
        for _ in range(3):
            assert explorer.step() == 0
        assert looked == [False, True] * 2
    finally:
        app.close()
