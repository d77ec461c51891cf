"""From an event to a PDF file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from damiera.lang import Lang, Text
from damiera.paper.prints.cards import cards, sheets, slips
from damiera.paper.prints.certificates import certificates
from damiera.paper.prints.form import form
from damiera.paper.prints.frame import Frame
from damiera.paper.prints.job import Job, PrintError
from damiera.paper.prints.lists import cross, cross_fits, entries, ratings, standings
from damiera.paper.prints.prizes import prize_list
from damiera.paper.prints.wall import WallFrame, by_board, by_name
from damiera.tournament.model import Event

__all__ = ["KINDS", "job_pdf", "pdf", "title_of"]

_UNKNOWN = Text(
    "Non so stampare «{what}»: le stampe sono {kinds}.", 'I cannot print "{what}": the prints are {kinds}.'
)
_NO_PLAYERS = Text(
    "Nessun giocatore è iscritto: non c'è niente da stampare.",
    "No player has entered: there is nothing to print.",
)
_BAD_ROUND = Text(
    "Il turno {n} non c'è: la gara ne ha {last}.", "There is no round {n}: the event has {last}."
)
_AFTER = Text("dopo il turno {n}", "after round {n}")
_PLANNED = Text("{n} turni", "{n} rounds")


@dataclass(frozen=True, slots=True)
class _Kind:
    """A print: its name, how its pages are drawn, which pages, and what it is of.

    `bare`: it can be printed before anybody has entered; `of_teams`: where teams play, it is of teams.
    """

    title: Text
    draw: Callable[[Frame], None]
    frame: type[Frame] = Frame
    of_round: bool = False
    on_wall: bool = False
    bare: bool = False
    of_teams: bool = False


_KINDS: Mapping[str, _Kind] = {
    "form": _Kind(Text("Modulo d'iscrizione", "Entry form"), form, bare=True),
    "entries": _Kind(Text("Iscritti", "Entry list"), entries),
    "pairings": _Kind(Text("Abbinamenti", "Pairings"), by_board, WallFrame, of_round=True, on_wall=True),
    "names": _Kind(Text("Dove gioco?", "Where do I play?"), by_name, WallFrame, of_round=True, on_wall=True),
    "cards": _Kind(Text("Segnatavoli", "Board cards"), cards, of_round=True),
    "slips": _Kind(Text("Cedole dei risultati", "Result slips"), slips, of_round=True),
    "sheets": _Kind(Text("Formulari di gara", "Score sheets"), sheets, of_round=True),
    "standings": _Kind(Text("Classifica", "Standings"), standings, of_teams=True),
    "crosstable": _Kind(Text("Tabellone", "Crosstable"), cross, of_teams=True),
    "ratings": _Kind(Text("Variazioni Elo", "Rating report"), ratings),
    "prizes": _Kind(Text("Premi", "Prizes"), prize_list, of_teams=True),
    "certificates": _Kind(Text("Diplomi", "Certificates"), certificates, of_teams=True),
}
KINDS = tuple(_KINDS)


def title_of(what: str) -> Text:
    """Return what a print is called.

    Raises:
        PrintError: if there is no such print.

    >>> title_of("standings").get("it")
    'Classifica'
    """
    return _kind(what).title


def pdf(event: Event, what: str, lang: Lang = "it", **asked: Any) -> bytes:
    """Return a print of an event as a PDF file.

    Args:
        event: the event.
        what: one of `KINDS`.
        lang: the language of the sheets.
        asked: what else a `Job` holds: `number` (of the round), `paper`, `time`, `address` and so on.
    Raises:
        PrintError: for an unknown print, a round that is not paired, an event without players.
        PictureError: where the library that writes PDF is not installed.
    """
    return job_pdf(Job(event, lang, **asked), what)


def job_pdf(job: Job, what: str) -> bytes:
    """Return a print as a PDF file; see `pdf`."""
    kind = _kind(what)
    if not (job.event.players or kind.bare):
        raise PrintError(_NO_PLAYERS)
    if job.number and job.event.round(job.number) is None:
        raise PrintError(_BAD_ROUND.format(n=job.number, last=len(job.event.rounds)))
    if kind.of_round:
        job.round  # noqa: B018  (tells at once that it is not paired)
    if kind.of_teams:
        job = job.by_teams
    title = job.said(kind.title)
    if kind.on_wall:
        title = job.round_said if what == "pairings" else f"{job.round_said} · {title}"
    drafts = _begun(job, kind, title, 0)
    kind.draw(drafts)
    frame = _begun(job, kind, title, drafts.pdf.page_no())
    kind.draw(frame)
    return bytes(frame.pdf.output())


def _begun(job: Job, kind: _Kind, title: str, total: int) -> Frame:
    landscape = kind.draw is certificates
    if kind.draw is cross:
        landscape = not cross_fits(Frame(job, title))
    paper = job.paper if kind.on_wall else "A4"
    frame = kind.frame(job, title, paper=paper, landscape=landscape, total=total)
    if kind.draw in (entries, form):
        planned = job.event.settings.rounds or job.event.played_rounds
        frame.corner = job.said(_PLANNED, n=planned) if planned > 1 else ""
    elif not kind.of_round:
        frame.corner = job.said(_AFTER, n=job.round_number)
    return frame


def _kind(what: str) -> _Kind:
    if what not in _KINDS:
        raise PrintError(_UNKNOWN.format(what=what, kinds=", ".join(_KINDS)))
    return _KINDS[what]
