"""Endgame tables: processor time to build them, their size, the time of a probe."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from damiera import _core, _endgame
from damiera.endgame.build import Builder
from damiera.endgame.files import open_table, path_of
from damiera.endgame.material import FEWEST, SliceMaterial, materials
from damiera.endgame.stock import heads

__all__ = ["main"]

PROBES = 3_000_000
EVERYDAY = (
    ("english", 4, (6_209_316, 2_574_304, 1_717_922, 1_917_090)),
    ("international", 3, (806_300, 265_795, 394_163, 146_342)),
)


def main(argv: Sequence[str] = ()) -> None:
    """Build what `GAME PIECES` say, or two small sets whose counts are known; print the figures."""
    if argv:
        _measure(argv[0], int(argv[1]), None)
        return
    for game, pieces, known in EVERYDAY:
        _measure(game, pieces, known)


def _measure(game: str, pieces: int, known: tuple[int, ...] | None) -> None:
    rules = _core.rules(game)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        begun = time.process_time()
        Builder(rules, pieces, distances=True, folder=folder, threads=1).run()
        spent = time.process_time() - begun
        found = heads(rules, pieces, folder)
        rows = [(h.positions, h.wins, h.draws, h.losses) for h in found]
        counts = tuple(sum(column) for column in zip(*rows, strict=True))
        assert known is None or counts == known, counts
        every = sum(h.positions for n in range(FEWEST, pieces + 1) for h in heads(rules, n, folder))
        sizes = [
            sum(p.stat().st_size for p in (folder / game / str(pieces)).glob(end))
            for end in ("*.wld", "*.dtw")
        ]
        longest = max(h.longest_win or 0 for h in found)
        print(
            f"{game}, {pieces} pieces: {counts[0]:,} positions, longest win {longest} plies; "
            f"{spent:.1f} s of one core, {every / spent / 1e6:.1f} M positions/s; "
            f"verdicts {sizes[0]:,} bytes, distances {sizes[1]:,}"
        )
        _probe(rules, pieces, folder)


def _probe(rules: _core.Rules, pieces: int, folder: Path) -> None:
    """Time verdicts of random positions of the largest slice, in memory and through the cache of blocks."""
    memory, cached = _endgame.Tables(rules), _endgame.Tables(rules, cache_mb=256)
    for material in (m for n in range(FEWEST, pieces + 1) for m in materials(rules, n)):
        path = path_of(folder, rules, material, distances=False)
        for tables in (memory, cached):
            open_table(path, rules, material, distances=False).attach_to(tables)
        memory.load(material)
    largest = max(materials(rules, pieces), key=memory.places)
    cached.time_probes(largest, PROBES)  # every block is unpacked then
    for name, tables in (("in memory", memory), ("cached blocks", cached)):
        print(f"  probe of {SliceMaterial(*largest).name}, {name}: {_nanoseconds(tables, largest):.0f} ns")


def _nanoseconds(tables: _endgame.Tables, material: SliceMaterial) -> float:
    return tables.time_probes(material, PROBES) / PROBES * 1e9


if __name__ == "__main__":
    main(sys.argv[1:])
