"""Lists for the wall: who plays whom by board, and where each plays by name, legible at three metres.

Names are at least 20 points high on A4 and 28 on A3: letters 5 and 7 mm tall, which the eye reads at three
metres. The letters are the largest that need no page more than the smallest would, and break no more names
unless pages would stay empty; rows are spread evenly and stretched to fill the pages; no row is split, and of
a team event no match that a page has room for.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby
from typing import Final

from fpdf.enums import CellBordersLayout
from fpdf.fonts import FontFace
from fpdf.table import Row

from damiera._core import Position
from damiera.messages import Lang, Message
from damiera.paper.fonts import FAMILY, clean
from damiera.paper.pages import TableLines
from damiera.paper.pictures import PictureError, board_png
from damiera.paper.prints.frame import MARGIN, MM, Frame
from damiera.paper.prints.job import PrintJob
from damiera.tournament.model import RoundGame
from damiera.tournament.pairing.teams import team_of

__all__ = ["WallFrame", "by_board", "by_name", "picture"]

_LEAST = {"A4": 20.0, "A3": 28.0}
_MOST = {"A4": 34.0, "A3": 48.0}
_LEADING = 1.1
_HEAD = 7.2  # millimetres: the names of the columns
_BOARD = Message("Board", context="narrow column")
_WHITE = Message("White")
_BLACK = Message("Black")
_RESULT = Message("Result", context="narrow column")
_OPENING = Message("Opening drawn by lot")
_FOR_ALL = Message("the same at all boards")
_FROM_DECK = Message("no. {n} of deck {deck}, seed {seed}")
_SCAN = Message("Scan to follow the event.")
_SCAN_AND_REPORT = Message("Scan to follow the event and report your result.")
_MISTAKES = Message("Mistakes in the pairing: to the arbiter, before you move.")
_WHERE = Message("Where do I play?")


class WallFrame(Frame):
    """A page for the wall: the time stands large at the right."""

    def head(self) -> None:
        """Write the event, the round in the largest letters, and when it begins."""
        job, right, big = self.job, self.wide - MARGIN, 1.0 if self.wide < 250 else 1.4
        below = " · ".join(filter(None, (job.game.name.text(job.lang), job.event.place, job.date)))
        logo = self.logo(MARGIN, 11, 60 * big, 8 + 15 * big)
        left, inner = MARGIN + logo, self.inner - logo
        beside = self.write(right, 17, below, 10 * big, align="R", within=inner * 0.5, least=6, grey=40)
        self.write(left, 17, job.event.name, 13 * big, "B", within=inner - beside - 4, least=8)
        base = 17 + 15 * big
        shown = self.write(right, base - 3.6 * big, job.time, 30 * big, "B", align="R") if job.time else 0
        clock = job.event.time_control
        shown = max(shown, self.write(right, base + 1.5, clock, 10 * big, align="R", within=60))
        self.write(left, base, self.title, 40 * big, "B", within=inner - shown - 8, least=16)
        self.rule(base + 5, 1.4)
        self.y = base + 6


@dataclass(frozen=True, slots=True)
class _Line:
    """A row of the list by board, `tall` millimetres at least; the first of a match has its teams over it."""

    board: str
    white: str
    score: str
    black: str
    tall: float
    match: int = 0
    heading: str = ""


class _Boards:
    """The list by board in letters of one size."""

    def __init__(self, frame: Frame, size: float) -> None:
        self.frame, self.job, self.size = frame, frame.job, size
        unit = size * MM
        games = self.job.games
        widest = max((frame.broken_width(self.job.board(g), size * 1.12, "B") for g in games), default=0)
        board, disc, result = widest + 0.6 * unit, unit, 2.1 * unit
        scored = 1.7 * unit if self.job.round_number > 1 else 0.3 * unit
        name = (frame.inner - board - result - scored - 2 * disc) / 2
        self.name = name
        self.widths = (board, disc, name, scored, disc, name, result)
        self.within = name - 0.15 * unit
        self.heading = 1.25 * unit

    @cached_property
    def lines(self) -> list[_Line]:
        """The rows: boards, then who has the bye."""
        job, before = self.job, 0
        out = []
        for game in job.games:
            heading = _teams(job, game) if game.match != before else ""
            before = game.match
            assert game.black is not None
            white, black = job.names[game.white], job.names[game.black]
            tall = self._tall(max(self._count(white), self._count(black)))
            out.append(_Line(job.board(game), white, _points(job, game), black, tall, game.match, heading))
        return out + [_Line("", name, "", why, self._tall(self._count(name))) for name, why in _resting(job)]

    def blocks(self) -> list[list[_Line]]:
        """What stays on one page: the boards of a match, or any other row alone."""
        found = [list(own) for _, own in groupby(self.lines, key=lambda line: line.match or id(line))]
        room = self.frame.bottom - self.frame.y - _HEAD
        whole = all(self.height(block) <= 0.6 * room for block in found)
        return found if whole else [[line] for line in self.lines]

    def height(self, block: Sequence[_Line]) -> float:
        """Return how tall some rows are."""
        return sum(line.tall + (self.heading if line.heading else 0) for line in block)

    def _count(self, name: str) -> int:
        said, size = self.frame.fitted(name, self.size, "B", self.within)
        return len(self.frame.lines(said, size, "B", self.within))

    def _tall(self, lines: int) -> float:
        return self.size * MM * (lines * _LEADING + 0.55)

    @property
    def wraps(self) -> int:
        """How many lines are there because a name is broken."""
        return round(sum((line.tall / self.size / MM - 0.55) / _LEADING - 1 for line in self.lines))

    @property
    def broken(self) -> int:
        """How many names have a part wider than their place."""
        names = {self.job.names[n] for g in self.job.games for n in (g.white, g.black or 0)}
        return sum(self.frame.widest_part(name, self.size, "B") > self.within for name in names)

    def head(self) -> None:
        """Write what the columns are."""
        frame, y = self.frame, self.frame.y + 5.2
        x = MARGIN
        for label, width in zip(
            (_BOARD, _WHITE, None, None, _BLACK, None, _RESULT), self.widths, strict=True
        ):
            if label:
                within = width - 1.6 if label in (_BOARD, _RESULT) else 0
                frame.write(x + 0.8, y, frame.job.said(label), 10, "B", within=within)
            x += width
        frame.y += _HEAD

    def draw(self, lines: Sequence[_Line], stretch: float) -> None:
        """Draw a page of rows, each stretched."""
        frame, pdf = self.frame, self.frame.pdf
        self.head()
        pdf.set_font(FAMILY, "", 10)
        y, discs = frame.y, list[float]()
        with pdf.table(
            col_widths=self.widths,
            width=frame.inner,
            align="LEFT",
            text_align=("L", "L", "L", "C", "L", "L", "C"),
            line_height=self.size * MM * _LEADING,
            borders_layout=TableLines(0.3, 0.3, 0),
            first_row_as_headings=False,
        ) as table:
            for n, line in enumerate(lines):
                if line.heading:
                    title = table.row(min_height=self.heading)
                    title.cell(
                        clean(line.heading),
                        colspan=7,
                        style=FontFace(emphasis="BOLD", size_pt=self.size * 0.72),
                    )
                    y += self.heading
                tall = line.tall * stretch
                self._row(table.row(min_height=tall), line, shaded=n % 2 == 1)
                if line.board:
                    discs.append(y + tall / 2)
                y += tall
        for middle in discs:
            self._discs(middle)

    def _row(self, row: Row, line: _Line, *, shaded: bool) -> None:
        grey, size = 238 if shaded else 255, self.size
        name = FontFace(emphasis="BOLD", size_pt=size, fill_color=grey)
        plain = FontFace(fill_color=grey)
        number = FontFace(emphasis="BOLD", size_pt=size * 1.12, fill_color=grey)
        row.cell(line.board or "–", style=number, padding=(0, 0, 0, 0.8))
        row.cell("", style=plain)
        self._name(row, line.white, name)
        row.cell(line.score, style=FontFace(size_pt=size * 0.5, fill_color=grey))
        row.cell("", style=plain)
        if line.board:
            self._name(row, line.black, name)
            row.cell("", border=CellBordersLayout.ALL)
        else:
            row.cell(line.black, style=FontFace(size_pt=size * 0.7, fill_color=grey), colspan=2)

    def _name(self, row: Row, name: str, style: FontFace) -> None:
        said, size = self.frame.fitted(name, self.size, "B", self.within)
        padding = (0, self.name - self.within, 0, 0)
        row.cell(said, style=style.replace(size_pt=size), padding=padding)

    def _discs(self, middle: float) -> None:
        """Draw the men before both names of a board."""
        across, disc = self.size * MM * 0.72, self.widths[1]
        white = MARGIN + self.widths[0]
        self.frame.disc(white + disc * 0.38, middle, across, black=False)
        self.frame.disc(white + sum(self.widths[1:4]) + disc * 0.38, middle, across, black=True)


def _points(job: PrintJob, game: RoundGame) -> str:
    """Return what both have before the round; '' in the first."""
    if job.round_number <= 1:
        return ""
    return "-".join(job.before[number or 0] for number in (game.white, game.black))


def _teams(job: PrintJob, game: RoundGame) -> str:
    """Return the teams of a match as they stand over it: the first named has White at its first board."""
    found = (team_of(job.event, number or 0) for number in (game.white, game.black))
    return f"{game.match}  {' - '.join(team.name for team in found if team)}"


def _resting(job: PrintJob) -> list[tuple[str, str]]:
    """Who has the bye of the round."""
    byes = {g.white for g in job.round.games if g.black is None}
    return [(job.names[p.number], why) for p, why in job.idle if p.number in byes]


def by_board(frame: Frame) -> None:
    """Print the pairings in the order of the boards."""
    frame.page()
    room, extra = frame.bottom - frame.y - _HEAD - 0.1, _Extra(frame)
    boards = _chosen(frame, room, extra.tall)
    blocks = boards.blocks()
    pages = _spread([boards.height(block) for block in blocks], room, extra.tall)
    at = 0
    for number, count in enumerate(pages):
        if number:
            frame.page()
        lines = [line for block in blocks[at : at + count] for line in block]
        at += count
        if lines:
            left = room - (extra.tall if number == len(pages) - 1 else 0)
            headings = sum(boards.heading for line in lines if line.heading)
            boards.draw(lines, min(1.5, (left - headings) / sum(line.tall for line in lines)))
    extra.draw()


def _chosen(frame: Frame, room: float, extra: float) -> _Boards:
    """Return the list in the largest letters that cost no page; no broken name, unless pages stay empty."""
    paper = frame.job.paper
    size = _LEAST[paper]
    best = _Boards(frame, size)
    pages, wraps, broken = len(_pages(best, room, extra)), best.wraps, best.broken
    while size + 1 <= _MOST[paper]:
        size += 1
        larger = _Boards(frame, size)
        full = best.height(best.lines) + extra > 0.7 * room * pages
        tallest = max(map(larger.height, larger.blocks()), default=0)
        if tallest > room or len(_pages(larger, room, extra)) > pages:
            break
        if (larger.wraps > wraps and full) or larger.broken > broken:
            break
        best = larger
    return best


def _pages(boards: _Boards, room: float, extra: float) -> list[int]:
    return _spread([boards.height(block) for block in boards.blocks()], room, extra)


def _spread(heights: Sequence[float], room: float, extra: float) -> list[int]:
    """Return how many rows each page has: as few pages as can be, filled evenly; `extra` ends the last.

    >>> _spread([10.0] * 25, 200, 40), _spread([10.0] * 20, 200, 40), _spread([], 200, 40)
    ([13, 12], [10, 10], [0])
    """
    total = sum(heights)
    for pages in range(max(1, int(-(-(total + extra) // room))), len(heights) + 2):
        for share in range(20, 101):
            counts = _filled(heights, room * share / 100)
            tail = sum(heights[len(heights) - counts[-1] :]) if counts[-1] else 0.0
            if len(counts) <= pages and tail + extra <= room:
                return counts
    return [*_filled(heights, room), 0]


def _filled(heights: Sequence[float], room: float) -> list[int]:
    counts, left = [0], room
    for tall in heights:
        if tall > left and counts[-1]:
            counts.append(0)
            left = room
        counts[-1] += 1
        left -= tall
    return counts


_LEAST_NAME = 6.0
"""Points: the letters of the names by which one finds one's board under the list."""


class _Extra:
    """What stands under the last board: the opening with its diagram, the finder, others, the code."""

    def __init__(self, frame: Frame) -> None:
        self.frame, self.job = frame, frame.job
        byes = {g.white for g in self.job.round.games if g.black is None}
        who = [f"{self.job.names[p.number]} ({why})" for p, why in self.job.idle if p.number not in byes]
        self.others = frame.lines(" · ".join(who), 12, "", frame.inner) if who else []
        self.drawn = self.job.opening(0)
        self.finder = self._finder()
        self.left = MARGIN + (84 if self.drawn else 0)
        self.columns = self._columns()
        self.step = self._step()
        self.tall_others = 5.2 * len(self.others) + 4 if self.others else 0.0
        rows = -(-len(self.finder) // self.columns)
        self.tall_middle = max(38.0 if self.drawn else 0.0, self.step * rows + 7 if rows else 0.0)
        self.tall_code = 24.0 if self.job.address else 8.0
        self.tall = self.tall_others + self.tall_middle + self.tall_code + 5

    def _finder(self) -> list[tuple[str, str]]:
        """Return the boards by name, where few enough play to find oneself in small print."""
        if len(self.job.players) > 30:
            return []
        return sorted(_places(self.job), key=lambda place: place[0].casefold())

    def _columns(self) -> int:
        """Return how many columns of names there are: as many as leave each whole in the least letters."""
        most = self._most
        if not self.finder:
            return most
        widest = max(self.frame.width(name, _LEAST_NAME) for name, _ in self.finder)
        room = self.frame.wide - MARGIN - self.left
        return next((n for n in range(most, 1, -1) if widest <= room / n - self._board), 1)

    @property
    def _most(self) -> int:
        return 3 if self.drawn else 5

    def _step(self) -> float:
        """Return how far apart the names stand, in millimetres: closer where long ones take columns away."""
        rows, usual = (-(-len(self.finder) // n) for n in (self.columns, self._most))
        return max(3.4, 5.0 * usual / rows) if rows > usual else 5.0

    @property
    def _board(self) -> float:
        """What the widest board takes of a column, in millimetres."""
        return max(self.frame.width(board, 9.5, "B") for _, board in self.finder) + 4.5

    def draw(self) -> None:
        """Draw it at the foot of the page."""
        frame = self.frame
        y = frame.bottom - self.tall + 5
        for n, line in enumerate(self.others):
            frame.write(MARGIN, y + 5.2 * n + 3, line, 12)
        y += self.tall_others
        if self.drawn:
            self._opening(y)
        if self.finder:
            self._find(y)
        y += self.tall_middle
        self._scan(y)

    def _opening(self, y: float) -> None:
        frame, job, drawn = self.frame, self.job, self.drawn
        assert drawn is not None
        x = MARGIN + 37
        frame.write(x, y + 4, job.said(_OPENING), 10, "B", within=42)
        said = drawn.opening.said(job.game).text(job.lang).replace(" ", "  ")
        frame.write(x, y + 12, said, 18, "B", within=42, least=8)
        frame.write(x, y + 18, job.said(_FOR_ALL), 9, within=42)
        source = job.said(_FROM_DECK, n=drawn.opening.number, deck=drawn.deck, seed=drawn.seed)
        for n, line in enumerate(frame.lines(source, 8, "", 42)[:3]):
            frame.write(x, y + 23 + 3.6 * n, line, 8, grey=60)
        picture(frame, job, 0, MARGIN, y, 34)

    def _find(self, y: float) -> None:
        frame = self.frame
        left, board = self.left, self._board
        each = (frame.wide - MARGIN - left) / self.columns
        rows = -(-len(self.finder) // self.columns)
        frame.write(left, y + 4, self.job.said(_WHERE), 11, "B")
        widest = max(frame.width(name, 9) for name, _ in self.finder)
        most, under = min(9.0, 1.9 * self.step), min(1.3, 0.26 * self.step)
        size = max(_LEAST_NAME, min(most, 9.0 * (each - board) / widest))
        for n, (name, where) in enumerate(self.finder):
            x, line = left + n // rows * each, y + 9.6 + n % rows * self.step
            frame.write(x, line, name, size, within=each - board, least=5)
            frame.write(x + each - 3, line, where, min(9.5, 1.9 * self.step), "B", align="R")
            with frame.pen(0.1, 120) as pdf:
                pdf.line(x, line + under, x + each - 3, line + under)

    def _scan(self, y: float) -> None:
        frame, job = self.frame, self.job
        x = MARGIN
        if job.address:
            frame.code(MARGIN - 1.5, y - 0.5, 24, job.address)
            x += 25
            frame.write(x, y + 8, job.said(_SCAN if job.link is None else _SCAN_AND_REPORT), 10)
            frame.write(x, y + 13, job.address, 9, within=frame.inner - 26, grey=60)
            frame.write(x, y + 18, job.said(_MISTAKES), 10)
        else:
            frame.write(x, y + 5, job.said(_MISTAKES), 10)


def picture(frame: Frame, job: PrintJob, board: int, x: float, y: float, across: float) -> bool:
    """Draw the position after the drawn opening, within a square; tell whether pictures can be drawn here."""
    drawn = job.opening(board)
    position = drawn.opening.position(job.game) if drawn else job.game.start()
    try:
        png = _drawn(position, job.lang)
    except PictureError:
        return False
    frame.pdf.image(io.BytesIO(png), x=x, y=y, w=across, h=across, keep_aspect_ratio=True)
    return True


@lru_cache(maxsize=64)
def _drawn(position: Position, lang: Lang) -> bytes:
    """Draw a position; all boards of a round have the same one."""
    return board_png(position, size=640, theme="stampa", lang=lang)


def _places(job: PrintJob) -> list[tuple[str, str]]:
    """Return each one's name and where they play."""
    out = []
    for game in job.games:
        for number in filter(None, (game.white, game.black)):
            out.append((job.names[number], job.board(game)))
    return out


# By name


@dataclass(frozen=True, slots=True)
class _Seat:
    name: str
    size: float
    board: str
    colour: str
    why: str
    why_size: float
    lines: int
    tall: float


_SMALL: Final = 0.5
"""The letters that say why somebody does not play, beside those of a name."""
_BESIDE: Final = 0.35
"""How much of a row they take at most before they are broken."""


class _Names:
    """The list by name in letters of one size."""

    def __init__(self, frame: Frame, size: float, columns: int) -> None:
        self.frame, self.size, self.columns = frame, size, columns
        unit = size * MM
        self.each = (frame.inner - 8 * (columns - 1)) / columns
        boards = [frame.job.board(g) for g in frame.job.games]
        board = max((frame.broken_width(b, size, "B") for b in boards), default=0) + 0.3 * unit + 0.8
        disc = 1.1 * unit
        whys = [frame.broken_width(why, size * _SMALL) for _, why in frame.job.idle]
        board = max(board, min(max(whys, default=0.0) + 1.2, _BESIDE * self.each) - disc)
        self.widths = (self.each - board - disc, disc, board)
        self.free = 0.3 * unit
        within = self.widths[0] - self.free - 0.8
        self.seats = [self._seat(name, within, *rest) for name, *rest in _seated(frame.job)]

    def _seat(self, name: str, within: float, board: str, colour: str, why: str) -> _Seat:
        frame, beside = self.frame, self.widths[1] + self.widths[2] - 1.0
        said, own = frame.fitted(name, self.size, "B", within)
        told, small = frame.fitted(why, self.size * _SMALL, "", beside)
        lines = len(frame.lines(said, own, "B", within))
        most = max(lines, len(frame.lines(told, small, "", beside)))
        return _Seat(said, own, board, colour, told, small, lines, self.size * MM * (most * _LEADING + 0.45))

    @property
    def wraps(self) -> int:
        """How many lines are there because a name is broken."""
        return sum(seat.lines - 1 for seat in self.seats)

    def draw(self, seats: Sequence[_Seat], x: float, y: float, stretch: float) -> None:
        """Draw a column of seats, each stretched."""
        frame, size = self.frame, self.size
        pdf = frame.pdf
        pdf.set_font(FAMILY, "B", size)
        pdf.set_xy(x, y)
        with pdf.table(
            col_widths=self.widths,
            width=self.each,
            align="LEFT",
            text_align=("L", "C", "R"),
            line_height=size * MM * _LEADING,
            borders_layout=TableLines(0.3, 0.3, 0),
            first_row_as_headings=False,
            cell_fill_color=238,
            cell_fill_mode="EVEN_ROWS",
        ) as table:
            for seat in seats:
                row = table.row(min_height=seat.tall * stretch)
                style = FontFace(size_pt=seat.size) if seat.size < size else None
                row.cell(seat.name, style=style, padding=(0, self.free, 0, 0.8))
                if seat.board:
                    row.cell("")
                    row.cell(seat.board, padding=(0, 0.8, 0, 0))
                else:
                    small = FontFace(emphasis="", size_pt=seat.why_size)
                    row.cell(seat.why, colspan=2, align="R", style=small, padding=(0, 0.8, 0, 0))
        for seat in seats:
            tall = seat.tall * stretch
            if seat.board:
                middle = x + self.widths[0] + self.widths[1] * 0.5
                frame.disc(middle, y + tall / 2, size * MM * 0.7, black=seat.colour == "black")
            y += tall


def _seated(job: PrintJob) -> list[tuple[str, str, str, str]]:
    """Return everyone by name: name, board, colour, or why they do not play."""
    out = [(job.names[p.number], "", "", why) for p, why in job.idle]
    for game in job.games:
        out.append((job.names[game.white], job.board(game), "white", ""))
        assert game.black is not None
        out.append((job.names[game.black], job.board(game), "black", ""))
    return sorted(out, key=lambda seat: (seat[0].casefold(), seat[1]))


def by_name(frame: Frame) -> None:
    """Print where everyone plays, in the order of the names."""
    frame.page()
    room = frame.bottom - frame.y - 3
    names = _chosen_names(frame, room)
    pages = _spread_columns(names, room)
    for number, columns in enumerate(pages):
        if number:
            frame.page()
        top = frame.y + 3
        tallest = max(sum(seat.tall for seat in seats) for seats in columns)
        stretch = min(1.3, room / tallest) if tallest else 1.0
        for column, seats in enumerate(columns):
            names.draw(seats, MARGIN + column * (names.each + 8), top, stretch)


def _spread_columns(names: _Names, room: float) -> list[list[list[_Seat]]]:
    """Share the seats out among columns, evenly, and the columns among pages."""
    heights = [seat.tall for seat in names.seats]
    least = len(_filled(heights, room))
    columns = -(-least // names.columns) * names.columns
    counts = next(
        counts for share in range(5, 101) if len(counts := _filled(heights, room * share / 100)) <= columns
    )
    groups, at = [], 0
    for count in counts:
        groups.append(names.seats[at : at + count])
        at += count
    return [groups[n : n + names.columns] for n in range(0, len(groups), names.columns)]


def _chosen_names(frame: Frame, room: float) -> _Names:
    """Return the list in the largest letters that cost no page and no broken name."""
    paper = frame.job.paper
    size = _LEAST[paper]
    best = _Names(frame, size, 1 if len(frame.job.players) <= 24 else 2)
    pages, wraps = len(_spread_columns(best, room)), best.wraps
    while size + 1 <= _MOST[paper]:
        size += 1
        larger = _Names(frame, size, best.columns)
        if larger.wraps > wraps or len(_spread_columns(larger, room)) > pages:
            break
        best = larger
    return best
