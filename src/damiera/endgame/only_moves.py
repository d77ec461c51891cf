"""Endings in which one move alone keeps the win, or the draw: drawn from tables by a seed."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from damiera import _endgame
from damiera._core import Move, Position, Rules
from damiera.endgame.material import FEWEST, SliceMaterial, materials
from damiera.endgame.probe import EndgameTables, Verdict

__all__ = ["OnlyMovePosition", "ending_set", "endings"]

TRIES = 400  # for each ending that falls to a material
MOST_TRIES = 20_000


@dataclass(frozen=True, slots=True)
class OnlyMovePosition:
    """A position with its only move.

    Attributes:
        kind: `WIN` or `DRAW`, for the side to move.
        plies: to the win; None in a draw, or without distances.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from damiera.endgame.build import Builder
    >>> from damiera.rules.ruleset import ITALIAN
    >>> with TemporaryDirectory() as folder:
    ...     Builder(ITALIAN.core, 2, folder=Path(folder), threads=1).run()
    ...     tables = EndgameTables(ITALIAN.core, Path(folder), cache_mb=1)
    ...     [ending] = endings(ITALIAN.core, tables, 2, count=1)
    >>> ending.kind, ending.only.origin, ending.only.destination, ending.plies
    (<Verdict.WIN: 'win'>, 21, 18, 7)
    """

    position: Position
    material: SliceMaterial
    kind: Verdict
    only: Move
    plies: int | None


def endings(
    rules: Rules, tables: EndgameTables, pieces: int, count: int, seed: int = 1
) -> list[OnlyMovePosition]:
    """Return endings of at most so many pieces, White to move, evenly of each material and kind.

    Where such endings are rare, the others make up the number.

    Args:
        tables: of all positions of so many pieces.
        count: how many at most; there are fewer if too few are found in a fair time.
        seed: the same seed gives the same endings.
    Raises:
        MissingTable: a table is not there.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from damiera.endgame.build import Builder
    >>> from damiera.rules.ruleset import ITALIAN
    >>> with TemporaryDirectory() as folder:
    ...     Builder(ITALIAN.core, 2, folder=Path(folder), threads=1).run()
    ...     found = endings(ITALIAN.core, EndgameTables(ITALIAN.core, Path(folder), cache_mb=1), 2, count=6)
    >>> len(found), all(ending.only in ending.position.moves() for ending in found)
    (6, True)
    """
    order = [m for n in range(FEWEST, pieces + 1) for m in materials(rules, n)]
    numbering = _endgame.Tables(rules, cache_mb=1)
    tries = min(MOST_TRIES, TRIES * max(1, count // (2 * len(order))))
    rows: list[_Row] = []
    for material in order:
        drawn = _Drawn(tables, numbering, material, tries, random.Random(f"{seed} {material.name}"))
        rows += [_Row(drawn, Verdict.WIN), _Row(drawn, Verdict.DRAW)]
    going, left = rows, count
    while going and left > 0:
        for row in going[:left]:
            left -= row.take()
        going = [row for row in going if not row.is_over]
    return [one for row in rows for one in row.found]


def ending_set(
    rules: Rules, tables: EndgameTables, number: int, count: int = 9
) -> tuple[OnlyMovePosition, ...]:
    """Return a set of endings to practise: White is to move, nothing is to be taken, fewer pieces come first.

    A third of them has three pieces, the others four; each has another material, or another end.

    Args:
        tables: of all positions of two to four pieces.
        number: of the set; the same number gives the same endings.
        count: how many; there are fewer where too few are found in a fair time.
    Raises:
        MissingTable: a table is not there.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> found = ending_set(ITALIAN.core, EndgameTables(ITALIAN.core), 1, count=3)
    >>> [one.material.pieces for one in found], any(one.position.detect() for one in found)
    ([3, 4, 4], False)
    """
    numbering = _endgame.Tables(rules, cache_mb=1)
    found: list[OnlyMovePosition] = []
    for pieces, wanted in ((3, count // 3), (4, count)):
        rng = random.Random(f"set {number} {pieces}")
        kinds = (Verdict.WIN, Verdict.DRAW)
        order = [(material, kind) for material in materials(rules, pieces) for kind in kinds]
        rng.shuffle(order)
        for material, kind in order:
            if len(found) >= wanted:
                break
            drawn = _Drawn(tables, numbering, material, TRIES, rng, quiet=True)
            one = drawn.next(kind)
            found += [one] if one is not None else []
    return tuple(found)


class _Drawn:
    """The endings of a material in an order drawn by lot."""

    def __init__(
        self,
        tables: EndgameTables,
        numbering: _endgame.Tables,
        material: SliceMaterial,
        tries: int,
        rng: random.Random,
        *,
        quiet: bool = False,
    ) -> None:
        self._tables, self._numbering, self._material = tables, numbering, material
        self._quiet = quiet  # without positions in which something is to be taken
        places = numbering.places(material)
        self._all = self._draw(rng.sample(range(places), min(tries, places)))
        self._waiting: dict[Verdict, deque[OnlyMovePosition]] = {Verdict.WIN: deque(), Verdict.DRAW: deque()}

    def next(self, kind: Verdict) -> OnlyMovePosition | None:
        """Return one more of a kind; None if there is none."""
        waiting = self._waiting[kind]
        while not waiting:
            one = next(self._all, None)
            if one is None:
                return None
            self._waiting[one.kind].append(one)
        return waiting.popleft()

    def _draw(self, places: list[int]) -> Iterator[OnlyMovePosition]:
        for place in places:
            position = self._numbering.position(self._material, place)
            if position is None or (self._quiet and position.detect()):
                continue
            one = _ending_at(self._tables, self._material, position)
            if one is not None:
                yield one


class _Row:
    """The endings of one material and kind that were taken so far."""

    def __init__(self, drawn: _Drawn, kind: Verdict) -> None:
        self._drawn, self._kind = drawn, kind
        self.found: list[OnlyMovePosition] = []
        self.is_over = False  # there are no more

    def take(self) -> bool:
        """Take one more; return whether there was one."""
        one = self._drawn.next(self._kind)
        if one is None:
            self.is_over = True
            return False
        self.found.append(one)
        return True


def _ending_at(tables: EndgameTables, material: SliceMaterial, position: Position) -> OnlyMovePosition | None:
    if position.count() < 2:
        return None
    best, second = tables.moves(position)[:2]
    verdict = best.answer.verdict
    if verdict is Verdict.LOSS or second.answer.verdict is verdict:
        return None
    return OnlyMovePosition(position, material, verdict, best.move, best.answer.plies)
