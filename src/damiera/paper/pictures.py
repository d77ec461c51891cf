"""Boards as pictures that stand alone: SVG for documents, PNG for everything else.

The drawing is that of the pages (`svg.diagram`) and the colours are those of `board.css`, put in as plain
values, because programs that show a picture know no custom properties. In a PNG the names of squares are
drawn as strokes, so that it looks the same on every machine, with fonts or without.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from xml.etree import ElementTree

import msgspec

from damiera._core import Position
from damiera.errors import DamieraError
from damiera.messages import Lang, Message, Text, Verbatim
from damiera.notation.moves import best_route, parse_move
from damiera.paper.geometry import Geometry, geometry
from damiera.paper.svg import Marks, diagram, sprite
from damiera.rules.ruleset import ruleset_of

__all__ = ["THEMES", "PictureError", "board_picture", "board_png", "board_svg"]

THEMES = ("carrara", "notte", "ardesia", "cotto", "contrasto", "stampa")

_SVG = "http://www.w3.org/2000/svg"
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_VAR = re.compile(r"var\((--[a-z0-9-]+)(?:\s*,\s*([^()]*(?:\([^()]*\))?))?\)")
_MIX = re.compile(r"color-mix\(in srgb, (#[0-9a-f]{3,6}) (\d+)%, (#[0-9a-f]{3,6})\)", re.IGNORECASE)
_ALPHA = re.compile(r"rgb\((\d+) (\d+) (\d+) / ([0-9.]+)\)")
_FONT = re.compile(r"(\d{3}) (\d+)px/\S+ .*")
_PAINT = ("fill", "stroke", "opacity")
_WIDEST = 4096
_NAMES, _RAISED = 19, 8  # the size of names in the corners of squares, and how much higher they stand

_TITLE = Message("{game}, {side}")
_TO_MOVE = {
    "WHITE": Message("White to move", context="within a sentence"),
    "BLACK": Message("Black to move", context="within a sentence"),
}
_NO_LIBRARY = Message("PNG pictures need resvg-py: install damiera[print], or ask for a file named .svg.")
_BAD_SIZE = Message("A picture is 16 to {most} dots wide, not {size}.")


class PictureError(DamieraError):
    """A picture that cannot be drawn."""

    def __init__(self, message: Text) -> None:
        self.message = message
        super().__init__(message.text("en"))


def board_svg(
    position: Position,
    *,
    moves: Sequence[str] = (),
    size: int = 480,
    flipped: bool = False,
    numbers: bool = True,
    theme: str = "carrara",
    lang: Lang = "en",
) -> str:
    """Draw a position as an SVG document that needs nothing else.

    Args:
        position: the position.
        moves: moves to be played first; the last is not made but drawn, with its route and what it captures.
        size: its width in dots.
        flipped: with Black at the bottom.
        numbers: with the names of the squares.
        theme: one of `THEMES`.
        lang: the language of its title.
    Raises:
        NotationError: for a move that is none here.
        PictureError: for a width that makes no picture.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> board_svg(ITALIAN.start(), moves=["22-18"]).count("<use")
    24
    """
    return ElementTree.tostring(
        board_picture(position, moves, size, flipped, numbers, theme, lang), encoding="unicode"
    )


def board_png(
    position: Position,
    *,
    moves: Sequence[str] = (),
    size: int = 480,
    flipped: bool = False,
    numbers: bool = True,
    theme: str = "carrara",
    lang: Lang = "en",
) -> bytes:
    """Draw a position as a PNG picture; the arguments are those of `board_svg`.

    Raises:
        PictureError: where the library that paints is not installed.
    """
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise PictureError(_NO_LIBRARY) from None
    picture = board_picture(position, moves, size, flipped, numbers, theme, lang)
    _draw_letters(picture, theme)
    text = ElementTree.tostring(picture, encoding="unicode")
    return bytes(svg_to_bytes(svg_string=text, width=size, skip_system_fonts=True))


def board_picture(
    position: Position,
    moves: Sequence[str],
    size: int,
    flipped: bool,
    numbers: bool,
    theme: str,
    lang: Lang,
) -> ElementTree.Element:
    """Return the picture as a tree: a style, the shapes of the pieces, the board."""
    if not 16 <= size <= _WIDEST:
        raise PictureError(_BAD_SIZE.format(size=size, most=_WIDEST))
    game = ruleset_of(position)
    marks = Marks()
    for index, text in enumerate(moves):
        move = parse_move(position, text)
        if index == len(moves) - 1:
            marks = Marks(route=best_route(position, move), jumped=move.captured)
        else:
            position = position.play(move)
    shape = geometry(game.core)
    drawn = diagram(
        _turned(shape) if flipped else shape,
        position.stacks or position.pieces,
        label=_title(position, lang),
        marks=marks,
        numbers=numbers,
        hands=position.hands,
    )
    values = _values(theme)
    picture = ElementTree.fromstring(_resolved(str(drawn), values))
    _retouch(picture, shape, theme)
    shapes = ElementTree.fromstring(_resolved(str(sprite()), values))
    _, _, width, height = map(float, picture.get("viewBox", "0 0 1 1").split())
    picture.set("xmlns", _SVG)
    picture.set("width", str(size))
    picture.set("height", str(round(size * height / width)))
    title = ElementTree.Element("title")
    title.text = picture.get("aria-label")
    style = ElementTree.Element("style")
    style.text = "".join(f"{selector}{{{body}}}" for selector, body in _rules(theme))
    for at, part in enumerate([title, style, *shapes]):
        picture.insert(at, part)
    return picture


def _retouch(picture: ElementTree.Element, shape: Geometry, theme: str) -> None:
    """Do what pages do by themselves: smaller names beside pieces, a golden route, a frame."""
    for group in picture.iter("g"):
        if group.get("class") == "coords" and shape.kind in ("square", "orthogonal", "checkered", "lines"):
            for text in group:
                text.set("style", f"font-size:{_NAMES}px")
                text.set("y", f"{float(text.get('y', '0')) - _RAISED:g}")
        elif group.get("class") == "route r1":
            for line in group.iterfind("polyline"):
                if line.get("class") != "edge":
                    line.set("style", "stroke:#ffc233")
    if theme == "stampa" and shape.kind != "hex":
        frame = {"width": str(shape.width), "height": str(shape.height)}
        style = "fill:none;stroke:#000;stroke-width:6"
        ElementTree.SubElement(picture, "rect", {"x": "0", "y": "0", **frame, "style": style})


def _title(position: Position, lang: Lang) -> str:
    side = _TO_MOVE.get(position.side.name, Verbatim(position.side.name.lower()))
    return _TITLE.format(game=ruleset_of(position).name, side=side).text(lang)


def _turned(shape: Geometry) -> Geometry:
    """Return a board seen from the other side of the table; what lies idle lies the same way round."""
    points = tuple(
        msgspec.structs.replace(point, x=shape.width - point.x, y=shape.height - point.y)
        for point in shape.points
    )
    return msgspec.structs.replace(shape, points=points)


# Colours


@lru_cache(maxsize=1)
def _sheet() -> tuple[tuple[str, str], ...]:
    """Return the rules of the boards' style sheet, those for screens and pointers left out."""
    text = _COMMENT.sub("", (files("damiera.paper") / "board.css").read_text(encoding="utf-8"))
    out, depth, begun = [], 0, 0
    for at, sign in enumerate(text):
        depth += (sign == "{") - (sign == "}")
        if sign == "}" and depth == 0:
            block = text[begun : at + 1].strip()
            begun = at + 1
            if not block.startswith("@"):
                match = _RULE.fullmatch(block)
                assert match is not None
                out.append((match[1].strip(), match[2].strip()))
    return tuple(out)


def _declared(body: str) -> Iterator[tuple[str, str]]:
    for line in body.split(";"):
        name, _, value = line.partition(":")
        if value.strip():
            yield name.strip(), value.strip()


@lru_cache(maxsize=8)
def _values(theme: str) -> dict[str, str]:
    """Return the custom properties of a theme."""
    values: dict[str, str] = {}
    for selector, body in _sheet():
        if selector.startswith(":root") or selector == f'[data-board="{theme}"]':
            values |= {name: value for name, value in _declared(body) if name.startswith("--")}
    return {name: _resolved(value, values) for name, value in values.items()}


def _resolved(text: str, values: Mapping[str, str]) -> str:
    """Put values in place of custom properties, and plain colours in place of mixed ones."""

    def value(match: re.Match[str]) -> str:
        return values.get(match[1], match[2] or "none")

    for _ in range(4):
        if "var(" not in text:
            break
        text = _VAR.sub(value, text)
    text = _MIX.sub(lambda m: _mixed(m[1], int(m[2]), m[3]), text)
    return _ALPHA.sub(r"rgba(\1,\2,\3,\4)", text)


def _mixed(one: str, percent: int, other: str) -> str:
    mixed = zip(_rgb(one), _rgb(other), strict=True)
    return "#" + "".join(f"{round((a * percent + b * (100 - percent)) / 100):02x}" for a, b in mixed)


def _rgb(colour: str) -> tuple[int, int, int]:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


@lru_cache(maxsize=8)
def _rules(theme: str) -> tuple[tuple[str, str], ...]:
    """Return the rules that paint a board in a theme, in the words of SVG."""
    values = _values(theme)
    own = f'[data-board="{theme}"] '
    out = []
    # what a theme says for itself counts more than what is said for all
    for selectors, body in sorted(_sheet(), key=lambda rule: rule[0].startswith(own)):
        for selector in selectors.split(","):
            plain = selector.strip().removeprefix(own)
            if not plain.startswith((".board ", ".board.", ".hatch")) or ":" in plain:
                continue
            painted = "".join(_paint(name, _resolved(value, values)) for name, value in _declared(body))
            if painted:
                out.append((plain, painted))
    ground = values["--sq-dark"]
    return (*out, (".board", f"background:{ground}"))


def _paint(name: str, value: str) -> str:
    if name == "font":
        font = _FONT.fullmatch(value)
        return f"font-size:{font[2]}px;font-weight:{font[1]};font-family:sans-serif;" if font else ""
    if name == "font-size" or name.startswith(_PAINT):
        return f"{name}:{value};"
    return ""


# Letters as strokes

_GLYPHS = {
    "0": "M3 0C1 0 0 2 0 5S1 10 3 10 6 8 6 5 5 0 3 0z",
    "1": "M1 2L3.5 0V10",
    "2": "M.2 2.6C.2 1 1.2 0 3 0S6 1 6 2.7C6 5 0 7 0 10H6",
    "3": "M.3 1.2C1 .4 2 0 3 0 4.8 0 5.7 1 5.7 2.4S4.6 4.7 2.6 4.7C4.8 4.7 6 5.7 6 7.3"
    "S4.8 10 3 10C1.6 10 .6 9.5 0 8.6",
    "4": "M4.4 10V0L0 7H6",
    "5": "M5.5 0H1L.6 4.6C1.2 4 2 3.6 3 3.6 4.8 3.6 6 4.9 6 6.8S4.8 10 2.9 10C1.6 10 .6 9.5 0 8.7",
    "6": "M5.2 .7C3.4 -.5 0 .3 0 6.6M0 6.6C0 4.9 1.2 3.7 3 3.7S6 4.9 6 6.8 4.8 10 3 10 0 8.6 0 6.6",
    "7": "M0 0H6L2 10",
    "8": "M3 4.6C1.4 4.6 .5 3.6 .5 2.3S1.4 0 3 0 5.5 1 5.5 2.3 4.6 4.6 3 4.6C1.2 4.6 0 5.7 0 7.3S1.2 10 3 10 "
    "6 8.9 6 7.3 4.8 4.6 3 4.6",
    "9": "M.8 9.3C2.6 10.5 6 9.7 6 3.4M6 3.4C6 5.1 4.8 6.3 3 6.3S0 5.1 0 3.2 1.2 0 3 0 6 1.4 6 3.4",
    "a": "M5.2 3.6V10M5.2 6.8C5.2 4.7 4.2 3.5 2.7 3.5S0 4.9 0 6.8 1.2 10 2.7 10 5.2 8.8 5.2 6.8",
    "b": "M0 0V10M0 6.8C0 4.7 1 3.5 2.6 3.5S5.2 4.9 5.2 6.8 4 10 2.6 10 0 8.8 0 6.8",
    "c": "M5 4.6C4.5 3.9 3.7 3.5 2.8 3.5 1.2 3.5 0 4.9 0 6.8S1.2 10 2.8 10C3.7 10 4.5 9.6 5 8.9",
    "d": "M5.2 0V10M5.2 6.8C5.2 4.7 4.2 3.5 2.7 3.5S0 4.9 0 6.8 1.2 10 2.7 10 5.2 8.8 5.2 6.8",
    "e": "M0 6.7H5.2C5.2 4.7 4.2 3.5 2.7 3.5S0 4.9 0 6.8 1.2 10 2.8 10C3.8 10 4.6 9.6 5 8.9",
    "f": "M4 .2C3.6 .1 3.3 0 2.9 0 1.8 0 1.3 .8 1.3 2V10M0 3.7H3.6",
    "g": "M5.2 3.6V10.5C5.2 12 4.2 13 2.6 13 1.6 13 .8 12.7 .3 12.2M5.2 6.8C5.2 4.7 4.2 3.5 2.7 3.5S0 4.9 "
    "0 6.8 1.2 10 2.7 10 5.2 8.8 5.2 6.8",
    "h": "M0 0V10M0 6.2C0 4.5 1 3.5 2.4 3.5S4.8 4.5 4.8 6V10",
    "i": "M1 3.6V10M1 .8V1.2",
    "j": "M2 3.6V11C2 12.3 1.4 13 .3 13M2 .8V1.2",
    "k": "M0 0V10M4.6 3.6L0 7.6M1.7 6.2L4.8 10",
    "l": "M1 0V10",
    "m": "M0 3.6V10M0 6C0 4.5 .7 3.5 1.6 3.5S3 4.5 3 6V10M3 6C3 4.5 3.7 3.5 4.6 3.5S6 4.5 6 6V10",
    "n": "M0 3.6V10M0 6.2C0 4.5 1 3.5 2.4 3.5S4.8 4.5 4.8 6V10",
    "o": "M2.7 3.5C1.2 3.5 0 4.9 0 6.8S1.2 10 2.7 10 5.4 8.8 5.4 6.8 4.2 3.5 2.7 3.5",
    "p": "M0 3.6V13M0 6.8C0 4.7 1 3.5 2.6 3.5S5.2 4.9 5.2 6.8 4 10 2.6 10 0 8.8 0 6.8",
}
_GLYPH_HEIGHT, _ADVANCE, _WIDTH = 10, 8.4, 6
_CAPITAL = 0.72  # of a font's size
_STROKE = "stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round"


def _draw_letters(picture: ElementTree.Element, theme: str) -> None:
    """Put strokes in place of every text of the picture."""
    _draw_in(picture, set(picture.get("class", "").split()), theme)


def _draw_in(parent: ElementTree.Element, classes: set[str], theme: str) -> None:
    for at, child in enumerate(list(parent)):
        own = classes | set(child.get("class", "").split())
        if child.tag == "text":
            parent[at] = _strokes(child, own, theme)
        else:
            _draw_in(child, own, theme)


def _strokes(text: ElementTree.Element, classes: set[str], theme: str) -> ElementTree.Element:
    said = text.text or ""
    look = _look(classes, theme) | dict(_declared(text.get("style", "")))
    scale = float(look.get("font-size", "17px").removesuffix("px")) * _CAPITAL / _GLYPH_HEIGHT
    length = (len(said) - 1) * _ADVANCE + _WIDTH
    left = -length / 2 if "middle" in (text.get("text-anchor"), look.get("text-anchor")) else 0.0
    x, y = float(text.get("x", "0")) + left * scale, float(text.get("y", "0")) - _GLYPH_HEIGHT * scale
    group = ElementTree.Element("g", {"transform": f"translate({x:g} {y:g}) scale({scale:g})"})
    style = f"fill:none;stroke:{look.get('fill', '#000')};{_STROKE}"
    for index, letter in enumerate(said):
        if letter in _GLYPHS:
            place = {"transform": f"translate({index * _ADVANCE:g} 0)", "d": _GLYPHS[letter], "style": style}
            ElementTree.SubElement(group, "path", place)
    return group


def _look(classes: set[str], theme: str) -> dict[str, str]:
    """Return how a text is painted: each property by the most particular rule that names it."""
    out: dict[str, tuple[int, str]] = {}
    for selector, body in _rules(theme):
        named = set(re.findall(r"\.([\w-]+)", selector))
        last = selector.split()[-1]
        if not named <= classes or not (
            last.endswith("text") or last.rpartition(".")[2] in classes - {"board"}
        ):
            continue
        for name, value in _declared(body):
            if name in ("fill", "font-size", "text-anchor") and len(named) >= out.get(name, (0, ""))[0]:
                out[name] = (len(named), value)
    return {name: value for name, (_, value) in out.items()}
