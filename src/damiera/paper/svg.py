"""Boards drawn on the server: the first picture of a game, diagrams of the book, small boards of lists.

A board is one `<svg>` of layers; `static/js/README.md` describes them, because the browser goes on from this
very picture. Pieces are `<use>` of the symbols of `sprite()`, which a page carries once. Colours are CSS
properties.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from math import hypot

from markupsafe import Markup

from damiera._core import Side
from damiera.paper.geometry import Geometry, Point
from damiera.rules.pieces import DRAUGHTSMEN, Piece

__all__ = [
    "PIECE_SETS",
    "Marks",
    "board",
    "diagram",
    "piece_said",
    "piece_set_symbols",
    "piece_words",
    "sprite",
]

Translate = Callable[[str], str]


def _symbol_of(piece: Piece) -> str:
    """Return the name of a piece's picture: `p-w`, a king's `p-wk`, a bishop's `p-wb`, a marble's `p-red`."""
    colour = piece.side.name.lower()
    return f"p-{colour}" if piece.is_marble else f"p-{colour[0]}{piece.sign.lower()}"


_UNSEEN = '<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">'
PIECE_SETS = ("turned", "flat", "ivory")


@dataclass(frozen=True, slots=True)
class _Wood:
    """The colours of one side's turned pieces."""

    colour: str
    light: str
    deep: str
    side: str
    edge: str
    groove: str
    crown: str


WOODS = (
    _Wood("w", "#fffdf4", "#e3cda0", "#d2b47c", "#3a2409", "#8a6a35", "#9c2410"),
    _Wood("b", "#7a4a2c", "#2e170b", "#40210f", "#170a03", "#160802", "#f0bd5a"),
)
WOODEN_SHADOW = '<circle cx="1.5" cy="5.5" r="39" fill="#000" opacity=".3"/>'
SYMBOLS = {piece.letter: _symbol_of(piece) for piece in Piece}
BELOW = {piece.letter: f"{_symbol_of(piece)}u" for piece in DRAUGHTSMEN}  # under another piece of a tower
COUNTED = 4  # from so many pieces on, a tower's height is written beside it
# Each seat of a star has its own colour and sign, so that colours need not be told apart.
MARBLES = {
    "white": ("#fdfcf8", "#12201b", "M-13 -13H13V13H-13z"),
    "red": ("#b8301a", "#fff", "M-15 0a15 15 0 1 0 30 0a15 15 0 1 0 -30 0z"),
    "green": ("#0d6b55", "#fff", "M0 -17L16 12H-16z"),
    "black": ("#1c2421", "#fff", "M-13 -13L13 13M13 -13L-13 13"),
    "blue": ("#2c4fb0", "#fff", "M-17 0H17"),
    "yellow": ("#ffc94d", "#12201b", "M-17 0H17M0 -17V17"),
}
CROWN = "M-19 11L-23-10L-10.5-1L0-16L10.5-1L23-10L19 11Z"
MITRE = "M-11 17H11L14 6C16-3 9-11 3-18L0-25L-3-18C-9-11-16-3-14 6Z"
CAMEL = (
    "M-21 17V1C-21-8-13-12-9-4C-5 1-1 0 1-7C3-15 10-15 12-6L15-16C16-20 22-20 24-16"
    "L19-12L15 3C14 7 11 8 11 10V17H6V8H-14V17Z"
)
RING = 43
CORNER = 47
NUMBERS = 17
SMALL_BOARD_NUMBERS = 27
NAMES = {1000: 37, 1200: 44, 1400: 51, 1600: 44}  # of squares, by the width of the board
_WIDEST = 1400  # a wider board has names at its edges only
RAIL = 88
RAIL_GAP = 10


@dataclass(frozen=True, slots=True)
class Marks:
    """What is pointed at on a board. Squares by number; `last` and `route` are origin, landings, destination.

    `marked` squares are filled: they are what is spoken of. `enters` are the men that come back before the
    move, by square.
    """

    can: Sequence[int] = ()
    must: Sequence[int] = ()
    last: Sequence[int] = ()
    route: Sequence[int] = ()
    jumped: Sequence[int] = ()
    marked: Sequence[int] = ()
    enters: Mapping[int, str] = field(default_factory=dict)


def board(
    geometry: Geometry,
    pieces: Mapping[int, str],
    *,
    label: str,
    _: Translate,
    marks: Marks | None = None,
    flipped: bool = False,
    numbers: bool = True,
    hands: tuple[int, int] = (0, 0),
) -> Markup:
    """Draw a board that can be walked square by square, a grid of rows of cells; beside it who waits."""
    view = _View(geometry, flipped)
    marks = marks or Marks()
    names = _coordinates(view, numbers, points=_named(view, geometry.points, None))
    star = geometry.kind == "star"  # a marble fills its hole: its sign comes before the name
    layers = (
        _ground(view),
        _cells(view, pieces, marks, _),
        names if star else "",
        _layer("under", _last(view, marks.last) + _marked(view, marks.marked)),
        _layer("pieces", _towers(pieces) + _pieces(view, pieces)),
        _layer("over", _rings(view, marks)),
        "" if star else names,
    )
    box = f"0 0 {geometry.width} {geometry.height}"
    grid = f'role="grid" aria-label="{escape(label)}"'
    drawn = f'<svg class="board {geometry.kind}" viewBox="{box}" {grid}>{"".join(layers)}</svg>'
    if not geometry.hands:
        return Markup(drawn)
    white = _rail(Side.WHITE, hands[0], _("White, waiting: {n}"))
    black = _rail(Side.BLACK, hands[1], _("Black, waiting: {n}"))
    return Markup(white + drawn + black if flipped else black + drawn + white)


def _rail(side: Side, men: int, said: str) -> str:
    """Return the men that wait, outside the board, where the browser's board has them."""
    use = f'<use href="#{_symbol_of(Piece.man_of(side))}" x="-50" y="-50" width="100" height="100"/>'
    man = f'<svg viewBox="-50 -50 100 100" aria-hidden="true">{use}</svg>'
    label = escape(said.format(n=men))
    return (
        f'<div class="rail" data-side="{side.name.lower()}" role="img" aria-label="{label}">{man * men}</div>'
    )


def diagram(
    geometry: Geometry,
    pieces: Mapping[int, str],
    *,
    label: str = "",
    marks: Marks | None = None,
    numbers: bool = False,
    crop: tuple[int, int, int, int] | None = None,
    hands: tuple[int, int] = (0, 0),
    small: bool = False,
) -> Markup:
    """Draw a board to be looked at, or the part of it in `crop` (left, top, width, height).

    `small` gives the squares names that can be read on a phone, however many they are; `hands` are the men of
    White and of Black that wait beside the board. Without a label it is decoration and hidden from readers of
    speech.
    """
    view = _View(geometry, flipped=False)
    marks = marks or Marks()
    line, head = _route(view, marks.route)
    left, top, width, height = crop or (0, 0, geometry.width, geometry.height)
    seen = [p for p in geometry.points if crop is None or geometry.kind != "star" or _within(p, crop)]
    size = NAMES.get(geometry.width, SMALL_BOARD_NUMBERS) if small else SMALL_BOARD_NUMBERS
    names = _coordinates(view, numbers, size=size, points=_named(view, seen, crop))
    men = _towers(pieces) + _pieces(view, {int(p.id): pieces[int(p.id)] for p in seen if int(p.id) in pieces})
    layers = (
        _ground(view),
        _layer("cells", "".join(_shape(view, p) for p in seen)),
        _layer("under", _marked(view, marks.marked) + _last(view, marks.last) + line),
        "" if geometry.kind == "star" else names,
        _layer("pieces", men + _entering(view, marks.enters)),
        _layer("over", _rings(view, marks) + head),
        # a marble fills its hole: there the name stands on it
        _layer("over", _plates(seen, pieces)) + names if geometry.kind == "star" and numbers else "",
        _layer("over", _crosses(view, marks.jumped)),
    )
    role = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    kind = f"board mini {geometry.kind}" + (f" names-{size}" if size in NAMES.values() else "")
    if not any(hands):
        box = f"{left} {top} {width} {height}"
        return Markup(f'<svg class="{kind}" viewBox="{box}" {role}>{"".join(layers)}</svg>')
    above, below = (RAIL if hands[1] else 0), (RAIL if hands[0] else 0)
    place = f'x="{left}" y="{top}" width="{width}" height="{height}" viewBox="{left} {top} {width} {height}"'
    rails = _hand(Side.BLACK, hands[1], left, top - RAIL, width)
    rails += _hand(Side.WHITE, hands[0], left, top + height + RAIL_GAP, width)
    box = f"{left} {top - above} {width} {height + above + below}"
    kind = f"board mini {geometry.kind} handed"
    return Markup(
        f'<svg class="{kind}" viewBox="{box}" {role}><svg {place}>{"".join(layers)}</svg>{rails}</svg>'
    )


def _within(point: Point, crop: tuple[int, int, int, int]) -> bool:
    left, top, width, height = crop
    across, down = left + 40 <= point.x <= left + width - 40, top + 40 <= point.y <= top + height - 40
    return across and down


def _plates(points: Iterable[Point], pieces: Mapping[int, str]) -> str:
    return "".join(
        f'<circle class="plate" cx="{p.x}" cy="{p.y}" r="27"/>' for p in points if int(p.id) in pieces
    )


def _entering(view: _View, men: Mapping[int, str]) -> str:
    return f'<g class="ghost">{_pieces(view, men)}</g>' if men else ""


def _hand(side: Side, men: int, left: int, top: int, width: int) -> str:
    """Return the men that wait, on a rail beside the board."""
    if not men:
        return ""
    height, man = RAIL - RAIL_GAP, _symbol_of(Piece.man_of(side))
    shown = "".join(
        f'<use href="#{man}" x="{left + 10 + i * 62}" y="{top + 5}" width="66" height="66"/>'
        for i in range(men)
    )
    rail = f'<rect class="rail" x="{left}" y="{top}" width="{width}" height="{height}" rx="10"/>'
    return f'<g class="hand" aria-hidden="true">{rail}{shown}</g>'


def piece_words(_: Translate) -> dict[str, str]:
    """Return how each piece is said, by its letter; the empty key is an empty square.

    >>> piece_words(str)["W"]
    'white king'
    """
    men = {"w": _("white man"), "b": _("black man")}
    seats = (_("white"), _("red"), _("green"), _("black"), _("blue"), _("yellow"))
    marbles = {str(seat): _("{colour} marble").format(colour=word) for seat, word in enumerate(seats)}
    kings = {"W": _("white king"), "B": _("black king")}
    bishops = {"s": _("white bishop"), "t": _("black bishop")}
    camels = {"c": _("white camel"), "d": _("black camel")}
    return {**men, **kings, **bishops, **camels, **marbles, "": _("empty")}


def piece_said(piece: str, words: Mapping[str, str], _: Translate) -> str:
    """Return how what stands on a square is said: a piece, or a tower by its height and its top.

    >>> piece_said("wwB", piece_words(str), str)
    'tower of 3, on top black king'
    """
    if len(piece) < 2:
        return words[piece]
    return _("tower of {n}, on top {piece}").format(n=len(piece), piece=words[piece[-1]])


@dataclass(frozen=True, slots=True)
class _View:
    """A geometry seen from one side of the table."""

    geometry: Geometry
    flipped: bool

    def at(self, square: int) -> tuple[int, int]:
        return self.spot(self.geometry.points[square - 1])

    def spot(self, point: Point) -> tuple[int, int]:
        if self.flipped:
            return self.geometry.width - point.x, self.geometry.height - point.y
        return point.x, point.y

    def rows(self) -> list[list[int]]:
        rows = [[int(name) for name in row.points] for row in self.geometry.rows]
        return [row[::-1] for row in reversed(rows)] if self.flipped else rows


def _layer(name: str, inner: str) -> str:
    return f'<g class="{name}" aria-hidden="true">{inner}</g>'


def _ground(view: _View) -> str:
    """Draw what lies under the points, turned with the board: a star's points have colours."""
    paths = "".join(f'<path class="{d.kind}" d="{d.path}"/>' for d in view.geometry.decor)
    middle = f"{view.geometry.width / 2:g} {view.geometry.height / 2:g}"
    return _layer("decor", f'<g transform="rotate(180 {middle})">{paths}</g>' if view.flipped else paths)


def _shape(view: _View, point: Point) -> str:
    x, y = view.spot(point)
    return f'<path class="pt" transform="translate({x} {y})" d="{view.geometry.cell}"/>'


def _cells(view: _View, pieces: Mapping[int, str], marks: Marks, _: Translate) -> str:
    first = next(iter([*marks.must, *marks.can, view.rows()[0][0]]))
    words, row_name = piece_words(_), _("row {name}")
    rows = []
    for index, squares in enumerate(view.rows(), 1):
        cells = "".join(_cell(view, s, pieces.get(s, ""), marks, words, s == first, _) for s in squares)
        rows.append(f'<g role="row" aria-label="{escape(row_name.format(name=index))}">{cells}</g>')
    return f'<g class="cells" role="rowgroup">{"".join(rows)}</g>'


def _cell(
    view: _View, square: int, piece: str, marks: Marks, words: Mapping[str, str], first: bool, _: Translate
) -> str:
    state = _("must capture") if square in marks.must else _("can move") if square in marks.can else ""
    name = view.geometry.points[square - 1].name
    said = ", ".join(filter(None, (name, piece_said(piece, words, _), state)))
    tab = 0 if first else -1
    shape = _shape(view, view.geometry.points[square - 1])
    return (
        f'<g role="gridcell" data-square="{square}" tabindex="{tab}" aria-label="{escape(said)}">{shape}</g>'
    )


def _coordinates(view: _View, shown: bool, size: int = NUMBERS, points: Sequence[Point] | None = None) -> str:
    if not shown:
        return _layer("coords", "")
    spots = ((p.name, *view.spot(p)) for p in (view.geometry.points if points is None else points))
    dx, dy, anchor = _corner(view.geometry.kind, size)
    texts = (f'<text x="{x + dx}" y="{y + dy}"{anchor}>{n}</text>' for n, x, y in spots)
    return _layer("coords", "".join(texts))


def _named(view: _View, points: Sequence[Point], crop: tuple[int, int, int, int] | None) -> Sequence[Point]:
    """Return the points whose names are drawn: all; of a very wide board those at the left and the bottom."""
    if view.geometry.width <= _WIDEST:
        return points
    seen = [point for point in points if crop is None or _within(point, crop)]
    left = min(view.spot(point)[0] for point in seen)
    bottom = max(view.spot(point)[1] for point in seen)
    return [point for point in seen if view.spot(point)[0] == left or view.spot(point)[1] == bottom]


def _corner(kind: str, size: int) -> tuple[int, int, str]:
    """Return where in a point its name stands: in a corner, at the top of a hexagon, within a hole."""
    middle = ' text-anchor="middle"'
    return {"hex": (0, size - 51, middle), "star": (0, 9 if size == NUMBERS else 11, middle)}.get(
        kind, (-46, size - 50, "")
    )


def _pieces(view: _View, pieces: Mapping[int, str]) -> str:
    return "".join(_piece(view, square, piece) for square, piece in sorted(pieces.items()))


def _piece(view: _View, square: int, piece: str) -> str:
    x, y = view.at(square)
    return (
        f'<use class="pc" data-square="{square}" data-piece="{piece}" href="#{_symbol(piece)}"'
        f' x="{x - 50}" y="{y - 50}" width="100" height="100"/>'
    )


def _symbol(piece: str) -> str:
    return SYMBOLS[piece] if len(piece) == 1 else f"t-{piece}"


def _towers(pieces: Mapping[int, str]) -> str:
    """Return a symbol for each tower: its pieces from the bottom up, and how many they are."""
    return "".join(_tower(stack) for stack in sorted({piece for piece in pieces.values() if len(piece) > 1}))


def _tower(stack: str) -> str:
    step = min(13, 36 / (len(stack) - 1))
    low = (len(stack) - 1) * step / 2
    discs = "".join(
        f'<use href="#{SYMBOLS[piece] if i == len(stack) - 1 else BELOW[piece]}"'
        f' x="-50" y="{-50 + low - i * step:g}" width="100" height="100"/>'
        for i, piece in enumerate(stack)
    )
    if len(stack) > 2:
        discs = f'<g transform="scale(.9)">{discs}</g>'
    # a symbol is drawn outside the board's own styles: what it looks like is written on it
    badge = (
        '<circle cx="33" cy="32" r="19" fill="#fff" stroke="#12201b" stroke-width="2.5"/>'
        '<text x="33" y="42" fill="#12201b" font-size="29" font-weight="700" text-anchor="middle">'
        f"{len(stack)}</text>"
    )
    inner = discs + (badge if len(stack) >= COUNTED else "")
    return f'<symbol id="t-{stack}" viewBox="-50 -50 100 100" overflow="visible">{inner}</symbol>'


def _last(view: _View, path: Sequence[int]) -> str:
    if len(path) < 2:
        return ""
    x, y = view.at(path[0])
    line = _points(view.at(s) for s in path)
    return (
        f'<rect class="from" x="{x - 47}" y="{y - 47}" width="94" height="94" rx="6"/>'
        f'<polyline class="last edge" points="{line}"/><polyline class="last" points="{line}"/>'
    )


def _marked(view: _View, squares: Sequence[int]) -> str:
    return "".join(
        f'<rect class="sel" x="{x - 50}" y="{y - 50}" width="100" height="100"/>'
        for x, y in map(view.at, squares)
    )


def _rings(view: _View, marks: Marks) -> str:
    can = "".join(f'<circle class="can" cx="{x}" cy="{y}" r="{RING}"/>' for x, y in map(view.at, marks.can))
    return can + "".join(_must(*view.at(s)) for s in marks.must)


def _must(x: int, y: int) -> str:
    signs = [(sx, sy) for sx in (-1, 1) for sy in (-1, 1)]
    arm = CORNER - 20
    d = "".join(f"M{x + sx * CORNER} {y + sy * arm}V{y + sy * CORNER}H{x + sx * arm}" for sx, sy in signs)
    circle = f'cx="{x}" cy="{y}" r="{RING}"'
    return (
        f'<g class="must"><path class="halo" d="{d}"/><circle class="halo" {circle}/>'
        f'<circle {circle}/><path d="{d}"/></g>'
    )


def _route(view: _View, path: Sequence[int]) -> tuple[str, str]:
    """Return the line of a route, drawn under the pieces, and its arrowhead, drawn over them."""
    if len(path) < 2:
        return "", ""
    spots = [(float(x), float(y)) for x, y in map(view.at, path)]
    near, far = _toward(spots[0], spots[1], 40), _toward(spots[-1], spots[-2], 48)
    tip = _toward(spots[-1], spots[-2], 16)
    ux, uy = (tip[0] - far[0]) / 32 * 16, (tip[1] - far[1]) / 32 * 16
    line = _points([near, *spots[1:-1], far])
    corners = (tip, (far[0] - uy, far[1] + ux), (far[0] + uy, far[1] - ux))
    head = "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in corners) + "z"
    return (
        f'<g class="route r1"><polyline class="edge" points="{line}"/><polyline points="{line}"/></g>',
        f'<g class="route r1"><path d="{head}"/></g>',
    )


def _crosses(view: _View, squares: Sequence[int]) -> str:
    return "".join(_cross(x + 29, y - 29) for x, y in map(view.at, squares))


def _cross(x: int, y: int) -> str:
    d = f"M{x - 7} {y - 7}L{x + 7} {y + 7}M{x + 7} {y - 7}L{x - 7} {y + 7}"
    return f'<g class="cross"><circle cx="{x}" cy="{y}" r="17"/><path d="{d}"/></g>'


def _toward(a: tuple[float, float], b: tuple[float, float], distance: float) -> tuple[float, float]:
    whole = hypot(b[0] - a[0], b[1] - a[1])
    return a[0] + (b[0] - a[0]) / whole * distance, a[1] + (b[1] - a[1]) / whole * distance


def _points(spots: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:.0f},{y:.0f}" for x, y in spots)


def sprite(icons: Iterable[tuple[str, str]] = (), look: str = "turned") -> Markup:
    """Return the hatch, the pieces and icons by name and shape, for the top of a page.

    Args:
        icons: names and inner pictures.
        look: the set of pieces, one of `PIECE_SETS`.
    """
    round_ends = 'stroke-linecap="round" stroke-linejoin="round"'
    stroke = f'fill="none" stroke="currentColor" stroke-width="1.8" {round_ends}'
    pieces = "".join(
        f'<symbol id="{name}" viewBox="-50 -50 100 100" overflow="visible">{shape}</symbol>'
        for name, shape in _piece_symbols(look)
    )
    signs = "".join(f'<symbol id="i-{name}" viewBox="0 0 24 24" {stroke}>{d}</symbol>' for name, d in icons)
    return Markup(
        f"{_UNSEEN}<defs>{_hatch('hatch', 10)}{_hatch('hatch-print', 13)}</defs>{pieces}{signs}</svg>"
    )


def piece_set_symbols() -> Markup:
    """Return the pieces of every set, as `flat-wk` for the `p-wk` of the flat set, to be chosen from."""
    shapes = "".join(
        f'<symbol id="{look}{name[1:]}" viewBox="-50 -50 100 100" overflow="visible">{shape}</symbol>'
        for look in PIECE_SETS
        for name, shape in (*_draughtsmen(look), *_chessmen(look))
    )
    return Markup(
        f'<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">{shapes}</svg>'
    )


def _hatch(name: str, step: int) -> str:
    """A pattern has the colours of where it stands, not of the board it fills: the printed one is its own."""
    return (
        f'<pattern id="{name}" width="{step}" height="{step}" patternUnits="userSpaceOnUse"'
        f' patternTransform="rotate(45)"><path class="{name}-line" d="M0 0V{step}"/></pattern>'
    )


def _piece_symbols(look: str) -> list[tuple[str, str]]:
    return [
        *_draughtsmen(look),
        *_chessmen(look),
        *((f"p-{name}", _marble(*colours)) for name, colours in MARBLES.items()),
    ]


def _draughtsmen(look: str) -> list[tuple[str, str]]:
    """Return a man, a king and both as they lie under another piece, of White and of Black."""
    if look == "flat":
        return [symbol for colour in "wb" for symbol in _flat(colour)]
    if look == "ivory":
        return [symbol for wood in WOODS for symbol in _wooden(wood)]
    return [symbol for colour in "wb" for symbol in (_man(colour), _king(colour), *_under(colour))]


def _chessmen(look: str) -> list[tuple[str, str]]:
    """Bishops, by their mitre, and camels, by their hump: signs alike in every set, on its discs."""
    found = []
    for wood in WOODS:
        ink, ground = f"var(--{wood.colour}-crown)", f"var(--{wood.colour}-hi)"
        disc = '<circle cy="5" r="39" fill="var(--shadow)"/>' + _disc(wood.colour, 0, rings=False)
        if look == "ivory":
            ink, ground, disc = wood.crown, wood.light, f"{_shades(wood)}{WOODEN_SHADOW}{_face(wood)}"
        elif look == "flat":
            disc = _flat_disc(wood.colour)
        sign = f'fill="{ink}" stroke="{ink}" stroke-width="2" stroke-linejoin="round"'
        cut = f'fill="none" stroke="{ground}" stroke-width="4.5" stroke-linecap="round"'
        mitre = f'<path d="{MITRE}" {sign}/><path d="M3 -17L-5 -6M-12 13H12" {cut}/>'
        found += [
            (f"p-{wood.colour}b", disc + mitre),
            (f"p-{wood.colour}c", f'{disc}<path d="{CAMEL}" {sign}/>'),
        ]
    return found


def _flat_disc(colour: str) -> str:
    rim = "" if colour == "w" else '<circle r="36" fill="none" stroke="var(--w-hi)" stroke-width="2"/>'
    return f'<circle r="38" fill="var(--{colour}-hi)" {_edge(colour)}/>{rim}'


def _flat(colour: str) -> list[tuple[str, str]]:
    """One disc: White's has a ring, Black's a fine rim of light; a king has a coloured ring and a crown."""
    disc = _flat_disc(colour)
    ring = '<circle r="22" fill="none" stroke="var(--w-edge)" stroke-width="3.2"/>' if colour == "w" else ""
    crowned = f'<circle r="29.5" fill="none" stroke="var(--{colour}-crown)" stroke-width="4"/>'
    arc = f'<path d="M-26 22A34 34 0 0 0 26 22" fill="none" stroke="var(--{colour}-crown)" stroke-width="6"/>'
    crown = _crown(f"var(--{colour}-crown)", "translate(0 -1) scale(.84)")
    return [
        (f"p-{colour}", disc + ring),
        (f"p-{colour}k", disc + crowned + crown),
        (f"p-{colour}u", disc),
        (f"p-{colour}ku", disc + arc),
    ]


def _crown(colour: str, place: str) -> str:
    return (
        f'<g transform="{place}"><path d="{CROWN}" fill="{colour}"'
        f' stroke="{colour}" stroke-width="2" stroke-linejoin="round"/>'
        f'<path d="M-19 17H19" stroke="{colour}" stroke-width="5" stroke-linecap="round"/></g>'
    )


def _wooden(wood: _Wood) -> list[tuple[str, str]]:
    """Turned of ivory or walnut, lit from the left: the one set whose colours follow no board."""
    name = f"p-{wood.colour}"
    shades, disc, face = _shades(wood), _side(wood), _face(wood)
    rings = "".join(
        f'<circle r="{r}" fill="none" stroke="{wood.groove}" stroke-width="1.8" opacity=".8"/>'
        for r in (25, 16)
    )
    boss = f'<circle r="5" fill="{wood.groove}" opacity=".5"/>'
    low = '<circle cx="1.5" cy="14" r="39" fill="#000" opacity=".3"/>'
    lower = f'<g transform="translate(0 8)">{disc}</g>'
    crown = _crown(wood.crown, "translate(0 -1)")
    arc = f'<path d="M-26 22A34 34 0 0 0 26 22" fill="none" stroke="{wood.crown}" stroke-width="6"/>'
    return [
        (name, shades + WOODEN_SHADOW + face + rings + boss),
        (f"{name}k", f'{shades}{low}{lower}<g transform="translate(0 -6)">{face}{crown}</g>'),
        (f"{name}u", WOODEN_SHADOW + disc),
        (f"{name}ku", WOODEN_SHADOW + disc + arc),
    ]


def _shades(wood: _Wood) -> str:
    return (
        f'<radialGradient id="{wood.colour}-face" cx=".36" cy=".3" r=".88">'
        f'<stop offset="0" stop-color="{wood.light}"/><stop offset="1" stop-color="{wood.deep}"/>'
        "</radialGradient>"
    )


def _side(wood: _Wood) -> str:
    return f'<circle r="38" fill="{wood.side}" stroke="{wood.edge}" stroke-width="2.4"/>'


def _face(wood: _Wood) -> str:
    face = f'<circle r="33" fill="url(#{wood.colour}-face)" stroke="{wood.groove}" stroke-width="1.3"/>'
    return _side(wood) + face


def _marble(colour: str, ink: str, sign: str) -> str:
    return (
        '<circle cy="4" r="38" fill="var(--shadow)"/>'
        f'<circle r="37" fill="{colour}" stroke="#12201b" stroke-width="3"/>'
        f'<circle r="31" fill="none" stroke="{ink}" stroke-width="3" opacity=".55"/>'
        f'<path d="{sign}" fill="none" stroke="{ink}" stroke-width="8" stroke-linejoin="round"/>'
    )


def _man(colour: str) -> tuple[str, str]:
    return f"p-{colour}", '<circle cy="5" r="39" fill="var(--shadow)"/>' + _disc(colour, 0, rings=True)


def _king(colour: str) -> tuple[str, str]:
    lower = (
        '<circle cy="13" r="39" fill="var(--shadow)"/>'
        f'<circle cy="8" r="38" fill="var(--{colour}-side)" {_edge(colour)}/>'
    )
    crown = _crown(f"var(--{colour}-crown)", "translate(0 -7)")
    return f"p-{colour}k", lower + _disc(colour, -6, rings=False) + crown


def _under(colour: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """A man and a king under another piece: plain, and a king with an arc of its crown's colour."""
    shadow = '<circle cy="5" r="39" fill="var(--shadow)"/>'
    disc = f'{shadow}<circle r="38" fill="var(--{colour}-side)" {_edge(colour)}/>'
    arc = f'<path d="M-26 22A34 34 0 0 0 26 22" fill="none" stroke="var(--{colour}-crown)" stroke-width="6"/>'
    return (f"p-{colour}u", disc), (f"p-{colour}ku", disc + arc)


def _edge(colour: str) -> str:
    return f'stroke="var(--{colour}-edge)" stroke-width="var(--edge,2.5)"'


def _disc(colour: str, dy: int, *, rings: bool) -> str:
    """Two flat tones and no gradient: a gradient would not follow a theme set on one board only."""
    face = (
        f'<circle cy="{dy}" r="38" fill="var(--{colour}-lo)" {_edge(colour)}/>'
        f'<circle cy="{dy - 1.2:g}" r="35" fill="var(--{colour}-hi)"/>'
    )
    reeds = 'stroke-width="5" stroke-dasharray="2.4 5.26"'
    if colour == "b":
        face += _groove(colour, dy, 32.5, reeds)
    if not rings:
        return face
    wide, fine = 'stroke-width="2.4"', 'stroke-width="1.6" opacity=".6"'
    if colour == "w":
        return face + _groove(colour, dy, 27, wide) + _groove(colour, dy, 19, wide)
    return face + _groove(colour, dy, 25, wide) + _groove(colour, dy, 16, fine)


def _groove(colour: str, dy: int, radius: float, style: str) -> str:
    return f'<circle cy="{dy}" r="{radius:g}" fill="none" stroke="var(--{colour}-groove)" {style}/>'
