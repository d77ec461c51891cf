"""Every print with its pages: what draws it, and on what."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from damiera.messages import Message
from damiera.paper.fonts import MEN
from damiera.paper.prints.cards import cards, sheets, slips
from damiera.paper.prints.certificates import certificates
from damiera.paper.prints.form import form
from damiera.paper.prints.frame import BareFrame, Frame
from damiera.paper.prints.job import PrintJob
from damiera.paper.prints.kinds import kind_of
from damiera.paper.prints.lists import cross, cross_fits, entries, ratings, standings
from damiera.paper.prints.prizes import prize_list
from damiera.paper.prints.wall import WallFrame, by_board, by_name

__all__ = ["drawn"]

_AFTER = Message("after round {n}")
_PLANNED = Message("{n} rounds")
_DRAWN: Mapping[str, tuple[Callable[[Frame], None], type[Frame]]] = {
    "form": (form, Frame),
    "entries": (entries, Frame),
    "pairings": (by_board, WallFrame),
    "names": (by_name, WallFrame),
    "cards": (cards, BareFrame),
    "slips": (slips, BareFrame),
    "sheets": (sheets, BareFrame),
    "standings": (standings, Frame),
    "crosstable": (cross, Frame),
    "ratings": (ratings, Frame),
    "prizes": (prize_list, Frame),
    "certificates": (certificates, BareFrame),
}


_SIGNS = {"crosstable": MEN, "ratings": "→≥"}  # written beside words, which Noto Sans lacks


def drawn(job: PrintJob, what: str) -> bytes:
    """Draw a print and return its file."""
    draw, _ = _DRAWN[what]
    frame = _begun(job, what)
    with frame.pdf as pdf:
        for part in job.parts or (job,):
            _head(frame, part, what)
            draw(frame)
        return bytes(pdf.output())


def _upright(job: PrintJob, title: str) -> bool:
    """Tell whether the crosstable fits on upright pages."""
    frame = Frame(job, title, signs=MEN)
    with frame.pdf:
        return cross_fits(frame)


def _begun(job: PrintJob, what: str) -> Frame:
    kind, (_, frame_of) = kind_of(what), _DRAWN[what]
    title = job.said(kind.title)
    parts = job.parts or (job,)
    across = what == "crosstable" and not all(_upright(part, title) for part in parts)
    landscape = what == "certificates" or across
    return frame_of(
        job,
        title,
        paper=job.paper if kind.on_wall else "A4",
        landscape=landscape,
        signs=_SIGNS.get(what, ""),
    )


def _head(frame: Frame, job: PrintJob, what: str) -> None:
    """Set what stands above the pages from here on: those of the event, or of one of its sections."""
    kind = kind_of(what)
    frame.job = job
    frame.title = job.said(kind.title)
    if kind.on_wall:
        frame.title = job.round_said if what == "pairings" else f"{job.round_said} · {frame.title}"
    frame.corner = job.round_said if job.round_number else ""
    if what in ("entries", "form"):
        planned = job.event.settings.rounds or job.event.played_rounds
        frame.corner = job.said(_PLANNED, n=planned) if planned > 1 else ""
    elif not kind.of_round:
        frame.corner = job.said(_AFTER, n=job.round_number) if job.round_number else ""
