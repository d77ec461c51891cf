"""While a very large round is paired, others look at their pages."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from damiera.service.tournament import files
from damiera.testing.tournaments import played_event
from damiera.tournament.model import EventSettings
from damiera.tournament.trf import write_trf
from tests.unit.web.hallkit import said

PLAYERS = 2000


@pytest.mark.slow
def test_pages_are_answered_while_thousands_are_paired(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_BROUGHT", PLAYERS)
    anna, bruno = server.person("en"), server.person("en")
    report = write_trf(played_event(PLAYERS, 1, 1, settings=EventSettings(rounds=9))).encode()
    sent = {"file": ("event.trf", report, "text/plain")}
    brought = anna.http.post("/hall/import", files=sent, headers={"Origin": anna.base})
    assert brought.status_code == 303, brought.text
    event = "/".join(str(brought.headers["location"]).split("/")[:3])
    assert bruno.get(f"{event}/public").status_code == 200
    answers: list[Any] = []
    pairing = threading.Thread(target=lambda: answers.append(anna.post(f"{event}/pair", round="2")))
    answered = 0
    pairing.start()
    while pairing.is_alive():
        assert bruno.get("/hall").status_code == 200
        answered += pairing.is_alive()
    assert answers[0].status_code == 303, said(answers[0])[:2500]
    assert answered  # before the pairing was
