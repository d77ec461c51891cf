"""Building tables slice by slice, each written as soon as it is solved: a stop loses one at most."""

from __future__ import annotations

import contextlib
import os
import threading
import time
import zlib
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

from damiera import _endgame
from damiera._core import Rules
from damiera.endgame.counts import counted_endings
from damiera.endgame.errors import BuildStopped, MissingTable, NotEnoughMemory, UnreadableTable
from damiera.endgame.files import (
    EndgameTable,
    TableHead,
    counted_folder,
    default_folder,
    lost_table,
    open_table,
    path_of,
    read_head,
    rules_digest,
    write_table,
)
from damiera.endgame.material import SliceMaterial
from damiera.endgame.plan import PairGraph

__all__ = ["BuildProgress", "Builder"]

PLACE_BYTES = 3  # that a place of the slice in hand takes
STALE_S = 24 * 3600  # age of unfinished files that nobody can still be writing


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """How far a build is.

    Attributes:
        done, total: slices.
        places_done, places: the work, in places of the slices.
        material: the slice just finished.
        found: whether it was there already.

    >>> kings = SliceMaterial(0, 1, 0, 1)
    >>> progress = BuildProgress(1, 4, places_done=900, places=3_600, material=kings, found=False)
    >>> f"{progress.places_done / progress.places:.0%}"
    '25%'
    """

    done: int
    total: int
    places_done: int
    places: int
    material: SliceMaterial
    found: bool


class Builder:
    """Builds all tables of a game up to a number of pieces; finds and keeps those that are there.

    One builder, one call of `run`. `stop` may be called from any thread.

    >>> from tempfile import TemporaryDirectory
    >>> from damiera.rules.ruleset import ITALIAN
    >>> with TemporaryDirectory() as folder:
    ...     builder = Builder(ITALIAN.core, 2, folder=Path(folder), threads=1)
    ...     builder.run()
    ...     len(list(Path(folder).rglob("*.wld"))) == builder.total
    True
    """

    def __init__(
        self,
        rules: Rules,
        pieces: int,
        *,
        distances: bool = False,
        only: Collection[SliceMaterial] = (),
        counted: bool = False,
        folder: Path | None = None,
        threads: int | None = None,
        memory_mb: int = 4096,
        most_mb: int | None = None,
        on_progress: Callable[[BuildProgress], object] | None = None,
    ) -> None:
        """
        Args:
            rules: of the game.
            pieces: of the largest slices, both sides together.
            distances: whether plies to the end are wanted beside the verdicts.
            only: slices that are wanted with all that they lead to, and no others; all if empty.
            counted: whether endings that the rules draw by counting moves are drawn in these tables; they
                have distances, and lie in a folder of their own, see `counted_folder`.
            folder: where tables lie; the user's own otherwise.
            threads: to solve with; one for each processor otherwise.
            memory_mb: megabytes for slices that are solved already; the one in hand needs three bytes a place
                more.
            most_mb: megabytes for all of them together, before what is solved already and not needed is
                dropped for the one in hand; no matter if not given.
            on_progress: hears of every finished slice.
        Raises:
            NoTablesFor: the game cannot have tables.
            NoSlice: one that is wanted is none of so many pieces.
        """
        self._rules = rules
        self._folder = folder or default_folder()
        self._folder = counted_folder(self._folder) if counted else self._folder
        self._distances = distances or counted
        self._threads = threads or os.cpu_count() or 1
        self._memory = memory_mb << 20
        self._most = None if most_mb is None else most_mb << 20
        self._on_progress = on_progress
        self._stopped = threading.Event()
        self._order = PairGraph(rules, pieces, distances=self._distances, only=only).slices
        self._tables = _endgame.Tables(rules, cache_mb=1)
        for material, plies in counted_endings(rules).items() if counted else ():
            self._tables.limit(material, plies)
        self._in_memory: dict[SliceMaterial, int] = {}  # bytes, the least recently needed first
        self._places = {m: self._tables.places(m) for m in self._order}
        self._done: set[SliceMaterial] = set()
        self._attached: set[SliceMaterial] = set()
        self.total = len(self._order)  # slices
        self.seconds = 0.0  # that `run` took

    def stop(self) -> None:
        """Have `run` end soon, with `BuildStopped`."""
        self._stopped.set()
        self._tables.stop()

    def run(self) -> None:
        """Build what is missing. Files that are damaged or foreign are written anew.

        Raises:
            BuildStopped: `stop` was called; what is finished stays, and another run goes on from there.
            BuildFailed: a file could not be written.
            NotEnoughMemory: a slice did not fit.
        """
        begun = time.monotonic()
        self._sweep()
        for material in self._order:
            if self._stopped.is_set():
                raise BuildStopped(len(self._done), len(self._order))
            if material not in self._done:
                self._fit(material)
        self.seconds = time.monotonic() - begun

    def build_pair(self, material: SliceMaterial) -> tuple[TableHead, ...]:
        """Build one slice and its turned twin alone, unless they are there; what they lead to must be there.

        Returns:
            What the files say of themselves: one of each slice, with distances two.
        Raises:
            BuildStopped: `stop` was called.
            BuildFailed: a file could not be written.
            MissingTable: a slice that is needed is not there, or not sound.
            NotEnoughMemory: it did not fit.
        """
        graph = PairGraph(self._rules, material.pieces, distances=self._distances)
        for one in graph.files(material):
            if one not in self._in_memory and one not in self._attached and not self._attach_last(one):
                raise MissingTable(self._rules.slug, one.name, one.pieces, self._folder)
        self._fit(material)
        return tuple(
            read_head(
                path_of(self._folder, self._rules, one, distances=kind), self._rules, one, distances=kind
            )
            for one in graph.of(material)
            for kind in self._kinds()
        )

    def _fit(self, material: SliceMaterial) -> None:
        try:
            self._ensure(material)
        except EOFError as lost:
            raise lost_table(self._folder, self._rules, lost) from lost
        except MemoryError as error:
            in_hand = PLACE_BYTES * sum(self._places[m] for m in {material, material.turned()})
            mb = 1 + (in_hand + sum(self._in_memory.values()) >> 20)
            raise NotEnoughMemory(self._rules.slug, material.name, mb) from error

    def _ensure(self, material: SliceMaterial) -> None:
        pair = tuple(dict.fromkeys((material, material.turned())))
        there = [self._attach(one) for one in pair]
        if all(there):
            for one in pair:
                self._finish(one, found=True)
            return
        needs = {SliceMaterial(*one) for one in self._tables.needs(material)}
        for one in needs:
            self._recall(one)
        if self._most is not None:
            in_hand = PLACE_BYTES * sum(self._places[m] for m in pair)
            self._forget(needs, max(0, self._most - in_hand))
        if not self._tables.solve(material, distances=self._distances, threads=self._threads):
            raise BuildStopped(len(self._done), len(self._order))
        for one in pair:
            self._in_memory[one] = self._tables.memory(one)
            self._write(one)
            self._finish(one, found=False)
        self._forget({*needs, *pair}, self._memory)

    def _attach(self, material: SliceMaterial) -> bool:
        """Return whether the files of a slice are there and sound; then they may be loaded."""
        try:
            for distances in self._kinds():
                self._open(material, distances).attach_to(self._tables)
        except (FileNotFoundError, UnreadableTable):
            return False
        self._attached.add(material)
        return True

    def _attach_last(self, material: SliceMaterial) -> bool:
        """Return whether the file that a slice is unpacked from is there and sound; then it may be loaded."""
        try:
            self._open(material, self._distances).attach_to(self._tables)
        except (FileNotFoundError, UnreadableTable):
            return False
        self._attached.add(material)
        return True

    def _open(self, material: SliceMaterial, distances: bool) -> EndgameTable:
        path = path_of(self._folder, self._rules, material, distances=distances)
        return open_table(path, self._rules, material, distances=distances)

    def _kinds(self) -> tuple[bool, ...]:
        return (False, True) if self._distances else (False,)

    def _recall(self, material: SliceMaterial) -> None:
        """Have a slice in memory, and mark it as needed last."""
        size = self._in_memory.pop(material, None)
        if size is None:
            for one in () if self._distances else self._smaller(material):
                self._recall(one)
            if not self._tables.load(material, threads=self._threads):
                raise BuildStopped(len(self._done), len(self._order))
            size = self._tables.memory(material)
        self._in_memory[material] = size

    def _smaller(self, material: SliceMaterial) -> set[SliceMaterial]:
        """What captures lead to: a file of verdicts alone is unpacked with its help."""
        needs = (SliceMaterial(*one) for one in self._tables.needs(material))
        return {one for one in needs if one.pieces < material.pieces}

    def _forget(self, needed: Iterable[SliceMaterial], room: int) -> None:
        """Drop slices until the rest fits into so many bytes, but none that is needed just now."""
        kept = set(needed)
        for material in [m for m in self._in_memory if m not in kept]:
            if sum(self._in_memory.values()) <= room:
                return
            if not self._attach_last(material):
                continue
            self._tables.drop(material)
            del self._in_memory[material]

    def _write(self, material: SliceMaterial) -> None:
        totals = self._tables.totals(material)
        best = totals.longest_win
        longest = self._tables.position(material, totals.longest_at) if best is not None else None
        for distances in self._kinds():
            payload = self._tables.pack(material, distances=distances, threads=self._threads)
            head = TableHead(
                game=self._rules.slug,
                rules=rules_digest(self._rules),
                material=material,
                distances=distances,
                positions=totals.positions,
                wins=totals.wins,
                draws=totals.draws,
                losses=totals.losses,
                longest_win=totals.longest_win if distances else None,
                longest_loss=totals.longest_loss if distances else None,
                longest=longest.fen if distances and longest else "",
                size=len(payload),
                checksum=zlib.crc32(payload),
            )
            write_table(path_of(self._folder, self._rules, material, distances=distances), head, payload)

    def _finish(self, material: SliceMaterial, *, found: bool) -> None:
        self._done.add(material)
        if self._on_progress is None:
            return
        self._on_progress(
            BuildProgress(
                done=len(self._done),
                total=len(self._order),
                places_done=sum(self._places[m] for m in self._done),
                places=sum(self._places.values()),
                material=material,
                found=found,
            )
        )

    def _sweep(self) -> None:
        """Remove what a build that was killed has left unfinished."""
        with contextlib.suppress(OSError):  # a closed folder is told of by the first table
            for path in (self._folder / self._rules.slug).glob("*/.*.tmp"):
                if time.time() - path.stat().st_mtime > STALE_S:
                    path.unlink(missing_ok=True)
