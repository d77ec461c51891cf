"""IDF, Russian draughts: one case an article, each a position and all that may be played in it."""

from __future__ import annotations

import pytest

from damiera.game.events import DrawAccepted, DrawOffered, Resigned
from damiera.game.outcome import Termination
from tests.articles.desk import BLACK, WHITE, Desk, outcome

DESK = Desk("idf.russian")
moves, cited = DESK.moves, DESK.cited

FROM_C3 = {"c3-a1", "c3-a5", "c3-b2", "c3-b4", "c3-d2", "c3-d4", "c3-e1", "c3-e5", "c3-f6", "c3-g7"}


def test_art_01_02_the_lower_left_square_is_dark() -> None:
    core = DESK.game.core
    assert (core.files, core.ranks, core.squares, core.dark_corner) == (8, 8, 32, "left")


def test_art_01_03_a_letter_and_a_digit() -> None:
    core = DESK.game.core
    first, last = core.square_at(0, 0), core.square_at(7, 7)
    assert first is not None
    assert last is not None
    assert (DESK.name(first), DESK.name(last)) == ("a1", "h8")


def test_art_01_04_twelve_men_on_three_rows() -> None:
    start = DESK.game.start()
    assert len(start.white_men) == len(start.black_men) == 12
    assert {DESK.name(square)[1] for square in start.white_men} == {"1", "2", "3"}
    assert {DESK.name(square)[1] for square in start.black_men} == {"6", "7", "8"}


def test_art_01_05_white_begins() -> None:
    assert DESK.game.start().side is WHITE
    assert cited(DESK.game.start().fen, "b6", "a5") == "1.5"


def test_art_02_01_a_man_goes_one_square_forward() -> None:
    assert moves("W:Wc3:Bh8") == {"c3-b4", "c3-d4"}
    assert cited("W:Wc3:Bh8", "c3", "b2") == "2.1"
    assert moves("B:Wh2:Bc3") == {"c3-b2", "c3-d2"}


def test_art_02_02_on_the_last_row_a_man_becomes_a_king() -> None:
    assert moves("W:Wg7:Bh4") == {"g7-f8", "g7-h8"}
    assert DESK.after("W:Wg7:Bh4", "g7-f8") == "B:WKf8:Bh4"


def test_art_02_03_a_new_king_acts_after_the_opponent() -> None:
    game = DESK.play(DESK.start("W:Wg7:Bh4"), "g7-h8")
    assert (game.side, game.position.fen) == (BLACK, DESK.at("B:WKh8:Bh4").fen)
    assert "h8-a1" in DESK.texts(DESK.play(game, "h4-g3").position)


def test_art_02_04_a_king_flies_forward_and_back() -> None:
    assert moves("W:WKc3:Bh8") == FROM_C3
    assert cited("W:WKc3:Bh8", "c3", "e3") == "2.4"


def test_art_03_01_capturing_is_compulsory() -> None:
    assert moves("W:Wc3,g1:Bd4") == {"c3xe5"}
    assert cited("W:Wc3,g1:Bd4", "g1", "h2") == "3.1"


def test_art_03_02_a_man_takes_forward_and_back() -> None:
    assert moves("W:Wd4:Bc5,e3") == {"d4xb6", "d4xf2"}
    assert moves("W:Wb4,c1:Bc5,d6") == {"b4-a5", "c1-b2", "c1-d2"}


def test_art_03_03_a_man_takes_kings_too() -> None:
    assert moves("W:Wd4:BKc5,Kc3") == {"d4xb6", "d4xb2"}


def test_art_03_04_a_king_takes_from_afar() -> None:
    assert moves("W:WKa1:Bd4") == {"a1xe5", "a1xf6", "a1xg7", "a1xh8"}
    assert moves("W:WKa1:Bd4,e5") == {"a1-b2", "a1-c3"}


def test_art_03_05_own_pieces_bar_the_way() -> None:
    assert moves("W:Wc3,d4:Bh8") == {"c3-b4", "d4-c5", "d4-e5"}
    assert cited("W:Wc3,d4:Bh8", "c3", "e5") == "3.5"
    assert moves("W:WKa1,c3:Bd4,h8") == {"c3xe5"}


def test_art_03_06_a_capture_goes_on_while_it_can() -> None:
    assert moves("W:Wc3:Bd4,d6") == {"c3xe5xc7"}
    assert cited("W:Wc3:Bd4,d6", "c3", "e5") == "3.6"


def test_art_03_07_captured_pieces_come_off_at_the_end() -> None:
    """f6 still stands while the king goes on: it can neither turn back over it nor jump it again."""
    assert moves("W:WKd4:Bf6,b2") == {"d4xg7", "d4xh8", "d4xa1"}
    assert cited("W:WKc3:Bd4", "c3", "e5", "c3") == "3.7"
    assert DESK.after("W:Wc3:Bd4,d6,h8", "c3xe5xc7") == "B:Wc7:Bh8"


def test_art_03_08_a_man_becomes_a_king_in_passing() -> None:
    assert moves("W:Wf6:Bb6,e7") == {"f6xd8xa5"}
    assert moves("W:Wh6:Be7,g7") == {"h6xf8xd6", "h6xf8xc5", "h6xf8xb4", "h6xf8xa3"}
    assert DESK.after("W:Wf6:Bb6,e7,h8", "f6xd8xa5") == "B:WKa5:Bh8"


def test_art_03_09_a_king_lands_where_it_likes() -> None:
    assert moves("W:WKh2:Bd6") == {"h2xc7", "h2xb8"}


def test_art_03_10_it_lands_where_it_can_go_on() -> None:
    assert moves("W:WKa1:Bd4,f4") == {"a1xe5xg3", "a1xe5xh2"}
    assert cited("W:WKa1:Bd4,f4", "a1", "g7") == "3.10"


def test_art_04_01_the_choice_is_free() -> None:
    """One piece or two, a man or a king that takes: nothing is better than anything."""
    assert moves("W:Wd4:Bc5,e5,e7") == {"d4xb6", "d4xf6xd8"}
    assert moves("W:Wg1,Kb2:Bc3,f2") == {"g1xe3", "b2xd4", "b2xe5", "b2xf6", "b2xg7", "b2xh8"}


def test_art_05_01_who_cannot_move_has_lost() -> None:
    game = DESK.start("B:Wg5,f4:Bh6")
    assert (outcome(game).winner, DESK.ended(game)) == (WHITE, "5.1")


def test_art_05_02_who_has_no_pieces_has_lost() -> None:
    game = DESK.play(DESK.start("W:Wc3:Bd4"), "c3xe5")
    assert (outcome(game).winner, DESK.ended(game)) == (WHITE, "5.2")


def test_art_05_03_who_resigns_has_lost() -> None:
    game = DESK.start().apply(Resigned(side="white", at=0))
    assert (outcome(game).winner, DESK.ended(game)) == (BLACK, "5.3")


def test_art_05_05_a_draw_by_agreement() -> None:
    game = DESK.start().apply(DrawOffered(side="white", at=0)).apply(DrawAccepted(side="black", at=0))
    assert (outcome(game).score, DESK.ended(game)) == ("1-1", "5.5")


def test_art_06_01_a_colon_for_a_capture() -> None:
    assert DESK.game.capture_sign == ":"
    assert DESK.ended(DESK.play(DESK.start("W:Wc3:Bd4"), "c3:e5")) == "5.2"


# --- draws ---

AROUND = ("a3-b4", "h6-g5", "b4-a3", "g5-h6")


def test_art_07_02_03_the_third_time() -> None:
    game = DESK.go_round(DESK.start("W:WKa3,c1:BKh6,f8"), AROUND, 7)
    assert game.outcome is None
    game = DESK.play(game, "g5-h6")
    assert (outcome(game).termination, DESK.ended(game)) == (Termination.REPETITION, "7.2.3")


def limits(fen: str) -> dict[str, int]:
    """The counts under way by article, and their limits."""
    return {DESK.number(str(count.article)): count.limit for count in DESK.start(fen).tally.counts}


def test_art_07_02_04_three_kings_or_more_against_one() -> None:
    assert limits("W:WKa3,Kb2,Kh2:BKd8")["7.2.4"] == 15
    assert limits("B:WKd8:BKa3,Kb2,Kh2,Kg1")["7.2.4"] == 15
    assert "7.2.4" not in limits("W:WKa3,Kb2,h2:BKd8")


def test_art_07_02_05_fifteen_moves_of_kings_only() -> None:
    game = DESK.start("W:WKa3,c1:BKh6,f8")
    assert limits(game.position.fen)["7.2.5"] == 15
    count = DESK.play(game, *AROUND[:2]).tally.count(Termination.NO_PROGRESS)
    assert count is not None
    assert (count.white, count.black, count.plies_left) == (1, 1, 28)
    count = DESK.play(game, *AROUND[:2], "c1-b2").tally.count(Termination.NO_PROGRESS)
    assert count is not None
    assert count.plies == 0


@pytest.mark.parametrize(
    ("fen", "moves_each"),
    [
        ("W:WKa1,c1:BKh6", None),
        ("W:WKa1,c1:BKh6,f8", 30),
        ("W:WKa1,c1,e1:BKh6,f8", 30),
        ("W:WKa1,c1,e1:BKh6,f8,d8", 60),
        ("W:WKa1,c1,e1,g1:BKh6,f8,d8", 60),
        ("W:WKa1,c1,e1,g1:BKh6,f8,d8,b8", None),
        ("W:Wa1,c1:BKh6,f8", None),
    ],
)
def test_art_07_02_06_both_have_kings_and_the_forces_do_not_change(fen: str, moves_each: int | None) -> None:
    assert limits(fen).get("7.2.6") == moves_each


@pytest.mark.parametrize("strong", ["Ka3,Kb2,Kh4", "Ka3,Kb4,h4", "Ka3,c3,h4"])
def test_art_07_02_07_against_a_king_on_the_main_road(strong: str) -> None:
    assert limits(f"B:W{strong}:BKh8")["7.2.7"] == 5
    assert "7.2.7" not in limits(f"B:W{strong}:BKb8")


@pytest.mark.parametrize(
    ("strong", "texts"),
    [
        (
            "Ka3,Kb4,Kh4",
            ("h8-d4", "h4-g5", "d4-h8", "g5-d8", "h8-d4", "d8-e7", "d4-g7", "b4-c5", "g7-h8", "c5-d4"),
        ),
        (
            "Ka3,Kb4,h4",
            ("h8-a1", "b4-e1", "a1-e5", "e1-b4", "e5-f6", "b4-d6", "f6-h8", "d6-c7", "h8-c3", "a3-b4"),
        ),
    ],
)
def test_art_07_02_07_the_game_is_drawn_after_five_moves_each(strong: str, texts: tuple[str, ...]) -> None:
    game = DESK.play(DESK.start(f"B:W{strong}:BKh8"), *texts[:-1])
    assert game.outcome is None
    game = DESK.play(game, texts[-1])
    assert (outcome(game).termination, DESK.ended(game)) == (Termination.MATERIAL, "7.2.7")


def test_art_07_02_08_two_pieces_or_one_against_a_king() -> None:
    for strong in ("Ka3,Kc1", "Ka3,c1", "Ka3"):
        assert limits(f"W:W{strong}:BKh6")["7.2.8"] == 5
    game = DESK.start("W:WKa3,Kc1:BKh6")
    ways = ("a3-b4", "h6-g7", "b4-a5", "g7-h8", "a5-b6", "h8-g7", "b6-a7", "g7-h6", "a7-b8")
    game = DESK.play(game, *ways)
    assert game.outcome is None
    game = DESK.play(game, "h6-f8")
    assert (outcome(game).termination, DESK.ended(game)) == (Termination.MATERIAL, "7.2.8")
