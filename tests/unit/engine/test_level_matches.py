"""The matches of the levels go on where they were broken off, and count no engine that played otherwise."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from benchmarks import levels
from benchmarks.levels import PlayedPairs, Player
from damiera.training.errors import TrainingError

GREEDY, RANDOM = Player(-1), Player(0)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The openings that are played, each of which the higher one wins and draws."""
    openings: list[int] = []

    def played(game: str, high: Player, low: Player, opening: int) -> tuple[float, float]:
        openings.append(opening)
        return 1.0, 0.5

    monkeypatch.setattr(levels, "play_pair", played)
    return openings


def score(path: Path | None, games: int) -> str:
    with ThreadPoolExecutor(1) as pool:
        return str(PlayedPairs(path).match(pool, "italian", GREEDY, RANDOM, games))


def test_what_is_kept_is_not_played_again(tmp_path: Path, asked: list[int]) -> None:
    path = tmp_path / "levels.jsonl"
    assert score(path, 4).startswith("+2 =2 -0 (75%)")
    assert score(path, 8).startswith("+4 =4 -0 (75%)")
    assert score(path, 8) == score(path, 8)
    assert asked == [1, 2, 3, 4]
    score(None, 4)
    assert asked == [1, 2, 3, 4, 1, 2]


def test_pairs_of_another_engine_are_not_counted(
    tmp_path: Path, asked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "levels.jsonl"
    score(path, 4)
    monkeypatch.setattr(levels, "signature", lambda game: "another search")
    score(path, 4)
    assert asked == [1, 2, 1, 2]


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "levels.jsonl"
    path.write_text('{"levels": "pairs of games"}\n{"engines": ["a", "b"], "points": [1, 7]}\n')
    with pytest.raises(TrainingError):
        PlayedPairs(path)


def test_a_pair_is_an_opening_with_either_colour() -> None:
    points = levels.play_pair("italian", GREEDY, RANDOM, 1)
    assert points[0] == levels.play(levels.Pairing("italian", GREEDY, RANDOM, 1))
    assert points[1] == 1 - levels.play(levels.Pairing("italian", RANDOM, GREEDY, 1))
