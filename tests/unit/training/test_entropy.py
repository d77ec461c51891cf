"""The benchmark that judges weights by what games came to."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from benchmarks.entropy import entropies, main, played
from damiera import _core
from damiera.engine.weightfile import numbers_of, path_of

ENGLISH = _core.rules("english")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("entropy") / "english.set"
    played(ENGLISH, path, games=40, nodes=60, seed=3)
    return path


def _changed(numbers: bytes, by: float) -> bytes:
    return np.rint(np.frombuffer(numbers, "<i2") * by).astype("<i2").tobytes()


def test_a_set_is_made_once_and_tells_how(kept: Path) -> None:
    before = kept.stat().st_mtime_ns
    assert played(ENGLISH, kept, games=1, nodes=1, seed=9) == kept.read_bytes()
    assert kept.stat().st_mtime_ns == before
    about = json.loads(kept.with_suffix(".set.json").read_text())
    assert (about["game"], about["games"], about["nodes"], about["seed"]) == ("english", 40, 60, 3)
    with pytest.raises(ValueError, match="english"):
        played(_core.rules("italian"), kept, games=1, nodes=1, seed=9)


def test_weights_know_more_than_a_coin_and_weights_turned_round_know_nothing(kept: Path) -> None:
    numbers = numbers_of(path_of("english"))
    files = [numbers, _changed(numbers, 0.5), _changed(numbers, -1), bytes(len(numbers))]
    ours, halved, turned, none = entropies(ENGLISH, kept.read_bytes(), files)
    assert ours[0].phase == "all"
    assert sum(row.positions for row in ours[1:]) == ours[0].positions > 500
    assert ours[0].mean < 0.65
    assert halved[0].mean == pytest.approx(ours[0].mean, abs=1e-3), "the factor is found for each"
    assert none[0].mean == pytest.approx(np.log(2))
    assert turned[0].mean > 0.69
    assert turned[0].than_first > turned[0].error > 0
    assert (ours[0].than_first, ours[0].error) == (0, 0)


def test_files_are_compared_on_the_same_positions(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.weights"
    shutil.copy(path_of("english"), other)
    main(["--game", "english", "--set", str(kept), str(other)])
    shown = capsys.readouterr().out
    assert shown.startswith("english.weights\n  all ")
    assert "other.weights\n  all " in shown
    assert shown.count("+0.0000 ±0.0000") == shown.count("\n") / 2 - 1
