"""Small pictures of games, as lists and cards show them."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from markupsafe import Markup

from damiera._core import Position
from damiera.paper.geometry import UNIT, Geometry, Point, geometry
from damiera.paper.svg import diagram
from damiera.rules.ruleset import Ruleset, ruleset

__all__ = ["board_shape", "crop_round", "game_picture", "game_size", "pieces_on", "small_board"]

LEAST_ROWS = 5
LEAST_WINDOW = (900, 620)  # of a star: nine holes across, six rows


def board_shape(slug: str) -> Geometry:
    """Return the geometry of a game's board. Raises `UnknownGame`."""
    return geometry(ruleset(slug).core)


@lru_cache(maxsize=128)
def game_picture(slug: str) -> Markup:
    """Return a game's board as it stands at the beginning, as decoration."""
    game = ruleset(slug)
    return diagram(geometry(game.core), game.start().pieces)


def small_board(slug: str, pieces: dict[str, str]) -> Markup:
    """Return a game's board with these pieces, as decoration."""
    return diagram(geometry(ruleset(slug).core), {int(square): piece for square, piece in pieces.items()})


def game_size(game: Ruleset) -> str:
    """Return the size of the board and the men a side, as a card prints it.

    >>> from damiera.rules.ruleset import INTERNATIONAL
    >>> game_size(INTERNATIONAL)
    '10×10 · 20'
    """
    if game.core.shape in ("hexagon", "star"):
        return f"{game.core.squares} · {game.core.men}"
    return f"{game.core.files}×{game.core.ranks} · {game.core.men}"


def crop_round(rules: Ruleset, squares: Collection[int]) -> tuple[int, int, int, int] | None:
    """Return the part of a board that a diagram is about: whole rows, with one to spare on either side.

    Of a star it is a window round the holes; None is the whole board, and so is a hexagon shown.
    """
    shape = geometry(rules.core)
    if not squares or rules.core.shape == "hexagon":
        return None
    if rules.core.shape == "star":
        return _window(shape, [shape.points[hole - 1] for hole in squares])
    rows = [shape.points[square - 1].row for square in squares]
    last = rules.core.ranks - 1
    top, bottom = max(0, min(rows) - 1), min(last, max(rows) + 1)
    while bottom - top + 1 < min(LEAST_ROWS, last + 1):
        top, bottom = max(0, top - 1), min(last, bottom + 1)
    return (0, top * UNIT, shape.width, (bottom - top + 1) * UNIT)


def _window(shape: Geometry, points: Collection[Point]) -> tuple[int, int, int, int]:
    """Return a frame round some points, a hole to spare on every side, no smaller than LEAST_WINDOW."""
    left, right = min(p.x for p in points) - 2 * UNIT, max(p.x for p in points) + 2 * UNIT
    top, bottom = min(p.y for p in points) - 3 * UNIT // 2, max(p.y for p in points) + 3 * UNIT // 2
    spare = [
        max(0, least - size) // 2
        for least, size in zip(LEAST_WINDOW, (right - left, bottom - top), strict=True)
    ]
    left, right = max(0, left - spare[0]), min(shape.width, right + spare[0])
    top, bottom = max(0, top - spare[1]), min(shape.height, bottom + spare[1])
    return (left, top, right - left, bottom - top)


def pieces_on(position: Position) -> dict[int, str]:
    """Return what stands on the squares of a position: pieces, or whole towers."""
    return position.stacks or position.pieces
