"""Our gathered rules of Hexdame: what is its own."""

from __future__ import annotations

from tests.articles.desk import WHITE, Desk

DESK = Desk("damiera.hexdame.default")
moves = DESK.moves


def test_art_02_01_a_man_steps_to_the_three_cells_ahead() -> None:
    assert moves("W:We4:Bi5") == {"e4-e5", "e4-f4", "e4-f5"}


def test_art_02_02_the_far_sides_crown() -> None:
    core = DESK.game.core
    named = {DESK.name(square) for square in core.promotion_squares(WHITE)}
    assert named == {*(f"i{digit}" for digit in range(5, 10)), *(f"{letter}9" for letter in "efgh")}


def test_art_02_04_a_king_flies_in_six_directions() -> None:
    assert len(moves("W:WKe5:Bg6")) == 24


def test_art_03_02_a_man_captures_in_six_directions() -> None:
    assert moves("W:We4:Be5,f5,f4,e3,d3,d4") == {"e4xe6", "e4xg6", "e4xg4", "e4xe2", "e4xc2", "e4xc4"}


def test_art_03_07_captured_pieces_come_off_at_the_end() -> None:
    assert moves("W:WKe6:Bf7,d5") == {"e6xg8", "e6xh9", "e6xc4", "e6xb3", "e6xa2"}


def test_art_03_09_a_king_lands_where_it_likes() -> None:
    assert moves("W:WKa1:Bc3") == {"a1xd4", "a1xe5", "a1xf6", "a1xg7", "a1xh8", "a1xi9"}


def test_art_04_01_the_most_pieces() -> None:
    assert moves("W:WKe7:Bg7,e4") == {"e7xh7xd3", "e7xh7xc2", "e7xh7xb1"}
