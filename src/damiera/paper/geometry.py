"""The picture of a board as data: where its points lie, who is next to whom, in which order it is read.

The browser's board component draws this record and nothing else, so a board of another shape is another
record and no code. One square is 100 units wide; White is at the bottom; the origin is the top left corner.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from damiera._core import Rules, Side
from damiera.rules.squares import lettered

__all__ = ["UNIT", "BoardRow", "Direction", "Geometry", "Layer", "Point", "geometry"]

UNIT = 100

_HALF = UNIT // 2
_SLANT = 0.866  # height of a triangle with sides of 1

# The angle of each direction on the screen, in degrees clockwise from the right.
_SQUARE_ANGLES = {"ne": -45, "nw": -135, "se": 45, "sw": 135, "n": -90, "e": 0, "s": 90, "w": 180}
_HEXAGON_ANGLES = {"ne": -90, "e": -30, "s": 30, "sw": 90, "w": 150, "n": -150}
_STAR_ANGLES = {"e": 0, "se": 60, "sw": 120, "w": 180, "nw": -120, "ne": -60}
_HEXAGON = "M-58 0L-29 -50H29L58 0L29 50H-29z"
_HOLE = "M-30 0a30 30 0 1 0 60 0a30 30 0 1 0 -60 0z"
_STAR_RIM = 40  # round a star, for the tips of its points
# The side of a square in each direction: where it begins from the middle, and the line.
_BORDERS = {"n": (-50, -50, "h100"), "s": (-50, 50, "h100"), "w": (-50, -50, "v100"), "e": (50, -50, "v100")}
# The corners of each point of a star, by file and rank: its tip and the two holes at its foot.
_POINTS = (
    ((12, 0), (9, 3), (15, 3)),
    ((24, 4), (18, 4), (21, 7)),
    ((24, 12), (18, 12), (21, 9)),
    ((12, 16), (9, 13), (15, 13)),
    ((0, 12), (6, 12), (3, 9)),
    ((0, 4), (6, 4), (3, 7)),
)


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


class BoardRow(msgspec.Struct, frozen=True):
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
    gives, for each point, the next point in each direction; `hands` tells that men may wait beside the board.
    """

    kind: Literal["square", "orthogonal", "checkered", "lines", "hex", "star"]
    width: int
    height: int
    cell: str
    piece: float
    points: tuple[Point, ...]
    rows: tuple[BoardRow, ...]
    directions: tuple[Direction, ...]
    neighbours: dict[str, dict[str, str]]
    decor: tuple[Layer, ...]
    hands: bool = False

    def point(self, square: int) -> Point:
        """Return the point of a numbered square."""
        return next(point for point in self.points if point.id == str(square))

    def squares(self) -> tuple[tuple[int, ...], ...]:
        """Return the numbered squares row by row, in reading order."""
        return tuple(tuple(int(name) for name in row.points) for row in self.rows)


@lru_cache(maxsize=128)
def geometry(rules: Rules) -> Geometry:
    """Return the picture of the board that `rules` are played on, White at the bottom.

    >>> from damiera._core import rules
    >>> picture = geometry(rules("italian"))
    >>> picture.points[0].name, picture.points[0].alg, picture.neighbours["1"]
    ('1', 'a8', {'se': '5'})
    """
    points = tuple(_point(rules, square) for square in range(1, rules.squares + 1))
    kind, cell, angles = _look(rules)
    width, height = _size(rules)
    return Geometry(
        kind=kind,
        width=width,
        height=height,
        cell=cell,
        piece=1.0,
        points=points,
        rows=_rows(points),
        directions=tuple(Direction(key, angle) for key, angle in angles.items() if key in rules.directions),
        neighbours={point.id: _neighbours(rules, int(point.id)) for point in points},
        decor=_decor(rules, points),
        hands=rules.family == "reentry",
    )


_Kind = Literal["square", "orthogonal", "checkered", "lines", "hex", "star"]


def _look(rules: Rules) -> tuple[_Kind, str, dict[str, int]]:
    """Return the kind of board, the outline of a point and the angles of its directions."""
    square = f"M{-_HALF} {-_HALF}h{UNIT}v{UNIT}h{-UNIT}z"
    match rules.shape:
        case "hexagon":
            return "hex", _HEXAGON, _HEXAGON_ANGLES
        case "star":
            return "star", _HOLE, _STAR_ANGLES
        case "lined" | "ended":
            return "lines", square, _SQUARE_ANGLES
        case "full":
            return ("checkered" if _uses_colours(rules) else "orthogonal"), square, _SQUARE_ANGLES
    return "square", square, _SQUARE_ANGLES


def _uses_colours(rules: Rules) -> bool:
    """Whether men of a full board start, or move, by the colours of its squares."""
    ways = rules.traits["man_moves"]
    assert isinstance(ways, tuple)
    straight = {"n", "e", "s", "w"}
    return not straight & set(ways) and rules.slug.partition("~")[0] not in ("gothic", "gothic-losing")


def _size(rules: Rules) -> tuple[int, int]:
    match rules.shape:
        case "hexagon":
            return round((rules.files - 1) * UNIT * _SLANT) + 2 * 58, rules.ranks * UNIT
        case "star":
            across, down = (rules.files + 1) * _HALF, round((rules.ranks - 1) * UNIT * _SLANT) + UNIT
            return across + 2 * _STAR_RIM, down + 2 * _STAR_RIM
    return rules.files * UNIT, rules.ranks * UNIT


def _point(rules: Rules, square: int) -> Point:
    file, rank = rules.coordinates(square)
    x, y, row = _place(rules, file, rank)
    return Point(
        id=str(square),
        name=lettered(rules, square) if rules.lettered else str(square),
        alg=lettered(rules, square),
        x=x,
        y=y,
        row=row,
        file=file,
        rank=rank,
        promotion=_promotion(rules, square),
    )


def _place(rules: Rules, file: int, rank: int) -> tuple[int, int, int]:
    """Return where a square lies on the picture, and its row from the top."""
    match rules.shape:
        case "hexagon":
            last = rules.ranks - 1
            across = round((file - rank + last // 2) * UNIT * _SLANT) + 58
            return across, (2 * last - file - rank) * _HALF + _HALF, 2 * last - file - rank
        case "star":
            return (*_hole(file, rank), rank)
    row = rules.ranks - 1 - rank
    return file * UNIT + _HALF, row * UNIT + _HALF, row


def _hole(file: int, rank: int) -> tuple[int, int]:
    return (file + 1) * _HALF + _STAR_RIM, round(rank * UNIT * _SLANT) + _HALF + _STAR_RIM


def _promotion(rules: Rules, square: int) -> Literal["white", "black"] | None:
    if square in rules.promotion_squares(Side.WHITE):
        return "white"
    if square in rules.promotion_squares(Side.BLACK):
        return "black"
    return None


def _rows(points: tuple[Point, ...]) -> tuple[BoardRow, ...]:
    lines: dict[int, list[Point]] = {}
    for point in points:
        lines.setdefault(point.row, []).append(point)
    return tuple(
        BoardRow(str(number + 1), tuple(point.id for point in sorted(line, key=lambda point: point.x)))
        for number, line in sorted(lines.items())
    )


def _neighbours(rules: Rules, square: int) -> dict[str, str]:
    found = {key: rules.neighbour(square, key) for key in rules.directions}
    return {key: str(other) for key, other in found.items() if other is not None}


def _decor(rules: Rules, points: tuple[Point, ...]) -> tuple[Layer, ...]:
    width, height = _size(rules)
    ground = Layer("ground", f"M0 0h{width}v{height}h{-width}z")
    match rules.shape:
        case "hexagon":
            return _shades(points)
        case "star":
            return (ground, *_star_points(rules), Layer("web", _web(rules, points)))
        case "lined" | "ended":
            return (ground, Layer("web", _web(rules, points)))
        case "full":
            dark = 0 if rules.dark_corner == "left" else 1
            tinted = [(p.file, p.row) for p in points if (p.file + p.rank) % 2 == dark]
            if rules.family == "corners":
                return (ground, Layer("camp", _camps(rules)))
            return (ground, Layer("dark", _squares(tinted))) if _uses_colours(rules) else (ground,)
    played = {(point.file, point.row) for point in points}
    idle = [
        (file, row) for row in range(rules.ranks) for file in range(rules.files) if (file, row) not in played
    ]
    return (ground, Layer("light", _squares(idle)))


def _shades(points: tuple[Point, ...]) -> tuple[Layer, ...]:
    """Return the cells in three shades, no two alike side by side: so the six directions can be followed."""
    outline = "h58l29 50l-29 50h-58l-29 -50z"
    cells: dict[int, str] = {0: "", 1: "", 2: ""}
    for p in points:
        cells[(p.file + p.rank) % 3] += f"M{p.x - 29} {p.y - 50}{outline}"
    return tuple(Layer(f"shade-{shade}", path) for shade, path in cells.items())


def _star_points(rules: Rules) -> tuple[Layer, ...]:
    """Return the six points, each of the colour of whoever starts there."""
    layers = []
    for seat, corners in enumerate(_POINTS):
        spots = [_hole(*corner) for corner in corners]
        x, y = sum(spot[0] for spot in spots) / 3, sum(spot[1] for spot in spots) / 3
        wide = [f"{round(x + (a - x) * 1.36)} {round(y + (b - y) * 1.36)}" for a, b in spots]
        kind = f"point seat-{seat}" if seat in rules.seats else "point"
        layers.append(Layer(kind, f"M{'L'.join(wide)}z"))
    return tuple(layers)


def _camps(rules: Rules) -> str:
    """Return the borders of the corners where men begin, and to which the others go."""
    begin = rules.start().pieces
    lines = []
    for square, owner in begin.items():
        x, y, _ = _place(rules, *rules.coordinates(square))
        for way, side in _BORDERS.items():
            other = rules.neighbour(square, way)
            if other is not None and begin.get(other) != owner:
                lines.append(f"M{x + side[0]} {y + side[1]}{side[2]}")
    return "".join(lines)


def _web(rules: Rules, points: tuple[Point, ...]) -> str:
    """Return the lines that join the holes."""
    lines = []
    for point in points:
        for way in ("e", "se", "s", "sw"):
            other = rules.neighbour(int(point.id), way) if way in rules.directions else None
            if other is not None:
                lines.append(f"M{point.x} {point.y}L{points[other - 1].x} {points[other - 1].y}")
    return "".join(lines)


def _squares(places: list[tuple[int, int]]) -> str:
    return "".join(f"M{file * UNIT} {row * UNIT}h{UNIT}v{UNIT}h{-UNIT}z" for file, row in places)
