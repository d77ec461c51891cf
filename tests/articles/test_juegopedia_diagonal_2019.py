"""The survey page at Juegopedia, Dama diagonale: what it says of moves, as it says it."""

from __future__ import annotations

from collections.abc import Iterable

from damiera.rules.squares import lettered
from tests.articles.desk import BLACK, WHITE, Desk

DESK = Desk("juegopedia.diagonal.2019")
moves = DESK.moves

CORE = DESK.game.core


def named(squares: Iterable[int]) -> set[str]:
    return {lettered(CORE, square) for square in squares}


def test_art_01_01_only_the_start_differs_from_the_english_game() -> None:
    """Twelve men on either side of the long diagonal, which is empty."""
    english, start = Desk("fid.english.2008"), DESK.game.start()
    assert named(start.white_men) == {"c1", "e1", "g1", "d2", "f2", "h2", "e3", "g3", "f4", "h4", "g5", "h6"}
    assert named(start.black_men) == {"b8", "d8", "f8", "a7", "c7", "e7", "b6", "d6", "a5", "c5", "b4", "a3"}
    for fen in ("W:W22:B18,11", "W:W18:B14,15,8", "W:WK18:BK15,22", "B:W32:B10,K15"):
        assert moves(fen) == english.moves(fen)


def test_art_01_02_men_are_crowned_on_the_marked_squares_of_the_far_corner() -> None:
    assert named(CORE.promotion_squares(WHITE)) == {"a3", "a5", "a7", "b8", "d8", "f8"}
    assert named(CORE.promotion_squares(BLACK)) == {"h6", "h4", "h2", "g1", "e1", "c1"}
    for man, crowned in (("b6", "a7"), ("g7", "f8"), ("b4", "a5")):
        promoting = {move.destination for move in DESK.at(f"W:W{man}:Bg3").moves() if move.promotes}
        assert named(promoting) == {crowned}
