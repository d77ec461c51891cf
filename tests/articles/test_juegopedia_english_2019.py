"""The survey page at Juegopedia, Dama inglese: what it says of moves, as it says it."""

from __future__ import annotations

from tests.articles.desk import BLACK, Desk

DESK = Desk("juegopedia.english.2019")
moves, cited = DESK.moves, DESK.cited


def test_art_01_01_black_begins() -> None:
    assert DESK.game.start().side is BLACK


def test_art_01_02_men_take_kings_too() -> None:
    assert moves("W:W18:BK15") == {"18x11"}


def test_art_01_03_capturing_is_compulsory() -> None:
    assert cited("W:W18,29:BK15", "29", "25") == "1.3"


def test_art_01_04_the_choice_is_free() -> None:
    assert moves("W:W18:B14,15,8") == {"18x9", "18x11x4"}
