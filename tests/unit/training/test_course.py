"""A course of training: its games, its weights, its match, and going on where it was broken off."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from damiera import _core
from damiera.engine.weightfile import read_weights
from damiera.training import __main__ as door
from damiera.training.course import Course, CourseError, Plan

PLAN = Plan("english", games=1_010, nodes=5, pairs=8, time_ms=1, sprt=(-3000.0, -900.0))
ENGLISH = _core.rules("english")


def heard(told: list[str]) -> Callable[..., None]:
    def tell(what: str, done: int, all: int, detail: str = "") -> None:
        told.append(f"{what}: {done} of {all}")

    return tell


def test_a_course_that_was_broken_off_goes_on_and_ends_alike(tmp_path: Path) -> None:
    whole = Course(PLAN, tmp_path / "whole", heard([]))
    found = whole.run()
    assert found is not None, "a test of -3000 against -900 Elo accepts anything"
    path, about = found
    assert read_weights(path, ENGLISH).rules is ENGLISH
    assert about["games"] == 1_010

    class Enough(Exception):
        pass

    def stop(what: str, done: int, all: int, detail: str = "") -> None:
        if done:
            raise Enough

    folder = tmp_path / "broken"
    with pytest.raises(Enough):
        Course(PLAN, folder, stop).run()
    parts = sorted(folder.glob("1/*.records"))
    assert [part.name for part in parts] == ["0000-1000.records"]
    made = parts[0].stat().st_mtime_ns
    told: list[str] = []
    again = Course(PLAN, folder, heard(told), threads=2).run()
    assert again is not None
    assert again[1].keys() == about.keys(), "what is told does not depend on who was broken off"
    assert parts[0].stat().st_mtime_ns == made
    assert again is not None
    assert again[0].read_bytes() == path.read_bytes()
    assert told[0] == "games of generation 1: 1000 of 1010"
    assert not list(folder.rglob("*.part"))


def test_another_course_in_the_folder_is_refused(tmp_path: Path) -> None:
    Course(PLAN, tmp_path, heard([]))
    with pytest.raises(CourseError, match="another course"):
        Course(Plan("italian"), tmp_path, heard([]))


def test_weights_that_lose_are_not_kept(tmp_path: Path) -> None:
    lost = Plan("english", games=40, nodes=5, pairs=4, time_ms=1, sprt=(700.0, 800.0))
    assert Course(lost, tmp_path, heard([])).run() is None


def test_games_do_not_depend_on_the_threads() -> None:
    def played(threads: int) -> bytes:
        return _core.self_play(ENGLISH, games=30, nodes=50, plies=(2, 8), seed=9, threads=threads)

    assert played(1) == played(3)
    assert played(1) != _core.self_play(ENGLISH, games=30, nodes=50, plies=(2, 8), seed=10)


def test_more_nodes_win_a_match() -> None:
    points = _core.self_match(ENGLISH, None, None, pairs=12, nodes=(1_000, 20), plies=(4, 8))
    assert sum(map(sum, points)) > 2 * 12 * 1.3


@pytest.mark.parametrize(
    ("games", "nodes", "plies", "threads"),
    [(-1, 10, (0, 2), 1), (1, 0, (0, 2), 1), (1, 10, (5, 2), 1), (1, 10, (-1, 2), 1), (1, 10, (0, 2), 0)],
)
def test_absurd_numbers_are_refused(games: int, nodes: int, plies: tuple[int, int], threads: int) -> None:
    with pytest.raises(ValueError, match="give"):
        _core.self_play(ENGLISH, games=games, nodes=nodes, plies=plies, seed=1, threads=threads)


def test_openings_must_be_of_the_game() -> None:
    with pytest.raises(ValueError, match="another game"):
        _core.self_play(
            ENGLISH, games=1, nodes=10, plies=(0, 0), seed=1, openings=[_core.rules("italian").start()]
        )


def test_the_command_trains_and_tells_where_weights_come_from(tmp_path: Path) -> None:
    words = [
        "--games",
        "100",
        "--nodes",
        "5",
        "--pairs",
        "2",
        "--time",
        "1",
        "--sprt",
        "-3000",
        "-900",
        "--openings",
        "random:4",
    ]
    target = tmp_path / "english.weights"
    places = ["--folder", str(tmp_path / "course"), "--output", str(target)]
    result = CliRunner().invoke(door.main, ["english", *words, *places])
    assert result.exit_code == 0, result.output
    read_weights(target, ENGLISH)
    origin = tomllib.loads(target.with_suffix(".provenance.toml").read_text(encoding="utf-8"))
    assert (origin["game"], origin["games"], origin["nodes_per_move"]) == ("english", 100, 5)
    assert origin["command"].startswith("python -m damiera.training english --games 100")


def test_the_command_refuses_what_it_cannot_train(tmp_path: Path) -> None:
    result = CliRunner().invoke(door.main, ["bashni", "--folder", str(tmp_path)])
    assert result.exit_code == 1
    assert "made by hand" in result.output
