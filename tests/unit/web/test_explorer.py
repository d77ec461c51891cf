"""The panel of openings played, as a page shows it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from damiera.messages import Message
from damiera.web.common.settings import ServerSettings
from tests.unit.web.conftest import Running, run
from tests.wording import words_of


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server without any game."""
    folder: Path = tmp_path_factory.mktemp("explorer")
    with run(ServerSettings(data_dir=folder, engine="thread", limits=False)) as running:
        yield running


@pytest.mark.parametrize(
    ("moves", "name"),
    [("11-15", "Old Faithful"), ("11-15 23-18", "Cross"), ("11-15 23-19 9-13", "Will o&#39; the Wisp")],
)
def test_a_position_that_has_a_name_shows_it_even_without_games(room: Running, moves: str, name: str) -> None:
    page = room.person("en").get(f"/analysis?game=english&moves={moves.replace(' ', '+')}").text
    assert f'<p class="expnote small strong">{name}</p>' in page


def test_an_opening_by_lot_is_named_with_its_number(room: Running) -> None:
    deck = Message("Italian, two moves: all 49")
    for lang in ("en", "it"):
        page = room.person(lang).get("/analysis?game=italian&moves=21-17+12-15").text
        assert words_of("{name}, no. {number}", lang, name=deck, number=6) in page


@pytest.mark.slow
def test_a_move_says_the_name_of_the_opening_it_reaches(room: Running) -> None:
    person = room.person("en")
    pdn = b'[White "A"]\n[Black "B"]\n[GameType "21"]\n[Result "1-0"]\n\n1. 11-15 23-18 1-0\n'
    files = {"file": ("a.pdn", pdn)}
    assert person.http.post("/import", files=files, headers={"Origin": person.base}).status_code == 303
    until = time.monotonic() + 20
    while 'data-played="' not in (page := person.get("/analysis?game=english&moves=11-15").text):
        assert time.monotonic() < until, "the game was not counted"
        time.sleep(0.1)
    assert '<span class="strong">Cross</span>.' in page
