"""A sheet of paper: its head and foot, and the tools to write, measure and rule on it.

Lengths are millimetres, sizes of letters points. fpdf2 breaks lines and pages, lays tables and counts the
pages; what is here besides makes a line smaller until it fits its place, and draws men, boxes and codes.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Literal

import segno
from PIL import Image

from damiera.messages import Message
from damiera.paper.fonts import FAMILY, clean
from damiera.paper.pages import Pages
from damiera.paper.prints.job import Paper, PrintJob

__all__ = ["MARGIN", "MM", "Align", "BareFrame", "Frame", "Style"]

Align = Literal["L", "C", "R"]
Style = Literal["", "B", "I"]

MARGIN = 12.0
MM = 25.4 / 72  # millimetres in a point
_FOOT = 7.0
_THOUSAND = 1000
_LEADING = 1.35
_PAGE = Message("page {n} of {m}")
_PRINTED = Message("printed on {when}")


_BREAK = "\u200b"
_HYPHEN = re.compile(r"(?<=\w)([-/\u2013])(?=\w)")


def _breakable(text: str) -> str:
    """Return a text that may be broken behind its hyphens too, by a sign without width."""
    return _HYPHEN.sub(rf"\1{_BREAK}", text)


class Frame:
    """The pages of one job, each with a head and a foot; `signs` are those that are written beside words."""

    def __init__(
        self, job: PrintJob, title: str, *, paper: Paper = "A4", landscape: bool = False, signs: str = ""
    ) -> None:
        self.job, self.title = job, title
        name = " - ".join(filter(None, (job.event.name, title)))
        self.pdf = Pages(name, job.lang, job.written + signs, paper=paper, landscape=landscape)
        self.pdf.set_margins(MARGIN, MARGIN, MARGIN)
        self.pdf.set_auto_page_break(True, MARGIN + _FOOT)
        self.pdf.at_top, self.pdf.at_foot = self.head, self.foot
        if len(job.event.players) >= _THOUSAND:
            self.pdf.alias_nb_pages("{nnb}")  # keeps room for four figures
        self.wide, self.tall = self.pdf.w, self.pdf.h
        self.corner = job.round_said if job.round_number else ""
        self._widths: dict[tuple[str, Style], float] = {}

    @property
    def y(self) -> float:
        """Where the page stands."""
        return float(self.pdf.y)

    @y.setter
    def y(self, y: float) -> None:
        self.pdf.set_y(y)

    @property
    def inner(self) -> float:
        """The width between the margins."""
        return self.wide - 2 * MARGIN

    @property
    def bottom(self) -> float:
        """Where the foot begins, by a hair: what fills a page to it by sums of fractions must not go over."""
        return self.tall - MARGIN - _FOOT - 0.01

    @property
    def room(self) -> float:
        """What is left of the page."""
        return self.bottom - self.y

    # Letters

    def width(self, text: str, size: float, style: Style = "") -> float:
        """Return how wide a text is."""
        width = self._widths.get((text, style))
        if width is None:
            self.pdf.set_font(FAMILY, style, 100)
            width = self._widths[text, style] = self.pdf.get_string_width(clean(text))
        return width * size / 100

    def broken_width(self, text: str, size: float, style: Style = "") -> float:
        """Return how wide a text is where lines are broken, which is counted letter by letter.

        Where letters are shaped (kerned, joined) that is more than the text takes.
        """
        width = self.width(text, size, style)
        if not self.pdf.text_shaping:
            return width
        return max(width, sum(self.width(letter, size, style) for letter in clean(text)))

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
        """Write a line upon `y` and return its width.

        `x` is its left end, its middle or its right end by `align`. Where it is wider than `within`, its
        letters get smaller, down to `least`; then it is cut.
        """
        text = clean(text)
        if not text:
            return 0.0
        width = self.width(text, size, style)
        if within and width > within:
            size = max(least, size * within / width - 0.05)
            while (width := self.width(text, size, style)) > within and len(text) > 4:
                text = text.rstrip("…")[:-1].rstrip() + "…"
        left = {"L": x, "C": x - width / 2, "R": x - width}[align]
        self._place(left, y, text, size, style, width, grey)
        return width

    def _place(
        self, left: float, y: float, text: str, size: float, style: Style, width: float, grey: int
    ) -> None:
        """Write a text where it fits; the page stands where it stood."""
        pdf, tall = self.pdf, size * MM
        runs = pdf.runs(text, style)
        if runs is not None:
            pdf.set_text_color(grey)
            pdf.write_runs(left, y, runs, style, size)
            pdf.set_text_color(0)
            return
        kept, breaks = (pdf.x, pdf.y), pdf.auto_page_break
        pdf.set_font(FAMILY, style, size)
        pdf.set_text_color(grey)
        pdf.auto_page_break = False
        pdf.set_xy(left, y - 0.8 * tall)  # fpdf2 sets letters upon 0.8 of a line as tall as they are
        pdf.cell(width, tall, text)
        pdf.auto_page_break = breaks
        pdf.set_xy(*kept)
        pdf.set_text_color(0)

    def line(
        self,
        left: float,
        within: float,
        y: float,
        text: str,
        size: float,
        style: Style,
        align: Align,
        grey: int,
    ) -> None:
        """Write a line that fits between two ends, at one of them or in the middle."""
        if text:
            width = self.width(text, size, style)
            x = {"L": left, "C": left + (within - width) / 2, "R": left + within - width}[align]
            self._place(x, y, text, size, style, width, grey)

    def lines(self, text: str, size: float, style: Style, within: float) -> list[str]:
        """Break a text into lines no wider than `within`, between words and behind hyphens; else anywhere."""
        text = clean(text)
        if self.broken_width(text, size, style) <= within:
            return [text] if text else []
        self.pdf.set_font(FAMILY, style, size)
        broken = self.pdf.multi_cell(within, text=_breakable(text), align="L", dry_run=True, output="LINES")
        return [str(line) for line in broken]  # type: ignore[union-attr]

    def widest_part(self, text: str, size: float, style: Style = "") -> float:
        """Return how wide the widest part of a text is that is not broken."""
        parts = _breakable(clean(text)).replace(_BREAK, " ").split(" ")
        return max(self.broken_width(part, size, style) for part in parts)

    def fitted(self, text: str, size: float, style: Style, within: float) -> tuple[str, float]:
        """Return a text that may be broken behind hyphens, and a size in which no part of it is too wide.

        It is 60 % of what was asked for at least; what is too wide then is broken anywhere.
        """
        text = clean(text)
        if self.broken_width(text, size, style) <= within:
            return text, size
        part = self.widest_part(text, size, style)
        return _breakable(text), size if part <= within else max(0.6 * size, size * within / part - 0.05)

    def paragraph(
        self, text: str, size: float = 9.0, style: Style = "", *, grey: int = 0, indent: float = 0.0
    ) -> None:
        """Write lines over the whole width, on the next page where this one is full."""
        pdf, step = self.pdf, size * MM * _LEADING
        pdf.set_text_color(grey)
        for line in map(clean, text.split("\n")):
            fits = self.broken_width(line, size, style) <= self.inner - indent
            runs = pdf.runs(line, style) if fits else None
            if runs is not None:
                if pdf.will_page_break(step):
                    self.page()
                base = self.y + 0.5 * step + 0.3 * size * MM
                pdf.set_text_color(grey)
                pdf.write_runs(MARGIN + indent, base, runs, style, size)
                self.y += step
                continue
            pdf.set_font(FAMILY, style, size)
            pdf.set_x(MARGIN + indent)
            if fits:  # breaking lines takes as long as a line is long, squared
                pdf.cell(0, step, line, new_x="LMARGIN", new_y="NEXT")
            else:
                pdf.multi_cell(0, step, line, align="L", new_x="LMARGIN", new_y="NEXT")
        pdf.set_text_color(0)

    def subtitle(self, text: str, follows: float) -> None:
        """Write a heading, on the page on which at least `follows` stands of what comes after it."""
        if self.pdf.will_page_break(14 * MM * _LEADING + 5 + follows):
            self.page()
        else:
            self.gap(4)
        self.paragraph(text, 14, "B")
        self.gap(1)

    def gap(self, height: float) -> None:
        """Leave some room."""
        self.y += height

    # Lines and shapes

    @contextmanager
    def pen(self, width: float, grey: int = 0, *, dash: Sequence[float] = ()) -> Iterator[Pages]:
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
        self.pdf.image(io.BytesIO(_code(text)), x=x, y=y, w=across)

    def logo(self, x: float, y: float, wide: float, tall: float, align: Align = "L") -> float:
        """Draw the logo as large as it fits a box, if there is one; return its width and the gap beside it.

        `x` is the left end of the box, or its middle.
        """
        if not self.job.logo:
            return 0.0
        with Image.open(io.BytesIO(self.job.logo)) as picture:
            scale = min(wide / picture.width, tall / picture.height)
            across, high = picture.width * scale, picture.height * scale
        left = x - across / 2 if align == "C" else x
        self.pdf.image(io.BytesIO(self.job.logo), x=left, y=y + (tall - high) / 2, w=across, h=high)
        return across + 5

    # Pages

    def page(self) -> None:
        """Begin a page."""
        self.pdf.add_page()

    def head(self) -> None:
        """Write the event, the title, the round and the day, over a strong line."""
        job, right = self.job, self.wide - MARGIN
        logo = self.logo(MARGIN, 12, 40, 20)
        left, inner = MARGIN + logo, self.inner - logo
        self.write(left, 17, job.event.name, 12, "B", within=inner - 50, least=7)
        self.write(right, 17, job.game.name.text(job.lang), 10, within=46, align="R")
        width = self.write(right, 26.2, self.corner, 14, "B", align="R", within=inner * 0.45, least=8)
        below = " · ".join(filter(None, (job.event.place, job.date)))
        width = max(
            width, self.write(right, 31.4, below, 9, align="R", within=inner * 0.55, grey=60, least=6)
        )
        self.write(left, 30.6, self.title, 26, "B", within=inner - width - 6, least=12)
        self.rule(35, 1.2)
        self.y = 39

    def foot(self) -> None:
        """Write which page it is, who made this and when."""
        y = self.tall - MARGIN
        self.rule(y - 4.2, 0.2, 120)
        when = self.job.printed
        said = self.job.said(_PRINTED, when=when.strftime("%d/%m/%Y %H:%M")) if when else ""
        self.numbered(MARGIN, y, 8)
        right = self.wide - MARGIN
        self.write(right, y, " · ".join(filter(None, ("Damiera", said))), 8, grey=60, align="R")

    def numbered(self, x: float, y: float, size: float, behind: str = "", within: float = 0.0) -> None:
        """Write `pagina 2 di 3` and what comes behind it; fpdf2 puts the last number in at the end."""
        said = self.job.said(_PAGE, n=self.pdf.page_no(), m="\0").split("\0")
        text = said[0] + (self.pdf.str_alias_nb_pages or "") + said[1]
        self.pdf.set_font(FAMILY, "", size)
        width = self.pdf.get_string_width(text)
        self._place(x, y, text, size, "", width, 60)
        if behind:
            left = within - width - 1 if within else 0
            self.write(x + width + 1, y, f"· {behind}", size, grey=60, within=left, least=4)


class BareFrame(Frame):
    """Pages of forms: each draws its whole page itself."""

    def __init__(
        self, job: PrintJob, title: str, *, paper: Paper = "A4", landscape: bool = False, signs: str = ""
    ) -> None:
        super().__init__(job, title, paper=paper, landscape=landscape, signs=signs)
        self.pdf.set_auto_page_break(False)

    def head(self) -> None:
        """Nothing: what is drawn has its own."""

    def foot(self) -> None:
        """Nothing: what is drawn has its own."""


@lru_cache(maxsize=256)
def _code(text: str) -> bytes:
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(out, kind="png", scale=8, border=2)
    return out.getvalue()
