"""Our gathered rules of Harzdame: what is its own."""

from __future__ import annotations

from tests.articles.desk import BLACK, WHITE, Desk

DESK = Desk("damiera.harzdame.default")
moves, cited = DESK.moves, DESK.cited


def test_art_01_02_eleven_squares_are_marked() -> None:
    core = DESK.game.core
    white = {DESK.name(square) for square in core.promotion_squares(WHITE)}
    black = {DESK.name(square) for square in core.promotion_squares(BLACK)}
    assert white == {"c8", "d8", "e8", "f8", "g8", "h8", "h7", "h6", "h5", "h4", "h3"}
    assert black == {"a1", "b1", "c1", "d1", "e1", "f1", "a2", "a3", "a4", "a5", "a6"}


def test_art_01_04_the_corner_is_full() -> None:
    start = DESK.game.start()
    assert len(start.white_men) == len(start.black_men) == 21
    assert {DESK.name(square) for square in start.white_men} >= {"a1", "f1", "a6", "c4"}


def test_art_02_01_a_man_goes_ahead_or_to_its_right() -> None:
    assert moves("W:Wd4:Bh8") == {"d4-d5", "d4-e4"}
    assert moves("B:Wa1:Bd5") == {"d5-d4", "d5-c5"}
    assert cited("W:Wd4:Bh8", "d4", "c4") == "2.1"


def test_art_03_02_a_man_captures_all_four_ways() -> None:
    assert moves("W:Wd4:Bc4,e4,d3,d5") == {"d4xb4", "d4xf4", "d4xd2", "d4xd6"}
