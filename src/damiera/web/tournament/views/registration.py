"""Registration by link: the form for those who want to play, and what became of their request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from damiera.errors import DamieraError
from damiera.messages import Lang, Text
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.registration import EntryRequest
from damiera.web.tournament.views.head import EventPage, event_head, field_of, refusal

__all__ = ["EntryPage", "RegistrationPage", "entry_page", "registration_page"]


class RegistrationPage(EventPage, kw_only=True, frozen=True):
    """The form by which somebody registers.

    Attributes:
        code: the link's.
        shut: why nobody can register now; "" if everybody can.
        at_once: who registers is entered without being asked about.
        before: whom this visitor has registered before.
        deadline: until when, as written.
        fields: the form that is refused; `field`: where.
    """

    template: ClassVar[str] = "tournament/join.html"
    tab: str = "join"
    arbiter: bool = False
    code: str
    shut: str
    at_once: bool
    before: tuple[EntryRequest, ...]
    deadline: str
    fields: Mapping[str, str]
    field: str


def registration_page(
    live: LiveEvent,
    lang: Lang,
    code: str,
    shut: Text | None,
    before: Sequence[EntryRequest],
    *,
    fields: Mapping[str, str],
    wrong: DamieraError | None = None,
) -> RegistrationPage:
    """Return the form of a link; `shut` says why nobody can register."""
    return RegistrationPage(
        head=event_head(live, lang),
        code=code,
        shut=shut.text(lang) if shut else "",
        at_once=bool((window := live.margin.door) and window.at_once),
        before=tuple(one for one in before if one.state != "withdrawn"),
        deadline=live.announced.deadline.replace("T", " "),
        fields=fields,
        field=field_of(wrong),
        wrong=refusal(wrong, lang),
    )


class EntryPage(EventPage, kw_only=True, frozen=True):
    """What became of a request to play; `mine`: this phone speaks for whoever was entered."""

    template: ClassVar[str] = "tournament/entry.html"
    tab: str = "join"
    one: EntryRequest
    mine: bool


def entry_page(
    live: LiveEvent, lang: Lang, visitor_id: str | None, one: EntryRequest, *, mine: bool
) -> EntryPage:
    """Return what became of a request."""
    return EntryPage(head=event_head(live, lang), arbiter=live.is_arbiter(visitor_id), one=one, mine=mine)
