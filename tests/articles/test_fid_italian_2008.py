"""FID, Regolamento tecnico, Capo I, edition 2008: one case an article, its number in the name.

A letter stands after the numbers: `test_art_05_03_a_…` is art. 5.3 a.
"""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from damiera import _core
from damiera._core import Position, Side
from damiera.game.clock import ClockSettings
from damiera.game.draws import plies_to_draw
from damiera.game.errors import IllegalRoute, NothingToClaim, NothingToCount, OutOfOrder, WrongSideToMove
from damiera.game.events import (
    CountRequested,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    Flagged,
    Moved,
    RepetitionClaimed,
    Resigned,
    Ruled,
)
from damiera.game.outcome import Termination
from damiera.game.sides import side_text, sides_of
from damiera.game.state import Game
from damiera.game.ways import Conditions
from damiera.messages import Message
from damiera.notation.moves import format_move
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.notation.pdn.writer import write_pdn
from damiera.notation.signs import SIGNS, sign_meaning
from damiera.paper.sheet import sign_text
from damiera.regulations.book import rulebook
from damiera.rules.explain import Reason, explain_move, explain_piece
from damiera.rules.ruleset import ITALIAN
from damiera.rules.setup import Setup, SetupProblem
from damiera.testing.boards import board, destinations, routes

CORE = ITALIAN.core
WHITE, BLACK = Side.WHITE, Side.BLACK
EVERY = range(1, 33)
MINUTE = 60_000


def cited(position: Position, *path: int) -> str:
    """The number of the article that decides about a path."""
    return explain_move(position, path).articles[0].removeprefix("fid.italian.2008:")


def play(game: Game, *texts: str, at: int = 0) -> Game:
    for text in texts:
        game = game.apply(Moved(path=tuple(int(n) for n in re.findall(r"\d+", text)), at=at))
    return game


def started(fen: str, **options: object) -> Game:
    return Game.start(ITALIAN, position=board(fen), **options)  # type: ignore[arg-type]


# Two lone kings that step out and back: four plies bring the same position again.
FROM_CORNER_TO_CORNER = ("32-28", "1-5", "28-32", "5-1")


def lone_kings(**options: object) -> Game:
    return started("W:WK32:BK1", **options)


# --- 1, 2: the game and the board ---


def test_art_01_03_two_players() -> None:
    """They move by turns, and nothing is heard of a third."""
    game = play(Game.start(ITALIAN), "22-18", "12-16", "21-17")
    assert [position.side for position in game.positions] == [WHITE, BLACK, WHITE, BLACK]
    assert sides_of(CORE) == (WHITE, BLACK)
    for event in (Resigned(side="red", at=5), DrawOffered(side="red", at=5)):
        with pytest.raises(OutOfOrder) as caught:
            game.apply(event)
        assert caught.value.article == "fid.italian.2008:1.3"


def test_art_02_01_a_square_of_64_squares() -> None:
    assert (CORE.files, CORE.ranks) == (8, 8)


def test_art_02_02_play_is_on_the_32_dark_squares() -> None:
    assert CORE.squares == 32
    assert {sum(CORE.coordinates(square)) % 2 for square in EVERY} == {1}


def test_art_02_03_the_lower_right_square_is_dark() -> None:
    assert CORE.square_at(7, 0) == 32
    assert CORE.square_at(0, 7) == 1
    assert CORE.square_at(0, 0) is None
    assert CORE.square_at(7, 7) is None


def test_art_02_04_squares_are_counted_from_the_top_left() -> None:
    read = sorted(EVERY, key=lambda square: (-CORE.coordinates(square)[1], CORE.coordinates(square)[0]))
    assert read == list(EVERY)


def test_art_02_05_twelve_men_each() -> None:
    assert CORE.men == 12
    thirteen = Setup(ITALIAN, WHITE, white_men=frozenset(range(20, 33)), black_men=frozenset({1}))
    assert thirteen.problems() == SetupProblem.TOO_MANY_WHITE


def test_art_02_06_the_start() -> None:
    start = ITALIAN.start()
    assert start.black_men == tuple(range(1, 13))
    assert start.white_men == tuple(range(21, 33))
    assert start.white_kings == start.black_kings == ()


def test_art_02_07_one_player_has_white_the_other_black() -> None:
    """A side moves pieces of its own colour and no others."""
    start = ITALIAN.start()
    assert start.pieces == dict.fromkeys(range(1, 13), "b") | dict.fromkeys(range(21, 33), "w")
    after = start.play(start.moves()[0])
    for position, own, other in ((start, "w", "b"), (after, "b", "w")):
        assert {position.pieces[move.origin] for move in position.moves()} == {own}
        theirs = [number for number, piece in position.pieces.items() if piece == other]
        assert {explain_piece(position, number).reason for number in theirs} == {Reason.NOT_YOUR_PIECE}
    assert [side_text(side).text("it") for side in (WHITE, BLACK)] == ["Bianco", "Nero"]


def test_art_02_08_01_rows() -> None:
    assert [CORE.coordinates(square)[1] for square in (13, 14, 15, 16)] == [4, 4, 4, 4]


def test_art_02_08_02_bases() -> None:
    assert CORE.promotion_squares(WHITE) == (1, 2, 3, 4)
    assert CORE.promotion_squares(BLACK) == (29, 30, 31, 32)
    bases = Setup(ITALIAN, WHITE, white_men=frozenset({30, 4}), black_men=frozenset({29, 3}))
    assert bases.problems() == SetupProblem.WHITE_MAN_ON_LAST_ROW | SetupProblem.BLACK_MAN_ON_LAST_ROW


def diagonal(*squares: int) -> bool:
    """Whether the squares follow one another along one diagonal."""
    return any(
        all(CORE.neighbour(a, direction) == b for a, b in pairwise(squares))
        for direction in ("ne", "nw", "se", "sw")
    )


def test_art_02_08_05_the_diagonal() -> None:
    assert diagonal(1, 5, 10, 14, 19, 23, 28, 32)


def test_art_02_08_06_the_parallels() -> None:
    assert diagonal(4, 7, 11, 14, 18, 21, 25)
    assert diagonal(8, 12, 15, 19, 22, 26, 29)


def test_art_02_08_07_the_corners() -> None:
    assert {CORE.coordinates(1), CORE.coordinates(32)} == {(0, 7), (7, 0)}


def test_art_02_08_08_the_double_corners() -> None:
    assert diagonal(4, 8)
    assert diagonal(25, 29)
    assert {CORE.coordinates(square)[0] for square in (4, 8)} == {6, 7}
    assert {CORE.coordinates(square)[0] for square in (25, 29)} == {0, 1}


def test_art_02_08_09_the_goal_squares_mirror_each_other() -> None:
    turned = [7 - c for c in CORE.coordinates(15)]
    assert tuple(turned) == CORE.coordinates(18)


# --- 3: moving ---


def test_art_03_01_men_and_kings() -> None:
    assert board("W:W22,K23:B5,K6").pieces == {22: "w", 23: "W", 5: "b", 6: "B"}


def test_art_03_02_one_move_in_turn() -> None:
    """Who is named with a move has to be to move; afterwards it is the other's turn."""
    game = Game.start(ITALIAN)
    with pytest.raises(WrongSideToMove):
        game.apply(Moved(path=(10, 14), side="black", at=0))
    game = game.apply(Moved(path=(22, 18), side="white", at=0))
    assert game.side is BLACK


def test_art_03_02_a_player_moves_pieces_of_his_own() -> None:
    position = board("W:W22:B5")
    assert explain_move(position, [5, 9]).reason is Reason.NOT_YOUR_PIECE
    assert explain_move(position, [18, 14]).reason is Reason.EMPTY_SQUARE
    assert cited(position, 18, 14) == "3.2.a"


def test_art_03_02_b_or_captures_the_opponent_s() -> None:
    assert play(started("W:W22:B5,18"), "22x13").position.fen == "B:W13:B5"


def test_art_03_04_white_begins_and_sides_alternate() -> None:
    position = ITALIAN.start()
    assert position.side is WHITE
    for expected in (BLACK, WHITE, BLACK):
        position = position.play(position.moves()[0])
        assert position.side is expected
    assert cited(ITALIAN.start(), 9, 13) == "3.4"


def test_art_03_05_captured_pieces_come_off_at_the_end() -> None:
    """27 stands to the end: were it gone, the king could go on over 28 to 32 only by another way."""
    position = board("W:WK30:B11,12,19,20,27,28")
    assert {line.captured for line in position.capture_lines()} == {
        (27, 20, 12, 11, 19, 28),
        (27, 19, 11, 12, 20, 28),
        (27, 28),
    }
    (move,) = position.moves()
    assert position.play(move).black_men == ()
    assert cited(position, 30, 23, 16, 7, 14, 23, 30) == "6.4"


# --- 4: simple moves and crowning ---


def test_art_04_01_a_man_goes_one_square_forward() -> None:
    assert destinations(board("W:W22:B4"), 22) == {18, 19}
    assert destinations(board("B:W32:B11"), 11) == {14, 15}
    assert destinations(board("W:W22,18:B4"), 22) == {19}
    for to in (26, 27, 15, 21, 23, 14):
        assert cited(board("W:W22:B4"), 22, to) == "4.1"


def test_art_04_02_a_man_on_the_far_row_becomes_a_king() -> None:
    position = board("W:W6:B12")
    assert all(move.promotes for move in position.moves())
    assert position.play(position.moves()[0]).white_kings
    black = board("B:W12:B27")
    assert all(black.play(move).black_kings for move in black.moves())


def test_art_04_05_where_the_game_is_recorded_a_king_is_a_king_at_once() -> None:
    game = play(started("W:W6:B12"), "6-2")
    assert game.recorded
    assert game.position.white_kings == (2,)


def test_art_04_06_a_new_king_waits_for_the_opponent() -> None:
    game = play(started("W:W6:B5,12"), "6-2")
    assert game.side is BLACK
    explained = explain_move(board("W:W11:B5,6"), [11, 2, 9])
    assert "fid.italian.2008:4.6" in explained.articles


def test_art_04_07_a_king_goes_one_square_any_way() -> None:
    assert destinations(board("W:WK18:B4"), 18) == {13, 14, 21, 22}
    assert destinations(board("W:WK18,14:B4"), 18) == {13, 21, 22}
    assert cited(board("W:WK18:B4"), 18, 11) == "4.7"
    assert cited(board("W:WK18:B4"), 18, 25) == "4.7"


# --- 5: captures ---


def test_art_05_01_a_jump_takes_the_piece_out_of_the_game() -> None:
    position = board("W:W22:B18,5")
    assert routes(position) == {"22x13"}
    assert position.play(position.moves()[0]).black_men == (5,)


def test_art_05_02_a_piece_is_open_to_capture_if_the_square_behind_is_free() -> None:
    assert routes(board("W:W22:B15,18,19")) == {"22x13"}
    assert cited(board("W:W22:B15,18,19"), 22, 15) == "5.2"
    assert not board("W:W21:B17,14").detect()  # 17 stands at the rim: there is no square behind


def test_art_05_03_a_a_man_captures_forward_only() -> None:
    assert routes(board("W:W18:B14,22")) == {"18x11"}
    assert routes(board("B:W14,22:B18")) == {"18x27"}
    assert cited(board("W:W18:B14,22"), 18, 27) == "5.3.a"


def test_art_05_03_b_a_man_never_takes_a_king() -> None:
    assert routes(board("W:W18:B13,K14")) == {"18x9"}
    assert routes(board("W:W18:B5,K14")) == {"18-13"}
    assert cited(board("W:W18:B13,K14"), 18, 11) == "5.3.b"


def test_art_05_03_c_a_king_captures_both_ways() -> None:
    assert routes(board("W:WK14:B18")) == {"14x21"}
    assert routes(board("W:WK14:B10,18")) == {"14x5", "14x21"}


def test_art_05_03_d_a_king_takes_men_and_kings() -> None:
    assert routes(board("W:WK23:B11,K19")) == {"23x14x7"}


def test_art_05_04_single_and_multiple_captures() -> None:
    single, multiple = play(started("W:W22:B18"), "22x13"), play(started("W:W29:B19,26"), "29x15")
    assert (single.moves[-1].captured, single.paths[-1]) == ((18,), (22, 13))
    assert (multiple.moves[-1].captured, multiple.paths[-1]) == ((19, 26), (29, 22, 15))


def test_art_05_05_a_multiple_capture_is_one_move() -> None:
    game = play(started("W:W29:B19,26,1"), "29x15")
    assert (game.ply, game.side) == (1, BLACK)


def test_art_05_06_a_man_lands_just_behind() -> None:
    assert destinations(board("W:W29:B26"), 29) == {22}


def test_art_05_07_a_man_goes_on_and_takes_three_at_most() -> None:
    position = board("W:W29:B11,19,26")
    assert routes(position) == {"29x22x15x6"}
    assert cited(position, 29, 22) == "5.7"
    assert cited(position, 29, 22, 15) == "5.7"


def test_art_05_08_a_king_lands_just_behind() -> None:
    assert routes(board("W:WK27:B23,1")) == {"27x20"}


def test_art_05_09_a_king_goes_on() -> None:
    position = board("W:WK27:B14,15,23")
    assert routes(position) == {"27x20x11x18"}
    assert cited(position, 27, 20, 11) == "5.9"


def test_art_05_10_every_landing_of_a_capture_can_be_shown() -> None:
    position = board("W:W29:B11,19,26")
    (move,) = position.moves()
    assert position.paths(move) == ((29, 22, 15, 6),)
    assert play(started("W:W29:B11,19,26"), "29x6").paths == ((29, 22, 15, 6),)


def test_art_05_10_an_unclear_capture_is_made_again_on_demand() -> None:
    """The arbiter has it taken back, captured pieces and all, and shown once more."""
    before = board("W:W29:B11,19,26,4")
    again = shown_again(before, "29x6", "5.10")
    assert (again.position, again.conduct.log[-1].article) == (before, "fid.italian.2008:5.10")
    assert play(again, "29x6").position.fen == "B:W6:B4"


def test_art_05_12_pieces_taken_off_in_the_wrong_order_are_put_right_on_demand() -> None:
    before = board("W:WK29:B4,11,19,26")
    again = shown_again(before, "29x6", "5.12")
    assert (again.position, again.conduct.log[-1].article) == (before, "fid.italian.2008:5.12")
    assert again.conduct.jumps[-1].before.black_men == (4,)


def shown_again(before: Position, text: str, number: str) -> Game:
    agreed = Conditions(arbitrated=True, automatic_count=False)
    game = play(Game.start(ITALIAN, position=before, conditions=agreed), text)
    assert game.side is BLACK
    return game.apply(Ruled(text="Di nuovo", article=number, fen=before.fen, author="Rossi", at=1))


def test_art_05_12_captured_pieces_bar_the_way_until_the_end() -> None:
    position = board("W:WK30:B11,12,19,20,27,28")
    assert cited(position, 30, 23, 16, 7, 14, 23, 30) == "6.4"


# --- 6: which capture ---


def test_art_06_01_capturing_is_compulsory() -> None:
    position = board("W:W22,32:B12,18")
    assert routes(position) == {"22x13"}
    assert cited(position, 32, 28) == "6.1"
    assert cited(position, 22, 19) == "6.1"
    assert explain_piece(position, 32).articles == ("fid.italian.2008:6.1",)


def test_art_06_02_own_pieces_are_not_captured() -> None:
    position = board("W:W22,18:B4")
    assert not position.detect()
    explanation = explain_move(position, [22, 13])
    assert explanation.articles == ("fid.italian.2008:6.3", "fid.italian.2008:6.2")
    assert explanation.reason is Reason.JUMPS_OWN_PIECE
    assert position.pieces[18] == "w"


def test_art_06_03_own_pieces_are_not_jumped() -> None:
    assert routes(board("W:W10,22:B18")) == {"22x13"}
    assert cited(board("W:W10,22:B18"), 22, 13, 6) == "6.3"


def test_art_06_04_a_square_twice_a_piece_never() -> None:
    position = board("W:WK30:B11,12,19,20,27,28")
    assert routes(position) == {"30x23x16x7x14x23x32", "30x23x14x7x16x23x32"}
    assert cited(position, 30, 23, 16, 7, 14, 23, 30) == "6.4"


def test_art_06_04_a_king_may_end_where_it_began() -> None:
    """The square it left counts as free."""
    position = board("W:WK27:B14,15,22,23")
    assert routes(position) == {"27x20x11x18x27", "27x18x11x20x27"}
    (move,) = position.moves()
    assert (move.origin, move.destination, move.captured) == (27, 27, (14, 15, 22, 23))


def test_art_06_05_a_man_crowned_by_a_capture_stops() -> None:
    position = board("W:W11:B5,6")
    assert routes(position) == {"11x2"}
    assert position.moves()[0].promotes
    assert cited(position, 11, 2, 9) == "6.5"


def test_art_06_06_most_pieces() -> None:
    position = board("W:W24,29:B19,20,26")
    assert routes(position) == {"29x22x15"}
    assert cited(position, 24, 15) == "6.6"
    assert cited(board("W:WK23:B18,19,20"), 23, 16) == "6.6"


def test_art_06_06_a_man_with_two_goes_before_a_king_with_one() -> None:
    position = board("W:WK24,29:B18,20,26")
    assert routes(position) == {"29x22x13"}
    assert cited(position, 24, 15) == "6.6"


def test_art_06_07_with_the_king() -> None:
    position = board("W:WK24,25:B20,21")
    assert routes(position) == {"24x15"}
    assert cited(position, 25, 18) == "6.7"


def test_art_06_08_most_kings() -> None:
    position = board("W:WK27:B13,15,22,K23")
    assert routes(position) == {"27x20x11"}
    assert cited(position, 27, 18, 9) == "6.8"


def test_art_06_08_three_pieces_go_before_two_kings() -> None:
    """Number comes first: 6.8 speaks only where it is equal."""
    position = board("W:WK27:B5,13,K15,22,K23")
    assert routes(position) == {"27x18x9x2"}
    assert cited(position, 27, 20, 11) == "6.6"


def test_art_06_09_kings_first() -> None:
    position = board("W:WK27:B13,K15,K22,23")
    assert routes(position) == {"27x18x9"}
    assert cited(position, 27, 20, 11) == "6.9"


def test_art_06_09_the_whole_sequence_is_compared() -> None:
    """King, king, man goes before king, man, king: the first king decides nothing."""
    position = board("W:WK27:B5,K7,K13,15,K22,K23")
    assert routes(position) == {"27x18x9x2"}
    assert cited(position, 27, 20, 11, 4) == "6.9"


def test_art_06_09_a_case_where_other_programs_err() -> None:
    position = board("W:W21,K27,K32:BK5,7,12,13,K14,15,K19,K22,K26")
    assert explain_move(position, [27, 18, 9, 2]).reason is Reason.KINGS_LATER


def test_art_06_10_the_choice_is_free() -> None:
    position = board("W:W22:B10,11,18,19")
    assert routes(position) == {"22x13x6", "22x15x6"}
    assert len(position.moves()) == 2
    assert cited(position, 22, 6) == "6.10"
    assert routes(board("W:W23,25:B19,21,1")) == {"23x14", "25x18"}


# --- 7: before play ---


def test_art_07_01_the_pieces_are_checked_before_the_first_move() -> None:
    wrong = Setup(ITALIAN, WHITE, white_men=frozenset({2}), black_men=frozenset(range(5, 18)))
    assert wrong.problems() == SetupProblem.WHITE_MAN_ON_LAST_ROW | SetupProblem.TOO_MANY_BLACK


# --- 9: the result ---


def test_art_09_01_two_results() -> None:
    won = lone_kings().apply(Resigned(side="black", at=0)).outcome
    drawn = (
        lone_kings().apply(DrawOffered(side="white", at=0)).apply(DrawAccepted(side="black", at=0)).outcome
    )
    assert won is not None
    assert drawn is not None
    assert (won.score, drawn.score) == ("2-0", "1-1")


def test_art_09_01_a_one_wins_the_other_loses() -> None:
    outcome = lone_kings().apply(Resigned(side="white", at=0)).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.loser) == (BLACK, WHITE)


def test_art_09_01_b_or_nobody_does() -> None:
    game = lone_kings().apply(DrawOffered(side="white", at=0)).apply(DrawAccepted(side="black", at=0))
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.loser) == (None, None)
    assert (game.outcome.score, game.outcome.article) == ("1-1", "fid.italian.2008:9.3.a")


def assert_won(game: Game, winner: Side, termination: Termination, number: str) -> None:
    assert game.outcome is not None
    assert game.outcome.winner is winner
    assert game.outcome.termination is termination
    assert game.outcome.article == f"fid.italian.2008:{number}"


def test_art_09_02_01_the_opponent_resigns() -> None:
    assert_won(lone_kings().apply(Resigned(side="white", at=0)), BLACK, Termination.RESIGNATION, "9.2.1")


def test_art_09_02_02_the_opponent_cannot_move() -> None:
    game = play(started("B:W17:B6,13"), "6-10")
    assert_won(game, BLACK, Termination.NO_MOVES, "9.2.2")


def test_art_09_02_02_a_man_shut_in_by_a_king_it_may_not_take() -> None:
    """Behind the king there is room, but 5.3 b forbids the jump."""
    assert board("W:W17:B13").detect()
    game = play(started("B:W17:BK9"), "9-13")
    assert_won(game, BLACK, Termination.NO_MOVES, "9.2.2")


def test_art_09_02_03_the_opponent_has_no_pieces() -> None:
    assert_won(play(started("W:W22:B18"), "22x13"), WHITE, Termination.NO_PIECES, "9.2.3")


def test_art_09_02_04_the_opponent_s_time_is_over() -> None:
    game = lone_kings(clock=ClockSettings(base_ms=MINUTE)).apply(Flagged(at=MINUTE))
    assert_won(game, BLACK, Termination.TIME, "9.2.4")


def test_art_09_03_a_draw_by_agreement() -> None:
    offered = lone_kings().apply(DrawOffered(side="white", at=0))
    assert offered.apply(DrawDeclined(side="black", at=0)).outcome is None
    drawn = offered.apply(DrawAccepted(side="black", at=0)).outcome
    assert drawn is not None
    assert drawn.article == "fid.italian.2008:9.3.a"


def test_art_09_03_b_the_same_position_for_the_fourth_time() -> None:
    game = play(lone_kings(), *FROM_CORNER_TO_CORNER * 3)
    assert game.repetitions == 4
    outcome = game.apply(RepetitionClaimed(side="white", at=0)).outcome
    assert outcome is not None
    assert outcome.article == "fid.italian.2008:9.3.b"


def test_art_09_03_b_only_where_the_game_is_written_down() -> None:
    game = play(lone_kings(recorded=False), *FROM_CORNER_TO_CORNER * 3)
    with pytest.raises(NothingToClaim):
        game.apply(RepetitionClaimed(side="white", at=0))


@pytest.mark.parametrize("by", ["white", "black", "arbiter"])
def test_art_09_03_b1_a_player_asks_or_the_arbiter_imposes(by: str) -> None:
    game = play(lone_kings(), *FROM_CORNER_TO_CORNER * 3)
    assert game.outcome is None
    outcome = game.apply(RepetitionClaimed(side=by, at=0)).outcome  # type: ignore[arg-type]
    assert outcome is not None
    assert outcome.declared_by == by


def test_art_09_03_b2_a_wrong_claim_is_charged_up_to_15_minutes() -> None:
    game = play(lone_kings(clock=ClockSettings(base_ms=60 * MINUTE)), *FROM_CORNER_TO_CORNER * 2)
    for check, charged in ((5, 5), (15, 15), (40, 15)):
        after = game.apply(RepetitionClaimed(side="white", at=0, check_ms=check * MINUTE))
        assert after.clock is not None
        assert after.outcome is None
        assert after.clock.white_ms == (60 - charged) * MINUTE


def test_art_09_03_b3_the_charge_leaves_three_minutes() -> None:
    for left, kept in ((10, 3), (3, 3), (2, 2)):
        game = play(lone_kings(clock=ClockSettings(base_ms=left * MINUTE)), *FROM_CORNER_TO_CORNER * 2)
        after = game.apply(RepetitionClaimed(side="white", at=0, check_ms=12 * MINUTE))
        assert after.clock is not None
        assert after.clock.white_ms == kept * MINUTE


def quiet(game: Game, plies: int) -> Game:
    """Kings to and fro, corner by corner: nothing is taken, no man moves."""
    return play(game, *(FROM_CORNER_TO_CORNER * (plies // 4 + 1))[:plies])


def test_art_09_03_c_the_count_has_run_its_course() -> None:
    game = quiet(lone_kings(), 80)
    assert game.outcome is not None
    assert game.outcome.score == "1-1"


def test_art_09_04_the_count_limits_an_ending_without_progress() -> None:
    assert plies_to_draw(lone_kings()) == 80
    assert plies_to_draw(started("W:W32:BK1")) is None
    idle = quiet(lone_kings(automatic_count=False).apply(CountRequested(side="black", at=0)), 79)
    assert (plies_to_draw(idle), idle.outcome) == (1, None)
    over = play(idle, "5-1").outcome
    assert over is not None
    assert (over.winner, over.termination) == (None, Termination.MOVE_COUNT)


# --- 10: counting moves ---


def test_art_10_01_a_king_on_each_side() -> None:
    without = started("W:W32,K31:B5", automatic_count=False)
    with pytest.raises(NothingToCount):
        without.apply(CountRequested(side="white", at=0))
    assert lone_kings(automatic_count=False).apply(CountRequested(side="white", at=0)).count is not None


@pytest.mark.parametrize("by", ["white", "black", "arbiter"])
def test_art_10_02_a_player_asks_or_the_arbiter_imposes(by: str) -> None:
    game = lone_kings(automatic_count=False)
    assert game.count is None
    asked = game.apply(CountRequested(side=by, at=0))  # type: ignore[arg-type]
    assert asked.count is not None
    assert asked.count.asked_by == by


def test_art_10_03_counting_starts_with_the_player_to_move() -> None:
    game = play(lone_kings(automatic_count=False), "32-28").apply(CountRequested(side="white", at=0))
    assert game.count is not None
    assert game.count.first is BLACK
    game = play(game, "1-5")
    assert game.count is not None
    assert (game.count.white, game.count.black) == (0, 1)


def test_art_10_04_forty_king_moves_by_each_player() -> None:
    asked = lone_kings(automatic_count=False).apply(CountRequested(side="black", at=0))
    last = quiet(asked, 79)
    assert last.outcome is None
    drawn = play(last, "5-1").outcome
    assert drawn is not None
    assert drawn.article == "fid.italian.2008:10.4"
    assert drawn.number == 40


def test_art_10_05_a_man_s_move_annuls_the_count_and_it_starts_again() -> None:
    game = quiet(started("W:WK32,29:BK1"), 6)
    assert game.count is not None
    assert game.count.plies == 6
    moved = play(game, "29-25")
    assert moved.count is not None
    assert (moved.count.plies, moved.count.first) == (0, BLACK)


def test_art_10_05_so_does_a_capture_and_without_a_king_each_nothing_is_counted() -> None:
    game = started("W:WK27:BK22,1")
    assert game.count is not None
    after = play(game, "27x18")
    assert after.count is None


# --- 12 to 14: writing and time ---


def test_art_12_01_a_game_can_be_written_down_and_replayed() -> None:
    texts = ["22-19", "10-14", "19x10", "5x14"]
    replay = _core.replay(ITALIAN.start(), texts)
    assert replay.error is None
    position = ITALIAN.start()
    for move, text in zip(replay.moves, texts, strict=True):
        assert format_move(position, move) == text
        position = position.play(move)


def test_art_12_02_a_from_and_to() -> None:
    position = ITALIAN.start()
    assert {format_move(position, move) for move in position.moves()} >= {"22-18", "23-20"}


def test_art_12_02_b_a_hyphen_for_a_move() -> None:
    (move, *_) = board("W:W22:B5").moves()
    assert re.fullmatch(r"22-1[89]", format_move(board("W:W22:B5"), move))


def test_art_12_02_c_an_x_for_any_capture() -> None:
    for fen, text in (("W:W22:B18", "22x13"), ("W:W29:B11,19,26", "29x6")):
        (move,) = board(fen).moves()
        assert format_move(board(fen), move) == text


@pytest.mark.parametrize(
    ("number", "sign", "meaning", "words"),
    [
        ("13.3", "!", Message("good or strong move"), "a good move"),
        ("13.4", "!!", Message("very good or very strong move"), "a very good move"),
        ("13.5", "?", Message("weak move"), "a weak move"),
        ("13.6", "??", Message("very bad move, a blunder"), "a blunder"),
        ("13.7", "?!", Message("looks weak and is strong"), "looks weak, but is strong"),
        ("13.8", "!?", Message("looks strong and is weak"), "looks strong, but is weak"),
        ("13.9", "*", Message("forced move: any other loses"), "forced"),
        ("13.10", "+", Message("wins"), "wins"),
        ("13.11", "=", Message("draw", context="sign"), "draw"),
    ],
)
def test_art_13_a_sign_is_read_printed_and_explained(
    number: str, sign: str, meaning: Message, words: str
) -> None:
    """Behind a move of a game: it is on the printed sheet, and in the file written from what was read."""
    text = f'[GameType "22"]\n\n1. 22-18{sign} 12-16 1/2-1/2\n'
    for _ in range(2):
        [game] = read_pdn(text)
        assert isinstance(game, PdnGame)
        assert [sign_text(entry, "fid.italian.2008").strip() for entry in game.mainline] == [sign, ""]
        text = write_pdn(game)
    assert sign_meaning(sign) == meaning
    article = rulebook("fid.italian.2008").article(number)
    assert article.governs == (f"sign {sign}",)
    assert words in article.text.text("en")


def test_art_13_01_a_hyphen_is_a_move() -> None:
    assert "-" in format_move(ITALIAN.start(), ITALIAN.start().moves()[0])


def test_art_13_02_an_x_is_a_capture() -> None:
    (move,) = board("W:W22:B18").moves()
    assert "x" in format_move(board("W:W22:B18"), move)


def test_art_13_07_and_13_08_mean_the_reverse_of_chess() -> None:
    assert SIGNS["?!"].text("en").endswith("is strong")
    assert SIGNS["!?"].text("en").endswith("is weak")


def test_art_14_01_time_may_be_limited() -> None:
    game = lone_kings(clock=ClockSettings(base_ms=MINUTE))
    assert game.clock is not None
    assert game.clock.remaining(WHITE, at=10_000) == 50_000
    assert lone_kings().clock is None


def test_a_move_against_the_articles_is_refused_with_its_article() -> None:
    with pytest.raises(IllegalRoute) as refused:
        play(started("W:W24,29:B19,20,26"), "24x15")
    assert refused.value.explanation.articles[0] == "fid.italian.2008:6.6"
