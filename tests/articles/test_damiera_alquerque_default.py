"""Our gathered rules of alquerque: what is its own."""

from __future__ import annotations

from dataclasses import replace

from damiera.game.draws import PositionTally
from tests.articles.desk import WHITE, Desk

DESK = Desk("damiera.alquerque.default")
moves, cited = DESK.moves, DESK.cited


def test_art_01_04_only_the_point_in_the_middle_is_free() -> None:
    start = DESK.game.start()
    assert {DESK.name(s) for s in start.white_men} >= {"a1", "e2", "d3", "e3"}
    assert len(start.white_men) == len(start.black_men) == 12


def test_art_02_01_a_man_goes_where_a_line_leads() -> None:
    assert {move.partition("-")[2] for move in moves("W:Wc3:Ba5")} == {
        "c4", "d4", "d3", "d2", "c2", "b2", "b3", "b4",
    }  # fmt: skip
    assert moves("W:Wc2:Ba5") == {"c2-c1", "c2-c3", "c2-b2", "c2-d2"}


def test_art_02_02_nobody_is_crowned() -> None:
    assert DESK.game.core.promotion_squares(WHITE) == ()
    assert DESK.after("W:Wc4:Be1", "c4-c5") == "B:Wc5:Be1"
    assert cited("W:Wc4:Be1", "c4", "c5") == "2.1"


def test_art_03_02_a_man_captures_every_way() -> None:
    assert moves("W:Wc3:Bb4,d4,b2,d2") == {"c3xa5", "c3xe5", "c3xa1", "c3xe1"}


def test_art_05_06_the_same_position_for_the_third_time() -> None:
    """Men go back here, so that a position comes up again without kings."""
    around = ("a1-b1", "e5-d5", "b1-a1", "d5-e5")
    game = DESK.go_round(DESK.start("W:Wa1:Be5"), around, 8)
    assert DESK.ended(game) == "5.6"


def test_art_05_07_forty_moves_without_a_capture() -> None:
    game = DESK.play(DESK.start("W:Wa1:Be5"), "a1-b1")
    (count,) = game.tally.counts
    assert (count.limit, DESK.number(str(count.article)), count.plies) == (40, "5.7", 1)
    tally = PositionTally(1, (replace(count, plies=79),), game.tally.tail)
    late = replace(game, tallies=(*game.tallies[:-1], tally))
    assert DESK.ended(DESK.play(late, "e5-d5")) == "5.7"


def test_the_option_of_never_going_back() -> None:
    forward = Desk(DESK.id, "alquerque~man-moves=front").moves("W:Wc3:Ba5")
    assert {move.partition("-")[2] for move in forward} == {"c4", "d4", "d3", "b3", "b4"}
