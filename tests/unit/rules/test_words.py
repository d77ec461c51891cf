"""The grammar of small words, in both languages."""

from __future__ import annotations

import pytest

from damiera._core import Side
from damiera.lang import Text
from damiera.rules._words import (
    AND,
    OR,
    capital,
    colour,
    join,
    men_count,
    number,
    of_colour,
    ordinal,
    piece,
    piece_count,
    squares,
    to_colour,
)


@pytest.mark.parametrize(
    ("n", "it", "feminine", "en"),
    [
        (0, "nessuno", "nessuna", "none"),
        (1, "uno", "una", "one"),
        (2, "due", "due", "two"),
        (12, "dodici", "dodici", "twelve"),
        (13, "13", "13", "13"),
    ],
)
def test_numbers_are_spelled_up_to_twelve(n: int, it: str, feminine: str, en: str) -> None:
    assert number(n) == Text(it, en)
    assert number(n, feminine=True) == Text(feminine, en)


@pytest.mark.parametrize(
    ("n", "it", "en"), [(1, "primo", "first"), (12, "dodicesimo", "twelfth"), (13, "13º", "13th")]
)
def test_ordinals(n: int, it: str, en: str) -> None:
    assert ordinal(n) == Text(it, en)


@pytest.mark.parametrize(
    ("n", "it", "en"),
    [(1, "un pezzo", "one piece"), (2, "due pezzi", "two pieces"), (20, "20 pezzi", "20 pieces")],
)
def test_pieces(n: int, it: str, en: str) -> None:
    assert piece_count(n) == Text(it, en)


@pytest.mark.parametrize(("n", "it", "en"), [(1, "una pedina", "a man"), (3, "tre pedine", "three men")])
def test_men(n: int, it: str, en: str) -> None:
    assert men_count(n) == Text(it, en)


@pytest.mark.parametrize(
    ("numbers", "it", "en"),
    [
        ([1], "la 1", "1"),
        ([1, 5], "la 1 e la 5", "1 and 5"),
        ([1, 5, 10], "la 1, la 5 e la 10", "1, 5 and 10"),
    ],
)
def test_lists(numbers: list[int], it: str, en: str) -> None:
    assert join([piece(n) for n in numbers], AND) == Text(it, en)


def test_an_alternative() -> None:
    assert join([piece(1), piece(5)], OR) == Text("la 1 o la 5", "1 or 5")


def test_squares_agree_in_number() -> None:
    assert squares([5]) == Text("la casella 5", "square 5")
    assert squares([5, 9]) == Text("le caselle 5 e 9", "squares 5 and 9")


def test_colours() -> None:
    assert (colour(Side.WHITE), colour(Side.BLACK)) == (Text("il Bianco", "White"), Text("il Nero", "Black"))
    assert of_colour(Side.BLACK) == Text("del Nero", "Black's")
    assert of_colour(Side.WHITE) == Text("del Bianco", "White's")
    assert to_colour(Side.WHITE) == Text("al Bianco", "to White")
    assert to_colour(Side.BLACK) == Text("al Nero", "to Black")


def test_capital() -> None:
    assert capital("la 22") == "La 22"
    assert capital("22") == "22"
    assert capital("") == ""
    assert capital("c5 cannot be taken") == "c5 cannot be taken"
    assert capital("a man") == "A man"
