"""What follows a change: restarts, clocks that run out, other processes, engines that fail."""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from damiera._core import Position
from damiera.engine.builtin import BuiltinEngine
from damiera.engine.errors import EngineDied
from damiera.engine.hub.client import HubClient
from damiera.engine.levels import level as settings_of
from damiera.engine.limits import SearchLimits, TimeLeft
from damiera.engine.protocol import Choice
from damiera.service import live
from damiera.service.live import LiveGame, rebuild
from damiera.service.workers.engines import bounds
from damiera.web.common.settings import ServerSettings
from damiera.web.play.beats import Beats
from damiera.web.play.running_games import RunningGames
from tests.unit.web.conftest import LateClock
from tests.wording import words_of

FAULT = "The computer could not answer, through a fault of Damiera. It is asked again in a moment."


class Broken(BuiltinEngine):
    """An engine that fails so many times, then works."""

    def __init__(self, failures: int, error: Exception | None = None) -> None:
        super().__init__("italian")
        self.failures = failures
        self.error = error or EngineDied(-9)
        self.asked = 0

    def choose(self, position: Position, **question: Any) -> Choice:
        self.asked += 1
        if self.asked <= self.failures:
            raise self.error
        return super().choose(position, **question)


def _settings(folder: Path) -> ServerSettings:
    return ServerSettings(data_dir=folder, engine="thread", limits=False)


def test_a_clock_that_runs_out_ends_the_game_though_the_server_was_restarted(
    tmp_path: Path, run_server: Any
) -> None:
    clock = LateClock()
    with run_server(_settings(tmp_path), clock=clock) as server:
        person = server.person()
        game = person.begin(seat="both", clock={"base_ms": 10_000})
        cookies = dict(person.http.cookies)
    clock.ahead_ms = 10_000
    with run_server(_settings(tmp_path), clock=clock) as server:
        person = server.person()
        person.http.cookies.update(cookies)
        over = person.wait(game, lambda v: v["outcome"] is not None)
        assert (over["outcome"]["termination"], over["outcome"]["score"]) == ("time", "0-2")
        with person.sit(game) as talk:
            assert talk.ask("move", "failed", ply=0, path=[22, 18])["code"] == "over"


def test_an_engine_that_was_thinking_goes_on_after_a_restart(tmp_path: Path, run_server: Any) -> None:
    with run_server(_settings(tmp_path)) as server:
        server.parts.running.wake_engine = lambda game_id: None
        person = server.person()
        game = person.begin(path=[22, 18])
        cookies = dict(person.http.cookies)
        assert person.view(game)["ply"] == 1
    with run_server(_settings(tmp_path)) as server:
        person = server.person()
        person.http.cookies.update(cookies)
        assert person.wait(game, lambda v: v["ply"] == 2)


def test_a_dead_engine_is_asked_again_and_the_page_is_told(tmp_path: Path, run_server: Any) -> None:
    broken = Broken(failures=1)
    with run_server(_settings(tmp_path), engine=lambda game: broken) as server:
        person = server.person("it")
        game = person.begin(seat="white", level=1)
        with person.sit(game) as talk:
            talk.ask("hello", "state")
            talk.send("move", ply=0, path=[22, 18])
            said = talk.hear("failed")
            assert said["code"] == "busy"
            assert "motore" in said["text"]
        assert person.wait(game, lambda v: v["ply"] == 2)
        assert broken.asked == 2


def test_when_no_engine_works_the_mind_inside_answers(tmp_path: Path, run_server: Any) -> None:
    broken = Broken(failures=1000)
    with run_server(_settings(tmp_path), engine=lambda game: broken) as server:
        person = server.person()
        game = person.begin(path=[22, 18], level=1)
        assert person.wait(game, lambda v: v["ply"] == 2)
        assert broken.asked == 2


def test_what_no_engine_should_do_keeps_no_game_waiting(tmp_path: Path, run_server: Any) -> None:
    broken = Broken(failures=1000, error=RuntimeError("out of order"))
    with run_server(_settings(tmp_path), engine=lambda game: broken) as server:
        person = server.person()
        game = person.begin(path=[22, 18], level=1)
        assert person.wait(game, lambda v: v["ply"] == 2)
        assert broken.asked == 1


def test_a_player_is_told_when_nothing_answers_and_the_game_goes_on(
    tmp_path: Path, run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("damiera.web.play.running_games.WAITS_EVERY_S", 0.2)
    with run_server(_settings(tmp_path)) as server:
        engines = server.parts.running._engines
        choose, failures = engines.choose, [RuntimeError("out of order")]

        async def failing(*question: Any) -> Choice:
            if failures:
                raise failures.pop()
            found: Choice = await choose(*question)
            return found

        monkeypatch.setattr(engines, "choose", failing)
        person = server.person()
        game = person.begin(seat="white", level=1)
        with person.sit(game) as talk:
            talk.ask("hello", "state")
            talk.send("move", ply=0, path=[22, 18])
            said = talk.hear("failed")
            assert (said["code"], said["text"]) == ("busy", words_of(FAULT))
        assert person.wait(game, lambda v: v["ply"] == 2)


@pytest.mark.parametrize("what", ["_look_once", "_beat", "_watch_store", "_beats.run"])
def test_what_is_done_again_and_again_outlives_what_broke_once(
    tmp_path: Path, run_server: Any, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """Clocks that stand still, moves made elsewhere, the beats of screens: all ended at the first fault."""
    done = threading.Event()
    failures = [RuntimeError("out of order")]
    of: Any = Beats if "." in what else RunningGames
    name = what.rpartition(".")[2]
    act = getattr(of, name)

    async def broken_once(self: Any) -> None:
        if failures:
            raise failures.pop()
        done.set()
        await act(self)

    monkeypatch.setattr(of, name, broken_once)
    with run_server(_settings(tmp_path)):
        assert done.wait(60)


@pytest.mark.slow
def test_a_move_made_in_another_process_is_told_here(tmp_path: Path, run_server: Any) -> None:
    with run_server(_settings(tmp_path)) as one, run_server(_settings(tmp_path)) as two:
        person = one.person()
        game = person.begin(seat="both")
        elsewhere = two.person()
        elsewhere.http.cookies.update(dict(person.http.cookies))
        with person.sit(game) as talk:
            before = talk.ask("hello", "state")["view"]
            assert elsewhere.post(f"/g/{game}/say", text="22-18").status_code == 303
            after = talk.view(before["version"] + 1)
            assert after["version"] > before["version"]
            assert after["ply"] == 1


def _noted(act: Callable[..., Any], notes: list[Any]) -> Callable[..., Any]:
    """Return a function that does the same and notes what it is last given."""

    def noting(*given: Any) -> Any:
        notes.append(given[-1])
        return act(*given)

    return noting


def test_watched_games_stay_in_memory_and_are_loaded_only_when_they_change(
    tmp_path: Path, run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("damiera.web.play.running_games.LOOK_AROUND_S", 0.02)
    looks: list[Any] = []
    loads: list[Any] = []
    rebuilt: list[Any] = []
    with run_server(_settings(tmp_path)) as server, ExitStack() as stack:
        play, person = server.parts.play, server.person()
        play._cache._kept = 1
        games = [person.begin(seat="both") for _ in range(4)]
        for game in games:
            stack.enter_context(person.sit(game)).ask("hello", "state")
        monkeypatch.setattr(live, "rebuild", _noted(rebuild, rebuilt))
        monkeypatch.setattr(play, "load", _noted(play.load, loads))
        monkeypatch.setattr(play, "versions", _noted(play.versions, looks))
        stored = itertools.count(1_000)  # somebody stores something all the time, elsewhere
        monkeypatch.setattr(server.parts.database, "_changed", lambda: next(stored))
        deadline = time.monotonic() + 30.0
        while len(looks) < 3:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        assert sorted(looks[-1]) == sorted(games)
        assert loads == []
        assert [person.view(game)["ply"] for game in games] == [0, 0, 0, 0]
        assert rebuilt == []


def test_strong_levels_stay_inside_their_clock() -> None:
    assert bounds(3, TimeLeft(100)) is None
    assert bounds(20, None) is None
    hurried = bounds(20, TimeLeft(3_000))
    assert hurried is not None
    assert hurried.soft_ms <= 120
    assert hurried.time_ms <= 1_000
    most = settings_of(20).limits.time_ms
    assert bounds(20, TimeLeft(3_600_000)) == SearchLimits(time_ms=most, soft_ms=most)


@pytest.mark.slow
def test_a_killed_engine_comes_back_and_is_ended_with_the_server(tmp_path: Path, run_server: Any) -> None:
    made: list[HubClient] = []

    def hub(game: str) -> HubClient:
        made.append(HubClient(game))
        return made[-1]

    with run_server(_settings(tmp_path), engine=hub) as server:
        person = server.person()
        game = person.begin(path=[22, 18], level=1)
        person.wait(game, lambda v: v["ply"] == 2)
        assert made[0].pid is not None
        os.kill(made[0].pid, signal.SIGKILL)
        moves = person.view(game)["moves"]
        with person.sit(game) as talk:
            talk.ask("move", "ack", ply=2, path=moves[0]["paths"][0])
        person.wait(game, lambda v: v["ply"] == 4)
        assert made[0].alive
    deadline = time.monotonic() + 5
    while made[0].alive:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_moves_stored_together_are_told_in_their_turn_and_never_after_something_newer() -> None:
    """Each is acknowledged before the first is shown; what ended the game meanwhile was told at once."""
    told: list[str] = []

    class Noting(RunningGames):
        def changed(self, live: LiveGame) -> None:
            told.append(f"{live.id} {live.version}")
            self._told[live.id] = live.version

    def stored(game: str, version: int) -> Any:
        return SimpleNamespace(id=game, version=version)

    async def play() -> None:
        nothing: Any = SimpleNamespace(when_on_duty=[], when_seen=[])
        running = Noting(*[nothing] * 10)
        for game in ("a", "b", "a"):
            running.changed_soon(stored(game, 1 + told.count("acknowledged")))
            told.append("acknowledged")
        running.changed(stored("b", 9))
        running.changed_soon(stored("c", 5))
        running._told["c"] = 5  # found by a look meanwhile: the other workers do not know of it yet
        await asyncio.sleep(0)

    asyncio.run(play())
    assert told == ["acknowledged"] * 3 + ["b 9", "a 1", "a 3", "c 5"]
