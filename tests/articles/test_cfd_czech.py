"""Czech draughts: one case an article."""

from __future__ import annotations

from damiera.game.events import RepetitionClaimed
from damiera.game.outcome import Termination
from tests.articles.desk import Desk, outcome

DESK = Desk("cfd.czech")
moves, cited = DESK.moves, DESK.cited

AROUND = ("a3-b4", "h6-g5", "b4-a3", "g5-h6")


def test_art_02_01_a_man_goes_one_square_forward() -> None:
    assert moves("W:Wc3:Bh4") == {"c3-b4", "c3-d4"}
    assert cited("W:Wc3:Bh4", "c3", "b2") == "2.1"


def test_art_02_02_on_the_last_row_a_man_becomes_a_king() -> None:
    assert DESK.after("W:Wg7:Bh4", "g7-f8") == "B:WKf8:Bh4"


def test_art_02_03_a_new_king_acts_after_the_opponent() -> None:
    game = DESK.play(DESK.start("W:Wg7:Bh4"), "g7-h8", "h4-g3")
    assert "h8-a1" in DESK.texts(game.position)


def test_art_02_04_a_king_flies_forward_and_back() -> None:
    assert moves("W:WKa1:Bh2") == {"a1-b2", "a1-c3", "a1-d4", "a1-e5", "a1-f6", "a1-g7", "a1-h8"}


def test_art_03_01_capturing_is_compulsory() -> None:
    assert moves("W:Wc3,g1:Bd4") == {"c3xe5"}
    assert cited("W:Wc3,g1:Bd4", "g1", "h2") == "3.1"


def test_art_03_02_a_man_takes_forward_only() -> None:
    assert moves("W:Wd4:Bc5,e3") == {"d4xb6"}
    assert moves("W:Wa3:Bb2") == {"a3-b4"}
    assert cited("W:Wa3:Bb2", "a3", "c1") == "3.2"


def test_art_03_03_a_man_takes_kings_too() -> None:
    assert moves("W:Wd4:BKc5,Kc3") == {"d4xb6"}


def test_art_03_04_a_king_takes_from_afar_a_single_piece() -> None:
    assert moves("W:WKa1:Bd4") == {"a1xe5", "a1xf6", "a1xg7", "a1xh8"}
    assert moves("W:WKa1:Bd4,e5") == {"a1-b2", "a1-c3"}


def test_art_03_05_own_pieces_bar_the_way() -> None:
    assert cited("W:Wc3,d4:Bh6", "c3", "e5") == "3.5"
    assert moves("W:WKa1,c3:Bd4,h6") == {"c3xe5"}


def test_art_03_06_a_capture_goes_on_while_it_can() -> None:
    assert moves("W:Wc3:Bd4,d6") == {"c3xe5xc7"}
    assert cited("W:Wc3:Bd4,d6", "c3", "e5") == "3.6"


def test_art_03_07_captured_pieces_come_off_at_the_end() -> None:
    assert moves("W:WKd4:Bf6,b2") == {"d4xg7", "d4xh8", "d4xa1"}


def test_art_03_08_a_man_that_takes_its_way_to_the_last_row_stops() -> None:
    assert moves("W:Wf6:Bb6,e7") == {"f6xd8"}
    assert DESK.after("W:Wf6:Bb6,e7", "f6xd8") == "B:WKd8:Bb6"


def test_art_03_09_a_king_lands_where_it_likes() -> None:
    assert moves("W:WKh2:Bd6") == {"h2xc7", "h2xb8"}


def test_art_03_10_it_lands_where_it_can_go_on() -> None:
    assert moves("W:WKa1:Bd4,f4") == {"a1xe5xg3", "a1xe5xh2"}
    assert cited("W:WKa1:Bd4,f4", "a1", "g7") == "3.10"


def test_art_04_01_if_a_king_can_capture_a_king_must() -> None:
    """However many pieces a man could take."""
    assert moves("W:Wg1,Kb2:Bc3,f2") == {"b2xd4", "b2xe5", "b2xf6", "b2xg7", "b2xh8"}
    assert moves("W:We3:Bf4,f6,b2") == {"e3xg5xe7"}
    assert moves("W:We3,Ka3:Bf4,f6,b2") == {"a3xc1"}
    assert cited("W:We3,Ka3:Bf4,f6,b2", "e3", "g5", "e7") == "4.1"
    assert moves("W:Wa5,Kc5:Bb6") == {"c5xa7"}


def test_art_04_02_otherwise_the_choice_is_free() -> None:
    """Numbers count for nothing, among men or among kings."""
    assert moves("W:Wd4:Bc5,e5,e7") == {"d4xb6", "d4xf6xd8"}
    assert moves("W:WKa1,Kh2:Bd4,e5") == {"h2xd6", "h2xc7", "h2xb8"}


def test_art_05_06_the_third_time_a_draw_may_be_claimed() -> None:
    game = DESK.go_round(DESK.start("W:WKa3,c1:BKh6,f8"), AROUND, 8)
    assert game.outcome is None
    game = game.apply(RepetitionClaimed(side="white", at=0))
    assert (outcome(game).termination, DESK.ended(game)) == (Termination.REPETITION, "5.6")


def test_art_05_07_fifteen_moves_of_kings_only() -> None:
    game = DESK.go_round(DESK.start("W:WKa3,c1:BKh6,f8"), AROUND, 29)
    assert game.outcome is None
    game = DESK.play(game, AROUND[29 % 4])
    assert (outcome(game).termination, DESK.ended(game)) == (Termination.NO_PROGRESS, "5.7")
