"""IDF, Brazilian draughts: the international rules on 64 squares, one case an article."""

from __future__ import annotations

import pytest

from damiera.game.outcome import Termination
from tests.articles.desk import Desk, outcome

DESK = Desk("idf.brazilian")
moves, cited = DESK.moves, DESK.cited

AROUND = ("a3-b4", "h6-g5", "b4-a3", "g5-h6")


def test_art_01_03_a_letter_and_a_digit() -> None:
    assert "c3-d4" in DESK.texts(DESK.game.start())


def test_art_02_01_a_man_goes_one_square_forward() -> None:
    assert moves("W:Wc3:Bh8") == {"c3-b4", "c3-d4"}
    assert cited("W:Wc3:Bh8", "c3", "d2") == "2.1"


def test_art_02_02_on_the_last_row_a_man_becomes_a_king() -> None:
    assert DESK.after("W:Wg7:Bh4", "g7-h8") == "B:WKh8:Bh4"


def test_art_02_03_a_new_king_acts_after_the_opponent() -> None:
    game = DESK.play(DESK.start("W:Wg7:Bh4"), "g7-h8", "h4-g3")
    assert "h8-a1" in DESK.texts(game.position)


def test_art_02_04_a_king_flies_forward_and_back() -> None:
    assert moves("W:WKd4,e5:Bh2") == {
        *("e5-d6", "e5-f6"),
        *("d4-c5", "d4-b6", "d4-a7", "d4-e3", "d4-f2", "d4-g1", "d4-c3", "d4-b2", "d4-a1"),
    }


def test_art_03_01_capturing_is_compulsory() -> None:
    assert moves("W:Wc3,g1:Bd4") == {"c3xe5"}
    assert cited("W:Wc3,g1:Bd4", "g1", "h2") == "3.1"


def test_art_03_02_a_man_takes_forward_and_back() -> None:
    assert moves("W:Wd4:Bc5,e3") == {"d4xb6", "d4xf2"}


def test_art_03_03_a_man_takes_kings_too() -> None:
    assert moves("W:Wd4:BKc5,Kc3") == {"d4xb6", "d4xb2"}


def test_art_03_04_a_king_takes_from_afar_a_single_piece() -> None:
    assert moves("W:WKa1:Bd4") == {"a1xe5", "a1xf6", "a1xg7", "a1xh8"}
    assert moves("W:WKa1:Bd4,e5") == {"a1-b2", "a1-c3"}


def test_art_03_05_own_pieces_bar_the_way() -> None:
    assert cited("W:Wc3,d4:Bh8", "c3", "e5") == "3.5"
    assert moves("W:WKa1,c3:Bd4,h8") == {"c3xe5"}


def test_art_03_06_a_capture_goes_on_while_it_can() -> None:
    assert moves("W:Wc3:Bd4,d6") == {"c3xe5xc7"}
    assert cited("W:Wc3:Bd4,d6", "c3", "e5") == "3.6"


def test_art_03_07_captured_pieces_come_off_at_the_end() -> None:
    assert moves("W:WKd4:Bf6,b2") == {"d4xg7", "d4xh8", "d4xa1"}


def test_art_03_08_a_man_that_passes_the_last_row_stays_a_man() -> None:
    """It ends its capture away from the far row, as the man it was; ending there it is crowned."""
    assert moves("W:Wh6:Be7,g7") == {"h6xf8xd6"}
    assert DESK.after("W:Wh6:Be7,g7,h2", "h6xf8xd6") == "B:Wd6:Bh2"
    assert moves("W:Wf6:Bb6,e7") == {"f6xd8"}
    assert DESK.after("W:Wf6:Bb6,e7", "f6xd8") == "B:WKd8:Bb6"


def test_art_03_09_a_king_lands_where_it_likes() -> None:
    assert moves("W:WKh2:Bd6") == {"h2xc7", "h2xb8"}


def test_art_04_01_the_most_pieces() -> None:
    assert moves("W:Wd4:Bc5,e5,e7") == {"d4xf6xd8"}
    assert cited("W:Wd4:Bc5,e5,e7", "d4", "b6") == "4.1"
    assert moves("W:Wf6,Kg3:Be7,e5") == {"g3xd6xf8"}


def test_art_04_02_otherwise_the_choice_is_free() -> None:
    """With equal numbers neither a king that takes nor a king that is taken counts for more."""
    assert moves("W:Wg1,Kb2:Bc3,f2") == {"g1xe3", "b2xd4", "b2xe5", "b2xf6", "b2xg7", "b2xh8"}
    assert moves("W:Wd4:BKc5,e5") == {"d4xb6", "d4xf6"}


def test_art_07_02_03_the_third_time() -> None:
    game = DESK.go_round(DESK.start("W:WKa3,c1:BKh6,f8"), AROUND, 8)
    assert (outcome(game).termination, DESK.ended(game)) == (Termination.REPETITION, "7.2.3")


def limits(fen: str) -> dict[str, int]:
    """The counts under way by article, and their limits."""
    return {DESK.number(str(count.article)): count.limit for count in DESK.start(fen).tally.counts}


def test_art_07_02_04_three_kings_against_one() -> None:
    assert limits("W:WKa3,Kb2,Kh2:BKd8")["7.2.4"] == 15
    assert "7.2.4" not in limits("W:WKa3,Kb2:BKd8")


def test_art_07_02_05_fifteen_moves_of_kings_only() -> None:
    assert limits("W:WKa3,c1:BKh6,f8")["7.2.5"] == 15


def test_art_07_02_06_thirty_moves_with_five_pieces_sixty_with_six() -> None:
    assert limits("W:WKa1,c1,e1:BKh6,f8")["7.2.6"] == 30
    assert limits("W:WKa1,c1,e1:BKh6,f8,d8")["7.2.6"] == 60


def test_art_07_02_07_against_a_king_on_the_main_road() -> None:
    assert limits("B:WKa3,b4,h4:BKh8")["7.2.7"] == 5
    assert "7.2.7" not in limits("B:WKa3,b4,h4:BKb8")


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


def test_art_07_02_08_two_pieces_against_a_king() -> None:
    game = DESK.go_round(DESK.start("W:WKa3,Kc1:BKh6"), ("a3-b4", "h6-g7", "b4-a3", "g7-h6"), 7)
    assert limits("W:WKa3,c1:BKh6")["7.2.8"] == 5
    game = DESK.play(game, "g7-h8", "c1-d2", "h8-g7")
    assert (outcome(game).termination, DESK.ended(game)) == (Termination.MATERIAL, "7.2.8")
