"""A training run on a cluster: the games are those of home, and no worker that goes takes one with it."""

from __future__ import annotations

import logging
import os
import pickle
import re
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import dask
import pytest
from distributed import Client, KilledWorker, LocalCluster

from damiera import _core
from damiera.cli.main import main
from damiera.messages import Message, Text
from damiera.training import regression
from damiera.training import run as training_run
from damiera.training import workers as training_workers
from damiera.training.errors import ForeignWorkerError, TrainingError, WorkerError
from damiera.training.run import NOTHING, Plan, TrainingRun
from damiera.training.workers import (
    Cluster,
    PairsTask,
    QuickGameTask,
    TaskInput,
    TaskResult,
    signature,
)
from tests.wording import raises, shows

PLAN = Plan("english", games=100, nodes=20, pairs=2, time_ms=1, sprt=(-3000.0, -900.0), generations=2)
ENGLISH = _core.rules("english")

WORKERS_GONE = Message(
    "the scheduler at {address} has no workers any more; what is done is kept: when they are back, "
    "give the same command again"
)
SCHEDULER_GONE = Message(
    "the scheduler at {address} has gone; what is done is kept: when it is back, give the same command again"
)
NOT_ALIKE = Message(
    "every worker must play as we do; install the same Damiera on all machines. Here: {own}. There: {others}"
)


def silence(what: Text, done: int, all: int, detail: Text = NOTHING) -> None:
    pass


def at(when: str, act: Callable[[], object]) -> training_run.ProgressListener:
    """Return a teller that acts once, when the first part of something is there."""
    waiting = [act]

    def tell(what: Text, done: int, all: int, detail: Text = NOTHING) -> None:
        if waiting and str(what) == when and done:
            waiting.pop()()

    return tell


@pytest.fixture(scope="module", autouse=True)
def small_steps() -> Iterator[None]:
    with (
        pytest.MonkeyPatch.context() as patch,
        dask.config.set({"distributed.comm.timeouts.connect": "1s"}),
    ):
        patch.setattr(training_run, "GAMES_OF_PART", 20)
        patch.setattr(training_run, "PAIRS_AT_ONCE", 1)
        patch.setattr(regression, "STEPS", 5)
        patch.setattr(training_run, "_is_better", lambda pairs, test: True)
        yield


def started(workers: int, *, processes: bool = False) -> LocalCluster:
    return LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=processes,
        host="127.0.0.1",
        protocol="tcp://",
        dashboard_address="127.0.0.1:0",  # any port that is free: another process may test a cluster too
        silence_logs=logging.CRITICAL,
    )


def lose(cluster: LocalCluster, workers: int) -> None:
    """Let workers go without a word to the scheduler of what they were doing."""
    found: list[Any] = list(cluster.workers.values())
    for worker in found[:workers]:
        cluster.sync(worker.close, nanny=False, executor_wait=False)


@pytest.fixture
def cluster() -> Iterator[LocalCluster]:
    with started(2) as two:
        yield two


@pytest.fixture(scope="module")
def at_home(small_steps: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same run, played by two threads of this process."""
    folder = tmp_path_factory.mktemp("home")
    TrainingRun(PLAN, folder, silence, threads=2).run()
    return folder


def pieces(folder: Path) -> dict[str, bytes]:
    """Records and weights; a match by the clock is another each time."""
    found = [*folder.rglob("*.records"), *folder.glob("*.weights")]
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


@pytest.mark.slow
def test_the_same_course_has_the_same_pieces(
    cluster: LocalCluster, at_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[TaskInput] = []
    scatter: Any = Client.scatter

    def counted(self: Client, data: TaskInput, **options: Any) -> object:
        sent.append(data)
        return scatter(self, data, **options)

    monkeypatch.setattr(Client, "scatter", counted)
    with Cluster(cluster.scheduler_address, "english") as workers:
        found = TrainingRun(PLAN, tmp_path, silence, workers=workers).run()
    assert found is not None
    assert pieces(tmp_path) == pieces(at_home)
    assert len(pieces(at_home)) == 12
    engine_moves = [tuple(bool(weights) for weights in task_input.weights) for task_input in sent]
    steps = [(False,), (True, False), (True,), (True, True), (True, True)]
    assert engine_moves == steps, "once for each step, the match against the weights in use the last"


@pytest.mark.slow
def test_a_worker_that_dies_takes_nothing_with_it(
    cluster: LocalCluster, at_home: Path, tmp_path: Path
) -> None:
    def die() -> None:
        lose(cluster, 1)

    with Cluster(cluster.scheduler_address, "english") as workers:
        TrainingRun(PLAN, tmp_path, at("games of generation 1", die), workers=workers).run()
    assert pieces(tmp_path) == pieces(at_home)


@pytest.mark.slow
def test_a_cluster_without_workers_is_left_and_the_course_goes_on_later(
    cluster: LocalCluster, at_home: Path, tmp_path: Path
) -> None:
    def die() -> None:
        lose(cluster, 2)

    with (
        Cluster(cluster.scheduler_address, "english", patience_s=0.2) as workers,
        raises(WorkerError, WORKERS_GONE),
    ):
        TrainingRun(PLAN, tmp_path, at("games of generation 2", die), workers=workers).run()
    kept = pieces(tmp_path)
    assert 6 <= len(kept) < 12
    assert kept.items() <= pieces(at_home).items()
    TrainingRun(PLAN, tmp_path, silence).run()
    assert pieces(tmp_path) == pieces(at_home)


@pytest.mark.slow
def test_a_scheduler_that_goes_is_named(cluster: LocalCluster, tmp_path: Path) -> None:
    scheduler: Any = cluster.scheduler
    with Cluster(cluster.scheduler_address, "english") as workers:
        go = at("games of generation 1", lambda: cluster.sync(scheduler.close))
        gone = SCHEDULER_GONE.format(address=workers.address)
        with raises(WorkerError, gone):
            TrainingRun(PLAN, tmp_path, go, workers=workers).run()
    assert pieces(tmp_path)


def test_what_cannot_be_games_is_not_kept(
    cluster: LocalCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lied(task: QuickGameTask, task_input: TaskInput) -> TaskResult:
        return TaskResult(task, task_input.game, "liar:1", records=b"\xff" * 320)

    monkeypatch.setattr(QuickGameTask, "play", lied)
    with (
        Cluster(cluster.scheduler_address, "english") as workers,
        raises(
            TrainingError,
            Message(
                "{who} sent what cannot be kept: {why}",
                who="liar:1",
                why=Message("these are no records of this game"),
            ),
        ),
    ):
        TrainingRun(PLAN, tmp_path, silence, workers=workers).run()
    assert pieces(tmp_path) == {}


def test_a_part_must_be_the_one_that_was_wanted() -> None:
    task = QuickGameTask(0, 3, 10, (2, 4), 1)
    sound = task.play(TaskInput("english", (None,)))
    assert sound.fault(task, ENGLISH) is None
    assert "wanted was" in str(sound.fault(QuickGameTask(0, 4, 10, (2, 4), 1), ENGLISH))
    assert "of italian" in str(sound.fault(task, _core.rules("italian")))
    assert "no position" in str(TaskResult(task, "english", "x").fault(task, ENGLISH))
    cut = TaskResult(task, "english", "x", records=sound.records[:-8])
    assert "no records" in str(cut.fault(task, ENGLISH))
    pairs = PairsTask(0, 2, 1, (2, 4), 1)
    for points in ((), ((1, 1),), ((1, 1), (1, 3)), ((1, 1), (1, 1), (1, 1))):
        assert "2 pairs" in str(TaskResult(pairs, "english", "x", points=points).fault(pairs, ENGLISH))


def test_workers_of_another_kind_are_refused_at_the_door(
    cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = signature("english")
    answers = [own, "0.0.9, search 000000000000", own]
    monkeypatch.setattr(training_workers, "signature", lambda game: answers.pop(0))
    with raises(WorkerError, NOT_ALIKE.format(own=own)) as caught:
        Cluster(cluster.scheduler_address, "english")
    assert re.search(r": tcp://.*: 0\.0\.9, search 0", str(caught.value))
    monkeypatch.undo()

    def missing(game: str) -> str:
        if answers:
            return answers.pop()
        raise ModuleNotFoundError("No module named 'damiera'")

    answers[:] = [own]
    monkeypatch.setattr(training_workers, "signature", missing)
    missing_there = Message("no such Damiera is installed there ({why})", why="No module named 'damiera'")
    with raises(WorkerError, missing_there):
        Cluster(cluster.scheduler_address, "english")


def test_a_worker_of_another_kind_that_comes_later_plays_nothing(
    cluster: LocalCluster, tmp_path: Path
) -> None:
    with Cluster(cluster.scheduler_address, "english") as workers:
        workers._expected = "1.0, search of others"
        other = Message("{machine} has Damiera {own}, the run {expected}", expected="1.0, search of others")
        late = Message("a worker that came later does not play as we do: {why}", why=other)
        with raises(WorkerError, late):
            TrainingRun(PLAN, tmp_path, silence, workers=workers).run()
    assert pieces(tmp_path) == {}


def test_a_game_that_the_core_does_not_know_has_no_signature() -> None:
    unknown = Message("Damiera {version} on {machine} does not know {game}", game="no-such-game")
    with raises(ForeignWorkerError, unknown):
        signature("no-such-game")


def test_without_a_scheduler_or_the_extra_the_command_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(address: str, *more: str) -> str:
        words = ["english", "--games", "1", "--folder", str(tmp_path), "--scheduler", address, *more]
        with pytest.raises(SystemExit) as ended:
            main(["train", *words])
        assert ended.value.code == 2
        return capsys.readouterr().err

    monkeypatch.setattr(training_workers, "CONNECT_S", 0.2)
    for address in ("tcp://127.0.0.1:9", "http://127.0.0.1:9"):
        assert shows(refused(address), "no scheduler answers at {address}: {why}", address=address)
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert 'pip install "damiera[cluster]"' in refused("tcp://127.0.0.1:9", "--lang", "it")


def test_what_a_foreign_worker_says_travels_with_its_words() -> None:
    """An error comes back from a worker as a pickle; it is worded where it is read."""
    with pytest.raises(ForeignWorkerError) as caught:
        signature("no-such-game")
    there: ForeignWorkerError = pickle.loads(pickle.dumps(caught.value))
    assert there.message == caught.value.message
    assert there.text("it") != there.text("en") == str(caught.value)


def test_a_scheduler_without_workers_is_told(tmp_path: Path) -> None:
    nobody = Message("the scheduler at {address} has no workers: start some, then come again")
    with started(0) as none, raises(WorkerError, nobody.format(address=none.scheduler_address)):
        Cluster(none.scheduler_address, "english", patience_s=0.1)


class Failing:
    """A future of a task that came to nothing."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def result(self, timeout: float | None = None) -> TaskResult:
        raise self.error


def test_what_a_worker_could_not_do_is_said(cluster: LocalCluster) -> None:
    task = QuickGameTask(7, 3, 10, (2, 4), 1)
    last = SimpleNamespace(address="tcp://10.0.0.9:1")
    killed = KilledWorker("work-1", last, 3)  # type: ignore[arg-type]
    with Cluster(cluster.scheduler_address, "english") as workers:
        with raises(WorkerError, Message("{task} was given up: {why}", task=task)) as caught:
            workers._collect(task, Failing(killed))
        assert "10.0.0.9" in str(caught.value)
        failed = Message("a worker failed at {task}: {why}", task=task, why="MemoryError: too much")
        with raises(WorkerError, failed):
            workers._collect(task, Failing(MemoryError("too much")))
        assert workers._collect(task, Failing(CancelledError())) is None, "it is handed out again"


def test_a_task_that_is_lost_again_and_again_ends_the_course() -> None:
    class Losing(training_workers.Threads):
        handed_out = 0

        def _collect(self, task: training_workers.Task, future: Any) -> Any:
            self.handed_out += 1

    with Losing() as workers, pytest.raises(WorkerError, match="was lost 3 times"):
        list(workers.play([QuickGameTask(0, 1, 1, (0, 0), 1)], TaskInput("english", (None,))))
    assert workers.handed_out == 3


@pytest.mark.deep
@pytest.mark.parametrize("count", [1, 2])
def test_processes_that_are_killed_take_nothing_with_them(count: int, at_home: Path, tmp_path: Path) -> None:
    """With one worker the weights are lost with it, and sent again to that which is started in its place."""
    with started(count, processes=True) as cluster, Cluster(cluster.scheduler_address, "english") as workers:

        def kill() -> None:
            pids = workers._client.run(os.getpid)
            os.kill(next(iter(pids.values())), signal.SIGKILL)

        TrainingRun(PLAN, tmp_path, at("games of generation 2", kill), workers=workers).run()
    assert pieces(tmp_path) == pieces(at_home)
