"""The regression: its slope is the slope of its loss, it finds what made the results, and its weights say
so."""

from __future__ import annotations

import numpy as np
import pytest

from damiera import _core
from damiera._core import Weights
from damiera.training.regression import PATTERNS, Model, Rows, fit, join, read_rows

ITALIAN = _core.rules("italian")
MODEL = Model.of(ITALIAN)
RECORDS = _core.self_play(ITALIAN, games=80, nodes=10, plies=(2, 12), seed=4)


def rows() -> Rows:
    return read_rows(ITALIAN, MODEL, RECORDS)


def test_the_model_counts_as_the_core_does() -> None:
    assert (MODEL.shapes, MODEL.squares, MODEL.terms, MODEL.full) == (9, 32, 7, 24)
    found = rows()
    assert found.patterns.shape == (len(found), 9)
    assert found.plain.shape == (len(found), MODEL.plain)
    assert (found.patterns // PATTERNS == np.arange(9)).all()
    men, kings = found.plain[:, -2], found.plain[:, -1]
    assert (found.plain[:, :32].sum(axis=1) == men).all()
    assert (found.plain[:, 32:64].sum(axis=1) == kings).all()
    assert set(np.unique(found.points)) <= {0, 0.5, 1}


def test_the_slope_is_that_of_the_loss() -> None:
    found, rng = rows()[:300], np.random.default_rng(2)
    weights = rng.normal(0, 0.1, (MODEL.weights, 2)).astype(np.float32)
    wanted = rng.random(len(found)).astype(np.float32)

    def loss(at: np.ndarray) -> tuple[float, np.ndarray]:
        slope = np.zeros((MODEL.weights, 2))
        args = (found.patterns, found.plain, found.opening, wanted, at, slope)
        return _core.add_slope(*args), slope

    _, slope = loss(weights)
    used = [
        (int(found.patterns[7, 3]), 0),
        (MODEL.weights - 2, 1),
        (MODEL.weights - 4, 0),
        (int(found.patterns[0, 0]), 1),
    ]
    for place in used:
        step = np.zeros_like(weights)
        step[place] = 1e-2
        change = (loss(weights + step)[0] - loss(weights - step)[0]) / 2e-2
        assert slope[place] == pytest.approx(change, rel=0.02, abs=0.02)


def test_it_finds_the_weights_that_made_the_results() -> None:
    """Results drawn from a man's worth of one and a half and a king's of four: both are found again."""
    found, rng = join([rows()] * 6), np.random.default_rng(3)
    men, kings = found.plain[:, -2].astype(float), found.plain[:, -1].astype(float)
    chance = 1 / (1 + np.exp(-(1.5 * men + 4 * kings)))
    points = (rng.random(len(found)) < chance).astype(np.float32)
    made = Rows(
        found.patterns, found.plain, found.opening, points, (110 * (1.5 * men + 4 * kings)).astype(np.float32)
    )
    best = fit(MODEL, made, trust=1.0, pull=300.0, steps=15)
    assert best.loss < 0.75 * best.before
    weights = Weights(ITALIAN, best.numbers)
    start = ITALIAN.start()
    fewer = ITALIAN.position(start.side, start.white_men, [], start.black_men[:-1], [])
    assert 100 < _core.evaluate(fewer, weights=weights) - _core.evaluate(start, weights=weights) < 230


def test_nothing_teaches_nothing() -> None:
    with pytest.raises(ValueError, match="play more games"):
        fit(MODEL, rows()[:3])


def test_records_of_another_game_are_refused() -> None:
    with pytest.raises(ValueError, match="no records"):
        read_rows(ITALIAN, MODEL, RECORDS[:-1])
    with pytest.raises(ValueError, match="no records"):
        read_rows(ITALIAN, MODEL, b"\xff" * 320)


def test_arrays_that_do_not_fit_are_refused() -> None:
    found = rows()[:20]
    slope = np.zeros((MODEL.weights, 2))
    weights = np.zeros((MODEL.weights, 2), np.float32)
    wanted = np.zeros(20, np.float32)
    args = (found.patterns, found.plain, found.opening)
    with pytest.raises(ValueError, match="a pattern has no weight"):
        _core.add_slope(found.patterns + 1_000_000, *args[1:], wanted, weights, slope)
    with pytest.raises(ValueError, match="as many rows"):
        _core.add_slope(*args, wanted[1:], weights, slope)
    with pytest.raises(ValueError, match="a slope for each weight"):
        _core.add_slope(*args, wanted, weights, slope[1:])
