"""Portuguese draughts, numbered from White's right: one case an article."""

from __future__ import annotations

from damiera.game.events import RepetitionClaimed
from damiera.game.outcome import Termination
from tests.articles.desk import Desk, outcome

DESK = Desk("fpd.portuguese")
moves, cited = DESK.moves, DESK.cited

AROUND = ("1-5", "30-27", "5-1", "27-30")


def test_art_01_03_numbers_from_white_s_right() -> None:
    start = DESK.game.start()
    assert (start.white_men, start.black_men) == (tuple(range(1, 13)), tuple(range(21, 33)))
    assert DESK.game.core.coordinates(1) == (7, 0)


def test_art_02_01_a_man_goes_one_square_forward() -> None:
    assert moves("W:W10:B32") == {"10-13", "10-14"}
    assert cited("W:W10:B32", "10", "6") == "2.1"


def test_art_02_02_on_the_last_row_a_man_becomes_a_king() -> None:
    assert moves("W:W26:B9") == {"26-29", "26-30"}
    assert DESK.after("W:W26:B9", "26-30") == "B:WK30:B9"


def test_art_02_03_a_new_king_acts_after_the_opponent() -> None:
    game = DESK.play(DESK.start("W:W26:B12"), "26-30", "12-8")
    assert DESK.texts(game.position) == {f"30-{n}" for n in (26, 21, 17, 27, 23, 20, 16)}


def test_art_02_04_a_king_flies_forward_and_back() -> None:
    assert moves("W:WK1,14:B12") == {"14-18", "14-19", "1-5", "1-10"}


def test_art_03_01_capturing_is_compulsory() -> None:
    assert moves("W:W10,1:B14") == {"10x19"}
    assert cited("W:W10,1:B14", "1", "5") == "3.1"


def test_art_03_02_a_man_takes_forward_only() -> None:
    assert moves("W:W10:B5,14") == {"10x19"}


def test_art_03_03_a_man_takes_kings_too() -> None:
    assert moves("W:W10:BK14") == {"10x19"}


def test_art_03_04_a_king_takes_from_afar_a_single_piece() -> None:
    assert moves("W:WK1:B19") == {"1x23", "1x28", "1x32"}


def test_art_03_05_own_pieces_bar_the_way() -> None:
    assert moves("W:W10,14:B32") == {"10-13", "14-18", "14-19"}
    assert cited("W:W10,14:B32", "10", "19") == "3.5"


def test_art_03_06_a_capture_goes_on_while_it_can() -> None:
    assert moves("W:W10:B14,23") == {"10x19x28"}
    assert cited("W:W10:B14,23", "10", "19") == "3.6"


def test_art_03_07_captured_pieces_come_off_at_the_end() -> None:
    assert moves("W:WK18:B21,14") == {"18x25", "18x11", "18x7", "18x4"}


def test_art_03_08_a_man_that_takes_its_way_to_the_last_row_stops() -> None:
    assert moves("W:W22:B27,28") == {"22x31"}
    assert DESK.after("W:W22:B27,28", "22x31") == "B:WK31:B28"


def test_art_03_09_a_king_lands_where_it_likes() -> None:
    assert moves("W:WK1:B14") == {"1x19", "1x23", "1x28", "1x32"}


def test_art_04_01_the_most_pieces() -> None:
    assert moves("W:W10,9:B14,23,13") == {"10x19x28"}
    assert cited("W:W10,9:B14,23,13", "9", "18") == "4.1"


def test_art_04_02_then_the_most_kings() -> None:
    assert moves("W:W15,27:B20,K19") == {"15x22"}
    assert cited("W:W15,27:B20,K19", "15", "24") == "4.2"


def test_art_04_03_otherwise_the_choice_is_free() -> None:
    """Who takes does not matter, man or king."""
    assert moves("W:W1,K3:B5,7") == {"1x10", "3x12", "3x16"}


def test_art_05_06_the_third_time_a_draw_may_be_claimed() -> None:
    game = DESK.go_round(DESK.start("W:WK1,3:BK30,29"), AROUND, 8)
    assert game.outcome is None
    game = game.apply(RepetitionClaimed(side="black", at=0))
    assert (outcome(game).termination, DESK.ended(game)) == (Termination.REPETITION, "5.6")


def test_art_05_07_twenty_moves_of_kings_only() -> None:
    game = DESK.go_round(DESK.start("W:WK1,3:BK30,29"), AROUND, 39)
    assert game.outcome is None
    game = DESK.play(game, AROUND[39 % 4])
    assert (outcome(game).termination, DESK.ended(game)) == (Termination.NO_PROGRESS, "5.7")
