"""Squares by number and by letter, on boards with either dark corner."""

from __future__ import annotations

import pytest

from damiera.messages import Message
from damiera.notation.errors import SquareError
from damiera.notation.numbering import parse_square, square_name
from damiera.rules.ruleset import CATALOGUE, ENGLISH, INTERNATIONAL, ITALIAN, Ruleset
from tests.wording import holds

UNUSED = (
    "{found} is a square that this game does not use: write a number from 1 to {last}, or one such as {used}."
)


@pytest.mark.parametrize(
    ("ruleset", "square", "name"),
    [
        (ITALIAN, 1, "a8"),
        (ITALIAN, 4, "g8"),
        (ITALIAN, 5, "b7"),
        (ITALIAN, 32, "h1"),
        (ENGLISH, 1, "b8"),
        (ENGLISH, 29, "a1"),
        (INTERNATIONAL, 1, "b10"),
        (INTERNATIONAL, 46, "a1"),
        (INTERNATIONAL, 5, "j10"),
    ],
)
def test_names_seen_from_white(ruleset: Ruleset, square: int, name: str) -> None:
    assert square_name(ruleset, square, "a1") == name
    assert parse_square(ruleset, name) == parse_square(ruleset, name.upper()) == square


@pytest.mark.parametrize("ruleset", CATALOGUE.values(), ids=str)
def test_every_square_reads_back_in_both_styles(ruleset: Ruleset) -> None:
    every = range(1, ruleset.core.squares + 1)
    for square in every:
        assert parse_square(ruleset, square_name(ruleset, square)) == square
        assert parse_square(ruleset, f"0{square}") == square
        assert square_name(ruleset, square, "numeric") == str(square)
    assert len({square_name(ruleset, square, "a1") for square in every}) == ruleset.core.squares


@pytest.mark.parametrize(
    "text", ["", "0", "33", "a1", "i1", "h9", "²", "１", "-1", "1.0", "99999", "a", "1a", "#3"]
)
def test_no_square_of_the_italian_board(text: str) -> None:
    with pytest.raises(SquareError) as caught:
        parse_square(ITALIAN, text)
    assert caught.value.found == text
    assert "32" in caught.value.text("it")
    assert "32" in caught.value.text("en")


@pytest.mark.parametrize(
    ("ruleset", "text", "used"), [(ITALIAN, "e3", "a8"), (INTERNATIONAL, "a2", "b10"), (ENGLISH, "b1", "b8")]
)
def test_a_square_that_is_not_used_is_told_from_one_that_is_not_there(
    ruleset: Ruleset, text: str, used: str
) -> None:
    with pytest.raises(SquareError) as caught:
        parse_square(ruleset, text)
    assert holds(caught.value, Message(UNUSED, used=used))
    with pytest.raises(SquareError) as caught:
        parse_square(ruleset, "z9")
    assert not holds(caught.value, Message(UNUSED))
