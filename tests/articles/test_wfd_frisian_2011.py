"""WFD, the Frisian rules of 2011: one case an article."""

from __future__ import annotations

from damiera.game.outcome import Termination
from tests.articles.desk import WHITE, Desk, outcome

DESK = Desk("wfd.frisian.2011")
moves, cited = DESK.moves, DESK.cited


def test_art_a_04_twenty_men_on_four_rows() -> None:
    start = DESK.game.start()
    assert (start.black_men, start.white_men) == (tuple(range(1, 21)), tuple(range(31, 51)))


def test_art_a_06_white_begins() -> None:
    assert DESK.game.start().side is WHITE
    assert cited(DESK.game.start().fen, "20", "25") == "A.6"


def test_art_b_07_a_man_moves_one_square_diagonally_forward() -> None:
    assert moves("W:W33:B5") == {"33-28", "33-29"}
    assert cited("W:W33:B5", "33", "38") == "B.7"


def test_art_b_07_a_a_man_captures_in_eight_directions() -> None:
    around = {"22": "17", "18": "8", "23": "19", "29": "30", "33": "39", "38": "48", "32": "37", "27": "26"}
    for taken, landing in around.items():
        assert moves(f"W:W28:B{taken}") == {f"28x{landing}"}


def test_art_b_07_b_a_man_takes_kings_too() -> None:
    assert moves("W:W28:BK38") == {"28x48"}


def test_art_b_08_a_man_that_ends_on_the_last_row_becomes_a_king() -> None:
    assert moves("W:W7:B40") == {"7-1", "7-2"}
    assert DESK.after("W:W7:B40", "7-1").startswith("B:WK1:B40")


def test_art_b_09_a_king_moves_along_diagonals_only() -> None:
    assert moves("W:WK46:B6") == {f"46-{n}" for n in (41, 37, 32, 28, 23, 19, 14, 10, 5)}


def test_art_b_09_a_a_king_captures_in_eight_directions_from_afar() -> None:
    assert moves("W:WK46:B26") == {"46x16", "46x6"}
    assert moves("W:WK46:BK48") == {"46x49", "46x50"}
    assert moves("W:WK46:B28") == {f"46x{n}" for n in (23, 19, 14, 10, 5)}


def test_art_b_09_b_a_king_lands_where_it_likes() -> None:
    assert moves("W:WK47:B37") == {"47x27", "47x17", "47x7"}


def test_art_b_10_the_greater_value() -> None:
    """A king counts for more than one man, and for less than two."""
    assert moves("W:W28:B22,K23") == {"28x19"}
    assert cited("W:W28:B22,K23", "28", "17") == "B.10"
    assert moves("W:WK11:B22,23,K44") == {"11x28x50", "11x33x50", "11x39x50"}
    assert moves("W:W28:BK22,23,13") == {"28x19x8"}


def test_art_b_11_with_equal_value_the_king_captures() -> None:
    assert moves("W:W14,K38:B10,28") == {"38x18", "38x8"}
    assert cited("W:W14,K38:B10,28", "14", "5") == "B.11"


def test_art_b_12_otherwise_the_choice_is_free() -> None:
    assert moves("W:W28:B22,33") == {"28x17", "28x39"}
    assert moves("W:W28:B33,27") == {"28x39", "28x26"}


def test_art_b_13_own_pieces_bar_the_way() -> None:
    assert moves("W:W28,33:B5") == {"28-22", "28-23", "33-29"}
    assert cited("W:W28,33:B5", "33", "22") == "B.13"


def test_art_b_14_a_capture_goes_on_while_it_can() -> None:
    assert moves("W:W28:B22,12") == {"28x17x8"}
    assert cited("W:W28:B22,12", "28", "17") == "B.14"


def test_art_b_15_captured_pieces_come_off_at_the_end() -> None:
    """The king that turns back over what it has taken would jump it twice."""
    assert moves("W:WK28:B22,33") == {"28x17", "28x11", "28x6", "28x39", "28x44", "28x50"}
    assert cited("W:WK28:B22", "28", "17", "28") == "B.15"


def test_art_b_16_a_man_that_passes_the_last_row_stays_a_man() -> None:
    assert moves("W:W12:B8,13") == {"12x3x23"}
    assert DESK.after("W:W12:B8,13,45", "12x3x23").startswith("B:W23:B45")


def test_art_b_18_a_new_king_acts_after_the_opponent() -> None:
    game = DESK.play(DESK.start("W:W7:B30"), "7-2", "30-35")
    assert DESK.texts(game.position) == {f"2-{n}" for n in (7, 11, 16, 8, 13, 19, 24, 30)}


def test_art_b_19_capturing_is_compulsory() -> None:
    assert moves("W:W28,50:B22") == {"28x17"}
    assert cited("W:W28,50:B22", "50", "44") == "B.19"


def test_art_c_01_a_king_moves_three_times_in_a_row_at_most() -> None:
    """While its side has men; a capture, or a move of another piece, sets it free."""
    assert moves("W:WK46,31:B5:M46/3,-") == {"31-26", "31-27"}
    assert cited("W:WK46,31:B4:M46/3,-", "46", "41") == "C.1"
    assert len(moves("W:WK46,31:B4:M46/2,-")) > 2
    game = DESK.play(DESK.start("W:WK46,26:BK15,25"), "46-41", "15-20", "41-46", "20-15", "46-41", "15-20")
    assert DESK.texts(game.position) == {"26-21"}
    game = DESK.play(game, "26-21")
    assert DESK.texts(game.position) == {"25-30"}
    game = DESK.play(game, "25-30")
    assert "41-46" in DESK.texts(game.position)


def test_art_c_02_two_kings_against_one_have_seven_moves() -> None:
    (count,) = DESK.start("W:WK46,K47:BK25").tally.counts
    assert (count.termination, count.limit, DESK.number(str(count.article))) == (
        Termination.MATERIAL,
        7,
        "C.2",
    )


def test_art_c_03_one_king_against_one_has_two() -> None:
    game = DESK.play(DESK.start("W:WK46:BK25"), "46-41", "25-3", "41-46")
    assert game.outcome is None
    game = DESK.play(game, "3-25")
    assert (outcome(game).score, DESK.ended(game)) == ("1-1", "C.3")
