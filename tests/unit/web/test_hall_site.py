"""The site of an event as plain files: every link leads to a file of it, no script, nothing personal."""

from __future__ import annotations

import io
import json
import re
import zipfile
from typing import Any

import pytest

from tests.unit.web.hallkit import TWO_CLUBS, filled, paired, report, said
from tests.unit.web.test_hall_sections import TABLE, made
from tests.wording import words_of

PERSONAL = "Nome;Elo;Circolo;Nato;Tessera\nRossi Anna;3000;Livorno;12/05/1990;T4711\nVerdi <b>Ugo;2900;;;\n"


def site_of(person: Any, event: str) -> dict[str, str]:
    """Return the files of an event's site."""
    answer = person.get(f"{event}/site.zip")
    assert answer.status_code == 200, said(answer)
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name).decode() for name in archive.namelist()}


def is_closed_in_itself(files: dict[str, str]) -> bool:
    """Tell whether all links of a site lead to files of it; no page may have a script."""
    for name, text in files.items():
        if name.endswith(".html"):
            assert "<script" not in text
            assert "<form" not in text
            led = set(re.findall(r'(?:href|src)="([^"]+)"', text))
            assert led <= set(files), (name, led - set(files))
    return True


def test_a_site_has_each_round_each_player_and_the_standing_and_leads_nowhere_else(anna: Any) -> None:
    event = paired(anna, 2, starts="2026-11-21", ends="2026-11-21")
    files = site_of(anna, event)
    assert is_closed_in_itself(files)
    pages = {f"player-{n}.html" for n in range(1, 7)} | {"round-1.html", "round-2.html"}
    assert pages | {"index.html", "standings.html", "site.css", "event.ics", "event.json"} == set(files)
    assert "2-0" in files["round-1.html"]
    assert "2-0" not in files["round-2.html"]
    report(anna, event, 2, "1", "win")
    assert "2-0" in site_of(anna, event)["round-2.html"]


def test_a_site_of_an_event_in_sections_has_those_of_all(anna: Any) -> None:
    event = filled(anna, TABLE, rounds="5")
    first, second = made(anna, event)
    for section in (first, second):
        assert anna.post(f"{section}/pair", round="1").status_code == 303
    files = site_of(anna, second)
    assert files == site_of(anna, event)
    assert is_closed_in_itself(files)
    pages = {f"s{n}-{page}.html" for n in (1, 2) for page in ("round-1", "standings")}
    assert pages | {"titles.html"} <= set(files)
    feed = json.loads(files["event.json"])
    assert [len(part["players"]) for part in feed["sections"]] == [8, 4]


@pytest.mark.parametrize("more", [{}, {"boards": "2"}, {"system": "knockout"}])
def test_there_is_a_site_before_the_first_round_too(anna: Any, more: dict[str, str]) -> None:
    files = site_of(anna, filled(anna, **more))
    assert is_closed_in_itself(files)
    assert "index.html" in files


def test_a_site_tells_nothing_that_only_arbiters_may_read_and_no_name_is_markup(anna: Any) -> None:
    event = filled(anna, PERSONAL)
    assert anna.post(f"{event}/pair", round="1").status_code == 303
    files = site_of(anna, event)
    assert not [name for name, text in files.items() if "T4711" in text or "1990" in text]
    assert "Verdi &lt;b&gt;Ugo" in files["round-1.html"]


def test_a_site_is_given_to_arbiters_its_feed_and_calendar_to_anybody(server: Any) -> None:
    owner, stranger = server.person("en"), server.person("en")
    event = paired(owner)
    assert stranger.get(f"{event}/site.zip").status_code == 403
    feed = stranger.get(f"{event}/event.json")
    assert feed.headers["access-control-allow-origin"] == "*"
    assert [game["board"] for game in feed.json()["sections"][0]["rounds"][0]["games"]] == [1, 2, 3]
    assert stranger.get(f"{event}/event.ics").text.startswith("BEGIN:VCALENDAR\r\n")


def test_the_page_of_prints_offers_the_site(anna: Any) -> None:
    event = paired(anna)
    assert f'href="{event}/site.zip"' in anna.get(f"{event}/print").text


def test_the_site_of_an_event_of_teams_has_a_card_for_each_player(anna: Any) -> None:
    event = filled(anna, TWO_CLUBS, boards="2", rounds="2")
    anna.post(f"{event}/teams", do="clubs")
    assert anna.post(f"{event}/pair", round="1").status_code == 303
    files = site_of(anna, event)
    assert is_closed_in_itself(files)
    assert {f"player-{n}.html" for n in range(1, 9)} <= set(files)
    assert 'href="player-' in files["round-1.html"]
    teams, _, players = files["standings.html"].partition("</table>")
    assert 'href="player-' not in teams, "a team's number is no player's"
    assert 'href="player-' in players


def test_a_card_says_that_somebody_is_excluded_and_no_word_of_a_heading_is_broken(anna: Any) -> None:
    event = paired(anna)
    told = anna.post(f"{event}/players/1", do="status", change="excluded", reason="earpiece", **{"from": "2"})
    assert told.status_code == 303
    for board in "123":
        report(anna, event, 1, board, "win")
    assert anna.post(f"{event}/pair", round="2").status_code == 303
    excluded, absent = (words_of(word) for word in ("excluded", "absent"))
    files = site_of(anna, event)
    for card in (anna.get(f"{event}/card/1").text, files["player-1.html"]):
        assert excluded in card
        assert f">{absent}<" not in card
    assert "th, .fit { overflow-wrap: normal; }" in files["site.css"]
