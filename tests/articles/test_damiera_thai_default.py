"""Our gathered rules of makhos: what is its own."""

from __future__ import annotations

from tests.articles.desk import Desk

DESK = Desk("damiera.thai.default")
moves, cited = DESK.moves, DESK.cited


def test_art_03_07_captured_pieces_come_off_at_once() -> None:
    """The king turns straight back over the square it has just emptied."""
    assert moves("W:WK18:B11,25") == {"18x8x29", "18x29x8"}


def test_art_03_09_a_king_lands_just_behind() -> None:
    assert moves("W:WK1:B10") == {"1x15"}
    assert cited("W:WK1:B10", "1", "19") == "3.9"


def test_art_04_01_the_choice_is_free() -> None:
    assert moves("W:W18:B14,15,8") == {"18x9", "18x11x4"}
