"""From an event to a PDF file."""

from __future__ import annotations

from dataclasses import replace
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
    job = _of_parts(job, what)
    for part in job.parts or (job,):
        if part.number and part.event.round(part.number) is None:
            raise PrintError(_BAD_ROUND.format(n=part.number, last=len(part.event.rounds)))
        if kind.of_round:
            part.round  # noqa: B018  (tells at once that it is not paired)
    require_fonts()
    from damiera.paper.prints.drawing import drawn

    return drawn(job.by_teams if kind.of_teams else job, what)


def _of_parts(job: PrintJob, what: str) -> PrintJob:
    """Return the job with the sections that a print is of; some prints are of the whole event."""
    if what in _OF_THE_WHOLE:
        return replace(job, parts=())
    if not job.parts:
        return job
    there = [p for p in job.parts if p.players and (not job.number or p.event.round(job.number) is not None)]
    if not kind_of(what).of_round:
        there = [part for part in job.parts if part.event.players]
    return replace(job, parts=tuple(there)) if there else job


_OF_THE_WHOLE = ("form", "entries", "prizes")
