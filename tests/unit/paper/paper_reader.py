"""Reads a PDF back: every text with its page, its place and its width, as the file has them."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["Page", "Word", "pages_of", "said_on", "unpacked"]

_OBJECT = re.compile(rb"(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj", re.DOTALL)
_STREAM = re.compile(rb"stream\r?\n(.*)endstream", re.DOTALL)
_STRING = rb"\((?:\\.|[^\\()])*\)"
_TOKEN = re.compile(
    rb"/(?P<font>F\d+) (?P<size>[\d.]+) Tf|(?P<left>[-\d.]+) (?P<base>[-\d.]+) Td|(?P<gap>[-\d.]+) Tc"
    rb"|(?P<one>" + _STRING + rb") Tj|\[(?P<many>(?:" + _STRING + rb"|[-\d. ])*)\] TJ|(?P<end>\bET\b)",
    re.DOTALL,
)
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
_LETTER = re.compile(rb"<([0-9A-Fa-f]+)> <([0-9A-Fa-f]+)>")
_TOUCH = 0.1  # points
_PLAIN = {b"n": b"\n", b"r": b"\r", b"t": b"\t"}


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
        """All of it in one line; what is written end to end, in several fonts, is one text."""
        out = ""
        last: Word | None = None
        for word in self.words:
            meets = last is not None and last.base == word.base and abs(word.left - last.right) < _TOUCH
            out += word.text if meets or last is None else f" {word.text}"
            last = word
        return out


class Font(NamedTuple):
    """A font of a file: its letters and their widths by code, what stands for the others, its style."""

    letters: dict[int, str]
    widths: dict[int, float]
    usual: float
    style: str


def pages_of(pdf: bytes) -> list[Page]:
    """Return the pages of a PDF in their order."""
    assert pdf.startswith(b"%PDF-")
    objects = {int(m[1]): m[2] for m in _OBJECT.finditer(pdf)}
    root = next(body for body in objects.values() if b"/Type /Pages" in body)
    fonts = dict(_fonts(objects))
    out = []
    for number in re.findall(rb"(\d+) 0 R", root[root.index(b"/Kids") : root.index(b"]")]):
        body = objects[int(number)]
        box = re.search(rb"/MediaBox \[([\d. ]+)\]", body) or re.search(rb"/MediaBox \[([\d. ]+)\]", root)
        assert box is not None
        _, _, wide, tall = map(float, box[1].split())
        stream = unpacked(objects[_number(rb"/Contents (\d+) 0 R", body)])
        out.append(Page(wide, tall, list(_words(stream, fonts))))
    return out


def said_on(pages: list[Page]) -> str:
    """Return everything that is written, without the breaks."""
    return " ".join(page.text for page in pages)


def pictures_of(pdf: bytes) -> list[tuple[float, float, float, float]]:
    """Return where each picture stands: left, bottom, width, height in points, from the page's lower left."""
    number = rb"(-?[\d.]+)"
    placed = rb"q " + rb" ".join([number, rb"0 0", number, number, number]) + rb" cm /I\d+ Do Q"
    streams = (
        unpacked(m[2]) for m in _OBJECT.finditer(pdf) if _STREAM.search(m[2]) and b"/Image" not in m[2]
    )
    found = (found for stream in streams for found in re.findall(placed, stream))
    return [(x, y, wide, tall) for wide, tall, x, y in (map(float, one) for one in found)]


def _number(pattern: bytes, body: bytes) -> int:
    found = re.search(pattern, body)
    assert found is not None, pattern
    return int(found[1])


def unpacked(body: bytes) -> bytes:
    """Return what is packed; the end of its line, which may look like a part of it, is left over."""
    stream = _STREAM.search(body)
    assert stream is not None
    packed = b"/FlateDecode" in body[: stream.start()]
    return zlib.decompressobj().decompress(stream[1]) if packed else stream[1]


def _fonts(objects: dict[int, bytes]) -> Iterator[tuple[str, Font]]:
    named = {
        name: int(number)
        for body in objects.values()
        for name, number in re.findall(rb"/(F\d+) (\d+) 0 R", body)
    }
    for name, number in named.items():
        body = objects[number]
        base = re.search(rb"/BaseFont /(\S+)", body)
        assert base is not None
        style = "B" if b"Bold" in base[1] else "I" if b"Italic" in base[1] else ""
        coded = unpacked(objects[_number(rb"/ToUnicode (\d+) 0 R", body)])
        letters = {
            int(a, 16): bytes.fromhex(b.decode()).decode("utf-16-be") for a, b in _LETTER.findall(coded)
        }
        inner = objects[_number(rb"/DescendantFonts \[(\d+) 0 R\]", body)]
        yield name.decode(), Font(letters, _widths(inner), _number(rb"/DW (\d+)", inner), style)


def _widths(body: bytes) -> dict[int, float]:
    """Read `/W [ first last width ... ]` and `first [width ...]`."""
    inner = body[body.index(b"/W [") + 4 :]
    out: dict[int, float] = {}
    for many, first, last, width in re.findall(
        rb"(\d+ \[[\d ]*\])|(\d+) (\d+) (\d+)", inner[: inner.rindex(b"]")]
    ):
        if many:
            start, _, widths = many.partition(b"[")
            out |= {int(start) + n: float(w) for n, w in enumerate(widths.rstrip(b"]").split())}
        else:
            out |= {code: float(width) for code in range(int(first), int(last) + 1)}
    return out


def _words(stream: bytes, fonts: dict[str, Font]) -> Iterator[Word]:
    name, size, gap, left, base, text, wide = "", 0.0, 0.0, 0.0, 0.0, "", 0.0
    for found in _TOKEN.finditer(stream):
        if found["font"]:
            name, size = found["font"].decode(), float(found["size"])
        elif found["gap"]:
            gap = float(found["gap"])
        elif found["left"]:
            left, base = float(found["left"]), float(found["base"])
        elif found["end"]:
            if text:
                yield Word(text, left, base, left + wide, size, fonts[name].style)
            text, wide = "", 0.0
        else:
            for part in re.findall(_STRING + rb"|-?[\d.]+", found["one"] or found["many"] or b"", re.DOTALL):
                said, step = _said(part, fonts[name], size, gap)
                text, wide = text + said, wide + step


def _said(part: bytes, font: Font, size: float, gap: float) -> tuple[str, float]:
    """Return the letters of a string and how wide they are; of a number, how far it moves what follows."""
    if not part.startswith(b"("):
        return "", -float(part) * size / 1000
    raw = _ESCAPE.sub(_unescaped, part[1:-1])
    codes = [int.from_bytes(raw[at : at + 2]) for at in range(0, len(raw), 2)]
    wide = sum(font.widths.get(code, font.usual) * size / 1000 + gap for code in codes)
    return "".join(font.letters.get(code, "\N{REPLACEMENT CHARACTER}") for code in codes), wide


def _unescaped(match: re.Match[bytes]) -> bytes:
    return bytes([int(match[1], 8)]) if len(match[1]) == 3 else _PLAIN.get(match[1], match[1])
