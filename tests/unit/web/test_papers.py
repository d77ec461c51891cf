"""A game on paper: pictures of its board and its score sheet, from the page of the game."""

from __future__ import annotations

import html
import re

import pytest

from tests.unit.web.conftest import Person


def begun(anna: Person) -> str:
    answer = anna.post("/new", game="italian", against="here", deck="it-2m-43", seed="x")
    return answer.headers["location"]


def test_the_board_as_svg_and_png(anna: Person) -> None:
    base = begun(anna)
    drawn = anna.get(f"{base}.svg?ply=0")
    assert drawn.status_code == 200
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert "<svg" in drawn.text
    painted = anna.get(f"{base}.png?size=200&flip=1")
    assert painted.content.startswith(b"\x89PNG")


@pytest.mark.slow
def test_a_size_out_of_all_bounds_is_brought_back(anna: Person) -> None:
    assert anna.get(f"{begun(anna)}.png?size=99999").status_code == 200


@pytest.mark.parametrize("ending", [".svg", ".png", "/sheet.pdf"])
def test_a_game_that_is_not_there(anna: Person, ending: str) -> None:
    assert anna.get(f"/g/nothere000{ending}").status_code == 404


def test_a_half_move_that_was_not_played(anna: Person) -> None:
    assert anna.get(f"{begun(anna)}.svg?ply=77").status_code == 404


def test_the_score_sheet(anna: Person) -> None:
    sheet = anna.get(f"{begun(anna)}/sheet.pdf")
    assert sheet.status_code == 200
    assert sheet.content.startswith(b"%PDF")


def test_the_position_and_the_game_as_other_programs_write_them(anna: Person) -> None:
    text = anna.get(f"{begun(anna)}/forms?ply=0").text
    assert "Wbbbbbbbbbbbb" in text  # Hub
    assert "Wzzzzzzzzzzzz" in text  # DXP
    assert "[GameType" in text


def test_a_game_begins_from_what_another_program_put_on_the_clipboard(anna: Person) -> None:
    hub = "W" + "e" * 8 + "b" + "e" * 12 + "w" + "e" * 10
    answer = anna.post("/new", game="italian", against="here", fen=hub)
    assert answer.status_code == 303
    assert ":W22:B9" in anna.get(answer.headers["location"]).text


def hrefs(page: str) -> list[str]:
    """The addresses of a page, read as a browser reads them: each `&amp;` is one `&`."""
    return [html.unescape(found) for found in re.findall('href="([^"]*)"', page)]


def test_the_links_of_a_turned_board_say_two_things(anna: Person) -> None:
    base = begun(anna)
    assert f"{base}?flip=1&ply=2" in hrefs(anna.get(base).text)
    assert f"{base}.svg?ply=2&flip=1" in hrefs(anna.get(f"{base}?flip=1&ply=2").text)
