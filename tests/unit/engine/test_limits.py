"""Limits and the share of a clock."""

from __future__ import annotations

import pytest

from damiera.engine.limits import UNLIMITED, Limits, from_clock


def test_a_limit_makes_a_search_finite() -> None:
    assert not UNLIMITED.is_finite
    assert all(limits.is_finite for limits in (Limits(depth=1), Limits(nodes=1), Limits(time_ms=1)))


@pytest.mark.parametrize("name", ["depth", "nodes", "time_ms"])
def test_a_negative_limit_is_refused_by_name(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} is -1"):
        Limits(**{name: -1})


@pytest.mark.parametrize(
    ("remaining", "increment", "moves", "expected"),
    [
        (60_000, 0, 0, 2_400),
        (60_000, 1_000, 0, 3_200),
        (60_000, 0, 10, 6_000),
        (3_000, 5_000, 0, 1_000),
        (0, 0, 0, 5),
    ],
)
def test_the_share_of_a_clock(remaining: int, increment: int, moves: int, expected: int) -> None:
    assert from_clock(remaining, increment, moves) == Limits(time_ms=expected)
