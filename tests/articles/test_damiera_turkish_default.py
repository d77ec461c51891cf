"""Our gathered rules of Turkish draughts: what is its own."""

from __future__ import annotations

from damiera.game.outcome import Termination
from tests.articles.desk import Desk, outcome

DESK = Desk("damiera.turkish.default")
moves, cited = DESK.moves, DESK.cited


def test_art_02_01_never_back_and_never_diagonally() -> None:
    assert moves("W:Wd4:Bh8") == {"d4-c4", "d4-d5", "d4-e4"}
    assert cited("W:Wd4:Bh8", "d4", "e5") == "2.1"


def test_art_03_07_captured_pieces_come_off_at_once() -> None:
    assert moves("W:WKg8:Bf8,c7,f6,Ke2") == {"g8xc8xc2xf2xf7", "g8xc8xc2xf2xf8"}


def test_art_03_08_a_man_goes_on_along_the_last_row_as_a_man() -> None:
    assert moves("W:Wc6:Bc7,d8,f8") == {"c6xc8xe8xg8"}
    assert moves("W:Wd6,d4,h1:Bf8,Kd7") == {"d6xd8"}


def test_art_03_11_no_turning_straight_back() -> None:
    """c3 or f3 is taken, and the other not: the king would have to turn round."""
    assert moves("W:WKd3:Bc3,Kf3") == {"d3xb3", "d3xa3", "d3xg3", "d3xh3"}


def test_art_04_01_the_most_pieces_and_nothing_else() -> None:
    assert moves("W:Wd4:Bd5,c4,b5") == {"d4xb4xb6"}
    assert moves("W:Wd4:Bd5,Kc4") == {"d4xd6", "d4xb4"}


def test_art_05_08_one_piece_against_one() -> None:
    assert (outcome(DESK.start("W:WKa1:Bh5")).score, DESK.ended(DESK.start("W:WKa1:Bh5"))) == ("1-1", "5.8")
    assert DESK.start("W:WKa1:Ba5").outcome is None


def test_men_that_go_sideways_bring_a_position_back() -> None:
    """A man that has gone aside may go back: his move is not for ever, and the third time is a draw."""
    start = DESK.start("W:Wa2,h3:Ba7,h6")
    game = DESK.go_round(start, ("a2-b2", "a7-b7", "b2-a2", "b7-a7"), 8)
    assert game.outcome is not None
    assert game.outcome.termination is Termination.REPETITION
