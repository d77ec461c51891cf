"""The people of an event: who has which code, and the code that was just made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final
from urllib.parse import urlencode

import msgspec
from markupsafe import Markup

from damiera.errors import DamieraError
from damiera.messages import Lang, Message
from damiera.service.names import show_code
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.people import EventPerson, NewPersonCode
from damiera.service.tournament.rights import ROLES
from damiera.tournament.model import EventRole
from damiera.web.common.qr import qr
from damiera.web.tournament.views.head import EventPage, event_head, field_of, refusal
from damiera.web.tournament.views.prints import UNREACHED, is_reached

__all__ = ["EventPeoplePage", "people_page"]

_MAY: Final[Mapping[EventRole, Message]] = {
    EventRole.ARBITER: Message("everything, codes too"),
    EventRole.DEPUTY: Message("everything but codes, announcement and closing the event"),
    EventRole.RESULTS: Message("results of the round under way"),
    EventRole.CHECK_IN: Message("who is here"),
    EventRole.SCREEN: Message("changes nothing: the page for the hall"),
}


class PersonRow(msgspec.Struct, frozen=True):
    """Somebody with a code, the role in words; `devices`: how many browsers are in with it."""

    id: str
    name: str
    role: str
    devices: int
    withdrawn: bool


class ArbiterRow(msgspec.Struct, frozen=True):
    """An arbiter without a code of their own.

    Attributes:
        yours: it is the reader; `removable`: whether the reader may take their rights back.
    """

    id: str
    name: str
    yours: bool
    removable: bool


class ShownCode(msgspec.Struct, frozen=True):
    """A code that was just made: whose, as what, as it is read out, and as an address to be scanned.

    `qr` is empty where phones cannot reach this server.
    """

    name: str
    role: str
    code: str
    qr: Markup


class RoleChoice(msgspec.Struct, frozen=True):
    """A role to be given: its id, its name, what it may do."""

    id: str
    name: str
    may: str


class EventPeoplePage(EventPage, kw_only=True, frozen=True):
    """The page on which the arbiter gives out codes.

    Attributes:
        made: the codes that were just made.
        unreached: why they cannot be scanned; '' if they can.
        code: the event's own, which makes arbiters.
        entrance: where codes are entered, as an address for other devices.
        field: which field of the form is refused.
    """

    template: ClassVar[str] = "tournament/people.html"
    tab: str = "people"
    people: tuple[PersonRow, ...]
    arbiters: tuple[ArbiterRow, ...]
    roles: tuple[RoleChoice, ...]
    made: tuple[ShownCode, ...]
    unreached: str
    code: str
    entrance: str
    fields: Mapping[str, str]
    field: str


def people_page(
    live: LiveEvent,
    lang: Lang,
    people: Sequence[EventPerson],
    *,
    reader: str,
    server: str,
    made: Sequence[NewPersonCode] = (),
    fields: Mapping[str, str],
    wrong: DamieraError | None = None,
) -> EventPeoplePage:
    """Return the page of codes; `reader` is who reads it, `server` the address by which phones reach us."""
    reached = is_reached(server)
    ordered = sorted(people, key=lambda one: (one.withdrawn, one.since))
    return EventPeoplePage(
        head=event_head(live, lang),
        people=tuple(
            PersonRow(one.id, one.name, ROLES[one.role].text(lang), one.devices, one.withdrawn)
            for one in ordered
        ),
        arbiters=tuple(
            ArbiterRow(id, name, id == reader, id not in (live.maker, reader)) for id, name in live.arbiters
        ),
        roles=tuple(RoleChoice(r.value, ROLES[r].text(lang), _MAY[r].text(lang)) for r in EventRole),
        made=tuple(
            ShownCode(
                one.name,
                ROLES[one.role].text(lang),
                show_code(one.code),
                qr(_entry(server, one)) if reached else Markup(),
            )
            for one in made
        ),
        unreached="" if reached else UNREACHED.format(address=server).text(lang),
        code=show_code(live.row.code),
        entrance=f"{server}/hall#join-title",
        fields=fields,
        field=field_of(wrong),
        wrong=refusal(wrong, lang),
    )


def _entry(server: str, made: NewPersonCode) -> str:
    """Return the address at which a code and its name are already written in the form."""
    return f"{server}/hall?{urlencode({'code': show_code(made.code), 'name': made.name})}#join-title"
