"""What is read right after the start: events under way, and nothing that stands in the way of the others."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from damiera.messages import Verbatim
from damiera.service.tournament.acts import TournamentService
from damiera.testing.tournaments import played_log
from damiera.tournament import certificate
from damiera.tournament.errors import BadTournament
from damiera.tournament.log import Log, dump
from damiera.web.common.database import DatabaseThreads
from damiera.web.tournament.ready import EventReadiness
from tests.unit.web.hallkit import filled, paired, report
from tests.wording import words_of


def read_ahead(tournaments: TournamentService, database: DatabaseThreads) -> None:
    async def whole() -> None:
        ready = EventReadiness(tournaments, database)
        await ready.start()
        assert ready.task is not None
        await asyncio.wait_for(ready.task, 30)
        await ready.stop()

    asyncio.run(whole())


def test_events_under_way_are_read_before_anybody_asks(
    server: Any, anna: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    under_way, closed, new = (paired(anna), paired(anna, rounds="1"), filled(anna))
    for board in ("1", "2", "3"):
        report(anna, closed, 1, board, "win")
    assert anna.post(f"{closed}/finish", over="yes").status_code == 303
    parts = server.app.state.parts
    fresh = TournamentService(parts.store, parts.clock)  # as after a start
    read = list[str]()
    load = fresh.load

    def watched(id: str) -> Any:
        read.append(id)
        if f"/hall/{id}" == new:
            raise BadTournament(Verbatim("broken"))
        return load(id)

    monkeypatch.setattr(fresh, "load", watched)
    read_ahead(fresh, parts.database)
    asked = {f"/hall/{id}" for id in read}
    assert {under_way, new} <= asked, "one that cannot be read stops nothing"
    assert closed not in asked
    assert len(read) <= 3


def test_the_first_look_at_the_check_of_an_event_counts_nothing_anew(
    server: Any, anna: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 1,000 players it took 0.6 s of the processor, after every start and after every file brought in."""
    event = paired(anna, 2)
    parts = server.app.state.parts
    monkeypatch.setattr(certificate, "_known", {})
    read_ahead(TournamentService(parts.store, parts.clock), parts.database)
    monkeypatch.setattr(Log, "pairings", lambda self, since=None: pytest.fail("counted"))
    page = anna.get(f"{event}/check")
    assert page.status_code == 200
    assert words_of("The certificate was counted anew from the log: it holds.") in page.text


def test_an_event_whose_announcement_has_no_name_keeps_the_name_it_was_brought_in_with(server: Any) -> None:
    """Of a log without an announcement the name is that of its first act."""
    anna = server.person("en")
    sent = {"file": ("event.damiera", dump(played_log(4, 1)).encode(), "text/plain")}
    brought = anna.http.post("/hall/import", files=sent, headers={"Origin": anna.base})
    event = "/".join(str(brought.headers["location"]).split("/")[:3])
    assert report(anna, event, 1, "1", "win", was="none").status_code == 303
    assert "Open of 4" in anna.get("/hall").text


def test_a_rehearsed_result_is_nowhere(anna: Any, server: Any) -> None:
    event = paired(anna)
    parts = server.app.state.parts
    before = anna.get(f"{event}/event.damiera").content
    parts.tournaments.rehearse(event.rpartition("/")[2])
    fresh = TournamentService(parts.store, parts.clock)
    asked = list[int]()
    fresh.followers.append(lambda live: asked.append(live.version))
    fresh.rehearse(event.rpartition("/")[2])
    assert asked == [parts.tournaments.load(event.rpartition("/")[2]).version]
    assert anna.get(f"{event}/event.damiera").content == before
    assert report(anna, event, 1, "1", "loss", was="none").status_code == 303
