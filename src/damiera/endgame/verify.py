"""Checking tables: every position once more against its successors, and the counts against the file."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from damiera import _endgame
from damiera._core import Position, Rules
from damiera.endgame.errors import BuildStopped, MissingTable, NotEnoughMemory
from damiera.endgame.files import TableHead, default_folder, lost_table, open_table, path_of
from damiera.endgame.material import SliceMaterial
from damiera.endgame.plan import PairGraph

__all__ = ["CheckResult", "Verifier"]

VERDICT_BITS = 2  # of a place in memory
DISTANCE_BITS = 8  # or more


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What the check of a slice has found.

    Attributes:
        material: the slice.
        positions: how many were looked at.
        wrong: how many are not worth what their moves are worth.
        example: the first of these.
        counts_agree: whether the file's own counts are those of its positions.
        distances: whether plies were compared too.

    >>> kings = SliceMaterial(0, 1, 0, 1)
    >>> CheckResult(kings, 900, wrong=0, example=None, counts_agree=True, distances=False).is_right
    True
    """

    material: SliceMaterial
    positions: int
    wrong: int
    example: Position | None
    counts_agree: bool
    distances: bool

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong."""
        return self.wrong == 0 and self.counts_agree


class Verifier:
    """Checks all tables of a game up to a number of pieces.

    With distances the check is a proof: a won position has a move to one that is lost in one ply less, and so
    on down to the end. Verdicts alone are compared with their successors only, which shows any single error,
    but two errors may support each other.

    >>> from tempfile import TemporaryDirectory
    >>> from damiera.endgame.build import Builder
    >>> from damiera.rules.ruleset import ITALIAN
    >>> with TemporaryDirectory() as folder:
    ...     Builder(ITALIAN.core, 2, folder=Path(folder), threads=1).run()
    ...     found = Verifier(ITALIAN.core, 2, folder=Path(folder), threads=1).run()
    >>> all(checked.is_right for checked in found)
    True
    """

    def __init__(
        self,
        rules: Rules,
        pieces: int,
        *,
        only: Collection[SliceMaterial] = (),
        folder: Path | None = None,
        threads: int | None = None,
        on_checked: Callable[[CheckResult, int, int], object] | None = None,
    ) -> None:
        """
        Args:
            rules: of the game.
            pieces: of the largest slices.
            only: slices that are checked with all that they lead to, and no others; all if empty.
            folder: where tables lie; the user's own otherwise.
            threads: to check with; one for each processor otherwise.
            on_checked: hears of every slice, with how many are done and how many there are.
        Raises:
            NoTablesFor: the game cannot have tables.
            NoSlice: one that is wanted is none of so many pieces.
        """
        self._rules = rules
        self._folder = folder or default_folder()
        self._threads = threads or os.cpu_count() or 1
        self._on_checked = on_checked
        self._order = PairGraph(rules, pieces, only=only).slices
        self._tables = _endgame.Tables(rules, cache_mb=1)
        self._heads: dict[SliceMaterial, TableHead] = {}
        self._stopped = threading.Event()

    def stop(self) -> None:
        """Have `run` end soon, with `BuildStopped`; from any thread."""
        self._stopped.set()
        self._tables.stop()

    def run(self) -> list[CheckResult]:
        """Check every slice.

        Raises:
            MissingTable: a table is not there.
            UnreadableTable: a file is damaged, or not the right one.
            BuildStopped: `stop` was called.
            NotEnoughMemory: all of them together do not fit.
        """
        with_distances = all(self._path(m, distances=True).is_file() for m in self._order)
        results: list[CheckResult] = []
        for material in self._order:
            self._fit(material, distances=with_distances)
        for material in self._order:
            results.append(self._check(material, len(results)))
            if self._on_checked is not None:
                self._on_checked(results[-1], len(results), len(self._order))
        return results

    def _path(self, material: SliceMaterial, *, distances: bool) -> Path:
        return path_of(self._folder, self._rules, material, distances=distances)

    def _fit(self, material: SliceMaterial, *, distances: bool) -> None:
        try:
            self._load(material, distances=distances)
        except MemoryError as error:
            places = sum(map(self._tables.places, self._order))
            bits = VERDICT_BITS + (DISTANCE_BITS if distances else 0)
            raise NotEnoughMemory(self._rules.slug, material.name, 1 + (places * bits >> 23)) from error
        except EOFError as lost:
            raise lost_table(self._folder, self._rules, lost) from lost

    def _load(self, material: SliceMaterial, *, distances: bool) -> None:
        path = self._path(material, distances=distances)
        try:
            table = open_table(path, self._rules, material, distances=distances)
        except FileNotFoundError:
            raise MissingTable(self._rules.slug, material.name, material.pieces, self._folder) from None
        table.attach_to(self._tables)
        self._heads[material] = table.head
        if self._stopped.is_set() or not self._tables.load(material, threads=self._threads):
            raise BuildStopped(0, len(self._order))

    def _check(self, material: SliceMaterial, done: int) -> CheckResult:
        found = None if self._stopped.is_set() else self._tables.verify(material, threads=self._threads)
        if found is None:
            raise BuildStopped(done, len(self._order))
        head = self._heads[material]
        draws = found.positions - found.wins - found.losses
        counted = (found.positions, found.wins, draws, found.losses)
        return CheckResult(
            material=material,
            positions=found.positions,
            wrong=found.wrong,
            example=self._tables.position(material, found.first_wrong) if found.wrong else None,
            counts_agree=counted == (head.positions, head.wins, head.draws, head.losses),
            distances=head.distances,
        )
