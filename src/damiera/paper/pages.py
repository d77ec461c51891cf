"""Pages of a PDF with our fonts: a font is put in when something is first written with it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from itertools import groupby
from typing import Literal, Self

from fpdf import FPDF
from fpdf.enums import TableBordersLayout, TableBorderStyle, TableCellStyle, TextEmphasis
from fpdf.fonts import TTFFont

from damiera.messages import Lang
from damiera.paper.fonts import BOX, FAMILY, MEN, clean, families_for, font_file, needs_shaping, noto_letters

__all__ = ["Pages", "TableLines"]

_MADE = datetime(2008, 1, 1, tzinfo=UTC)  # the same content is the same file


class Pages(FPDF):
    """An FPDF that writes any name.

    Args:
        title: what a reader shows in its title bar.
        lang: the language of the text.
        text: everything that may be written, as far as it comes from people: it says which fonts are needed.
        paper: the size of the pages.
        landscape: pages on their side.
    """

    def __init__(
        self,
        title: str,
        lang: Lang,
        text: str,
        *,
        paper: Literal["A4", "A3"] = "A4",
        landscape: bool = False,
    ) -> None:
        super().__init__(format=paper, orientation="landscape" if landscape else "portrait")
        self.at_top: Callable[[], None] = lambda: None
        self.at_foot: Callable[[], None] = lambda: None
        self.set_creation_date(_MADE)
        self.set_title(clean(title))
        self.set_lang(lang)
        self.c_margin = 0
        self._text = clean(text)
        self._writers: dict[tuple[str, str], str | None] = {}
        others = families_for(self._text)
        for family in others:
            for style in ("", "B"):
                self._put_in(family, style)
        self.set_fallback_fonts(others, exact_match=False)
        if needs_shaping(self._text):
            self.set_text_shaping(True, direction="ltr")  # sentences are ours: a name in Arabic begins none
        self.set_font(FAMILY)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of the files of the fonts."""
        for font in self.fonts.values():
            if isinstance(font, TTFFont):
                font.ttfont.close()

    def header(self) -> None:
        """Draw what stands at the top of each page."""
        self.at_top()

    def footer(self) -> None:
        """Draw what stands at the foot of each page."""
        self.at_foot()

    def set_font(self, family: str | None = None, style: TextEmphasis | str = "", size: float = 0) -> None:
        """Choose the font that comes next; put it in, if it is the first time."""
        if family == FAMILY:
            self._put_in(family, style.style if isinstance(style, TextEmphasis) else style)
        super().set_font(family, style, size)

    def runs(self, text: str, style: str) -> list[tuple[str, str]] | None:
        """Return the parts of a text, each with the font that writes it letter after letter; "" is Noto Sans.

        None where fpdf2 must look closer: letters that are shaped, letters of no font, the number of pages.
        """
        if self.text_shaping or (self.str_alias_nb_pages or "{nb}") in text:
            return None
        if text.isascii() or noto_letters().issuperset(map(ord, text)):
            return [("", text)]
        parts = []
        for font, letters in groupby(text, key=lambda letter: self._writer(letter, style)):
            if font is None:
                return None
            parts.append((font, "".join(letters)))
        return parts

    def _writer(self, letter: str, style: str) -> str | None:
        """Return the font that writes a letter: "" for ours, None where no font has it."""
        if ord(letter) in noto_letters():
            return ""
        if (letter, style) not in self._writers:
            self._writers[letter, style] = self.get_fallback_font(letter, style)
        return self._writers[letter, style]

    def get_string_width(self, s: str, normalized: bool = False, markdown: bool = False) -> float:
        """Return how wide a text is in the font that is chosen; counted at once where that can be."""
        plain = self.font_family == FAMILY and not markdown
        runs = self.runs(s, self.font_style) if plain else None
        if runs is None:
            return float(super().get_string_width(s, normalized, markdown))
        return sum(self._wide(font, part) for font, part in runs)

    def _wide(self, name: str, text: str) -> float:
        font = self.fonts[name] if name else self.current_font
        assert isinstance(font, TTFFont)
        return float(font.get_text_width(text, self.font_size_pt, None)[1]) / self.k

    def write_runs(self, x: float, y: float, runs: list[tuple[str, str]], style: str, size: float) -> None:
        """Write what `runs` has told upon `y`, in letters of a size."""
        for name, part in runs:
            family = name.rstrip("BI")
            self.set_font(family or FAMILY, name.removeprefix(family) if name else style, size)
            self.text(x, y, part)
            x += self._wide(name, part) if len(runs) > 1 else 0.0

    def get_fallback_font(self, char: str, style: str = "") -> str | None:
        """Return the font that stands in for ours: signs are all of one."""
        return "signs" if char in MEN + BOX else super().get_fallback_font(char, style)

    def _put_in(self, family: str, style: str) -> None:
        if family + style in self.fonts:
            return
        path = font_file(family, style, self._text)
        if path is not None:
            self.add_font(family, style, path)


class TableLines(TableBordersLayout):
    """Lines between rows: strong under the heading and at the end, thin elsewhere; none beside cells."""

    def __init__(self, strong: float = 0.5, thin: float = 0.1, grey: int = 150) -> None:
        self.strong, self.thin = TableBorderStyle(strong, 0), TableBorderStyle(thin, grey)

    def cell_style_getter(
        self,
        row_idx: int,
        col_idx: int,
        col_pos: int,
        num_heading_rows: int,
        num_rows: int,
        num_col_idx: int,
        num_col_pos: int,
    ) -> TableCellStyle:
        """Return the lines round a cell."""
        over = self.strong if row_idx == num_heading_rows else self.thin
        under = self.strong if row_idx in (num_heading_rows - 1, num_rows - 1) else self.thin
        return TableCellStyle(top=over if row_idx else False, bottom=under)
