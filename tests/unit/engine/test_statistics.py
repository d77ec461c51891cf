"""The figures of a match, against numbers worked out by hand."""

from __future__ import annotations

import math

import pytest

from damiera.engine.statistics import (
    BadSprt,
    Sprt,
    elo_of_score,
    estimate,
    likelihood_ratio,
    score_of_elo,
)


def test_elo_of_even_and_of_ten_to_one() -> None:
    assert elo_of_score(0.5) == 0
    assert elo_of_score(10 / 11) == pytest.approx(400)
    assert elo_of_score(1 / 11) == pytest.approx(-400)
    assert elo_of_score(0.0) == -math.inf
    assert elo_of_score(1.0) == math.inf


@pytest.mark.parametrize("elo", [-300.0, -5.0, 0.0, 12.5, 700.0])
def test_score_and_elo_undo_each_other(elo: float) -> None:
    assert elo_of_score(score_of_elo(elo)) == pytest.approx(elo)


def test_no_pair_says_nothing() -> None:
    assert estimate((0, 0, 0, 0, 0)) is None
    assert Sprt(0, 5).ratio((0, 0, 0, 0, 0)) == 0


def test_estimate_of_ten_pairs_by_hand() -> None:
    # 10 pairs: 1 of ½, 5 of 1, 3 of 1½, 1 of 2 points: 12 points in 20 games, 0.6 a game;
    # squares of the distance: 1·0.35² + 5·0.1² + 3·0.15² + 1·0.4² = 0.1225 + 0.05 + 0.0675 + 0.16 = 0.4;
    # variance 0.04, of the mean 0.004.
    found = estimate((0, 1, 5, 3, 1))
    assert found is not None
    assert found.score == pytest.approx(0.6)
    assert found.deviation == pytest.approx(math.sqrt(0.004))
    assert found.elo == pytest.approx(70.4365, abs=1e-3)  # 400 log10 1.5
    assert found.low == pytest.approx(elo_of_score(0.6 - 1.959964 * 0.0632455532), abs=1e-3)
    assert found.high == pytest.approx(elo_of_score(0.6 + 1.959964 * 0.0632455532), abs=1e-3)
    assert found.los == pytest.approx(0.94308, abs=1e-4)  # normal distribution at 1.5811


def test_pairs_tell_more_than_games() -> None:
    """Openings that White always wins: games vary, pairs do not."""
    sure = estimate((0, 0, 100, 0, 0))
    noisy = estimate((25, 0, 50, 0, 25))
    assert sure is not None
    assert noisy is not None
    assert sure.deviation is None  # all alike: no error can be told
    assert sure.error is None
    assert noisy.error == pytest.approx(48.3, abs=0.5)  # variance 0.125, deviation 0.03536


def test_a_clean_sweep_has_no_upper_end() -> None:
    found = estimate((0, 0, 0, 0, 8))
    assert found is not None
    assert (found.elo, found.high, found.los) == (math.inf, math.inf, 1.0)


def test_ratio_of_two_results_is_the_binomial_one() -> None:
    """Where every pair is won or lost whole, the test is Wald's for a coin."""
    wins, losses = 60, 40
    s0, s1 = 0.5, 0.6
    by_hand = wins * math.log(s1 / s0) + losses * math.log((1 - s1) / (1 - s0))
    assert likelihood_ratio((losses, 0, 0, 0, wins), s0, s1) == pytest.approx(by_hand, abs=0.02)


def test_ratio_is_near_the_normal_one() -> None:
    """For small differences: n (s1 - s0)(2 s - s0 - s1) / 2v, with s and v observed."""
    pairs = (20, 100, 250, 120, 30)
    n, s0, s1 = 520, score_of_elo(0), score_of_elo(5)
    s = (100 * 0.25 + 250 * 0.5 + 120 * 0.75 + 30) / n
    v = (
        20 * s**2 + 100 * (0.25 - s) ** 2 + 250 * (0.5 - s) ** 2 + 120 * (0.75 - s) ** 2 + 30 * (1 - s) ** 2
    ) / n
    assert Sprt(0, 5).ratio(pairs) == pytest.approx(n * (s1 - s0) * (2 * s - s0 - s1) / (2 * v), rel=0.02)


def test_ratio_changes_sign_with_the_engines() -> None:
    pairs = (3, 10, 30, 14, 5)
    assert likelihood_ratio(pairs, 0.49, 0.51) == pytest.approx(-likelihood_ratio(pairs[::-1], 0.49, 0.51))


def test_sprt_decides_both_ways() -> None:
    test = Sprt(0, 10)
    assert test.bounds == pytest.approx((math.log(1 / 19), math.log(19)))
    assert test.accepts((10, 100, 300, 200, 90)) == "elo1"
    assert test.accepts((90, 200, 300, 100, 10)) == "elo0"
    assert test.accepts((1, 2, 4, 2, 1)) is None


def test_sprt_with_unequal_chances() -> None:
    assert Sprt.parse("-3, 1, 0.01, 0.1").bounds == pytest.approx((math.log(0.1 / 0.99), math.log(90)))


@pytest.mark.parametrize(
    "text", ["", "5", "5,0", "0,5,0.6,0.05", "0,5,0.05", "a,b", "0,nan", "0,inf", "0,5,0,0"]
)
def test_what_is_no_test_is_refused(text: str) -> None:
    with pytest.raises(BadSprt) as refusal:
        Sprt.parse(text)
    assert refusal.value.text("it") != refusal.value.text("en")


@pytest.mark.parametrize("pairs", [(0, 0, 5, 0, 0), (0, 0, 0, 0, 900), (900, 0, 0, 0, 0), (1, 0, 0, 0, 0)])
def test_ratio_is_finite_at_the_edge(pairs: tuple[int, ...]) -> None:
    assert math.isfinite(Sprt(0, 5).ratio(pairs))
