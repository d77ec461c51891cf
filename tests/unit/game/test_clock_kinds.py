"""Each way of timing, by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from damiera._core import Side
from damiera.game.clock import ClockSettings, GameClock
from damiera.game.errors import BadClock
from damiera.messages import Message
from tests.wording import raises

WHITE, BLACK = Side.WHITE, Side.BLACK
S, M, H, DAY = 1_000, 60_000, 3_600_000, 86_400_000


def started(text: str, host: Side | None = None) -> GameClock:
    """White's clock runs from 0."""
    return GameClock.start(ClockSettings.parse(text), WHITE, at=0, host=host)


def after_moves(clock: GameClock, *seconds: float) -> GameClock:
    """Each side in turn moves after so many seconds."""
    now, side = clock.since, clock.running
    for took in seconds:
        assert side is not None
        now += int(took * S)
        clock = clock.press(side, now)
        side = side.opponent
    return clock


def test_sudden_death() -> None:
    assert after_moves(started("5"), 10, 20, 30).white_ms == 5 * M - 40 * S


def test_fischer_gives_both_sides_their_increment_from_the_first_move_on() -> None:
    clock = after_moves(started("5+3"), 10, 1)
    assert (clock.white_ms, clock.black_ms) == (293 * S, 302 * S)


@pytest.mark.parametrize(("took", "left"), [(2, 600), (5, 600), (7, 598)])
def test_bronstein_gives_back_what_was_used_up_to_its_length(took: int, left: int) -> None:
    assert after_moves(started("10 bronstein 5"), took).white_ms == left * S


def test_bronstein_runs_from_the_first_second() -> None:
    clock = started("1s bronstein 5")
    assert clock.remaining(WHITE, 400) == 600
    assert clock.falls_at() == 1_000


def test_a_delay_waits_before_the_clock_runs() -> None:
    clock = started("10 delay 5")
    assert clock.remaining(WHITE, 5 * S) == 600 * S
    assert clock.remaining(WHITE, 6 * S) == 599 * S
    assert clock.falls_at() == 605 * S
    assert clock.face(WHITE, 2 * S).delay_ms == 3 * S
    assert clock.press(WHITE, 4 * S).white_ms == 600 * S


def test_a_delay_broken_off_goes_on_where_it_was() -> None:
    clock = started("10 delay 5").pause(3 * S).resume(100 * S)
    assert clock.face(WHITE, 100 * S).delay_ms == 2 * S
    assert clock.remaining(WHITE, 103 * S) == 599 * S


def test_a_turn_handed_to_the_other_side_has_its_own_delay() -> None:
    clock = started("10 delay 5").hand_to(BLACK, 3 * S)
    assert clock.face(BLACK, 3 * S).delay_ms == 5 * S


def test_stages_bring_their_time_when_their_moves_are_made() -> None:
    clock = after_moves(started("2/1,1/30s+5,10s+1"), 10, 0, 20, 0)
    assert (clock.white_ms, clock.white.stage, clock.white.to_go) == (60 * S, 1, 1)
    clock = after_moves(clock, 5, 0)
    assert (clock.white_ms, clock.white.stage, clock.white.to_go) == (70 * S, 2, 0)
    assert after_moves(clock, 1, 0).white_ms == 70 * S


def test_a_stage_not_reached_loses() -> None:
    clock = after_moves(started("3/1,60"), 20, 0, 30, 0)
    assert clock.falls_at() == 60 * S
    with raises(BadClock, Message("Your time has run out.")):
        clock.press(WHITE, 60 * S)


def test_a_last_stage_with_moves_comes_again() -> None:
    clock = after_moves(started("1/1"), 10, 0, 10, 0)
    assert (clock.white_ms, clock.white.stage) == (160 * S, 2)


def test_moves_taken_back_are_made_again_and_a_stage_is_reached_once() -> None:
    clock = after_moves(started("2/1,1"), 0, 0, 0, 0)
    assert clock.white_ms == 120 * S
    again = clock.hand_to(WHITE, 0).with_moves(1, 1)
    assert (again.white.moves, again.white.stage) == (1, 1)
    assert after_moves(again, 0, 0).white_ms == 120 * S
    early = after_moves(started("2/1,1"), 0, 0).with_moves(0, 0)
    assert (early.white.moves, early.white.to_go) == (0, 2)


def test_moves_of_a_ballot_count_towards_a_stage() -> None:
    assert started("2/1,1").with_moves(1, 1).white.to_go == 1
    assert started("2/1,1").with_moves(9, 9).white.to_go == 1


def test_a_period_is_lost_only_when_it_is_used_up() -> None:
    clock = after_moves(started("1+3x30s byo"), 70, 0)
    assert clock.face(WHITE, clock.since).ms == 30 * S
    assert clock.face(WHITE, clock.since).periods == 2
    clock = after_moves(clock, 29, 0, 45, 0)
    assert (clock.white.periods, clock.white.left_ms) == (1, 30 * S)
    assert clock.falls_at() == clock.since + 60 * S


def test_byo_yomi_at_once() -> None:
    clock = started("2x10s byo")
    assert clock.remaining(WHITE, 0) == 20 * S
    assert clock.falls_at() == 20 * S
    assert clock.face(WHITE, 10 * S).periods == 0
    assert after_moves(clock, 10, 0).white.left_ms == 10 * S


def test_canadian_byo_yomi_renews_after_its_moves() -> None:
    clock = after_moves(started("1s+2/10s byo"), 4, 0)
    assert (clock.white.left_ms, clock.white.to_go) == (7 * S, 1)
    clock = after_moves(clock, 2, 0)
    assert (clock.white.left_ms, clock.white.to_go) == (10 * S, 2)
    clock = after_moves(clock, 6, 0)
    assert clock.falls_at() == clock.since + 4 * S


def test_the_moves_of_a_period_go_on_into_the_next() -> None:
    clock = after_moves(started("2x3/10s byo"), 1, 0, 15, 0)
    assert (clock.white.periods, clock.white.left_ms, clock.white.to_go) == (0, 4 * S, 1)


@pytest.mark.parametrize(
    ("left", "main", "periods"), [(95, 35, 2), (60, 30, 1), (59, 29, 1), (30, 30, 0), (1, 1, 0), (0, 0, 0)]
)
def test_time_set_by_the_arbiter_is_told_in_periods(left: int, main: int, periods: int) -> None:
    clock = started("1+2x30s byo").set_remaining(WHITE, left * S, 0, 0)
    face = clock.face(WHITE, 0)
    assert (face.ms, face.periods) == (main * S, periods)
    assert clock.remaining(WHITE, 0) == left * S


def test_an_hourglass_pours_from_one_side_to_the_other() -> None:
    clock = started("5 hourglass")
    assert (clock.remaining(WHITE, 20 * S), clock.remaining(BLACK, 20 * S)) == (280 * S, 320 * S)
    clock = after_moves(clock, 20, 50)
    assert (clock.white_ms, clock.black_ms) == (330 * S, 270 * S)
    assert (clock.remaining(WHITE, 9 * H), clock.remaining(BLACK, 9 * H)) == (0, 600 * S)


def test_correspondence_adds_to_the_bank() -> None:
    clock = started("5d+1d").press(WHITE, 2 * DAY)
    assert clock.white_ms == 4 * DAY


@pytest.mark.parametrize(("text", "left"), [("5d", 5), ("10d reset 3d", 3)])
def test_correspondence_anew_for_each_move(text: str, left: int) -> None:
    assert started(text).press(WHITE, DAY).white_ms == left * DAY


def test_a_vacation_stops_the_clock_and_is_used_up() -> None:
    clock = started("5d+1d vacation 10d").on_vacation(WHITE, DAY)
    assert clock.falls_at() == 15 * DAY
    assert clock.remaining(WHITE, 8 * DAY) == 4 * DAY
    assert not clock.face(WHITE, 8 * DAY).runs
    assert clock.face(WHITE, 8 * DAY).vacation_ms == 3 * DAY
    clock = clock.back(WHITE, 8 * DAY)
    assert clock.falls_at() == 12 * DAY
    assert clock.white.vacation_ms == 3 * DAY


def test_a_vacation_ends_by_itself() -> None:
    clock = started("5d+1d vacation 2d").on_vacation(WHITE, 0)
    assert clock.remaining(WHITE, 3 * DAY) == 4 * DAY
    assert not clock.face(WHITE, 3 * DAY).away
    assert clock.flagged(7 * DAY)
    with raises(BadClock, Message("You are not on vacation.")):
        clock.back(WHITE, 3 * DAY)
    with raises(BadClock, Message("You have no vacation left.")):
        clock.on_vacation(WHITE, 3 * DAY)


def test_a_vacation_is_used_up_while_the_other_side_thinks_but_not_in_a_pause() -> None:
    clock = started("5d+1d vacation 10d").on_vacation(BLACK, 0).pause(DAY).resume(4 * DAY)
    assert clock.face(BLACK, 5 * DAY).vacation_ms == 8 * DAY
    assert clock.remaining(WHITE, 5 * DAY) == 3 * DAY
    assert clock.press(WHITE, 5 * DAY).falls_at() == 18 * DAY


def test_a_vacation_ends_on_the_day_that_was_said() -> None:
    clock = started("5d+1d vacation year").on_vacation(WHITE, DAY, 8 * DAY)
    assert clock.falls_at() == 12 * DAY
    assert clock.face(WHITE, 8 * DAY - 1).until == 8 * DAY
    assert not clock.face(WHITE, 8 * DAY).away
    assert clock.remaining(WHITE, 9 * DAY) == 3 * DAY
    assert clock.press(WHITE, 9 * DAY).white.until is None


def test_a_vacation_with_a_day_ends_earlier_where_less_is_agreed() -> None:
    clock = started("5d vacation 2d").on_vacation(WHITE, 0, 7 * DAY)
    assert clock.falls_at() == 7 * DAY
    assert clock.face(WHITE, DAY).until is None


def test_the_day_of_return_comes_in_a_pause_too() -> None:
    clock = started("5d+1d vacation year").on_vacation(WHITE, 0, 3 * DAY).pause(DAY)
    assert clock.face(WHITE, 2 * DAY).away
    assert not clock.face(WHITE, 4 * DAY).away
    assert clock.resume(4 * DAY).falls_at() == 9 * DAY
    assert clock.on_vacation(WHITE, 4 * DAY, 5 * DAY).white.away


def test_one_may_move_on_vacation() -> None:
    clock = started("5d+1d vacation 10d").on_vacation(WHITE, 0).press(WHITE, 3 * DAY)
    assert (clock.white_ms, clock.white.away) == (6 * DAY, True)


def test_vacations_that_cannot_be() -> None:
    clock = started("5d+1d vacation 10d").on_vacation(WHITE, 0)
    with raises(BadClock, Message("You are on vacation already.")):
        clock.on_vacation(WHITE, DAY)
    with raises(BadClock, Message("You are not on vacation.")):
        clock.back(BLACK, DAY)
    with raises(BadClock, Message("There is no vacation in this game.")):
        started("5+3").on_vacation(WHITE, 0)
    with raises(BadClock, Message("A vacation ends later than it begins.")):
        clock.on_vacation(BLACK, DAY, DAY)
    with raises(BadClock, Message("Your time has run out.")):
        started("5d vacation year").on_vacation(WHITE, 5 * DAY, 9 * DAY)


def test_odds_of_time() -> None:
    clock = after_moves(started("15+5 vs 5"), 10, 10)
    assert (clock.white_ms, clock.black_ms) == (895 * S, 290 * S)
    assert started("3x10s byo vs 2 delay 5").press(WHITE, S).falls_at() == S + 125 * S
    assert started("5d vacation 1d vs 3d").black.vacation_ms == 0


def test_the_host_is_charged_at_the_board_only() -> None:
    clock = started("5", host=WHITE)
    assert clock.falls_at() is None
    assert not clock.flagged(9 * H)
    assert clock.remaining(WHITE, 9 * H) == 300 * S
    with raises(BadClock, Message("The host is not at this board.")):
        clock.press(WHITE, 10 * S)
    clock = clock.host_arrives(60 * S)
    assert clock.falls_at() == 360 * S
    clock = clock.host_leaves(70 * S)
    assert clock.remaining(WHITE, 90 * S) == 290 * S
    clock = clock.host_arrives(100 * S).press(WHITE, 110 * S)
    assert (clock.white_ms, clock.running) == (280 * S, BLACK)


def test_a_guest_is_charged_as_ever() -> None:
    clock = started("5", host=BLACK)
    assert clock.remaining(WHITE, 60 * S) == 240 * S
    clock = clock.press(WHITE, 60 * S)
    assert clock.falls_at() is None


def test_hosts_that_cannot_be() -> None:
    for act in (GameClock.host_arrives, GameClock.host_leaves):
        with raises(BadClock, Message("This is no simultaneous display.")):
            act(started("5"), 0)
    here = started("5", host=WHITE).host_arrives(0)
    with raises(BadClock, Message("The host is at this board already.")):
        here.host_arrives(S)
    with raises(BadClock, Message("The host is not at this board.")):
        here.host_leaves(S).host_leaves(2 * S)


def test_quick_moves_have_ten_seconds_each_and_the_clocks_stand() -> None:
    clock = started("5").with_quick_moves(60 * S)
    assert clock.quick
    assert clock.face(WHITE, 64 * S).ms == 6 * S
    assert clock.falls_at() == 70 * S
    clock = clock.press(WHITE, 69 * S)
    assert clock.falls_at() == 79 * S
    clock = clock.press(BLACK, 72 * S).without_quick_moves(75 * S)
    assert (clock.white_ms, clock.black_ms) == (240 * S, 300 * S)
    assert clock.remaining(WHITE, 76 * S) == 239 * S


def test_a_quick_move_too_late_loses() -> None:
    clock = started("5").with_quick_moves(0)
    with raises(BadClock, Message("Your time has run out.")):
        clock.press(WHITE, 10 * S)


def test_a_quick_move_counts_towards_a_stage_but_brings_no_increment() -> None:
    clock = started("1/5+60,10+60").with_quick_moves(0).press(WHITE, S).without_quick_moves(2 * S)
    assert clock.white_ms == 900 * S
    assert started("5 bronstein 5").with_quick_moves(0).press(WHITE, S).white.left_ms == 300 * S


def test_quick_moves_that_cannot_be() -> None:
    with raises(BadClock, Message("Quick moves are being counted already.")):
        started("5").with_quick_moves(0).with_quick_moves(1)
    with raises(BadClock, Message("No quick moves are being counted.")):
        started("5").without_quick_moves(0)
    with raises(BadClock, Message("Your time has run out.")):
        started("5").with_quick_moves(5 * M)


def test_the_length_of_quick_moves_is_agreed() -> None:
    clock = started("5 quick 15 vs 5 quick 20").with_quick_moves(0)
    assert (clock.white_ms, clock.black_ms) == (15 * S, 20 * S)


def test_time_set_while_quick_moves_are_counted_is_of_the_quick_move() -> None:
    clock = started("5").with_quick_moves(0).set_remaining(WHITE, 4 * S, 0, 0)
    assert clock.falls_at() == 4 * S
    assert clock.without_quick_moves(0).white_ms == 300 * S


@pytest.mark.parametrize(("delta", "left"), [(30, 330), (-30, 270), (-300, 0), (-900, 0)])
def test_the_arbiter_gives_and_takes_time_but_never_below_nothing(delta: int, left: int) -> None:
    assert started("5").adjust(BLACK, delta * S, 10 * S).black_ms == left * S
    clock = started("5").adjust(WHITE, delta * S, 0)
    assert clock.remaining(WHITE, 0) == left * S
    assert clock.flagged(0) is (left == 0)


def test_pauses_that_cannot_be() -> None:
    with raises(BadClock, Message("The clocks stand already.")):
        started("5").pause(0).pause(1)
    with raises(BadClock, Message("The clocks are running already.")):
        started("5").resume(0)


def test_a_game_begun_anew_has_full_clocks_and_its_host() -> None:
    clock = after_moves(started("5+3", host=BLACK), 10).restarted(BLACK, 60 * S)
    assert (clock.white_ms, clock.running, clock.since, clock.host) == (300 * S, BLACK, 60 * S, BLACK)


def test_a_clock_is_for_two() -> None:
    with raises(BadClock, Message("A clock is for two: White and Black.")):
        GameClock.start(ClockSettings(base_ms=1), Side.RED, 0)


def test_a_face_tells_what_runs() -> None:
    clock = after_moves(started("40/120,60"), 10)
    white, black = clock.face(WHITE, 20 * S), clock.face(BLACK, 20 * S)
    assert (white.moves, white.to_go, white.runs) == (1, 39, False)
    assert (black.moves, black.to_go, black.runs, black.ms) == (0, 40, True, 2 * H - 10 * S)
    assert not clock.stop(20 * S).face(BLACK, 30 * S).runs
    assert not started("5", host=WHITE).face(WHITE, S).runs
    assert started("5 delay 5").face(BLACK, S).delay_ms == 5 * S


@pytest.mark.parametrize(
    ("clock", "act"),
    [
        (started("5"), GameClock.pause),
        (started("5"), GameClock.with_quick_moves),
        (started("5").with_quick_moves(0), GameClock.without_quick_moves),
        (started("5", host=WHITE).host_arrives(0), GameClock.host_leaves),
        (started("1d vacation 9d"), lambda clock, at: clock.on_vacation(WHITE, at)),
        (started("1d vacation 9d"), lambda clock, at: clock.on_vacation(BLACK, at)),
    ],
)
def test_nothing_lifts_a_fallen_flag(clock: GameClock, act: Callable[[GameClock, int], GameClock]) -> None:
    falls = clock.falls_at()
    assert falls is not None
    act(clock, falls - 1)
    for at in (falls, falls + DAY):
        with raises(BadClock, Message("Your time has run out.")):
            act(clock, at)
