"""Endings in which one move alone keeps the win, or the draw: drawn from tables by a seed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from damiera import _endgame
from damiera._core import Move, Position, Rules
from damiera.endgame.material import FEWEST, Material, materials
from damiera.endgame.probe import EndgameTables, Verdict

__all__ = ["Ending", "endings"]

TRIES = 400  # for each ending wanted of a material
MOST_TRIES = 2_000


@dataclass(frozen=True, slots=True)
class Ending:
    """A position with its only move.

    Attributes:
        kind: `WIN` or `DRAW`, for the side to move.
        plies: to the win; None in a draw, or without distances.
    """

    position: Position
    material: Material
    kind: Verdict
    only: Move
    plies: int | None


def endings(rules: Rules, tables: EndgameTables, pieces: int, count: int, seed: int = 1) -> list[Ending]:
    """Return endings of at most so many pieces, White to move, evenly of each material and kind.

    Args:
        tables: of all positions of so many pieces.
        count: how many at most, but one of each; there are fewer where such endings are rare.
        seed: the same seed gives the same endings.
    Raises:
        MissingTable: a table is not there.
    """
    rng = random.Random(seed)
    order = [m for n in range(FEWEST, pieces + 1) for m in materials(rules, n)]
    numbering = _endgame.Tables(rules, cache_mb=1)
    share = max(1, count // (2 * len(order)))
    found = [list(_of_one(tables, numbering, material, share, rng)) for material in order]
    return [one for part in found for one in part]


def _of_one(
    tables: EndgameTables, numbering: _endgame.Tables, material: Material, share: int, rng: random.Random
) -> Iterator[Ending]:
    wanted = Counter({Verdict.WIN: share, Verdict.DRAW: share})
    places = numbering.places(material)
    seen: set[int] = set()
    for _ in range(min(MOST_TRIES, TRIES * share)):
        place = rng.randrange(places)
        position = None if place in seen else numbering.position(material, place)
        seen.add(place)
        ending = _ending_at(tables, material, position) if position is not None else None
        if ending is not None and wanted[ending.kind] > 0:
            wanted[ending.kind] -= 1
            yield ending
        if not +wanted:
            return


def _ending_at(tables: EndgameTables, material: Material, position: Position) -> Ending | None:
    if position.count() < 2:
        return None
    best, second = tables.moves(position)[:2]
    verdict = best.answer.verdict
    if verdict is Verdict.LOSS or second.answer.verdict is verdict:
        return None
    return Ending(position, material, verdict, best.move, best.answer.plies)
