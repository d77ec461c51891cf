"""A result answered by its row, the rows that changed, boards found, and a player's card."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.web.hallkit import filled, opened, paired, report, said
from tests.wording import shows, words_of

JSON = {"Accept": "application/json"}


def enter(person: Any, event: str, **fields: str) -> Any:
    sent = {"round": "1", "board": "1", "result": "win", "was": "none", **fields}
    return person.http.post(f"{event}/result", data=sent, headers={**JSON, "Origin": person.base})


def test_a_result_is_answered_by_its_row(anna: Any) -> None:
    event = paired(anna)
    answer = enter(anna, event).json()
    assert (answer["boards"], answer["missing"]) == (3, 2)
    (row,) = answer["rows"]
    assert (row["board"], row["result"]) == (1, "win")
    assert row["html"].count("<tr") == 1
    assert row["html"] in anna.http.get(event).text


def test_the_same_result_twice_is_one(anna: Any) -> None:
    event = paired(anna)
    first, second = enter(anna, event).json(), enter(anna, event).json()
    assert first["v"] == second["v"]


def test_another_arbiter_s_result_is_answered_with_what_stands(anna: Any) -> None:
    event = paired(anna)
    enter(anna, event, result="draw")
    answer = enter(anna, event)
    assert answer.status_code == 409
    assert answer.json()["rows"][0]["result"] == "draw"
    assert answer.json()["wrong"]


@pytest.mark.parametrize(
    "fields", [{"board": "77"}, {"round": "x"}, {"result": "2-0"}, {"round": "9"}, {"was": "maybe"}]
)
def test_what_cannot_be_is_refused_in_words(anna: Any, fields: dict[str, str]) -> None:
    answer = enter(anna, paired(anna), **fields)
    assert answer.status_code in (404, 422)
    found = answer.json()
    assert found.get("text") or found["wrong"]


def test_a_stranger_learns_and_writes_nothing(server: Any) -> None:
    anna, stranger = server.person("en"), server.person("en")
    event = paired(anna)
    stranger.get("/")
    assert enter(stranger, event).status_code == 403
    assert stranger.get(f"{event}/boards?round=1&since=0").status_code == 403


def test_rows_that_changed_since_a_version(anna: Any) -> None:
    event = paired(anna)
    version = enter(anna, event).json()["v"]
    report(anna, event, 1, "3", "loss")
    answer = anna.get(f"{event}/boards?round=1&since={version}").json()
    assert [row["board"] for row in answer["rows"]] == [3]
    assert "whole" not in answer
    report(anna, event, 1, "2", "loss")
    anna.post(f"{event}/pair", round="2")
    assert anna.get(f"{event}/boards?round=2&since={answer['v']}").json()["whole"] is True


@pytest.mark.parametrize(
    "query", ["round=1&since=-4", "round=1&since=99999", "round=z", "", "round=8&since=1"]
)
def test_a_version_that_is_none_asks_for_the_page(anna: Any, query: str) -> None:
    answer = anna.get(f"{paired(anna)}/boards?{query}")
    assert answer.status_code == 200
    assert answer.json()["whole"] is True or not answer.json().get("rows")


def test_a_board_is_found_by_number_and_by_name(anna: Any) -> None:
    event = paired(anna)
    assert anna.get(f"{event}?find=2").headers["location"] == f"{event}?round=1#b2"
    by_name = anna.get(f"{event}?find=anna+ros").headers["location"]
    assert by_name.startswith(f"{event}?round=1#b")
    nobody = anna.get(f"{event}?find=Nessuno")
    assert nobody.status_code == 404
    assert shows(said(nobody), "Neither a board nor a player of this round: {what}", what="Nessuno")


@pytest.mark.parametrize("players", [6, 12])
def test_every_page_of_an_event_has_one_search(anna: Any, players: int) -> None:
    """The page for the hall had two alike before an arbiter, one above the other."""
    event = filled(anna, "Nome\n" + "\n".join(f"Gioca {n}" for n in range(players)))
    assert anna.post(f"{event}/pair", round="1").status_code == 303
    for page in ("", "/players", "/standings", "/public"):
        assert anna.get(event + page).text.count('aria-keyshortcuts="/"') == 1, page


def test_a_player_s_card(server: Any) -> None:
    anna, phone = server.person("en"), server.person("it")
    event = paired(anna, 2)
    text = said(phone.get(f"{event}/card/1"))
    assert "Rossi Anna" in text
    html = phone.get(f"{event}/card/1").text
    assert html.count('<a href="/hall/') >= 2
    assert phone.get(f"{event}/card/99").status_code == 404
    assert phone.get(f"{event}/card/x").status_code == 404
    assert f'href="{event}/card/1"' in phone.get(f"{event}/public").text


def test_a_card_before_the_first_round(anna: Any) -> None:
    event = opened(anna)
    anna.post(f"{event}/players/import", list="Nome;Elo\nRossi Anna;2000\n")
    assert words_of("The first round is not paired yet.") in said(anna.get(f"{event}/card/1"))


@pytest.mark.slow
def test_the_log_comes_in_pages(anna: Any) -> None:
    event = paired(anna)
    for n in range(130):
        report(anna, event, 1, "1", ("win", "draw")[n % 2])
    first, second = anna.get(f"{event}/log").text, anna.get(f"{event}/log?page=2").text
    assert first.count('<li class="card') == 100
    assert 'rel="next"' in first
    assert 'rel="prev"' in second
    assert second.count('<li class="card') > 30
    assert anna.get(f"{event}/log?page=99").text.count('<li class="card') == second.count('<li class="card')


def test_after_the_last_round_the_desk_leads_on(anna: Any) -> None:
    event = paired(anna, 3)
    assert 'id="after-last"' not in anna.get(event).text
    for board in "123":
        report(anna, event, 3, board, "draw")
    html = anna.get(event).text
    assert 'id="after-last"' in html
    assert 'id="pair"' not in html
    anna.post(f"{event}/finish", over="yes")
    assert words_of("The event is closed.") in said(anna.get(event))


def test_who_has_no_game_stands_on_the_desk(anna: Any) -> None:
    event = opened(anna)
    anna.post(f"{event}/players/import", list="Nome;Elo\nRossi Anna;2000\nNeri Ugo;1900\nVerdi Ida;1800\n")
    anna.post(f"{event}/pair", round="1")
    assert shows(said(anna.get(event)), "%(n)s without a game", n=1)
