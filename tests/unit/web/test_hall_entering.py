"""Entering players: found in the archive while a name is typed, answered by their row alone."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

from damiera.records.federation import FederationRatingRecord
from damiera.service.federation.acts import PersonFacts
from damiera.service.identity import Visitor
from tests.unit.web.hallkit import opened, said
from tests.wording import words_of

CLERK = Visitor("", "Anna Office")


def archived(server: Any, name: str, elo: int = 0, **facts: str) -> str:
    """Put somebody into the archive and return their id."""
    id = str(server.parts.register.add(CLERK, PersonFacts(name=name, **facts)).id)
    if elo:
        with server.parts.store.write() as work:
            work.federation.rate([FederationRatingRecord(id, "italian", "2026-01-01", "List", elo)])
    return id


def enter(who: Any, event: str, **fields: str) -> httpx.Response:
    """Enter somebody as the script of the page does."""
    headers = {"Origin": who.base, "Accept": "application/json"}
    answer: httpx.Response = who.http.post(f"{event}/players", data=fields, headers=headers)
    return answer


def test_who_is_found_is_entered_with_all_that_is_known(server: Any) -> None:
    anna = server.person("en")
    event = opened(anna)
    id = archived(
        server, "Zanardi Niccolò", 3120, card="Z1", club="Livorno", category="maestro", born="1974", sex="m"
    )
    [found] = anna.get(f"{event}/players/find?q=nicco zan").json()
    assert (found["id"], found["elo"], found["cat"], found["born"], found["sex"]) == (
        id,
        "3120",
        "M",
        "1974",
        "m",
    )
    assert found["entered"] == 0
    fields = {name: found[name] for name in ("name", "elo", "category", "club", "card", "born", "sex")}
    told = enter(anna, event, person=id, **fields).json()
    assert (told["number"], told["players"], told["wrong"]) == (1, 1, "")
    assert re.search(rf'href="{event}/players/1">Zanardi Niccolò</a>', told["html"])
    assert anna.get(f"{event}/players/find?q=zanardi").json()[0]["entered"] == 1
    assert " ".join(told["html"].split()) in " ".join(anna.get(f"{event}/players").text.split())


def test_who_was_chosen_is_the_one_though_their_name_is_written_otherwise(server: Any) -> None:
    anna = server.person("en")
    event = opened(anna)
    id = archived(server, "Quagliarella Ada")
    assert enter(anna, event, person=id, name="Ada Q.").status_code == 200
    [found] = anna.get(f"{event}/players/find?q=quagl").json()
    assert found["entered"] == 1


def test_who_is_refused_is_told_with_the_field_and_nobody_is_entered(server: Any) -> None:
    anna = server.person("en")
    event = opened(anna)
    answer = enter(anna, event, name="Rossi", elo="many")
    assert (answer.status_code, answer.json()["field"], answer.json()["number"]) == (422, "elo", 0)
    enter(anna, event, name="Rossi Anna")
    twice = enter(anna, event, name="rossi anna")
    assert words_of("{n} is entered already.", n="rossi anna") in twice.json()["wrong"]
    assert "1 player " in said(anna.get(f"{event}/players"))


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"elo": "999999"}, "elo"),
        ({"elo": "-1"}, "elo"),
        ({"game1": "international", "rating1": "10000"}, "rating1"),
        ({"born": "abc"}, "born"),
        ({"born": "999999"}, "born"),
        ({"born": "31/13/1970"}, "born"),
    ],
)
def test_numbers_that_nobody_has_are_refused_at_entry(
    server: Any, fields: dict[str, str], field: str
) -> None:
    anna = server.person("en")
    event = opened(anna)
    answer = enter(anna, event, name="Rossi", **fields)
    assert (answer.status_code, answer.json()["field"]) == (422, field)
    assert enter(anna, event, name="Rossi", elo="9.999", born="31.12.1970").status_code == 200
    assert answer.json()["wrong"]
    page = anna.get(f"{event}/players/1").text
    assert 'value="1970/12/31"' in page
    changed = anna.post(f"{event}/players/1", do="edit", name="Rossi", **fields)
    assert changed.status_code == 422


def test_without_a_script_the_form_works_as_ever(server: Any) -> None:
    anna = server.person("en")
    event = opened(anna)
    answer = anna.post(f"{event}/players", name="Rossi Anna", person="")
    assert (answer.status_code, answer.headers["location"]) == (303, f"{event}/players#add")


def test_the_log_has_one_name_of_one_person_from_the_first_act_on(server: Any) -> None:
    anna = server.person("en")
    event = opened(anna, me="Anna Neri", arbiter="Bruno Verdi")
    enter(anna, event, name="Rossi Ugo")
    lines = server.parts.tournaments.load(event.rpartition("/")[2]).log.lines
    assert {line.entry.who for line in lines} == {"Anna Neri"}
    assert 'value="Anna Neri"' in anna.get("/hall/new").text
    refused = anna.post("/hall", name="Trofeo", me="x" * 50)
    assert (refused.status_code, 'aria-invalid="true"' in refused.text) == (422, True)
