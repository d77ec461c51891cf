"""The survey page at Juegopedia, Dama frisia: what it says of moves, as it says it."""

from __future__ import annotations

from tests.articles.desk import Desk

DESK = Desk("juegopedia.frisian.2019")
moves = DESK.moves


def test_art_01_01_pieces_also_capture_straight() -> None:
    """The page lets them move straight too; the federation's book, like all others, does not."""
    for taken, landing in (("18", "8"), ("38", "48"), ("27", "26"), ("29", "30")):
        assert moves(f"W:W28:B{taken}") == {f"28x{landing}"}
    assert moves("W:W28:B5") == {"28-22", "28-23"}
