"""From an event to a PDF file."""

from __future__ import annotations

from typing import Unpack

from damiera.messages import Lang, Message
from damiera.paper.fonts import require_fonts
from damiera.paper.prints.job import PrintError, PrintJob, PrintOptions
from damiera.paper.prints.kinds import kind_of
from damiera.tournament.model import Event

__all__ = ["job_pdf", "pdf"]

_NO_PLAYERS = Message("No player has entered: there is nothing to print.")
_BAD_ROUND = Message("There is no round {n}: the event has {last}.")


def pdf(event: Event, what: str, lang: Lang = "it", **asked: Unpack[PrintOptions]) -> bytes:
    """Return a print of an event as a PDF file.

    Args:
        event: the event.
        what: one of `KINDS`.
        lang: the language of the sheets.
        asked: what else a `PrintJob` holds: `number` (of the round), `paper`, `time`, `address` and so on.
    Raises:
        PrintError: for an unknown print, a round that is not paired, an event without players.
        PictureError: where the libraries that write PDF are not installed.
    """
    return job_pdf(PrintJob(event, lang, **asked), what)


def job_pdf(job: PrintJob, what: str) -> bytes:
    """Return a print as a PDF file; see `pdf`."""
    kind = kind_of(what)
    if not (job.event.players or kind.bare):
        raise PrintError(_NO_PLAYERS)
    if job.number and job.event.round(job.number) is None:
        raise PrintError(_BAD_ROUND.format(n=job.number, last=len(job.event.rounds)))
    if kind.of_round:
        job.round  # noqa: B018  (tells at once that it is not paired)
    require_fonts()
    from damiera.paper.prints.drawing import drawn

    return drawn(job.by_teams if kind.of_teams else job, what)
