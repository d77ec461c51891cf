"""Which tables there are."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG

from damiera._core import Rules
from damiera.endgame.files import TableHead, default_folder, path_of, read_head
from damiera.endgame.material import FEWEST, MOST, materials, serves

__all__ = ["TableStock", "heads", "stock"]


@dataclass(frozen=True, slots=True)
class TableStock:
    """What a game has of tables of one number of pieces.

    Attributes:
        pieces: of both sides together.
        total: slices that there can be.
        verdicts, distances: how many are there.
        size: bytes of all these files.

    >>> TableStock(pieces=2, total=4, verdicts=4, distances=0, size=1_200).is_complete
    True
    """

    pieces: int
    total: int
    verdicts: int
    distances: int
    size: int

    @property
    def is_complete(self) -> bool:
        """Whether no slice is missing; distances need not be there."""
        return self.verdicts == self.total


def stock(rules: Rules, folder: Path | None = None) -> list[TableStock]:
    """Return what there is of a game, by number of pieces; nothing for numbers of which there is none.

    Files are looked for, not into; what may not be looked for is not there.

    >>> from tempfile import TemporaryDirectory
    >>> from damiera.endgame.build import Builder
    >>> from damiera.rules.ruleset import ITALIAN
    >>> with TemporaryDirectory() as folder:
    ...     Builder(ITALIAN.core, 2, folder=Path(folder), threads=1).run()
    ...     [(one.pieces, one.verdicts, one.distances) for one in stock(ITALIAN.core, Path(folder))]
    [(2, 4, 0)]
    """
    folder = folder or default_folder()
    if not serves(rules) or not os.path.isdir(folder / rules.slug):
        return []
    found = []
    for pieces in range(FEWEST, MOST + 1):
        if not os.path.isdir(folder / rules.slug / str(pieces)):
            continue
        order = materials(rules, pieces)
        sizes = {
            distances: [
                size
                for m in order
                if (size := _size_of(path_of(folder, rules, m, distances=distances))) is not None
            ]
            for distances in (False, True)
        }
        if sizes[False] or sizes[True]:
            size = sum(sizes[False]) + sum(sizes[True])
            found.append(TableStock(pieces, len(order), len(sizes[False]), len(sizes[True]), size))
    return found


def _size_of(path: Path) -> int | None:
    """Return the bytes of a file; None if it is none, or has gone since."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_size if S_ISREG(found.st_mode) else None


def heads(rules: Rules, pieces: int, folder: Path | None = None) -> list[TableHead]:
    """Return what the files of so many pieces say of themselves; of two of a slice, the one with distances.

    Raises:
        UnreadableTable: a file is damaged, or not the right one.
        NoTablesFor: the game cannot have tables.

    >>> from tempfile import TemporaryDirectory
    >>> from damiera.endgame.build import Builder
    >>> from damiera.rules.ruleset import ITALIAN
    >>> with TemporaryDirectory() as folder:
    ...     Builder(ITALIAN.core, 2, folder=Path(folder), threads=1).run()
    ...     [head.material.name for head in heads(ITALIAN.core, 2, Path(folder))]
    ['0101', '1001', '0110', '1010']
    """
    folder = folder or default_folder()
    found: list[TableHead] = []
    for material in materials(rules, pieces):
        for distances in (True, False):
            path = path_of(folder, rules, material, distances=distances)
            if path.is_file():
                found.append(read_head(path, rules, material, distances=distances))
                break
    return found
