"""The survey page at Juegopedia, Dama italiana: what it says of moves and draws, as it says it."""

from __future__ import annotations

from damiera.game.outcome import Termination
from tests.articles.desk import Desk, outcome

DESK = Desk("juegopedia.italian.2019")
moves, cited = DESK.moves, DESK.cited


def test_art_01_01_capturing_is_compulsory() -> None:
    assert moves("W:W22,29:B18") == {"22x13"}
    assert cited("W:W22,29:B18", "29", "26") == "1.1"


def test_art_01_02_men_take_forward_only_and_men_only() -> None:
    assert moves("W:W18:B14,23") == {"18x11"}
    assert moves("W:W22:BK18") == {"22-19"}
    assert cited("W:W22:BK18", "22", "13") == "1.2"


def test_art_01_03_kings_take_everything_both_ways() -> None:
    assert moves("W:WK18:BK14") == {"18x11"}
    assert moves("W:WK18:B13,22") == {"18x9", "18x27"}


def test_art_01_04_the_most_pieces() -> None:
    assert moves("W:W22,21:B18,11,17") == {"21x14x7"}
    assert cited("W:W22,21:B18,11,17", "22", "13") == "1.4"


def test_art_01_05_with_equal_numbers_the_better_piece_takes() -> None:
    assert moves("W:WK22,21:B18,17") == {"22x13"}
    assert cited("W:WK22,21:B18,17", "21", "14") == "1.5"


def test_art_01_06_with_equal_numbers_the_greater_value_is_taken() -> None:
    assert moves("W:WK22:BK18,19") == {"22x13"}
    assert cited("W:WK22:BK18,19", "22", "15") == "1.6"


def test_art_01_07_with_equal_value_the_better_piece_comes_first() -> None:
    assert moves("W:WK22:BK18,10,19,K12") == {"22x13x6"}
    assert cited("W:WK22:BK18,10,19,K12", "22", "15", "8") == "1.7"


def test_art_01_08_otherwise_the_choice_is_free() -> None:
    assert moves("W:WK22:B18,19") == {"22x13", "22x15"}


AROUND = ("32-28", "1-5", "28-32", "5-1")


def test_art_02_01_the_third_time_with_the_same_player_to_move() -> None:
    game = DESK.go_round(DESK.start("W:WK32,25:BK1,9"), AROUND, 8)
    assert (outcome(game).termination, DESK.ended(game)) == (Termination.REPETITION, "2.1")


def progress(fen: str, *texts: str) -> int:
    """How many plies without progress have been counted after some moves."""
    count = DESK.play(DESK.start(fen), *texts).tally.count(Termination.NO_PROGRESS)
    assert count is not None
    return count.plies


def test_art_02_02_forty_moves_without_progress() -> None:
    """A capture, a piece set free, or a man's move by the side ahead begins the count anew; nothing else."""
    count = DESK.start("W:WK32,25:BK1,9").tally.count(Termination.NO_PROGRESS)
    assert count is not None
    assert (count.limit, count.plies_left) == (40, 80)
    assert progress("W:WK32,25:BK1,9", "32-28", "1-5") == 2
    assert progress("W:WK32,25:BK1,8", "32-28", "8-12") == 2
    assert progress("W:WK32,K31,24:BK1,8", "32-28", "1-5", "24-20") == 0
    assert progress("W:WK32,24:BK1,K2,8", "32-28", "1-5", "24-20") == 3


def limits(fen: str) -> dict[str, int]:
    return {DESK.number(str(count.article)): count.limit for count in DESK.start(fen).tally.counts}


def test_art_02_03_two_kings_against_one() -> None:
    assert limits("W:WK32,K31:BK1")["2.3"] == 20
    assert limits("W:WK32:BK1,K2")["2.3"] == 20
    assert "2.3" not in limits("W:WK32,31:BK1")


def test_art_02_04_three_kings_against_two() -> None:
    assert limits("W:WK32,K31,K30:BK1,K2")["2.4"] == 30
    assert "2.4" not in limits("W:WK32,K31:BK1,K2")
