"""A game from its events: every way it ends, offers, undo, clocks."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest

from damiera._core import Position, Side
from damiera.game.clock import ClockSettings
from damiera.game.errors import (
    AlreadyAsked,
    FlagNotFallen,
    GameError,
    GameOver,
    IllegalRoute,
    NoOffer,
    NothingToUndo,
    TooSoon,
    WrongGame,
    WrongSideToMove,
)
from damiera.game.events import (
    Adjourned,
    CountRequested,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    Event,
    Flagged,
    Moved,
    RepetitionClaimed,
    Resigned,
    Resumed,
    UndoAccepted,
    UndoAsked,
    UndoDeclined,
)
from damiera.game.outcome import Outcome, Termination
from damiera.game.state import Game
from damiera.game.ways import Conditions
from damiera.messages import Message
from damiera.regulations.book import UnknownRulebook
from damiera.rules.ruleset import ENGLISH, INTERNATIONAL, ITALIAN, Ruleset
from tests.wording import holds, raises

WHITE, BLACK = Side.WHITE, Side.BLACK
Play = Callable[..., Game]
Walk = Callable[[Game, int], Game]

ONE_HOUR = ClockSettings(base_ms=3_600_000)
ONE_MINUTE = ClockSettings(base_ms=60_000, increment_ms=2_000)


def ended(game: Game) -> Outcome:
    assert game.outcome is not None
    return game.outcome


def italian(
    side: Side = WHITE,
    *,
    white: tuple[int, ...] = (),
    white_kings: tuple[int, ...] = (),
    black: tuple[int, ...] = (),
    black_kings: tuple[int, ...] = (),
) -> Position:
    return ITALIAN.core.position(side, white, white_kings, black, black_kings)


# --- the start ---


@pytest.mark.parametrize(
    ("ruleset", "book", "first"),
    [
        (ITALIAN, "fid.italian.2008", WHITE),
        (ENGLISH, "fid.english.2008", BLACK),
        (INTERNATIONAL, "fmjd.international", WHITE),
    ],
)
def test_a_game_begins(ruleset: Ruleset, book: str, first: Side) -> None:
    game = Game.start(ruleset)
    assert (game.rulebook, game.side, game.ply, game.outcome) == (book, first, 0, None)
    assert game.position == game.start_position == ruleset.start()
    assert (game.moves, game.paths, game.events) == ((), (), ())
    assert (game.repetitions, game.count, game.clock) == (1, None, None)


def test_a_position_of_another_game_is_refused() -> None:
    with raises(
        WrongGame,
        Message(
            "The game is '{expected}', but what was given is '{found}': choose the same game.",
            expected="italian",
            found="english",
        ),
    ) as refusal:
        Game.start(ITALIAN, position=ENGLISH.start())
    assert (refusal.value.expected, refusal.value.found) == ("italian", "english")


def test_a_rulebook_of_another_game_is_refused() -> None:
    with pytest.raises(WrongGame):
        Game.start(ITALIAN, rulebook="fmjd.international")


def test_an_unknown_rulebook_is_refused() -> None:
    with pytest.raises(UnknownRulebook):
        Game.start(ITALIAN, rulebook="fid.italian.1900")


def test_9_2_3_a_start_without_pieces_is_over_at_once() -> None:
    game = Game.start(ITALIAN, position=italian(WHITE, black_kings=(1,)), clock=ONE_MINUTE)
    assert ended(game) == Outcome(BLACK, Termination.NO_PIECES, "fid.italian.2008:9.2.3")
    assert game.clock is not None
    assert game.clock.running is None
    waiting = Game.start(ITALIAN, position=italian(WHITE, white_kings=(1,)))
    assert ended(waiting) == Outcome(WHITE, Termination.NO_PIECES, "fid.italian.2008:9.2.3")


def test_9_2_2_a_start_without_a_move_is_over_at_once() -> None:
    # Black's man on 25 has only 29 before it, where White stands.
    game = Game.start(ITALIAN, position=italian(BLACK, white=(29,), black=(25,)))
    assert ended(game) == Outcome(WHITE, Termination.NO_MOVES, "fid.italian.2008:9.2.2")


# --- moves ---


def test_a_move_changes_the_board_and_the_turn(play: Play) -> None:
    before = Game.start(ITALIAN)
    game = play(before, "22-18", "11-14")
    assert (game.ply, game.side, before.ply) == (2, WHITE, 0)
    assert game.paths == ((22, 18), (11, 14))
    assert [m.destination for m in game.moves] == [18, 14]
    assert len(game.positions) == 3
    assert game.position == before.position.play(game.moves[0]).play(game.moves[1])


def test_a_capture_is_kept_with_its_whole_route(play: Play) -> None:
    position = italian(WHITE, white=(29,), black=(26, 18, 10, 1))
    for text in ("29x6", "29x22x6", "29x22x13x6"):
        game = play(Game.start(ITALIAN, position=position), text)
        assert game.paths == ((29, 22, 13, 6),)
        assert game.moves[0].captured == (10, 18, 26)


def test_the_route_shown_is_the_route_kept(play: Play) -> None:
    # The king goes round four men, either way, and ends where it began: one move, two routes.
    position = italian(WHITE, white_kings=(22,), black=(10, 11, 18, 19, 1))
    game = Game.start(ITALIAN, position=position)
    assert len(position.moves()) == 1
    left, right = (22, 13, 6, 15, 22), (22, 15, 6, 13, 22)
    assert {play(game, text).paths[0] for text in ("22x13x6x15x22", "22x13x15x22")} == {left}
    assert {play(game, text).paths[0] for text in ("22x15x6x13x22", "22x15x13x22")} == {right}
    assert play(game, "22x22").paths[0] in (left, right)


def test_an_illegal_move_is_explained() -> None:
    game = Game.start(ITALIAN)
    with pytest.raises(IllegalRoute) as refusal:
        game.apply(Moved(path=(22, 15), at=0))
    assert refusal.value.path == (22, 15)
    assert refusal.value.position == game.position
    assert refusal.value.explanation.legal is False
    assert refusal.value.text("it") != refusal.value.text("en")


@pytest.mark.parametrize("path", [(9, 13), (1, 99), (22, 22), (23, 19, 15)])
def test_what_is_no_move_at_all_is_refused(path: tuple[int, ...]) -> None:
    with pytest.raises(IllegalRoute):
        Game.start(ITALIAN).apply(Moved(path=path, at=0))


def test_only_the_side_to_move_moves() -> None:
    with raises(
        WrongSideToMove, Message("It is {to}'s turn: wait for the move.", to=Message("White"))
    ) as refusal:
        Game.start(ITALIAN).apply(Moved(path=(11, 14), at=0, side="black"))
    assert refusal.value.side is WHITE
    assert "Bianco" in refusal.value.text("it")


# --- wins ---


def test_9_2_3_the_last_piece_is_taken(play: Play) -> None:
    game = play(Game.start(ITALIAN, position=italian(WHITE, white=(22,), black=(18,))), "22x13")
    assert ended(game) == Outcome(WHITE, Termination.NO_PIECES, "fid.italian.2008:9.2.3")
    assert ended(game).score == "2-0"


def test_9_2_2_no_move_is_left(play: Play) -> None:
    # Black's man on 25 has only 29 before it, where White stays.
    game = play(Game.start(ITALIAN, position=italian(WHITE, white=(29, 32), black=(25,))), "32-28")
    assert ended(game) == Outcome(WHITE, Termination.NO_MOVES, "fid.italian.2008:9.2.2")
    assert holds(ended(game).said, Message("{loser} has no move left.", loser=Message("Black")))


@pytest.mark.parametrize(("side", "score"), [("white", "0-2"), ("black", "2-0")])
def test_9_2_1_resignation_is_free_at_any_time(side: str, score: str) -> None:
    game = Game.start(ITALIAN).apply(Resigned(side=side, at=0))  # type: ignore[arg-type]
    outcome = ended(game)
    assert (outcome.score, outcome.termination) == (score, Termination.RESIGNATION)
    assert (outcome.article, outcome.declared_by) == ("fid.italian.2008:9.2.1", side)


# --- time ---


def test_9_2_4_the_flag_falls() -> None:
    game = Game.start(ITALIAN, clock=ONE_MINUTE, at=1_000).apply(Flagged(at=61_000))
    outcome = ended(game)
    assert (outcome.score, outcome.termination) == ("0-2", Termination.TIME)
    assert (outcome.article, outcome.declared_by) == ("fid.italian.2008:9.2.4", "rules")
    assert game.clock is not None
    assert (game.clock.white_ms, game.clock.black_ms, game.clock.running) == (0, 60_000, None)


def test_a_flag_is_not_taken_before_it_falls() -> None:
    game = Game.start(ITALIAN, clock=ONE_MINUTE)
    with pytest.raises(FlagNotFallen) as refusal:
        game.apply(Flagged(at=59_999))
    assert refusal.value.remaining_ms == 1
    with pytest.raises(FlagNotFallen) as refusal:
        game.apply(Flagged(at=14_005))
    assert holds(refusal.value, Message("There is still time: {time}."))


def test_without_a_clock_there_is_no_flag() -> None:
    with raises(FlagNotFallen, Message("This game is played without a clock.")) as refusal:
        Game.start(ITALIAN).apply(Flagged(at=10**9))
    assert refusal.value.remaining_ms is None


@pytest.mark.parametrize(
    "late",
    [
        Moved(path=(22, 18), at=60_000),
        Moved(path=(1, 32), at=60_000),
        Resigned(side="black", at=60_000),
        DrawOffered(side="white", at=60_000),
        RepetitionClaimed(side="white", at=60_000),
    ],
)
def test_9_2_4_what_comes_after_the_flag_finds_the_game_lost(late: Event) -> None:
    game = Game.start(ITALIAN, clock=ONE_MINUTE).apply(late)
    assert (ended(game).score, ended(game).termination) == ("0-2", Termination.TIME)
    assert (game.ply, game.position, game.events) == (0, ITALIAN.start(), (late,))


def test_each_move_presses_the_clock(play: Play) -> None:
    game = play(Game.start(ITALIAN, clock=ONE_MINUTE), "22-18", at=10_000)
    game = play(game, "11-14", at=15_000)
    assert game.clock is not None
    assert (game.clock.white_ms, game.clock.black_ms) == (52_000, 57_000)
    assert (game.clock.running, game.clock.since) == (WHITE, 15_000)


def test_in_english_draughts_black_is_on_the_clock_first() -> None:
    game = Game.start(ENGLISH, clock=ONE_MINUTE)
    assert game.clock is not None
    assert game.clock.running is BLACK


def test_the_clocks_stop_with_the_game() -> None:
    game = Game.start(ITALIAN, clock=ONE_MINUTE).apply(Resigned(side="white", at=5_000))
    assert game.clock is not None
    assert (game.clock.running, game.clock.white_ms) == (None, 55_000)


# --- a wrong claim, on the clock ---


def test_9_3_b2_the_check_is_charged_to_the_claimant() -> None:
    game = Game.start(ITALIAN, clock=ClockSettings(base_ms=3_600_000))
    game = game.apply(RepetitionClaimed(side="black", at=60_000, check_ms=240_000))
    assert game.outcome is None
    assert game.clock is not None
    assert (game.clock.white_ms, game.clock.black_ms) == (3_540_000, 3_360_000)
    assert game.clock.remaining(WHITE, 300_000) == 3_540_000, "the clocks stand still during the check"


def test_9_3_b3_the_first_claim_when_short_of_time_is_free_the_second_is_not() -> None:
    game = Game.start(ITALIAN, clock=ONE_MINUTE)
    game = game.apply(RepetitionClaimed(side="black", at=0, check_ms=50_000))
    assert game.clock is not None
    assert game.clock.black_ms == 60_000
    game = game.apply(RepetitionClaimed(side="black", at=50_000, check_ms=50_000))
    assert game.clock is not None
    assert game.clock.black_ms == 10_000
    assert game.clock.white_ms == 60_000


def test_9_3_b3_with_three_minutes_left_the_free_claim_is_not_used_up() -> None:
    game = Game.start(ITALIAN, clock=ClockSettings(base_ms=180_000))
    game = game.apply(RepetitionClaimed(side="black", at=0, check_ms=50_000))
    assert game.clock is not None
    assert (game.clock.black_ms, game.sheltered) == (180_000, frozenset())


def test_9_3_b2_clocks_stopped_for_the_check_go_on_when_they_are_resumed() -> None:
    game = Game.start(ITALIAN, clock=ONE_HOUR, conditions=Conditions(arbitrated=True))
    game = game.apply(Adjourned(side="arbiter", at=60_000))
    game = game.apply(RepetitionClaimed(side="black", at=300_000, check_ms=240_000))
    game = game.apply(Resumed(side="arbiter", at=310_000))
    assert game.clock is not None
    assert game.clock.remaining(WHITE, 311_000) == 3_539_000, "White's minute, and a second since"
    assert game.clock.remaining(BLACK, 311_000) == 3_360_000


def test_9_3_b_a_wrong_claim_stands_in_the_log_with_what_it_cost() -> None:
    game = Game.start(ITALIAN, clock=ONE_HOUR)
    game = game.apply(RepetitionClaimed(side="black", at=60_000, check_ms=150_000))
    [line] = game.conduct.log
    assert (line.at, line.author, line.article) == (60_000, "black", "fid.italian.2008:9.3.b2")
    assert holds(
        line.text,
        Message(
            "Claim of a repeated position, rejected: it has been here {times}, {needed} are needed. {cost}",
            times=Message("once"),
            needed=4,
            cost=Message("It costs the claimant {time}."),
        ),
    )
    assert line.text.text("en").endswith("It costs the claimant 2 minutes 30 seconds.")


def test_10_2_who_asked_for_the_count_stands_in_the_log() -> None:
    kings = ITALIAN.core.position(WHITE, (), (32,), (), (1,))
    game = Game.start(ITALIAN, position=kings, automatic_count=False)
    [line] = game.apply(CountRequested(side="black", at=5)).conduct.log
    assert (line.author, line.article) == ("black", "fid.italian.2008:10.2")
    assert holds(line.text, Message("The count of moves begins, up to {limit}.", limit=40))


def test_9_3_b1_a_check_the_arbiter_imposes_costs_nobody() -> None:
    game = Game.start(ITALIAN, clock=ONE_MINUTE)
    game = game.apply(RepetitionClaimed(side="arbiter", at=1_000, check_ms=90_000))
    assert game.clock is not None
    assert (game.clock.remaining(WHITE, 91_000), game.clock.black_ms) == (59_000, 60_000)


def test_a_checked_claim_without_a_clock_costs_nothing() -> None:
    claim = RepetitionClaimed(side="white", at=0, check_ms=1_000)
    game = Game.start(ITALIAN).apply(claim)
    assert (game.outcome, game.clock, game.events) == (None, None, (claim,))


# --- draw offers ---


def test_9_3_a_an_accepted_offer_is_a_draw() -> None:
    game = Game.start(ITALIAN).apply(DrawOffered(side="white", at=0))
    assert game.draw_offer is WHITE
    game = game.apply(DrawAccepted(side="black", at=0))
    assert ended(game) == Outcome(None, Termination.AGREEMENT, "fid.italian.2008:9.3.a", "black")
    assert game.draw_offer is None


def test_nobody_accepts_or_declines_his_own_offer() -> None:
    game = Game.start(ITALIAN).apply(DrawOffered(side="white", at=0))
    for answer in (DrawAccepted(side="white", at=0), DrawDeclined(side="white", at=0)):
        with raises(
            NoOffer,
            Message("The offer {what} is your own: your opponent must answer it.", what=Message("of a draw")),
        ):
            game.apply(answer)


@pytest.mark.parametrize(
    "answer",
    [
        DrawAccepted(side="black", at=0),
        DrawDeclined(side="white", at=0),
        UndoAccepted(side="white", at=0),
        UndoDeclined(side="black", at=0),
    ],
)
def test_an_answer_needs_an_offer(answer: Event) -> None:
    with raises(NoOffer, Message("There is no offer {what} to answer.")):
        Game.start(ITALIAN).apply(answer)


def test_an_offer_outlives_the_offerers_move_and_dies_with_the_opponents(play: Play) -> None:
    game = play(Game.start(ITALIAN).apply(DrawOffered(side="white", at=0)), "22-18")
    assert game.draw_offer is WHITE
    assert play(game, "11-14").draw_offer is None


def test_one_offer_at_a_time() -> None:
    game = Game.start(ITALIAN).apply(DrawOffered(side="white", at=0))
    with raises(
        AlreadyAsked,
        Message("Your offer {what} is already waiting for an answer.", what=Message("of a draw")),
    ):
        game.apply(DrawOffered(side="white", at=0))
    with raises(
        AlreadyAsked,
        Message(
            "Your opponent has already made the offer {what}: accept it or decline it.",
            what=Message("of a draw"),
        ),
    ):
        game.apply(DrawOffered(side="black", at=0))


def test_after_a_refusal_one_offers_again_after_ones_own_move(play: Play) -> None:
    game = Game.start(ITALIAN).apply(DrawOffered(side="white", at=0)).apply(DrawDeclined(side="black", at=0))
    assert game.draw_offer is None
    with raises(
        TooSoon,
        Message(
            "The offer {what} was declined: you may repeat it after your next move.",
            what=Message("of a draw"),
        ),
    ):
        game.apply(DrawOffered(side="white", at=0))
    assert game.apply(DrawOffered(side="black", at=0)).draw_offer is BLACK
    assert play(game, "22-18").apply(DrawOffered(side="white", at=0)).draw_offer is WHITE


def test_a_move_is_a_refusal_too(play: Play) -> None:
    game = play(Game.start(ITALIAN).apply(DrawOffered(side="white", at=0)), "22-18", "11-14")
    with pytest.raises(TooSoon):
        game.apply(DrawOffered(side="white", at=0))
    assert play(game, "18x11").apply(DrawOffered(side="white", at=0)).draw_offer is WHITE


# --- undo ---


def test_undo_goes_back_to_where_the_asker_was_to_move(play: Play) -> None:
    game = play(Game.start(ITALIAN), "22-18", "11-14", "18x11")
    one = game.apply(UndoAsked(side="white", at=0))
    assert one.undo_request is WHITE
    one = one.apply(UndoAccepted(side="black", at=0))
    assert (one.ply, one.side, one.undo_request) == (2, WHITE, None)
    two = game.apply(UndoAsked(side="black", at=0)).apply(UndoAccepted(side="white", at=0))
    assert (two.ply, two.side) == (1, BLACK)
    assert two.position == game.positions[1]
    assert len(two.events) == 5


def test_a_game_goes_on_after_an_undo(play: Play) -> None:
    game = play(Game.start(ITALIAN), "22-18")
    game = game.apply(UndoAsked(side="white", at=0)).apply(UndoAccepted(side="black", at=0))
    game = play(game, "21-18")
    assert game.paths == ((21, 18),)


def test_there_must_be_a_move_to_undo(play: Play) -> None:
    game = Game.start(ITALIAN)
    assert game.can_undo == frozenset()
    game = play(game, "22-18")
    assert game.can_undo == {WHITE}
    with pytest.raises(NothingToUndo):
        game.apply(UndoAsked(side="black", at=0))
    assert play(game, "11-14").can_undo == {WHITE, BLACK}


def test_an_undo_is_not_granted_by_its_asker(play: Play) -> None:
    game = play(Game.start(ITALIAN), "22-18").apply(UndoAsked(side="white", at=0))
    with raises(
        NoOffer,
        Message(
            "The offer {what} is your own: your opponent must answer it.",
            what=Message("to take the move back"),
        ),
    ):
        game.apply(UndoAccepted(side="white", at=0))


def test_a_declined_undo_waits_for_ones_own_move(play: Play) -> None:
    game = play(Game.start(ITALIAN), "22-18").apply(UndoAsked(side="white", at=0))
    with raises(
        AlreadyAsked,
        Message("Your offer {what} is already waiting for an answer.", what=Message("to take the move back")),
    ):
        game.apply(UndoAsked(side="white", at=0))
    with raises(
        AlreadyAsked,
        Message(
            "Your opponent has already made the offer {what}: accept it or decline it.",
            what=Message("to take the move back"),
        ),
    ):
        game.apply(UndoAsked(side="black", at=0))
    game = game.apply(UndoDeclined(side="black", at=0))
    with pytest.raises(TooSoon):
        game.apply(UndoAsked(side="white", at=0))
    game = play(game, "11-14", "18x11")
    assert game.apply(UndoAsked(side="white", at=0)).undo_request is WHITE


def test_a_move_annuls_the_request_to_undo(play: Play) -> None:
    game = play(Game.start(ITALIAN), "22-18").apply(UndoAsked(side="white", at=0))
    game = play(game, "11-14")
    assert game.undo_request is None
    with pytest.raises(TooSoon):
        game.apply(UndoAsked(side="white", at=0))


def test_an_undo_takes_the_draw_offer_with_it(play: Play) -> None:
    game = play(Game.start(ITALIAN), "22-18").apply(DrawOffered(side="white", at=0))
    game = game.apply(UndoAsked(side="white", at=0)).apply(UndoAccepted(side="black", at=0))
    assert game.draw_offer is None


def test_an_undo_gives_no_time_back(play: Play) -> None:
    game = play(Game.start(ITALIAN, clock=ONE_MINUTE), "22-18", at=10_000)
    game = game.apply(UndoAsked(side="white", at=12_000)).apply(UndoAccepted(side="black", at=15_000))
    assert game.clock is not None
    assert (game.clock.white_ms, game.clock.black_ms) == (52_000, 55_000)
    assert (game.clock.running, game.clock.since) == (WHITE, 15_000)


# --- the whole ---


def test_after_the_end_nothing_happens() -> None:
    game = Game.start(ITALIAN).apply(Resigned(side="white", at=0))
    for event in (
        Moved(path=(22, 18), at=1),
        Resigned(side="black", at=1),
        Flagged(at=1),
        UndoAsked(side="white", at=1),
    ):
        with raises(
            GameOver,
            Message(
                "The game is over, {score}. {why}",
                score="0-2",
                why=Message("{loser} resigns.", loser=Message("White")),
            ),
        ) as refusal:
            game.apply(event)
        assert refusal.value.outcome == game.outcome
        assert holds(refusal.value, Message("{loser} resigns.", loser=Message("White")))
    assert game.can_undo == frozenset()


def test_a_refused_event_leaves_the_game_as_it_was(play: Play) -> None:
    game = play(Game.start(ITALIAN), "22-18")
    events, position = game.events, game.position
    with pytest.raises(GameError):
        game.apply(CountRequested(side="white", at=0))
    assert (game.events, game.position) == (events, position)


def test_replaying_the_events_gives_the_same_game(play: Play, to_and_fro: Walk) -> None:
    start = Game.start(
        ITALIAN, position=italian(WHITE, white_kings=(32,), black_kings=(1,)), clock=ONE_MINUTE
    )
    game = (
        to_and_fro(start, 6).apply(DrawOffered(side="white", at=9)).apply(DrawDeclined(side="black", at=10))
    )
    game = game.apply(UndoAsked(side="black", at=11)).apply(UndoAccepted(side="white", at=12))
    assert start.replay(game.events) == game
    assert hash(start.replay(game.events)) == hash(game)


def test_a_game_travels_between_processes(play: Play) -> None:
    game = play(Game.start(ITALIAN, clock=ONE_MINUTE), "22-18", "11-14")
    assert pickle.loads(pickle.dumps(game)) == game


def test_the_facts(to_and_fro: Walk) -> None:
    game = Game.start(ITALIAN, position=italian(WHITE, white=(21,), white_kings=(32,), black_kings=(1,)))
    facts = to_and_fro(game, 0).facts
    assert (facts.white_pieces, facts.black_pieces) == (2, 1)
    assert (facts.repetitions, facts.repetition_limit, facts.repetition_claimable) == (1, 4, False)
    assert facts.count is not None
    assert (facts.count_claimable, facts.plies_to_draw) == (False, 80)
    over = game.apply(Resigned(side="white", at=0)).facts
    assert (over.plies_to_draw, over.count_claimable, over.repetition_claimable) == (None, False, False)


def test_a_game_says_what_it_is(play: Play) -> None:
    assert repr(play(Game.start(ITALIAN), "22-18")).startswith("<Game italian, ply 1, B:W")
    assert repr(Game.start(ITALIAN).apply(Resigned(side="white", at=0))).endswith(", 0-2>")
