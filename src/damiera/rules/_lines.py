"""The lines of a board: from a square to the next one in a direction, whatever the board's shape.

Directions are White's and follow the coordinates. On a board of dark squares a straight step leads to the
next square of the same colour, two away; on a hexagon `n` and `e` are the steps along the two axes.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from damiera import _core

__all__ = ["OPPOSITE", "line", "step"]

OPPOSITE = {"ne": "sw", "nw": "se", "se": "nw", "sw": "ne", "n": "s", "s": "n", "e": "w", "w": "e"}
_VECTORS = {
    "ne": (1, 1), "nw": (-1, 1), "se": (1, -1), "sw": (-1, -1),
    "n": (0, 1), "s": (0, -1), "e": (1, 0), "w": (-1, 0),
}  # fmt: skip


def step(rules: _core.Rules, square: int, direction: str) -> int | None:
    """Return the next square in a direction; None at the rim.

    >>> step(_core.rules("italian"), 22, "nw"), step(_core.rules("italian"), 22, "n")
    (18, 14)
    """
    return _steps(rules, direction)[square]


def line(
    rules: _core.Rules, here: int, to: int, directions: Iterable[str]
) -> tuple[str | None, tuple[int, ...]]:
    """Return which of the directions leads from one square to another, and the squares between them."""
    for direction in directions:
        between: list[int] = []
        square = step(rules, here, direction)
        while square is not None and square != to:
            between.append(square)
            square = step(rules, square, direction)
        if square is not None:
            return direction, tuple(between)
    return None, ()


@lru_cache(maxsize=512)
def _steps(rules: _core.Rules, direction: str) -> dict[int, int | None]:
    files, ranks = _VECTORS[direction]
    stride = 1 if files and ranks else _stride(rules)
    found: dict[int, int | None] = {}
    for square in range(1, rules.squares + 1):
        file, rank = rules.coordinates(square)
        found[square] = rules.square_at(file + stride * files, rank + stride * ranks)
        if rules.shape == "lined" and files and ranks and (file + rank) % 2:
            found[square] = None  # no line leads there
        if rules.shape == "ended" and not _has_line(rules, (file, rank), (files, ranks)):
            found[square] = None
    return found


def _has_line(rules: _core.Rules, place: tuple[int, int], way: tuple[int, int]) -> bool:
    """Whether a line goes through a point: none along the rim of a board of lines with ends, none aslant."""
    along_file = way[0] == 0 and 0 < place[0] < rules.files - 1
    return along_file or (way[1] == 0 and 0 < place[1] < rules.ranks - 1)


@lru_cache(maxsize=64)
def _stride(rules: _core.Rules) -> int:
    """How far apart squares of a row lie: 2 where every other one is played on."""
    places = [rules.coordinates(square) for square in range(1, rules.squares + 1)]
    return 1 if any(rules.square_at(file + 1, rank) is not None for file, rank in places) else 2
