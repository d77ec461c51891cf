"""A worker as a build of endgame tables sees it: what it is asked, which files go there and come back."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from damiera._core import Rules
from damiera.endgame.errors import UnreadableTable
from damiera.endgame.files import TableHead, path_of, put_in_place
from damiera.endgame.material import SliceMaterial
from damiera.endgame.plan import PairGraph
from damiera.messages import Message, Text, Verbatim
from damiera.training import table_tasks
from damiera.training.errors import WorkerError, WorkerGone
from damiera.training.table_tasks import (
    PairTask,
    WorkerFacts,
    give,
    lacking,
    pieces_of,
    solve,
    sound_head,
    take,
)
from damiera.training.workers import Cluster

if TYPE_CHECKING:
    from distributed import Future

__all__ = ["POLL_S", "BuildAbandoned", "BuildScope", "PairUnsolved", "TableWorker"]

POLL_S = 0.25
"""How often who waits looks whether the build is over, or the worker gone."""

R = TypeVar("R")

_BAD_FILE = Message("what it sent cannot be kept: {why}")


class PairUnsolved(Exception):
    """A worker could not do a pair, for `fault`: others may. `is_too_large` where it wants more memory."""

    def __init__(self, fault: Text, *, is_too_large: bool = False) -> None:
        self.fault, self.is_too_large = fault, is_too_large
        super().__init__(str(fault))


class BuildAbandoned(Exception):
    """The build is over, or was stopped: nothing is lost with what was not waited for."""


@dataclass(frozen=True, slots=True)
class BuildScope:
    """Where a build is and what of.

    Attributes:
        rules: of the game.
        folder: of all its tables.
        graph: of its pairs.
        distances: whether plies to the end are wanted beside the verdicts.
    """

    rules: Rules
    folder: Path
    graph: PairGraph
    distances: bool

    def path(self, head: TableHead) -> Path:
        """Return where a file lies."""
        return path_of(self.folder, self.rules, head.material, distances=head.distances)


class TableWorker:
    """One worker of a build.

    Args:
        cluster: that it belongs to.
        address: its own.
        known: what it said of itself.
        built: where the build is and what of.
        is_over: whether the build is.
        is_present: whether the worker of an address is there.
    """

    def __init__(
        self,
        cluster: Cluster,
        address: str,
        known: WorkerFacts,
        built: BuildScope,
        is_over: Callable[[], bool],
        is_present: Callable[[str], bool],
    ) -> None:
        self._cluster, self.address, self.known, self._built = cluster, address, known, built
        self._is_over, self._is_present = is_over, is_present
        self._held: set[SliceMaterial] = set()

    def solved(
        self, pair: SliceMaterial, threads: int | None, heads: Mapping[SliceMaterial, tuple[TableHead, ...]]
    ) -> dict[SliceMaterial, tuple[TableHead, ...]]:
        """Have a pair solved, and its files in their place; return what they say of themselves.

        Args:
            pair: all that it leads to is solved.
            threads: to solve with; all that the worker has if None.
            heads: of the slices that are solved.
        Raises:
            PairUnsolved: it cannot; another may.
            WorkerError: nobody could.
            WorkerGone: it is there no more.
            BuildAbandoned: nobody waits any more.
        """
        known = self.known
        if not known.is_sharing:
            self._equip(pair, heads)
        task = PairTask(
            game=self._built.rules.slug,
            material=pair,
            pieces=self._built.graph.slices[-1].pieces,
            distances=self._built.distances,
            folder=str(self._built.folder) if known.is_sharing else None,
            threads=threads or known.threads,
            memory=known.memory,
        )
        result = self._do(solve, task)
        if result.fault is not None:
            if self._is_over():  # it was told to leave off
                raise BuildAbandoned
            if known.is_sharing and not result.is_too_large:  # it would be the same with another
                raise WorkerError(result.fault)
            raise PairUnsolved(result.fault, is_too_large=result.is_too_large)
        found: dict[SliceMaterial, tuple[TableHead, ...]] = {}
        for head, size in zip(result.heads, result.sizes, strict=True):
            self._bring(head, size)
            found[head.material] = (*found.get(head.material, ()), head)
        self._held.update(found)
        return found

    def _equip(self, pair: SliceMaterial, heads: Mapping[SliceMaterial, tuple[TableHead, ...]]) -> None:
        """Send the files that it needs for a pair and does not have."""
        wanted = [one for one in self._built.graph.files(pair) if one not in self._held]
        last = tuple(heads[one][-1] for one in wanted)
        if not last:
            return
        for place in self._do(lacking, self._built.rules.slug, last):
            self._send(last[place])
        self._held.update(wanted)

    def _send(self, head: TableHead) -> None:
        path = self._built.path(head)
        size = path.stat().st_size
        begin = 0
        for piece in pieces_of(path):
            is_last = begin + len(piece) == size
            data = self._sent(piece)
            fault = self._do(take, self._built.rules.slug, head, begin, data, is_last)
            if fault is not None:
                raise PairUnsolved(fault)
            begin += len(piece)

    def _sent(self, piece: bytes) -> Future[bytes]:
        return self._kept_at(lambda: self._cluster.sent(self.address, piece, self._is_off))

    def _bring(self, head: TableHead, size: int) -> None:
        """Have a file that it has written in its place here, sound."""
        path = self._built.path(head)
        try:
            if self.known.is_sharing:
                if sound_head(self._built.folder, self._built.rules, head) != head:
                    raise PairUnsolved(_BAD_FILE.format(why=str(path)))
                return
            put_in_place(path, self._pieces(head, size), self._built.rules, head)
        except UnreadableTable as error:
            raise PairUnsolved(_BAD_FILE.format(why=error.message)) from error

    def _pieces(self, head: TableHead, size: int) -> Iterator[bytes]:
        for begin in range(0, size, table_tasks.PIECE):
            piece = self._do(give, self._built.rules.slug, head, begin)
            if not isinstance(piece, bytes):
                raise PairUnsolved(piece)
            yield piece

    def _do(self, function: Callable[..., R], *args: object) -> R:
        """Return what it answers, however long it takes."""
        future: Future[R] = self._cluster.submitted(self.address, function, *args)
        ended = threading.Event()
        future.add_done_callback(lambda _: ended.set())
        while not ended.wait(POLL_S):
            if self._is_off():
                future.cancel()
                raise BuildAbandoned if self._is_over() else WorkerGone(Verbatim(self.address))
        return self._kept_at(lambda: self._cluster.answer(self.address, future, self._is_off))

    def _is_off(self) -> bool:
        """Whether nothing is to be waited for from it any more."""
        return self._is_over() or not self._is_present(self.address)

    def _kept_at(self, wait: Callable[[], R]) -> R:
        """Wait for it; where the build ends meanwhile, nothing was lost with it."""
        try:
            return wait()
        except WorkerGone:
            if self._is_over():
                raise BuildAbandoned from None
            raise
