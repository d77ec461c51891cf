"""FID, the ten rules on one page: what they say of moves."""

from __future__ import annotations

from damiera.game.events import CountRequested
from damiera.game.outcome import Termination
from tests.articles.desk import WHITE, Desk

DESK = Desk("fid.italian.ten-rules")
moves, cited = DESK.moves, DESK.cited

AROUND = ("32-28", "1-5", "28-32", "5-1")


def test_art_01_the_last_square_at_the_lower_right_is_black() -> None:
    assert DESK.game.core.coordinates(32) == (7, 0)


def test_art_02_twelve_men_each_and_white_begins() -> None:
    start = DESK.game.start()
    assert (start.black_men, start.white_men) == (tuple(range(1, 13)), tuple(range(21, 33)))
    assert start.side is WHITE


def test_art_03_a_man_steps_forward_and_becomes_a_king() -> None:
    assert moves("W:W22:B5") == {"22-18", "22-19"}
    assert DESK.after("W:W6:B21", "6-2") == "B:WK2:B21"


def test_art_04_it_takes_forward_and_goes_on() -> None:
    assert moves("W:W21:B18,11,25") == {"21x14x7"}
    assert cited("W:W21:B18,11", "21", "14") == "4"


def test_art_05_a_king_steps_and_takes_all_ways() -> None:
    assert moves("W:WK18:B4") == {"18-13", "18-14", "18-21", "18-22"}
    assert moves("W:WK18:B13,22") == {"18x9", "18x27"}
    assert moves("W:WK18:BK14") == {"18x11"}


def test_art_06_capturing_is_compulsory() -> None:
    assert cited("W:W22,29:B18", "29", "26") == "6"


def test_art_07_the_precedence_in_its_order() -> None:
    """Number before the king, the king before the kings taken, their number before their order."""
    assert [article.number for article in DESK.book.articles_of("7")] == ["7", "7.a", "7.b", "7.c", "7.d"]
    assert moves("W:W21,K32:BK28,18,11") == {"21x14x7"}
    assert moves("W:WK22,21:B18") == {"22x13"}
    assert moves("W:WK22:BK18,10,19,K12") == {"22x13x6"}


def test_art_07_a_the_most_pieces() -> None:
    assert cited("W:W22,21:B18,11,17", "22", "13") == "7.a"


def test_art_07_b_the_king_and_not_the_man() -> None:
    assert cited("W:WK22,21:B18,17", "21", "14") == "7.b"


def test_art_07_c_the_most_kings() -> None:
    assert cited("W:WK22:BK18,19", "22", "15") == "7.c"


def test_art_07_d_where_a_king_comes_first() -> None:
    assert cited("W:WK22:BK18,10,19,K12", "22", "15", "8") == "7.d"


def test_art_10_forty_moves_counted_on_request() -> None:
    game = DESK.start("W:WK32,20:BK1,9", automatic=False)
    assert game.tally.count(Termination.MOVE_COUNT) is None
    game = DESK.go_round(game.apply(CountRequested(side="white", at=0)), AROUND, 79)
    assert game.outcome is None
    assert DESK.ended(DESK.play(game, AROUND[79 % 4])) == "10"


def test_art_10_the_count_starts_again_at_a_man_s_move() -> None:
    game = DESK.start("W:WK32,20:BK1,9", automatic=False).apply(CountRequested(side="white", at=0))
    game = DESK.play(game, *AROUND[:2], "20-16")
    assert [count.plies for count in game.tally.counts] == [0]
