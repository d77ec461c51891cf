"""The grammar of small words, in both languages."""

from __future__ import annotations

import pytest

from damiera._core import Side
from damiera.messages import Capital, Text, Verbatim
from damiera.rules._words import (
    AND,
    OR,
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
    assert in_both(number(n)) == (it, en)
    assert in_both(number(n, feminine=True)) == (feminine, en)


@pytest.mark.parametrize(
    ("n", "it", "en"), [(1, "primo", "first"), (12, "dodicesimo", "twelfth"), (13, "13º", "13th")]
)
def test_ordinals(n: int, it: str, en: str) -> None:
    assert in_both(ordinal(n)) == (it, en)


@pytest.mark.parametrize(
    ("n", "it", "en"),
    [(1, "un pezzo", "one piece"), (2, "due pezzi", "two pieces"), (20, "20 pezzi", "20 pieces")],
)
def test_pieces(n: int, it: str, en: str) -> None:
    assert in_both(piece_count(n)) == (it, en)


@pytest.mark.parametrize(("n", "it", "en"), [(1, "una pedina", "a man"), (3, "tre pedine", "three men")])
def test_men(n: int, it: str, en: str) -> None:
    assert in_both(men_count(n)) == (it, en)


@pytest.mark.parametrize(
    ("numbers", "it", "en"),
    [
        ([1], "la 1", "1"),
        ([1, 5], "la 1 e la 5", "1 and 5"),
        ([1, 5, 10], "la 1, la 5 e la 10", "1, 5 and 10"),
    ],
)
def test_lists(numbers: list[int], it: str, en: str) -> None:
    assert in_both(join([piece(n) for n in numbers], AND)) == (it, en)


def test_an_alternative() -> None:
    assert in_both(join([piece(1), piece(5)], OR)) == ("la 1 o la 5", "1 or 5")


def test_squares_agree_in_number() -> None:
    assert in_both(squares([5])) == ("la casella 5", "square 5")
    assert in_both(squares([5, 9])) == ("le caselle 5 e 9", "squares 5 and 9")


def test_colours() -> None:
    assert in_both(colour(Side.WHITE)) == ("il Bianco", "White")
    assert in_both(colour(Side.BLACK)) == ("il Nero", "Black")
    assert in_both(of_colour(Side.BLACK)) == ("del Nero", "Black's")
    assert in_both(of_colour(Side.WHITE)) == ("del Bianco", "White's")
    assert in_both(to_colour(Side.WHITE)) == ("al Bianco", "to White")
    assert in_both(to_colour(Side.BLACK)) == ("al Nero", "to Black")


def test_capital() -> None:
    def capital(words: str) -> str:
        return Capital(Verbatim(words)).text("it")

    assert capital("la 22") == "La 22"
    assert capital("22") == "22"
    assert capital("") == ""
    assert capital("c5 cannot be taken") == "c5 cannot be taken"
    assert capital("a man") == "A man"


def in_both(said: Text) -> tuple[str, str]:
    """The words in Italian and in English."""
    return said.text("it"), said.text("en")
