"""From scores to win, draw and loss."""

from __future__ import annotations

import math
from random import Random

import pytest

from damiera import _core
from damiera._core import Side
from damiera.analysis.odds import DEFAULT, Curve, Odds, _curves, curve_of, fit, odds_of
from damiera.analysis.selfplay import samples
from damiera.engine.score import Score


@pytest.mark.parametrize("cp", [-2000, -300, -1, 0, 55, 400, 5000])
def test_odds_are_odds_and_fair_to_both_sides(cp: int) -> None:
    odds = curve_of("italian").odds(cp)
    assert math.isclose(odds.win + odds.draw + odds.loss, 1.0)
    assert min(odds.win, odds.draw, odds.loss) >= 0
    other = curve_of("italian").odds(-cp)
    assert math.isclose(odds.win, other.loss)
    assert math.isclose(odds.draw, other.draw)


def test_more_is_better() -> None:
    expected = [curve_of("international").odds(cp).expectation for cp in range(-600, 601, 50)]
    assert expected == sorted(expected)
    assert expected[0] < 0.1 < 0.9 < expected[-1]


def test_a_proved_end_is_certain() -> None:
    assert odds_of(Score(29_990, Side.BLACK), DEFAULT) == Odds(1.0, 0.0, 0.0)
    assert odds_of(Score(-29_990, Side.BLACK), DEFAULT) == Odds(0.0, 0.0, 1.0)


def test_every_percent_makes_a_hundred() -> None:
    rng = Random(1)
    for _ in range(200):
        a, b = sorted((rng.random(), rng.random()))
        assert sum(Odds(a, b - a, 1 - b).percent()) == 100


def test_measured_curves_say_where_they_come_from() -> None:
    for game, curve in _curves().items():
        _core.rules(game)
        assert curve.measured
        assert curve.positions > curve.games
        assert curve.source.startswith(
            f"damiera calibrate {game} --games {curve.games} --nodes {curve.nodes}"
        )
        assert curve.scale_cp > 10
        assert curve.margin_cp >= 0
    assert not DEFAULT.measured
    assert curve_of("no-such-game") is DEFAULT


def test_fitting_finds_the_curve_that_made_the_games() -> None:
    true, rng = Curve("", 60.0, 90.0), Random(7)
    made = []
    for _ in range(20_000):
        cp = rng.randint(-400, 400)
        odds, lot = true.odds(cp), rng.random()
        made.append((cp, 1 if lot < odds.win else 0 if lot < odds.win + odds.draw else -1))
    scale, margin = fit(made)
    assert abs(scale - 60) < 6
    assert abs(margin - 90) < 6
    with pytest.raises(ValueError, match="no samples"):
        fit([])


def test_games_with_itself_can_be_had_again() -> None:
    rules = _core.rules("italian")
    first = list(samples(rules, games=2, nodes=300, seed=5))
    assert first == list(samples(rules, games=2, nodes=300, seed=5))
    assert {result for game in first for _, result in game} <= {-1, 0, 1}
    assert all(game for game in first)
