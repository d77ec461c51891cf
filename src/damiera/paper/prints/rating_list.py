"""A rating list of a federation: everybody by place, with category, club, card and Elo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

from damiera.messages import Lang, Message
from damiera.paper.fonts import require_fonts
from damiera.paper.prints.job import PrintJob
from damiera.tournament.model import Event, EventPlayer

if TYPE_CHECKING:
    from damiera.paper.prints.frame import Align, Frame

__all__ = ["PrintedListLine", "rating_list_pdf"]

_TITLE = Message("Rating list")
_PLAYERS = Message("{n} players")
_ONE = Message("1 player")
_HEADS = (
    Message("Place", context="rank"),
    Message("Player"),
    Message("Cat."),
    Message("Club", context="of a player"),
    Message("Card"),
    Message("Elo"),
)
_WIDE = (13.0, 68.0, 12.0, 53.0, 24.0, 16.0)
_ALIGN: tuple[Align, ...] = ("R", "L", "C", "L", "L", "R")
_ROW = 5.0
_GAP = 2.0
_SIZE = 9.0


@dataclass(frozen=True, slots=True)
class PrintedListLine:
    """A line of a list."""

    place: int
    name: str
    category: str
    club: str
    card: str
    rating: int

    @property
    def cells(self) -> tuple[str, ...]:
        """What stands in the columns."""
        return (str(self.place), self.name, self.category, self.club, self.card, str(self.rating))


def rating_list_pdf(
    name: str,
    discipline: str,
    day: date,
    lines: Sequence[PrintedListLine],
    lang: Lang,
    printed: datetime | None = None,
) -> bytes:
    """Return a rating list as a PDF file.

    Args:
        name: what the list is called; `day`: the day whose ratings it has.
    Raises:
        PictureError: where the libraries that write PDF are not installed.
    """
    require_fonts()
    from damiera.paper.prints.frame import Frame

    players = tuple(EventPlayer(n, one.name, club=one.club, card=one.card) for n, one in enumerate(lines, 1))
    job = PrintJob(Event(name=name, game=discipline, starts=day, players=players), lang, printed=printed)
    frame = Frame(job, job.said(_TITLE))
    frame.corner = job.said(_ONE) if len(lines) == 1 else job.said(_PLAYERS, n=len(lines))
    with frame.pdf as pdf:
        _begin(frame)
        for n, line in enumerate(lines):
            if frame.room < _ROW:
                _begin(frame)
            _line(frame, line, shaded=n % 2 == 1)
        return bytes(pdf.output())


def _begin(frame: Frame) -> None:
    """Begin a page, with what the columns are."""
    frame.page()
    _cells(frame, [frame.job.said(head) for head in _HEADS], head=True)
    frame.y += _ROW
    frame.rule(frame.y, 0.5)
    frame.y += 0.6


def _line(frame: Frame, line: PrintedListLine, *, shaded: bool) -> None:
    if shaded:
        frame.shade(frame.pdf.l_margin, frame.y, frame.inner, _ROW, 242)
    _cells(frame, line.cells, head=False)
    frame.y += _ROW


def _cells(frame: Frame, cells: Sequence[str], *, head: bool) -> None:
    left, base = float(frame.pdf.l_margin), frame.y + _ROW * 0.7
    for n, (text, wide, align) in enumerate(zip(cells, _WIDE, _ALIGN, strict=True)):
        x = {"L": left + _GAP / 2, "C": left + wide / 2, "R": left + wide - _GAP / 2}[align]
        bold = head or n in (1, 5)
        size = _SIZE - 1 if head else _SIZE
        frame.write(
            x, base, text, size, "B" if bold else "", align=align, within=wide - _GAP, least=_SIZE * 0.75
        )
        left += wide
