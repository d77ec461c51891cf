"""A study as a booklet: a title page, each chapter with its diagrams, moves in a row, notes and variations.

A diagram stands where an author has drawn something or set the sign `!!` or `??`, and at the start of a
chapter that does not begin as the game does. A chapter that asks shows its first position; its moves are
printed at the end, under Solutions, unless its readers are still to find them.
"""

from __future__ import annotations

import io
import math
import struct
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from damiera._core import Position, Side
from damiera.messages import Lang, Message
from damiera.notation.pdn.model import PdnMove
from damiera.notation.pdn.writer import LineNumbering, numbered
from damiera.notation.signs import symbol_of_nag
from damiera.paper.fonts import FAMILY, clean, require_fonts
from damiera.paper.geometry import geometry
from damiera.paper.pictures import PictureError, board_png
from damiera.study.model import Study, StudyChapter
from damiera.study.quiz import solver
from damiera.study.remarks import Drawing, parsed

if TYPE_CHECKING:
    from damiera.paper.pages import Pages

__all__ = ["booklet"]

_MARGIN: Final = 20.0
_WIDE: Final = 170.0
_FOOT: Final = 272.0
_DIAGRAM: Final = 72.0
_LINE: Final = 5.6
_INDENT: Final = 6.0
_DIAGRAMS: Final = 200
_DASHES: Final = {"R": (3.0, 1.6), "Y": (0.8, 1.4)}
"""Pens of a printer without colours: millimetres drawn and left out."""
_DIAGRAM_SIGNS: Final = ("!!", "??")

_SOLUTIONS: Final = Message("Solutions")
_BY: Final = Message("by {name}")
_TO_MOVE: Final = {Side.WHITE: Message("White to move."), Side.BLACK: Message("Black to move.")}
_GUESS: Final = {
    Side.WHITE: Message("Guess White's moves, one by one."),
    Side.BLACK: Message("Guess Black's moves, one by one."),
}
_FIND: Final = {
    Side.WHITE: Message("White to move: find the shot."),
    Side.BLACK: Message("Black to move: find the shot."),
}


def booklet(study: Study, author: str, lang: Lang, *, without: Collection[str] = ()) -> bytes:
    """Return a study as a PDF file.

    Args:
        study: what is printed.
        author: who wrote it.
        lang: the language of what is said beside the author's words.
        without: the chapters, by id, whose solutions are left out.
    Raises:
        PictureError: where the library that writes PDF is not installed.
    """
    require_fonts()
    from damiera.paper.pages import Pages

    text = " ".join(_written(study)) + author
    with Pages(study.title, lang, text) as pdf:
        pdf.set_auto_page_break(False)
        pdf.set_margins(_MARGIN, _MARGIN, _MARGIN)
        _Booklet(pdf, study, author, lang, without).draw()
        return bytes(pdf.output())


def _written(study: Study) -> Iterator[str]:
    """Yield what people have written in a study: it says which fonts are needed."""
    yield study.title
    for chapter in study.chapters:
        yield chapter.name
        yield from chapter.game.tags.values()
        yield chapter.game.comment
        yield chapter.game.closing
        for node in chapter.nodes():
            yield node.entry.comment
            if node.opens:
                yield node.opens.comment
                yield node.opens.after


@dataclass(frozen=True, slots=True)
class _Words:
    """Words in one hand: bold for the main line."""

    text: str
    bold: bool = False


class _Booklet:
    """Draws one study on as many pages as it takes."""

    def __init__(
        self, pdf: Pages, study: Study, author: str, lang: Lang, without: Collection[str] = ()
    ) -> None:
        self.pdf, self.study, self.author, self.lang = pdf, study, author, lang
        self.without = without
        self.diagrams = 0
        pdf.at_foot = self._foot

    def draw(self) -> None:
        """Draw the title and every chapter, then the solutions of those that ask."""
        self._page()
        self._title()
        asking = [chapter for chapter in self.study.chapters if chapter.kind != "study"]
        for number, chapter in enumerate(self.study.chapters, 1):
            self._chapter(number, chapter, solved=chapter.kind == "study")
        told = [chapter for chapter in asking if chapter.id not in self.without]
        if told:
            self._heading(_SOLUTIONS.text(self.lang), 15)
        for number, chapter in enumerate(self.study.chapters, 1):
            if chapter in told:
                self._heading(f"{number}. {chapter.name}", 11)
                self._game(chapter)

    # Pages

    def _page(self) -> None:
        self.pdf.add_page()
        self.pdf.set_y(_MARGIN)

    def _foot(self) -> None:
        pdf = self.pdf
        pdf.set_xy(_MARGIN, 283)
        pdf.set_font(FAMILY, "", 8)
        pdf.cell(_WIDE / 2, 4, self._fitting(self.study.title, _WIDE / 2 - 4))
        pdf.cell(_WIDE / 2, 4, str(pdf.page_no()), align="R")

    def _fitting(self, text: str, within: float) -> str:
        text = clean(text)
        while len(text) > 3 and self.pdf.get_string_width(text) > within:
            text = text.rstrip("…")[:-1] + "…"
        return text

    def _room(self, height: float) -> None:
        if self.pdf.get_y() + height > _FOOT:
            self._page()

    def _title(self) -> None:
        pdf = self.pdf
        pdf.set_font(FAMILY, "B", 22)
        pdf.multi_cell(_WIDE, 10, clean(self.study.title), align="L", new_x="LMARGIN", new_y="NEXT")
        pdf.set_font(FAMILY, "", 11)
        pdf.multi_cell(
            _WIDE, 7, clean(_BY.format(name=self.author).text(self.lang)), new_x="LMARGIN", new_y="NEXT"
        )
        pdf.ln(4)

    def _heading(self, text: str, size: float, under: float = 30) -> None:
        """Write a heading; `under` is the height of what must stand on its page."""
        self._room(under)
        pdf = self.pdf
        pdf.ln(4)
        pdf.set_font(FAMILY, "B", size)
        pdf.multi_cell(_WIDE, size * 0.5, clean(text), align="L", new_x="LMARGIN", new_y="NEXT")
        pdf.ln(1.5)

    # Chapters

    def _chapter(self, number: int, chapter: StudyChapter, *, solved: bool) -> None:
        is_drawn = not solved or chapter.game.start != chapter.game.ruleset.start()
        self._heading(f"{number}. {chapter.name}", 14, _drawn_height(chapter) if is_drawn else 30)
        self._players(chapter)
        if not solved:
            task = _FIND if chapter.kind == "find" else _GUESS
            self._diagram(chapter.game.start, flipped=solver(chapter) is Side.BLACK)
            self._flow([_Words(task[solver(chapter)].text(self.lang))])
            return
        if is_drawn:
            self._diagram(chapter.game.start)
            self._flow([_Words(_TO_MOVE[chapter.game.start.side].text(self.lang))])
        self._game(chapter)

    def _players(self, chapter: StudyChapter) -> None:
        tags = chapter.game.tags
        names = ("White", "Black", "Event", "Site", "Date")
        known = [tags[name] for name in names if tags.get(name, "").strip("?.- ")]
        result = chapter.game.result if chapter.game.result != "*" else ""
        said = ", ".join([*known, *([result] if result else [])])
        if said:
            self._flow([_Words(said)])

    def _game(self, chapter: StudyChapter) -> None:
        game = chapter.game
        self._said(game.comment, chapter)
        self._line(chapter, game.mainline, game.start, numbered(game.start), 0)
        self._said(game.closing, chapter)

    def _line(
        self,
        chapter: StudyChapter,
        moves: Sequence[PdnMove],
        position: Position,
        count: LineNumbering,
        depth: int,
        letter: str = "",
    ) -> None:
        row: list[_Words] = [_Words(letter)] if letter else []
        fresh = True
        for number, entry in enumerate(moves):
            row.append(_Words(self._move(chapter, entry, count.on(number), fresh), bold=depth == 0))
            after = position.play(entry.move)
            words = parsed(entry.comment, _squares(chapter)).words
            is_broken = self._asks_diagram(chapter, entry) or bool(entry.variations)
            fresh = bool(words) or is_broken
            if words:
                row.append(_Words(words))
            if is_broken:
                self._flow(row, depth)
                row = []
            if self._asks_diagram(chapter, entry):
                drawn = parsed(entry.comment, _squares(chapter)).drawings
                self._diagram(after, drawn, under=self._move(chapter, entry, count.on(number), True))
            for variation, line in enumerate(entry.variations):
                self._said(line.comment, chapter, depth + 1)
                mark = chr(ord("a") + variation % 26) + ")"
                self._line(chapter, line.moves, position, count.on(number), depth + 1, mark)
                self._said(line.after, chapter, depth)
            position = after
        self._flow(row, depth)

    def _move(self, chapter: StudyChapter, entry: PdnMove, count: LineNumbering, fresh: bool) -> str:
        turn, hand = divmod(count.ply, count.hands)
        number = f"{turn + 1}. " if hand == 0 else f"{turn + 1}… " if fresh else ""
        book = chapter.game.ruleset.rulebooks[0]
        glyphs = [symbol_of_nag(nag, book) for nag in entry.nags]
        signs = " ".join(filter(None, (*glyphs, *entry.signs)))
        return f"{number}{entry.text.replace('x', '×')}{entry.strength}{' ' + signs if signs else ''}"

    def _asks_diagram(self, chapter: StudyChapter, entry: PdnMove) -> bool:
        drawn = parsed(entry.comment, _squares(chapter)).drawings
        return bool(drawn) or entry.strength in _DIAGRAM_SIGNS

    def _said(self, comment: str, chapter: StudyChapter, depth: int = 0) -> None:
        words = parsed(comment, _squares(chapter)).words
        if words:
            self._flow([_Words(words)], depth)

    # Ink

    def _diagram(
        self,
        position: Position,
        drawings: Sequence[Drawing] = (),
        *,
        flipped: bool = False,
        under: str = "",
    ) -> None:
        """Draw a position in the middle of the page, with what its author has drawn on it.

        Args:
            under: the move that led there, for a diagram that comes to stand on another page than its move.
        """
        if self.diagrams >= _DIAGRAMS:
            return
        self.diagrams += 1
        try:
            png = board_png(position, size=640, theme="stampa", flipped=flipped, lang=self.lang)
        except PictureError:
            return
        across, down = struct.unpack(">II", png[16:24])
        height = _DIAGRAM * down / across
        self._room(height + 4 + (_LINE if under else 0))
        left, top = _MARGIN + (_WIDE - _DIAGRAM) / 2, self.pdf.get_y() + 1
        self.pdf.image(io.BytesIO(png), x=left, y=top, w=_DIAGRAM)
        shape = geometry(position.rules)
        if drawings and abs(shape.height / shape.width - down / across) < 0.01:
            scale = _DIAGRAM / shape.width
            for one in drawings:
                places = [shape.point(square) for square in one.path]
                self._drawing(
                    one, [(left + place.x * scale, top + place.y * scale) for place in places], scale
                )
        self.pdf.set_y(top + height + (0.5 if under else 3))
        if under:
            self._caption(under)

    def _caption(self, text: str) -> None:
        """Write a line in the middle of the page, small."""
        self.pdf.set_font(FAMILY, "", 8.5)
        self.pdf.set_x(_MARGIN)
        self.pdf.cell(_WIDE, _LINE, clean(text), align="C", new_x="LMARGIN", new_y="NEXT")
        self.pdf.set_y(self.pdf.get_y() + 2)

    def _drawing(self, drawing: Drawing, places: Sequence[tuple[float, float]], scale: float) -> None:
        """Draw a circle or an arrow as a printer without colours can: whole, dashed or dotted."""
        pdf = self.pdf
        dash, gap = _DASHES.get(drawing.pen, (0.0, 0.0))
        with pdf.local_context():
            pdf.set_draw_color(0)
            pdf.set_fill_color(0)
            pdf.set_line_width(9 * scale)
            pdf.set_dash_pattern(dash=dash, gap=gap)
            if drawing.kind == "circle":
                radius = 44 * scale
                x, y = places[0]
                pdf.ellipse(x - radius, y - radius, 2 * radius, 2 * radius)
                return
            tip = places[-1]
            neck = _towards(tip, places[-2], 30 * scale)
            way = [*places[:-1], neck]
            for one, other in pairwise(way):
                pdf.line(*one, *other)
            pdf.set_dash_pattern()
            across = ((tip[1] - neck[1]) * 0.6, (neck[0] - tip[0]) * 0.6)
            pdf.set_line_width(0.2)
            pdf.polygon(
                [tip, (neck[0] + across[0], neck[1] + across[1]), (neck[0] - across[0], neck[1] - across[1])],
                style="DF",
            )

    def _flow(self, row: Sequence[_Words], depth: int = 0) -> None:
        """Write words in a row, from line to line and from page to page."""
        if not row:
            return
        pdf = self.pdf
        left = _MARGIN + _INDENT * min(depth, 5)
        size = 10.5 if depth == 0 else 9.5
        x = left
        self._room(_LINE)
        for words in row:
            pdf.set_font(FAMILY, "B" if words.bold else "", size)
            gap = pdf.get_string_width(" ")
            for word in clean(words.text).split():
                width = pdf.get_string_width(word)
                if x > left and x + width > _MARGIN + _WIDE:
                    pdf.set_y(pdf.get_y() + _LINE)
                    self._room(_LINE)
                    pdf.set_font(FAMILY, "B" if words.bold else "", size)
                    x = left
                pdf.set_x(x)
                pdf.cell(width, _LINE, word)
                x += width + gap
        pdf.set_y(pdf.get_y() + _LINE + 0.8)


def _squares(chapter: StudyChapter) -> int:
    return chapter.game.ruleset.core.squares


def _drawn_height(chapter: StudyChapter) -> float:
    """Return how much room a chapter takes that begins with a diagram, up to the line below it."""
    shape = geometry(chapter.game.start.rules)
    return 30 + _DIAGRAM * shape.height / shape.width + 2 * _LINE


def _towards(place: tuple[float, float], other: tuple[float, float], by: float) -> tuple[float, float]:
    """Return the point so far from one place on the way to another."""
    across, down = other[0] - place[0], other[1] - place[1]
    whole = math.hypot(across, down) or 1.0
    return place[0] + across * by / whole, place[1] + down * by / whole
