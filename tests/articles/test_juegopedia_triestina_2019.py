"""The survey page at Juegopedia, Dama triestina: what it says of moves, as it says it."""

from __future__ import annotations

from tests.articles.desk import Desk

DESK = Desk("juegopedia.triestina.2019")
moves = DESK.moves


def test_art_01_01_italian_draughts_on_a_hundred_squares() -> None:
    core = DESK.game.core
    assert (core.files, core.ranks, core.dark_corner) == (10, 10, "right")
    assert moves("W:W28:B23") == {"28x17"}
    assert moves("W:W28:BK23") == {"28-24"}
    assert moves("W:WK28:BK24,23") == {"28x19"}


def test_art_01_02_twenty_men_each() -> None:
    assert len(DESK.game.start().white_men) == len(DESK.game.start().black_men) == 20
