"""Draws by counting: repetition, the count of king moves, the counts of the world federation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from damiera._core import Side
from damiera.game.draws import DrawRules, MoveCount, plies_to_draw, time_after_wrong_claim
from damiera.game.errors import BadCountLimit, GameOver, NothingToClaim, NothingToCount
from damiera.game.events import CountRequested, RepetitionClaimed, UndoAccepted, UndoAsked
from damiera.game.outcome import Termination
from damiera.game.state import Game
from damiera.messages import Message
from damiera.regulations.book import rulebook
from damiera.rules.ruleset import ENGLISH, INTERNATIONAL, ITALIAN, Ruleset
from tests.wording import raises

WHITE, BLACK = Side.WHITE, Side.BLACK
Play = Callable[..., Game]
Walk = Callable[[Game, int], Game]

FID = rulebook("fid.italian.2008")
MINUTE = 60_000


def kings(ruleset: Ruleset, white: tuple[int, ...], black: tuple[int, ...], **options: object) -> Game:
    position = ruleset.core.position(WHITE, (), white, (), black)
    return Game.start(ruleset, position=position, **options)  # type: ignore[arg-type]


def italian_kings(**options: object) -> Game:
    return kings(ITALIAN, (32,), (1,), **options)


# --- repetition, FID art. 9.3 b ---


def test_9_3_b_the_position_is_counted_with_the_side_to_move(to_and_fro: Walk) -> None:
    game = italian_kings()
    seen = []
    for _ in range(13):
        seen.append(game.repetitions)
        game = to_and_fro(game, 1)
    assert seen == [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4]


def test_9_3_b_the_fourth_time_is_claimed_and_does_not_end_the_game_by_itself(to_and_fro: Walk) -> None:
    third = to_and_fro(italian_kings(), 8)
    assert (third.repetitions, third.can_claim_repetition) == (3, False)
    fourth = to_and_fro(third, 4)
    assert fourth.outcome is None
    assert (fourth.repetitions, fourth.can_claim_repetition) == (4, True)


@pytest.mark.parametrize("claimant", ["white", "black", "arbiter"])
def test_9_3_b1_a_player_claims_or_the_arbiter_imposes(to_and_fro: Walk, claimant: str) -> None:
    game = to_and_fro(italian_kings(), 12).apply(RepetitionClaimed(side=claimant, at=0))  # type: ignore[arg-type]
    assert game.outcome is not None
    assert game.outcome.score == "1-1"
    assert game.outcome.termination is Termination.REPETITION
    assert game.outcome.article == "fid.italian.2008:9.3.b"
    assert game.outcome.declared_by == claimant
    assert "quarta" in game.outcome.text("it")


def test_9_3_b_a_wrong_claim_that_takes_no_time_is_refused(to_and_fro: Walk) -> None:
    with raises(
        NothingToClaim,
        Message(
            "This position has been here {times}, and a draw takes {needed}: play on.",
            times=Message("{n} times", n=3),
            needed=4,
        ),
    ) as refusal:
        to_and_fro(italian_kings(), 8).apply(RepetitionClaimed(side="white", at=0))
    assert (refusal.value.repetitions, refusal.value.needed) == (3, 4)


def test_9_3_b_only_where_the_game_is_written_down(to_and_fro: Walk) -> None:
    game = to_and_fro(italian_kings(recorded=False), 12)
    assert game.facts.repetition_limit is None
    with raises(NothingToClaim, Message("Repetition counts only where the game is written down. Play on.")):
        game.apply(RepetitionClaimed(side="white", at=0, check_ms=MINUTE))


def test_9_3_b_english_draughts_inherits_it(to_and_fro: Walk) -> None:
    game = to_and_fro(kings(ENGLISH, (32,), (1,)), 12).apply(RepetitionClaimed(side="black", at=0))
    assert game.outcome is not None
    assert game.outcome.article == "fid.italian.2008:9.3.b"


def test_a_capture_forgets_what_came_before(play: Play, to_and_fro: Walk) -> None:
    position = ITALIAN.core.position(WHITE, (22,), (32,), (18,), (1,))
    game = Game.start(ITALIAN, position=position)
    assert game.tally.quiet_plies == 0
    game = play(game, "22x13")
    assert (game.repetitions, game.tally.quiet_plies) == (1, 0)
    assert to_and_fro(game, 4).repetitions == 2


def test_an_undone_position_was_not_repeated(to_and_fro: Walk) -> None:
    game = to_and_fro(italian_kings(), 4)
    assert game.repetitions == 2
    game = game.apply(UndoAsked(side="black", at=0)).apply(UndoAccepted(side="white", at=0))
    assert game.repetitions == 1
    assert to_and_fro(game, 1).repetitions == 2


# --- what a wrong claim costs, art. 9.3 b2 and b3 ---


@pytest.mark.parametrize(
    ("left", "check", "sheltered", "expected"),
    [
        (60 * MINUTE, 4 * MINUTE, False, 56 * MINUTE),
        (60 * MINUTE, 40 * MINUTE, False, 45 * MINUTE),  # 15 minutes at most
        (10 * MINUTE, 9 * MINUTE, False, 3 * MINUTE),  # never below 3
        (3 * MINUTE, MINUTE, False, 3 * MINUTE),
        (3 * MINUTE, MINUTE, True, 3 * MINUTE),
        (2 * MINUTE, MINUTE, False, 2 * MINUTE),  # below 3 already: unchanged the first time
        (2 * MINUTE, MINUTE, True, MINUTE),  # but not the second
        (2 * MINUTE, 14 * MINUTE, True, 0),  # never below nothing
    ],
)
def test_9_3_b2_b3_the_time_of_the_check(left: int, check: int, sheltered: bool, expected: int) -> None:
    assert time_after_wrong_claim(FID, left, check, sheltered=sheltered) == expected


# --- the count of king moves, art. 10 ---


def test_10_2_the_count_begins_on_request(to_and_fro: Walk) -> None:
    game = to_and_fro(italian_kings(automatic_count=False), 5)
    assert game.count is None
    assert game.can_ask_count
    assert plies_to_draw(game) is None
    game = game.apply(CountRequested(side="white", at=0))
    assert game.count == MoveCount(
        Termination.MOVE_COUNT, "fid.italian.2008:10.4", 40, first=BLACK, plies=0, asked_by="white"
    )
    assert plies_to_draw(game) == 80


def test_10_2_the_arbiter_may_impose_it() -> None:
    game = italian_kings(automatic_count=False).apply(CountRequested(side="arbiter", at=0))
    assert game.count is not None
    assert game.count.asked_by == "arbiter"


def test_10_3_counting_begins_with_the_player_to_move(to_and_fro: Walk) -> None:
    game = to_and_fro(italian_kings(automatic_count=False), 1).apply(CountRequested(side="white", at=0))
    counted = []
    for _ in range(4):
        assert game.count is not None
        counted.append((game.count.white, game.count.black))
        game = to_and_fro(game, 1)
    assert counted == [(0, 0), (0, 1), (1, 1), (1, 2)]


def test_10_4_forty_king_moves_by_each_player_are_a_draw(to_and_fro: Walk) -> None:
    game = to_and_fro(italian_kings(automatic_count=False), 3).apply(CountRequested(side="black", at=0))
    game = to_and_fro(game, 79)
    assert game.outcome is None
    assert plies_to_draw(game) == 1
    game = to_and_fro(game, 1)
    assert game.outcome is not None
    assert (game.outcome.termination, game.outcome.number) == (Termination.MOVE_COUNT, 40)
    assert game.outcome.article == "fid.italian.2008:10.4"
    assert game.outcome.declared_by == "rules"
    with pytest.raises(GameOver):
        plies_to_draw(game)


def test_10_1_no_count_without_a_king_on_each_side() -> None:
    game = Game.start(ITALIAN, automatic_count=False)
    assert not game.can_ask_count
    with raises(NothingToCount, Message("The count needs at least one king on each side.")):
        game.apply(CountRequested(side="white", at=0))


def test_10_2_no_second_count_while_one_is_under_way() -> None:
    with raises(NothingToCount, Message("The count of moves is already under way.")):
        italian_kings().apply(CountRequested(side="white", at=0))


def test_10_5_a_man_move_begins_the_count_again(play: Play, to_and_fro: Walk) -> None:
    position = ITALIAN.core.position(WHITE, (21,), (32,), (), (1,))
    game = Game.start(ITALIAN, position=position, automatic_count=False)
    game = play(game.apply(CountRequested(side="white", at=0)), "32-28", "1-5")
    assert game.count is not None
    assert game.count.plies == 2
    game = play(game, "21-17")
    assert game.count == MoveCount(
        Termination.MOVE_COUNT, "fid.italian.2008:10.4", 40, first=BLACK, plies=0, asked_by="white"
    )


def test_10_5_a_capture_ends_the_count_when_a_side_has_no_king_left(play: Play) -> None:
    position = ITALIAN.core.position(WHITE, (), (19,), (1,), (15,))
    game = Game.start(ITALIAN, position=position)
    assert game.count is not None
    game = play(game, "19x12")
    assert game.outcome is None
    assert game.count is None


def test_the_count_begins_by_itself_at_the_promotion(play: Play) -> None:
    position = ITALIAN.core.position(WHITE, (5,), (), (), (20,))
    game = Game.start(ITALIAN, position=position)
    assert game.count is None
    game = play(game, "5-1")
    assert game.count is not None
    assert (game.count.first, game.count.plies, game.count.asked_by) == (BLACK, 0, "rules")


def test_english_counts_fifty(to_and_fro: Walk) -> None:
    game = to_and_fro(kings(ENGLISH, (32,), (1,)), 99)
    assert game.outcome is None
    game = to_and_fro(game, 1)
    assert game.outcome is not None
    assert (game.outcome.article, game.outcome.number) == ("fid.english.2008:10.4", 50)


def test_11_an_event_may_count_fewer_moves(to_and_fro: Walk) -> None:
    game = to_and_fro(italian_kings(count_limit=10), 20)
    assert game.outcome is not None
    assert game.outcome.number == 10


@pytest.mark.parametrize("limit", [0, 9, 41])
def test_11_but_not_fewer_than_ten(limit: int) -> None:
    with raises(
        BadCountLimit,
        Message(
            "A count of {limit} moves: the rulebook allows {lowest} to {highest}.", lowest=10, highest=40
        ),
    ) as refusal:
        italian_kings(count_limit=limit)
    assert (refusal.value.lowest, refusal.value.highest) == (10, 40)


def test_11_no_other_count_where_the_book_names_no_lowest() -> None:
    strict = replace(FID, parameters=replace(FID.parameters, move_count_min=0))
    with raises(
        BadCountLimit,
        Message(
            "A count of {limit} moves: the rulebook allows {lowest} to {highest}.",
            limit=20,
            lowest=40,
            highest=40,
        ),
    ):
        DrawRules.of(strict, recorded=True, automatic_count=True, count_limit=20)


def test_a_limit_where_no_moves_are_counted() -> None:
    with raises(BadCountLimit, Message("This rulebook knows no count of moves: leave the limit out.")):
        Game.start(INTERNATIONAL, count_limit=20)


def test_an_undo_winds_the_count_back(to_and_fro: Walk) -> None:
    game = to_and_fro(italian_kings(automatic_count=False), 2).apply(CountRequested(side="white", at=0))
    game = to_and_fro(game, 3)
    game = game.apply(UndoAsked(side="white", at=0)).apply(UndoAccepted(side="black", at=0))
    assert game.count is not None
    assert (game.ply, game.count.plies) == (4, 2)


def test_a_request_to_count_outlives_the_undo_to_where_it_was_made(to_and_fro: Walk) -> None:
    asked = to_and_fro(italian_kings(automatic_count=False), 2).apply(CountRequested(side="white", at=0))
    game = to_and_fro(asked, 1).apply(UndoAsked(side="white", at=0)).apply(UndoAccepted(side="black", at=0))
    assert (game.ply, game.count) == (2, asked.count)


# --- the world federation ---


def test_fmjd_6_1_the_third_time_ends_the_game_by_itself(to_and_fro: Walk) -> None:
    game = to_and_fro(kings(INTERNATIONAL, (47, 48), (3, 4)), 7)
    assert game.outcome is None
    game = to_and_fro(game, 1)
    assert game.outcome is not None
    assert (game.outcome.article, game.outcome.number) == ("fmjd.international:6.1", 3)
    assert game.outcome.declared_by == "rules"


def test_fmjd_6_2_twenty_five_moves_each_by_kings_alone(wander: Walk) -> None:
    game = kings(INTERNATIONAL, (47, 48), (3, 4))
    assert game.count is None
    game = wander(game, 49)
    assert game.count is not None
    assert (game.count.white, game.count.black, game.count.limit) == (25, 24, 25)
    assert plies_to_draw(game) == 1
    game = wander(game, 1)
    assert game.outcome is not None
    assert (game.outcome.article, game.outcome.number) == ("fmjd.international:6.2", 25)


def test_fmjd_6_2_a_man_move_begins_it_again(play: Play, wander: Walk) -> None:
    position = INTERNATIONAL.core.position(WHITE, (45,), (47, 48), (), (3, 4))
    game = wander(Game.start(INTERNATIONAL, position=position), 6)
    assert plies_to_draw(game) == 44
    assert plies_to_draw(play(game, "45-40")) == 50


@pytest.mark.parametrize(
    ("white_men", "white_kings", "limit", "article"),
    [
        ((), (46, 47, 48), 16, "fmjd.international:6.3"),
        ((41,), (46, 47), 16, "fmjd.international:6.3"),
        ((), (46, 47), 5, "fmjd.international:6.4"),
        ((), (46,), 5, "fmjd.international:6.4"),
    ],
)
def test_fmjd_6_3_6_4_endings_have_their_own_limits(
    wander: Walk, white_men: tuple[int, ...], white_kings: tuple[int, ...], limit: int, article: str
) -> None:
    position = INTERNATIONAL.core.position(WHITE, white_men, white_kings, (), (4,))
    game = wander(Game.start(INTERNATIONAL, position=position), 2 * limit - 1)
    assert game.outcome is None
    assert game.count is not None
    assert (game.count.white, game.count.black, game.count.limit) == (limit, limit - 1, limit)
    game = wander(game, 1)
    assert game.outcome is not None
    assert (game.outcome.termination, game.outcome.article) == (Termination.MATERIAL, article)
    assert game.outcome.number == limit


def test_fmjd_6_3_a_man_move_does_not_begin_the_ending_again(play: Play) -> None:
    position = INTERNATIONAL.core.position(WHITE, (45,), (47, 48), (), (4,))
    game = play(Game.start(INTERNATIONAL, position=position), "45-40")
    assert game.count is not None
    assert (game.count.limit, game.count.plies) == (16, 1)


def test_fmjd_6_4_a_capture_into_the_smaller_ending_begins_its_five_moves(play: Play) -> None:
    position = INTERNATIONAL.core.position(BLACK, (), (27, 46, 47), (), (18,))
    game = Game.start(INTERNATIONAL, position=position)
    assert plies_to_draw(game) == 32
    capture = game.position.moves()[0]
    assert capture.is_capture
    game = play(game, "-".join(map(str, game.position.paths(capture)[0])))
    assert game.count is not None
    assert (game.count.limit, game.count.plies) == (5, 0)


def test_fmjd_no_limit_while_no_king_is_strong() -> None:
    position = INTERNATIONAL.core.position(WHITE, (31, 32, 33), (), (), (4,))
    assert Game.start(INTERNATIONAL, position=position).count is None


def test_fmjd_has_no_count_on_request() -> None:
    with raises(NothingToCount, Message("This rulebook has no count of moves.")):
        kings(INTERNATIONAL, (47, 48), (3, 4)).apply(CountRequested(side="white", at=0))


def test_a_book_without_repetition_refuses_the_claim() -> None:
    silent = replace(FID, parameters=replace(FID.parameters, repetition=None))
    assert DrawRules.of(silent, recorded=True, automatic_count=True).repetition is None


# --- the value itself ---


@pytest.mark.parametrize(
    ("first", "plies", "white", "black"),
    [(WHITE, 0, 0, 0), (WHITE, 5, 3, 2), (BLACK, 5, 2, 3), (BLACK, 80, 40, 40)],
)
def test_the_first_to_move_is_counted_first(first: Side, plies: int, white: int, black: int) -> None:
    count = MoveCount(Termination.MOVE_COUNT, None, 40, first, plies)
    assert (count.white, count.black, count.plies_left) == (white, black, 80 - plies)


@pytest.mark.parametrize(
    "termination", [Termination.MOVE_COUNT, Termination.NO_PROGRESS, Termination.MATERIAL]
)
def test_a_count_says_where_it_stands(termination: Termination) -> None:
    count = MoveCount(termination, None, 40, WHITE, 23)
    for lang in ("it", "en"):
        assert all(number in count.text(lang) for number in ("12", "11", "40"))
