"""The server's clock: the machine's hour at the start, and from then on what passes."""

from __future__ import annotations

import time

import pytest

from damiera.service.wall_clock import WallClock


def test_the_clock_begins_with_the_hour_of_the_machine() -> None:
    assert abs(WallClock().now_ms() - time.time_ns() // 1_000_000) < 1_000


@pytest.mark.parametrize("hours", [1, -1])
def test_setting_the_machines_clock_moves_no_time_of_a_game(
    monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    clock = WallClock()
    before, real = clock.now_ms(), time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: real() + hours * 3_600_000_000_000)
    assert 0 <= clock.now_ms() - before < 60_000


def test_time_passes() -> None:
    clock = WallClock()
    before = clock.now_ms()
    time.sleep(0.02)
    assert 15 <= clock.now_ms() - before < 60_000
