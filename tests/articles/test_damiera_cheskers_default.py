"""Our gathered rules of Cheskers: what is its own."""

from __future__ import annotations

from damiera.game.outcome import Termination
from damiera.notation.moves import format_move
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.notation.pdn.writer import write_pdn
from damiera.rules.explain import Reason, explain_move
from tests.articles.desk import BLACK, WHITE, Desk

DESK = Desk("damiera.cheskers.default")
cited = DESK.cited


def written(fen: str) -> set[str]:
    """Every legal move as it is written."""
    position = DESK.at(fen)
    return {format_move(position, move) for move in position.moves()}


def test_art_01_04_a_bishop_two_kings_and_a_camel_behind_eight_men() -> None:
    white, black = DESK.game.start().fen.split(":")[1:]
    assert white == "Wa3,c3,e3,g3,b2,d2,f2,h2,Ba1,Kc1,Ke1,Cg1"
    assert black == "BCb8,Kd8,Kf8,Bh8,a7,c7,e7,g7,b6,d6,f6,h6"


def test_art_01_05_black_begins() -> None:
    assert DESK.game.start().side is BLACK


def test_art_02_01_a_man_goes_forward_one_square() -> None:
    assert written("W:Wc3,Kh2:BKh8") == {"c3-b4", "c3-d4", "h2-g1", "h2-g3"}
    assert cited("W:Wc3,Kh2:BKh8", "c3", "b2") == "2.1"


def test_art_02_02_a_man_becomes_what_its_owner_likes() -> None:
    assert written("W:Wa7,Kh2:BKh8") >= {"a7-b8=K", "a7-b8=B", "a7-b8=C"}
    assert DESK.after("W:Wa7,Kh2:BKh8", "a7-b8=K") == "B:WKb8,Kh2:BKh8"
    assert DESK.after("W:Wa7,Kh2:BKh8", "a7-b8=B") == "B:WBb8,Kh2:BKh8"
    assert DESK.after("W:Wa7,Kh2:BKh8", "a7-b8=C") == "B:WCb8,Kh2:BKh8"
    assert DESK.after("B:WKh8:Bb2,Kd8", "b2-c1=C") == "W:WKh8:BKd8,Cc1"


def test_art_02_03_what_a_man_has_become_waits_for_the_opponent() -> None:
    for becomes in "KBC":
        position = DESK.at(DESK.after("W:Wa7,Kh2:BKh8", f"a7-b8={becomes}"))
        told = explain_move(position, DESK.squares("b8", "a7"), DESK.id)
        assert (position.side, told.reason) == (BLACK, Reason.NOT_YOUR_PIECE)


def test_art_02_04_a_king_goes_one_square_all_ways() -> None:
    assert written("W:WKd4:BKh8") == {"d4-c3", "d4-e3", "d4-c5", "d4-e5"}
    assert cited("W:WKd4:BKh8", "d4", "f6") == "2.4"


def test_art_02_05_a_bishop_goes_as_far_as_the_first_piece_and_takes_it() -> None:
    assert written("W:WBd4,Kh2:Bg7,b6,Kh8") == {
        *("d4-c3", "d4-b2", "d4-a1", "d4-e3", "d4-f2", "d4-g1", "d4-c5", "d4xb6", "d4-e5", "d4-f6", "d4xg7"),
        *("h2-g1", "h2-g3"),
    }
    assert cited("W:WBd4,Kh2:Bg7,b6,Kh8", "d4", "h8") == "2.5"
    assert cited("W:WBd4,Kh2:Bg7,b6,Kh8", "d4", "d6") == "2.5"


def test_art_02_06_a_camel_leaps_three_squares_and_one() -> None:
    there = {"a3", "a5", "c1", "c7", "e1", "e7", "g3", "g5"}
    assert written("W:WCd4,Kh8:BKh2") == {f"d4-{square}" for square in there} | {"h8-g7"}
    assert written("W:WCa1,b2,Kh8:BKh2,b4") == {"a1-d2", "a1xb4", "b2-a3", "b2-c3", "h8-g7"}
    assert cited("W:WCa1,b2,Kh8:BKh2,b4", "a1", "c3") == "2.6"


def test_art_03_01_where_a_man_or_king_can_capture_any_piece_may() -> None:
    assert written("W:Wc3,Bh2,Kc1:Bd4,f4,Kh8") == {"c3xe5", "h2xf4"}
    assert cited("W:Wc3,Bh2,Kc1:Bd4,f4,Kh8", "h2", "g1") == "3.1"
    assert cited("W:Wc3,Bh2,Kc1:Bd4,f4,Kh8", "c3", "b4") == "3.1"


def test_art_03_02_a_man_takes_forward_only() -> None:
    assert written("W:Wc3,Kh2:Bb2,d4,Kh8") == {"c3xe5"}
    assert not explain_move(DESK.at("W:Wc3,Kh2:Bb4,Kh8"), DESK.squares("c3", "a1")).legal


def test_art_03_03_men_take_every_kind() -> None:
    for piece in ("d4", "Kd4", "Bd4", "Cd4"):
        assert "c3xe5" in written(f"W:Wc3,Kc1:B{piece},Kh8"), piece


def test_art_03_04_a_king_takes_the_piece_beside_it_all_ways() -> None:
    assert written("W:WKd4:Bc3,e5,b6,Kh8") == {"d4xb2", "d4xf6"}


def test_art_03_05_nobody_jumps_their_own() -> None:
    assert "c3xe5" not in written("W:Wc3,d4,Kh2:BKh8")


def test_art_03_06_a_jump_goes_on() -> None:
    assert written("W:WKc3,Kh2:Bd4,f6,Kb8") == {"c3xg7"}


def test_art_03_07_what_was_jumped_is_off_after_the_move() -> None:
    assert DESK.after("W:WKc3,Kh2:Bd4,f6,Kb8", "c3xg7") == "B:WKg7,Kh2:BKb8"


def test_art_03_08_a_man_on_the_last_row_stops_and_becomes() -> None:
    assert written("W:Wd6,Kh2:Be7,g7,Kb2") == {"d6xf8=K", "d6xf8=B", "d6xf8=C"}
    assert DESK.after("W:Wd6,Kh2:Be7,g7,Kb2", "d6xf8=B") == "B:WBf8,Kh2:Bg7,Kb2"


def test_art_03_09_what_only_bishops_and_camels_take_is_no_duty() -> None:
    assert {"c3-d4", "h2xf4"} <= written("W:Wc3,Bh2,Kc1:Bf4,Kh8")
    assert explain_move(DESK.at("W:Wc3,Bh2,Kc1:Bf4,Kh8"), DESK.squares("h2", "f4")).legal


def test_art_04_02_several_pieces_go_before_one() -> None:
    fen = "W:Wc3,Bh2,Kc1:Bd4,f4,f6,Kh8"
    assert written(fen) == {"c3xg7"}
    told = explain_move(DESK.at(fen), DESK.squares("h2", "f4"), DESK.id)
    assert (told.reason, DESK.number(told.articles[0])) == (Reason.ONE_OF_SEVERAL, "4.2")
    assert cited("W:Wc3,g1,Kc1:Bd4,f2,f6,Kh8", "c3", "e5") == "3.6"
    free = Desk("damiera.cheskers.default", "cheskers~choice=free").at(fen)
    assert len(free.moves()) == 2


def test_art_05_01_whoever_cannot_move_has_lost() -> None:
    game = DESK.start("W:Wa5,Ka7:BKb8,b6,c7,d6,c5")
    assert game.outcome is not None
    assert (game.outcome.winner, DESK.ended(game)) == (BLACK, "5.1")


def test_art_05_02_whoever_has_no_king_left_has_lost() -> None:
    game = DESK.play(DESK.start("W:Wc3,a1,Kh2:BKd4,a7"), "c3xe5")
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.termination) == (WHITE, Termination.NO_KINGS)
    assert game.outcome.article == "damiera.cheskers.default:5.2"


def test_art_06_02_a_move_says_what_the_man_becomes_in_a_file_too() -> None:
    for becomes in "KBC":
        text = f'[GameType "234,B,8,8,A0,0"][FEN "W:Wa7,Kh2:BKh8,h6"] 1. a7-b8={becomes} h6-g5 *'
        [game] = read_pdn(text)
        assert isinstance(game, PdnGame)
        assert [move.becomes for move in game.moves] == [becomes, ""]
        assert f"a7-b8={becomes}" in write_pdn(game)
