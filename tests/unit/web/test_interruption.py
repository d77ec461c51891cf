"""A server that slept, or was switched off for hours: nobody has lost time, and goes on when ready."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from pathlib import Path
from typing import Any

from damiera.game.events import Interrupted, Moved
from damiera.service import live, store_watch
from damiera.web.common.settings import ServerSettings
from damiera.web.play import running_games
from tests.unit.web.conftest import until
from tests.wording import words_of

SAID = "The computer slept or was switched off: the clocks stand as they were. Go on when everybody is here."
CLOCK = {"base_ms": 300_000}


def test_a_server_that_was_switched_off_lets_games_stand(tmp_path: Path, run_server: Any) -> None:
    settings = ServerSettings(data_dir=tmp_path, engine="thread", limits=False)
    with run_server(settings) as server:
        anna = server.person()
        game = anna.begin(game="italian", seat="both", clock=CLOCK)
        cookies = dict(anna.http.cookies)
    earlier = time.time() - 7_200
    os.utime(tmp_path / "alive", (earlier, earlier))
    with run_server(settings) as server:
        anna = server.person()
        anna.http.cookies.update(cookies)
        view = anna.view(game)
        assert view["outcome"] is None
        assert view["conduct"]["halt"] == "interrupted"
        page = anna.get(f"/g/{game}").text
        assert words_of(SAID) in page
        assert words_of("Go on") in page
        anna.post(f"/g/{game}/do", e="resumed", side="white")
        assert anna.view(game)["conduct"]["halt"] == ""


def test_who_sits_at_a_board_is_told_that_the_computer_slept(
    tmp_path: Path, run_server: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(running_games, "BEAT_S", 0.05)
    with run_server(ServerSettings(data_dir=tmp_path, engine="thread", limits=False)) as server:
        anna = server.person()
        game = anna.begin(game="italian", seat="both", clock=CLOCK)
        pulse = server.parts.running._pulse
        with anna.sit(game) as talk:
            talk.send("hello", version=0)
            talk.hear("state")
            passed = pulse._passed_ms
            monkeypatch.setattr(pulse, "_passed_ms", lambda: passed() + 3_600_000)
            until(lambda: pulse.last is not None)
            while talk.hear("state")["view"]["conduct"]["halt"] != "interrupted":
                pass
        assert anna.view(game)["outcome"] is None


def test_clocks_stand_while_nothing_can_be_stored_and_who_sits_there_is_told(
    tmp_path: Path, run_server: Any, monkeypatch: Any
) -> None:
    """The move that waited is played, its player has paid for what was before, and the game goes on."""
    monkeypatch.setattr(running_games, "BEAT_S", 0.05)
    monkeypatch.setattr(store_watch, "SHORTEST_MS", 300)
    monkeypatch.setattr(live, "SHORTEST_MS", 300)
    with run_server(ServerSettings(data_dir=tmp_path, engine="thread", limits=False)) as server:
        anna, goes_on = server.person(), threading.Event()
        game = anna.begin(game="italian", seat="both", clock=CLOCK)
        with anna.sit(game) as talk:
            talk.ask("hello", "state", version=0)
            server.call(lambda: asyncio.ensure_future(server.parts.database.write(goes_on.wait, 30)))
            watch = server.parts.running._watch
            until(lambda: watch.is_silent)
            talk.send("move", ply=0, path=[22, 18], id="a")
            until(lambda: server.parts.database.waiting == 1)
            goes_on.set()
            assert talk.hear("ack")["id"] == "a"
            talk.ask("move", "ack", ply=1, path=[10, 14], id="b")
        events = server.parts.play.load(game).game.events
    stood = [event for event in events if isinstance(event, Interrupted)]
    assert stood
    assert all(event.goes_on for event in stood)
    assert stood[0].until - stood[0].at >= 300
    assert all(event.at >= stood[0].until for event in events if isinstance(event, Moved))
    assert len([event for event in events if isinstance(event, Moved)]) == 2


def test_a_slow_store_is_not_kept_busy_with_how_long_it_took(
    tmp_path: Path, run_server: Any, monkeypatch: Any
) -> None:
    """It wrote for how long it had taken to write that, for ever, and overtook the moves of other workers."""
    monkeypatch.setattr(running_games, "BEAT_S", 0.02)
    monkeypatch.setattr(store_watch, "SHORTEST_MS", 200)
    monkeypatch.setattr(live, "SHORTEST_MS", 200)
    beats: list[bool] = []
    with run_server(ServerSettings(data_dir=tmp_path, engine="thread", limits=False)) as server:
        running, anna, written = server.parts.running, server.person(), []
        let_stand = running._play.interrupted

        def slowly(game_id: str) -> Any:
            time.sleep(0.4)
            found = let_stand(game_id)
            written.append(len(beats))
            return found

        def beat(watch: store_watch.StoreWatch) -> bool:
            beats.append(True)
            return False

        game = anna.begin(game="italian", seat="both", clock=CLOCK)
        monkeypatch.setattr(running._play, "interrupted", slowly)
        monkeypatch.setattr(store_watch.StoreWatch, "is_silent", property(beat))
        server.call(lambda: asyncio.ensure_future(server.parts.database.write(time.sleep, 0.4)))
        until(lambda: bool(written))
        until(lambda: len(beats) > written[0] + 60)  # as many looks as would have been enough for two more
        assert len(written) == 1
        assert any(isinstance(event, Interrupted) for event in server.parts.play.load(game).game.events)
