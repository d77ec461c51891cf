"""Certificates: one for each player with a place, the best first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from damiera.messages import Message
from damiera.paper.fonts import FAMILY
from damiera.paper.prints.frame import MM, Frame
from damiera.paper.prints.job import PrintJob
from damiera.paper.prints.prizes import classifications_of, medal_of
from damiera.tournament.standings import StandingRow, place_text

__all__ = ["certificates"]

_DIPLOMA = Message("CERTIFICATE")
_MEDALS = {
    1: Message("gold medal"),
    2: Message("silver medal"),
    3: Message("bronze medal"),
}
_GIVEN = Message("is awarded to")
_WITH = Message("with {points} points in {rounds} rounds")
_WITH_ONE = Message("with {points} points in one round")
_ARBITER = Message("The arbiter")
_ORGANISER = Message("The organiser")


def certificates(frame: Frame) -> None:
    """Print a certificate for each player with a place, or for those up to the place asked for."""
    job, titles = frame.job, _titles(frame.job)
    for row in job.standing.ranked:
        if job.top and (row.rank or 0) > job.top and row.number not in titles:
            continue
        frame.pdf.add_page()
        _border(frame)
        _certificate(frame, row, titles.get(row.number, []))


def _titles(job: PrintJob) -> dict[int, list[str]]:
    """Return who has a prize in another classification than the general one, and which places.

    Where prizes are offered over all sections, the one that each of them takes.
    """
    out: dict[int, list[str]] = {}
    if job.won:
        for prize in job.won:
            if prize.number:
                place = () if prize.general else (job.said(prize.title), job.said(place_text(prize.place)))
                words = (*place, prize.what)
                out[prize.number] = [", ".join(filter(None, words))]
        return out
    for one in classifications_of(job):
        for row in () if one.general else one.rows:
            if (row.rank or 0) <= min(job.places, job.top or job.places):
                said = f"{job.said(place_text(row.rank or 0))}, {job.said(one.title)}"
                out.setdefault(row.number, []).append(said)
    return out


def _border(frame: Frame) -> None:
    """Draw two lines round the page, and in each corner the squares of a board."""
    for inset, width in ((10.0, 1.4), (12.6, 0.35)):
        with frame.pen(width) as pdf:
            pdf.rect(inset, inset, frame.wide - 2 * inset, frame.tall - 2 * inset)
    for x, y, right, low in _corners(frame):
        size = 6.0
        for a, b in ((0, 0), (1, 1), (2, 0), (0, 2)):
            left = x - (a + 1) * size if right else x + a * size
            top = y - (b + 1) * size if low else y + b * size
            frame.shade(left, top, size, size, 0)


def _corners(frame: Frame) -> Iterator[tuple[float, float, bool, bool]]:
    inset = 15.0
    for right in (False, True):
        for low in (False, True):
            yield frame.wide - inset if right else inset, frame.tall - inset if low else inset, right, low


def _certificate(frame: Frame, row: StandingRow, titles: Sequence[str]) -> None:
    job, middle = frame.job, frame.wide / 2
    within = frame.wide - 90
    lower = 10 if frame.logo(middle, 17.5, 90, 22, "C") else 0
    frame.write(middle, 38 + lower, job.event.name, 20, "B", align="C", within=within, least=9)
    below = " · ".join(filter(None, (job.game.name.text(job.lang), job.event.place, job.dates or job.date)))
    frame.write(middle, 46 + lower * 0.9, below, 12, align="C", within=within, least=7)
    _spaced(frame, 76 + lower * 0.2, job.said(_DIPLOMA), 40)
    frame.write(middle, 89, job.said(_GIVEN), 14, align="C", grey=60)
    base = _name(frame, job.names[row.number], 111, frame.wide - 60)
    club = job.event.player(row.number).club
    for below, size in ((club, 15), (job.members.get(row.number, ""), 12)):
        if below:
            base += 9 if size > 12 else 8
            frame.write(middle, base, below, size, align="C", within=within + 30, least=7)
    _rank(frame, row, titles, max(base + 18, 138))
    frame.write(middle, 182, job.signed, 10, align="C", within=90, least=6)
    for who, x in ((_ARBITER, 75.0), (_ORGANISER, frame.wide - 75.0)):
        with frame.pen(0.3) as pdf:
            pdf.line(x - 35, 177, x + 35, 177)
        signed = job.event.arbiter if who is _ARBITER else ""
        frame.write(x, 182, job.said(who), 10, align="C", grey=60)
        frame.write(x, 187, signed, 10, align="C", within=70, least=6)
    frame.numbered(14, frame.tall - 5, 6.5, job.round_said)


def _name(frame: Frame, name: str, base: float, within: float) -> float:
    """Write the name large, on two lines if need be; return its last base line."""
    size = 38.0
    while frame.width(name, size, "B") > within and size > 26:
        size -= 1
    lines = frame.lines(name, size, "B", within)
    while (len(lines) > 2 or frame.widest_part(name, size, "B") > within) and size > 9:
        size -= 1
        lines = frame.lines(name, size, "B", within)
    for n, line in enumerate(lines):
        frame.write(frame.wide / 2, base + n * size * MM * 1.15, line, size, "B", align="C")
    return base + (len(lines) - 1) * size * MM * 1.15


def _rank(frame: Frame, row: StandingRow, titles: Sequence[str], base: float) -> None:
    job, middle = frame.job, frame.wide / 2
    assert row.rank is not None
    medal = job.said(_MEDALS[row.rank]) if medal_of(job, row.rank) else ""
    place = job.said(place_text(row.rank))
    frame.write(middle, base, place, 26, "B", align="C")
    if medal:
        frame.write(middle, base + 8, medal, 14, "B", align="C")
        base += 7
    frame.write(middle, base + 9, _points(job, row), 14, align="C")
    said = " · ".join(titles)
    frame.write(middle, base + 16, said, 12, align="C", within=frame.wide - 60, least=7)
    frame.write(
        middle, base + (23 if said else 17), job.line, 13, "B", align="C", within=frame.wide - 60, least=7
    )


def _points(job: PrintJob, row: StandingRow) -> str:
    rounds = job.standing.after_round
    said = _WITH_ONE if rounds == 1 else _WITH
    return job.said(said, points=job.standing.points_said(row), rounds=rounds)


def _spaced(frame: Frame, base: float, text: str, size: float) -> None:
    """Write capital letters with air between them, in the middle."""
    pdf = frame.pdf
    pdf.set_font(FAMILY, "B", size)
    pdf.set_char_spacing(size * 0.16)
    pdf.set_xy(0, base - 0.8 * size * MM)
    pdf.cell(frame.wide, size * MM, text, align="C")
    pdf.set_char_spacing(0)
