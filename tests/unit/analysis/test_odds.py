"""From scores to win, draw and loss."""

from __future__ import annotations

import math
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from damiera import _core
from damiera._core import Side
from damiera.analysis import odds as curves
from damiera.analysis.odds import CURVES, DEFAULT, Curve, Odds, curve_of, fit, keep, kept, odds_of, stale
from damiera.analysis.selfplay import samples
from damiera.engine import weightfile
from damiera.engine.score import Score
from damiera.engine.weightfile import learned, read_weights, signature_of, write_weights


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
    for game, curve in kept().items():
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


@pytest.mark.slow
def test_weights_and_curves_belong_together() -> None:
    assert stale() == (), "weights and curves do not belong together: damiera calibrate --stale --write"
    assert {"italian", "english", "international", "russian"} <= set(learned())
    for game in learned():
        assert kept()[game].weights == signature_of(game) != ""


@pytest.fixture
def own_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of weights of one's own, with none in it, in place of those of the package."""
    monkeypatch.setattr(weightfile, "_FOLDER", tmp_path)
    for known in (curve_of, curves._curves, weightfile.weights_of, weightfile.usable_weights):
        known.cache_clear()
    yield tmp_path
    for known in (curve_of, curves._curves, weightfile.weights_of, weightfile.usable_weights):
        known.cache_clear()


def test_a_curve_of_other_weights_counts_as_not_measured(own_weights: Path) -> None:
    numbers = bytes(4 * _core.contents_of(_core.rules("german"))["pairs"])
    assert "italian" in stale(), "its weights are gone"
    assert "armenian" not in stale(), "it has neither weights nor a curve"
    write_weights(own_weights / "german.weights", "german", numbers, {})
    assert "german" in stale()
    curve = curve_of("german")
    assert not curve.measured
    assert curve.scale_cp == kept()["german"].scale_cp, "still the best that is known"
    write_weights(own_weights / "armenian.weights", "armenian", numbers, {})
    assert "armenian" in stale(), "it has weights and no curve at all"


def test_games_with_itself_use_the_weights(own_weights: Path) -> None:
    rules = _core.rules("italian")
    plain = list(samples(rules, games=1, nodes=300, seed=5))
    weightfile.weights_of.cache_clear()
    shutil.copy(Path(weightfile.__file__).parent / "weights" / "italian.weights", own_weights)
    read_weights(own_weights / "italian.weights", rules)
    assert plain != list(samples(rules, games=1, nodes=300, seed=5))


def test_a_curve_is_kept_in_the_place_of_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "curves.toml"
    shutil.copy(CURVES, path)
    keep(kept()["russian"], path)
    assert path.read_text(encoding="utf-8") == CURVES.read_text(encoding="utf-8")
    keep(replace(kept()["russian"], scale_cp=33.5), path)
    keep(replace(kept()["russian"], game="armenian"), path)
    after = kept(path)
    assert list(after) == [*kept(), "armenian"]
    assert after["russian"].scale_cp == 33.5
    assert {game: curve for game, curve in kept().items() if game != "russian"}.items() <= after.items()
    assert path.read_text(encoding="utf-8").startswith("# From a score")
    assert [file.name for file in tmp_path.iterdir()] == ["curves.toml"]


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


def test_scores_that_foretell_nothing_have_a_flat_curve_and_an_end() -> None:
    scale, _ = fit((cp, result) for cp in (-100, 0, 100) for result in (-1, 1))
    assert scale == 2000


def test_games_with_itself_can_be_had_again() -> None:
    rules = _core.rules("italian")
    first = list(samples(rules, games=2, nodes=300, seed=5))
    assert first == list(samples(rules, games=2, nodes=300, seed=5))
    assert {result for game in first for _, result in game} <= {-1, 0, 1}
    assert all(0 < len(game) <= 80 for game in first), "endings do not count"
