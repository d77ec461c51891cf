"""Our gathered rules of Dama triestina: what is its own."""

from __future__ import annotations

from tests.articles.desk import Desk

DESK = Desk("damiera.triestina.default")
moves, cited = DESK.moves, DESK.cited


def test_art_03_03_a_man_never_takes_a_king() -> None:
    assert moves("W:W28:BK23") == {"28-24"}
    assert cited("W:W28:BK23", "28", "17") == "3.3"


def test_art_04_01_the_most_pieces() -> None:
    assert moves("W:W28,38:B24,33,15") == {"28x19x10"}


def test_art_04_02_the_king_and_not_the_man() -> None:
    assert moves("W:W28,K38:B24,33") == {"38x27"}
    assert cited("W:W28,K38:B24,33", "28", "19") == "4.2"


def test_art_04_03_the_most_kings() -> None:
    assert moves("W:WK28:BK24,23") == {"28x19"}
    assert cited("W:WK28:BK24,23", "28", "17") == "4.3"


def test_art_04_04_the_kings_first() -> None:
    assert moves("W:WK28:BK24,15,23,K13") == {"28x19x10"}
    assert cited("W:WK28:BK24,15,23,K13", "28", "17", "8") == "4.4"
