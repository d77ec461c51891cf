"""Sections of an event: as they are proposed, as they are, and who is in which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final, cast, get_args

import msgspec

from damiera.errors import DamieraError
from damiera.messages import Lang, Message, Text
from damiera.rating.categories import CATEGORIES, letters
from damiera.service.tournament.announcement import has_dutch
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.sections import SectionWanted, proposed_sections
from damiera.tournament.model import EventPlayer, System
from damiera.tournament.sections import WAYS, SectionRule, SectionWay
from damiera.tournament.state import EventSection
from damiera.web.tournament.views.head import EventPage, event_head, field_of, refusal
from damiera.web.tournament.views.words import SYSTEMS

__all__ = ["SectionsPage", "rule_said", "section_way", "sections_page"]

_WAYS: Final[Mapping[SectionWay, Text]] = {
    "sex": Message("men and women"),
    "age": Message("age"),
    "category": Message("category"),
    "elo": Message("Elo"),
}
_WOMEN = Message("women")
_MEN = Message("men")
_ELO_FROM = Message("Elo from {n}")
_ELO_TO = Message("Elo up to {n}")
_BORN_FROM = Message("born in {n} or later")
_BORN_TO = Message("born in {n} or before")
_CATEGORY = Message("category {c}")
_BY_HAND = Message("by hand")
_CATEGORY_NAMES: Final = {c.id: c.name for c in CATEGORIES}


class SectionCard(msgspec.Struct, frozen=True):
    """A section as it is, or would be.

    Attributes:
        number: 0 where it is not there yet. `at`: its place in the form, from 1.
        rule: in words; `told`: its facts, as fields of a form.
        called: what it was proposed as; "" where its name is the arbiter's own.
        round: the last that is paired; `planned`: how many there will be; `open`: boards without a result.
    """

    number: int
    at: int
    id: str
    name: str
    rule: str
    told: SectionRule
    system: str
    rounds: int
    tiebreaks: str
    players: int
    round: int = 0
    planned: int = 0
    open: int = 0
    reason: str = ""
    called: str = ""


class SectionPlayer(msgspec.Struct, frozen=True):
    """A player and the place of their section in the form; 0: in none."""

    player: EventPlayer
    category: str
    at: int
    fixed: bool


class SectionsPage(EventPage, kw_only=True, frozen=True):
    """The sections of an event, or how its field would be parted.

    Attributes:
        made: whether they are there; else they are proposed `by` one of the `ways`.
        outside: how many players are in none.
        systems: of each its value and its name.
    """

    template: ClassVar[str] = "tournament/sections.html"
    tab: str = "sections"
    made: bool
    by: str
    ways: tuple[tuple[str, str], ...]
    cards: tuple[SectionCard, ...]
    rows: tuple[SectionPlayer, ...]
    outside: int
    systems: tuple[tuple[str, str], ...]
    field: str
    may_change: bool
    fields: Mapping[str, str]


def section_way(word: str) -> SectionWay:
    """Return by what a field is to be parted, of `WAYS`; by sex for anything else."""
    return cast("SectionWay", word) if word in get_args(SectionWay) else "sex"


def rule_said(rule: SectionRule, lang: Lang) -> str:
    """Return who belongs in a section, in words.

    >>> rule_said(SectionRule(sex="f", least_elo=2500), "en"), rule_said(SectionRule(), "en")
    ('women, Elo from 2500', 'by hand')
    """
    said: list[Text] = []
    if rule.sex:
        said.append(_WOMEN if rule.sex == "f" else _MEN)
    for value, text in (
        (rule.least_elo, _ELO_FROM),
        (rule.most_elo, _ELO_TO),
        (rule.born_from, _BORN_FROM),
        (rule.born_until, _BORN_TO),
    ):
        if value:
            said.append(text.format(n=value))
    for id in rule.categories:
        said.append(_CATEGORY.format(c=_CATEGORY_NAMES.get(id, id)))
    return ", ".join(one.text(lang) for one in said) or _BY_HAND.text(lang)


def sections_page(
    live: LiveEvent,
    lang: Lang,
    by: SectionWay,
    *,
    may_change: bool,
    typed: Sequence[SectionWanted] = (),
    fields: Mapping[str, str] | None = None,
    wrong: DamieraError | None = None,
) -> SectionsPage:
    """Return the sections as they are; else as they were `typed`, else as they are proposed."""
    refused = wrong
    cards: tuple[SectionCard, ...] = ()
    places: dict[int, int] = {}
    if live.sections:
        cards = tuple(_card(live, one, at, lang) for at, one in enumerate(live.sections, 1))
        places = {n: at for at, one in enumerate(live.sections, 1) for n in one.members}
    elif typed:
        cards = tuple(_wanted(one, at, lang) for at, one in enumerate(typed, 1))
        places = {n: at for at, one in enumerate(typed, 1) for n in one.numbers}
    elif live.event.players and not live.event.rounds:
        try:
            proposed = proposed_sections(live, by)
        except DamieraError as error:
            refused = refused or error
        else:
            for at, one in enumerate(proposed, 1):
                wanted = SectionWanted(
                    one.name.text(lang),
                    one.rule,
                    one.system,
                    one.rounds,
                    numbers=one.numbers,
                    called=one.called,
                )
                cards += (_wanted(wanted, at, lang, one.reason.text(lang)),)
                places |= dict.fromkeys(one.numbers, at)
    rows = _rows(live, places)
    return SectionsPage(
        head=event_head(live, lang),
        made=bool(live.sections),
        by=by,
        ways=tuple((way, _WAYS[way].text(lang)) for way in WAYS),
        cards=cards,
        rows=rows,
        outside=sum(not row.at for row in rows),
        systems=tuple(
            (s.value, SYSTEMS[s].text(lang)) for s in System if s is not System.DUTCH or has_dutch()
        ),
        field=field_of(wrong),
        may_change=may_change,
        fields=fields or {},
        wrong=refusal(refused, lang),
    )


def _card(live: LiveEvent, one: EventSection, at: int, lang: Lang) -> SectionCard:
    part = live.within(one.number)
    return SectionCard(
        number=one.number,
        at=at,
        id=part.id,
        name=one.title.text(lang),
        called=one.called,
        rule=rule_said(one.rule, lang),
        told=one.rule,
        system=one.system.value,
        rounds=one.rounds,
        tiebreaks=one.tiebreaks,
        players=len(one.members),
        round=part.event.played_rounds,
        planned=part.planned,
        open=len(part.open_games),
    )


def _wanted(one: SectionWanted, at: int, lang: Lang, reason: str = "") -> SectionCard:
    return SectionCard(
        number=0,
        at=at,
        id="",
        name=one.name,
        called=one.called,
        rule=rule_said(one.rule, lang),
        told=one.rule,
        system=one.system.value,
        rounds=one.rounds,
        tiebreaks=one.tiebreaks,
        players=len(one.numbers),
        reason=reason,
    )


def _rows(live: LiveEvent, places: Mapping[int, int]) -> tuple[SectionPlayer, ...]:
    paired = {n for part in live.inner for g in part.event.games for n in (g.white, g.black)}
    ordered = sorted(live.event.players, key=lambda p: (places.get(p.number, 99), -p.elo, p.number))
    return tuple(
        SectionPlayer(p, letters(p.category), places.get(p.number, 0), p.number in paired) for p in ordered
    )
