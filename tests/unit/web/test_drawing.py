"""Boards, sprite, styles and files: what is drawn, and that every name used is defined."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET

import pytest

from damiera._core import rules
from damiera.paper.boards import crop_round, game_picture
from damiera.paper.geometry import geometry
from damiera.paper.svg import PIECE_SETS, Marks, board, diagram, piece_set_symbols, sprite
from damiera.rules.ruleset import CATALOGUE
from damiera.web.common.assets import BOARD_STYLE, STATIC, asset
from damiera.web.common.icons import ICONS, icon
from damiera.web.common.pages import FEATURES, as_json
from damiera.web.common.qr import qr

CSS = {path.name: path.read_text(encoding="utf-8") for path in [*(STATIC / "css").glob("*.css"), BOARD_STYLE]}
SVG = "{http://www.w3.org/2000/svg}"


def _parse(svg: str) -> ET.Element:
    """The picture; of a board with men beside it the board."""
    whole = ET.fromstring(f'<div xmlns="http://www.w3.org/2000/svg">{svg}</div>')
    (picture,) = whole.findall(f"{SVG}svg")
    return picture


@pytest.mark.parametrize("slug", list(CATALOGUE))
def test_a_board_is_a_grid_of_rows_in_the_order_of_reading(slug: str) -> None:
    core = rules(slug)
    drawn = _parse(board(geometry(core), core.start().pieces, label="x", _=str))
    cells = [cell.get("data-square") for cell in drawn.iter(f"{SVG}g") if cell.get("role") == "gridcell"]
    points = {point.id: point for point in geometry(core).points}
    places = [(points[cell].y, points[cell].x) for cell in cells if cell]
    assert places == sorted(places)
    assert len(set(cells)) == len(cells) == core.squares
    assert drawn.get("role") == "grid"
    rows = [row for row in drawn.iter(f"{SVG}g") if row.get("role") == "row"]
    assert len(rows) == len({y for y, _ in places})
    assert all(row.get("aria-label") for row in rows)


def test_a_flipped_board_reads_from_the_other_side() -> None:
    core = rules("italian")
    drawn = _parse(board(geometry(core), {32: "w"}, label="x", _=str, flipped=True))
    cells = [cell.get("data-square") for cell in drawn.iter(f"{SVG}g") if cell.get("role") == "gridcell"]
    assert cells == [str(square) for square in range(32, 0, -1)]
    (man,) = drawn.iter(f"{SVG}use")
    assert (man.get("x"), man.get("y")) == ("0", "0")


def test_exactly_one_cell_takes_the_tab_and_it_is_one_that_must_act() -> None:
    core = rules("italian")
    drawn = _parse(board(geometry(core), {22: "w", 18: "b"}, label="x", _=str, marks=Marks(must=[22])))
    stops = [c for c in drawn.iter(f"{SVG}g") if c.get("tabindex") == "0"]
    assert [c.get("aria-label") for c in stops] == ["22, white man, must capture"]


def test_labels_cannot_break_out_of_their_attribute() -> None:
    core = rules("italian")
    drawn = _parse(diagram(geometry(core), {}, label='"><script>'))
    assert drawn.get("aria-label") == '"><script>'


def test_a_diagram_without_a_label_is_decoration() -> None:
    assert _parse(game_picture("italian")).get("aria-hidden") == "true"


def test_sprite_has_every_piece_and_icon_that_is_used() -> None:
    ids = set(re.findall(r'<symbol id="([^"]+)"', sprite(ICONS.items())))
    marbles = {"p-white", "p-red", "p-green", "p-black", "p-blue", "p-yellow"}
    under = {"p-wu", "p-bu", "p-wku", "p-bku"}
    chessmen = {"p-wb", "p-bb", "p-wc", "p-bc"}
    assert {
        "p-w",
        "p-b",
        "p-wk",
        "p-bk",
        *under,
        *chessmen,
        *marbles,
        *(f"i-{name}" for name in ICONS),
    } == ids
    used = set()
    for path in [*FEATURES.rglob("*.html"), *(STATIC / "js").rglob("*.js")]:
        used |= set(re.findall(r"\bicon\(\"(\w+)\"\)", path.read_text(encoding="utf-8")))
    assert used <= set(ICONS)
    assert str(icon("play")) == '<svg class="ic" aria-hidden="true"><use href="#i-play"/></svg>'
    with pytest.raises(KeyError):
        icon("unicorn")


def test_each_set_of_pieces_is_whole_and_its_own() -> None:
    """A set has the same pictures under the same names; what it draws is no other set's."""
    kinds = ["w", "wk", "wu", "wku", "b", "bk", "bu", "bku"]
    chosen = str(piece_set_symbols())
    for look in PIECE_SETS:
        shapes = {}
        for text, prefix in ((str(sprite(look=look)), "p"), (chosen, look)):
            found = dict(re.findall(r'<symbol id="([^"]+)"[^>]*>(.*?)</symbol>', text))
            shapes[prefix] = [found[f"{prefix}-{kind}"] for kind in kinds]
        assert shapes["p"] == shapes[look]
    drawn = re.findall(r'<symbol id="[a-z]+-(?:w|wk|b|bk)"[^>]*>(.*?)</symbol>', chosen)
    assert len(drawn) == len(set(drawn)) == 4 * len(PIECE_SETS)


BOARDS_WITH_COLOURS = ("carrara", "notte", "ardesia", "cotto", "noce", "contrasto")


@pytest.mark.parametrize("name", BOARDS_WITH_COLOURS)
def test_names_and_pieces_are_told_from_the_squares_of_every_board(name: str) -> None:
    """WCAG 2.2: 4.5 to 1 for the names of squares, 3 to 1 for the edge of a man and for what marks a duty."""
    values = _colours(name)
    squares = values["--sq-dark"]
    assert _contrast(values["--coord"], squares) >= 4.5
    assert _contrast(values["--w-edge"], squares) >= 3
    assert max(_contrast(values["--b-hi"], squares), _contrast(values["--b-edge"], squares)) >= 3
    assert max(_contrast(values["--m-must"], squares), _contrast(values["--m-halo"], squares)) >= 3


def _colours(name: str) -> dict[str, str]:
    """Return the colours of a board: its own, and where it has none those of the first."""
    bodies = re.findall(r"^:root, \[data-board\] \{(.*?)\}", CSS["board.css"], re.S | re.M)
    bodies += re.findall(rf'^\[data-board="{name}"\] \{{(.*?)\}}', CSS["board.css"], re.S | re.M)
    assert len(bodies) == (1 if name == "carrara" else 2)
    return dict(re.findall(r"(--[\w-]+): (#\w+);", "".join(bodies)))


def _contrast(one: str, other: str) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    digits = colour.lstrip("#")
    pairs = [c * 2 for c in digits] if len(digits) == 3 else [digits[i : i + 2] for i in (0, 2, 4)]
    parts = [int(pair, 16) / 255 for pair in pairs]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_every_style_variable_used_is_defined() -> None:
    everything = "".join(CSS.values()) + str(sprite(ICONS.items()))
    defined = set(re.findall(r"(--[\w-]+)\s*:", everything))
    set_by_scripts = {"--tabbar", "--tip"}
    assert set(re.findall(r"var\((--[\w-]+)", everything)) <= defined | set_by_scripts


@pytest.mark.parametrize(("sheet", "theme"), [("dark.css", "notte"), ("contrast.css", "contrasto")])
def test_a_board_that_follows_the_page_is_the_board_of_that_name(sheet: str, theme: str) -> None:
    named = re.search(rf'\[data-board="{theme}"\] \{{\n(.*?)\n\}}', CSS["board.css"], re.S)
    following = re.search(r":root:not\(\[data-board\]\) \{\n(.*?)\n\}", CSS[sheet], re.S)
    assert named is not None
    assert following is not None
    assert named[1] == following[1]


def test_styles_load_nothing() -> None:
    for name, text in CSS.items():
        assert "@import" not in text, name
        assert set(re.findall(r"url\(([^)]*)\)", text)) <= {"#hatch", "#hatch-print"}, name


def test_addresses_of_files_are_checked() -> None:
    assert re.fullmatch(r"/s/[0-9a-f]{12}/css/app\.css", asset("css/app.css"))
    with pytest.raises(KeyError):
        asset("css/nothing.css")


def test_json_in_a_page_cannot_end_its_element() -> None:
    assert "</script" not in as_json({"name": "</script><script>alert(1)"})
    assert "\u2028" not in as_json("a\u2028b")


def test_a_code_to_be_scanned_is_drawn_by_us() -> None:
    drawn = str(qr("http://192.168.1.7:8080/join/7k2m-9xqd"))
    assert drawn.startswith('<svg aria-hidden="true"')
    assert "<path" in drawn


@pytest.mark.parametrize("slug", list(CATALOGUE))
def test_points_lie_on_the_picture_and_neighbours_where_their_angle_points(slug: str) -> None:
    shape = geometry(rules(slug))
    angles = {way.key: way.angle for way in shape.directions}
    points = {point.id: point for point in shape.points}
    for point in shape.points:
        assert 0 < point.x < shape.width
        assert 0 < point.y < shape.height
        for key, other in shape.neighbours[point.id].items():
            there = points[other]
            seen = math.degrees(math.atan2(there.y - point.y, there.x - point.x))
            assert abs((seen - angles[key] + 180) % 360 - 180) < 2, (point.id, key)


@pytest.mark.parametrize(
    ("slug", "kind", "points"),
    [
        ("italian", "square", 32),
        ("turkish", "orthogonal", 64),
        ("dameo", "orthogonal", 64),
        ("ugolki", "orthogonal", 64),
        ("halma", "orthogonal", 256),
        ("halma~board=10x10~seats=4", "orthogonal", 100),
        ("alquerque", "lines", 25),
        ("tobit", "lines", 38),
        ("cheskers", "square", 32),
        ("zamma", "lines", 81),
        ("gothic", "orthogonal", 64),
        ("black-white", "checkered", 64),
        ("double-cross", "checkered", 64),
        ("hexdame", "hex", 61),
        ("chinese-checkers", "star", 121),
        ("lasca", "square", 25),
        ("south-african", "square", 98),
    ],
)
def test_each_kind_of_board_has_its_look(slug: str, kind: str, points: int) -> None:
    shape = geometry(rules(slug))
    assert (shape.kind, len(shape.points)) == (kind, points)
    assert len({(point.x, point.y) for point in shape.points}) == points


def test_a_tower_is_drawn_from_the_bottom_up_with_its_height_and_said_by_its_top() -> None:
    core = rules("bashni")
    drawn = _parse(board(geometry(core), {1: "wWwB", 2: "bw"}, label="x", _=str))
    low, high = sorted(drawn.iter(f"{SVG}symbol"), key=lambda symbol: len(symbol.get("id", "")))
    assert [use.get("href") for use in high.iter(f"{SVG}use")] == ["#p-wu", "#p-wku", "#p-wu", "#p-bk"]
    assert [use.get("href") for use in low.iter(f"{SVG}use")] == ["#p-bu", "#p-w"]
    assert [[text.text for text in tower.iter(f"{SVG}text")] for tower in (low, high)] == [[], ["4"]]
    cell = next(c for c in drawn.iter(f"{SVG}g") if c.get("data-square") == "1")
    assert cell.get("aria-label") == "b8, tower of 4, on top black king"


def test_men_that_wait_lie_beside_the_board() -> None:
    core = rules("reentry")
    crop = (0, 300, 800, 500)
    drawn = _parse(diagram(geometry(core), {22: "w"}, crop=crop, hands=(2, 0)))
    assert drawn.get("viewBox") == "0 300 800 588"
    (inner,) = drawn.findall(f"{SVG}svg")
    assert inner.get("viewBox") == "0 300 800 500"
    (hand,) = [g for g in drawn.iter(f"{SVG}g") if g.get("class") == "hand"]
    assert [use.get("href") for use in hand.iter(f"{SVG}use")] == ["#p-w", "#p-w"]


@pytest.mark.parametrize(("slug", "size"), [("international", 37), ("canadian", 44), ("south-african", 51)])
def test_names_on_many_squares_are_large_enough_for_a_phone(slug: str, size: int) -> None:
    """A diagram of the rules is some 330 pixels wide there; twelve of them is the least height of a name."""
    shape = geometry(rules(slug))
    drawn = _parse(diagram(shape, {}, numbers=True, small=True))
    assert f"names-{size}" in (drawn.get("class") or "").split()
    assert f".board.names-{size} .coords text {{ font-size: {size}px; }}" in CSS["board.css"]
    assert size * 330 / shape.width >= 12


def test_each_side_has_its_rail_beside_the_board_to_play_on() -> None:
    for flipped, sides in ((False, ["black", "white"]), (True, ["white", "black"])):
        drawn = str(board(geometry(rules("reentry")), {}, label="x", _=str, flipped=flipped, hands=(2, 0)))
        assert re.findall(r'class="rail" data-side="(\w+)"', drawn) == sides
        assert drawn.count('href="#p-w"') == 2
        assert 'aria-label="White, waiting: 2"' in drawn


def test_a_man_that_comes_back_is_a_shadow_on_its_square() -> None:
    drawn = _parse(diagram(geometry(rules("reentry")), {}, marks=Marks(enters={30: "w"}, route=(30, 26))))
    (ghost,) = [g for g in drawn.iter(f"{SVG}g") if g.get("class") == "ghost"]
    assert [use.get("data-square") for use in ghost.iter(f"{SVG}use")] == ["30"]


def test_a_part_of_a_star_shows_whole_holes_with_their_numbers_on_the_marbles() -> None:
    shape = geometry(rules("chinese-checkers"))
    crop = crop_round(CATALOGUE["chinese-checkers"], {61, 71})
    assert crop is not None
    drawn = _parse(diagram(shape, {61: "0", 1: "0"}, numbers=True, crop=crop))
    names = [text.text for text in drawn.iter(f"{SVG}text")]
    assert {"61", "71", "51"} <= set(names)
    assert "1" not in names
    assert len([c for c in drawn.iter(f"{SVG}circle") if c.get("class") == "plate"]) == 1
    left, top, width, height = crop
    for name in names:
        point = shape.points[int(name or 0) - 1]
        assert left + 30 <= point.x <= left + width - 30
        assert top + 30 <= point.y <= top + height - 30


def test_no_two_cells_of_a_hexagon_alike_lie_side_by_side() -> None:
    shape = geometry(rules("hexdame"))
    shade = {point.id: (point.file + point.rank) % 3 for point in shape.points}
    assert [layer.kind for layer in shape.decor] == ["shade-0", "shade-1", "shade-2"]
    assert [layer.path.count("M") for layer in shape.decor] == [
        list(shade.values()).count(n) for n in range(3)
    ]
    for point in shape.points:
        assert all(shade[other] != shade[point.id] for other in shape.neighbours[point.id].values())


def test_a_star_shows_who_starts_where() -> None:
    for slug, seats in (("chinese-checkers", {0, 3}), ("chinese-checkers-6", set(range(6)))):
        kinds = [layer.kind for layer in geometry(rules(slug)).decor]
        assert {int(kind[-1]) for kind in kinds if kind.startswith("point seat-")} == seats
        assert len([kind for kind in kinds if kind.startswith("point")]) == 6


def test_squares_are_named_as_the_game_names_them() -> None:
    names = {
        slug: geometry(rules(slug)).points[0].name for slug in ("russian", "hexdame", "italian", "spanish")
    }
    assert names == {"russian": "b8", "hexdame": "e9", "italian": "1", "spanish": "1"}


def test_bishops_and_camels_are_of_the_set_that_is_chosen() -> None:
    chosen = str(piece_set_symbols())
    for name in ("wb", "wc", "bb", "bc"):
        drawn = {re.search(rf'id="{look}-{name}"[^>]*>(.*?)</symbol>', chosen)[1] for look in PIECE_SETS}  # type: ignore[index]
        assert len(drawn) == len(PIECE_SETS)
