"""Every page of an event with more players than the desk explains unasked."""

from __future__ import annotations

import re
from typing import Any

import pytest

from damiera.testing.tournaments import played_event, played_log
from damiera.tournament.log import dump
from damiera.tournament.model import EventSettings
from damiera.tournament.trf import write_trf
from tests.unit.web.hallkit import report, said
from tests.wording import shows

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


@pytest.mark.slow
def test_a_long_standing_comes_in_pages_and_finds_a_name(large: tuple[Any, str]) -> None:
    """Four hundred rows with a game of each round keep a slow browser busy; a thousand did so for seconds."""
    anna, event = large
    everybody = {n: anna.get(f"{event}/standings?page={n}").text.count('<tr id="r') for n in (1, 2, 3, 9)}
    assert everybody == {1: 200, 2: 200, 3: 2, 9: 2}
    assert "201 to 400 of 402" in said(anna.get(f"{event}/standings?page=2"))
    opened = anna.get(f"{event}/standings?row=402").text
    assert '<tr id="r402" class=" exp-open">' in opened
    assert opened.count('<tr id="r') < 402
    found = anna.get(f"{event}/standings?name=player+17&by=all&after=1")
    assert all("17" in one for one in re.findall(r"<b>(Player \d+)</b></a>", found.text))
    assert 0 < found.text.count('<tr id="r') < 60
    nobody = said(anna.get(f"{event}/standings?name=Nessuno"))
    assert shows(nobody, "Nobody is called so.")
    for by in ("rubele", "fide", "glicko"):
        assert anna.get(f"{event}/ratings?by={by}").text.count('<tr id="r') == 200
        assert anna.get(f"{event}/ratings?by={by}&name=player+402").text.count('<tr id="r') == 1


LARGEST = 1000
MOST_SENT = 150_000
LARGEST_PAGES = (
    "", "?round=1", "?board=7", "?find=444", "/second", "/players", "/players/1", "/settings", "/log",
    "/log?page=3", "/public", "/public?round=3", "/card/1", "/standings", "/standings?by=province",
    "/standings?row=7", "/crosstable", "/ratings", "/ratings?row=7", "/check", "/about", "/games", "/groups",
    "/sections", "/titles", "/people", "/hand?round=9", "/phones", "/teams", "/screens", "/screen", "/print",
)  # fmt: skip


@pytest.fixture
def largest(server: Any) -> tuple[Any, str]:
    """An arbiter, and the address of an event of 1,000 players in its ninth round."""
    anna = server.person("en")
    sent = {"file": ("event.damiera", dump(played_log(LARGEST, 9)).encode(), "text/plain")}
    brought = anna.http.post("/hall/import", files=sent, headers={"Origin": anna.base})
    assert brought.status_code == 303, brought.text
    return anna, "/".join(str(brought.headers["location"]).split("/")[:3])


def sent_of(anna: Any, path: str) -> tuple[int, int]:
    """The status of an answer, and how many bytes went over the line."""
    with anna.http.stream("GET", path, headers={"Accept-Encoding": "gzip"}, follow_redirects=True) as answer:
        return answer.status_code, sum(map(len, answer.iter_raw()))


@pytest.mark.slow
def test_every_page_of_the_largest_event_is_there_and_small_enough(largest: tuple[Any, str]) -> None:
    anna, event = largest
    answered = {path: sent_of(anna, event + path) for path in LARGEST_PAGES}
    assert {p: a for p, a in answered.items() if a[0] != 200 or a[1] > MOST_SENT} == {}
    fields = {"round": "9", "board": "250", "leg": "1", "result": "win", "was": "none"}
    headers = {"Accept": "application/json", "Origin": anna.base}
    row = anna.http.post(f"{event}/result", data=fields, headers=headers)
    assert [one["board"] for one in row.json()["rows"]] == [250]  # one row, not the page
    assert len(row.content) < 8_000
