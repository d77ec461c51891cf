"""What a server counts of itself, who may read it, and what its log says: never who was there."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from damiera.web.app.logs import log_formatter
from damiera.web.common.request_log import ACCESS_LOG
from damiera.web.common.settings import ServerSettings
from tests.unit.web.conftest import Person, Running, run, until

SECRET = "tulip-73"


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Running]:
    settings = ServerSettings(data_dir=tmp_path, engine="thread", watchers=("198.51.100.9",))
    with run(settings) as running:
        yield running


def _figures(person: Person) -> dict[tuple[str, str], float]:
    """Return the figures by name and route; reading them as another program does, whose parser is strict."""
    text = person.get("/metrics").text
    return {
        (sample.name, sample.labels.get("route", "")): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_a_game_is_counted_and_timed(watched: Running) -> None:
    anna = watched.person()
    game = anna.begin(game="italian", seat="white", friend=True)
    with anna.sit(game) as talk:
        talk.send("hello", version=0)
        assert talk.hear("state")
        seen = _figures(anna)
        assert seen["damiera_sockets", "/g/{id}/ws"] == 1
        assert seen["damiera_games_open", ""] == seen["damiera_players_present", ""] == 1
        assert seen["damiera_requests_total", "/api/games"] == 1
        assert seen["damiera_move_seconds_count", ""] == 0
    bruno = watched.person()
    both = bruno.begin(game="italian", seat="both")
    with bruno.sit(both) as talk:
        talk.send("hello", version=0)
        view = talk.hear("state")["view"]
        talk.send("move", ply=0, path=view["moves"][0]["paths"][0], drops=[])
        talk.hear("ack")
        seen = _figures(bruno)
        assert seen["damiera_move_seconds_count", ""] == 1
        assert seen["damiera_commit_writes_sum", ""] >= 1
    assert game not in anna.get("/metrics").text


def test_looking_on_is_no_use_of_the_server_but_a_form_and_a_move_are(watched: Running) -> None:
    figures, anna = watched.parts.metrics, watched.person()
    game = anna.begin(game="italian", seat="both")
    begun = figures.last_use
    anna.get("/club")
    with anna.sit(game) as here:
        here.ask("hello", "state", version=0)
        assert figures.last_use == begun
        here.ask("move", "ack", ply=0, path=[22, 18])
        until(lambda: figures.last_use > begun)
    moved = figures.last_use
    anna.post(f"/g/{game}/say", text="12-15")
    until(lambda: figures.last_use > moved)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"X-Forwarded-For": "203.0.113.7"}, 404),
        ({"X-Forwarded-For": "198.51.100.9"}, 200),
        ({"X-Real-IP": "203.0.113.7"}, 404),
        ({"Via": "1.1 proxy"}, 404),
        ({"Forwarded": "for=203.0.113.7"}, 404),
    ],
)
def test_who_is_no_watcher_finds_no_such_page(watched: Running, headers: dict[str, str], status: int) -> None:
    assert watched.person().get("/metrics", headers=headers).status_code == status


def test_the_log_names_patterns_and_nobody(watched: Running, caplog: pytest.LogCaptureFixture) -> None:
    anna = watched.person()
    with caplog.at_level(logging.INFO, ACCESS_LOG):
        anna.get(f"/join/{SECRET}", headers={"User-Agent": SECRET, "X-Forwarded-For": "203.0.113.7"})
        anna.get(f"/{SECRET}")
        anna.http.request("BREW", "/")
        with anna.sit(anna.begin(game="italian", seat="white", friend=True)) as talk:
            talk.send("hello", version=0)
            talk.hear("state")
        anna.get("/healthz")
        until(
            lambda: any("/healthz" in record.getMessage() for record in caplog.records)
        )  # written once it is sent
    lines = [json.loads(log_formatter("json").format(record)) for record in caplog.records]
    seen = [(line["method"], line["route"], line["status"]) for line in lines]
    assert seen[:3] == [("GET", "/join/{code}", 404), ("GET", "none", 404), ("other", "/", 405)]
    assert ("SOCKET", "/g/{id}/ws", 101) in seen
    assert ("GET", "/healthz", 200) in seen
    assert all(line["ms"] >= 0 and line["log"] == ACCESS_LOG for line in lines)
    assert SECRET not in json.dumps(lines)
    assert "203.0.113" not in json.dumps(lines)


def test_nothing_is_written_unless_wanted(watched: Running, caplog: pytest.LogCaptureFixture) -> None:
    watched.person().get("/")
    assert [record for record in caplog.records if record.name == ACCESS_LOG] == []


def test_a_traceback_is_one_line_of_json() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError as error:
        told = (ValueError, error, error.__traceback__)
    line = log_formatter("json").format(logging.LogRecord("damiera", 40, "", 0, "it failed", (), told))
    assert "\n" not in line
    assert json.loads(line)["text"] == "it failed"
    assert "ValueError: two\nlines" in json.loads(line)["traceback"]
