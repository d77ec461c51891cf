"""The survey page at Juegopedia, Dama tedesca: what it says of moves, as it says it."""

from __future__ import annotations

from tests.articles.desk import Desk

DESK = Desk("juegopedia.german.2019")
moves = DESK.moves


def test_art_01_01_spanish_draughts_with_a_white_square_at_the_lower_right() -> None:
    """The men take forward only, kings too; the king flies and lands where it likes."""
    assert DESK.game.core.dark_corner == "left"
    assert moves("W:W18:BK15,22") == {"18x11"}
    assert moves("W:WK1:B10") == {"1x15", "1x19", "1x24", "1x28"}


def test_art_01_02_the_choice_is_free() -> None:
    assert moves("W:W18:B14,15,8") == {"18x9", "18x11x4"}
    assert "1.2" in DESK.reasons("W:W18:B14,15,8")
