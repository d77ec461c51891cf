"""The arbiter's desk of a game that nobody records: a man arrives, nobody crowns it, it is crowned late."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from damiera.messages import Lang, Message
from tests.wording import shows, words_of


def _begun(person: Any, fen: str, **more: str) -> str:
    answer = person.post("/new", game="italian", against="here", clock="none", desk="yes", fen=fen, **more)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["Location"]).rpartition("/")[2]


def _did(person: Any, game: str, **fields: str) -> None:
    answer = person.http.post(f"/g/{game}/do", data=fields, headers={"Origin": person.base})
    assert answer.status_code == 303, answer.text


def _options(page: str, field: str) -> list[str]:
    """Return what a select of the page offers, by what is sent."""
    inside = re.search(rf'<select [^>]*id="{field}"[^>]*>(.*?)</select>', page, re.DOTALL)
    found = re.findall(r"<option(?: value=\"([^\"]+)\")?>([^<]+)", inside[1]) if inside else []
    return [sent or shown for sent, shown in found]


def test_a_man_arrives_uncrowned_and_is_crowned_late(anna: Any) -> None:
    game = _begun(anna, "W:W6:B12,13", unrecorded="yes")
    page = anna.get(f"/g/{game}").text
    assert _options(page, "arrival") == ["6-2", "6-3"]
    _did(anna, game, e="moved", path="6-2", crowned="no")
    assert anna.view(game)["conduct"]["uncrowned"] == [2]
    assert 'id="crown-only"' not in anna.get(f"/g/{game}").text
    _did(anna, game, e="moved", path="12-16")
    page = anna.get(f"/g/{game}").text
    assert words_of("The side to move has no other move than to crown the man that arrived.") in page
    assert (_options(page, "arrival"), _options(page, "crowned-square")) == ([], ["2"])
    _did(anna, game, e="crowned", side="white", square="2")
    view = anna.view(game)
    assert (view["outcome"], {move["origin"] for move in view["moves"]}) == (None, {2})
    page = anna.get(f"/g/{game}").text
    assert (_options(page, "crowned-square"), 'id="crown-only"' in page) == ([], False)
    assert shows(page, "No man can reach the last row now, and none waits to be crowned.")


def test_the_opponent_crowns_as_a_courtesy(anna: Any) -> None:
    game = _begun(anna, "W:W6,30:B12", unrecorded="yes")
    _did(anna, game, e="moved", path="6-2", crowned="no")
    _did(anna, game, e="crowned", side="black", square="2")
    page = anna.get(f"/g/{game}").text
    assert (
        words_of(
            "{side} crowns the opponent's man on {square}, a courtesy: the crowning counts.",
            side=Message("Black"),
            square=2,
        )
        in page
    )


def test_where_the_moves_are_written_down_there_is_nothing_to_crown(anna: Any) -> None:
    page = anna.get(f"/g/{_begun(anna, 'W:W6:B12,13')}").text
    assert 'id="door-touched"' in page
    assert 'id="door-crown"' not in page


@pytest.mark.parametrize("lang", ["it", "en"])
def test_the_door_is_said_in_both_languages(anna: Any, lang: Lang) -> None:
    game = _begun(anna, "W:W6:B12,13", unrecorded="yes")
    page = anna.get(f"/g/{game}", headers={"Accept-Language": lang}).text
    assert words_of("Arrived, and nobody crowned it", lang) in unescape(page)
