"""FMJD, Annex 1: what differs in the international game, one case an article."""

from __future__ import annotations

import re
from itertools import cycle, islice

import pytest

from damiera import _core
from damiera._core import Position, Side
from damiera.game.clock import ClockSettings
from damiera.game.events import DrawAccepted, DrawOffered, Flagged, Moved, Resigned
from damiera.game.outcome import Outcome
from damiera.game.state import Game
from damiera.notation.moves import format_move
from damiera.rules.explain import Reason, explain_move
from damiera.rules.ruleset import INTERNATIONAL
from damiera.testing.boards import board, destinations, routes

CORE = INTERNATIONAL.core
WHITE, BLACK = Side.WHITE, Side.BLACK


def at(fen: str) -> Position:
    return board(fen, INTERNATIONAL)


def cited(fen: str, *path: int) -> str:
    return explain_move(at(fen), path).articles[0].removeprefix("fmjd.international:")


def play(game: Game, *texts: str) -> Game:
    for text in texts:
        game = game.apply(Moved(path=tuple(int(n) for n in re.findall(r"\d+", text)), at=0))
    return game


def started(fen: str) -> Game:
    return Game.start(INTERNATIONAL, position=at(fen))


def ended(game: Game) -> Outcome:
    assert game.outcome is not None
    return game.outcome


def number(game: Game) -> str:
    return str(ended(game).article).removeprefix("fmjd.international:")


# --- 2, 3: board and moves ---


def test_art_01_01_two_players() -> None:
    game = play(Game.start(INTERNATIONAL), "32-28", "18-23", "34-29")
    assert [position.side for position in game.positions] == [WHITE, BLACK, WHITE, BLACK]
    assert game.sides == (WHITE, BLACK)


def test_art_02_01_a_square_of_100_squares() -> None:
    assert (CORE.files, CORE.ranks) == (10, 10)


def test_art_02_02_play_is_on_the_50_dark_squares() -> None:
    assert CORE.squares == 50


def test_art_02_04_the_lower_left_square_is_dark() -> None:
    assert CORE.square_at(0, 0) == 46
    assert CORE.square_at(9, 9) == 5


def test_art_02_05_men_are_crowned_on_the_bases() -> None:
    assert CORE.promotion_squares(WHITE) == (1, 2, 3, 4, 5)
    assert CORE.promotion_squares(BLACK) == (46, 47, 48, 49, 50)


def test_art_02_06_squares_are_counted_from_the_top_left() -> None:
    every = range(1, 51)
    read = sorted(every, key=lambda square: (-CORE.coordinates(square)[1], CORE.coordinates(square)[0]))
    assert read == list(every)


def test_art_02_07_twenty_men_each() -> None:
    assert CORE.men == 20


def test_art_02_08_the_start() -> None:
    assert INTERNATIONAL.start().black_men == tuple(range(1, 21))
    assert INTERNATIONAL.start().white_men == tuple(range(31, 51))


def test_art_03_01_men_and_kings() -> None:
    assert at("W:W32,K33:B5,K6").pieces == {32: "w", 33: "W", 5: "b", 6: "B"}


def test_art_03_03_white_begins() -> None:
    assert INTERNATIONAL.start().side is WHITE
    assert cited(INTERNATIONAL.start().fen, 20, 24) == "3.3"


def test_art_03_04_a_man_goes_one_square_forward() -> None:
    assert destinations(at("W:W32:B4"), 32) == {27, 28}
    assert cited("W:W32:B4", 32, 38) == "3.4"


def test_art_03_05_a_man_that_ends_on_the_far_row_becomes_a_king() -> None:
    assert all(move.promotes for move in at("W:W7:B30").moves())


def test_art_03_07_a_new_king_waits_for_the_opponent() -> None:
    """The man ends its capture on the base: it does not go on as a king that turn."""
    game = play(started("W:W12:B8,24"), "12x3")
    assert (game.position.white_kings, game.side) == ((3,), BLACK)
    assert explain_move(game.position, (3, 9)).reason is Reason.NOT_YOUR_PIECE


def test_art_03_08_a_king_goes_forward_and_back() -> None:
    assert destinations(at("W:WK28:B1"), 28) >= {22, 23, 32, 33}


def test_art_03_09_a_king_flies() -> None:
    assert destinations(at("W:WK46:B1"), 46) == {41, 37, 32, 28, 23, 19, 14, 10, 5}
    assert cited("W:WK46:B1", 46, 45) == "3.9"


# --- 4: captures ---


def test_art_04_01_men_capture_forward_and_back() -> None:
    assert routes(at("W:W28:B33")) == {"28x39"}
    assert routes(at("W:W28:B22,33")) == {"28x17", "28x39"}
    assert not at("W:W28,33:B1").detect()


def test_art_04_02_a_man_must_jump_and_takes_kings_too() -> None:
    assert routes(at("W:W32,45:BK28")) == {"32x23"}
    assert cited("W:W32,45:B28", 45, 40) == "4.2"


def test_art_04_03_a_king_takes_from_afar_and_lands_where_it_likes() -> None:
    assert routes(at("W:WK46:B28")) == {"46x23", "46x19", "46x14", "46x10", "46x5"}
    assert not at("W:WK46:B28,23").detect()


def test_art_04_04_every_landing_of_a_capture_can_be_shown() -> None:
    position = at("W:W32:B19,20,28")
    (move,) = position.moves()
    assert position.paths(move) == ((32, 23, 14, 25),)
    assert play(started("W:W32:B1,19,20,28"), "32x25").paths == ((32, 23, 14, 25),)


def test_art_04_05_a_man_goes_on() -> None:
    assert routes(at("W:W32:B19,20,28")) == {"32x23x14x25"}
    assert cited("W:W32:B19,20,28", 32, 23) == "4.5"


def test_art_04_06_a_king_goes_on() -> None:
    assert {route.split("x")[-1] for route in routes(at("W:WK46:B19,32"))} == {"14", "10", "5"}
    assert cited("W:WK46:B10,19,32", 46, 28) == "4.6"


def test_art_04_07_own_pieces_are_not_jumped() -> None:
    assert cited("W:WK46,32:B10", 46, 28) == "4.7"


def test_art_04_08_a_piece_is_never_jumped_twice() -> None:
    """The man comes back to its first square and stops there: the next jump would be its first."""
    position = at("W:W37:B21,22,31,32")
    assert routes(position) == {"37x26x17x28x37", "37x28x17x26x37"}
    assert cited(position.fen, 37, 26, 17, 28, 37, 26) == "4.8"


def test_art_04_11_captured_pieces_stay_until_the_end() -> None:
    """Over 10 first, the king is shut in the corner by 10; were 10 gone it would take all four."""
    position = at("W:WK14:B10,11,18,19")
    assert routes(position) == {"14x23x7x16"}
    (move,) = position.moves()
    assert move.captured == (11, 18, 19)
    assert cited(position.fen, 14, 5) == "4.13"


def test_art_04_13_most_pieces_whatever_they_are() -> None:
    assert routes(at("W:W36,39:B22,31,34")) == {"36x27x18"}
    assert cited("W:W36,39:B22,31,34", 39, 30) == "4.13"
    assert routes(at("W:W36,39:B22,31,K34")) == {"36x27x18"}


def test_art_04_14_with_equal_numbers_the_choice_is_free() -> None:
    """A king counts as a man, and a king need not capture before a man."""
    assert routes(at("W:W32:B27,K28")) == {"32x21", "32x23"}
    assert {move.origin for move in at("W:W32,K48:B27,43").moves()} == {32, 48}
    assert explain_move(at("W:W32:B27,28"), [32, 21]).articles[-1] == "fmjd.international:4.14"


def test_art_04_15_a_man_that_crosses_the_base_stays_a_man() -> None:
    position = at("W:W13:B7,8")
    assert routes(position) == {"13x2x11"}
    after = position.play(position.moves()[0])
    assert (after.white_men, after.white_kings) == ((11,), ())


# --- 6, 7: draws and results ---


def quiet(fen: str, plies: int, *steps: str) -> Game:
    return play(started(fen), *islice(cycle(steps), plies))


CORNERS = ("46-41", "1-6", "41-46", "6-1")


def test_art_06_01_the_same_position_for_the_third_time() -> None:
    fen = "W:WK46,49:BK1,15"
    assert quiet(fen, 7, *CORNERS).outcome is None
    assert number(quiet(fen, 8, *CORNERS)) == "6.1"


def spiral(game: Game, plies: int) -> Game:
    """Kings move so that no position comes back and nothing can be taken."""
    seen = {position.key for position in game.positions}
    for _ in range(plies):
        position = game.position
        for move in position.moves():
            after = position.play(move)
            king = position.piece_at(move.origin) in ("W", "B")
            if king and after.key not in seen and not after.detect():
                seen.add(after.key)
                game = game.apply(Moved(path=(move.origin, move.destination), at=0))
                break
    return game


def test_art_06_02_25_moves_of_kings_only() -> None:
    start = started("W:WK47,K48:BK3,K4")
    last = spiral(start, 49)
    assert (last.ply, last.outcome) == (49, None)
    drawn = spiral(start, 50)
    assert number(drawn) == "6.2"
    assert ended(drawn).number == 25


@pytest.mark.parametrize("three", ["K46,K47,K48", "K46,K47,45", "K46,45,44"])
def test_art_06_03_three_pieces_against_a_king(three: str) -> None:
    drawn = spiral(started(f"W:W{three}:BK1"), 32)
    assert (number(drawn), ended(drawn).number) == ("6.3", 16)
    assert spiral(started(f"W:W{three}:BK1"), 31).outcome is None


@pytest.mark.parametrize("two", ["K46,K47", "K46,45", "K46"])
def test_art_06_04_two_pieces_or_one_against_a_king(two: str) -> None:
    drawn = spiral(started(f"W:W{two}:BK1"), 10)
    assert (number(drawn), ended(drawn).number) == ("6.4", 5)
    assert spiral(started(f"W:W{two}:BK1"), 9).outcome is None


def test_art_07_01_two_results() -> None:
    assert ended(started("W:WK46:BK1").apply(Resigned(side="black", at=0))).score == "2-0"
    assert ended(quiet("W:WK46,49:BK1,15", 8, *CORNERS)).score == "1-1"


def test_art_07_02_01_the_opponent_resigns() -> None:
    assert number(started("W:WK46:BK1").apply(Resigned(side="black", at=0))) == "7.2.1"


def test_art_07_02_02_the_opponent_cannot_move() -> None:
    assert number(play(started("W:W46,47:B36"), "46-41")) == "7.2.2"


def test_art_07_02_03_the_opponent_has_no_pieces() -> None:
    assert number(play(started("W:W28:B33"), "28x39")) == "7.2.3"


def test_art_07_02_04_the_opponent_s_time_is_over() -> None:
    start = Game.start(INTERNATIONAL, clock=ClockSettings(base_ms=1000))
    assert number(start.apply(Flagged(at=1000))) == "7.2.4"


def test_art_07_03_02_a_draw_of_article_6() -> None:
    assert ended(quiet("W:WK46,49:BK1,15", 8, *CORNERS)).winner is None


def test_art_07_03_01_a_draw_by_agreement() -> None:
    offered = started("W:WK46:BK1").apply(DrawOffered(side="white", at=0))
    assert number(offered.apply(DrawAccepted(side="black", at=0))) == "7.3.1"


# --- 8: writing ---


def test_art_08_01_a_game_can_be_written_down_and_replayed() -> None:
    texts = ["32-28", "19-23", "28x19", "14x23"]
    replay = _core.replay(INTERNATIONAL.start(), texts)
    assert replay.error is None
    position = INTERNATIONAL.start()
    for move, text in zip(replay.moves, texts, strict=True):
        assert format_move(position, move) == text
        position = position.play(move)


def test_art_08_02_01_from_and_to() -> None:
    start = INTERNATIONAL.start()
    assert {format_move(start, move) for move in start.moves()} >= {"32-28", "35-30"}


def test_art_08_02_02_a_hyphen_for_a_move() -> None:
    assert "46-41" in {format_move(at("W:W46:B45"), move) for move in at("W:W46:B45").moves()}


def test_art_08_02_03_an_x_for_a_capture() -> None:
    for fen, text in (("W:W28:B33", "28x39"), ("W:W32:B19,20,28", "32x25")):
        (move,) = at(fen).moves()
        assert format_move(at(fen), move) == text
