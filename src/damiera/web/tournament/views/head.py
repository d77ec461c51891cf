"""What stands above every page of an event, and what all of these pages have."""

from __future__ import annotations

import msgspec

from damiera.errors import DamieraError
from damiera.messages import Lang, Message, short_date
from damiera.regulations.book import rulebook
from damiera.rules.ruleset import ruleset
from damiera.service.identity import Visitor
from damiera.service.tournament.event import LinkedEvent, LiveEvent
from damiera.service.tournament.rights import ROLES
from damiera.tournament.model import Event, EventRole, System
from damiera.web.common.pages import PageView
from damiera.web.tournament.views.words import SYSTEMS

__all__ = ["EventHead", "EventPage", "ReaderFacts", "event_head", "field_of", "refusal"]


class ReaderFacts(msgspec.Struct, frozen=True):
    """Who reads a page of an event.

    Attributes:
        name: how the log calls them; "" for a stranger.
        role: as what they are here; "" for a stranger. `said`: the same in words.
        trouble: what whoever runs the event should know on every page of it.
    """

    name: str = ""
    role: str = ""
    said: str = ""
    trouble: str = ""

    @property
    def runs(self) -> bool:
        """Whether they run the event: an arbiter, or a deputy."""
        return self.role in (EventRole.ARBITER, EventRole.DEPUTY)

    @classmethod
    def of(cls, live: LiveEvent, visitor: Visitor | None, lang: Lang) -> ReaderFacts:
        """Return somebody as the pages of an event know them."""
        role = live.role_of(visitor.id) if visitor else None
        if visitor is None or role is None:
            return cls()
        return cls(live.name_of(visitor.id), role.value, ROLES[role].text(lang))


class SectionLink(msgspec.Struct, frozen=True):
    """A section as the pages of its event name it: how far it is, of `planned` rounds, and what is `open`."""

    id: str
    name: str
    players: int
    round: int
    planned: int
    open: int

    @classmethod
    def of(cls, part: LiveEvent, lang: Lang) -> SectionLink:
        """Return a section as its event's pages name it."""
        event = part.event
        name = part.section_name(lang) or event.name
        return cls(part.id, name, len(event.players), event.played_rounds, part.planned, len(part.open_games))


class EventHead(msgspec.Struct, frozen=True):
    """An event as the head of its pages names it.

    Attributes:
        version: the number of the last line of the log.
        rounds: how many rounds are paired; `planned`: how many there will be, 0 if nobody said.
        bracket: whether it is a knockout; `teams`: whether teams play.
        groups: the events or sections it is played in; `part_of`: the event of which it is one, or a final.
        sections: the sections of the event, those beside this one too; `section`: the name of this one.
        evening: whether its rounds follow one another by themselves, played here.
        reader: who reads the page.
    """

    id: str
    name: str
    place: str
    dates: str
    game: str
    book: str
    system: str
    players: int
    clock: str
    version: int
    over: bool
    rounds: int
    planned: int
    bracket: bool
    teams: bool
    groups: tuple[LinkedEvent, ...]
    part_of: LinkedEvent | None
    sections: tuple[SectionLink, ...] = ()
    section: str = ""
    evening: bool = False
    reader: ReaderFacts = ReaderFacts()


class EventPage(PageView, kw_only=True, frozen=True):
    """A page of an event.

    Attributes:
        tab: which of the event's pages this is, for the menu above it.
        arbiter: whether the reader may act: who may not sees fewer pages in the menu.
        wrong: why the form that was sent is refused; "" if nothing is wrong.
    """

    head: EventHead
    tab: str
    arbiter: bool = True
    wrong: str = ""


def event_head(live: LiveEvent, lang: Lang) -> EventHead:
    """Return what stands above every page of an event."""
    event, facts = live.event, live.announced
    return EventHead(
        id=live.id,
        name=live.name(lang),
        place=event.place,
        dates=_dates(event, lang),
        game=ruleset(event.game).name.text(lang),
        book=_book(facts.rulebook, lang),
        system=_system(live, lang),
        players=len(event.players),
        clock=event.time_control,
        version=live.version,
        over=live.over,
        rounds=event.played_rounds,
        planned=live.planned,
        bracket=event.settings.system is System.KNOCKOUT,
        teams=bool(event.settings.boards),
        groups=live.parts(lang),
        part_of=live.part_of,
        sections=tuple(SectionLink.of(part, lang) for part in live.whole.inner) if live.sections else (),
        section=live.section_name(lang),
        evening=live.state.evening is not None,
    )


_SECTIONS = Message("{n} section", plural="{n} sections")


def _system(live: LiveEvent, lang: Lang) -> str:
    if live.sections and live.divided:
        return _SECTIONS.format(n=len(live.sections)).text(lang)
    return SYSTEMS[live.event.settings.system].text(lang)


def _book(id: str, lang: Lang) -> str:
    try:
        return rulebook(id).short.text(lang)
    except DamieraError:
        return id


def _dates(event: Event, lang: Lang) -> str:
    days = [short_date(d, lang) for d in dict.fromkeys((event.starts, event.ends)) if d]
    return " – ".join(days)


def refusal(wrong: DamieraError | None, lang: Lang) -> str:
    """Return what a page says of a refusal; "" if there is none."""
    return wrong.text(lang) if wrong else ""


def field_of(wrong: DamieraError | None) -> str:
    """Return the field of a form that is refused; "" if none is named."""
    field: str = getattr(wrong, "field", "")
    return field
