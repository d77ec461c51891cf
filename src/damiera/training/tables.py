"""Endgame tables built by the workers of a Dask cluster: a task is a pair of slices.

A pair is given out as soon as the pairs that it leads to are solved, one to a worker at a time, and only to
workers that may use the memory it takes. A worker keeps tables in a folder of its own, so that a file travels
once, in pieces and straight between two machines; a worker that sees the folder of the build works in it, and
nothing travels. What comes back is compared with its checksum, game and rules before it is put in its place.

Files are those of a build on one machine, byte for byte.
"""

from __future__ import annotations

import secrets
import threading
import time
import zlib
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from damiera import _core, _endgame
from damiera._core import Rules
from damiera.disk import write_whole
from damiera.endgame.build import Builder, BuildProgress
from damiera.endgame.errors import (
    BuildFailed,
    BuildStopped,
    EndgameError,
    NotEnoughMemory,
    UnreadableTable,
)
from damiera.endgame.files import (
    FORMAT,
    FULL,
    TableHead,
    check_file,
    default_folder,
    path_of,
    put_in_place,
    rules_digest,
)
from damiera.endgame.material import FEWEST, SliceMaterial, materials
from damiera.endgame.plan import PairGraph
from damiera.messages import Joined, Message, Text, Verbatim
from damiera.training.errors import WorkerError, WorkerGone
from damiera.training.workers import TRIES, Cluster, signature, worker_name

if TYPE_CHECKING:
    from distributed import Future, Worker

__all__ = ["ClusterBuilder", "PairResult", "PairTask", "WorkerFacts", "table_signature"]

POLL_S = 0.25
PIECE = 8 << 20  # bytes that travel at once
SHARE = 0.8  # of what a worker may use: Dask gives it nothing more to do above
OWN_BYTES = 160 << 20  # that a worker takes before it holds a table
KEPT_SHARE = 0.4  # of what tables may take, for those that are solved already

R = TypeVar("R")

_NO_ROOM = Message(
    "the table {material} of {game} takes {mb} MB while it is solved, and no worker may use more than "
    "{most} MB for tables; what is done is kept: start a worker that may use more ({command}), then give the "
    "same command again"
)
_NONE_FIT = Message(
    "{n} pair of tables takes {mb} MB; no worker may use more than {most} MB for tables so far",
    plural="{n} pairs of tables take up to {mb} MB; no worker may use more than {most} MB for tables so far",
)
_NO_HELP = Message("no worker is left that can go on; the last one said: {why}")
_LEFT_OUT = Message("{worker} gets nothing more to do: {why}")
_LOST = Message("{worker} has gone; {material} is given to another")
_LOST_AGAIN = Message(
    "{material} was lost {times} times with the workers that solved it; what is done is kept"
)
_STRANGER = Message("a worker that came later has other tables or none ({own}, wanted is {expected})")
_BAD_FILE = Message("what it sent cannot be kept: {why}")


# ------------------------------------------------------------------------------------------- at a worker


@dataclass(frozen=True, slots=True)
class WorkerFacts:
    """What a worker says of itself.

    Attributes:
        signature: what its Damiera is to the game, see `table_signature`.
        name: machine and process.
        memory: bytes that it may use for tables.
        threads: that it has to solve with.
        is_sharing: whether it sees the folder of the build.
    """

    signature: str
    name: str
    memory: int
    threads: int
    is_sharing: bool


@dataclass(frozen=True, slots=True)
class PairTask:
    """To solve a pair of slices.

    Attributes:
        game: slug.
        material: one of the two.
        pieces: of the largest slices of the build.
        distances: whether plies to the end are wanted beside the verdicts.
        folder: where the tables lie, where that is seen from the worker; None for its own folder.
        threads: to solve with.
        memory: bytes that all tables together may take.
    """

    game: str
    material: SliceMaterial
    pieces: int
    distances: bool
    folder: str | None
    threads: int
    memory: int


@dataclass(frozen=True, slots=True)
class PairResult:
    """What came of a pair.

    Attributes:
        heads: what its files say of themselves.
        sizes: bytes of these files.
        fault: why there are none.
        is_too_large: whether that is for want of memory.
    """

    heads: tuple[TableHead, ...] = ()
    sizes: tuple[int, ...] = ()
    fault: Text | None = None
    is_too_large: bool = False


def table_signature(game: str) -> str:
    """Return what this Damiera is to the tables of a game: `signature`, the rules, and what it solves.

    Raises:
        ForeignWorkerError: if it does not know the game.
    """
    own = signature(game)
    rules = _core.rules(game)
    tables = _endgame.Tables(rules, cache_mb=1)
    solved = zlib.crc32(f"{FORMAT} {rules_digest(rules)}".encode())
    for material in materials(rules, FEWEST):
        tables.solve(material, distances=True, threads=1)
        solved = zlib.crc32(tables.pack(material, distances=True, threads=1), solved)
    return f"{own}, tables {solved:08x}"


def facts(game: str, mark: str, dask_worker: Worker | None = None) -> WorkerFacts:
    """Return what a worker is to a build whose folder holds a file `mark`."""
    from distributed.system import MEMORY_LIMIT

    assert dask_worker is not None
    limit = min(dask_worker.memory_manager.memory_limit or MEMORY_LIMIT, MEMORY_LIMIT)
    return WorkerFacts(
        signature=table_signature(game),
        name=worker_name(),
        memory=max(0, round(limit * SHARE) - OWN_BYTES),
        threads=dask_worker.state.nthreads,
        is_sharing=sees(mark),
    )


def sees(mark: str) -> bool:
    """Tell whether a worker sees a file of the folder of the build."""
    return Path(mark).is_file()


def own_folder() -> Path:
    """Return where a worker keeps tables that others need not see: with those of whoever runs it."""
    return default_folder()


def _folder(chosen: str | None) -> Path:
    return own_folder() if chosen is None else Path(chosen)


def lacking(game: str, heads: tuple[TableHead, ...]) -> tuple[int, ...]:
    """Return which of these files, by their places, a worker does not have in its own folder."""
    rules = _core.rules(game)
    return tuple(place for place, head in enumerate(heads) if _sound_head(own_folder(), rules, head) != head)


def _sound_head(folder: Path, rules: Rules, head: TableHead) -> TableHead | None:
    path = path_of(folder, rules, head.material, distances=head.distances)
    try:
        return check_file(path, rules, head.material, distances=head.distances)
    except (FileNotFoundError, UnreadableTable):
        return None


def take(game: str, head: TableHead, begin: int, data: bytes, is_last: bool) -> Text | None:
    """Keep a piece of a file; with the last one, put the file in its place. Return what went wrong."""
    rules = _core.rules(game)
    path = path_of(own_folder(), rules, head.material, distances=head.distances)
    unfinished = path.with_name(f".{path.name}.{_address().rpartition(':')[2]}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with unfinished.open("r+b" if begin else "wb") as file:
            file.seek(begin)
            file.write(data)
        if is_last:
            put_in_place(path, _pieces_of(unfinished), rules, head)
            unfinished.unlink()
    except OSError as error:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        return BuildFailed(path, error.strerror or str(error), is_full=error.errno in FULL).message
    except EndgameError as error:
        unfinished.unlink(missing_ok=True)
        return error.message
    return None


def _address() -> str:
    """Return the address of the worker that does this."""
    from distributed import get_worker

    return str(get_worker().address)


def _pieces_of(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            yield piece


def give(game: str, head: TableHead, begin: int) -> bytes | Text:
    """Return a piece of a file in a worker's own folder, or why it cannot be read."""
    path = path_of(own_folder(), _core.rules(game), head.material, distances=head.distances)
    try:
        return _piece(path, begin)
    except OSError as error:
        return Verbatim(f"{path}: {error.strerror or error}")


def _piece(path: Path, begin: int) -> bytes:
    with path.open("rb") as file:
        file.seek(begin)
        return file.read(PIECE)


_builders: dict[str, tuple[PairTask, Builder]] = {}
"""Of each worker of this process its builder, with the last task: what is in memory is of use again."""


def solve(task: PairTask) -> PairResult:
    """Solve a pair, unless its files are there already."""
    folder = _folder(task.folder)
    try:
        heads = _builder(task, folder).build_pair(task.material)
    except EndgameError as error:
        _builders.pop(_address(), None)
        return PairResult(fault=error.message, is_too_large=isinstance(error, NotEnoughMemory))
    rules = _core.rules(task.game)
    paths = [path_of(folder, rules, head.material, distances=head.distances) for head in heads]
    return PairResult(heads, tuple(path.stat().st_size for path in paths))


def _builder(task: PairTask, folder: Path) -> Builder:
    address = _address()
    last, builder = _builders.get(address, (None, None))
    if builder is None or last is None or replace(last, material=task.material) != task:
        mb = task.memory >> 20
        builder = Builder(
            _core.rules(task.game),
            task.pieces,
            distances=task.distances,
            folder=folder,
            threads=task.threads,
            memory_mb=max(1, round(KEPT_SHARE * mb)),
            most_mb=mb,
        )
    _builders[address] = task, builder
    return builder


def let_go(dask_worker: Worker | None = None) -> None:
    """Have a worker end what it solves, and forget the tables it has in memory."""
    assert dask_worker is not None
    _, builder = _builders.pop(dask_worker.address, (None, None))
    if builder is not None:
        builder.stop()


# ------------------------------------------------------------------------------------- where the build is


class _Unfit(Exception):
    """A worker could not do a pair: others may."""

    def __init__(self, fault: Text, *, is_too_large: bool = False) -> None:
        self.fault, self.is_too_large = fault, is_too_large
        super().__init__(str(fault))


class _Ended(Exception):
    """The build is over, or was stopped."""


class ClusterBuilder:
    """Builds all tables of a game up to a number of pieces with a Dask cluster; keeps those that are there.

    One builder, one call of `run`. `stop` may be called from any thread. It is used as `endgame.Builder` is.
    """

    def __init__(
        self,
        rules: Rules,
        pieces: int,
        address: str,
        *,
        distances: bool = False,
        only: Collection[SliceMaterial] = (),
        folder: Path | None = None,
        threads: int | None = None,
        on_progress: Callable[[BuildProgress], object] | None = None,
        on_note: Callable[[Text], object] | None = None,
        patience_s: float = 60.0,
    ) -> None:
        """
        Args:
            rules: of the game.
            pieces: of the largest slices, both sides together.
            address: of the scheduler, as `tcp://host:8786`.
            distances: whether plies to the end are wanted beside the verdicts.
            only: slices that are wanted with all that they lead to, and no others; all if empty.
            folder: where tables lie; the user's own otherwise.
            threads: that a worker solves with; all that it has otherwise.
            on_progress: hears of every finished slice.
            on_note: hears what goes otherwise than foreseen and does not end the build.
            patience_s: seconds to wait for a worker when there is none.
        Raises:
            NoTablesFor: the game cannot have tables.
            NoSlice: one that is wanted is none of so many pieces.
        """
        self._rules = rules
        self._folder = (folder or default_folder()).absolute()
        self._address = address
        self._distances = distances
        self._threads = threads
        self._on_progress = on_progress
        self._on_note = on_note
        self._patience_s = patience_s
        self._graph = PairGraph(rules, pieces, distances=distances, only=only)
        self._wanted = {pair: self._graph.memory(pair).most for pair in self._graph.pairs}  # bytes
        self._changed = threading.Condition()  # guards all that follows
        self._heads: dict[SliceMaterial, tuple[TableHead, ...]] = {}
        self._left: set[SliceMaterial] = set()
        self._in_hand: set[SliceMaterial] = set()
        self._tries: dict[SliceMaterial, int] = {}
        self._present: frozenset[str] = frozenset()
        self._memory: dict[str, int] = {}  # bytes for tables, of each worker that gets something to do
        self._refused: dict[str, Text] = {}
        self._held: dict[str, set[SliceMaterial]] = {}
        self._failed: BaseException | None = None
        self._is_over = False
        self._has_lost = False
        self._stopped = False
        self.total = len(self._graph.slices)  # slices
        self.seconds = 0.0  # that `run` took

    def stop(self) -> None:
        """Have `run` end soon, with `BuildStopped`."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def run(self) -> None:
        """Build what is missing. Files that are damaged or foreign are written anew.

        Raises:
            BuildStopped: `stop` was called; what is finished stays, and another run goes on from there.
            BuildFailed: a file could not be written here.
            WorkerError: there are no workers, or none that can go on.
        """
        begun = time.monotonic()
        self._look_what_is_there()
        if self._left:
            with (
                _marked(self._folder) as mark,
                Cluster(
                    self._address, self._rules.slug, patience_s=self._patience_s, sign=table_signature
                ) as cluster,
            ):
                self._work(cluster, mark)
        self.seconds = time.monotonic() - begun

    # --- what there is, and what is left ---

    def _look_what_is_there(self) -> None:
        for pair in self._graph.pairs:
            if self._stopped:
                raise self._stop_told()
            found = {one: self._heads_there(one) for one in self._graph.of(pair)}
            if all(found.values()):
                self._finish(pair, found, found_there=True)
            else:
                self._left.add(pair)

    def _heads_there(self, material: SliceMaterial) -> tuple[TableHead, ...]:
        kinds = (False, True) if self._distances else (False,)
        try:
            return tuple(
                check_file(self._path(material, kind), self._rules, material, distances=kind)
                for kind in kinds
            )
        except (FileNotFoundError, UnreadableTable):
            return ()

    def _path(self, material: SliceMaterial, distances: bool) -> Path:
        return path_of(self._folder, self._rules, material, distances=distances)

    def _finish(
        self,
        pair: SliceMaterial,
        heads: dict[SliceMaterial, tuple[TableHead, ...]],
        *,
        found_there: bool,
    ) -> None:
        with self._changed:
            self._left.discard(pair)
            self._in_hand.discard(pair)
            for material, told in heads.items():
                self._heads[material] = told
                if self._on_progress is not None:
                    self._on_progress(self._progress(material, found_there))
            self._changed.notify_all()

    def _progress(self, material: SliceMaterial, found: bool) -> BuildProgress:
        return BuildProgress(
            done=len(self._heads),
            total=self.total,
            places_done=sum(map(self._graph.places_of, self._heads)),
            places=sum(map(self._graph.places_of, self._graph.slices)),
            material=material,
            found=found,
        )

    def _stop_told(self) -> BuildStopped:
        return BuildStopped(len(self._heads), self.total)

    # --- the workers ---

    def _work(self, cluster: Cluster, mark: str) -> None:
        """Give out pairs until none is left; those who come while it lasts get some too."""
        errands: list[threading.Thread] = []
        is_told = False
        stuck_since: float | None = None
        try:
            while self._left and not self._stopped and self._failed is None:
                self._look_round(cluster)
                for worker in self._present - self._memory.keys() - self._refused.keys():
                    known = self._admitted(cluster, worker, mark)
                    if known is not None:
                        thread = threading.Thread(target=self._serve, args=(cluster, worker, known))
                        errands.append(thread)
                        thread.start()
                if not is_told:
                    is_told = True
                    self._tell_of_memory()
                stuck_since = (stuck_since or time.monotonic()) if self._is_stuck() else None
                patience = self._patience_s if self._has_lost else 0.0
                if stuck_since is not None and time.monotonic() - stuck_since >= patience:
                    raise self._why_stuck()
                with self._changed:
                    self._changed.wait(POLL_S)
        finally:
            with self._changed:
                self._is_over = True
                self._changed.notify_all()
            for worker in tuple(self._memory):
                cluster.asked(worker, let_go)
            for thread in errands:
                thread.join()
        if self._failed is not None:
            raise self._failed
        if self._left:
            raise self._stop_told()

    def _look_round(self, cluster: Cluster) -> None:
        present = cluster.present()
        with self._changed:
            for gone in self._memory.keys() - present:
                del self._memory[gone]
                self._has_lost = True
            self._present = present
            self._changed.notify_all()

    def _admitted(self, cluster: Cluster, worker: str, mark: str) -> WorkerFacts | None:
        found = cluster.asked(worker, facts, self._rules.slug, mark)
        if found is None:  # gone again, or not there yet
            return None
        if not isinstance(found, WorkerFacts) or found.signature != cluster.expected:
            own = found.signature if isinstance(found, WorkerFacts) else str(found)
            self._refuse(worker, _STRANGER.format(own=own, expected=cluster.expected), worker)
            return None
        with self._changed:
            self._memory[worker] = found.memory
            self._held[worker] = set()
        return found

    def _refuse(self, worker: str, why: Text, name: str) -> None:
        with self._changed:
            self._memory.pop(worker, None)
            is_new = worker not in self._refused
            self._refused[worker] = why
            is_last = self._present <= self._refused.keys()
            self._changed.notify_all()
        if is_new and not is_last:  # of the last one the error tells
            self._note(_LEFT_OUT.format(worker=name, why=why))

    def _note(self, text: Text) -> None:
        if self._on_note is not None:
            self._on_note(text)

    def _tell_of_memory(self) -> None:
        most = max(self._memory.values(), default=0)
        beyond = [wanted for pair in self._left if (wanted := self._wanted[pair]) > most]
        if beyond and most:
            self._note(_NONE_FIT.format(n=len(beyond), mb=_mb(max(beyond)), most=_mb(most)))

    def _ready(self) -> list[SliceMaterial]:
        """Pairs that nobody has in hand, all of whose needs are solved."""
        open_pairs = self._left | self._in_hand
        return [
            pair
            for pair in self._left - self._in_hand
            if not open_pairs.intersection(self._graph.needs(pair))
        ]

    def _is_stuck(self) -> bool:
        """Whether nobody does anything, and nobody there can."""
        with self._changed:
            if self._in_hand or not self._present <= self._memory.keys() | self._refused.keys():
                return False
            most = max(self._memory.values(), default=0)
            return bool(self._left) and not any(self._wanted[pair] <= most for pair in self._ready())

    def _why_stuck(self) -> WorkerError:
        if not self._memory and self._refused:
            return WorkerError(_NO_HELP.format(why=list(self._refused.values())[-1]))
        pair = min(self._ready(), key=self._wanted.__getitem__)
        most = max(self._memory.values(), default=0)
        limit = _limit_mb(self._wanted[pair])
        return WorkerError(
            _NO_ROOM.format(
                material=pair.name,
                game=self._rules.slug,
                mb=_mb(self._wanted[pair]),
                most=_mb(most),
                command=f"dask worker {self._address} --nworkers 1 --memory-limit {limit}MB",
            )
        )

    # --- one worker, in a thread of its own ---

    def _serve(self, cluster: Cluster, worker: str, known: WorkerFacts) -> None:
        try:
            self._give_pairs(cluster, worker, known)
        except BaseException as error:  # the build would wait for ever for one who is not served
            with self._changed:
                self._failed = self._failed or error
                self._changed.notify_all()

    def _give_pairs(self, cluster: Cluster, worker: str, known: WorkerFacts) -> None:
        """Have a worker solve one pair after the other, until nothing is left for it."""
        while (pair := self._next(worker)) is not None:
            try:
                heads = self._solved(cluster, worker, known, pair)
            except _Ended:
                return
            except WorkerGone:
                self._give_back(pair, known.name)
                return
            except _Unfit as unfit:
                with self._changed:
                    self._in_hand.discard(pair)
                    if unfit.is_too_large and worker in self._memory:
                        self._memory[worker] = self._wanted[pair] - 1
                if not unfit.is_too_large:
                    self._refuse(worker, unfit.fault, known.name)
                    return
                self._note(Joined((Verbatim(f"{known.name}:"), unfit.fault)))
            else:
                self._finish(pair, heads, found_there=False)

    def _next(self, worker: str) -> SliceMaterial | None:
        """Wait for a pair that a worker can solve: of those, the one that most of the work waits for."""
        with self._changed:
            while not self._is_over and worker in self._memory and self._left:
                fits = [pair for pair in self._ready() if self._wanted[pair] <= self._memory[worker]]
                if fits:
                    pair = max(fits, key=self._graph.tails.__getitem__)
                    self._in_hand.add(pair)
                    return pair
                self._changed.wait(POLL_S)
        return None

    def _give_back(self, pair: SliceMaterial, name: str) -> None:
        with self._changed:
            self._in_hand.discard(pair)
            self._has_lost = True
            tries = self._tries[pair] = self._tries.get(pair, 0) + 1
            if tries >= TRIES and self._failed is None:
                self._failed = WorkerError(_LOST_AGAIN.format(material=pair.name, times=tries))
            self._changed.notify_all()
        self._note(_LOST.format(worker=name, material=pair.name))

    def _solved(
        self, cluster: Cluster, worker: str, known: WorkerFacts, pair: SliceMaterial
    ) -> dict[SliceMaterial, tuple[TableHead, ...]]:
        if not known.is_sharing:
            self._equip(cluster, worker, pair)
        task = PairTask(
            game=self._rules.slug,
            material=pair,
            pieces=self._graph.slices[-1].pieces,
            distances=self._distances,
            folder=str(self._folder) if known.is_sharing else None,
            threads=self._threads or known.threads,
            memory=known.memory,
        )
        result = self._do(cluster, worker, solve, task)
        if result.fault is not None:
            if self._is_over:  # it was told to leave off
                raise _Ended
            if known.is_sharing and not result.is_too_large:  # it would be the same with another
                raise WorkerError(result.fault)
            raise _Unfit(result.fault, is_too_large=result.is_too_large)
        heads: dict[SliceMaterial, tuple[TableHead, ...]] = {}
        for head, size in zip(result.heads, result.sizes, strict=True):
            self._bring(cluster, worker, head, size, is_sharing=known.is_sharing)
            heads[head.material] = (*heads.get(head.material, ()), head)
        self._held[worker].update(heads)
        return heads

    def _equip(self, cluster: Cluster, worker: str, pair: SliceMaterial) -> None:
        """Send a worker the files that it needs for a pair and does not have."""
        wanted = [one for one in self._graph.files(pair) if one not in self._held[worker]]
        heads = tuple(self._heads[one][-1] for one in wanted)
        if not heads:
            return
        for place in self._do(cluster, worker, lacking, self._rules.slug, heads):
            self._send(cluster, worker, heads[place])
        self._held[worker].update(wanted)

    def _send(self, cluster: Cluster, worker: str, head: TableHead) -> None:
        path = self._path(head.material, head.distances)
        size = path.stat().st_size
        begin = 0
        for piece in _pieces_of(path):
            is_last = begin + len(piece) == size
            data = self._sent(cluster, worker, piece)
            fault = self._do(cluster, worker, take, self._rules.slug, head, begin, data, is_last)
            if fault is not None:
                raise _Unfit(fault)
            begin += len(piece)

    def _sent(self, cluster: Cluster, worker: str, piece: bytes) -> Future[bytes]:
        return self._kept_at(lambda: cluster.sent(worker, piece, lambda: self._is_off(worker)))

    def _bring(self, cluster: Cluster, worker: str, head: TableHead, size: int, *, is_sharing: bool) -> None:
        """Have a file that a worker has written in its place here, sound."""
        try:
            if is_sharing:
                if _sound_head(self._folder, self._rules, head) != head:
                    raise _Unfit(_BAD_FILE.format(why=str(self._path(head.material, head.distances))))
                return
            pieces = self._pieces_from(cluster, worker, head, size)
            put_in_place(self._path(head.material, head.distances), pieces, self._rules, head)
        except UnreadableTable as error:
            raise _Unfit(_BAD_FILE.format(why=error.message)) from error

    def _pieces_from(self, cluster: Cluster, worker: str, head: TableHead, size: int) -> Iterator[bytes]:
        for begin in range(0, size, PIECE):
            piece = self._do(cluster, worker, give, self._rules.slug, head, begin)
            if not isinstance(piece, bytes):
                raise _Unfit(piece)
            yield piece

    def _do(self, cluster: Cluster, worker: str, function: Callable[..., R], *args: object) -> R:
        """Return what a worker answers, however long it takes."""
        future: Future[R] = cluster.submitted(worker, function, *args)
        ended = threading.Event()
        future.add_done_callback(lambda _: ended.set())
        while not ended.wait(POLL_S):
            if self._is_off(worker):
                future.cancel()
                raise _Ended if self._is_over else WorkerGone(Verbatim(worker))
        return self._kept_at(lambda: cluster.answer(worker, future, lambda: self._is_off(worker)))

    def _is_off(self, worker: str) -> bool:
        """Whether nothing is to be waited for from a worker any more."""
        return self._is_over or worker not in self._present

    def _kept_at(self, wait: Callable[[], R]) -> R:
        """Wait for a worker; where the build ends meanwhile, nothing was lost with it."""
        try:
            return wait()
        except WorkerGone:
            if self._is_over:
                raise _Ended from None
            raise


@contextmanager
def _marked(folder: Path) -> Iterator[str]:
    """Yield a file in a folder by which others may tell whether they see it."""
    path = folder / f".seen.{secrets.token_hex(16)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, b"")
    except OSError as error:
        raise BuildFailed(path, error.strerror or str(error), is_full=error.errno in FULL) from error
    try:
        yield str(path)
    finally:
        with suppress(OSError):
            path.unlink()


def _mb(size: int) -> int:
    return -(-size // (1 << 20))


def _limit_mb(wanted: int) -> int:
    """Return the megabytes of `--memory-limit` with which a worker may use so many bytes for tables."""
    return round((wanted + OWN_BYTES) / SHARE / 1e6) + 1
