"""The score sheet of a game on paper: A4, a header, moves in two columns, the result, signatures.

FID, Regolamento tecnico, Capo I, art. 12 and 13 (edition fid.italian.2008): moves as squares, the signs
behind them.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, cast

from damiera._core import Position, Side
from damiera.analysis.books import plies_by_lot
from damiera.game.clock import ClockSettings
from damiera.game.draws import article_of
from damiera.game.errors import BadClock
from damiera.game.outcome import Outcome, Termination
from damiera.game.sides import side_text, sides_of
from damiera.messages import Lang, Message, long_date
from damiera.notation.fen import format_fen
from damiera.notation.pdn.model import PdnGame, PdnMove, conduct_remarks
from damiera.notation.signs import sign_of_nag
from damiera.paper.fonts import FAMILY, clean, code_points, missing, require_fonts
from damiera.paper.pictures import PictureError, board_png

if TYPE_CHECKING:
    from damiera.paper.pages import Pages
    from damiera.service.record import Earlier

__all__ = ["how_it_ended", "score_sheet", "sign_text"]

_MARGIN, _WIDE = 14.0, 182.0  # millimetres: the margin of an A4 page, and what lies between two
_LINE = 5.6
_PAD = 1.2  # clear of the lines of a table
_NOTE = 8  # points: the letters of what is said between moves
_FOOT = 52.0  # what result and signatures take of the last page
_DIAGRAM = 52.0

_TITLE = Message("SCORE SHEET")
_GOES_ON = Message("continued")
_RESULT = Message("Result")
_START = Message("Starting position")
_POSITION = Message("Position: {fen}")
_LETTERS = Message("Letters that no font of the print has: {letters}.")
_BALLOT = Message("In italics the moves of the opening drawn by lot, which count as played.")
_ARBITER = Message("The arbiter")
_BY_ARTICLE = Message("{said} (art. {article})")
_WON = Message("{winner} wins")
_DRAWN = Message("Draw")
_BOTH_LOST = Message("Lost by both")

# What stands in the header, two to a line: the tag, what it is called, whether it stands alone on its line.
_FIELDS = (
    ("Event", Message("Event"), True),
    ("Site", Message("Place", context="where"), False),
    ("Date", Message("Date"), False),
    ("TimeControl", Message("Time control"), True),
    ("Round", Message("Round"), False),
    ("Board", Message("Board", context="number of a board"), False),
    ("Opening", Message("Opening"), False),
)


@dataclass(frozen=True, slots=True)
class _Cell:
    """A move as it stands on paper."""

    text: str
    clock: str
    ballot: bool


@dataclass(frozen=True, slots=True)
class _Turn:
    """A row of moves: the number of the turn, and what each side played in it."""

    number: int
    cells: tuple[_Cell | None, ...]


def score_sheet(
    game: PdnGame,
    *,
    lang: Lang = "it",
    ballot: int | None = None,
    outcome: Outcome | None = None,
    earlier: Sequence[Earlier] = (),
) -> bytes:
    """Return the score sheet of a game as a PDF file.

    Args:
        game: the game.
        lang: the language of the form.
        ballot: how many of the first plies an opening drawn by lot laid down; the tag `BallotPlies` says it
            otherwise.
        outcome: how the game ended; otherwise its tags, its result and its last position are asked.
        earlier: what was played before the board changed without a move and the moves of `game` began.
    Raises:
        PictureError: where the library that writes PDF is not installed.
    """
    plies = plies_by_lot(earlier[0].record if earlier else game) if ballot is None else ballot
    title = f"{game.tags.get('White', '?')} - {game.tags.get('Black', '?')}"
    require_fonts()
    from damiera.paper.pages import Pages

    with Pages(title, lang, f"{game.tags}") as pdf:
        pdf.set_auto_page_break(False)
        _Sheet(pdf, game, lang, plies, outcome or how_it_ended(game), earlier).draw()
        return bytes(pdf.output())


def how_it_ended(game: PdnGame) -> Outcome | None:
    """Return how a game ended, by its tag `Termination` or its last position; None where neither tells.

    >>> from damiera.notation.pdn.reader import read_pdn
    >>> [game] = read_pdn('[GameType "22"][Termination "resignation"][Result "1-0"] 1. 21-17 1-0')
    >>> how_it_ended(game).text("en"), how_it_ended(game).article
    ('Black resigns.', 'fid.italian.2008:9.2.1')
    """
    said = game.tags.get("Termination", "").strip().lower().replace(" ", "_")
    termination = next((known for known in Termination if known.value == said), None)
    if termination is None:
        termination = _by_position(game)
    if termination is None or game.result == "*":
        return None
    book = game.ruleset.rulebooks[0] if game.ruleset.rulebooks else None
    return Outcome(game.winner, termination, article_of(book, termination) if book else None)


def _by_position(game: PdnGame) -> Termination | None:
    last = game.positions[-1]
    if last.rules.family != "draughts" or last.has_moves() or game.winner is not last.side.opponent:
        return None
    own = (
        (last.white_men, last.white_kings) if last.side is Side.WHITE else (last.black_men, last.black_kings)
    )
    return Termination.NO_MOVES if any(own) else Termination.NO_PIECES


def sign_text(entry: PdnMove, rulebook: str) -> str:
    """Return the signs behind a move, as art. 13 writes them.

    >>> from damiera._core import rules
    >>> move = rules("italian").start().moves()[0]
    >>> sign_text(PdnMove(move, "24-20", nags=(5, 7), signs=("+1",)), "fid.italian.2008")
    ' ?! * +1'
    """
    signs = [entry.strength, *(sign_of_nag(nag, rulebook) for nag in entry.nags), *entry.signs]
    return "".join(f" {sign}" for sign in signs if sign)


class _Sheet:
    """Draws one game on as many pages as it takes."""

    def __init__(
        self,
        pdf: Pages,
        game: PdnGame,
        lang: Lang,
        ballot: int,
        outcome: Outcome | None,
        earlier: Sequence[Earlier],
    ) -> None:
        self.pdf, self.game, self.lang, self.ballot, self.outcome = pdf, game, lang, ballot, outcome
        self.earlier = earlier
        self.start = earlier[0].record.start if earlier else game.start
        self.sides = self._sides()
        self.columns = 2 if len(self.sides) == 2 else 1

    def draw(self) -> None:
        """Draw header, moves, result and signatures."""
        self._page(first=True)
        self._header()
        if self.start != self.game.ruleset.start():
            self._diagram()
        self._moves()
        self._foot()

    def _sides(self) -> list[Side]:
        """Return the sides in the order in which a turn goes round."""
        rules = self.start.rules
        if rules.by_seat:
            return list(sides_of(rules))
        return [rules.first_mover, rules.first_mover.opponent]

    # Pages and lines

    def _page(self, *, first: bool) -> None:
        pdf = self.pdf
        pdf.add_page()
        pdf.set_xy(_MARGIN, 12)
        pdf.set_font(FAMILY, "B", 15 if first else 10)
        title = _TITLE.text(self.lang)
        self._cell(_WIDE / 2, 8, title if first else f"{title} ({_GOES_ON.text(self.lang)})")
        pdf.set_font(FAMILY, "", 10)
        self._cell(_WIDE / 2, 8, self.game.ruleset.name.text(self.lang), align="R")
        pdf.set_y(22)

    def _cell(self, width: float, height: float, text: str, align: str = "L") -> None:
        self.pdf.cell(width, height, self._fitting(clean(text), width), align=align)

    def _fitting(self, text: str, width: float) -> str:
        """Return a text, shortened where it is wider than its place."""
        while len(text) > 3 and self.pdf.get_string_width(text) > width - 1:
            text = text.rstrip("…")[:-1] + "…"
        return text

    # Header

    def _header(self) -> None:
        tags = self.game.tags
        left = True
        for name, label, alone in _FIELDS:
            value = _time(tags, self.lang) if name == "TimeControl" else _known(tags.get(name, ""))
            value = _day(value, self.lang) if name == "Date" else value
            if not value and name in ("Opening", "TimeControl", "Board"):
                continue
            self._field(label.text(self.lang), value, left=left, alone=alone)
            left = alone or not left
        if not left:
            self.pdf.ln(7)
        for side in self.sides:
            self._player(side)
        self._letters()
        self.pdf.ln(2)

    def _field(self, label: str, value: str, *, left: bool, alone: bool) -> None:
        pdf = self.pdf
        width = _WIDE if alone else _WIDE / 2 - 2
        if left:
            pdf.set_x(_MARGIN)
        else:
            pdf.set_x(_MARGIN + _WIDE / 2 + 2)
        pdf.set_font(FAMILY, "", 8)
        self._cell(24, 7, label)
        pdf.set_font(FAMILY, "", 11)
        x, y = pdf.get_x(), pdf.get_y()
        self._cell(width - 24, 7, value)
        pdf.line(x, y + 6.4, x + width - 24, y + 6.4)
        if alone or not left:
            pdf.ln(7)

    def _player(self, side: Side) -> None:
        tags, pdf = self.game.tags, self.pdf
        name = side.name.title()
        rating = " ".join(
            filter(None, (_known(tags.get(f"{name}{what}", "")) for what in ("Title", "Rating")))
        )
        player = _known(tags.get(name, ""))
        pdf.set_x(_MARGIN)
        pdf.set_font(FAMILY, "B", 9)
        self._cell(24, 7, side_text(side).text(self.lang))
        pdf.set_font(FAMILY, "B", 12)
        x, y = pdf.get_x(), pdf.get_y()
        self._cell(_WIDE - 24, 7, f"{player} ({rating})" if rating else player)
        pdf.line(x, y + 6.4, _MARGIN + _WIDE, y + 6.4)
        pdf.ln(7)

    def _letters(self) -> None:
        """Say which letters of the header could not be written."""
        lacking = missing("".join(self.game.tags.values()))
        if lacking:
            self.pdf.set_x(_MARGIN)
            self.pdf.set_font(FAMILY, "I", 8)
            self._cell(_WIDE, 5, _LETTERS.format(letters=code_points(lacking)).text(self.lang))
            self.pdf.ln(5)

    def _diagram(self) -> None:
        pdf = self.pdf
        pdf.set_x(_MARGIN)
        pdf.set_font(FAMILY, "", 8)
        y = pdf.get_y()
        self._cell(60, 5, _START.text(self.lang))
        pdf.set_xy(_MARGIN, y + 5)
        pdf.set_font(FAMILY, "", 8)
        pdf.multi_cell(_WIDE - _DIAGRAM - 6, 4, format_fen(self.start).replace(":", " :"), align="L")
        try:
            picture = board_png(self.start, size=520, theme="stampa", lang=self.lang)
        except PictureError:
            pdf.set_y(pdf.get_y() + 2)
            return
        tall = pdf.image(io.BytesIO(picture), x=_MARGIN + _WIDE - _DIAGRAM, y=y, w=_DIAGRAM)
        pdf.set_y(max(pdf.get_y(), y + tall.rendered_height) + 3)

    # Moves

    def _moves(self) -> None:
        rows = list(self._rows())
        while True:
            top = self.pdf.get_y()
            fit = max(1, int((297 - _MARGIN - top - _LINE) // _LINE))
            last = max(1, int((297 - _MARGIN - _FOOT - top - _LINE) // _LINE))
            if len(rows) <= last * self.columns:
                self._block(rows, max(1, -(-len(rows) // self.columns)))
                return
            taken = fit * self.columns
            self._block(rows[:taken], fit)
            rows = rows[taken:]
            self._page(first=False)

    @property
    def _column(self) -> float:
        """How wide a column of moves is, in millimetres."""
        return (_WIDE - 4 * (self.columns - 1)) / self.columns

    def _block(self, rows: Sequence[_Turn | str], tall: int) -> None:
        """Draw a page's rows, `tall` to a column."""
        pdf, top, wide = self.pdf, self.pdf.get_y(), self._column
        for column in range(self.columns):
            left = _MARGIN + column * (wide + 4)
            self._heading(left, top, wide)
            for index in range(tall):
                at = column * tall + index
                row = rows[at] if at < len(rows) else None
                if isinstance(row, str):
                    self._note(left, top + _LINE * (index + 1), wide, row)
                else:
                    self._row(left, top + _LINE * (index + 1), wide, row)
        pdf.set_y(top + _LINE * (tall + 1) + 2)

    def _heading(self, left: float, top: float, wide: float) -> None:
        pdf = self.pdf
        pdf.set_xy(left, top)
        pdf.set_font(FAMILY, "B", 8)
        pdf.cell(9, _LINE, "", border=1)
        for side in self.sides:
            pdf.cell(
                (wide - 9) / len(self.sides), _LINE, side_text(side).text(self.lang), border=1, align="C"
            )

    def _note(self, left: float, top: float, wide: float, text: str) -> None:
        self.pdf.rect(left, top, wide, _LINE)
        self.pdf.set_xy(left + _PAD, top)
        self.pdf.set_font(FAMILY, "", _NOTE)
        self._cell(wide - 2 * _PAD, _LINE, text)

    def _row(self, left: float, top: float, wide: float, row: _Turn | None) -> None:
        pdf = self.pdf
        pdf.set_xy(left, top)
        pdf.set_font(FAMILY, "", 8)
        pdf.rect(left, top, 9, _LINE)
        pdf.cell(9 - _PAD, _LINE, str(row.number) if row else "", align="R")
        each = (wide - 9) / len(self.sides)
        for place in range(len(self.sides)):
            x = left + 9 + place * each
            pdf.rect(x, top, each, _LINE)
            cell = row.cells[place] if row else None
            if cell is None:
                continue
            pdf.set_xy(x + _PAD, top)
            pdf.set_font(FAMILY, "I" if cell.ballot else "", 10)
            clock = 14 if cell.clock else 0
            self._cell(each - 2 * _PAD - clock, _LINE, cell.text)
            if cell.clock:
                pdf.set_font(FAMILY, "", 7)
                self._cell(clock, _LINE, cell.clock, align="R")

    def _rows(self) -> Iterator[_Turn | str]:
        """Yield the turns, and between them, line by line, why the board changed without a move."""
        hands, number, place, ply = len(self.sides), 1, 0, 0
        row: list[_Cell | None] = [None] * hands
        said: list[str] = []  # of a move in the row: it comes below
        for record, change in (*((part.record, part) for part in self.earlier), (self.game, None)):
            begin = self._late(record.start)
            number += begin < place
            place = begin
            yield from self._happened(record.comment)
            for entry in record.mainline:
                row[place] = self._written(entry, ply)
                said += self._happened(entry.comment)
                place, ply = place + 1, ply + 1
                if place == hands:
                    yield _Turn(number, tuple(row))
                    yield from said
                    number, place, row, said = number + 1, 0, [None] * hands, []
            if any(row):
                yield _Turn(number, tuple(row))
                yield from said
                row, said = [None] * hands, []
            if change is not None:
                yield from self._said(change)

    def _happened(self, comment: str) -> Iterator[str]:
        """Yield what a comment tells beside the moves, each with its article, in lines of a column."""
        for remark in conduct_remarks(comment):
            yield from self._lines(self._cited(remark.text, remark.article or None))

    def _lines(self, said: str) -> Sequence[str]:
        self.pdf.set_font(FAMILY, "", _NOTE)
        lines = self.pdf.multi_cell(
            self._column - 2 * _PAD - 1, _LINE, clean(said), dry_run=True, output="LINES"
        )
        return cast("list[str]", lines)

    def _written(self, entry: PdnMove, ply: int) -> _Cell:
        rulebook = next(iter(self.game.ruleset.rulebooks), "")
        return _Cell(entry.text + sign_text(entry, rulebook), _clock(entry.clock_ms), ply < self.ballot)

    def _said(self, change: Earlier) -> Sequence[str]:
        """Return why the board changed, by which article, and what stood on it then, in lines of a column."""
        fen = format_fen(change.after).replace(":", " :")
        cited = self._cited(change.text.text(self.lang), change.article)
        return [*self._lines(cited), *self._lines(_POSITION.format(fen=fen).text(self.lang))]

    def _late(self, start: Position) -> int:
        return self.sides.index(start.side) if start.side in self.sides else 0

    # The end

    def _foot(self) -> None:
        pdf = self.pdf
        if pdf.get_y() > 297 - _MARGIN - _FOOT + 2:
            self._page(first=False)
        pdf.set_x(_MARGIN)
        if self.ballot:
            pdf.set_font(FAMILY, "I", 8)
            self._cell(_WIDE, 5, _BALLOT.text(self.lang))
            pdf.ln(5)
            pdf.set_x(_MARGIN)
        pdf.set_font(FAMILY, "", 8)
        self._cell(24, 8, _RESULT.text(self.lang))
        pdf.set_font(FAMILY, "B", 13)
        self._cell(_WIDE - 24, 8, " ".join(self._result()))
        pdf.ln(8)
        if self.outcome is not None:
            pdf.set_x(_MARGIN + 24)
            pdf.set_font(FAMILY, "", 9)
            self._cell(_WIDE - 24, 5, self._how(self.outcome))
            pdf.ln(5)
        self._signatures()

    def _result(self) -> Iterator[str]:
        """Yield the result in points and in words; a dotted line where the game is not over."""
        game = self.game
        if game.result == "*":
            yield _known(game.tags.get("Places", "")) or "." * 20
            return
        yield game.result
        if game.winner is not None:
            yield f"{_WON.format(winner=side_text(game.winner)).text(self.lang)}"
        else:
            yield (_BOTH_LOST if game.result == "0-0" else _DRAWN).text(self.lang)

    def _how(self, outcome: Outcome) -> str:
        if outcome.article is None:
            return outcome.text(self.lang)
        return self._cited(outcome.text(self.lang), outcome.article)

    def _cited(self, said: str, article: str | None) -> str:
        """Return a sentence with the number of the article behind it."""
        if article is None:
            return said
        number = article.rpartition(":")[2]
        return _BY_ARTICLE.format(said=said.rstrip("."), article=number).text(self.lang)

    def _signatures(self) -> None:
        pdf = self.pdf
        signed = [side_text(side).text(self.lang) for side in self.sides] + [_ARBITER.text(self.lang)]
        each = _WIDE / len(signed)
        top = pdf.get_y() + 16
        pdf.set_font(FAMILY, "", 8)
        for place, who in enumerate(signed):
            x = _MARGIN + place * each
            pdf.line(x + 2, top, x + each - 2, top)
            pdf.set_xy(x, top + 0.5)
            self._cell(each, 5, who, align="C")


def _day(value: str, lang: Lang) -> str:
    """Return a tag's date in words; where the day or the month is not known, what is known of it.

    >>> _day("2026.11.28", "it"), _day("2026.??.??", "it"), _day("last winter", "it")
    ('28 novembre 2026', '2026', 'last winter')
    """
    try:
        return long_date(date.fromisoformat(value.replace(".", "-")), lang)
    except ValueError:
        return value.rstrip(".?")


def _known(value: str) -> str:
    """Return a tag's value, empty where it says that nothing is known."""
    return "" if not value.strip("?. -") else value


def _time(tags: Mapping[str, str], lang: Lang) -> str:
    """Return the time for the game in words, or as its tag has it where nobody knows what that means."""
    white, black = tags.get("WhiteTimeControl", ""), tags.get("BlackTimeControl", "")
    given = white if white and black else tags.get("TimeControl", "")
    try:
        settings = ClockSettings.from_time_control(given or "?", black if given == white else None)
    except BadClock:
        return _known(given)
    return settings.text(lang) if settings else ""


def _clock(ms: int | None) -> str:
    if ms is None:
        return ""
    minutes, seconds = divmod(ms // 1000, 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
