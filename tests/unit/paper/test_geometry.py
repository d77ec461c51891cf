"""The geometry record that the board component draws."""

from __future__ import annotations

from math import atan2, degrees

import msgspec
import pytest

from damiera import _core
from damiera.paper.geometry import UNIT, Geometry, geometry
from damiera.paper.svg import diagram
from damiera.rules.ruleset import ruleset

GAMES = ("italian", "english", "international")


def picture(slug: str) -> Geometry:
    return geometry(_core.rules(slug))


@pytest.mark.parametrize(
    ("slug", "squares", "side"), [("italian", 32, 8), ("english", 32, 8), ("international", 50, 10)]
)
def test_every_square_has_one_point_inside_the_picture(slug: str, squares: int, side: int) -> None:
    record = picture(slug)
    assert [point.id for point in record.points] == [str(n) for n in range(1, squares + 1)]
    assert (record.width, record.height) == (side * UNIT, side * UNIT)
    assert len({(point.x, point.y) for point in record.points}) == squares
    assert all(0 < point.x < record.width and 0 < point.y < record.height for point in record.points)


@pytest.mark.parametrize(
    ("slug", "square", "alg", "x", "y"),
    [
        ("italian", 1, "a8", 50, 50),  # no playing square at a1: the corners are a8 and h1
        ("italian", 32, "h1", 750, 750),
        ("italian", 22, "d3", 350, 550),
        ("english", 1, "b8", 150, 50),
        ("english", 29, "a1", 50, 750),
        ("international", 1, "b10", 150, 50),
        ("international", 46, "a1", 50, 950),
    ],
)
def test_squares_lie_where_the_federation_numbers_them(
    slug: str, square: int, alg: str, x: int, y: int
) -> None:
    point = picture(slug).points[square - 1]
    assert (point.alg, point.x, point.y) == (alg, x, y)


@pytest.mark.parametrize("slug", GAMES)
def test_rows_are_read_from_the_top_left(slug: str) -> None:
    record = picture(slug)
    by_id = {point.id: point for point in record.points}
    read = [by_id[name] for row in record.rows for name in row.points]
    assert len(read) == len(record.points)
    assert read == sorted(read, key=lambda point: (point.y, point.x))
    assert [row.name for row in record.rows] == [str(n + 1) for n in range(len(record.rows))]


@pytest.mark.parametrize("slug", GAMES)
def test_neighbours_lie_in_the_direction_they_are_named_for(slug: str) -> None:
    record = picture(slug)
    by_id = {point.id: point for point in record.points}
    angle = {direction.key: direction.angle for direction in record.directions}
    for name, ways in record.neighbours.items():
        for key, other in ways.items():
            dx, dy = by_id[other].x - by_id[name].x, by_id[other].y - by_id[name].y
            assert (abs(dx), abs(dy)) == (UNIT, UNIT)
            assert round(degrees(atan2(dy, dx))) == angle[key]
    assert sum(map(len, record.neighbours.values())) == {"international": 162}.get(slug, 98)


@pytest.mark.parametrize("slug", GAMES)
def test_each_side_promotes_on_the_far_row(slug: str) -> None:
    record = picture(slug)
    far = {
        side: {point.rank for point in record.points if point.promotion == side}
        for side in ("white", "black")
    }
    assert far == {"white": {len(record.rows) - 1}, "black": {0}}


def test_unplayed_squares_are_decor() -> None:
    ground, light = picture("italian").decor
    assert (ground.kind, light.kind) == ("ground", "light")
    assert light.path.count("M") == 32
    assert "M100 0h100v100h-100z" in light.path
    assert "M0 0h100v100" not in light.path


def test_the_record_travels_as_json() -> None:
    record = picture("italian")
    assert msgspec.json.decode(msgspec.json.encode(record), type=Geometry) == record


@pytest.mark.parametrize(("slug", "sides"), [("ugolki", 14), ("halma", 20), ("halma~seats=4", 32)])
def test_the_corners_have_borders_towards_the_board(slug: str, sides: int) -> None:
    """One line for each side of a square of a corner that has a square outside the corner beside it."""
    (border,) = (layer.path for layer in geometry(ruleset(slug).core).decor if layer.kind == "camp")
    assert border.count("M") == sides
    assert all(layer.kind != "camp" for layer in geometry(ruleset("turkish").core).decor)


def test_a_very_wide_board_is_drawn_with_names_at_its_edges() -> None:
    drawn = diagram(geometry(ruleset("halma").core), {}, numbers=True)
    assert drawn.count("<text") == 31
    assert diagram(geometry(ruleset("ugolki").core), {}, numbers=True).count("<text") == 64
