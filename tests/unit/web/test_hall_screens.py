"""The screens of the hall: what they show in turn, who sets them up, notice and clock."""

from __future__ import annotations

import re
from typing import Any

from tests.unit.web.hallkit import filled, paired, report, said
from tests.wording import shows


def _slides(answer: Any) -> list[str]:
    return re.findall(r'<section class="slide (\w+)"', answer.text)


def test_a_screen_shows_boards_then_standings_to_anybody(anna: Any, bruno: Any) -> None:
    event = paired(anna, 2)
    page = bruno.get(f"{event}/screen")
    assert page.status_code == 200
    assert _slides(page) == ["boards", "places"]
    assert page.text.count(" hidden>") >= 1
    assert "page=1" in page.text  # where no script runs the next page is asked for
    second = bruno.get(f"{event}/screen?page=1")
    assert re.findall(r'<section class="slide (\w+)"[^>]* hidden', second.text) == ["boards"]
    assert _slides(bruno.get(f"{event}/screen?page=99")) == ["boards", "places"]
    part = bruno.get(f"{event}/screen?part=1")
    assert "<html" not in part.text
    assert _slides(part) == ["boards", "places"]


def test_before_the_first_round_a_screen_says_so(anna: Any) -> None:
    assert _slides(anna.get(f"{filled(anna)}/screen")) == ["notice"]


def test_a_small_event_has_large_letters_as_long_as_each_list_is_on_one_page(anna: Any) -> None:
    """Twenty players take large letters, and with one more a place would stand on a second page."""
    names = [f"Player {n:02}" for n in range(20)]
    event = filled(anna, "Nome\n" + "\n".join(names))
    assert anna.post(f"{event}/pair", round="1").status_code == 303
    page = anna.get(f"{event}/screen")
    assert _slides(page) == ["boards", "places"]
    assert '<div id="slides" class="large"' in page.text
    assert anna.post(f"{event}/players", name="Zappa Ugo").status_code in (200, 303)
    page = anna.get(f"{event}/screen")
    assert _slides(page) == ["boards", "places"]
    assert '<div id="slides" data' in page.text


def test_who_rests_is_at_no_board(anna: Any) -> None:
    event = filled(anna, "Nome\n" + "\n".join("ABCDE"))
    assert anna.post(f"{event}/pair", round="1").status_code == 303
    page = anna.get(f"{event}/screen")
    assert shows(said(page), "boards {a}–{b} of {n} · White on the left", a="1", b="2", n=2)


def test_each_screen_shows_what_was_chosen_for_it(anna: Any, bruno: Any) -> None:
    event = paired(anna, 2, class_women="yes")
    fields = {
        "do": "screen",
        "name": "Bar",
        "standings": "yes",
        "classes": "yes",
        "seconds": "20",
        "dark": "yes",
    }
    assert anna.post(f"{event}/screens", **fields).status_code == 303
    page = bruno.get(f"{event}/screen?screen=Bar")
    assert set(_slides(page)) == {"places"}
    assert len(_slides(page)) > 1
    assert 'data-seconds="20"' in page.text
    assert 'class="dark"' in page.text
    assert _slides(bruno.get(f"{event}/screen")) == ["boards", "places"]
    assert "Bar" in anna.get(f"{event}/screens").text
    assert anna.post(f"{event}/screens", do="away", name="Bar").status_code == 303
    assert _slides(bruno.get(f"{event}/screen?screen=Bar")) == ["boards", "places"]


def test_a_notice_and_the_clock_are_on_every_screen(anna: Any, bruno: Any) -> None:
    event = paired(anna)
    assert anna.post(f"{event}/screens", do="notice", notice="Pranzo <alle> 13").status_code == 303
    assert "Pranzo &lt;alle&gt; 13" in bruno.get(f"{event}/screen").text
    clock = {"do": "clock", "round": "1", "in": "5", "minutes": "90"}
    assert anna.post(f"{event}/screens", **clock).status_code == 303
    page = bruno.get(f"{event}/screen").text
    assert 'data-minutes="90"' in page
    begins = re.search(r'data-at="(\d+)"', page)
    now = re.search(r'data-now="(\d+)"', page)
    assert begins is not None
    assert now is not None
    assert 0 < int(begins[1]) - int(now[1]) <= 5 * 60_000
    for what in ({"do": "no-clock"}, {"do": "notice", "notice": ""}):
        assert anna.post(f"{event}/screens", **what).status_code == 303
    page = bruno.get(f"{event}/screen").text
    assert 'data-at="0"' in page
    assert "Pranzo" not in page
    log = said(anna.get(f"{event}/log"))
    assert "Pranzo" in log


def test_what_may_not_be_is_refused_in_words(anna: Any, bruno: Any) -> None:
    event = paired(anna)
    wrong: list[dict[str, str]] = [
        {"do": "screen", "name": " ", "pairings": "yes", "seconds": "12"},
        {"do": "screen", "name": "x" * 41, "pairings": "yes", "seconds": "12"},
        {"do": "screen", "name": "Bar", "seconds": "12"},
        {"do": "screen", "name": "Bar", "pairings": "yes", "seconds": "3"},
        {"do": "screen", "name": "Bar", "pairings": "yes", "seconds": "abc"},
        {"do": "screen", "name": "Bar", "pairings": "yes", "seconds": "-1"},
        {"do": "screen", "name": "Bar", "pairings": "yes", "seconds": "999999"},
        {"do": "clock", "round": "1", "in": "abc", "minutes": "60"},
        {"do": "clock", "round": "1", "in": "5", "minutes": "-1"},
        {"do": "clock", "round": "1", "in": "5", "minutes": "1.5"},
        {"do": "notice", "notice": "x" * 201},
        {"do": "clock", "round": "9", "in": "0", "minutes": "0"},
        {"do": "clock", "round": "1", "in": "9999", "minutes": "0"},
    ]
    for fields in wrong:
        answer = anna.post(f"{event}/screens", **fields)
        assert answer.status_code in (400, 422), fields
        assert 'id="wrong"' in answer.text
    assert bruno.post(f"{event}/screens", do="notice", notice="ciao").status_code == 403
    assert bruno.get(f"{event}/screens").status_code == 403


def test_many_boards_take_several_pages(anna: Any) -> None:
    rows = "Nome;Elo\n" + "\n".join(f"Giocatore {n:03};{3000 - n}" for n in range(1, 133))
    event = filled(anna, rows)
    assert anna.post(f"{event}/pair", round="1").status_code == 303
    page = anna.get(f"{event}/screen")
    assert _slides(page) == ["boards"] * 2 + ["places"] * 3  # 66 boards by 51, 132 places by 45
    assert len(re.findall(r"<tr", page.text)) == 66 + 132
    assert report(anna, event, 1, "1", "win").status_code in (200, 303)
    assert page.text.count('class="waits"') == 66
    assert anna.get(f"{event}/screen?part=1").text.count('class="waits"') == 65


def test_long_names_have_two_columns_and_two_lines(anna: Any) -> None:
    long = "Mastropasqua Della Rovere Massimiliano Alessandro"
    rows = "Nome;Elo\n" + "\n".join(
        f"{long if n == 7 else f'Von Unterberger {n:03}'};{3000 - n}" for n in range(1, 133)
    )
    event = filled(anna, rows)
    assert anna.post(f"{event}/pair", round="1").status_code == 303
    page = anna.get(f"{event}/screen").text
    assert _slides(anna.get(f"{event}/screen")) == ["boards"] * 2 + ["places"] * 3  # 34 boards a page
    boards = page.partition('class="slide places')[0]
    assert 'class="columns"' in boards
    assert "three" not in boards
    assert re.findall(r'<td class="[lr] two small">([^<]+)', boards) == [long]
    assert re.findall(r'<td class="[lr] (?:long|two)">', boards) == []
