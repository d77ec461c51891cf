"""The laboratory from its records: what each tells, what is damaged, whether somebody is at it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from damiera.disk import held_alone
from damiera.engine.runlog import RunSession, logged_run, read_run_log
from damiera.engine.statistics import Sprt, estimate
from damiera.service import laboratory
from damiera.service.laboratory import LabFolder, Laboratory, LabRun, RunStage
from tests.unit import labkit

PENTANOMIAL = (0, 1, 3, 3, 1)
"""The pairs of `labkit.PAIRS`, by their points."""


def read(folder: Path, now: float = 5_000.0) -> LabFolder:
    return Laboratory(folder).read(now)


def only(folder: Path) -> LabRun:
    [run] = read(folder).runs
    return run


def test_a_test_of_parameters_has_its_course_and_its_ratio(tmp_path: Path) -> None:
    record = labkit.sprt(tmp_path / "margin.jsonl")
    labkit.log(record, "sprt", test=[0, 5, 0.05, 0.05], ended=1_360.0)
    os.utime(record, (1_360, 1_360))
    run = only(tmp_path)
    assert (run.kind, run.game, run.sides, run.pace) == (
        "sprt",
        "italian",
        ("probe-margin=30", ""),
        "nodes 300",
    )
    assert (run.done, run.goal, run.left, run.points) == (16, 40, 24, (6, 8, 2))
    assert run.found == estimate(PENTANOMIAL)
    assert [point.games for point in run.course] == [2 * n for n in range(1, 9)]
    assert run.course[0].low is None  # one pair tells nothing of the error
    last, test = run.course[-1], run.test
    assert run.found is not None
    assert (last.elo, last.low) == (run.found.elo, run.found.low)
    assert test is not None
    assert last.ratio == test.ratio == Sprt(0, 5).ratio(PENTANOMIAL)
    assert (test.low, test.high) == Sprt(0, 5).bounds
    assert test.accepted is None
    assert run.an_hour == pytest.approx(160)  # sixteen in six minutes
    assert run.left_s == pytest.approx(540)


def test_pairs_count_up_to_the_first_that_is_missing(tmp_path: Path) -> None:
    pairs = [{"pair": n, "points": [1, 1]} for n in (0, 1, 3, 4)]
    labkit.lines(tmp_path / "a.jsonl", labkit.SPRT_HEAD, *pairs)
    assert only(tmp_path).done == 4


def test_a_tuning_tells_the_way_of_each_parameter(tmp_path: Path) -> None:
    labkit.tune(tmp_path / "tune.jsonl")
    run = only(tmp_path)
    [way] = run.params
    assert (way.name, way.least, way.most, way.values) == ("probe-margin", 0, 60, (20, 21.0, 23.5))
    assert (run.kind, run.done, run.goal, run.left) == ("tune", 2, 4, 2)


def test_a_match_is_told_by_the_tags_of_its_games(tmp_path: Path) -> None:
    games = [
        labkit.game(1, "1-0"),
        labkit.game(2, "0-1", ended="crash"),  # the first engine has Black, and wins
        labkit.game(3, "1/2-1/2"),
        labkit.game(4, "1-0"),
        labkit.game(5, "0-1"),
    ]
    record = labkit.pdn(tmp_path / "match.pdn", *games)
    labkit.log(record, "match", goal=6)
    run = only(tmp_path)
    assert (run.sides, run.game, run.points) == (("One", "Other"), "italian", (2, 1, 2))
    assert (run.done, run.goal) == (5, 6)
    assert run.found == estimate((0, 1, 0, 0, 1))
    first, other = run.engines
    assert (first.ms, first.processor_ms, first.nodes, first.faults) == (3.0, 1.0, 300, 0)
    assert (other.ms, other.processor_ms, other.nodes, other.faults) == (2.0, 0.5, 200, 1)


def test_a_game_that_is_being_written_is_not_counted_yet(tmp_path: Path) -> None:
    cut = labkit.game(2, "1-0")[:-4]
    labkit.pdn(tmp_path / "match.pdn", labkit.game(1, "1-0"), cut)
    assert only(tmp_path).done == 1


def test_where_black_begins_the_first_engine_has_black_in_odd_games(tmp_path: Path) -> None:
    text = labkit.game(1, "1-0").replace('"22"', '"21"').replace('[White "One"]', '[White "Other"]')
    labkit.pdn(tmp_path / "english.pdn", text.replace('[Black "Other"]', '[Black "One"]'))
    run = only(tmp_path)
    assert (run.game, run.sides, run.points) == ("english", ("One", "Other"), (1, 0, 0))


def test_games_of_another_match_are_not_counted_and_it_is_said(tmp_path: Path) -> None:
    labkit.pdn(tmp_path / "two.pdn", labkit.game(1, "1-0"), labkit.game(2, "1-0", match="def"))
    run = only(tmp_path)
    assert run.done == 1
    assert run.damage is laboratory._OTHER_MATCH


def test_a_gauntlet_is_told_opponent_by_opponent(tmp_path: Path) -> None:
    for name in ("a", "b"):
        record = labkit.pdn(tmp_path / "gauntlet" / f"{name}.pdn", labkit.game(1, "1-0"))
        labkit.log(record, "gauntlet", ended=1_100.0)
    runs = read(tmp_path).runs
    assert {run.name for run in runs} == {"gauntlet/a.pdn", "gauntlet/b.pdn"}
    assert {run.kind for run in runs} == {"gauntlet"}


def test_a_training_is_told_stage_by_stage(tmp_path: Path) -> None:
    folder = labkit.training(tmp_path / "italian")
    labkit.log(folder, "training", goal=2_000, generations=2, pairs=30, test=[0, 10, 0.05, 0.05])
    run = only(tmp_path)
    assert run.stages == (
        RunStage("games", 1, 1_500, 2_000),
        RunStage("weights", 1, 1, 1),
        RunStage("match", 1, 8, 60),
        RunStage("games", 2, 0, 2_000),
        RunStage("weights", 2, 0, 1),
    )
    assert run.found == estimate((1, 0, 1, 1, 1))
    assert run.test is not None


@pytest.mark.parametrize(
    ("ended", "complete", "held", "state"),
    [
        (0.0, False, True, "running"),
        (0.0, False, False, "broken"),
        (1_100.0, False, False, "stopped"),
        (1_100.0, True, False, "over"),
    ],
)
def test_whether_somebody_is_at_it(
    tmp_path: Path, ended: float, complete: bool, held: bool, state: str
) -> None:
    record = labkit.sprt(tmp_path / "a.jsonl")
    labkit.log(record, "sprt", ended=900.0)
    labkit.log(record, "sprt", ended=ended, complete=complete)
    with held_alone(tmp_path, ".a.jsonl.lock" if held else ".other.lock"):
        run = only(tmp_path)
    assert (run.state, run.starts) == (state, 2)


def test_without_a_log_nothing_is_known_of_it(tmp_path: Path) -> None:
    labkit.sprt(tmp_path / "a.jsonl")
    run = only(tmp_path)
    assert (run.state, run.starts, run.goal, run.an_hour, run.test) == ("unknown", 0, 0, None, None)


def test_what_is_being_written_is_read_again(tmp_path: Path) -> None:
    lab, record = Laboratory(tmp_path), labkit.sprt(tmp_path / "a.jsonl", labkit.PAIRS[:2])
    assert [run.done for run in lab.read(0.0).runs] == [4]
    with record.open("a", encoding="utf-8") as file:
        file.write('{"pair": 2, "points": [1, 1]}\n{"pair": 3, "po')
    [run] = lab.read(0.0).runs
    assert (run.done, run.damage) == (6, None)


def test_a_damaged_line_ends_what_is_shown_and_is_named(tmp_path: Path) -> None:
    record = labkit.sprt(tmp_path / "a.jsonl")
    kept = record.read_text(encoding="utf-8").splitlines()
    record.write_text("\n".join([*kept[:3], '{"pair": tr', *kept[4:], ""]), encoding="utf-8")
    run = only(tmp_path)
    assert run.done == 4
    assert run.damage == laboratory._DAMAGED_LINE.format(line=4)


def test_a_training_whose_match_is_damaged_says_so(tmp_path: Path) -> None:
    folder = labkit.training(tmp_path / "italian")
    (folder / "1.match.json").write_text('{"points": {"0": [[9, 9]]}}', encoding="utf-8")
    run = only(tmp_path)
    assert run.damage == laboratory._DAMAGED_PART.format(file="1.match.json")
    assert run.found is None


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("notes.txt", b"hello", "_NO_RUN"),
        ("foreign.jsonl", b'{"foo": 1}\n', "_NO_RUN"),
        ("list.jsonl", b"[1, 2]\n", "_NO_RUN"),
        ("deep.jsonl", b'{"tuning": {"game": "italian", "nodes": 1}, "spsa": {"params": 3}}\n', "_NO_RUN"),
        (
            "endless.jsonl",
            b'{"trial": {"game": "italian", "nodes": Infinity}, "first": "", "second": ""}\n',
            "_NO_RUN",
        ),
        ("nested.jsonl", b"[" * 100_000 + b"\n", "_NO_RUN"),
        ("empty.jsonl", b"\n", "_EMPTY"),
        ("bytes.pdn", bytes(range(128, 256)), "_NO_TEXT"),
        ("games.pdn", b'[Event "Club"]\n[Result "1-0"]\n\n1. 21-17 1-0 *\n', "_NO_MATCH"),
    ],
)
def test_what_is_no_run_is_named_with_its_reason(tmp_path: Path, name: str, data: bytes, why: str) -> None:
    (tmp_path / name).write_bytes(data)
    labkit.sprt(tmp_path / "good.jsonl")
    found = read(tmp_path)
    assert [run.name for run in found.runs] == ["good.jsonl"]
    [other] = found.others
    assert (other.name, other.why) == (name, getattr(laboratory, why))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_keeps_nobody_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "italian").mkdir()
    os.mkfifo(tmp_path / "italian" / "plan.json")
    found = read(tmp_path)
    assert {other.name: other.why for other in found.others} == dict.fromkeys(
        ("italian", "pipe.jsonl"), laboratory._NO_RUN
    )


def test_numbers_that_cannot_be_end_what_is_shown(tmp_path: Path) -> None:
    labkit.tune(tmp_path / "a.jsonl", [21.0, float("nan"), 22.0])
    labkit.tune(tmp_path / "b.jsonl", [21.0, 10**400])
    for run in read(tmp_path).runs:
        assert run.done == 1
        assert run.damage == laboratory._DAMAGED_LINE.format(line=3)


def test_too_large_a_file_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laboratory, "MOST_BYTES", 10)
    labkit.sprt(tmp_path / "a.jsonl")
    [other] = read(tmp_path).others
    assert other.why == laboratory._LARGE.format(mb=0)


def test_a_log_that_is_damaged_is_passed_over(tmp_path: Path) -> None:
    record = labkit.sprt(tmp_path / "a.jsonl")
    log = tmp_path / "a.jsonl.run"
    for text in (
        '{"begun": {"kind": "sprt", "game": "italian", "began": Infinity}}\n',
        '{"begun": {"kind": "sprt", "game": "italian", "began": 1, "goal": -1}}\n',
        "[" * 100_000,
        "no json\n",
        '{"begun": 3}\n',
        '[1]\n{"ended": "x"}\n',
        '{"begun": {"kind": "sprt"}}\n',
    ):
        log.write_text(text, encoding="utf-8")
        assert only(tmp_path).state == "unknown"
    labkit.log(record, "sprt", test=[5, 0, 0.05, 0.05])
    assert only(tmp_path).test is None  # a test that makes no sense


def test_long_courses_are_thinned_to_their_end(tmp_path: Path) -> None:
    labkit.sprt(tmp_path / "a.jsonl", [(1, 1), (2, 1)] * 500)
    run = only(tmp_path)
    assert len(run.course) == laboratory.MOST_POINTS
    assert run.course[-1].games == run.done == 2_000


def test_a_run_tells_that_it_begins_and_how_it_ends(tmp_path: Path) -> None:
    record = tmp_path / "a.pdn"
    with logged_run(record, RunSession("match", "italian", goal=8), is_locked=False):
        assert read_run_log(record).is_running in (True, None)
    with (
        pytest.raises(KeyboardInterrupt),
        logged_run(record, RunSession("match", "italian"), is_locked=False),
    ):
        raise KeyboardInterrupt
    with logged_run(record, RunSession("match", "italian", done=3), is_locked=False) as run:
        run.is_complete = True
    sessions = read_run_log(record).sessions
    assert [one.is_complete for one in sessions] == [False, False, True]
    assert all(one.ended >= one.began > 0 for one in sessions)
    assert not read_run_log(record).is_running


def test_a_line_that_was_cut_off_spoils_none_after_it(tmp_path: Path) -> None:
    record = labkit.sprt(tmp_path / "a.jsonl")
    (tmp_path / "a.jsonl.run").write_text('{"begun": {"kin', encoding="utf-8")
    with logged_run(record, RunSession("sprt", "italian", goal=3), is_locked=False) as run:
        run.is_complete = True
    [session] = read_run_log(record).sessions
    assert (session.goal, session.is_complete) == (3, True)


def test_a_folder_that_cannot_be_written_stops_no_run(tmp_path: Path) -> None:
    with logged_run(tmp_path / "nowhere" / "a.pdn", RunSession("match", "italian"), is_locked=False) as run:
        run.is_complete = True
    assert not (tmp_path / "nowhere").exists()
