"""Tables: columns as wide as what stands in them, a head on each page, rows never split.

The largest letters and the upright page are taken with which everything stands on one line; where nothing
does, the page is laid on its side, names are broken into lines, and at last rounds go on to further pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from damiera.paper.prints.frame import HEAD, MARGIN, MM, Align, Frame, Style

__all__ = ["Column", "Piece", "Row", "Table", "fits"]


class Piece(NamedTuple):
    """A part of a cell: a text, or a disc if it is named `white` or `black`.

    It stands at the right of the width of `place`, if given: so it comes under those of other lines.
    """

    text: str
    style: Style = ""
    disc: str = ""
    place: str = ""


Cell = str | tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A column, `wide` millimetres at least. One that `gives` may be broken into lines, down to `least`.

    `pad` is what is left free beside its texts.
    """

    head: str
    align: Align = "L"
    style: Style = ""
    gives: bool = False
    least: float = 24.0
    wide: float = 0.0
    pad: float = 1.6


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table; a `heading` stands over the lines after it, and stays with them."""

    cells: tuple[Cell, ...]
    heading: str = ""
    grey: int = 0


_PAD = 1.6  # beside a text
_SIZES = (11.0, 10.0, 9.0, 8.0)


def fits(frame: Frame, columns: Sequence[Column], rows: Sequence[Row], size: float) -> bool:
    """Tell whether everything stands on one line within the page, in letters of a size."""
    return sum(_natural(frame, columns, rows, size)) <= frame.inner


def _natural(frame: Frame, columns: Sequence[Column], rows: Sequence[Row], size: float) -> list[float]:
    out = []
    for at, column in enumerate(columns):
        widest = max(frame.width(column.head, size - 1, "B"), column.wide - 2 * column.pad)
        for row in rows:
            if row.cells:
                widest = max(widest, _cell_width(frame, row.cells[at], size, column.style))
        out.append(widest + 2 * column.pad)
    return out


def _cell_width(frame: Frame, cell: Cell, size: float, style: Style) -> float:
    if isinstance(cell, str):
        return frame.width(cell, size, style)
    return sum(_piece_width(frame, piece, size) for piece in cell)


def _piece_width(frame: Frame, piece: Piece, size: float) -> float:
    return size * MM * 1.2 if piece.disc else frame.width(piece.place or piece.text, size, piece.style)


class Table:
    """A table on the pages of a frame."""

    def __init__(
        self,
        frame: Frame,
        columns: Sequence[Column],
        rows: Sequence[Row],
        size: float | None = None,
        *,
        air: float = 0.0,
    ) -> None:
        self.frame, self.columns, self.rows, self.air = frame, columns, rows, air
        self.size = size or self._chosen()
        self.widths = self._widths()
        self.step = self.size * MM * 1.22
        self._last = (0.5, 0)

    def _chosen(self) -> float:
        """Return the largest letters with everything on one line, but none that cost a page."""
        frame = self.frame
        sizes = [s for s in _SIZES if fits(frame, self.columns, self.rows, s)]
        readable = [s for s in sizes if s >= 9] or sizes[:1] or [_SIZES[-1]]
        head = 7.0
        pages = {
            s: -(-len(self.rows) * (s * MM * 1.84 + self.air) // (frame.bottom - HEAD - head))
            for s in readable
        }
        return max(s for s in readable if pages[s] == min(pages.values()))

    def _widths(self) -> list[float]:
        """Give what is too much or too little to the columns that give."""
        widths = _natural(self.frame, self.columns, self.rows, self.size)
        giving = [n for n, column in enumerate(self.columns) if column.gives]
        spare = self.frame.inner - sum(widths)
        if spare >= 0:
            for n in giving:
                widths[n] += spare / len(giving)
            return widths
        for _ in range(24):
            able = [n for n in giving if widths[n] > self.columns[n].least + 0.01]
            spare = self.frame.inner - sum(widths)
            if not able or spare >= -0.001:
                break
            widest = max(widths[n] for n in able)
            top = [n for n in able if widths[n] > widest - 0.01]
            below = max(
                [widths[n] for n in able if widths[n] <= widest - 0.01]
                + [max(self.columns[n].least for n in top)]
            )
            cut = min((widest - below) * len(top), -spare)
            for n in top:
                widths[n] = max(self.columns[n].least, widths[n] - cut / len(top))
        return widths

    def draw(self) -> None:
        """Draw the table, from where the page stands."""
        frame = self.frame
        for at, row in enumerate(self.rows):
            broken = self._broken(row)
            tall = self._height(row, broken)
            need = tall
            if row.heading:
                need += self._under(at)
            if at == 0:
                if frame.room < need + self.step + 3:
                    frame.page()
                self._head()
            elif frame.room < need:
                frame.page()
                self._head()
            self._row(row, broken, tall, shaded=at % 2 == 1)
        frame.rule(frame.y, 0.5)
        frame.y += 1

    def _under(self, at: int) -> float:
        """Return what is to stay with a heading: its lines, or the first of them where they are too many."""
        tall: list[float] = []
        for row in self.rows[at + 1 :]:
            if row.heading:
                break
            tall.append(self._height(row, self._broken(row)))
        return sum(tall) if sum(tall) < 0.4 * (self.frame.bottom - HEAD) else tall[0]

    def _broken(self, row: Row) -> list[list[str]]:
        """Return the lines of each cell that is a text."""
        out = []
        for column, cell, width in (
            zip(self.columns, row.cells, self.widths, strict=True) if row.cells else ()
        ):
            if not isinstance(cell, str):
                out.append([""])
            elif column.gives:
                out.append(self.frame.lines(cell, self.size, column.style, width - 2 * _PAD + 0.01) or [""])
            else:
                out.append([cell])
        return out

    def _height(self, row: Row, broken: Sequence[Sequence[str]]) -> float:
        if row.heading:
            return self.step * 2.1
        return self.step * max(map(len, broken)) + self.size * MM * 0.62 + self.air

    def _head(self) -> None:
        frame, x = self.frame, MARGIN
        base = frame.y + self.step
        for column, width in zip(self.columns, self.widths, strict=True):
            left = {"L": x + _PAD, "C": x + width / 2, "R": x + width - _PAD}[column.align]
            frame.write(left, base, column.head, self.size - 1, "B", align=column.align, within=width - 0.6)
            x += width
        frame.y = base + 1.6
        self._rule(0.5)

    def _row(self, row: Row, broken: Sequence[Sequence[str]], tall: float, *, shaded: bool) -> None:
        frame = self.frame
        if row.heading:
            frame.write(MARGIN + _PAD, frame.y + tall - 1.8, row.heading, self.size + 1.5, "B")
            frame.y += tall
            self._rule(0.3)
            return
        if shaded:
            frame.shade(MARGIN, frame.y, frame.inner, tall, 242)
            frame.rule(frame.y, *self._last)
        base, x = frame.y + (self.size * 1.27 * MM) + self.air / 2, MARGIN
        for column, cell, lines, width in zip(self.columns, row.cells, broken, self.widths, strict=True):
            if isinstance(cell, str):
                at = {"L": x + _PAD, "C": x + width / 2, "R": x + width - _PAD}[column.align]
                for n, line in enumerate(lines):
                    place = base + n * self.step
                    within = width - 0.4
                    frame.write(
                        at, place, line, self.size, column.style, align=column.align, within=within,
                        grey=row.grey,
                    )  # fmt: skip
            else:
                self._pieces(cell, x, base, width)
            x += width
        frame.y += tall
        self._rule(0.1, 150)

    def _rule(self, width: float, grey: int = 0) -> None:
        """Draw a line where the page stands; remember it, as the shade of the next row covers half of it."""
        self._last = (width, grey)
        self.frame.rule(self.frame.y, width, grey)

    def _pieces(self, pieces: Sequence[Piece], x: float, base: float, width: float) -> None:
        frame = self.frame
        at = x + (width - sum(_piece_width(frame, p, self.size) for p in pieces)) / 2
        for piece in pieces:
            wide = _piece_width(frame, piece, self.size)
            if piece.disc:
                up = base - self.size * MM * 0.36
                frame.disc(at + wide / 2, up, self.size * MM * 0.74, black=piece.disc == "black")
            else:
                frame.write(at + wide, base, piece.text, self.size, piece.style, align="R")
            at += wide
