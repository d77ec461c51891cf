"""Our gathered rules of breakthrough: what is its own."""

from __future__ import annotations

from tests.articles.desk import WHITE, Desk, outcome

DESK = Desk("damiera.breakthrough.default")


def test_art_02_02_and_05_08_the_first_king_wins() -> None:
    game = DESK.play(DESK.start("W:W7:B40"), "7-1")
    assert (outcome(game).winner, DESK.ended(game)) == (WHITE, "5.8")
    assert game.position.piece_at(1) == "W"


def test_art_03_08_and_05_08_in_passing_nobody_is_crowned() -> None:
    """The man goes on from the last row, stays a man, and the game goes on."""
    game = DESK.play(DESK.start("W:W12:B8,9,19,45"), "12x3x14x23")
    assert (game.outcome, game.position.white_men) == (None, (23,))


def test_art_03_07_captured_pieces_come_off_at_the_end() -> None:
    assert DESK.after("W:W28:B22,12,45", "28x17x8") == "B:W8:B45"
    assert DESK.cited("W:W28:B22,21,12", "28", "17", "28") == "3.7"
