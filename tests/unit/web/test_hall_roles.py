"""People of an event by their pages: codes given out, what each role sees, what is refused and how."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from damiera.web.common.settings import ServerSettings
from damiera.web.tournament.routes import people as routes
from tests.unit.web.hallkit import paired, report, said
from tests.wording import shows, words_of

ROLES = ("arbiter", "deputy", "results", "check-in", "screen")
PAGES = {
    "": {"arbiter", "deputy", "results"},
    "/players": {"arbiter", "deputy", "check-in"},
    "/players/1": {"arbiter", "deputy"},
    "/log": {"arbiter", "deputy"},
    "/print": {"arbiter", "deputy"},
    "/phones": {"arbiter", "deputy"},
    "/phones/cards": {"arbiter", "deputy"},
    "/event.damiera": {"arbiter", "deputy"},
    "/boards?round=1&since=0": {"arbiter", "deputy", "results"},
    "/settings": {"arbiter"},
    "/people": {"arbiter"},
    "/standings": set(ROLES),
    "/public": set(ROLES),
}


def give(arbiter: Any, event: str, role: str, name: str) -> str:
    """Give a code by the page, and return it as it is shown."""
    answer = arbiter.post(f"{event}/people", do="give", role=role, name=name)
    assert answer.status_code == 200, said(answer)
    assert answer.headers["cache-control"] == "no-store"
    found = re.search(r'id="new-code">([^<]+)<', answer.text)
    assert found
    return found[1]


def enter(person: Any, code: str, name: str) -> None:
    """Come into an event by the form of the events' page."""
    answer = person.post("/hall/join", code=code, name=name)
    assert answer.status_code == 303, said(answer)


def clerk_of(server: Any, arbiter: Any, event: str, role: str, lang: str = "en") -> Any:
    """Return somebody with a browser of their own who has come in as `role`."""
    person = server.person(lang)
    enter(person, give(arbiter, event, role, f"Persona {role}"), f"Persona {role}")
    return person


def test_several_people_get_their_codes_on_one_sheet_or_none_of_them(server: Any) -> None:
    anna = server.person("en")
    event = paired(anna)
    answer = anna.post(f"{event}/people", do="give", role="results", name="Carla Neri\r\n\r\nDario Gallo\r\n")
    assert answer.status_code == 200
    codes = re.findall(r'id="new-code(?:-2)?">([^<]+)<', answer.text)
    assert len(set(codes)) == 2
    for code, name in zip(codes, ("Carla Neri", "Dario Gallo"), strict=True):
        enter(server.person("en"), code, name)
    refused = anna.post(f"{event}/people", do="give", role="results", name="Elena Bruni\nCarla Neri")
    assert refused.status_code == 422
    assert "Elena Bruni\nCarla Neri</textarea>" in refused.text
    assert 'id="new-code"' not in refused.text
    people = anna.get(f"{event}/people").text
    assert "Elena Bruni" not in people
    assert anna.post(f"{event}/people", do="give", role="results", name=" \n ").status_code == 422


def test_a_code_is_scanned_only_where_phones_reach_the_server(
    server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = server.person("en")
    event = paired(anna)
    sentence = "No code to be scanned is shown: phones cannot reach {address}. Let the house in first."
    answer = anna.post(f"{event}/people", do="give", role="screen", name="Carla <Neri>")
    assert shows(said(answer), sentence)
    assert 'class="qr"' not in answer.text
    monkeypatch.setattr(routes, "server_address", lambda request: "http://192.168.1.7:8000")
    answer = anna.post(f"{event}/people", do="give", role="screen", name="Dario & Gallo")
    assert answer.text.count('class="qr"') == 1
    assert not shows(said(answer), sentence)


def test_a_scanned_code_writes_itself_into_the_form_and_does_nothing_more(server: Any) -> None:
    anna, carla = server.person("en"), server.person("en")
    event = paired(anna)
    code = give(anna, event, "results", 'Carla "la" Neri')
    page = carla.get("/hall", params={"code": code, "name": 'Carla "la" Neri'})
    assert f'value="{code}"' in page.text
    assert 'value="Carla &#34;la&#34; Neri"' in page.text
    assert carla.get(f"{event}/log").status_code == 403
    enter(carla, code, 'Carla "la" Neri')


@pytest.mark.parametrize("role", ROLES)
def test_each_role_opens_its_pages_and_no_others(server: Any, role: str) -> None:
    anna = server.person("en")
    event = paired(anna)
    person = clerk_of(server, anna, event, role)
    for page, open_to in PAGES.items():
        answer = person.get(f"{event}{page}")
        if role in open_to:
            assert answer.status_code == 200, (page, said(answer))
        elif page == "":
            theirs = {"check-in": "players", "screen": "screen"}[role]
            assert answer.headers["location"] == f"{event}/{theirs}"
        else:
            assert answer.status_code == 403, page
            assert f"Persona {role}" in said(answer)
            assert f'href="{event}/public"' in answer.text


def test_a_result_clerk_enters_results_and_is_shown_nothing_else_to_do(server: Any) -> None:
    anna = server.person("en")
    event = paired(anna)
    clerk = clerk_of(server, anna, event, "results")
    page = clerk.get(event)
    forms = set(re.findall(r'<form[^>]* action="([^"]+)"', page.text))
    assert {one for one in forms if one.startswith(f"{event}/")} == {f"{event}/result", f"{event}/leave"}
    assert report(clerk, event, 1, "1", "win", was="none").status_code == 303
    refused = clerk.post(f"{event}/pair", round="2")
    assert refused.status_code == 403
    assert words_of("This is for the arbiter and the deputy arbiter.") in said(refused)
    assert "Persona results" in said(anna.get(f"{event}/log"))


def test_a_stale_tab_of_a_second_clerk_is_answered_with_what_stands(server: Any) -> None:
    anna = server.person("en")
    event = paired(anna)
    first, second = clerk_of(server, anna, event, "results"), server.person("en")
    enter(second, give(anna, event, "results", "Bruno Neri"), "bruno")
    report(first, event, 1, "1", "win", was="none")
    late = report(second, event, 1, "1", "draw", was="none")
    assert late.status_code == 409
    assert "Persona results" in said(late)
    assert re.search(r'id="b1".*?value="win" aria-pressed="true"', late.text, re.S)


def test_a_check_in_clerk_says_who_is_here_and_no_more(server: Any) -> None:
    anna = server.person("en")
    event = paired(anna)
    clerk = clerk_of(server, anna, event, "check-in")
    page = clerk.get(f"{event}/players")
    assert 'id="people-here"' in page.text
    assert clerk.post(f"{event}/players/1", do="here", back="players").status_code == 303
    assert clerk.post(f"{event}/players/check-in", here="yes").status_code == 303
    assert words_of("%(n)s of %(all)s are here", n=6, all=6) in said(clerk.get(f"{event}/players"))
    for fields in ({"do": "remove"}, {"do": "status", "change": "expelled"}, {"do": "edit", "name": "X"}):
        assert clerk.post(f"{event}/players/1", **fields).status_code in (403, 422)
    assert clerk.post(f"{event}/players/1", do="remove").status_code == 403
    assert report(clerk, event, 1, "1", "win", was="none").status_code == 403
    assert "Persona check-in" in said(anna.get(f"{event}/log"))


def test_a_slip_of_a_round_that_was_closed_meanwhile_waits_for_nothing(server: Any) -> None:
    """A result clerk's page answers as at any other conflict: told, and shown what stands there."""
    anna = server.person("en")
    event = paired(anna)
    clerk = clerk_of(server, anna, event, "results")
    for board in ("1", "2", "3"):
        report(anna, event, 1, board, "win")
    assert anna.post(f"{event}/pair", round="2").status_code == 303
    before = anna.get(f"{event}/event.damiera").content
    sent = {"round": "1", "board": "1", "leg": "1", "was": "none"}
    headers = {"Accept": "application/json", "Origin": anna.base}
    other = clerk.http.post(f"{event}/result", data={**sent, "result": "draw"}, headers=headers)
    assert other.status_code == 409
    assert other.json()["wrong"] == words_of(
        "Round {n} is closed: the arbiter corrects its results. Yours was not written.", n=1
    )
    assert [row["result"] for row in other.json()["rows"]] == ["win"]
    same = clerk.http.post(f"{event}/result", data={**sent, "result": "win"}, headers=headers)
    assert same.status_code == 200, same.text
    assert anna.get(f"{event}/event.damiera").content == before


def test_a_withdrawn_code_is_told_to_the_page_that_is_still_open(server: Any) -> None:
    anna = server.person("en")
    event = paired(anna)
    clerk = clerk_of(server, anna, event, "results")
    assert clerk.get(event).status_code == 200
    held = r'name="do" value="withdraw"><input type="hidden" name="person" value="(\w+)"'
    person = re.search(held, anna.get(f"{event}/people").text)
    assert person
    assert anna.post(f"{event}/people", do="withdraw", person=person[1]).status_code == 303
    asked = clerk.http.get(f"{event}/boards?round=1&since=0", headers={"Accept": "application/json"})
    assert (asked.status_code, asked.json()["code"]) == (403, "not-yours")
    assert asked.json()["text"] == words_of(
        "The code by which you came in opens nothing any more. What you entered stands."
    )
    assert report(clerk, event, 1, "1", "win", was="none").status_code == 403
    assert clerk.get(event).status_code == 303
    again = anna.post(f"{event}/people", do="withdraw", person=person[1])
    assert again.status_code == 404


def test_a_code_is_shown_once(server: Any) -> None:
    anna = server.person("en")
    event = paired(anna)
    code = give(anna, event, "results", "Bruno Neri")
    page = anna.get(f"{event}/people")
    assert "Bruno Neri" in said(page)
    assert code not in page.text
    assert code not in anna.get(f"{event}/event.damiera").text


def test_the_arbiter_says_how_the_log_calls_them(server: Any) -> None:
    anna = server.person("en")
    event = paired(anna)
    assert anna.post(f"{event}/people", do="name", own="Anna Rossi Arbitro").status_code == 303
    report(anna, event, 1, "1", "win", was="none")
    assert said(anna.get(f"{event}/log")).count("Anna Rossi Arbitro") == 2  # the renaming, and the result


def test_bad_forms_of_the_page_are_answered_with_what_is_wrong(server: Any) -> None:
    anna = server.person("en")
    event = paired(anna)
    give(anna, event, "results", "Bruno Neri")
    wrong: tuple[tuple[dict[str, str], int], ...] = (
        ({"do": "give", "role": "results", "name": "Bruno Neri"}, 422),
        ({"do": "give", "role": "results", "name": " "}, 422),
        ({"do": "give", "role": "boss", "name": "Zeno"}, 422),
        ({"do": "name", "own": "bruno neri"}, 422),
        ({"do": "renew", "person": "nobody"}, 404),
        ({"do": "remove", "person": "nobody"}, 404),
        ({"do": "dance"}, 422),
        ({}, 422),
    )
    for fields, status in wrong:
        answer = anna.post(f"{event}/people", **fields)
        assert answer.status_code == status, fields
        assert 'id="wrong"' in answer.text
    stranger = server.person("en")
    assert stranger.post(f"{event}/people", do="give", role="arbiter", name="Z").status_code == 403
    assert stranger.post("/hall/join", code="0000-0000-0000", name="Z").status_code == 404


def test_whoever_leaves_is_a_stranger_again(server: Any) -> None:
    anna = server.person("en")
    event = paired(anna)
    clerk = clerk_of(server, anna, event, "results")
    assert event in clerk.get("/hall").text
    assert clerk.post(f"{event}/leave").headers["location"] == f"{event}/public"
    assert clerk.get(f"{event}/boards?round=1&since=0").status_code == 403
    assert anna.post(f"{event}/leave").status_code == 303
    assert anna.get(event).status_code == 200  # the arbiter by the event's code stays


def test_codes_are_not_guessed_without_end(
    run_server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with run_server(ServerSettings(data_dir=tmp_path, engine="thread")) as running:
        # however slow the machine, the bucket does not fill again while it is being emptied
        monkeypatch.setattr("throttled.utils.time", SimpleNamespace(monotonic=lambda: 1000.0))
        guesser = running.person("en")
        answers = [guesser.post("/hall/join", code="1234-5678", name="Z").status_code for _ in range(21)]
        assert answers == [404] * 20 + [429]
        words = words_of("Too many codes were tried in a short time.")
        assert words in said(guesser.post("/hall/join", code="1234-5678", name="Z"))


def test_slips_are_read_a_second_time_unseen_and_differences_are_shown(server: Any) -> None:
    anna = server.person("en")
    event = paired(anna)
    clerk = clerk_of(server, anna, event, "results")
    for board, result in (("1", "win"), ("2", "draw")):
        assert report(anna, event, 1, board, result, was="none").status_code == 303
    page = clerk.get(f"{event}/second?round=1")
    assert page.status_code == 200
    assert 'aria-pressed="true"' not in page.text  # what was entered is not shown
    rows = re.findall(r'<li id="s(\d)">(.*?)</li>', page.text, re.S)
    assert [n for n, row in rows if "<form" in row] == ["1", "2"]
    for board, result in (("1", "win"), ("2", "loss")):
        fields = {"round": "1", "board": board, "leg": "1", "result": result}
        assert clerk.post(f"{event}/second", **fields).status_code == 303
    after = said(clerk.get(f"{event}/second?round=1"))
    assert words_of("%(same)s of %(all)s read twice and the same", same=1, all=3) in after
    differ = "Persona results"
    assert differ in after
    desk = anna.get(event)
    assert re.search(r'id="b1".*?' + words_of("read twice"), desk.text, re.S)
    assert re.search(r'id="b2"(?:(?!id="b3").)*?class="reported differ second"', desk.text, re.S)
    rows_sent = anna.get(f"{event}/boards?round=1&since=0").json()
    assert rows_sent["round"] == 1
    own = anna.post(f"{event}/second", round="1", board="1", leg="1", result="win")
    assert own.status_code == 422
    assert 'id="wrong"' in own.text
    assert clerk.post(f"{event}/second", round="1", board="9", leg="1", result="win").status_code == 404
    assert report(anna, event, 1, "2", "loss", was="draw").status_code == 303
    assert 'class="reported differ second"' not in anna.get(event).text
