"""Our gathered rules of antidraughts: what is its own."""

from __future__ import annotations

from tests.articles.desk import BLACK, Desk, outcome

DESK = Desk("damiera.antidraughts.default")
moves = DESK.moves


def test_art_01_01_capturing_stays_compulsory_with_its_precedence() -> None:
    assert moves("W:W28,32:B22,23,12") == {"28x17x8"}


def test_art_01_02_who_has_no_pieces_left_has_won() -> None:
    over = DESK.play(DESK.start("W:W28:B22"), "28x17")
    assert outcome(over).winner is BLACK
