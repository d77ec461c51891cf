"""The titles of an event over all its sections, its prizes, and who takes them and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, Final, Literal

import msgspec

from damiera.errors import DamieraError
from damiera.messages import Lang, Number
from damiera.service.tournament.event import EventAwards, LiveEvent, PrizeOffered
from damiera.service.tournament.titles import (
    event_parts,
    given_prizes,
    offered_by_announcement,
    prize_reasons,
    title_name,
    titles_of,
)
from damiera.tournament.standings import place_text
from damiera.tournament.titles import GivenPrize, Title
from damiera.web.tournament.views.head import EventPage, event_head, field_of, refusal

__all__ = ["TitlesPage", "titles_page"]

MORE_LINES: Final = 4
SHOWN: Final = 12


class TitleLine(msgspec.Struct, frozen=True):
    """A line of a title, in words."""

    rank: int
    name: str
    number: int
    section: str
    points: str
    counted: tuple[str, ...]


class TitleTable(msgspec.Struct, frozen=True):
    """A title: `of_clubs` where clubs or provinces stand in it; `more`: how many lines are not shown."""

    key: str
    name: str
    lines: tuple[TitleLine, ...]
    of_clubs: bool
    more: int


class PrizeLine(msgspec.Struct, frozen=True):
    """A prize, who takes it, and why them."""

    title: str
    place: str
    what: str
    value: str
    name: str
    reasons: tuple[str, ...]


class PrizeField(msgspec.Struct, frozen=True):
    """A line of the form: a prize, or room for one."""

    at: int
    of: str
    place: str
    what: str
    value: str


class TitlesPage(EventPage, kw_only=True, frozen=True):
    """The titles and prizes of an event.

    Attributes:
        settled: all sections are played to the end: the titles stand.
        offered: the form's lines; `keys`: the classifications, by key and name.
        proposed: whether the form shows what the announcement makes, not yet written down.
    """

    template: ClassVar[str] = "tournament/titles.html"
    tab: str = "titles"
    settled: bool
    tables: tuple[TitleTable, ...]
    prizes: tuple[PrizeLine, ...]
    keepsakes: int
    best: int
    by_places: bool
    offered: tuple[PrizeField, ...]
    keys: tuple[tuple[str, str], ...]
    single: bool
    share: Literal["technical", "equal"]
    proposed: bool
    may_change: bool
    field: str


def titles_page(
    live: LiveEvent,
    lang: Lang,
    *,
    arbiter: bool,
    may_change: bool,
    propose: bool = False,
    typed: EventAwards | None = None,
    wrong: DamieraError | None = None,
) -> TitlesPage:
    """Return the titles of an event, and its prizes: as they are, as they were `typed`, or proposed."""
    parts = event_parts(live)
    titles = titles_of(live, parts)
    awards = live.state.awards
    shown = typed.prizes if typed else awards.prizes or (offered_by_announcement(live) if propose else ())
    rules = typed or awards
    return TitlesPage(
        head=event_head(live, lang),
        arbiter=arbiter,
        settled=live.played_out,
        tables=tuple(_table(live, titles[key], lang) for key in _shown(live, titles)),
        prizes=tuple(_prize(one, titles, lang) for one in given_prizes(live, titles)),
        keepsakes=len(live.event.players) if live.announced.medals else 0,
        best=live.announced.club_best,
        by_places=rules.clubs_by == "places",
        offered=_fields(shown),
        keys=tuple((key, title.name.text(lang)) for key, title in titles.items()),
        single=rules.single,
        share=rules.share,
        proposed=propose and not awards.prizes and typed is None,
        may_change=may_change,
        field=field_of(wrong),
        wrong=refusal(wrong, lang),
    )


def _shown(live: LiveEvent, titles: Mapping[str, Title]) -> list[str]:
    """Return the titles that are shown: sections, those announced or with a prize; all, where none is."""
    wanted = live.announced.classifications
    offered = {prize.of for prize in live.state.awards.prizes}
    return [
        key
        for key, title in titles.items()
        if title.rows
        and (
            not wanted
            or key in offered
            or key in wanted
            or key.partition(":")[0] in ("section", "overall", "newcomer")
            or (key.startswith("category:") and "category" in wanted)
        )
    ]


def _table(live: LiveEvent, title: Title, lang: Lang) -> TitleTable:
    scoring, names = live.event.settings.scoring, {p.number: p.name for p in live.event.players}
    lines = tuple(
        TitleLine(
            row.rank,
            row.name,
            row.number,
            row.section.text(lang),
            str(row.points) if title.by_places else scoring.said(row.points),
            tuple(names[n] for n in row.counted),
        )
        for row in title.rows[:SHOWN]
    )
    return TitleTable(
        title.key, title.name.text(lang), lines, title.of_clubs, max(len(title.rows) - SHOWN, 0)
    )


def _prize(one: GivenPrize, titles: Mapping[str, Title], lang: Lang) -> PrizeLine:
    return PrizeLine(
        title=title_name(titles, one.prize.of).text(lang),
        place=place_text(one.prize.place).text(lang),
        what=one.prize.what,
        value=euro_said(one.worth if one.name else Fraction(one.prize.value), lang),
        name=one.name,
        reasons=tuple(said.text(lang) for said in prize_reasons(one, titles)),
    )


def euro_said(sum: Fraction, lang: Lang) -> str:
    """Return a sum in euro; "" for none.

    >>> euro_said(Fraction(400, 3), "it"), euro_said(Fraction(0), "it")
    ('133,33 €', '')
    """
    if not sum:
        return ""
    cents = sum.numerator * 100 // sum.denominator
    return f"{Number(cents / 100, 2 if cents % 100 else 0).text(lang)} €"


def _fields(prizes: Sequence[PrizeOffered]) -> tuple[PrizeField, ...]:
    filled = [
        PrizeField(at, one.of, str(one.place or ""), one.what, str(one.value or ""))
        for at, one in enumerate(prizes, 1)
    ]
    empty = [PrizeField(len(filled) + n, "", "", "", "") for n in range(1, MORE_LINES + 1)]
    return (*filled, *empty)
