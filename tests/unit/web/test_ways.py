"""Ways of playing on the pages: what the form asks, and what the desk and the lists show (art. 15)."""

from __future__ import annotations

from typing import Any

import pytest

from damiera.messages import Message
from tests.wording import words_of


def begun(who: Any, **fields: str) -> str:
    answer = who.post("/new", **fields)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def test_art_15_01_04_the_form_refuses_a_computer_that_does_not_see(anna: Any) -> None:
    answer = anna.post("/new", way="blindfold", blind="black", seat="white", against="engine")
    assert answer.status_code == 422
    said = words_of("The computer cannot play without seeing the board: let the person do it.")
    assert 'id="blindfold-wrong">' in answer.text
    assert said in answer.text


def test_art_15_01_08_the_desk_of_blind_players_has_its_forms(anna: Any) -> None:
    page = begun(anna, against="here", desk="yes", way="blind-players")
    assert 'id="door-speaking"' in anna.get(page).text
    assert 'id="touched-lifted"' in anna.get(page).text

    def do(**fields: str) -> int:
        return int(anna.http.post(f"{page}/do", data=fields, headers={"Origin": anna.base}).status_code)

    assert do(e="announced", side="white", path="22-18") == 303
    assert do(e="moved", path="22-18") == 409
    assert 'id="repeated"' in anna.get(page).text
    assert do(e="repeated", side="black") == 303
    assert do(e="moved", path="22-18") == 303
    assert do(e="touched", side="black", square="11", lifted="yes") == 303
    other = begun(anna, against="here", desk="yes")
    assert 'id="door-speaking"' not in anna.get(other).text
    assert 'id="touched-lifted"' not in anna.get(other).text


@pytest.mark.parametrize("path", ["/games", "/"])
def test_art_15_01_03_the_lists_tell_by_when_the_move_is_due(anna: Any, path: str) -> None:
    page = begun(anna, against="here", way="correspondence", days="5d")
    start, _, end = (
        Message("The move of {side} is due by {when}.")
        .format(side=Message("White"), when="\0")
        .text("en")
        .partition("\0")
    )
    for shown in (anna.get(page).text, anna.get(path).text):
        assert start in shown
        assert end in shown
