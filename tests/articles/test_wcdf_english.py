"""WCDF, English draughts: what it says of moves, and its draws, which a player claims."""

from __future__ import annotations

import pytest

from damiera.game.errors import NothingToCount
from damiera.game.events import CountRequested, RepetitionClaimed
from damiera.game.outcome import Termination
from tests.articles.desk import BLACK, Desk, outcome

DESK = Desk("wcdf.english")
moves, cited = DESK.moves, DESK.cited

AROUND = ("1-6", "32-28", "6-1", "28-32")


def test_art_01_05_black_begins() -> None:
    assert DESK.game.start().side is BLACK
    assert cited(DESK.game.start().fen, "22", "18") == "1.5"


def test_art_02_01_a_man_goes_one_square_forward() -> None:
    assert moves("W:W18,22:B1") == {"18-14", "18-15", "22-17"}
    assert cited("W:W18:B1", "18", "22") == "2.1"


def test_art_02_02_on_the_last_row_a_man_becomes_a_king() -> None:
    assert DESK.after("W:W6:B5", "6-2") == "B:WK2:B5"


def test_art_02_03_a_new_king_acts_after_the_opponent() -> None:
    game = DESK.play(DESK.start("W:W8:B5"), "8-4", "5-9")
    assert DESK.texts(game.position) == {"4-8"}


def test_art_02_04_a_king_goes_one_square_forward_or_back() -> None:
    assert moves("W:WK18:B1") == {"18-14", "18-15", "18-22", "18-23"}


def test_art_03_01_capturing_is_compulsory() -> None:
    assert moves("W:W22,29:B18") == {"22x15"}
    assert cited("W:W22,29:B18", "29", "25") == "3.1"


def test_art_03_02_a_man_takes_forward_only() -> None:
    assert moves("W:W14:B9,17") == {"14x5"}
    assert moves("W:W21:B17,25") == {"21x14"}
    assert cited("W:W21:B25", "21", "30") == "3.2"


def test_art_03_03_a_man_takes_kings_too() -> None:
    assert moves("W:W18:BK15,K23") == {"18x11"}


def test_art_03_04_a_king_takes_the_piece_beside_it_forward_and_back() -> None:
    assert moves("W:WK18:B15,22") == {"18x11", "18x25"}
    assert moves("W:WK29:B22") == {"29-25"}


def test_art_03_05_own_pieces_bar_the_way() -> None:
    assert cited("W:W22,18:B1", "22", "15") == "3.5"


def test_art_03_06_a_capture_goes_on_while_it_can() -> None:
    assert moves("W:W22:B18,11") == {"22x15x8"}
    assert cited("W:W22:B18,11", "22", "15") == "3.6"


def test_art_03_07_a_free_square_may_be_crossed_again() -> None:
    """Four in a ring: the king comes back to where it started, and the captured ones leave together."""
    assert moves("W:WK22:B18,17,10,9") == {"22x13x6x15x22", "22x15x6x13x22"}
    assert DESK.after("W:WK22:B18,17,10,9,1", "22x13x6x15x22") == "B:WK22:B1"
    assert cited("W:WK22:B18,17,10,9", "22", "13", "6", "15", "22", "13") == "3.7"


def test_art_03_08_a_man_that_takes_its_way_to_the_last_row_stops() -> None:
    assert moves("W:W12:B7,8") == {"12x3"}
    assert DESK.after("W:W12:B7,8", "12x3") == "B:WK3:B7"


def test_art_04_01_the_choice_is_free() -> None:
    assert moves("W:W18:B14,15,8") == {"18x9", "18x11x4"}


def test_art_05_06_a_claim_before_the_move_that_repeats() -> None:
    game = DESK.go_round(DESK.start("B:WK32:BK1,K3"), AROUND, 7)
    assert (game.repetitions, game.outcome) == (2, None)
    game = game.apply(RepetitionClaimed(side="white", at=0))
    assert (outcome(game).termination, DESK.ended(game)) == (Termination.REPETITION, "5.6")


def test_art_05_07_a_claim_after_forty_moves_without_progress() -> None:
    game = DESK.go_round(DESK.start("B:WK32,K31:BK1,K3,K2"), AROUND, 79)
    assert not game.can_ask_count
    with pytest.raises(NothingToCount):
        game.apply(CountRequested(side="black", at=0))
    game = DESK.play(game, AROUND[79 % 4]).apply(CountRequested(side="black", at=0))
    assert (outcome(game).termination, DESK.ended(game)) == (Termination.NO_PROGRESS, "5.7")
