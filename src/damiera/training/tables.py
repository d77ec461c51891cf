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
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from damiera._core import Rules
from damiera.disk import write_whole
from damiera.endgame.build import BuildProgress
from damiera.endgame.errors import BuildFailed, BuildStopped, UnreadableTable
from damiera.endgame.files import FULL, TableHead, check_file, default_folder, path_of
from damiera.endgame.material import SliceMaterial
from damiera.endgame.plan import PairGraph
from damiera.messages import Joined, Message, Text, Verbatim
from damiera.training.errors import WorkerError, WorkerGone
from damiera.training.table_tasks import WorkerFacts, facts, let_go, limit_mb, table_signature
from damiera.training.table_workers import POLL_S, BuildAbandoned, BuildScope, PairUnsolved, TableWorker
from damiera.training.workers import TRIES, Cluster

__all__ = ["ClusterBuilder"]

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
        self._built = BuildScope(rules, self._folder, self._graph, distances)
        self._wanted = {pair: self._graph.memory(pair).most for pair in self._graph.pairs}  # bytes
        self._changed = threading.Condition()  # guards all that follows
        self._heads: dict[SliceMaterial, tuple[TableHead, ...]] = {}
        self._left: set[SliceMaterial] = set()
        self._in_hand: set[SliceMaterial] = set()
        self._tries: dict[SliceMaterial, int] = {}
        self._present: frozenset[str] = frozenset()
        self._memory: dict[str, int] = {}  # bytes for tables, of each worker that gets something to do
        self._refused: dict[str, Text] = {}
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
                        served = TableWorker(
                            cluster, worker, known, self._built, lambda: self._is_over, self._is_there
                        )
                        thread = threading.Thread(target=self._serve, args=(served,))
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

    def _is_there(self, worker: str) -> bool:
        return worker in self._present

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
        limit = limit_mb(self._wanted[pair])
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

    def _serve(self, worker: TableWorker) -> None:
        try:
            self._give_pairs(worker)
        except BaseException as error:  # the build would wait for ever for one who is not served
            with self._changed:
                self._failed = self._failed or error
                self._changed.notify_all()

    def _give_pairs(self, worker: TableWorker) -> None:
        """Have a worker solve one pair after the other, until nothing is left for it."""
        address, name = worker.address, worker.known.name
        while (pair := self._next(address)) is not None:
            try:
                heads = worker.solved(pair, self._threads, self._heads)
            except BuildAbandoned:
                return
            except WorkerGone:
                self._give_back(pair, name)
                return
            except PairUnsolved as unfit:
                with self._changed:
                    self._in_hand.discard(pair)
                    if unfit.is_too_large and address in self._memory:
                        self._memory[address] = self._wanted[pair] - 1
                if not unfit.is_too_large:
                    self._refuse(address, unfit.fault, name)
                    return
                self._note(Joined((Verbatim(f"{name}:"), unfit.fault)))
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
