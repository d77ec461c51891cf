"""Limits, and how a clock of any kind is shared out."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from damiera._core import Side
from damiera.engine.limits import LAG_MS, MOST_PLIES, UNLIMITED, SearchLimits, TimeLeft, allot, from_clock
from damiera.game.clock import ClockSettings, GameClock

CLOCKS = (
    *("1+0", "5+3", "15+5", "40/5", "40/120,60+30", "10 delay 5", "1 delay 2", "10 bronstein 5"),
    *("3x30s byo", "10+5x30s byo", "10+25/10m byo", "5 hourglass", "5d", "10d reset 5d"),
)


def test_a_limit_makes_a_search_finite() -> None:
    assert not UNLIMITED.is_finite
    limited = (SearchLimits(depth=1), SearchLimits(nodes=1), SearchLimits(time_ms=1), SearchLimits(soft_ms=1))
    assert all(limits.is_finite for limits in limited)


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("depth", lambda: SearchLimits(depth=-1)),
        ("nodes", lambda: SearchLimits(nodes=-1)),
        ("time_ms", lambda: SearchLimits(time_ms=-1)),
        ("soft_ms", lambda: SearchLimits(soft_ms=-1)),
    ],
)
def test_a_negative_limit_is_refused_by_name(name: str, make: object) -> None:
    assert callable(make)
    with pytest.raises(ValueError, match=f"{name} is -1"):
        make()


def test_a_limit_too_high_to_count_is_refused_by_name() -> None:
    counted = 2**63 - 1
    SearchLimits(depth=MOST_PLIES, nodes=counted, time_ms=counted, draw_in=MOST_PLIES, soft_ms=counted)
    with pytest.raises(ValueError, match=f"depth is {MOST_PLIES + 1}: .* a number up to {MOST_PLIES}"):
        SearchLimits(depth=MOST_PLIES + 1)
    with pytest.raises(ValueError, match=f"nodes is {counted + 1}: .* a number up to {counted}"):
        SearchLimits(nodes=counted + 1)


@pytest.mark.parametrize(
    ("remaining", "increment", "moves", "soft", "hard"),
    [
        (60_000, 0, 0, 2_380, 9_520),
        (60_000, 1_000, 0, 3_280, 13_120),
        (60_000, 0, 10, 5_434, 15_980),
        (60_000, 0, 1, 23_980, 23_980),
        (3_000, 5_000, 0, 780, 780),
        (0, 0, 0, 1, 1),
        (-5_000, 0, 0, 1, 1),
    ],
)
def test_the_share_of_a_clock(remaining: int, increment: int, moves: int, soft: int, hard: int) -> None:
    assert from_clock(remaining, increment, moves) == SearchLimits(time_ms=hard, soft_ms=soft)


LEFT = (-(10**12), -1, 0, 1, 19, 20, 21, 1_000, 10**12, 10**18)
OTHER = (-(10**9), -1, 0, 1, 5_000, 10**9, 10**15)
MOVES = (-1, 0, 1, 2, 40, 10**9)
LAGS = (-5, 0, LAG_MS, 10**9)


@pytest.mark.parametrize("renews", [False, True])
def test_absurd_clocks_give_sane_limits(renews: bool) -> None:
    for left, other, moves in product(LEFT, OTHER, MOVES):
        for time_left in (
            TimeLeft(left, other, moves_to_go=moves, renews=renews),
            TimeLeft(left, 0, other, moves_to_go=moves, renews=renews),
            TimeLeft(left, 0, 0, other, moves_to_go=moves, renews=renews),
        ):
            usable = max(left, 0) + max(time_left.free_ms, 0) + max(time_left.reserve_ms, 0)
            for lag in LAGS:
                limits = allot(time_left, lag_ms=lag)
                assert 1 <= limits.soft_ms <= limits.time_ms <= max(1, usable - max(0, lag)), time_left
                assert limits.soft_ms <= 600_000, time_left
                assert limits.time_ms <= 1_800_000, time_left


@pytest.mark.parametrize("code", CLOCKS)
@pytest.mark.parametrize("seed", range(4))
def test_no_flag_falls_in_300_moves(code: str, seed: int) -> None:
    """Whatever a mind makes of its limits, and although each answer is a little late."""
    rng, now = Random(seed), 0
    clock = GameClock.start(ClockSettings.parse(code), Side.WHITE, at=0)
    for ply in range(600):
        side = (Side.WHITE, Side.BLACK)[ply % 2]
        limits = allot(TimeLeft.of(clock, side, now))
        took = limits.time_ms if rng.random() < 0.1 else round(limits.soft_ms * rng.uniform(0.3, 1.3))
        now += min(took, limits.time_ms) + rng.randint(0, 3)
        assert not clock.flagged(now), (code, ply, limits)
        clock = clock.press(side, now)


@pytest.mark.parametrize("code", CLOCKS)
def test_no_flag_falls_when_every_move_takes_all_it_may(code: str) -> None:
    now, clock = 0, GameClock.start(ClockSettings.parse(code), Side.WHITE, at=0)
    for ply in range(200):
        side = (Side.WHITE, Side.BLACK)[ply % 2]
        now += allot(TimeLeft.of(clock, side, now)).time_ms + 1
        assert not clock.flagged(now), (code, ply)
        clock = clock.press(side, now)


@pytest.mark.parametrize(
    ("code", "least", "most"),
    [
        ("1+0", 0.7, 0.95),
        ("5+3", 0.75, 1.0),
        ("40/5", 0.65, 1.0),
        ("10 delay 5", 0.7, 1.0),
        ("10 bronstein 5", 0.7, 1.0),
    ],
)
def test_a_game_of_50_moves_uses_most_of_its_time(code: str, least: float, most: float) -> None:
    settings = ClockSettings.parse(code)
    now, thought, moves = 0, 0, 40 if settings.moves else 50
    clock = GameClock.start(settings, Side.WHITE, at=0)
    for _ in range(moves):
        soft = allot(TimeLeft.of(clock, Side.WHITE, now)).soft_ms
        now, thought = now + soft, thought + soft
        clock = clock.press(Side.WHITE, now).press(Side.BLACK, now)
    given = settings.base_ms + moves * settings.increment_ms
    assert least <= thought / given <= most


@pytest.mark.parametrize(
    ("code", "after_ms", "expected"),
    [
        ("5+3", 1_000, TimeLeft(299_000, gain_ms=3_000)),
        ("40/5", 1_000, TimeLeft(299_000, moves_to_go=40)),
        ("10 bronstein 5", 0, TimeLeft(600_000, gain_ms=5_000)),
        ("10 delay 5", 2_000, TimeLeft(600_000, free_ms=3_000)),
        ("10+5x30s byo", 0, TimeLeft(600_000, reserve_ms=30_000)),
        ("10+5x30s byo", 605_000, TimeLeft(25_000, moves_to_go=1, renews=True)),
        ("10+25/10m byo", 610_000, TimeLeft(590_000, moves_to_go=25, renews=True)),
        ("5 hourglass", 10_000, TimeLeft(290_000)),
        ("5d+1d", 0, TimeLeft(432_000_000, gain_ms=86_400_000, most_ms=60_000)),
        ("5d", 0, TimeLeft(432_000_000, moves_to_go=1, renews=True, most_ms=60_000)),
    ],
)
def test_what_each_kind_of_clock_leaves(code: str, after_ms: int, expected: TimeLeft) -> None:
    clock = GameClock.start(ClockSettings.parse(code), Side.WHITE, at=0)
    assert TimeLeft.of(clock, Side.WHITE, at=after_ms) == expected


def test_a_quick_move_has_its_own_seconds() -> None:
    clock = GameClock.start(ClockSettings.parse("5+3"), Side.WHITE, at=0).with_quick_moves(100)
    time_left = TimeLeft.of(clock, Side.WHITE, at=1_100)
    assert time_left == TimeLeft(9_000, moves_to_go=1, renews=True)
    assert allot(time_left).time_ms < 9_000


def test_a_lag_is_kept_back() -> None:
    near, far = allot(TimeLeft(10_000), lag_ms=0), allot(TimeLeft(10_000), lag_ms=300)
    assert near.soft_ms - far.soft_ms == 300
    assert allot(TimeLeft(200), lag_ms=300) == SearchLimits(time_ms=1, soft_ms=1)
