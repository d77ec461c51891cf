"""Clocks are values: time spent, increments, flags."""

from __future__ import annotations

import pytest

from damiera._core import Side
from damiera.game.clock import ClockSettings, GameClock
from damiera.game.errors import BadClock
from damiera.messages import Message
from tests.wording import raises

WHITE, BLACK = Side.WHITE, Side.BLACK
FIVE_AND_THREE = ClockSettings(base_ms=300_000, increment_ms=3_000)


def test_the_clock_of_the_first_to_move_runs_from_the_start() -> None:
    clock = GameClock.start(FIVE_AND_THREE, BLACK, at=1_000)
    assert clock.remaining(BLACK, 1_000) == 300_000
    assert clock.remaining(BLACK, 11_000) == 290_000
    assert clock.remaining(WHITE, 11_000) == 300_000


def test_fischer_gives_the_increment_after_the_move() -> None:
    clock = GameClock.start(FIVE_AND_THREE, WHITE, at=0).press(WHITE, 10_000)
    assert clock.remaining(WHITE, 99_000) == 293_000
    assert clock.running is BLACK
    assert clock.remaining(BLACK, 30_000) == 280_000


def test_without_an_increment_time_only_passes() -> None:
    clock = GameClock.start(ClockSettings(base_ms=1_000), WHITE, at=0).press(WHITE, 999).press(BLACK, 1_499)
    assert (clock.white_ms, clock.black_ms) == (1, 500)


def test_the_shortest_clock() -> None:
    assert GameClock.start(ClockSettings(base_ms=1), WHITE, at=0).falls_at() == 1


def test_a_quick_mover_gains_time() -> None:
    assert GameClock.start(FIVE_AND_THREE, WHITE, at=0).press(WHITE, 500).white_ms == 302_500


def test_the_flag_falls_when_nothing_is_left() -> None:
    clock = GameClock.start(ClockSettings(base_ms=1_000), WHITE, at=50)
    assert clock.falls_at() == 1_050
    assert not clock.flagged(1_049)
    assert clock.flagged(1_050)
    assert clock.remaining(WHITE, 999_999) == 0


def test_a_fallen_flag_cannot_be_pressed_away() -> None:
    clock = GameClock.start(ClockSettings(base_ms=1_000, increment_ms=5_000), WHITE, at=0)
    with raises(BadClock, Message("Your time has run out.")):
        clock.press(WHITE, 1_000)


def test_only_the_running_clock_can_be_pressed() -> None:
    with raises(BadClock, Message("Your clock is not running.")):
        GameClock.start(FIVE_AND_THREE, WHITE, at=0).press(BLACK, 10)


def test_time_that_runs_backwards_costs_nothing() -> None:
    clock = GameClock.start(FIVE_AND_THREE, WHITE, at=5_000).press(WHITE, 4_000)
    assert (clock.white_ms, clock.since) == (303_000, 5_000)


def test_handing_the_turn_over_charges_and_gives_nothing() -> None:
    clock = GameClock.start(FIVE_AND_THREE, WHITE, at=0).press(WHITE, 1_000).hand_to(WHITE, 5_000)
    assert (clock.white_ms, clock.black_ms, clock.running, clock.since) == (302_000, 296_000, WHITE, 5_000)


def test_stopped_clocks_stand() -> None:
    clock = GameClock.start(FIVE_AND_THREE, WHITE, at=0).stop(2_000)
    assert clock.remaining(WHITE, 9_000_000) == 298_000
    assert clock.falls_at() is None
    assert not clock.flagged(9_000_000)


def test_a_check_of_the_record_stops_the_clocks_and_sets_one() -> None:
    clock = GameClock.start(FIVE_AND_THREE, WHITE, at=0).set_remaining(
        BLACK, 180_000, at=10_000, until=70_000
    )
    assert (clock.remaining(WHITE, 70_000), clock.remaining(BLACK, 70_000)) == (290_000, 180_000)
    assert clock.remaining(WHITE, 71_000) == 289_000


@pytest.mark.parametrize(
    ("base_ms", "increment_ms", "word"),
    [
        (0, 3_000, Message("A clock must start with more than zero.")),
        (-1, 0, Message("A clock must start with more than zero.")),
        (60_000, -1, Message("The increment cannot be negative.")),
    ],
)
def test_no_clock_without_time(base_ms: int, increment_ms: int, word: Message) -> None:
    with raises(BadClock, word) as refusal:
        ClockSettings(base_ms=base_ms, increment_ms=increment_ms)
    assert refusal.value.text("it") != str(refusal.value)


def test_an_unknown_way_of_timing_is_refused() -> None:
    with raises(BadClock, Message("Unknown clock '{kind}': use one of {kinds}.", kind="sundial")):
        ClockSettings(base_ms=1, kind="sundial")  # type: ignore[arg-type]


FIRST = 30_000


def test_a_first_move_starts_the_clock_of_each_side() -> None:
    clock = GameClock.start(FIVE_AND_THREE, WHITE, at=0, first_ms=FIRST)
    assert (clock.remaining(WHITE, 20_000), clock.face(WHITE, 20_000).runs) == (300_000, False)
    assert (clock.awaits_first, clock.first_left(20_000), clock.falls_at()) == (True, 10_000, FIRST)
    clock = clock.press(WHITE, 20_000)
    assert clock.remaining(WHITE, 20_000) == 303_000
    assert (clock.awaits_first, clock.falls_at()) == (True, 50_000)
    clock = clock.press(BLACK, 49_000)
    assert (clock.awaits_first, clock.face(WHITE, 59_000).runs) == (False, True)
    assert (clock.remaining(WHITE, 59_000), clock.remaining(BLACK, 59_000)) == (293_000, 303_000)
    assert clock.first_left(59_000) == 0


def test_time_given_or_a_pause_makes_no_more_of_the_time_for_a_first_move() -> None:
    clock = GameClock.start(FIVE_AND_THREE, WHITE, at=0, first_ms=FIRST)
    assert clock.adjust(BLACK, 15_000, at=20_000).falls_at() == FIRST
    paused = clock.pause(20_000)
    assert (paused.awaits_first, paused.falls_at()) == (False, None)
    assert paused.resume(80_000).falls_at() == 90_000


def test_taken_back_a_first_move_is_made_on_a_running_clock() -> None:
    clock = GameClock.start(FIVE_AND_THREE, WHITE, at=0, first_ms=FIRST).press(WHITE, 1_000)
    again = clock.hand_to(WHITE, 2_000)
    assert (again.awaits_first, again.remaining(WHITE, 12_000)) == (False, 293_000)
