"""Our gathered rules of Croda: what is its own."""

from __future__ import annotations

from tests.articles.desk import Desk

DESK = Desk("damiera.croda.default")
moves, cited = DESK.moves, DESK.cited


def test_art_02_01_a_man_goes_ahead_and_diagonally_ahead() -> None:
    assert moves("W:Wd4:Bh8") == {"d4-d5", "d4-c5", "d4-e5"}
    assert moves("B:Wh1:Bd5") == {"d5-d4", "d5-c4", "d5-e4"}
    assert cited("W:Wd4:Bh8", "d4", "e4") == "2.1"


def test_art_03_02_a_man_captures_along_rows_and_columns() -> None:
    around = "W:Wd4:Bc4,e4,d3,d5,c5,e5,c3,e3"
    assert moves(around) == {"d4xb4", "d4xf4", "d4xd2", "d4xd6"}


def test_art_03_07_captured_pieces_come_off_at_the_end() -> None:
    """The piece on d6 stands in the way until the capture is over."""
    assert moves("W:WKd1:Bd3,d6,d7") == {"d1xd4", "d1xd5"}
    assert DESK.cited("W:WKd4:Bd5", "d4", "d6", "d3") == "3.7"


def test_the_option_of_moves_sideways() -> None:
    assert Desk(DESK.id, "croda~man-moves=front").moves("W:Wd4:Bh8") >= {"d4-c4", "d4-e4"}
