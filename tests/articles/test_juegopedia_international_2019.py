"""The survey page at Juegopedia, Dama internazionale: what it says of moves, as it says it."""

from __future__ import annotations

from tests.articles.desk import WHITE, Desk

DESK = Desk("juegopedia.international.2019")
moves, cited = DESK.moves, DESK.cited


def test_art_01_01_white_begins() -> None:
    assert DESK.game.start().side is WHITE


def test_art_01_02_men_take_backwards_too() -> None:
    assert moves("W:W28:B33") == {"28x39"}
    assert moves("W:W28:B22,33") == {"28x17", "28x39"}


def test_art_01_03_men_take_kings_too() -> None:
    assert moves("W:W32,45:BK28") == {"32x23"}


def test_art_01_04_a_man_that_goes_on_from_the_base_stays_a_man() -> None:
    assert moves("W:W12:B8,9,19") == {"12x3x14x23"}
    assert DESK.after("W:W12:B8,9,19,45", "12x3x14x23") == "B:W23:B45"


def test_art_01_05_a_king_moves_like_a_bishop() -> None:
    assert moves("W:WK46:B4") == {f"46-{n}" for n in (41, 37, 32, 28, 23, 19, 14, 10, 5)}


def test_art_01_06_a_king_lands_where_it_likes() -> None:
    assert moves("W:WK46:B28") == {"46x23", "46x19", "46x14", "46x10", "46x5"}


def test_art_01_07_no_piece_is_jumped_twice() -> None:
    assert cited("W:WK46:B28", "46", "23", "32") == "1.7"
    assert DESK.after("W:W28:B22,12,45", "28x17x8") == "B:W8:B45"


def test_art_01_08_capturing_is_compulsory() -> None:
    assert cited("W:W32,45:B28", "45", "40") == "1.8"


def test_art_01_09_the_most_pieces_whatever_they_are() -> None:
    assert cited("W:W28:BK23,22,12", "28", "19") == "1.9"
    assert moves("W:W28:BK23,22,12") == {"28x17x8"}


def test_art_01_10_with_equal_numbers_the_choice_is_free() -> None:
    assert moves("W:W28:BK22,23") == {"28x17", "28x19"}
