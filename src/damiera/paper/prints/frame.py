"""A sheet of paper: its head and foot, and the tools to write, measure and rule on it.

Lengths are millimetres, sizes of letters points. A text is placed by its base line. Nothing is written
without being measured: it is made smaller, or broken into lines, until it stays in its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

from damiera.lang import Text
from damiera.paper.fonts import latin, new_pdf
from damiera.paper.prints.job import Job, Paper

if TYPE_CHECKING:
    from fpdf import FPDF

__all__ = ["HEAD", "MARGIN", "MM", "Align", "Frame", "Style"]

Align = Literal["L", "C", "R"]
Style = Literal["", "B", "I", "BI"]

MARGIN = 12.0
HEAD = 39.0  # where a list begins under the head of its page
MM = 25.4 / 72  # millimetres in a point
_SIZES: dict[tuple[Paper, bool], tuple[float, float]] = {
    ("A4", False): (210.0, 297.0),
    ("A4", True): (297.0, 210.0),
    ("A3", False): (297.0, 420.0),
    ("A3", True): (420.0, 297.0),
}
_NOT_INSTALLED = Text(
    "Per le stampe in PDF serve fpdf2: installa damiera[print].",
    "Prints as PDF need fpdf2: install damiera[print].",
)
_PAGE = Text("pagina {n} di {m}", "page {n} of {m}")
_PRINTED = Text("stampato il {when}", "printed on {when}")


class Frame:
    """Pages of one job. They are drawn twice: first to be counted, then with `of m` at the foot."""

    def __init__(
        self, job: Job, title: str, *, paper: Paper = "A4", landscape: bool = False, total: int = 0
    ) -> None:
        self.job, self.title, self.total = job, title, total
        self.wide, self.tall = _SIZES[paper, landscape]
        name = " - ".join(filter(None, (job.event.name, title)))
        self.pdf: FPDF = new_pdf(name, job.lang, _NOT_INSTALLED, paper=paper, landscape=landscape)
        self._scale = new_pdf("", job.lang, _NOT_INSTALLED)  # measures, and writes nothing
        self._widths: dict[tuple[str, Style], float] = {}
        self.corner = job.round_said if job.round_number else ""
        self.y = MARGIN

    @property
    def drafting(self) -> bool:
        """Are the pages only being counted?"""
        return not self.total

    @property
    def inner(self) -> float:
        """The width between the margins."""
        return self.wide - 2 * MARGIN

    @property
    def bottom(self) -> float:
        """Where the foot begins."""
        return self.tall - MARGIN - 7

    @property
    def room(self) -> float:
        """What is left of the page."""
        return self.bottom - self.y

    # Letters

    def width(self, text: str, size: float, style: Style = "") -> float:
        """Return how wide a text is."""
        width = self._widths.get((text, style))
        if width is None:
            self._scale.set_font("Helvetica", style, 100)
            width = self._widths[text, style] = self._scale.get_string_width(latin(text))
        return width * size / 100

    def write(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        style: Style = "",
        *,
        align: Align = "L",
        within: float = 0.0,
        least: float = 6.0,
        grey: int = 0,
    ) -> float:
        """Write a line and return its width. `x` is its left end, its middle or its right end by `align`.

        Where it is wider than `within`, its letters get smaller, down to `least`; then it is cut.
        """
        text = " ".join(latin(text).split())
        if not text:
            return 0.0
        width = self.width(text, size, style)
        if within and width > within:
            size = max(least, size * within / width - 0.05)
            while (width := self.width(text, size, style)) > within and len(text) > 4:
                text = text.rstrip(".")[:-1].rstrip() + "..."
        left = {"L": x, "C": x - width / 2, "R": x - width}[align]
        self.pdf.set_font("Helvetica", style, size)
        self.pdf.set_text_color(grey)
        self.pdf.text(left, y, text)
        return width

    def lines(self, text: str, size: float, style: Style, within: float) -> list[str]:
        """Break a text into lines no wider than `within`, between words; words too wide anywhere."""
        out: list[str] = []
        for word in latin(text).split():
            joined = f"{out[-1]} {word}" if out else word
            if out and self.width(joined, size, style) <= within:
                out[-1] = joined
                continue
            while self.width(word, size, style) > within and len(word) > 1:
                cut = next(
                    n for n in range(len(word) - 1, 0, -1)
                    if n == 1 or self.width(word[:n], size, style) <= within
                )  # fmt: skip
                out.append(word[:cut])
                word = word[cut:]
            out.append(word)
        return out

    def paragraph(
        self, text: str, size: float = 9.0, style: Style = "", *, grey: int = 0, indent: float = 0.0
    ) -> None:
        """Write a text over the whole width, on the next page where this one is full."""
        for line in self.lines(text, size, style, self.inner - indent):
            step = size * MM * 1.35
            if self.room < step:
                self.page()
            self.y += step
            self.write(MARGIN + indent, self.y - step * 0.25, line, size, style, grey=grey)

    def gap(self, height: float) -> None:
        """Leave some room, unless the page begins here."""
        self.y += height

    # Lines and shapes

    @contextmanager
    def pen(self, width: float, grey: int = 0, *, dash: Sequence[float] = ()) -> Iterator[FPDF]:
        """Draw with lines of a width and a shade, and afterwards as before."""
        self.pdf.set_line_width(width)
        self.pdf.set_draw_color(grey)
        if dash:
            self.pdf.set_dash_pattern(dash[0], dash[1])
        yield self.pdf
        if dash:
            self.pdf.set_dash_pattern()
        self.pdf.set_draw_color(0)
        self.pdf.set_line_width(0.2)

    def rule(self, y: float, width: float = 0.2, grey: int = 0) -> None:
        """Draw a line from margin to margin."""
        with self.pen(width, grey) as pdf:
            pdf.line(MARGIN, y, self.wide - MARGIN, y)

    def shade(self, x: float, y: float, wide: float, tall: float, grey: int = 238) -> None:
        """Fill a box with a light grey."""
        self.pdf.set_fill_color(grey)
        self.pdf.rect(x, y, wide, tall, style="F")

    def disc(self, x: float, y: float, across: float, *, black: bool) -> None:
        """Draw a man as diagrams in print have it, its middle at x, y: white with rings, or black."""
        self.pdf.set_fill_color(0 if black else 255)
        with self.pen(across * 0.05) as pdf:
            pdf.circle(x, y, across / 2, style="DF")
        with self.pen(across * 0.05, 255 if black else 0) as pdf:
            pdf.circle(x, y, across * 0.33, style="D")
            if across > 3:
                pdf.circle(x, y, across * 0.2, style="D")

    def code(self, x: float, y: float, across: float, text: str) -> None:
        """Draw a text as a code to be scanned, its corner at x, y, two squares of quiet round it."""
        if self.drafting:
            return
        import segno

        matrix = segno.make(text, error="m", micro=False).matrix
        size = across / (len(matrix) + 4)
        self.pdf.set_fill_color(0)
        for row, cells in enumerate(matrix):
            start = None
            for column, dark in enumerate([*cells, 0]):
                if dark and start is None:
                    start = column
                elif not dark and start is not None:
                    left, top = x + (start + 2) * size, y + (row + 2) * size
                    self.pdf.rect(left, top, (column - start) * size, size, style="F")
                    start = None

    # Pages

    def page(self) -> None:
        """Begin a page: the head and the foot that all lists have."""
        self.pdf.add_page()
        self.head()
        self.foot()

    def head(self) -> None:
        """Write the event, the title, the round and the day, over a strong line."""
        job, right = self.job, self.wide - MARGIN
        self.write(MARGIN, 17, job.event.name, 12, "B", within=self.inner - 50, least=7)
        self.write(right, 17, job.game.name.get(job.lang), 10, within=46, align="R")
        width = self.write(right, 26.2, self.corner, 14, "B", align="R", within=self.inner * 0.45, least=8)
        below = " · ".join(filter(None, (job.event.place, job.date)))
        width = max(
            width, self.write(right, 31.4, below, 9, align="R", within=self.inner * 0.55, grey=60, least=6)
        )
        self.write(MARGIN, 30.6, self.title, 26, "B", within=self.inner - width - 6, least=12)
        self.rule(35, 1.2)
        self.y = HEAD

    def foot(self) -> None:
        """Write who made this and when, and which page it is."""
        y = self.tall - MARGIN
        self.rule(y - 4.2, 0.2, 120)
        when = self.job.printed
        said = self.job.said(_PRINTED, when=when.strftime("%d/%m/%Y %H:%M")) if when else ""
        self.write(MARGIN, y, " · ".join(filter(None, ("Damiera", said))), 8, grey=60)
        self.write(self.wide - MARGIN, y, self.numbered, 8, align="R", grey=60)

    @property
    def numbered(self) -> str:
        """`pagina 2 di 3`."""
        return self.job.said(_PAGE, n=self.pdf.page_no(), m=self.total or 1)
