"""Logs that hold what is no act: files are refused at the door; a stored event opens all the same."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from damiera.messages import Message
from damiera.service.tournament import acts as hall_acts
from damiera.tournament.log import load
from tests.unit.tournament.badlogs import IMPOSSIBLE, MALFORMED, chained, opened_log
from tests.unit.web.hallkit import report, said
from tests.wording import shows, words_of

PAGES = (
    "", "/log", "/phones", "/players", "/players/1", "/settings", "/public", "/standings", "/crosstable",
    "/ratings", "/check", "/about", "/games", "/groups", "/teams", "/print", "/print/pairings.pdf",
    "/event.damiera", "/event.trf", "/event.pdn",
)  # fmt: skip


def bring(person: Any, text: str) -> Any:
    sent = {"file": ("event.damiera", text.encode(), "application/json")}
    return person.http.post("/hall/import", files=sent, headers={"Origin": person.base})


def note(about: str) -> tuple[str, dict[str, Any]]:
    return "note", {"about": about, "text": "", **MALFORMED[about][0]}


@pytest.mark.parametrize("about", MALFORMED)
def test_a_log_with_a_malformed_note_is_refused_with_its_place(anna: Any, about: str) -> None:
    answer = bring(anna, chained(opened_log(), *note(about)))
    assert answer.status_code == 422
    assert MALFORMED[about][1].text("en") in said(answer)
    assert "Trofeo" not in said(anna.get("/hall"))


@pytest.mark.parametrize(
    ("act", "data", "why"),
    [
        ("streamed", {"camera": 2}, Message("unknown act")),
        ("note", {"about": "streamed", "camera": 2}, Message("unknown act")),
        ("enter", {"name": "Gallo Gino", "camera": 2}, Message("unknown field `{f}`", f="camera")),
        (
            "status",
            {"player": 1, "change": "streamed", "from_round": 1},
            Message("`{f}`: not a valid value", f="change"),
        ),
    ],
)
def test_a_log_of_a_newer_version_is_refused_with_what_to_do(
    anna: Any, act: str, data: dict[str, Any], why: Message
) -> None:
    answer = bring(anna, chained(opened_log(), act, data))
    word = str(data.get("about", act))
    assert answer.status_code == 422
    assert shows(said(answer), "Entry {n}, `{a}`: {why}.", n=7, a=word, why=why)
    assert words_of("If a newer Damiera wrote the file, update this one.") in said(answer)
    assert "Trofeo" not in said(anna.get("/hall"))


def test_a_log_with_an_act_that_cannot_be_is_refused_with_its_place(anna: Any) -> None:
    for act, data, word in IMPOSSIBLE.values():
        answer = bring(anna, chained(opened_log(), act, data))
        begins = words_of("Entry {n}, `{a}`: {why}.", n=7, a=word, why="")[:-1]
        assert (answer.status_code, begins in said(answer)) == (422, True), begins
    assert "Trofeo" not in said(anna.get("/hall"))


@pytest.mark.slow
@pytest.mark.parametrize("about", MALFORMED)
def test_an_event_stored_with_a_malformed_note_opens_and_goes_on(
    anna: Any, monkeypatch: pytest.MonkeyPatch, about: str
) -> None:
    """As an earlier version stored it."""
    with monkeypatch.context() as earlier:
        earlier.setattr(hall_acts, "load", partial(load, stored=True))
        text = chained(opened_log(), *note(about))
        brought = bring(anna, text)
        assert brought.status_code == 303, said(brought)
    event = str(brought.headers["location"])
    assert anna.get(f"{event}/event.damiera").text == text
    assert anna.post(f"{event}/pair", round="1").status_code == 303
    assert report(anna, event, 1, "1", "win", was="none").status_code == 303
    answered = {path: anna.get(event + path).status_code for path in PAGES}
    assert {path: code for path, code in answered.items() if code != 200} == {}
    log = said(anna.get(f"{event}/log"))
    assert shows(log, "A line that cannot be read ({a}): {why}", a=about)
    last = len(anna.get(f"{event}/event.damiera").text.splitlines())
    line = {"first": str(last), "last": str(last), "seen": str(last)}
    assert anna.post(f"{event}/undo", **line).status_code == 303
    assert "Undone: Round 1, board 1" in said(anna.get(f"{event}/log"))
    assert words_of("%(n)s board to come", n=2) in said(anna.get(event))


def test_the_page_of_events_offers_a_new_one_once_with_events_or_without(server: Any) -> None:
    anna = server.person("en")
    assert anna.get("/hall").text.count('href="/hall/new"') == 1
    assert anna.post("/hall", name="Trofeo", rounds="3").status_code == 303
    page = anna.get("/hall")
    assert "Trofeo" in page.text
    assert page.text.count('href="/hall/new"') == 1
