"""Our gathered rules of Frysk!: what is its own."""

from __future__ import annotations

from tests.articles.desk import Desk

DESK = Desk("damiera.frysk.default")
moves, cited = DESK.moves, DESK.cited


def test_art_01_04_five_men_on_the_first_row() -> None:
    assert DESK.game.start().white_men == (46, 47, 48, 49, 50)


def test_art_02_05_a_king_moves_three_times_in_a_row_at_most() -> None:
    assert moves("W:WK46,31:B4:M46/3,-") == {"31-26", "31-27"}
    assert cited("W:WK46,31:B4:M46/3,-", "46", "41") == "2.5"


def test_art_04_01_the_greater_value() -> None:
    assert moves("W:W28:B22,K23") == {"28x19"}
    assert cited("W:W28:B22,K23", "28", "17") == "4.1"


def test_art_04_02_with_equal_value_the_king_captures() -> None:
    assert moves("W:W14,K38:B10,28") == {"38x18", "38x8"}
    assert cited("W:W14,K38:B10,28", "14", "5") == "4.2"
