"""A training run: its games, its weights, its match, and going on where it was broken off."""

from __future__ import annotations

import errno
import json
import sys
import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from damiera import _core
from damiera.cli.main import main
from damiera.engine.weightfile import numbers_of, path_of, read_weights, signature_of
from damiera.errors import DamieraError
from damiera.messages import Message, Text
from damiera.training import regression
from damiera.training import run as training_run
from damiera.training.errors import TrainingError
from damiera.training.run import NOTHING, Plan, TrainingRun
from tests.wording import raises, shows, words_of

PLAN = Plan("english", games=30, nodes=5, pairs=2, time_ms=1)
ENGLISH = _core.rules("english")


def trained(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """Call the command; return its exit code and what it said."""
    with pytest.raises(SystemExit) as ended:
        main(["train", *words])
    out, err = capsys.readouterr()
    assert isinstance(ended.value.code, int)
    return ended.value.code, out + " ".join(err.split())


def heard(told: list[str]) -> Callable[..., None]:
    def tell(what: Text, done: int, all: int, detail: Text = NOTHING) -> None:
        told.append(f"{what}: {done} of {all}")

    return tell


@pytest.fixture
def is_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small parts, and weights that are accepted whatever a match by the clock says."""
    monkeypatch.setattr(training_run, "GAMES_OF_PART", 20)
    monkeypatch.setattr(training_run, "PAIRS_AT_ONCE", 1)
    monkeypatch.setattr(regression, "STEPS", 5)
    monkeypatch.setattr(training_run, "_is_better", lambda pairs, test: True)


@pytest.mark.slow
@pytest.mark.usefixtures("is_quick")
def test_a_course_that_was_broken_off_goes_on_and_ends_alike(tmp_path: Path) -> None:
    whole = TrainingRun(PLAN, tmp_path / "whole", heard([]))
    found = whole.run()
    assert found is not None
    path, about = found
    assert read_weights(path, ENGLISH).rules is ENGLISH
    assert about["games"] == 30

    class Enough(Exception):
        pass

    def stop(what: Text, done: int, all: int, detail: Text = NOTHING) -> None:
        if done:
            raise Enough

    folder = tmp_path / "broken"
    with pytest.raises(Enough):
        TrainingRun(PLAN, folder, stop).run()
    parts = sorted(folder.glob("1/*.records"))
    assert [part.name for part in parts] == ["0000-20.records"]
    made = parts[0].stat().st_mtime_ns
    told: list[str] = []
    again = TrainingRun(PLAN, folder, heard(told), threads=2).run()
    assert again is not None
    assert again[1].keys() == about.keys(), "what is told does not depend on who was broken off"
    assert parts[0].stat().st_mtime_ns == made
    assert again is not None
    assert again[0].read_bytes() == path.read_bytes()
    assert told[0] == words_of("games of generation {n}", n=1) + ": 20 of 30"
    assert [word for word in told if word.startswith("weights")][-1] == (
        words_of("weights of generation {n}", n=1) + ": 5 of 5"
    )
    assert not list(folder.rglob("*.tmp"))


def test_another_course_in_the_folder_is_refused(tmp_path: Path) -> None:
    TrainingRun(PLAN, tmp_path, heard([]))
    with pytest.raises(TrainingError, match="another run"):
        TrainingRun(Plan("italian"), tmp_path, heard([]))


# ------------------------------------------------------------------------------ a folder that is come back to


QUICK = Plan("english", games=40, nodes=5, pairs=2, time_ms=1, sprt=(0.0, 1.0))


def state(folder: Path) -> dict[str, tuple[int, bytes]]:
    besides = (".lock", "plan.json", "run")  # what a run tells of itself, with its times
    files = [path for path in folder.rglob("*") if path.is_file() and path.name not in besides]
    return {str(file.relative_to(folder)): (file.stat().st_mtime_ns, file.read_bytes()) for file in files}


@pytest.mark.slow
@pytest.mark.usefixtures("is_quick")
def test_a_course_that_is_over_is_not_run_again(tmp_path: Path) -> None:
    first = TrainingRun(QUICK, tmp_path, heard([])).run()
    before = state(tmp_path)
    assert TrainingRun(QUICK, tmp_path, heard([])).run() == first
    assert state(tmp_path) == before


@pytest.mark.slow
@pytest.mark.usefixtures("is_quick")
@pytest.mark.parametrize("damage", [b"", b"\xff" * 320, b"12345"])
def test_a_damaged_part_is_played_again(tmp_path: Path, damage: bytes) -> None:
    TrainingRun(QUICK, tmp_path, heard([])).run()
    before = state(tmp_path)
    (tmp_path / "1" / "0001-20.records").write_bytes(damage)
    told: list[str] = []
    TrainingRun(QUICK, tmp_path, heard(told)).run()
    assert told[:2] == [
        words_of("games of generation {n}", n=1) + part for part in (": 20 of 40", ": 40 of 40")
    ]
    assert {name: data for name, (_, data) in state(tmp_path).items()} == {
        name: data for name, (_, data) in before.items()
    }


@pytest.mark.slow
@pytest.mark.usefixtures("is_quick")
def test_damaged_weights_are_taught_again_and_a_damaged_match_played_again(tmp_path: Path) -> None:
    TrainingRun(QUICK, tmp_path, heard([])).run()
    before = state(tmp_path)
    weights, match = tmp_path / "1.weights", tmp_path / "1.match.json"
    weights.write_bytes(weights.read_bytes()[:-9])
    match.write_text('{"between": ')
    assert TrainingRun(QUICK, tmp_path, heard([])).run() is not None
    assert weights.read_bytes() == before["1.weights"][1]
    assert json.loads(match.read_text())["accepted"] is True


@pytest.mark.slow
@pytest.mark.usefixtures("is_quick")
def test_other_ways_to_teach_keep_the_games_and_play_another_match(tmp_path: Path) -> None:
    TrainingRun(QUICK, tmp_path, heard([])).run()
    before = state(tmp_path)
    found = TrainingRun(replace(QUICK, trust=0.5, games=60), tmp_path, heard([])).run()
    after = state(tmp_path)
    for part in ("1/0000-20.records", "1/0001-20.records"):
        assert after[part] == before[part]
    assert "1/0002-20.records" in after
    assert after["1.weights"] != before["1.weights"]
    assert after["1.match.json"] != before["1.match.json"]
    assert found is not None
    assert found[1]["trust"] == 0.5


@pytest.mark.usefixtures("is_quick")
def test_a_run_that_corrects_keeps_the_weights_and_adds_a_network(tmp_path: Path) -> None:
    plan = replace(PLAN, correct=True)
    told: list[str] = []
    found = TrainingRun(plan, tmp_path, heard(told)).run()
    assert found is not None
    path, about = found
    assert numbers_of(path) == numbers_of(path_of("english"))
    assert read_weights(path, ENGLISH).has_network
    assert (about["correct"], about["against"]) == (True, "weights")
    assert "ridge" not in about
    assert words_of("network of generation {n}", n=1) + ": 20 of 20" in told
    made = path.stat().st_mtime_ns
    assert TrainingRun(plan, tmp_path, heard([])).run() == found
    assert path.stat().st_mtime_ns == made


def test_where_there_are_no_weights_there_is_nothing_to_correct(tmp_path: Path) -> None:
    with raises(TrainingError, Message("{game} has no weights to correct: train them first", game="german")):
        TrainingRun(replace(PLAN, game="german", correct=True), tmp_path, heard([]))


@pytest.mark.usefixtures("is_quick")
def test_a_run_starts_from_the_weights_of_a_game_alike(tmp_path: Path) -> None:
    """They play the first games, and what these never show stays as it was."""
    plan = replace(PLAN, game="german", start="brazilian")
    found = TrainingRun(plan, tmp_path, heard([])).run()
    assert found is not None
    path, about = found
    german, brazilian = _core.rules("german"), numbers_of(path_of("brazilian"))
    assert numbers_of(tmp_path / "start.weights") == brazilian
    assert [folder.name for folder in tmp_path.glob("1-*")] == [f"1-{signature_of('brazilian')[:12]}"]
    assert (about["start"], about["against"]) == ("brazilian", "weights")
    patterns = 4 * _core.contents_of(german)["men"]
    assert read_weights(path, german).rules is german
    told = np.frombuffer(brazilian[:patterns], "<i2") != 0
    kept = np.frombuffer(numbers_of(path)[:patterns], "<i2") != 0
    assert np.mean(kept[told]) > 0.9, "30 games cannot have taught these"
    made = path.stat().st_mtime_ns
    assert TrainingRun(plan, tmp_path, heard([])).run() == found
    assert path.stat().st_mtime_ns == made
    TrainingRun(replace(plan, start=str(path_of("pool"))), tmp_path, heard([])).run()
    assert path.stat().st_mtime_ns != made, "from elsewhere, other weights"


@pytest.mark.slow
@pytest.mark.usefixtures("is_quick")
def test_weights_that_beat_the_hand_must_beat_those_in_use_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thirty games teach less than the English weights know: they would have been put in their place."""
    told: list[str] = []
    found = TrainingRun(PLAN, tmp_path, heard(told)).run()
    assert found is not None, "whatever the match says"
    assert found[1]["against"] == "weights"
    last = json.loads((tmp_path / "2.match.json").read_text(encoding="utf-8"))
    assert last["between"]["old"] == signature_of("english")
    assert told[-1].startswith(words_of("match against the weights in use"))
    answers = iter([True, False])
    monkeypatch.setattr(training_run, "_is_better", lambda pairs, test: next(answers))
    run = TrainingRun(PLAN, tmp_path, heard([]))
    assert run.run() is None
    assert run.accepted is None


@pytest.mark.parametrize(
    ("game", "start", "correct", "said"),
    [
        (
            "german",
            "triestina",
            False,
            Message(
                "{start} has no weights to start from: name a game that has, or a file of weights",
                start="triestina",
            ),
        ),
        (
            "german",
            "nothing.weights",
            False,
            Message("{start} has no weights to start from: name a game that has, or a file of weights"),
        ),
        (
            "german",
            "international",
            False,
            Message("the weights of {start} do not fit {game}: its patterns are others"),
        ),
        (
            "english",
            "italian",
            True,
            Message("a network corrects the weights in use: it does not start from others"),
        ),
    ],
)
def test_a_start_that_cannot_be_is_refused(
    game: str, start: str, correct: bool, said: Message, tmp_path: Path
) -> None:
    with raises(TrainingError, said):
        TrainingRun(replace(PLAN, game=game, start=start, correct=correct), tmp_path / "run", heard([]))
    assert not (tmp_path / "run").exists()


@pytest.mark.slow
@pytest.mark.usefixtures("is_quick")
def test_games_of_weights_that_changed_are_not_used(tmp_path: Path) -> None:
    two = replace(QUICK, generations=2)
    TrainingRun(two, tmp_path, heard([])).run()
    TrainingRun(replace(two, trust=0.5), tmp_path, heard([])).run()
    folders = sorted(path.name.partition("-")[0] for path in tmp_path.iterdir() if path.is_dir())
    assert folders == ["1", "2", "2"], "each second generation lies where its weights say"


@pytest.mark.slow
@pytest.mark.usefixtures("is_quick")
def test_a_match_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    class Enough(Exception):
        pass

    def stop(what: Text, done: int, all: int, detail: Text = NOTHING) -> None:
        if str(what).startswith("match") and done == 2:
            raise Enough

    plan = replace(QUICK, pairs=4)
    with pytest.raises(Enough):
        TrainingRun(plan, tmp_path, stop).run()
    half = json.loads((tmp_path / "1.match.json").read_text())["points"]
    assert len(half) == 2
    told: list[str] = []
    TrainingRun(plan, tmp_path, heard(told)).run()
    assert half.items() <= json.loads((tmp_path / "1.match.json").read_text())["points"].items()
    assert [word for word in told if word.startswith("match of")] == [
        words_of("match of generation {n}", n=1) + ": 3 of 4",
        words_of("match of generation {n}", n=1) + ": 4 of 4",
    ]


def test_a_match_counts_its_chunks_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training_run, "PAIRS_AT_ONCE", 1)
    course = TrainingRun(replace(QUICK, pairs=3), tmp_path, heard([]))
    tasks = course._chunks(1)
    assert sum(course._verdict(tasks, {1: [(2, 2)], 2: [(2, 2)]})[0].pairs) == 0
    assert course._verdict(tasks, {0: [(0, 0)], 2: [(2, 2)]})[0].pairs == (1, 0, 0, 0, 0)


@pytest.mark.slow
@pytest.mark.usefixtures("is_quick")
def test_a_full_disk_stops_the_course_and_spoils_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(file: int) -> None:
        if len(list(tmp_path.rglob("*.records"))) == 1:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    words = ["english", "--games", "40", "--nodes", "5", "--pairs", "1", "--time", "1"]
    words += ["--folder", str(tmp_path), "--output", str(tmp_path / "out" / "english.weights")]
    code, said = trained(capsys, *words)
    assert code == 2
    assert shows(
        said,
        "{why}. What is done is kept: when that is mended, give the same command again",
        why="No space left on device",
    )
    assert [path.name for path in (tmp_path / "1").iterdir()] == ["0000-20.records"]
    monkeypatch.undo()
    monkeypatch.setattr(training_run, "GAMES_OF_PART", 20)
    monkeypatch.setattr(training_run, "_is_better", lambda pairs, test: True)
    code, said = trained(capsys, *words)
    assert code == 0, said


@pytest.mark.slow
@pytest.mark.usefixtures("is_quick")
def test_two_runs_do_not_work_in_one_folder(tmp_path: Path) -> None:
    inner: list[str] = []

    def meet(what: Text, done: int, all: int, detail: Text = NOTHING) -> None:
        if not inner:
            with raises(TrainingError, Message("another run is at work in {folder}")):
                TrainingRun(QUICK, tmp_path, heard([])).run()
            inner.append(str(what))

    assert TrainingRun(QUICK, tmp_path, meet).run() is not None
    assert inner


def test_what_makes_no_sense_is_refused_before_a_game_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with raises(
        DamieraError,
        Message("The test compares ELO0 = {elo0} with ELO1 = {elo1}: the second must be the greater."),
    ):
        TrainingRun(replace(QUICK, sprt=(10.0, 0.0)), tmp_path, heard([]))
    for words in (["--seed", "-1"], ["--nodes", "0"], ["--games", str(10**20)], ["--time", str(10**12)]):
        assert trained(capsys, "english", *words)[0] == 2
    for plies in ("5 2", "-1 2", "0 1001"):
        with pytest.raises(TrainingError) as caught:
            TrainingRun(replace(QUICK, plies=tuple(map(int, plies.split()))), tmp_path, heard([]))  # type: ignore[arg-type]
        assert plies in str(caught.value)


def test_openings_that_changed_are_another_course(tmp_path: Path) -> None:
    start = ENGLISH.start()
    first, other = (start.play(move) for move in start.moves()[:2])
    TrainingRun(QUICK, tmp_path, heard([]), openings=(first,))
    TrainingRun(QUICK, tmp_path, heard([]), openings=(first,))
    with pytest.raises(TrainingError, match="another run"):
        TrainingRun(QUICK, tmp_path, heard([]), openings=(other,))


@pytest.mark.slow
def test_weights_that_lose_are_not_kept(tmp_path: Path) -> None:
    lost = Plan("english", games=40, nodes=5, pairs=4, time_ms=1, sprt=(700.0, 800.0))
    assert TrainingRun(lost, tmp_path, heard([])).run() is None


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


@pytest.mark.slow
@pytest.mark.usefixtures("is_quick")
def test_the_command_trains_and_tells_where_weights_come_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [
        "--games",
        "100",
        "--nodes",
        "5",
        "--pairs",
        "2",
        "--time",
        "1",
        "--openings",
        "random:4",
    ]
    target = tmp_path / "english.weights"
    places = ["--folder", str(tmp_path / "course"), "--output", str(target)]
    code, said = trained(capsys, "english", *words, *places)
    assert code == 0, said
    read_weights(target, ENGLISH)
    origin = tomllib.loads(target.with_suffix(".provenance.toml").read_text(encoding="utf-8"))
    assert (origin["game"], origin["games"], origin["nodes_per_move"]) == ("english", 100, 5)
    assert origin["command"].startswith("damiera train english --games 100")


def test_the_command_refuses_what_it_cannot_train(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = trained(capsys, "bashni", "--folder", str(tmp_path / "course"))
    assert code == 2
    assert shows(said, "{game} has no weights to learn: its evaluation is made by hand", game="bashni")
    assert not (tmp_path / "course").exists()


def test_the_command_speaks_the_language_it_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In its refusals, and on its bars."""
    for lang in ("it", "fr"):
        said = trained(capsys, "bashni", "--folder", str(tmp_path), "--lang", lang)[1]
        told = words_of("{game} has no weights to learn: its evaluation is made by hand", lang, game="bashni")
        assert " ".join(told.split()) in said


def test_without_scipy_the_extra_is_named_before_a_game_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    monkeypatch.delitem(sys.modules, "damiera.training.regression", raising=False)
    code, said = trained(capsys, "english", "--folder", str(tmp_path / "course"))
    assert code == 2
    assert 'pip install "damiera[training]"' in said
    assert not (tmp_path / "course").exists()
