"""What building tables will take: which slices, in what order, how much memory, disk and time."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from damiera import _endgame
from damiera._core import Rules
from damiera.endgame.errors import NoSlice, UnreadableTable
from damiera.endgame.files import default_folder, path_of, paths_of, read_head
from damiera.endgame.material import FEWEST, SliceMaterial, materials

__all__ = ["BuildPlan", "PairGraph", "PairMemory", "Wave", "plan_build", "time_places"]

SOLVING_BYTES = 3  # of a place of both slices of a pair, while it is solved
VERDICTS_IN_BYTE = 4
DISTANCE_BYTES = 2  # of a place, at most: one where nothing takes longer than 255 plies
SAMPLE_S = 2.0


@dataclass(frozen=True, slots=True)
class PairMemory:
    """What a pair of slices takes in memory.

    Attributes:
        solving: bytes for the pair itself, until it is solved.
        needed: bytes for the slices that moves out of the pair lead to.
        unpacking: bytes for these and the slices that are needed to unpack them, before it is solved.

    >>> PairMemory(solving=9_000, needed=600, unpacking=650).most
    9600
    """

    solving: int
    needed: int
    unpacking: int

    @property
    def most(self) -> int:
        """Bytes at the moment when it is most."""
        return max(self.solving + self.needed, self.unpacking)


class PairGraph:
    """The pairs of slices up to a number of pieces, and which must be solved before which.

    A pair is named by the one of its two slices that comes first in the order of building.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> graph = PairGraph(ITALIAN.core, 3)
    >>> [pair.name for pair in graph.pairs][:4]
    ['0101', '1001', '1010', '0201']
    >>> [pair.name for pair in graph.needs(SliceMaterial(1, 0, 1, 0))]
    ['1001']
    """

    def __init__(
        self,
        rules: Rules,
        pieces: int,
        *,
        distances: bool = False,
        only: Collection[SliceMaterial] = (),
    ) -> None:
        """
        Args:
            rules: of the game.
            pieces: of the largest slices, both sides together.
            distances: whether plies to the end are wanted beside the verdicts.
            only: slices that are wanted with all that they lead to, and no others; all if empty.
        Raises:
            NoTablesFor: the game cannot have tables.
            NoSlice: one that is wanted is none of so many pieces.
        """
        self.rules = rules
        self.distances = distances
        self._first: dict[SliceMaterial, SliceMaterial] = {}
        for material in (m for n in range(FEWEST, pieces + 1) for m in materials(rules, n)):
            self._first.setdefault(material, self._first.get(material.turned(), material))
        tables = _endgame.Tables(rules, cache_mb=1)
        self._leads = {
            m: frozenset(SliceMaterial(*one) for one in tables.needs(m)) for m in {*self._first.values()}
        }
        wanted = self._with_needs(rules, only)
        self.slices = tuple(m for m, first in self._first.items() if first in wanted)
        self.pairs = tuple(dict.fromkeys(self._first[m] for m in self.slices))
        self._places = {material: tables.places(material) for material in self.slices}
        self._before = {m: self._firsts(self._leads[m]) for m in self.pairs}

    def of(self, pair: SliceMaterial) -> tuple[SliceMaterial, ...]:
        """Return the slices of a pair: two, or one that is its own twin."""
        return tuple(dict.fromkeys((pair, pair.turned())))

    def places_of(self, material: SliceMaterial) -> int:
        """Return the places of one slice."""
        return self._places[material]

    def places(self, pair: SliceMaterial) -> int:
        """Return the places of both slices of a pair."""
        return sum(self._places[one] for one in self.of(pair))

    def needs(self, pair: SliceMaterial) -> tuple[SliceMaterial, ...]:
        """Return the pairs that must be solved before."""
        return self._before[pair]

    def files(self, pair: SliceMaterial) -> tuple[SliceMaterial, ...]:
        """Return the slices whose files must be at hand to solve a pair, in the order of building.

        A file of verdicts alone is unpacked with the help of those that captures lead to.
        """
        found: set[SliceMaterial] = set()
        todo = list(self._leads[pair])
        while todo:
            one = todo.pop()
            if one in found:
                continue
            found.add(one)
            if not self.distances:
                todo += [m for m in self._leads[self._first[one]] if m.pieces < one.pieces]
        return tuple(m for m in self.slices if m in found)

    def memory(self, pair: SliceMaterial) -> PairMemory:
        """Return what a pair takes while it is solved.

        Each place of it takes three bytes until both slices are written out, and each slice two bits a place
        then, with distances at most two bytes more: so much do the slices it leads to take as well.
        """
        own = self._places[pair]
        return PairMemory(
            solving=SOLVING_BYTES * self.places(pair) + self._kept(own),
            needed=sum(self._kept(self._places[one]) for one in self._leads[pair]),
            unpacking=sum(self._kept(self._places[one]) for one in self.files(pair)),
        )

    def waves(self) -> Iterator[tuple[SliceMaterial, ...]]:
        """Yield the pairs in steps: those of a step do not need each other, only those of earlier steps."""
        level: dict[SliceMaterial, int] = {}
        for pair in self.pairs:
            level[pair] = 1 + max((level[one] for one in self._before[pair]), default=0)
        for step in range(1, 1 + max(level.values(), default=0)):
            yield tuple(pair for pair in self.pairs if level[pair] == step)

    @cached_property
    def tails(self) -> dict[SliceMaterial, int]:
        """Of each pair, the places of the longest chain of pairs that begins with it: what is urgent."""
        found = dict.fromkeys(self.pairs, 0)
        for pair in reversed(self.pairs):
            found[pair] += self.places(pair)
            for one in self._before[pair]:
                found[one] = max(found[one], found[pair])
        return found

    def _with_needs(self, rules: Rules, only: Collection[SliceMaterial]) -> set[SliceMaterial]:
        """Return the pairs of some slices and all that they lead to."""
        found: set[SliceMaterial] = set()
        todo = list(only or self._first)
        while todo:
            one = todo.pop()
            if one not in self._first:
                raise NoSlice(rules.slug, one.name)
            if self._first[one] not in found:
                found.add(self._first[one])
                todo += self._leads[self._first[one]]
        return found

    def _firsts(self, slices: frozenset[SliceMaterial]) -> tuple[SliceMaterial, ...]:
        wanted = {self._first[one] for one in slices}
        return tuple(pair for pair in self.pairs if pair in wanted)

    def _kept(self, places: int) -> int:
        """Return the bytes of a slice that is solved."""
        return -(-places // VERDICTS_IN_BYTE) + (DISTANCE_BYTES * places if self.distances else 0)


@dataclass(frozen=True, slots=True)
class Wave:
    """Pairs that may be solved at the same time.

    Attributes:
        pairs: how many are not there yet.
        places: of these, all together.
        memory: bytes that the one of them takes that takes most.

    >>> Wave(pairs=3, places=1_000, memory=6_000).pairs
    3
    """

    pairs: int
    places: int
    memory: int


@dataclass(frozen=True, slots=True)
class BuildPlan:
    """What building all tables up to a number of pieces will take.

    Attributes:
        slices, pairs, places: of all.
        slices_there, pairs_there: whose files are there; they are looked for, and their heads read.
        waves: what is left to be built, step by step.
        largest: the pair not there yet that takes most memory; None if all are there.
        largest_places: of both its slices.
        memory: what that pair takes.
        disk_bytes: bytes that the files not there yet will take, about.
        places_a_second: of processor time, as a short sample of this machine solved and packed them.
        sample_pieces: of the slices of that sample.

    >>> from damiera.endgame.plan import plan_build
    >>> from damiera.rules.ruleset import ITALIAN
    >>> plan = plan_build(ITALIAN.core, 7, sample_s=0.0)
    >>> plan.slices, plan.pairs, plan.largest.name, plan.largest_places
    (259, 134, '2212', 3016567008)
    """

    slices: int
    pairs: int
    places: int
    slices_there: int
    pairs_there: int
    waves: tuple[Wave, ...]
    largest: SliceMaterial | None
    largest_places: int
    memory: PairMemory
    disk_bytes: int
    places_a_second: float
    sample_pieces: int

    @property
    def places_left(self) -> int:
        """Places of what is to be built."""
        return sum(wave.places for wave in self.waves)

    @property
    def processor_s(self) -> float:
        """Seconds of one processor like this one, about."""
        return self.places_left / self.places_a_second


def plan_build(
    rules: Rules,
    pieces: int,
    *,
    distances: bool = False,
    only: Collection[SliceMaterial] = (),
    folder: Path | None = None,
    sample_s: float = SAMPLE_S,
) -> BuildPlan:
    """Return what building the tables of a game will take; nothing is written.

    Args:
        rules: of the game.
        pieces: of the largest slices, both sides together.
        distances: whether plies to the end are wanted beside the verdicts.
        only: slices that are wanted with all that they lead to, and no others; all if empty.
        folder: where tables lie; the user's own otherwise.
        sample_s: seconds of processor time for the sample of how fast this machine is, about.
    Raises:
        NoTablesFor: the game cannot have tables.
        NoSlice: one that is wanted is none of so many pieces.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> len(plan_build(ITALIAN.core, 3, sample_s=0.0).waves)
    5
    """
    folder = folder or default_folder()
    graph = PairGraph(rules, pieces, distances=distances, only=only)
    kinds = (False, True) if distances else (False,)
    there = {m for m in graph.slices if all(_is_there(folder, rules, m, kind) for kind in kinds)}
    left = {pair for pair in graph.pairs if not there.issuperset(graph.of(pair))}
    steps = [[pair for pair in wave if pair in left] for wave in graph.waves()]
    largest = max(left, key=lambda pair: graph.memory(pair).most, default=None)
    seconds, sampled, packed, sample_pieces = time_places(rules, distances=distances, enough_s=sample_s)
    places_left = sum(graph.places(pair) for pair in left)
    return BuildPlan(
        slices=len(graph.slices),
        pairs=len(graph.pairs),
        places=sum(graph.places(pair) for pair in graph.pairs),
        slices_there=len(there),
        pairs_there=len(graph.pairs) - len(left),
        waves=tuple(
            Wave(
                pairs=len(step),
                places=sum(graph.places(pair) for pair in step),
                memory=max(graph.memory(pair).most for pair in step),
            )
            for step in steps
            if step
        ),
        largest=largest,
        largest_places=0 if largest is None else graph.places(largest),
        memory=PairMemory(0, 0, 0) if largest is None else graph.memory(largest),
        disk_bytes=round(
            places_left * sum(_bytes_a_place(graph, folder, kind, packed / sampled) for kind in kinds)
        ),
        places_a_second=sampled / seconds,
        sample_pieces=sample_pieces,
    )


def _is_there(folder: Path, rules: Rules, material: SliceMaterial, distances: bool) -> bool:
    try:
        read_head(path_of(folder, rules, material, distances=distances), rules, material, distances=distances)
    except (FileNotFoundError, UnreadableTable):
        return False
    return True


def _bytes_a_place(graph: PairGraph, folder: Path, distances: bool, otherwise: float) -> float:
    """Return what a place takes in the files of the most pieces of which all are there, here or shipped."""
    rules = graph.rules
    for pieces in range(graph.slices[-1].pieces, FEWEST, -1):
        size = places = 0
        for material in materials(rules, pieces):
            paths = paths_of(folder, rules, material, distances=distances)
            path = next((one for one in paths if one.is_file()), None)
            if path is None or material not in graph.slices:
                break
            size += path.stat().st_size
            places += graph.places_of(material)
        else:
            return size / places
    return otherwise


def time_places(
    rules: Rules, *, distances: bool = False, enough_s: float = SAMPLE_S
) -> tuple[float, int, int, int]:
    """Solve and pack slices in memory, with one thread, to see how fast that goes here.

    Args:
        rules: of the game.
        distances: whether plies to the end are wanted too.
        enough_s: seconds of processor time; what is begun is done.
    Returns:
        Seconds of processor time, places, bytes of their files, and pieces of the slices: those with the most
        pieces of which at least two pairs were solved.
    Raises:
        NoTablesFor: the game cannot have tables.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> seconds, places, size, pieces = time_places(ITALIAN.core, enough_s=0.0)
    >>> seconds > 0, places, pieces
    (True, 2728, 2)
    """
    graph = PairGraph(rules, 5, distances=distances)
    tables = _endgame.Tables(rules, cache_mb=1)
    by_pieces: dict[int, list[tuple[float, int, int]]] = {}
    begun = time.thread_time()
    for pair in graph.pairs:
        if time.thread_time() - begun > enough_s and sum(map(len, by_pieces.values())) > 1:
            break
        before = time.thread_time()
        tables.solve(pair, distances=distances, threads=1)
        kinds = (False, True) if distances else (False,)
        size = sum(
            len(tables.pack(one, distances=kind, threads=1)) for one in graph.of(pair) for kind in kinds
        )
        spent = time.thread_time() - before
        by_pieces.setdefault(pair.pieces, []).append((spent, graph.places(pair), size))
    pieces = max(n for n, found in by_pieces.items() if len(found) > 1)
    seconds, places, sizes = zip(*by_pieces[pieces], strict=True)
    return max(sum(seconds), 1e-9), sum(places), sum(sizes), pieces
