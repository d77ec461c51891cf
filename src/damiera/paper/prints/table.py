"""Tables: columns as wide as what stands in them, with a head on each page, rows never split.

The cells are measured once and written at once: fpdf2's own tables lay each of them twice, which took eleven
seconds for the crosstable of a thousand players. The largest letters are taken with which everything stands
on one line; where nothing does, the columns that may are broken into lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from damiera.paper.fonts import clean
from damiera.paper.prints.frame import MARGIN, MM, Align, Frame, Style

__all__ = ["PrintedTable", "TableColumn", "TableRow", "fits"]


@dataclass(frozen=True, slots=True)
class TableColumn:
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
class TableRow:
    """A line of a table."""

    cells: tuple[str, ...]
    grey: int = 0


_SIZES = (11.0, 10.0, 9.0, 8.0)
_LEADING = 1.22
_STRONG, _THIN = 0.5, 0.1  # millimetres: the lines under the head and at the end, and those between rows
_SPARE = 0.02  # millimetres: widths are sums of rounded parts


def fits(frame: Frame, columns: Sequence[TableColumn], rows: Sequence[TableRow], size: float) -> bool:
    """Tell whether everything stands on one line within the page, in letters of a size."""
    return sum(_natural(columns, _measured(frame, columns, rows), size)) <= frame.inner


_Measured = Sequence[tuple[float, float]]


def _measured(frame: Frame, columns: Sequence[TableColumn], rows: Sequence[TableRow]) -> _Measured:
    """Return how wide the head and the widest cell of each column are, for each point of their letters."""
    out = []
    for at, column in enumerate(columns):
        texts = {row.cells[at] for row in rows}
        widest = max((frame.broken_width(text, 1.0, column.style) for text in texts), default=0.0)
        out.append((frame.broken_width(column.head, 1.0, "B"), widest))
    return out


def _natural(columns: Sequence[TableColumn], measured: _Measured, size: float) -> list[float]:
    return [
        max((size - 1) * head, column.wide - 2 * column.pad, size * widest) + 2 * column.pad + _SPARE
        for column, (head, widest) in zip(columns, measured, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class _Laid:
    """A row as it is drawn: the lines of each cell and the size of their letters."""

    cells: tuple[tuple[Sequence[str], float], ...]
    grey: int = 0

    @property
    def lines(self) -> int:
        """How many lines the tallest of its cells has."""
        return max([1, *(len(lines) for lines, _ in self.cells)])


class PrintedTable:
    """A table on the pages of a frame; `air` is left free over and under each line."""

    def __init__(
        self,
        frame: Frame,
        columns: Sequence[TableColumn],
        rows: Sequence[TableRow],
        size: float | None = None,
        *,
        air: float = 0.0,
    ) -> None:
        self.frame, self.columns, self.rows = frame, columns, rows
        self.measured = _measured(frame, columns, rows)
        self.size = size or self._chosen(air)
        self.parts = [self._widest_part(at) for at in range(len(columns))]
        self.widths = self._widths()
        self.step = self.size * MM * _LEADING
        self.pad = self.size * MM * 0.31 + air / 2

    def _chosen(self, air: float) -> float:
        """Return the largest letters with everything on one line, but none that cost a page."""
        sizes = [s for s in _SIZES if sum(_natural(self.columns, self.measured, s)) <= self.frame.inner]
        readable = [s for s in sizes if s >= 9] or sizes[:1] or [_SIZES[-1]]
        room = self.frame.bottom - 46
        pages = {s: -(-len(self.rows) * (s * MM * 1.84 + air) // room) for s in readable}
        return max(s for s in readable if pages[s] == min(pages.values()))

    def _widths(self) -> list[float]:
        """Share what is left among the columns that give; what lacks is taken from the widest of them.

        A column is at least as wide as its heading.
        """
        widths = _natural(self.columns, self.measured, self.size)
        giving = [n for n, column in enumerate(self.columns) if column.gives]
        spare = self.frame.inner - sum(widths)
        if spare >= 0:
            return [width + (spare / len(giving) if n in giving else 0) for n, width in enumerate(widths)]
        if sum(self._capped(n, width, 0.0) for n, width in enumerate(widths)) > self.frame.inner:
            self.parts = [0.0] * len(widths)  # not even the parts of names have room: they are made smaller
        low, high = 0.0, max((widths[n] for n in giving), default=0.0)
        for _ in range(30):  # the width that none of them exceeds
            cap = (low + high) / 2
            capped = [self._capped(n, width, cap) for n, width in enumerate(widths)]
            low, high = (cap, high) if sum(capped) <= self.frame.inner else (low, cap)
        return [self._capped(n, width, low) for n, width in enumerate(widths)]

    def _widest_part(self, at: int) -> float:
        """Return how wide a column must be for no name of it to be broken within a word."""
        column = self.columns[at]
        if not column.gives:
            return 0.0
        parts = (self.frame.widest_part(row.cells[at], self.size, column.style) for row in self.rows)
        return max(parts, default=0.0) + 2 * column.pad + _SPARE

    def _capped(self, at: int, width: float, cap: float) -> float:
        column = self.columns[at]
        head = (self.size - 1) * self.measured[at][0] + 2 * column.pad + _SPARE
        return min(width, max(cap, column.least, head, self.parts[at])) if column.gives else width

    def height(self, rows: Sequence[TableRow]) -> float:
        """Return how tall a table of these rows is, its head included."""
        return self._tall(self._head) + sum(self._tall(self._laid(row)) for row in rows)

    def _tall(self, row: _Laid) -> float:
        return self.step * row.lines + 2 * self.pad

    @cached_property
    def _head(self) -> _Laid:
        size = self.size - 1
        return _Laid(
            tuple(
                (self.frame.lines(column.head, size, "B", width - 2 * column.pad), size)
                for column, width in zip(self.columns, self.widths, strict=True)
            )
        )

    def _laid(self, row: TableRow) -> _Laid:
        cells: list[tuple[Sequence[str], float]] = []
        for column, text, width in zip(self.columns, row.cells, self.widths, strict=True):
            if column.gives:
                within = width - 2 * column.pad
                said, size = self.frame.fitted(text, self.size, column.style, within)
                cells.append((self.frame.lines(said, size, column.style, within), size))
            else:
                cells.append(((clean(text),), self.size))
        return _Laid(tuple(cells), row.grey)

    def draw(self, rows: Sequence[TableRow] | None = None) -> None:
        """Draw the table, from where the page stands; or one with these of its rows."""
        frame, pdf = self.frame, self.frame.pdf
        laid = [self._laid(row) for row in (self.rows if rows is None else rows)]
        talls = [self._tall(row) for row in laid]
        if pdf.will_page_break(self._tall(self._head) + (talls[0] if talls else 0)):
            frame.page()
        self._draw_head(over=0.0)
        for n, (row, tall) in enumerate(zip(laid, talls, strict=True), 1):
            if pdf.will_page_break(tall):
                frame.page()
                self._draw_head(over=0.0)
            styles: list[Style] = [column.style for column in self.columns]
            under = _STRONG if n == len(laid) else _THIN
            self._draw_row(row, tall, styles, n % 2 == 0, over=_STRONG if n == 1 else _THIN, under=under)

    def _draw_head(self, *, over: float) -> None:
        bold: list[Style] = ["B"] * len(self.columns)
        self._draw_row(self._head, self._tall(self._head), bold, True, over=over, under=_STRONG, low=True)

    def _draw_row(
        self,
        row: _Laid,
        tall: float,
        styles: Sequence[Style],
        shaded: bool,
        *,
        over: float,
        under: float,
        low: bool = False,
    ) -> None:
        """Draw a row where the page stands, between two lines as thick as told; 0 draws none."""
        frame, top = self.frame, self.frame.y
        left, wide = MARGIN, sum(self.widths)
        if shaded:
            frame.shade(left, top, wide, tall, 242)
        for y, width in ((top, over), (top + tall, under)):
            if width:
                with frame.pen(width, 0 if width == _STRONG else 150) as pdf:
                    pdf.line(left, y, left + wide, y)
        for column, width, style, (lines, size) in zip(
            self.columns, self.widths, styles, row.cells, strict=True
        ):
            above = (row.lines - len(lines)) * self.step if low else 0.0
            base = top + self.pad + above + 0.5 * self.step + 0.3 * size * MM
            for n, text in enumerate(lines):
                within = width - 2 * column.pad
                frame.line(
                    left + column.pad, within, base + n * self.step, text, size, style, column.align, row.grey
                )
            left += width
        frame.y = top + tall
