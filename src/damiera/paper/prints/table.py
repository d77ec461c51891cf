"""Tables: columns as wide as what stands in them, laid by fpdf2 with a head on each page, rows never split.

The largest letters are taken with which everything stands on one line; where nothing does, the columns that
may are broken into lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fpdf.fonts import FontFace

from damiera.paper.fonts import FAMILY, clean
from damiera.paper.pages import TableLines
from damiera.paper.prints.frame import MM, Align, Frame, Style

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
_SPARE = 0.02  # millimetres: widths are sums of rounded parts


def fits(frame: Frame, columns: Sequence[TableColumn], rows: Sequence[TableRow], size: float) -> bool:
    """Tell whether everything stands on one line within the page, in letters of a size."""
    return sum(_natural(frame, columns, rows, size)) <= frame.inner


def _natural(
    frame: Frame, columns: Sequence[TableColumn], rows: Sequence[TableRow], size: float
) -> list[float]:
    out = []
    for at, column in enumerate(columns):
        widest = max(frame.broken_width(column.head, size - 1, "B"), column.wide - 2 * column.pad)
        widest = max([widest, *(frame.broken_width(row.cells[at], size, column.style) for row in rows)])
        out.append(widest + 2 * column.pad + _SPARE)
    return out


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
        self.size = size or self._chosen(air)
        self.parts = [self._widest_part(at) for at in range(len(columns))]
        self.widths = self._widths()
        self.step = self.size * MM * _LEADING
        self.pad = self.size * MM * 0.31 + air / 2

    def _chosen(self, air: float) -> float:
        """Return the largest letters with everything on one line, but none that cost a page."""
        sizes = [s for s in _SIZES if fits(self.frame, self.columns, self.rows, s)]
        readable = [s for s in sizes if s >= 9] or sizes[:1] or [_SIZES[-1]]
        room = self.frame.bottom - 46
        pages = {s: -(-len(self.rows) * (s * MM * 1.84 + air) // room) for s in readable}
        return max(s for s in readable if pages[s] == min(pages.values()))

    def _widths(self) -> list[float]:
        """Share what is left among the columns that give; what lacks is taken from the widest of them.

        A column is at least as wide as its heading.
        """
        widths = _natural(self.frame, self.columns, self.rows, self.size)
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
        head = self.frame.broken_width(column.head, self.size - 1, "B") + 2 * column.pad + _SPARE
        return min(width, max(cap, column.least, head, self.parts[at])) if column.gives else width

    def height(self, rows: Sequence[TableRow]) -> float:
        """Return how tall a table of these rows is, its head included."""
        return self.step + 2 * self.pad + sum(self.step * self._lines(row) + 2 * self.pad for row in rows)

    def _lines(self, row: TableRow) -> int:
        broken = [1]
        for column, text, width in zip(self.columns, row.cells, self.widths, strict=True):
            if column.gives:
                within = width - 2 * column.pad
                said, size = self.frame.fitted(text, self.size, column.style, within)
                broken.append(len(self.frame.lines(said, size, column.style, within)))
        return max(broken)

    def draw(self, rows: Sequence[TableRow] | None = None) -> None:
        """Draw the table, from where the page stands; or one with these of its rows."""
        pdf, size = self.frame.pdf, self.size
        pdf.set_font(FAMILY, "", size)
        width = min(sum(self.widths), pdf.epw)
        bold = FontFace(emphasis="BOLD")
        pads = [(self.pad, column.pad, self.pad, column.pad) for column in self.columns]
        with pdf.table(
            col_widths=self.widths,
            width=width,
            align="LEFT",
            text_align=[column.align for column in self.columns],
            line_height=self.step,
            padding=(self.pad, 0),
            borders_layout=TableLines(),
            headings_style=FontFace(emphasis="BOLD", size_pt=size - 1),
            cell_fill_color=242,
            cell_fill_mode="EVEN_ROWS",
        ) as table:
            head = table.row(v_align="BOTTOM")
            for column, pad in zip(self.columns, pads, strict=True):
                head.cell(clean(column.head), padding=pad)
            for row in self.rows if rows is None else rows:
                line = table.row(style=FontFace(color=row.grey) if row.grey else None)
                for at, (column, pad, text) in enumerate(zip(self.columns, pads, row.cells, strict=True)):
                    style, said = bold if column.style else None, clean(text)
                    if column.gives:
                        within = self.widths[at] - 2 * column.pad
                        said, own = self.frame.fitted(text, size, column.style, within)
                        if own < size:
                            style = FontFace(emphasis="BOLD" if column.style else None, size_pt=own)
                    line.cell(said, style=style, padding=pad, v_align="TOP")
