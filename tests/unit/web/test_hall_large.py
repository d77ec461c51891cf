"""Every page of an event with more players than the desk explains unasked."""

from __future__ import annotations

from typing import Any

import pytest

from damiera.testing.tournaments import played_event
from damiera.tournament.model import EventSettings
from damiera.tournament.trf import write_trf
from tests.unit.web.hallkit import report, said

PLAYERS = 402
PAGES = (
    "", "?round=1", "?board=7", "/players", "/players/1", "/settings", "/log", "/public", "/standings",
    "/crosstable", "/ratings", "/check", "/about", "/games", "/groups", "/hand?round=2", "/hand?round=3",
    "/phones", "/teams", "/print", "/event.damiera", "/event.trf", "/event.pdn", "/players.csv",
    "/standings.csv", "/print/pairings.pdf", "/print/standings.pdf",
)  # fmt: skip


@pytest.fixture
def large(server: Any) -> tuple[Any, str]:
    """An arbiter, and the address of their large event in its second round."""
    anna = server.person("en")
    file = write_trf(played_event(PLAYERS, 1, 1, settings=EventSettings(rounds=9))).encode()
    sent = {"file": ("event.trf", file, "text/plain")}
    brought = anna.http.post("/hall/import", files=sent, headers={"Origin": anna.base})
    assert brought.status_code == 303, brought.text
    event = "/".join(str(brought.headers["location"]).split("/")[:3])
    assert anna.post(f"{event}/pair", round="2").status_code == 303
    return anna, event


@pytest.mark.slow
def test_every_page_of_a_large_event_is_there(large: tuple[Any, str]) -> None:
    anna, event = large
    assert report(anna, event, 2, "1", "win", was="none").status_code == 303
    answered = {path: anna.get(event + path).status_code for path in PAGES}
    assert {path: code for path, code in answered.items() if code != 200} == {}


def test_a_large_desk_explains_a_board_when_it_is_asked(large: tuple[Any, str]) -> None:
    anna, event = large
    quiet = anna.get(f"{event}?board=7").text
    assert 'id="versus"' in quiet
    assert 'class="answer"' not in quiet
    asked = anna.get(f"{event}?round=2&board=7&versus=9")
    assert 'class="answer"' in asked.text
    assert "points" in said(asked)
