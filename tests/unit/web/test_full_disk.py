"""Play on a full disk: everybody is told, nothing stored is lost, and with room again the game goes on."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from damiera._core import Position
from damiera.engine.builtin import BuiltinEngine
from damiera.engine.protocol import Choice
from damiera.messages import Message
from damiera.web.common.settings import ServerSettings
from damiera.web.play import running_games
from tests.disks import disk_that_holds
from tests.unit.web.conftest import LateClock
from tests.wording import shows

TOLD = "This cannot be read or stored: the disk of Damiera is full"


class Patient(BuiltinEngine):
    """An engine that answers when it may."""

    def __init__(self) -> None:
        super().__init__("italian")
        self.asked, self.may = threading.Event(), threading.Event()

    def choose(self, position: Position, **question: Any) -> Choice:
        self.asked.set()
        assert self.may.wait(30)
        return super().choose(position, **question)


def _settings(folder: Path) -> ServerSettings:
    return ServerSettings(data_dir=folder, engine="thread", limits=False)


@contextmanager
def _full(folder: Path) -> Iterator[None]:
    """Let the database grow no more: what it writes goes into its log, if that has been begun."""
    log = folder / "damiera.sqlite3-wal"
    with disk_that_holds(max(4096, log.stat().st_size if log.exists() else 0)):
        yield


def _until_logged(caplog: pytest.LogCaptureFixture, words: str) -> None:
    late = time.monotonic() + 30
    while not any(words in record.getMessage() for record in caplog.records):
        assert time.monotonic() < late
        time.sleep(0.01)


def test_a_move_that_cannot_be_stored_is_refused_and_made_when_there_is_room(
    tmp_path: Path, run_server: Any
) -> None:
    with run_server(_settings(tmp_path)) as server:
        person = server.person()
        game = person.begin(seat="both")
        with person.sit(game) as talk:
            talk.ask("move", "ack", ply=0, path=[22, 18], id="a")
            with _full(tmp_path):
                failed = talk.ask("move", "failed", ply=1, path=[10, 14], id="b")
                assert (failed["code"], failed["id"]) == ("busy", "b")
                assert failed["text"].startswith(TOLD)
                assert talk.ask("act", "failed", what="resign", side="black")["code"] == "busy"
            assert talk.ask("move", "ack", ply=1, path=[10, 14], id="b")["ply"] == 1


def test_the_log_tells_of_a_disk_that_fails_and_not_of_a_folder_to_open(
    tmp_path: Path, run_server: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """No file may grow here, which SQLite calls an error of the disk."""
    with caplog.at_level(logging.ERROR), run_server(_settings(tmp_path)) as server:
        person = server.person()
        with _full(tmp_path):
            person.post("/new", game="italian", against="here")
            _until_logged(caplog, str(tmp_path))
    said = Message(
        "The disk with {where} fails ({why}). See whether it is at the limit of a quota, taken out or "
        "damaged; a running server stores again by itself once it works.",
        where=str(tmp_path / "damiera.sqlite3"),
    )
    told = [text for record in caplog.records if str(tmp_path) in (text := record.getMessage())]
    assert told
    assert all(shows(text, said) for text in told), told


def test_a_page_and_a_program_are_told_without_the_place(tmp_path: Path, run_server: Any) -> None:
    with run_server(_settings(tmp_path)) as server:
        person = server.person()
        person.begin(seat="both")
        with _full(tmp_path):
            page = person.post("/new", game="italian", against="here")
            answer = person.http.post("/api/games", json={}, headers={"Origin": person.base})
        assert (page.status_code, answer.status_code) == (503, 503)
        assert answer.json()["code"] == "busy"
        for text in (page.text, answer.json()["text"]):
            assert TOLD in text
            assert str(tmp_path) not in text


def test_the_move_of_an_engine_waits_for_room(
    tmp_path: Path, run_server: Any, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running_games, "STORE_AGAIN_S", 0.05)
    engine = Patient()
    with run_server(_settings(tmp_path), engine=lambda game: engine) as server:
        person = server.person()
        game = person.begin(seat="white", level=1)
        with person.sit(game) as talk:
            talk.ask("move", "ack", ply=0, path=[22, 18], id="a")
        assert engine.asked.wait(30)
        with _full(tmp_path), caplog.at_level(logging.ERROR):
            engine.may.set()
            _until_logged(caplog, "the engine's move waits")
        assert person.wait(game, lambda view: view["ply"] == 2)


@pytest.mark.slow
def test_a_flag_that_falls_on_a_full_disk_is_noticed_when_there_is_room(
    tmp_path: Path, run_server: Any, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running_games, "STORE_AGAIN_S", 0.05)
    clock = LateClock()
    with run_server(_settings(tmp_path), clock=clock) as server:
        person = server.person()
        game = person.begin(seat="both", clock={"base_ms": 10_000})
        cookies = dict(person.http.cookies)
    clock.ahead_ms = 8_000  # the flag falls soon after the next start
    with run_server(_settings(tmp_path), clock=clock) as server:
        with _full(tmp_path), caplog.at_level(logging.ERROR):
            _until_logged(caplog, "its flag waits")
        person = server.person()
        person.http.cookies.update(cookies)
        assert person.wait(game, lambda view: view["outcome"])
