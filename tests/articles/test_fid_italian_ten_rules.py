"""FID, the ten rules on one page: what they say of moves."""

from __future__ import annotations

import pytest

from damiera.game.errors import OutOfOrder
from damiera.game.events import Consented, CountRequested, Moved, Touched
from damiera.game.outcome import Termination
from damiera.game.state import Game
from damiera.game.ways import Conditions
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


def table() -> Game:
    agreed = Conditions(arbitrated=True, touch_move=True, automatic_count=False)
    return Game.start(DESK.game, rulebook=DESK.id, conditions=agreed)


def test_art_08_the_touched_piece_is_the_one_to_move() -> None:
    game = table().apply(Touched(side="white", square=22, at=0))
    with pytest.raises(OutOfOrder) as caught:
        game.apply(Moved(path=(23, 19), at=1))
    assert caught.value.article == f"{DESK.id}:8"
    assert game.apply(Moved(path=(22, 18), at=1)).ply == 1


def test_art_08_notice_alone_is_not_enough_consent_must_be_waited_for() -> None:
    """By the regulation of 2008 the notice suffices."""
    notice, touch = (Touched(side="white", square=22, adjust=said, at=0) for said in (True, False))
    waiting = table().apply(notice)
    assert (waiting.conduct.bound, waiting.conduct.adjusting) == (None, (WHITE, 22))
    assert waiting.conduct.log[-1].article == f"{DESK.id}:8"
    hasty = waiting.apply(touch)
    assert (hasty.conduct.bound, hasty.conduct.adjusting) == (22, None)
    general = Game.start(DESK.game, conditions=Conditions(arbitrated=True, touch_move=True)).apply(notice)
    assert (general.conduct.adjusting, general.conduct.log[-1].article) == (None, "fid.italian.2008:3.9")


def test_art_08_the_opponent_consents_and_the_piece_binds_nobody() -> None:
    waiting = table().apply(Touched(side="white", square=22, adjust=True, at=0))
    free = waiting.apply(Consented(side="black", at=1))
    assert (free.conduct.bound, free.conduct.adjusting) == (None, None)
    entry = free.conduct.log[-1]
    assert (entry.author, entry.article) == ("black", f"{DESK.id}:8")
    assert free.apply(Moved(path=(23, 19), at=2)).ply == 1
    for game, side in ((waiting, "white"), (free, "black"), (table(), "black")):
        with pytest.raises(OutOfOrder) as caught:
            game.apply(Consented(side=side, at=2))  # type: ignore[arg-type]
        assert caught.value.article == f"{DESK.id}:8"


def test_art_08_a_move_ends_the_waiting() -> None:
    game = (
        table().apply(Touched(side="white", square=22, adjust=True, at=0)).apply(Moved(path=(23, 19), at=1))
    )
    assert game.conduct.adjusting is None


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
