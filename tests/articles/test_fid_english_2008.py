"""FID, Dama inglese, estratto di regolamento: what differs from the Italian game, one case an article."""

from __future__ import annotations

import re
from itertools import cycle, islice

import pytest

from damiera._core import Position, Side
from damiera.game.clock import ClockSettings
from damiera.game.draws import plies_to_draw
from damiera.game.errors import NothingToCount, OutOfOrder, WrongSideToMove
from damiera.game.events import (
    CountRequested,
    DrawAccepted,
    DrawOffered,
    Flagged,
    Moved,
    RepetitionClaimed,
    Resigned,
    Ruled,
)
from damiera.game.outcome import Termination
from damiera.game.sides import side_text
from damiera.game.state import Game
from damiera.game.ways import Conditions
from damiera.rules.explain import explain_move
from damiera.rules.ruleset import ENGLISH
from damiera.rules.setup import Setup, SetupProblem
from damiera.testing.boards import board, destinations, routes

CORE = ENGLISH.core
WHITE, BLACK = Side.WHITE, Side.BLACK


def at(fen: str) -> Position:
    return board(fen, ENGLISH)


def cited(fen: str, *path: int) -> str:
    return explain_move(at(fen), path).articles[0].removeprefix("fid.english.2008:")


def play(game: Game, *texts: str) -> Game:
    for text in texts:
        game = game.apply(Moved(path=tuple(int(n) for n in re.findall(r"\d+", text)), at=0))
    return game


def kings(**options: object) -> Game:
    return Game.start(ENGLISH, position=at("B:WK29:BK4"), **options)  # type: ignore[arg-type]


def quiet(game: Game, plies: int) -> Game:
    return play(game, *islice(cycle(["4-8", "29-25", "8-4", "25-29"]), plies))


def test_art_premessa_where_the_extract_is_silent_the_general_rules_hold() -> None:
    outcome = quiet(kings(), 12).apply(RepetitionClaimed(side="white", at=0)).outcome
    assert outcome is not None
    assert outcome.article == "fid.italian.2008:9.3.b"


def test_art_01_03_two_players() -> None:
    game = play(Game.start(ENGLISH), "11-15", "22-18", "15x22")
    assert [position.side for position in game.positions] == [BLACK, WHITE, BLACK, WHITE]
    with pytest.raises(OutOfOrder) as caught:
        game.apply(Resigned(side="red", at=5))
    assert caught.value.article == "fid.english.2008:1.3"


def test_art_02_01_a_square_of_64_squares() -> None:
    assert (CORE.files, CORE.ranks) == (8, 8)


def test_art_02_02_play_is_on_the_32_dark_squares() -> None:
    assert CORE.squares == 32
    assert {sum(CORE.coordinates(square)) % 2 for square in range(1, 33)} == {0}


def test_art_02_03_the_lower_left_square_is_dark() -> None:
    assert CORE.square_at(0, 0) == 29
    assert CORE.square_at(7, 7) == 4
    assert CORE.square_at(7, 0) is None


def test_art_02_04_squares_are_counted_from_black_s_lower_right() -> None:
    """Row by row and right to left as Black sees the board: left to right from the top as White sees it."""
    seen = sorted(
        range(1, 33), key=lambda square: (-CORE.coordinates(square)[1], CORE.coordinates(square)[0])
    )
    assert seen == list(range(1, 33))
    assert CORE.coordinates(1) == (1, 7)


def test_art_02_05_twelve_men_each() -> None:
    crowd = Setup(ENGLISH, BLACK, white_men=frozenset({30}), black_men=frozenset(range(1, 14)))
    assert crowd.problems() == SetupProblem.TOO_MANY_BLACK
    assert len(ENGLISH.start().white_men) == len(ENGLISH.start().black_men) == 12


def test_art_02_06_the_start() -> None:
    assert ENGLISH.start().black_men == tuple(range(1, 13))
    assert ENGLISH.start().white_men == tuple(range(21, 33))


def test_art_02_07_one_player_has_white_the_other_black() -> None:
    """A side moves pieces of its own colour and no others."""
    start = ENGLISH.start()
    after = start.play(start.moves()[0])
    assert [side_text(side).text("en") for side in (WHITE, BLACK)] == ["White", "Black"]
    for position, own in ((start, "b"), (after, "w")):
        assert {position.pieces[move.origin] for move in position.moves()} == {own}


def test_art_03_01_men_and_kings() -> None:
    assert at("B:W22,K23:B5,K6").pieces == {22: "w", 23: "W", 5: "b", 6: "B"}


def test_art_03_02_one_move_in_turn() -> None:
    """Who is named with a move has to be to move; afterwards it is the other's turn."""
    game = Game.start(ENGLISH)
    with pytest.raises(WrongSideToMove):
        game.apply(Moved(path=(22, 18), side="white", at=0))
    game = game.apply(Moved(path=(11, 15), side="black", at=0))
    assert game.side is Side.WHITE


def test_art_03_02_a_player_moves_pieces_of_his_own() -> None:
    assert cited("B:W22:B5", 22, 18) == "3.4"
    assert cited("B:W22:B5", 14, 18) == "3.2.a"


def test_art_03_02_b_or_captures_the_opponent_s() -> None:
    assert play(Game.start(ENGLISH, position=at("B:W15,30:B11")), "11x18").position.fen == "W:W30:B18"


def test_art_03_04_black_begins() -> None:
    assert ENGLISH.start().side is BLACK
    assert cited(ENGLISH.start().fen, 21, 17) == "3.4"


def test_art_03_05_captured_pieces_come_off_at_the_end() -> None:
    """Two squares of four men each meet in one: the first man jumped stands until the last is."""
    position = at("B:W6,7,14,15:BK2")
    (move,) = position.moves()
    assert cited(position.fen, 2, 11, 18, 9, 2, 11) == "6.4"
    assert (move.destination, move.captured) == (2, (6, 7, 14, 15))
    assert position.play(move).white_men == ()


def test_art_04_01_a_man_goes_one_square_forward() -> None:
    assert destinations(at("B:W32:B11"), 11) == {15, 16}
    assert cited("B:W32:B11", 11, 8) == "4.1"


def test_art_04_02_a_man_on_the_far_row_becomes_a_king() -> None:
    assert all(move.promotes for move in at("B:W20:B27").moves())
    assert explain_move(at("B:W20:B27"), (27, 31)).articles == (
        "fid.english.2008:4.1",
        "fid.english.2008:4.2",
    )


def test_art_04_05_in_a_recorded_game_at_once() -> None:
    assert play(Game.start(ENGLISH, position=at("B:W12:B27")), "27-31").position.black_kings == (31,)


def test_art_04_07_a_new_king_waits_for_the_opponent() -> None:
    assert "fid.english.2008:4.7" in explain_move(at("B:W26,27:B22"), [22, 31, 24]).articles


def test_art_04_08_a_king_goes_one_square_any_way() -> None:
    assert destinations(at("B:W32:BK18"), 18) == {14, 15, 22, 23}
    assert cited("B:W32:BK18", 18, 9) == "4.8"


def test_art_05_01_a_jump_takes_the_piece_out_of_the_game() -> None:
    position = at("B:W15,30:B11")
    assert position.play(position.moves()[0]).white_men == (30,)


def test_art_05_02_the_square_behind_must_be_free() -> None:
    assert cited("B:W15,16,18:B11", 11, 18) == "5.2"


def test_art_05_03_a_a_man_captures_forward_only() -> None:
    assert routes(at("B:W8,15:B11")) == {"11x18"}
    assert cited("B:W7,15:B11", 11, 2) == "5.3.a"


def test_art_05_03_b_a_man_takes_kings_too() -> None:
    assert routes(at("B:WK15:B11")) == {"11x18"}


def test_art_05_03_c_a_king_captures_both_ways() -> None:
    assert routes(at("B:W15,22:BK18")) == {"18x11", "18x25"}


def test_art_05_03_d_a_king_takes_men_and_kings() -> None:
    assert routes(at("B:W22,K15:BK18")) == {"18x11", "18x25"}


def test_art_05_04_single_and_multiple_captures() -> None:
    game = Game.start(ENGLISH, position=at("B:W15,16,22:B11"))
    assert play(game, "11x20").moves[-1].captured == (16,)
    assert play(game, "11x25").moves[-1].captured == (15, 22)


def test_art_05_05_a_multiple_capture_is_one_move() -> None:
    game = play(Game.start(ENGLISH, position=at("B:W15,22,32:B11")), "11x25")
    assert (game.ply, game.side) == (1, WHITE)


def test_art_05_06_a_man_lands_just_behind() -> None:
    assert destinations(at("B:W15:B11"), 11) == {18}


def test_art_05_07_a_capture_once_begun_is_finished() -> None:
    assert routes(at("B:W7,15,22:B2")) == {"2x11x18x25"}
    assert cited("B:W7,15,22:B2", 2, 11) == "5.7"
    assert cited("B:W7,15,22:B2", 2, 11, 18) == "5.7"


def test_art_05_09_a_king_s_capture_too() -> None:
    assert cited("B:W7,15,22:BK2", 2, 11) == "5.9"


def test_art_05_08_a_king_lands_just_behind() -> None:
    assert destinations(at("B:W22:BK18"), 18) == {25}


def test_art_05_10_every_landing_of_a_capture_can_be_shown() -> None:
    position = at("B:W7,15,22:B2")
    (move,) = position.moves()
    assert position.paths(move) == ((2, 11, 18, 25),)


@pytest.mark.parametrize("number", ["5.10", "5.12"])
def test_art_05_10_and_05_12_an_unclear_capture_or_a_wrong_order_is_put_right_on_demand(number: str) -> None:
    before = at("B:W7,15,22,32:B2")
    agreed = Conditions(arbitrated=True, automatic_count=False)
    game = play(Game.start(ENGLISH, position=before, conditions=agreed), "2x25")
    game = game.apply(Ruled(text="Again", article=number, fen=before.fen, author="Rossi", at=1))
    assert (game.position, game.conduct.log[-1].article) == (before, f"fid.english.2008:{number}")
    assert play(game, "2x25").position.fen == "W:W32:B25"


def test_art_05_12_captured_pieces_bar_the_way_until_the_end() -> None:
    """Round four men, back to the start: the fifth jump would be over the first again."""
    position = at("B:W6,7,14,15:BK2")
    assert routes(position) == {"2x11x18x9x2", "2x9x18x11x2"}
    assert cited(position.fen, 2, 11, 18, 9, 2, 11) == "6.4"


def test_art_06_01_capturing_is_compulsory() -> None:
    assert routes(at("B:W15:B3,11")) == {"11x18"}
    assert cited("B:W15:B3,11", 3, 7) == "6.1"


def test_art_06_02_own_pieces_are_not_captured() -> None:
    explanation = explain_move(at("B:W32:B11,15"), [11, 18])
    assert explanation.articles == ("fid.english.2008:6.3", "fid.english.2008:6.2")


def test_art_06_03_own_pieces_are_not_jumped() -> None:
    assert cited("B:W32:B11,15", 11, 18) == "6.3"


def test_art_06_05_a_man_on_the_far_row_stops() -> None:
    assert routes(at("B:W26,27:B22")) == {"22x31"}
    assert cited("B:W26,27:B22", 22, 31, 24) == "6.5"


def test_art_06_06_the_choice_is_free() -> None:
    """Neither number nor kind counts: not what captures, not what is captured."""
    assert routes(at("B:W15,16,22:B11")) == {"11x20", "11x18x25"}
    assert routes(at("B:W15,K24:BK11,20")) == {"11x18", "20x27"}
    assert cited("B:W15,16,22:B11", 11, 20) == "6.1"
    assert explain_move(at("B:W15,16,22:B11"), [11, 20]).articles == (
        "fid.english.2008:6.1",
        "fid.english.2008:6.6",
    )


def test_art_07_01_the_pieces_are_checked_before_the_first_move() -> None:
    wrong = Setup(ENGLISH, BLACK, white_men=frozenset({2}), black_men=frozenset({30}))
    assert wrong.problems() == SetupProblem.WHITE_MAN_ON_LAST_ROW | SetupProblem.BLACK_MAN_ON_LAST_ROW


def test_art_09_01_two_results() -> None:
    won = kings().apply(Resigned(side="black", at=0)).outcome
    drawn = kings().apply(DrawOffered(side="white", at=0)).apply(DrawAccepted(side="black", at=0)).outcome
    assert won is not None
    assert drawn is not None
    assert (won.winner, won.loser, won.score) == (Side.WHITE, Side.BLACK, "2-0")
    assert (drawn.winner, drawn.loser, drawn.score) == (None, None, "1-1")


def test_art_09_01_a_one_wins_the_other_loses() -> None:
    outcome = kings().apply(Resigned(side="white", at=0)).outcome
    assert outcome is not None
    assert outcome.score == "0-2"


def test_art_09_01_b_or_nobody_does() -> None:
    outcome = kings().apply(DrawOffered(side="white", at=0)).apply(DrawAccepted(side="black", at=0)).outcome
    assert outcome is not None
    assert outcome.score == "1-1"


def test_art_09_02_01_the_opponent_resigns() -> None:
    outcome = kings().apply(Resigned(side="black", at=0)).outcome
    assert outcome is not None
    assert outcome.article == "fid.english.2008:9.2.1"


def test_art_09_02_02_the_opponent_cannot_move() -> None:
    outcome = play(Game.start(ENGLISH, position=at("W:W27,28:B20")), "28-24").outcome
    assert outcome is not None
    assert (outcome.winner, outcome.article) == (WHITE, "fid.english.2008:9.2.2")


def test_art_09_02_03_the_opponent_has_no_pieces() -> None:
    outcome = play(Game.start(ENGLISH, position=at("B:W15:B11")), "11x18").outcome
    assert outcome is not None
    assert (outcome.winner, outcome.article) == (BLACK, "fid.english.2008:9.2.3")


def test_art_09_02_04_the_opponent_s_time_is_over() -> None:
    game = kings(clock=ClockSettings(base_ms=1000)).apply(Flagged(at=1000))
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.article) == (WHITE, "fid.english.2008:9.2.4")


def test_art_09_03_a_the_players_agree() -> None:
    game = kings().apply(DrawOffered(side="white", at=0)).apply(DrawAccepted(side="black", at=0))
    assert game.outcome is not None
    assert game.outcome.article == "fid.english.2008:9.3.a"


def test_art_09_03_b_the_count_has_run_its_course() -> None:
    outcome = quiet(kings(), 100).outcome
    assert outcome is not None
    assert outcome.score == "1-1"


def test_art_09_04_the_count_limits_an_ending_without_progress() -> None:
    assert plies_to_draw(kings()) == 100
    idle = quiet(kings(), 99)
    assert (plies_to_draw(idle), idle.outcome) == (1, None)
    over = quiet(kings(), 100).outcome
    assert over is not None
    assert (over.winner, over.termination) == (None, Termination.MOVE_COUNT)


def test_art_10_01_a_king_on_each_side() -> None:
    game = Game.start(ENGLISH, position=at("B:W30:BK4"), automatic_count=False)
    with pytest.raises(NothingToCount):
        game.apply(CountRequested(side="black", at=0))


def test_art_10_02_a_player_asks_or_the_arbiter_imposes() -> None:
    for by in ("white", "black", "arbiter"):
        asked = kings(automatic_count=False).apply(CountRequested(side=by, at=0))
        assert asked.count is not None


def test_art_10_03_counting_starts_with_the_player_to_move() -> None:
    agreed = Conditions(automatic_count=False)
    asked = quiet(kings(conditions=agreed), 1).apply(CountRequested(side="black", at=0))
    assert asked.count is not None
    assert (asked.count.first, asked.count.plies) == (WHITE, 0)


def test_art_10_04_fifty_king_moves_by_each_player() -> None:
    last = quiet(kings(), 99)
    assert last.outcome is None
    outcome = quiet(kings(), 100).outcome
    assert outcome is not None
    assert (outcome.article, outcome.number) == ("fid.english.2008:10.4", 50)


def test_art_10_05_a_man_s_move_starts_it_again() -> None:
    game = play(Game.start(ENGLISH, position=at("B:WK29,24:BK4")), "4-8", "29-25", "8-4", "24-20")
    assert game.count is not None
    assert game.count.plies == 0
