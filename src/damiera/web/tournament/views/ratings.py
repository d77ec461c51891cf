"""The ratings of an event, line by line: the federation's, and two that clubs may use instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, Literal

import msgspec

from damiera.errors import DamieraError
from damiera.messages import Lang, Message
from damiera.rating.categories import CATEGORIES
from damiera.rating.editions import edition, editions
from damiera.rating.elo_rubele import RatingChange, RatingReport
from damiera.rating.event import Override
from damiera.rating.fide import FideChange, rate_fide
from damiera.rating.glicko import GlickoRating, rate_glicko
from damiera.rating.trace import TraceLine, decimal, signed
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.ratings import rated
from damiera.tournament.rated_games import entrants, rated_games
from damiera.web.tournament.views.head import EventPage, event_head, refusal
from damiera.web.tournament.views.list_parts import ListPart, Wanted, part_of_list

__all__ = ["EventRatingsPage", "RatingMethod", "gains_of", "ratings_page"]

RatingMethod = Literal["rubele", "fide", "glicko"]

_NAMES = {c.id: c.name for c in CATEGORIES}
_ENDED = {
    "withdrawn": Message("withdrawn"),
    "disqualified": Message("disqualified"),
    "forfeited": Message("forfeit"),
}
_GAINS_UP_TO = 400


def gains_of(live: LiveEvent) -> Mapping[int, str]:
    """Return what each player gains or loses, for the standings; nothing where it cannot be counted."""
    if not live.announced.elo_weight or len(live.event.players) > _GAINS_UP_TO or not live.event.rounds:
        return {}
    try:
        report = rated(live)
    except DamieraError:
        return {}
    return {c.entrant.number: f"{c.final - c.initial:+d}" for c in report.changes if c.played}


class RatingStep(msgspec.Struct, frozen=True):
    """A line of the arithmetic."""

    label: str
    sum: str
    remark: str


class RatedRow(msgspec.Struct, frozen=True, kw_only=True):
    """A player's ratings before and after; `lines` is the arithmetic, where the line was opened.

    Attributes:
        after: the category reached; "" if none was. `barred`: they may gain nothing.
    """

    number: int
    name: str
    club: str
    initial: int
    final: int
    gain: str
    after: str = ""
    barred: bool = False
    lines: tuple[RatingStep, ...] | None = None


class RubeleRow(RatedRow, kw_only=True, frozen=True):
    """A line by Elo-Rubele."""

    category: str
    played: int
    left_out: int
    points: int
    expected: str
    coefficient: int
    variation: str
    bonus: int


class FideRow(RatedRow, kw_only=True, frozen=True):
    """A line of a rating of FIDE's type."""

    played: int
    points: str
    expected: str


class GlickoRow(RatedRow, kw_only=True, frozen=True):
    """A line by Glicko-2; the rating lies `between` two figures 95 times of 100."""

    deviation: int
    volatility: str
    between: str


class PromotionLine(msgspec.Struct, frozen=True):
    """Somebody reached a higher category; `not_federation`: by a threshold of our own."""

    said: str
    not_federation: bool


class Leaver(msgspec.Struct, frozen=True):
    """Somebody who left, and how; `override`: whom a commission lets gain all the same."""

    number: int
    name: str
    ended: str
    override: Override | None


class RatingsView(msgspec.Struct, frozen=True, kw_only=True):
    """The ratings of an event.

    Attributes:
        editions: of the federation's rules: id, name, since when. `edition`: the one used; "" if none is.
        weight: of the event, in percent.
        k: points a game, of FIDE's type.
        slots: the arbiter's own tables.
        part: which of the rows these are.
    """

    by: RatingMethod
    editions: tuple[tuple[str, str, str], ...]
    k: int
    slots: str
    rows: tuple[RubeleRow, ...] | tuple[FideRow, ...] | tuple[GlickoRow, ...]
    edition: str = ""
    weight: int = 0
    remarks: tuple[str, ...] = ()
    promotions: tuple[PromotionLine, ...] = ()
    leavers: tuple[Leaver, ...] = ()
    part: ListPart = msgspec.field(default_factory=ListPart)


class EventRatingsPage(EventPage, kw_only=True, frozen=True):
    """The ratings of an event; `fields` is the form that is refused."""

    template: ClassVar[str] = "tournament/ratings.html"
    tab: str = "ratings"
    rate: RatingsView
    fields: Mapping[str, str]


def ratings_page(
    live: LiveEvent,
    lang: Lang,
    *,
    by: RatingMethod,
    wanted: str,
    k: int,
    part: Wanted,
    fields: Mapping[str, str],
    wrong: DamieraError | None = None,
) -> EventRatingsPage:
    """Return the ratings by a method, by an edition of the federation's rules (`wanted`; "" for its own)."""
    try:
        rate = _ratings(live, lang, by, wanted, k, part)
    except DamieraError as error:
        wrong = wrong or error
        rate = RatingsView(by="rubele", editions=_editions(lang), k=k, slots=live.slots, rows=())
    return EventRatingsPage(head=event_head(live, lang), rate=rate, fields=fields, wrong=refusal(wrong, lang))


def _ratings(live: LiveEvent, lang: Lang, by: RatingMethod, wanted: str, k: int, part: Wanted) -> RatingsView:
    if by == "rubele":
        return _by_rubele(live, lang, rated(live, wanted), k, part)
    if by == "fide":
        rated_by_fide = rate_fide(entrants(live.event), rated_games(live.event), k=k)
        shown, held = part_of_list(rated_by_fide, part, number=_number_of, names=_names_of)
        rows: tuple[FideRow, ...] | tuple[GlickoRow, ...] = _fide(shown, lang, part.opened)
    else:
        after, held = part_of_list(
            _glicko(live), part, number=lambda r: r.number, names=lambda r: (r.name, r.club)
        )
        rows = tuple(after)
    return RatingsView(by=by, editions=_editions(lang), k=k, slots=live.slots, rows=rows, part=held)


def _number_of(change: RatingChange | FideChange) -> int:
    return change.entrant.number


def _names_of(change: RatingChange | FideChange) -> tuple[str, str]:
    return change.entrant.name, change.entrant.club


def _editions(lang: Lang) -> tuple[tuple[str, str, str], ...]:
    return tuple((id, edition(id).name.text(lang), edition(id).since.isoformat()) for id in editions())


def _by_rubele(live: LiveEvent, lang: Lang, report: RatingReport, k: int, part: Wanted) -> RatingsView:
    shown, held = part_of_list(report.changes, part, number=_number_of, names=_names_of)
    return RatingsView(
        by="rubele",
        editions=_editions(lang),
        k=k,
        slots=live.slots,
        edition=report.edition.id,
        weight=report.weight,
        remarks=tuple(remark.text(lang) for remark in report.remarks),
        rows=tuple(_rubele(change, lang, part.opened) for change in shown),
        part=held,
        promotions=tuple(PromotionLine(p.said().text(lang), p.not_federation) for p in report.promotions),
        leavers=tuple(
            Leaver(
                number=c.entrant.number,
                name=c.entrant.name,
                ended=_ENDED[c.entrant.ending].text(lang),
                override=live.overrides.get(c.entrant.number),
            )
            for c in report.changes
            if c.entrant.ending != "finished"
        ),
    )


def _category(id: str, lang: Lang) -> str:
    return _NAMES[id].text(lang) if id in _NAMES else id


def _lines(trace: Sequence[TraceLine], lang: Lang) -> tuple[RatingStep, ...]:
    return tuple(RatingStep(line.label.text(lang), line.sum, line.remark.text(lang)) for line in trace)


def _rubele(change: RatingChange, lang: Lang, opened: int | None) -> RubeleRow:
    number = change.entrant.number
    return RubeleRow(
        number=number,
        name=change.entrant.name,
        club=change.entrant.club,
        category=_category(change.before, lang),
        initial=change.initial,
        played=change.played,
        left_out=change.left_out,
        points=change.points,
        expected=decimal(change.expected),
        coefficient=change.coefficient,
        variation=signed(change.variation, 2),
        bonus=change.bonus,
        final=change.final,
        gain=f"{change.final - change.initial:+d}",
        barred=change.barred,
        after=_category(change.after, lang) if change.promoted else "",
        lines=_lines(change.trace, lang) if opened == number else None,
    )


def _fide(changes: Sequence[FideChange], lang: Lang, opened: int | None) -> tuple[FideRow, ...]:
    return tuple(
        FideRow(
            number=c.entrant.number,
            name=c.entrant.name,
            club=c.entrant.club,
            initial=c.initial,
            played=c.played,
            points=decimal(Fraction(c.points, 2), 1),
            expected=decimal(c.expected, 2),
            final=c.final,
            gain=f"{c.final - c.initial:+d}",
            lines=_lines(c.trace, lang) if opened == c.entrant.number else None,
        )
        for c in changes
    )


def _glicko(live: LiveEvent) -> tuple[GlickoRow, ...]:
    people = entrants(live.event)
    before = {e.number: GlickoRating() if e.rating is None else GlickoRating(float(e.rating)) for e in people}
    after = rate_glicko(before, rated_games(live.event))
    return tuple(
        GlickoRow(
            number=e.number,
            name=e.name,
            club=e.club,
            initial=round(before[e.number].rating),
            final=round(after[e.number].rating),
            gain=f"{round(after[e.number].rating) - round(before[e.number].rating):+d}",
            deviation=round(after[e.number].deviation),
            volatility=f"{after[e.number].volatility:.4f}",
            between=" – ".join(map(str, after[e.number].interval)),
        )
        for e in people
    )
