"""Reads a PDF back: every text with its page, its place and its width, as the file has them."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from fpdf import FPDF

__all__ = ["Page", "Word", "pages_of", "said_on"]

_OBJECT = re.compile(rb"(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj", re.DOTALL)
_STREAM = re.compile(rb"stream\r?\n(.*)endstream", re.DOTALL)
_FONT = re.compile(rb"/(F\d+) ([\d.]+) Tf")
_TEXT = re.compile(rb"BT ([-\d.]+) ([-\d.]+) Td \(((?:\\.|[^\\()])*)\) Tj ET", re.DOTALL)
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)


class Word(NamedTuple):
    """A text on a page; lengths in points, from the page's lower left corner."""

    text: str
    left: float
    base: float
    right: float
    size: float
    style: str


class Page(NamedTuple):
    """A page: how large it is, and what is written on it, in the order of writing."""

    wide: float
    tall: float
    words: list[Word]

    @property
    def text(self) -> str:
        """All of it in one line."""
        return " ".join(word.text for word in self.words)


def pages_of(pdf: bytes) -> list[Page]:
    """Return the pages of a PDF in their order."""
    assert pdf.startswith(b"%PDF-")
    objects = {int(m[1]): m[2] for m in _OBJECT.finditer(pdf)}
    root = next(body for body in objects.values() if b"/Type /Pages" in body)
    styles = dict(_styles(objects))
    out = []
    for number in re.findall(rb"(\d+) 0 R", root[root.index(b"/Kids") : root.index(b"]")]):
        body = objects[int(number)]
        box = re.search(rb"/MediaBox \[([\d. ]+)\]", body) or re.search(rb"/MediaBox \[([\d. ]+)\]", root)
        contents = re.search(rb"/Contents (\d+) 0 R", body)
        assert box is not None
        assert contents is not None
        _, _, wide, tall = map(float, box[1].split())
        stream = _STREAM.search(objects[int(contents[1])])
        assert stream is not None
        out.append(Page(wide, tall, list(_words(_unpacked(stream[1]), styles))))
    return out


def said_on(pages: list[Page]) -> str:
    """Return everything that is written, without the breaks."""
    return " ".join(page.text for page in pages)


def _unpacked(data: bytes) -> bytes:
    """Return what is packed; the end of its line, which may look like a part of it, is left over."""
    return zlib.decompressobj().decompress(data)


def _styles(objects: dict[int, bytes]) -> Iterator[tuple[str, str]]:
    for body in objects.values():
        for name, number in re.findall(rb"/(F\d+) (\d+) 0 R", body):
            font = re.search(rb"/BaseFont /Helvetica-?(\w*)", objects[int(number)])
            assert font is not None
            yield name.decode(), {"Bold": "B", "Oblique": "I"}.get(font[1].decode(), "")


def _words(stream: bytes, styles: dict[str, str]) -> Iterator[Word]:
    name, size = "", 0.0
    for found in re.finditer(_FONT.pattern + rb"|" + _TEXT.pattern, stream, re.DOTALL):
        if found[1]:
            name, size = found[1].decode(), float(found[2])
            continue
        text = _ESCAPE.sub(_unescaped, found[5]).decode("latin-1")
        left, style = float(found[3]), styles[name]
        yield Word(text, left, float(found[4]), left + _width(text, style) * size, size, style)


def _unescaped(match: re.Match[bytes]) -> bytes:
    return bytes([int(match[1], 8)]) if len(match[1]) == 3 else match[1]


@lru_cache(maxsize=100_000)
def _width(text: str, style: str) -> float:
    """How wide a text is in letters of one point, by the measures every reader of PDF has."""
    return _scale(style).get_string_width(text) / 1000


@lru_cache(maxsize=4)
def _scale(style: str) -> FPDF:
    scale = FPDF(unit="pt")
    scale.set_font("Helvetica", style, 1000)
    return scale
