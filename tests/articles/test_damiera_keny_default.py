"""Our gathered rules of Keny: what is its own."""

from __future__ import annotations

import pytest

from damiera.game.state import Game
from damiera.notation.fen import parse_fen
from damiera.notation.numbering import parse_square
from damiera.rules.explain import Reason, explain_move
from damiera.rules.ruleset import ruleset
from tests.articles.desk import Desk

DESK = Desk("damiera.keny.default")
moves, cited = DESK.moves, DESK.cited


def backwards(fen: str) -> set[str]:
    """The legal moves where men jump their own backwards too."""
    rules = ruleset("keny~man-hops=captures")
    position = parse_fen(fen, rules).position()
    return {f"{DESK.name(m.origin)}-{DESK.name(m.destination)}" for m in position.moves()}


def test_art_01_04_sixteen_men_each_on_the_second_and_third_row() -> None:
    start = DESK.game.start()
    assert {DESK.name(square)[1] for square in start.white_men} == {"2", "3"}
    assert len(start.white_men) == len(start.black_men) == 16


def test_art_02_01_forward_and_sideways() -> None:
    assert moves("W:Wd4:Bh8") == {"d4-c4", "d4-d5", "d4-e4"}


def test_art_02_02_a_man_jumps_its_own_where_it_moves() -> None:
    """Over a man or a king beside it, one in a move."""
    assert moves("W:Wd4,d5,e4:Bh8") >= {"d4-d6", "d4-f4"}
    assert "d4-d6" in moves("W:Wd4,Kd5:Bh8")
    assert "d4-d8" not in moves("W:Wd4,d5,d7:Bh8")
    assert "d4-d2" not in moves("W:Wd4,d3:Bh8")
    assert "d4-d2" in backwards("W:Wd4,d3:Bh8")
    assert "d5-d3" in moves("B:Wh1:Bd5,d4")


def test_art_02_02_a_jump_over_ones_own_crowns_on_the_last_row() -> None:
    assert DESK.after("W:Wd6,d7:Ba3", "d6-d8") == "B:WKd8,d7:Ba3"


@pytest.mark.parametrize(
    ("fen", "refused", "reason", "article"),
    [
        ("W:Wd4,d5:Bd6,h8", ("d4", "d6"), Reason.OCCUPIED, "2.2"),
        ("W:Wd4,d3:Bh8", ("d4", "d2"), Reason.JUMPS_OWN_PIECE, "2.2"),
        ("W:WKd4,d5:Bh8", ("d4", "d6"), Reason.JUMPS_OWN_PIECE, "3.5"),
        ("W:Wd4,d5:Bh4", ("d4", "d7"), Reason.TOO_FAR, "2.1"),
    ],
)
def test_art_02_02_what_is_no_jump_of_ones_own(
    fen: str, refused: tuple[str, str], reason: Reason, article: str
) -> None:
    told = explain_move(DESK.at(fen), [parse_square(DESK.game, square) for square in refused])
    assert (told.reason, told.articles[0]) == (reason, f"{DESK.id}:{article}")


def test_art_02_02_is_cited() -> None:
    assert cited("W:Wd4,d5:Bh8", "d4", "d6") == "2.2"
    assert cited("W:Wd4,d5:Bh8", "d5", "d6") == "2.1"


def test_art_03_01_a_capture_comes_before_a_jump_of_ones_own() -> None:
    assert moves("W:Wd4,d5,a4:Bb4") == {"a4xc4"}


def test_art_03_02_men_capture_backwards_and_sideways() -> None:
    assert moves("W:Wd4:Bd3,h8") == {"d4xd2"}
    assert moves("W:Wd4:Be4,h8") == {"d4xf4"}


def test_art_03_05_a_capture_does_not_go_on_over_ones_own() -> None:
    """Having taken e4 the man stops before f5, its own."""
    assert moves("W:Wd4,f5:Be4") == {"d4xf4"}


def test_art_03_10_a_king_lands_where_the_capture_goes_on() -> None:
    assert {move[:5] for move in moves("W:WKd1:Bd4,f6")} == {"d1xd6"}
    assert cited("W:WKd1:Bd4,f6", "d1", "d7") == "3.10"


def test_art_04_01_nobody_need_take_the_most() -> None:
    assert moves("W:Wd4:Bc4,e4,f5") == {"d4xb4", "d4xf4xf6"}
    rules = ruleset("keny~choice=number")
    assert len(rules.core.read("W:Wd4:Bc4,e4,f5").moves()) == 1


def test_art_05_01_a_man_that_can_only_jump_its_own_is_not_stuck() -> None:
    """Every step is barred, and one jump backwards is left: only where it is allowed."""
    fen = "W:Wa7,a6:BKa8,b7,c7,b6,c6"
    assert moves(fen) == set()
    assert backwards(fen) == {"a7-a5"}
    outcome = Game.start(DESK.game, position=DESK.at(fen)).outcome
    assert outcome is not None
    assert outcome.article == f"{DESK.id}:5.1"


def test_a_game_of_hops_has_no_endgame_tables() -> None:
    """They are counted backwards by steps of one square."""
    from damiera import _endgame

    with pytest.raises(ValueError):
        _endgame.Tables(DESK.game.core)
