"""FIDE's table and Glicko-2 against their published values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damiera.messages import Message
from damiera.rating.event import Entrant, RatedGame
from damiera.rating.fide import (
    expected_hundredths,
    expected_hundredths_uncapped,
    perfect_performance,
    performance,
    performance_difference,
    rate_fide,
)
from damiera.rating.glicko import GlickoRating, glicko2, rate_glicko


@pytest.mark.parametrize(
    ("difference", "hundredths"),
    # Source: FIDE Rating Regulations, table 8.1.2, first and last difference of some rows
    [(0, 50), (3, 50), (4, 51), (10, 51), (99, 64), (106, 64), (198, 76), (206, 76), (391, 91), (392, 92),
     (619, 98), (620, 99), (735, 99), (736, 100), (-4, 49), (-736, 0)],
)  # fmt: skip
def test_expected(difference: int, hundredths: int) -> None:
    assert expected_hundredths_uncapped(difference) == hundredths


def test_expected_is_capped() -> None:
    assert expected_hundredths(401) == expected_hundredths(400) == 92
    assert expected_hundredths(-2000) == 8


@given(st.integers(-2000, 2000))
def test_expected_of_both_is_one(difference: int) -> None:
    assert expected_hundredths_uncapped(difference) + expected_hundredths_uncapped(-difference) == 100


@pytest.mark.parametrize(
    ("points", "games", "difference"),
    # Source: FIDE Rating Regulations, table 8.1.1
    [(2, 2, 0), (4, 2, 800), (0, 1, -800), (7, 5, 149), (6, 4, 193), (3, 4, -87), (198, 100, 677)],
)
def test_performance_difference(points: int, games: int, difference: int) -> None:
    assert performance_difference(points, games) == difference


def test_performances() -> None:
    ratings = [1800, 1600, 2150, 1500, 2050]
    assert performance(7, ratings) == 1969
    assert perfect_performance(7, ratings) == 2029
    assert perfect_performance(0, [1800, 1750]) == 950
    assert perfect_performance(4, [1800, 1750]) == 2600


def test_rate_fide() -> None:
    entrants = [Entrant(1, "A", 1600), Entrant(2, "B", 1500), Entrant(3, "C")]
    games = [RatedGame(1, 1, 2, 2), RatedGame(2, 1, 3, 1), RatedGame(3, 1, None, 2, Message("bye"))]
    a, b, c = rate_fide(entrants, games, k=40)
    # A: 100 above 0.64, 200 above 0.76: 1.5 - 1.40 = 0.10 -> +4
    assert (a.final, a.played, a.points) == (1604, 2, 3)
    assert b.final == 1500 - 14  # 40 * (0 - 0.36) = -14.4
    assert c.initial == 1400
    assert c.final == 1410  # 40 * (0.5 - 0.24) = 10.4
    assert a.trace[1].said("en") == "Round 1, B (1500): +100 → 0.64; 1"


def test_glicko_worked_example() -> None:
    """Source: M. Glickman, Example of the Glicko-2 system, 2013."""
    results = [(GlickoRating(1400, 30), 1.0), (GlickoRating(1550, 100), 0.0), (GlickoRating(1700, 300), 0.0)]
    after = glicko2(GlickoRating(1500, 200, 0.06), results)
    assert after.rating == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=1e-5)
    assert after.interval == (1161, 1767)


def test_glicko_without_games_only_grows_unsure() -> None:
    before = GlickoRating(1700, 60)
    after = glicko2(before, [])
    assert after.rating == 1700
    assert after.deviation == pytest.approx((60**2 + (0.06 * 173.7178) ** 2) ** 0.5)
    assert glicko2(GlickoRating(), []).deviation == 350


def test_glicko_of_a_surprise_raises_volatility() -> None:
    calm = GlickoRating(1500, 50)
    assert glicko2(calm, [(GlickoRating(2300, 50), 1.0)] * 8).volatility > calm.volatility


def test_rate_glicko_uses_ratings_before_the_event() -> None:
    games = [RatedGame(1, 1, 2, 2), RatedGame(2, 2, 3, 1), RatedGame(3, 1, None, 2, Message("bye"))]
    after = rate_glicko({1: GlickoRating(1600, 80)}, games)
    assert set(after) == {1, 2, 3}
    assert after[1] == glicko2(GlickoRating(1600, 80), [(GlickoRating(), 1.0)])
    assert after[2].rating < 1500
