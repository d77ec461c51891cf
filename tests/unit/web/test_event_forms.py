"""What a form of the game page says happened, and what it says wrongly."""

from __future__ import annotations

import pytest

from damiera.rules.ruleset import ITALIAN, Ruleset, ruleset
from damiera.service.errors import BadTerms
from damiera.service.event_forms import event_of
from damiera.web.play.event_forms import read_event


def event_from(given: dict[str, str], rules: Ruleset) -> dict[str, object]:
    return event_of(read_event(given), rules)


def test_squares_are_read_as_the_game_writes_them() -> None:
    given = {"e": "irregular", "path": "22 - 14", "removed": "18, 9", "crowned": ""}
    assert event_from(given, ITALIAN) == {"e": "irregular", "path": (22, 14), "removed": (18, 9)}
    assert event_from({"e": "touched", "square": "C3"}, ruleset("russian"))["square"] == 22


def test_men_that_come_back_before_a_move_are_read_with_it() -> None:
    given = {"e": "seal", "path": "@1@4/3-6"}
    assert event_from(given, ruleset("reentry")) == {"e": "seal", "path": (3, 6), "drops": (1, 4)}
    assert event_from({"e": "seal", "path": "22/18"}, ITALIAN) == {"e": "seal", "path": (22, 18)}


def test_times_numbers_and_ticks() -> None:
    given = {
        "e": "ruled",
        "white": "12:30",
        "black": "1:02:03",
        "limit": "10",
        "void_count": "yes",
        "moved": "no",
    }
    assert event_from(given, ITALIAN) == {
        "e": "ruled",
        "white_ms": 750_000,
        "black_ms": 3_723_000,
        "limit": 10,
        "void_count": True,
        "moved": False,
    }


@pytest.mark.parametrize(
    ("field", "word"),
    [
        ("path", "22-99"),
        ("square", "zz"),
        ("removed", "!"),
        ("white", "12.30"),
        ("limit", "ten"),
        ("path", "9999"),
    ],
)
def test_a_word_that_is_none_is_named_with_its_field(field: str, word: str) -> None:
    with pytest.raises(BadTerms) as caught:
        event_from({"e": "irregular", field: word}, ITALIAN)
    assert caught.value.field == field


def test_an_uncrowned_man_is_a_move_and_not_a_square() -> None:
    assert event_from({"e": "moved", "path": "6-2", "crowned": "no"}, ITALIAN) == {
        "e": "moved",
        "path": (6, 2),
        "crowned": False,
    }
