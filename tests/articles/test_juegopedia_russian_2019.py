"""The survey page at Juegopedia, Dama russa: what it says of moves, as it says it."""

from __future__ import annotations

from tests.articles.desk import WHITE, Desk

DESK = Desk("juegopedia.russian.2019")
moves, cited = DESK.moves, DESK.cited


def test_art_01_01_men_take_forward_and_back() -> None:
    assert moves("W:Wd4:Bc5,e3") == {"d4xb6", "d4xf2"}


def test_art_01_02_a_king_flies() -> None:
    assert moves("W:WKa1:Bh6") == {"a1-b2", "a1-c3", "a1-d4", "a1-e5", "a1-f6", "a1-g7", "a1-h8"}


def test_art_01_03_a_man_goes_on_as_a_king() -> None:
    assert moves("W:Wf6:Bb6,e7") == {"f6xd8xa5"}


def test_art_01_04_capturing_is_compulsory() -> None:
    assert cited("W:Wc3,g1:Bd4", "g1", "h2") == "1.4"


def test_art_01_05_the_choice_is_free() -> None:
    assert moves("W:Wd4:Bc5,e5,e7") == {"d4xb6", "d4xf6xd8"}


def test_art_01_06_white_begins() -> None:
    assert DESK.game.start().side is WHITE
