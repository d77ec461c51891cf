"""APCA, American pool checkers: one case an article."""

from __future__ import annotations

from damiera.game.outcome import Termination
from tests.articles.desk import BLACK, Desk, outcome

DESK = Desk("apca.pool")
moves, cited = DESK.moves, DESK.cited

AROUND = ("1-6", "32-28", "6-1", "28-32")


def test_art_01_05_black_begins() -> None:
    assert DESK.game.start().side is BLACK
    assert cited(DESK.game.start().fen, "22", "18") == "1.5"


def test_art_02_01_a_man_goes_one_square_forward() -> None:
    assert moves("W:W18,22:B1") == {"18-14", "18-15", "22-17"}
    assert moves("B:W32:B1,10") == {"1-5", "1-6", "10-14", "10-15"}
    assert cited("W:W18:B1", "18", "22") == "2.1"


def test_art_02_02_on_the_last_row_a_man_becomes_a_king() -> None:
    assert DESK.after("W:W6:B5", "6-2") == "B:WK2:B5"


def test_art_02_03_a_new_king_acts_after_the_opponent() -> None:
    game = DESK.play(DESK.start("W:W8:B5"), "8-4", "5-9")
    assert "4-18" in DESK.texts(game.position)


def test_art_02_04_a_king_flies_forward_and_back() -> None:
    assert moves("W:WK1,15:B12") == {"1-5", "1-6", "1-10", "15-10", "15-11"}
    assert moves("W:WK1:B12") == {"1-5", "1-6", "1-10", "1-15", "1-19", "1-24", "1-28"}


def test_art_03_01_capturing_is_compulsory() -> None:
    assert moves("W:W22,29:B18") == {"22x15"}
    assert cited("W:W22,29:B18", "29", "25") == "3.1"


def test_art_03_02_a_man_takes_forward_and_back() -> None:
    assert moves("W:W14:B9,17") == {"14x5", "14x21"}


def test_art_03_03_a_man_takes_kings_too() -> None:
    assert moves("W:W18:BK15,K23") == {"18x11", "18x27"}


def test_art_03_04_a_king_takes_from_afar_a_single_piece() -> None:
    assert moves("W:WK29:B22") == {"29x18", "29x15", "29x11", "29x8", "29x4"}
    assert moves("W:WK29:B22,18") == {"29-25"}


def test_art_03_05_own_pieces_bar_the_way() -> None:
    assert cited("W:W22,18:B1", "22", "15") == "3.5"


def test_art_03_06_a_capture_goes_on_while_it_can() -> None:
    assert moves("W:W22:B18,11") == {"22x15x8"}
    assert cited("W:W22:B18,11", "22", "15") == "3.6"


def test_art_03_07_captured_pieces_come_off_at_the_end() -> None:
    """11 and 25 stand on either side of the king: neither can be jumped after the other."""
    assert moves("W:WK18:B11,25") == {"18x8", "18x4", "18x29"}


def test_art_03_08_a_man_that_passes_the_last_row_stays_a_man() -> None:
    assert moves("W:W12:B7,8") == {"12x3x10"}
    assert DESK.after("W:W12:B7,8,1", "12x3x10") == "B:W10:B1"


def test_art_03_09_a_king_lands_where_it_likes() -> None:
    assert moves("W:WK1:B10") == {"1x15", "1x19", "1x24", "1x28"}


def test_art_03_10_it_lands_where_it_can_go_on() -> None:
    assert moves("W:WK29:B22,24") == {"29x15x28"}
    assert cited("W:WK29:B22,24", "29", "8") == "3.10"


def test_art_04_01_the_choice_is_free() -> None:
    assert moves("W:W18:B14,15,8") == {"18x9", "18x11x4"}
    assert moves("W:W31,K1:B27,6") == {"31x24", "1x10", "1x15", "1x19", "1x24", "1x28"}


def test_art_05_06_the_third_time() -> None:
    game = DESK.go_round(DESK.start("B:WK32,20:BK1,12"), AROUND, 8)
    assert (outcome(game).termination, DESK.ended(game)) == (Termination.REPETITION, "5.6")


def test_art_05_08_three_kings_have_thirteen_moves() -> None:
    (count,) = (c for c in DESK.start("W:WK32,K31,K30:BK5").tally.counts if c.article == "apca.pool:5.8")
    assert (count.termination, count.limit, count.plies_left) == (Termination.MATERIAL, 13, 26)
    assert all(c.article != "apca.pool:5.8" for c in DESK.start("W:WK32,K31,30:BK5").tally.counts)
