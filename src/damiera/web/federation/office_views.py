"""What the pages of the rating office show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import ClassVar

import msgspec

from damiera.errors import DamieraError
from damiera.messages import Lang, short_date, to_data
from damiera.paper.prints.rating_list import PrintedListLine, rating_list_pdf
from damiera.rating.categories import letters
from damiera.rating.elo_rubele import RatingChange
from damiera.rating.office import ListDifference
from damiera.rating.trace import decimal, signed
from damiera.service.federation.acts import ListPublishedAct, RatingCorrectedAct
from damiera.service.federation.office import OF_FILE, OfficeBook, OfficeEvent
from damiera.service.tournament.event import EventLine
from damiera.tournament.rated_games import UNFINISHED
from damiera.web.federation.views import FederationFrame, FederationPage
from damiera.web.tournament.views.head import refusal
from damiera.web.tournament.views.words import game_choices

__all__ = [
    "OfficeEventPage",
    "OfficePage",
    "PublishedListPage",
    "list_page",
    "list_pdf",
    "office_event_page",
    "office_page",
]


class CountedLine(msgspec.Struct, frozen=True):
    """An event in the office: `edition` counted it."""

    seq: int
    name: str
    day: str
    game: str
    players: int
    edition: str
    promotions: int


class CorrectedLine(msgspec.Struct, frozen=True):
    """A correction of the office's: who did it, of whom, and why."""

    seq: int
    who: str
    name: str
    person: str
    told: str
    day: str
    reason: str


class OfferedEvent(msgspec.Struct, frozen=True):
    """An event of this server that can be counted; `day` when it begins."""

    id: str
    name: str
    day: str


class OfficePage(FederationPage, kw_only=True, frozen=True):
    """The rating office.

    Attributes:
        events: those that count, the last first. `corrections`: those that hold.
        published: lists, the last first, by number. `offered`: events of this server that can be counted.
        games: disciplines to choose from.
    """

    template: ClassVar[str] = "federation/office.html"
    events: tuple[CountedLine, ...]
    corrections: tuple[CorrectedLine, ...]
    published: tuple[tuple[int, ListPublishedAct, str], ...]
    offered: tuple[OfferedEvent, ...]
    games: tuple[tuple[str, str], ...]
    fields: Mapping[str, str]


class ChangeLine(msgspec.Struct, frozen=True):
    """A player's line of a report, with the arithmetic; `entered` is the Elo that the event itself had."""

    change: RatingChange
    person: str
    expected: str
    variation: str
    before: str
    after: str
    trace: tuple[str, ...]
    entered: int


class OfficeEventPage(FederationPage, kw_only=True, frozen=True):
    """An event as it is counted: every player's line, promotions, tables that are not the federation's.

    Attributes:
        unfinished: how many games had no result when the event was given to the office.
        of_here: whether it is an event of this server, which can be counted anew as it stands.
    """

    template: ClassVar[str] = "federation/office_event.html"
    event: OfficeEvent
    unfinished: int
    day: str
    edition: str
    rows: tuple[ChangeLine, ...]
    promotions: tuple[str, ...]
    remarks: tuple[str, ...]
    of_here: bool


class DifferenceLine(msgspec.Struct, frozen=True):
    """Somebody whose rating is another one now."""

    person: str
    name: str
    said: str


class PublishedListPage(FederationPage, kw_only=True, frozen=True):
    """A published list, whether it can be counted again, and what it would be now."""

    template: ClassVar[str] = "federation/office_list.html"
    seq: int
    act: ListPublishedAct
    day: str
    rows: tuple[tuple[int, str, str, str, str, int], ...]
    proved: bool
    since: tuple[DifferenceLine, ...]


def office_page(
    head: FederationFrame,
    book: OfficeBook,
    offered: Sequence[EventLine],
    names: Mapping[str, str],
    lang: Lang,
    *,
    fields: Mapping[str, str] | None = None,
    wrong: DamieraError | None = None,
) -> OfficePage:
    """Return the page of the office."""
    games = game_choices(lang)
    called = dict(games)
    events = tuple(
        CountedLine(
            one.seq,
            one.act.name,
            _day(one.act.day, lang),
            called.get(one.act.discipline, one.act.discipline),
            len(one.act.players),
            one.report.edition.name.text(lang),
            len(one.report.promotions),
        )
        for one in book.events
    )
    corrections = tuple(
        CorrectedLine(
            line.seq,
            line.who,
            names.get(act.person, act.person),
            act.person,
            " ".join(filter(None, (str(act.rating or ""), letters(act.category or "")))),
            _day(act.day, lang),
            act.reason,
        )
        for line in reversed(book.lines)
        if isinstance(act := line.act, RatingCorrectedAct) and line.seq not in book.undone
    )
    published = tuple((seq, act, _day(act.day, lang)) for seq, act in book.published)
    return OfficePage(
        head=head,
        events=events,
        corrections=corrections,
        published=published,
        offered=tuple(OfferedEvent(one.id, one.name, _day(one.starts, lang)) for one in offered),
        games=games,
        fields=fields or {},
        wrong=refusal(wrong, lang),
        field=getattr(wrong, "field", ""),
    )


def office_event_page(
    head: FederationFrame, event: OfficeEvent, lang: Lang, wrong: DamieraError | None = None
) -> OfficeEventPage:
    """Return the page of an event that is counted."""
    report, elo = event.report, {p.number: p.elo for p in event.act.players}
    rows = tuple(
        ChangeLine(
            one,
            event.people[one.entrant.number],
            decimal(one.expected),
            signed(one.variation),
            letters(one.before),
            letters(one.after) if one.promoted else "",
            tuple(line.said(lang) for line in one.trace),
            elo.get(one.entrant.number, 0),
        )
        for one in sorted(report.changes, key=lambda c: -c.final)
    )
    return OfficeEventPage(
        head=head,
        event=event,
        unfinished=sum(game.left_out == to_data(UNFINISHED) for game in event.act.games),
        day=_day(event.act.day, lang),
        edition=report.edition.name.text(lang),
        rows=rows,
        promotions=tuple(one.said().text(lang) for one in report.promotions),
        remarks=tuple(one.text(lang) for one in report.remarks),
        of_here=not event.act.source.startswith(OF_FILE),
        wrong=refusal(wrong, lang),
    )


def list_page(
    head: FederationFrame,
    seq: int,
    act: ListPublishedAct,
    differences: tuple[Sequence[ListDifference], Sequence[ListDifference]],
    names: Mapping[str, str],
    lang: Lang,
) -> PublishedListPage:
    """Return the page of a published list."""
    then, now = differences
    rows = tuple(
        (one.place, one.person, one.name, letters(one.category), one.club, one.rating) for one in act.lines
    )
    since = tuple(
        DifferenceLine(one.person, names.get(one.person, one.person), one.said().text(lang)) for one in now
    )
    return PublishedListPage(
        head=head,
        seq=seq,
        act=act,
        day=_day(act.day, lang),
        rows=rows,
        proved=not then,
        since=since,
    )


def list_pdf(act: ListPublishedAct, lang: Lang, now: datetime) -> bytes:
    """Return a published list as a PDF file."""
    lines = [
        PrintedListLine(one.place, one.name, letters(one.category), one.club, one.card, one.rating)
        for one in act.lines
    ]
    return rating_list_pdf(act.name, act.discipline, date.fromisoformat(act.day), lines, lang, now)


def _day(text: str, lang: Lang) -> str:
    return short_date(date.fromisoformat(text), lang) if text else ""
