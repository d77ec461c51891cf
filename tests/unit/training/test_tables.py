"""Endgame tables built by the workers of a cluster: the files are those of one machine, whoever goes."""

from __future__ import annotations

import json
import logging
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import dask
import pytest
from distributed import LocalCluster, get_worker

from damiera import _core
from damiera.cli.main import main
from damiera.endgame.build import Builder, BuildProgress
from damiera.endgame.errors import BuildFailed, BuildStopped
from damiera.endgame.files import TableHead, check_file, put_in_place
from damiera.endgame.material import SliceMaterial
from damiera.endgame.verify import Verifier
from damiera.messages import Message, Text
from damiera.training import table_tasks, table_workers
from damiera.training.errors import WorkerError
from damiera.training.tables import ClusterBuilder
from tests.unit.cli import interrupts
from tests.wording import holds, raises, shows

ENGLISH = _core.rules("english")
MEMORY = 4_000_000_000  # bytes, of a worker

NO_ROOM = Message(
    "the table {material} of {game} takes {mb} MB while it is solved, and no worker may use more than "
    "{most} MB for tables; what is done is kept: start a worker that may use more ({command}), then give the "
    "same command again"
)
NONE_FIT = Message(
    "{n} pair of tables takes {mb} MB; no worker may use more than {most} MB for tables so far",
    plural="{n} pairs of tables take up to {mb} MB; no worker may use more than {most} MB for tables so far",
)
NO_HELP = Message("no worker is left that can go on; the last one said: {why}")
LOST = Message("{worker} has gone; {material} is given to another")
LEFT_OUT = Message("{worker} gets nothing more to do: {why}")
WORKERS_GONE = Message(
    "the scheduler at {address} has no workers any more; what is done is kept: when they are back, "
    "give the same command again"
)

SCHEDULER_GONE = Message(
    "the scheduler at {address} has gone; what is done is kept: when it is back, give the same command again"
)


def started(workers: int) -> LocalCluster:
    return LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        memory_limit=MEMORY,
        processes=False,
        host="127.0.0.1",
        protocol="tcp://",
        dashboard_address="127.0.0.1:0",
        silence_logs=logging.CRITICAL,
    )


def lose(cluster: LocalCluster, *names: int) -> None:
    """Let workers go without a word to the scheduler of what they were doing."""
    for name in names:
        cluster.sync(cluster.workers[name].close, nanny=False, executor_wait=False)


@pytest.fixture(scope="module", autouse=True)
def short_waits() -> Iterator[None]:
    with dask.config.set({"distributed.comm.timeouts.connect": "1s"}):
        yield


@pytest.fixture
def cluster() -> Iterator[LocalCluster]:
    with started(2) as two:
        yield two


@pytest.fixture
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Each worker has a folder of its own, and sees no other; small pieces travel."""
    monkeypatch.setattr(table_tasks, "sees", lambda mark: False)
    monkeypatch.setattr(table_tasks, "own_folder", lambda: tmp_path / f"worker-{get_worker().name}")
    monkeypatch.setattr(table_tasks, "PIECE", 700)
    return tmp_path


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables of three pieces, built by this process."""
    folder = tmp_path_factory.mktemp("alone")
    Builder(ENGLISH, 3, folder=folder, threads=1).run()
    return folder


def files(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def at(done: int, act: Callable[[], object]) -> Callable[[BuildProgress], None]:
    """Return what acts once, in a thread of its own, when so many slices are there."""
    waiting = [act]

    def heard(progress: BuildProgress) -> None:
        if waiting and progress.done >= done:
            threading.Thread(target=waiting.pop()).start()

    return heard


def test_the_files_are_those_of_one_machine_and_travel_once(
    cluster: LocalCluster, alone: Path, apart: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrived: list[Path] = []

    def counted(path: Path, pieces: Iterable[bytes], rules: _core.Rules, head: TableHead) -> None:
        put_in_place(path, pieces, rules, head)
        arrived.append(path)

    for module in (table_tasks, table_workers):
        monkeypatch.setattr(module, "put_in_place", counted)
    heard: list[BuildProgress] = []
    built = ClusterBuilder(
        ENGLISH, 3, cluster.scheduler_address, folder=apart / "all", on_progress=heard.append
    )
    built.run()
    assert files(apart / "all") == files(alone)
    assert built.total == len(heard) == 16
    assert len(arrived) == len(set(arrived)) > 16, "some were sent to a worker, and none twice"
    for place in (0, 1):
        assert files(apart / f"worker-{place}").items() <= files(alone).items()
    again: list[BuildProgress] = []
    ClusterBuilder(ENGLISH, 3, "tcp://nobody:1", folder=apart / "all", on_progress=again.append).run()
    assert [one.found for one in again] == [True] * 16, "all are there: no cluster is asked"


def test_a_folder_that_all_see_is_used_by_all(
    cluster: LocalCluster, alone: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As the command line does it."""
    asked = ("endgame", "build", "english", "--pieces", "3", "--scheduler", cluster.scheduler_address)
    for found in (0, 16):
        with pytest.raises(SystemExit) as done:
            main((*asked, "--folder", str(tmp_path), "--json"))
        assert not done.value.code
        told = json.loads(capsys.readouterr().out)
        assert (told["tables"], told["found"]) == (16, found)
    assert files(tmp_path) == files(alone)


@pytest.fixture
def dying(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[int], object]], threading.Event]:
    """Have something done when the first pair of three pieces is in hand, which waits for the event then."""

    def arranged(act: Callable[[int], object]) -> threading.Event:
        build_pair = Builder.build_pair
        begun, may_go_on = threading.Event(), threading.Event()

        def build(self: Builder, material: SliceMaterial) -> tuple[TableHead, ...]:
            if material.pieces == 3 and not begun.is_set():
                begun.set()
                threading.Thread(target=act, args=(get_worker().name,)).start()
                may_go_on.wait(30)
            return build_pair(self, material)

        monkeypatch.setattr(Builder, "build_pair", build)
        return may_go_on

    return arranged


def test_a_worker_that_dies_takes_nothing_with_it(
    cluster: LocalCluster,
    alone: Path,
    apart: Path,
    dying: Callable[[Callable[[int], object]], threading.Event],
) -> None:
    notes: list[Text] = []
    may_go_on = dying(lambda name: lose(cluster, name))

    def heard(note: Text) -> None:
        notes.append(note)
        may_go_on.set()

    ClusterBuilder(ENGLISH, 3, cluster.scheduler_address, folder=apart / "all", on_note=heard).run()
    assert files(apart / "all") == files(alone)
    assert [holds(note, LOST) for note in notes] == [True]


def test_a_cluster_without_workers_is_left_and_the_build_goes_on_later(
    cluster: LocalCluster,
    alone: Path,
    apart: Path,
    dying: Callable[[Callable[[int], object]], threading.Event],
) -> None:
    may_go_on = dying(lambda name: lose(cluster, 0, 1))
    built = ClusterBuilder(ENGLISH, 3, cluster.scheduler_address, folder=apart / "all", patience_s=0.2)
    with raises(WorkerError, WORKERS_GONE):
        built.run()
    may_go_on.set()
    kept = files(apart / "all")
    assert 1 <= len(kept) < 16
    assert kept.items() <= files(alone).items()
    Builder(ENGLISH, 3, folder=apart / "all", threads=1).run()
    assert files(apart / "all") == files(alone)


def test_a_scheduler_that_goes_is_named(
    cluster: LocalCluster,
    alone: Path,
    apart: Path,
    dying: Callable[[Callable[[int], object]], threading.Event],
) -> None:
    scheduler: Any = cluster.scheduler
    may_go_on = dying(lambda name: cluster.sync(scheduler.close))
    built = ClusterBuilder(ENGLISH, 3, cluster.scheduler_address, folder=apart / "all")
    try:
        with raises(WorkerError, SCHEDULER_GONE):
            built.run()
    finally:
        may_go_on.set()
    assert files(apart / "all").items() <= files(alone).items()


@pytest.mark.parametrize("distances", [False, True])
def test_a_build_is_stopped_and_goes_on_with_the_cluster(
    cluster: LocalCluster, apart: Path, distances: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_tasks, "PIECE", 20_000)  # files of distances are large
    only = [SliceMaterial(1, 1, 1, 0)]
    Builder(ENGLISH, 3, distances=distances, only=only, folder=apart / "one", threads=1).run()
    kinds = 2 if distances else 1

    def builder(on_progress: Callable[[BuildProgress], object] | None = None) -> ClusterBuilder:
        return ClusterBuilder(
            ENGLISH,
            3,
            cluster.scheduler_address,
            distances=distances,
            only=only,
            folder=apart / "all",
            on_progress=on_progress,
        )

    built = builder(lambda progress: built.stop() if progress.done >= 5 else None)
    with pytest.raises(BuildStopped) as stopped:
        built.run()
    kept = files(apart / "all")
    assert len(kept) == kinds * stopped.value.done < kinds * built.total
    assert kept.items() <= files(apart / "one").items()
    builder().run()
    assert files(apart / "all") == files(apart / "one")
    checked = Verifier(ENGLISH, 3, only=only, folder=apart / "all", threads=1).run()
    assert len(checked) == built.total
    assert all(one.is_right and one.distances == distances for one in checked)


@pytest.mark.parametrize(
    "signals",
    [[signal.SIGINT], [signal.SIGTERM], [signal.SIGINT, signal.SIGINT, signal.SIGTERM]],
    ids=["ctrl-c", "term", "at once"],
)
def test_an_interrupted_build_ends_with_one_line_and_keeps_what_is_solved(
    cluster: LocalCluster, tmp_path: Path, signals: list[signal.Signals]
) -> None:
    command = [sys.executable, "-m", "damiera", "endgame", "build", "english", "--pieces", "5"]
    command += ["--scheduler", cluster.scheduler_address, "--folder", str(tmp_path), "--lang", "en"]
    with interrupts.heard():
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        patience = time.monotonic() + 100
        while len(list(tmp_path.rglob("*.wld"))) < 20:  # of 84: some of four pieces
            assert time.monotonic() < patience
            time.sleep(0.02)
        for one in signals:
            process.send_signal(one)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
        for _, builder in tuple(table_tasks._builders.values()):
            builder.stop()  # nobody tells the worker of a build that is left at once
    assert (process.returncode, out) == (130, "")
    assert len(err.splitlines()) == 1
    if len(signals) == 1:
        assert shows(
            err,
            "Stopped: {done} of {total} tables are finished and stay. The same command goes on from here.",
        )
        assert not list(tmp_path.rglob("*.tmp"))
    for path in tmp_path.rglob("*.wld"):
        material = SliceMaterial(*map(int, path.stem))
        assert check_file(path, ENGLISH, material, distances=False).material == material


def test_a_build_ends_with_what_broke_beside_the_workers(cluster: LocalCluster, apart: Path) -> None:
    """As where what it says can be shown no more: the threads that give out pairs are heard."""

    def broken(progress: BuildProgress) -> None:
        raise OSError("nobody reads")

    with pytest.raises(OSError, match="nobody reads"):
        ClusterBuilder(ENGLISH, 3, cluster.scheduler_address, folder=apart / "all", on_progress=broken).run()


def test_a_pair_beyond_the_memory_of_every_worker_is_refused(
    cluster: LocalCluster, alone: Path, apart: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What fits is built before; where a larger worker comes, it goes on."""
    notes: list[Text] = []
    usable = round(MEMORY * table_tasks.SHARE)
    monkeypatch.setattr(table_tasks, "OWN_BYTES", usable - 100_000)
    with raises(WorkerError, NO_ROOM.format(game="english", mb=1, most=1)):
        ClusterBuilder(
            ENGLISH, 3, cluster.scheduler_address, folder=apart / "all", on_note=notes.append
        ).run()
    assert 4 <= len(files(apart / "all")) < 16
    assert [holds(note, NONE_FIT) for note in notes] == [True]


def test_what_arrives_damaged_is_not_kept(
    cluster: LocalCluster, apart: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = table_tasks._piece

    def changed(path: Path, begin: int) -> bytes:
        piece = read(path, begin)
        return piece[:-1] + bytes([piece[-1] ^ 1])

    notes: list[Text] = []
    monkeypatch.setattr(table_tasks, "_piece", changed)
    built = ClusterBuilder(ENGLISH, 2, cluster.scheduler_address, folder=apart / "all", on_note=notes.append)
    with raises(WorkerError, NO_HELP) as caught:
        built.run()
    assert holds(caught.value, Message("its checksum is another"))
    assert files(apart / "all") == {}
    assert [holds(note, LEFT_OUT) for note in notes] == [True], "of the second the error tells"


def test_a_worker_that_cannot_write_gets_nothing_more_to_do(
    cluster: LocalCluster, apart: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (apart / "worker-0").write_text("no folder")
    notes: list[Text] = []
    ClusterBuilder(ENGLISH, 2, cluster.scheduler_address, folder=apart / "all", on_note=notes.append).run()
    assert len(files(apart / "all")) == 4
    assert len(notes) <= 1, "said once, if that worker was given something"
    with pytest.raises(BuildFailed):
        ClusterBuilder(ENGLISH, 2, cluster.scheduler_address, folder=apart / "worker-0" / "x").run()


@contextmanager
def processes(count: int, address: str, folder: Path) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Start workers that nobody starts again when they die, and end them."""
    command = [sys.executable, "-m", "dask", "worker", address, "--no-nanny", "--nthreads", "1"]
    command += ["--memory-limit", str(MEMORY), "--no-dashboard", "--local-directory", str(folder)]
    folder.mkdir()
    found = [
        subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(count)
    ]
    try:
        yield found
    finally:
        for process in found:
            process.kill()
            process.wait(60)


@pytest.mark.slow
def test_a_process_that_is_killed_takes_nothing_with_it(tmp_path: Path) -> None:
    """Four pieces, by processes that see the folder; one is killed in the middle."""
    Builder(ENGLISH, 4, folder=tmp_path / "one", threads=1).run()
    with (
        started(0) as cluster,
        processes(2, cluster.scheduler_address, tmp_path / "workers") as workers,
    ):
        ClusterBuilder(
            ENGLISH,
            4,
            cluster.scheduler_address,
            folder=tmp_path / "all",
            on_progress=at(20, workers[0].kill),
        ).run()
        assert workers[0].wait(60) == -signal.SIGKILL
        assert workers[1].poll() is None
    assert files(tmp_path / "all") == files(tmp_path / "one")
    assert all(one.is_right for one in Verifier(ENGLISH, 4, folder=tmp_path / "all", threads=1).run())
