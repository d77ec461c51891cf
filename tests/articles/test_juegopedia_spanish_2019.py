"""The survey page at Juegopedia, Dama spagnola: what it says of moves, as it says it."""

from __future__ import annotations

from tests.articles.desk import WHITE, Desk

DESK = Desk("juegopedia.spanish.2019")
moves, cited = DESK.moves, DESK.cited


def test_art_01_01_men_take_kings_too_and_forward_only() -> None:
    assert moves("W:W10:BK14") == {"10x19"}
    assert moves("W:W10:B5") == {"10-13", "10-14"}


def test_art_01_02_a_king_flies() -> None:
    assert moves("W:WK1:B12") == {f"1-{n}" for n in (5, 10, 14, 19, 23, 28, 32)}


def test_art_01_03_capturing_is_compulsory() -> None:
    assert cited("W:W10,1:B14", "1", "5") == "1.3"


def test_art_01_04_the_most_pieces_and_nothing_else() -> None:
    """The number alone: two men or two kings are the same, and so is who takes them."""
    assert moves("W:W10,9:B14,23,13") == {"10x19x28"}
    assert cited("W:W10,9:B14,23,13", "9", "18") == "1.4"
    assert moves("W:W10:B13,K14") == {"10x17", "10x19"}


def test_art_01_05_white_begins() -> None:
    assert DESK.game.start().side is WHITE
