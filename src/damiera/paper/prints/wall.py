"""Lists for the wall: who plays whom by board, and where each plays by name, legible at three metres.

Names are at least 20 points high on A4 and 28 on A3: letters 5 and 7 mm tall, which the eye reads at three
metres. The letters are the largest that need no page more than the smallest would, and break no more names
unless pages would stay empty; rows are spread evenly and stretched to fill the pages; no row is split.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from damiera._core import Position
from damiera.lang import Lang, Text
from damiera.paper.pictures import PictureError, board_png
from damiera.paper.prints.frame import MARGIN, MM, Frame
from damiera.paper.prints.job import Job
from damiera.tournament.model import Game, score
from damiera.tournament.pairing.teams import team_of

__all__ = ["WallFrame", "by_board", "by_name"]

_LEAST = {"A4": 20.0, "A3": 28.0}
_MOST = {"A4": 34.0, "A3": 48.0}
_LEADING = 1.08
_BOARD = Text("Tav.", "Board")
_WHITE = Text("Bianco", "White")
_BLACK = Text("Nero", "Black")
_RESULT = Text("Ris.", "Result")
_OPENING = Text("Apertura sorteggiata", "Opening drawn by lot")
_FOR_ALL = Text("uguale per tutti i tavoli", "the same at all boards")
_FROM_DECK = Text("n. {n} del mazzo {deck}, seme {seed}", "no. {n} of deck {deck}, seed {seed}")
_SCAN = Text("Inquadra per seguire la gara.", "Scan to follow the event.")
_SCAN_AND_REPORT = Text(
    "Inquadra per seguire la gara e dire il tuo risultato.",
    "Scan to follow the event and report your result.",
)
_MISTAKES = Text(
    "Errori nell'abbinamento: all'arbitro, prima di muovere.",
    "Mistakes in the pairing: to the arbiter, before you move.",
)
_WHERE = Text("Dove gioco?", "Where do I play?")


class WallFrame(Frame):
    """A page for the wall: the time stands large at the right."""

    def head(self) -> None:
        """Write the event, the round in the largest letters, and when it begins."""
        job, right, big = self.job, self.wide - MARGIN, 1.0 if self.wide < 250 else 1.4
        below = " · ".join(filter(None, (job.game.name.get(job.lang), job.event.place, job.date)))
        half = self.inner * 0.5
        self.write(MARGIN, 17, job.event.name, 13 * big, "B", within=half - 4, least=8)
        self.write(right, 17, below, 10 * big, align="R", within=half, least=6, grey=40)
        base = 17 + 15 * big
        shown = self.write(right, base - 3.6 * big, job.time, 30 * big, "B", align="R") if job.time else 0
        clock = job.event.time_control
        shown = max(shown, self.write(right, base + 1.5, clock, 10 * big, align="R", within=60))
        self.write(MARGIN, base, self.title, 40 * big, "B", within=self.inner - shown - 8, least=16)
        self.rule(base + 5, 1.4)
        self.y = base + 6


@dataclass(frozen=True, slots=True)
class _Line:
    """A row of the list by board, its names broken into lines."""

    board: str
    white: list[str]
    score: str
    black: list[str]
    tall: float
    heading: str = ""  # over the first board of a match: its teams


class _Boards:
    """The list by board in letters of one size."""

    def __init__(self, frame: Frame, size: float) -> None:
        self.frame, self.job, self.size = frame, frame.job, size
        unit = size * MM
        games = self.job.games
        widest = max((frame.width(board_said(g), size * 1.12, "B") for g in games), default=0)
        self.board = widest + 0.6 * unit
        self.disc = 1.0 * unit
        self.result = 2.1 * unit
        scored = self.job.round_number > 1
        self.score = 1.6 * unit if scored else 0.3 * unit
        self.name = (frame.inner - self.board - self.result - self.score - 2 * self.disc) / 2
        self.lines = [
            self._line(g, _teams(self.job, g, before))
            for before, g in zip((None, *games), games, strict=False)
        ]
        self.lines += [self._rest(name, why) for name, why in _resting(self.job)]

    def _line(self, game: Game, heading: str) -> _Line:
        job, size = self.job, self.size
        assert game.black is not None
        within = self.name - 0.15 * size * MM
        white = self.frame.lines(job.names[game.white], size, "B", within)
        black = self.frame.lines(job.names[game.black], size, "B", within)
        points = ""
        if job.round_number > 1:
            said = job.event.settings.scoring.said
            before = job.round_number - 1
            both = (score(job.event, n, before) for n in (game.white, game.black))
            points = "-".join(map(said, both))
        tall = self._tall(max(len(white), len(black))) + (self._heading if heading else 0)
        return _Line(board_said(game), white, points, black, tall, heading)

    def _rest(self, name: str, why: str) -> _Line:
        size = self.size
        within = self.name + self.score + self.disc - 0.3 * size * MM
        names = self.frame.lines(name, size, "B", within)
        return _Line("-", names, "", [why], self._tall(len(names)))

    @property
    def _heading(self) -> float:
        return self.size * MM * 1.25

    def _tall(self, lines: int) -> float:
        return self.size * MM * (lines * _LEADING + 0.55)

    @property
    def wraps(self) -> int:
        """How many names had to be broken."""
        return sum(len(row.white) - 1 + len(row.black) - 1 for row in self.lines)

    @property
    def broken(self) -> int:
        """How many words are wider than their place."""
        within = self.name - 0.15 * self.size * MM
        words = {
            w for g in self.job.games for n in (g.white, g.black or 0) for w in self.job.names[n].split()
        }
        return sum(self.frame.width(word, self.size, "B") > within for word in words)

    def head(self) -> None:
        """Write what the columns are."""
        frame, job, y = self.frame, self.job, self.frame.y + 5.2
        first = MARGIN + self.board
        second = first + self.disc + self.name + self.score
        frame.write(MARGIN + 0.8, y, job.said(_BOARD), 10, "B", within=self.board - 1)
        frame.write(first, y, job.said(_WHITE), 10, "B")
        frame.write(second, y, job.said(_BLACK), 10, "B")
        frame.write(frame.wide - MARGIN - self.result + 1, y, job.said(_RESULT), 10, "B", within=self.result)
        frame.y = y + 2
        frame.rule(frame.y, 0.3)

    def draw(self, row: _Line, tall: float, *, shaded: bool) -> None:
        """Draw a row, stretched to `tall`."""
        frame, size, top = self.frame, self.size, self.frame.y
        box = frame.wide - MARGIN - self.result
        if row.heading:
            base, within = top + self._heading * 0.72, box - MARGIN
            frame.write(MARGIN + 0.8, base, row.heading, size * 0.72, "B", within=within)
            top, tall = top + self._heading, tall - self._heading
            frame.rule(top, 0.3)
        if shaded:
            frame.shade(MARGIN, top, box - MARGIN, tall)
            frame.rule(top, 0.3)
        middle = top + tall / 2
        base = middle + size * MM * 0.36
        frame.write(MARGIN + 0.8, base, row.board, size * 1.12, "B")
        first = MARGIN + self.board
        second = first + self.disc + self.name + self.score
        plays = row.board != "-"
        if plays:
            frame.disc(first + self.disc * 0.38, middle, size * MM * 0.72, black=False)
            frame.disc(second + self.disc * 0.38, middle, size * MM * 0.72, black=True)
            self._names(row.black, second + self.disc, base)
            with frame.pen(0.5) as pdf:
                pdf.rect(box, top, self.result, tall)
        else:
            frame.write(second + self.disc, base, row.black[0], size * 0.7, within=self.name, least=9)
        self._names(row.white, first + self.disc, base)
        at = second - self.score / 2 - 1.4
        frame.write(at, base - size * MM * 0.06, row.score, size * 0.5, align="C", within=self.score * 0.9)
        frame.y = top + tall
        frame.rule(frame.y, 0.3)

    def _names(self, lines: Sequence[str], x: float, base: float) -> None:
        step = self.size * MM * _LEADING
        top = base - step * (len(lines) - 1) / 2
        for n, line in enumerate(lines):
            self.frame.write(x, top + n * step, line, self.size, "B")


def _teams(job: Job, game: Game, before: Game | None) -> str:
    """Return the teams of a match at its first board: the first named has White there; '' at the others."""
    if not game.match or (before is not None and before.match == game.match):
        return ""
    found = (team_of(job.event, number or 0) for number in (game.white, game.black))
    return f"{game.match}  {' - '.join(team.name for team in found if team)}"


def board_said(game: Game) -> str:
    """Return the name of a board: in a team event with the table before it."""
    return f"{game.match}.{game.board}" if game.match else str(game.board)


def _resting(job: Job) -> list[tuple[str, str]]:
    """Who has the bye of the round."""
    byes = {g.white for g in job.round.games if g.black is None}
    return [(job.names[p.number], why) for p, why in job.idle if p.number in byes]


def by_board(frame: Frame) -> None:
    """Print the pairings in the order of the boards."""
    frame.page()
    top, extra = frame.y + 7.2, _Extra(frame)
    boards = _chosen(frame, frame.bottom - top, extra.tall)
    pages = _spread([row.tall for row in boards.lines], frame.bottom - top, extra.tall)
    at = 0
    for number, count in enumerate(pages):
        if number:
            frame.page()
        rows = boards.lines[at : at + count]
        if rows:
            boards.head()
        last = number == len(pages) - 1
        room = frame.bottom - frame.y - (extra.tall if last else 0)
        stretch = min(1.5, room / sum(row.tall for row in rows)) if rows else 1.0
        for n, row in enumerate(rows):
            boards.draw(row, row.tall * stretch, shaded=n % 2 == 1)
        at += count
    extra.draw()


def _chosen(frame: Frame, room: float, extra: float) -> _Boards:
    """Return the list in the largest letters that cost no page; no broken name, unless pages stay empty."""
    paper = frame.job.paper
    size = _LEAST[paper]
    best = _Boards(frame, size)
    pages, wraps = len(_spread([r.tall for r in best.lines], room, extra)), best.wraps
    broken = best.broken
    while size + 1 <= _MOST[paper]:
        size += 1
        larger = _Boards(frame, size)
        tall = [r.tall for r in larger.lines]
        full = sum(r.tall for r in best.lines) + extra > 0.7 * room * pages
        if max(tall, default=0) > room or len(_spread(tall, room, extra)) > pages:
            break
        if (larger.wraps > wraps and full) or larger.broken > broken:
            break
        best = larger
    return best


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


class _Extra:
    """What stands under the last board: the opening with its diagram, the finder, others, the code."""

    def __init__(self, frame: Frame) -> None:
        self.frame, self.job = frame, frame.job
        byes = {g.white for g in self.job.round.games if g.black is None}
        who = [f"{self.job.names[p.number]} ({why})" for p, why in self.job.idle if p.number not in byes]
        self.others = frame.lines(" · ".join(who), 12, "", frame.inner) if who else []
        self.drawn = self.job.opening(0)
        self.finder = self._finder()
        self.columns = 3 if self.drawn else 5
        self.tall_others = 5.2 * len(self.others) + 4 if self.others else 0.0
        rows = -(-len(self.finder) // self.columns)
        self.tall_middle = max(38.0 if self.drawn else 0.0, 5.0 * rows + 7 if rows else 0.0)
        self.tall_code = 24.0 if self.job.address else 8.0
        self.tall = self.tall_others + self.tall_middle + self.tall_code + 5

    def _finder(self) -> list[tuple[str, str]]:
        """Return the boards by name, where few enough play to find oneself in small print."""
        if len(self.job.players) > 30:
            return []
        return sorted(_places(self.job), key=lambda place: place[0].casefold())

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
        said = drawn.opening.said(job.game).get(job.lang).replace(" ", "  ")
        frame.write(x, y + 12, said, 18, "B", within=42, least=8)
        frame.write(x, y + 18, job.said(_FOR_ALL), 9, within=42)
        source = job.said(_FROM_DECK, n=drawn.opening.number, deck=drawn.deck, seed=drawn.seed)
        for n, line in enumerate(frame.lines(source, 8, "", 42)[:3]):
            frame.write(x, y + 23 + 3.6 * n, line, 8, grey=60)
        if not frame.drafting:
            picture(frame, job, 0, MARGIN, y, 34)

    def _find(self, y: float) -> None:
        frame = self.frame
        left = MARGIN + (84 if self.drawn else 0)
        each = (frame.wide - MARGIN - left) / self.columns
        rows = -(-len(self.finder) // self.columns)
        frame.write(left, y + 4, self.job.said(_WHERE), 11, "B")
        widest = max(frame.width(name, 9) for name, _ in self.finder)
        board = max(frame.width(board, 9.5, "B") for _, board in self.finder) + 4.5
        size = max(6.0, min(9.0, 9.0 * (each - board) / widest))
        for n, (name, where) in enumerate(self.finder):
            x, line = left + n // rows * each, y + 9.6 + n % rows * 5.0
            frame.write(x, line, name, size, within=each - board, least=5)
            frame.write(x + each - 3, line, where, 9.5, "B", align="R")
            with frame.pen(0.1, 120) as pdf:
                pdf.line(x, line + 1.3, x + each - 3, line + 1.3)

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


def picture(frame: Frame, job: Job, board: int, x: float, y: float, across: float) -> bool:
    """Draw the position after the drawn opening; tell whether pictures can be drawn here."""
    drawn = job.opening(board)
    position = drawn.opening.position(job.game) if drawn else job.game.start()
    try:
        png = _drawn(position, job.lang)
    except PictureError:
        return False
    frame.pdf.image(io.BytesIO(png), x=x, y=y, w=across)
    return True


@lru_cache(maxsize=64)
def _drawn(position: Position, lang: Lang) -> bytes:
    """Draw a position; all boards of a round have the same one."""
    return board_png(position, size=640, theme="stampa", lang=lang)


def _places(job: Job) -> list[tuple[str, str]]:
    """Return each one's name and where he plays."""
    out = []
    for game in job.games:
        for number in filter(None, (game.white, game.black)):
            out.append((job.names[number], board_said(game)))
    return out


# By name


@dataclass(frozen=True, slots=True)
class _Seat:
    name: list[str]
    board: str
    colour: str
    why: str
    tall: float


class _Names:
    """The list by name in letters of one size."""

    def __init__(self, frame: Frame, size: float, columns: int) -> None:
        self.frame, self.size, self.columns = frame, size, columns
        unit = size * MM
        self.each = (frame.inner - 8 * (columns - 1)) / columns
        boards = [board_said(g) for g in frame.job.games]
        self.board = max((frame.width(b, size, "B") for b in boards), default=0) + 0.3 * unit
        self.disc = 1.1 * unit
        within = self.each - self.board - self.disc - 0.3 * unit
        self.seats = [self._seat(name, within, *rest) for name, *rest in _seated(frame.job)]

    def _seat(self, name: str, within: float, board: str, colour: str, why: str) -> _Seat:
        lines = self.frame.lines(name, self.size, "B", within)
        tall = self.size * MM * ((len(lines)) * _LEADING + 0.45)
        return _Seat(lines, board, colour, why, tall)

    @property
    def wraps(self) -> int:
        """How many names had to be broken."""
        return sum(len(seat.name) - 1 for seat in self.seats)

    def draw(self, seat: _Seat, x: float, y: float, tall: float, *, shaded: bool) -> None:
        """Draw a seat, stretched to `tall`."""
        frame, size = self.frame, self.size
        if shaded:
            frame.shade(x, y, self.each, tall)
            with frame.pen(0.2) as pdf:
                pdf.line(x, y, x + self.each, y)
        base = y + tall / 2 + size * MM * 0.36
        step = size * MM * _LEADING
        top = base - step * (len(seat.name) - 1) / 2
        for n, line in enumerate(seat.name):
            frame.write(x + 0.8, top + n * step, line, size, "B")
        right = x + self.each - 0.8
        if seat.board:
            frame.write(right, base, seat.board, size, "B", align="R")
            middle = right - self.board - self.disc * 0.4
            frame.disc(middle, y + tall / 2, size * MM * 0.7, black=seat.colour == "black")
        else:
            within = self.board + self.disc
            frame.write(
                right, base - size * MM * 0.08, seat.why, size * 0.5, align="R", within=within, least=5
            )
        with frame.pen(0.2) as pdf:
            pdf.line(x, y + tall, x + self.each, y + tall)


def _seated(job: Job) -> list[tuple[str, str, str, str]]:
    """Return everyone by name: name, board, colour, or why he does not play."""
    out = [(job.names[p.number], "", "", why) for p, why in job.idle]
    for game in job.games:
        out.append((job.names[game.white], board_said(game), "white", ""))
        assert game.black is not None
        out.append((job.names[game.black], board_said(game), "black", ""))
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
            x, y = MARGIN + column * (names.each + 8), top
            for n, seat in enumerate(seats):
                names.draw(seat, x, y, seat.tall * stretch, shaded=n % 2 == 1)
                y += seat.tall * stretch


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
