"""The picture of a board as data: where its points lie, who is next to whom, in which order it is read.

The browser's board component draws this record and nothing else, so a board of another shape is another
record and no code. One square is 100 units wide; White is at the bottom; the origin is the top left corner.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from damiera._core import Rules, Side

__all__ = ["UNIT", "Direction", "Geometry", "Layer", "Point", "Row", "geometry"]

UNIT = 100

_DIRECTIONS = (("ne", -45), ("nw", -135), ("se", 45), ("sw", 135))


class Point(msgspec.Struct, frozen=True):
    """A playing square. `name` is what its federation calls it, `alg` its algebraic name."""

    id: str
    name: str
    alg: str
    x: int
    y: int
    row: int
    file: int
    rank: int
    promotion: Literal["white", "black"] | None


class Row(msgspec.Struct, frozen=True):
    """A line of the board as a reader meets it: from the top, each from the left."""

    name: str
    points: tuple[str, ...]


class Direction(msgspec.Struct, frozen=True):
    """A way to go from a point. `angle` is in degrees on the screen, clockwise from the right."""

    key: str
    angle: int


class Layer(msgspec.Struct, frozen=True):
    """Something drawn under the points that nobody plays on: its class and its SVG path."""

    kind: str
    path: str


class Geometry(msgspec.Struct, frozen=True):
    """Everything that the board component needs to know about a board.

    `cell` is the outline of one point, drawn round its centre; `piece` is the scale of a piece; `neighbours`
    gives, for each point, the next point in each direction.
    """

    kind: Literal["square", "orthogonal", "hex", "star"]
    width: int
    height: int
    cell: str
    piece: float
    points: tuple[Point, ...]
    rows: tuple[Row, ...]
    directions: tuple[Direction, ...]
    neighbours: dict[str, dict[str, str]]
    decor: tuple[Layer, ...]

    def point(self, square: int) -> Point:
        """Return the point of a numbered square."""
        return next(point for point in self.points if point.id == str(square))

    def squares(self) -> tuple[tuple[int, ...], ...]:
        """Return the numbered squares row by row, in reading order."""
        return tuple(tuple(int(name) for name in row.points) for row in self.rows)


@lru_cache(maxsize=32)
def geometry(rules: Rules) -> Geometry:
    """Return the picture of the board that `rules` are played on, White at the bottom.

    >>> from damiera._core import rules
    >>> picture = geometry(rules("italian"))
    >>> picture.points[0].name, picture.points[0].alg, picture.neighbours["1"]
    ('1', 'a8', {'se': '5'})
    """
    points = tuple(_point(rules, square) for square in range(1, rules.squares + 1))
    half = UNIT // 2
    return Geometry(
        kind="square",
        width=rules.files * UNIT,
        height=rules.ranks * UNIT,
        cell=f"M{-half} {-half}h{UNIT}v{UNIT}h{-UNIT}z",
        piece=1.0,
        points=points,
        rows=_rows(points),
        directions=tuple(Direction(key, angle) for key, angle in _DIRECTIONS),
        neighbours={point.id: _neighbours(rules, int(point.id)) for point in points},
        decor=_decor(rules, points),
    )


def _point(rules: Rules, square: int) -> Point:
    file, rank = rules.coordinates(square)
    row = rules.ranks - 1 - rank
    return Point(
        id=str(square),
        name=str(square),
        alg=f"{'abcdefghijklmnop'[file]}{rank + 1}",
        x=file * UNIT + UNIT // 2,
        y=row * UNIT + UNIT // 2,
        row=row,
        file=file,
        rank=rank,
        promotion=_promotion(rules, square),
    )


def _promotion(rules: Rules, square: int) -> Literal["white", "black"] | None:
    if square in rules.promotion_squares(Side.WHITE):
        return "white"
    if square in rules.promotion_squares(Side.BLACK):
        return "black"
    return None


def _rows(points: tuple[Point, ...]) -> tuple[Row, ...]:
    lines: dict[int, list[Point]] = {}
    for point in points:
        lines.setdefault(point.row, []).append(point)
    return tuple(
        Row(str(number + 1), tuple(point.id for point in sorted(line, key=lambda point: point.x)))
        for number, line in sorted(lines.items())
    )


def _neighbours(rules: Rules, square: int) -> dict[str, str]:
    found = {key: rules.neighbour(square, key) for key, _ in _DIRECTIONS if key in rules.directions}
    return {key: str(other) for key, other in found.items() if other is not None}


def _decor(rules: Rules, points: tuple[Point, ...]) -> tuple[Layer, ...]:
    played = {(point.file, point.row) for point in points}
    idle = [
        f"M{file * UNIT} {row * UNIT}h{UNIT}v{UNIT}h{-UNIT}z"
        for row in range(rules.ranks)
        for file in range(rules.files)
        if (file, row) not in played
    ]
    ground = Layer("ground", f"M0 0h{rules.files * UNIT}v{rules.ranks * UNIT}h{-rules.files * UNIT}z")
    return (ground, Layer("light", "".join(idle))) if idle else (ground,)
