"""Who may do what at an event: each act needs a right, each role has some.

A refusal says which roles may, and as whom one is here, so that the right person can be asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from damiera.messages import Joined, Message, Text
from damiera.service.errors import NotYours
from damiera.service.identity import Visitor
from damiera.service.tournament.event import LiveEvent
from damiera.tournament.model import EventRole

__all__ = ["RIGHTS", "ROLES", "Right", "demand", "is_screen", "may"]


class Right(StrEnum):
    """What is allowed.

    LEAD is giving out codes, the announcement, closing the event; RUN is all the rest: players, pairings,
    corrections, the log. RESULTS is entering results of the round under way; CHECK_IN is saying who is here.

    >>> Right.CHECK_IN.value
    'check-in'
    """

    LEAD = "lead"
    RUN = "run"
    RESULTS = "results"
    CHECK_IN = "check-in"


RIGHTS: Final[Mapping[EventRole, frozenset[Right]]] = MappingProxyType({
    EventRole.ARBITER: frozenset(Right),
    EventRole.DEPUTY: frozenset({Right.RUN, Right.RESULTS, Right.CHECK_IN}),
    EventRole.RESULTS: frozenset({Right.RESULTS}),
    EventRole.CHECK_IN: frozenset({Right.CHECK_IN}),
    EventRole.SCREEN: frozenset(),
})  # fmt: skip
"""What each role may do."""

ROLES: Final[Mapping[EventRole, Message]] = MappingProxyType({
    EventRole.ARBITER: Message("arbiter"),
    EventRole.DEPUTY: Message("deputy arbiter"),
    EventRole.RESULTS: Message("result clerk"),
    EventRole.CHECK_IN: Message("check-in clerk"),
    EventRole.SCREEN: Message("screen", context="role at an event"),
})  # fmt: skip
"""What each role is called."""

_STRANGER = Message("You may look at this event, but others run it. An arbiter can give you the code.")
_WITHDRAWN = Message("The code by which you came in opens nothing any more. What you entered stands.")
_LEAD = Message("This is for the arbiter.")
_RUN = Message("This is for the arbiter and the deputy arbiter.")
_RESULTS = Message("This is for the arbiter, the deputy arbiter and the result clerks.")
_CHECK_IN = Message("This is for the arbiter, the deputy arbiter and the check-in clerks.")
_WHO_MAY: Final = {
    Right.LEAD: _LEAD,
    Right.RUN: _RUN,
    Right.RESULTS: _RESULTS,
    Right.CHECK_IN: _CHECK_IN,
}
_YOU_ARE = Message("You are here as {name}, {role}. Nothing was changed.")


def may(live: LiveEvent, player_id: str | None, right: Right) -> bool:
    """Tell whether somebody has a right at an event."""
    role = live.role_of(player_id)
    return role is not None and right in RIGHTS[role]


def is_screen(live: LiveEvent, player_id: str | None) -> bool:
    """Tell whether somebody is a screen of the hall."""
    return live.role_of(player_id) is EventRole.SCREEN


def demand(live: LiveEvent, who: Visitor, right: Right) -> None:
    """Make sure that somebody has a right. Raises `NotYours`, which says who has it."""
    role = live.role_of(who.id)
    if role is not None and right in RIGHTS[role]:
        return
    raise NotYours(_refusal(live, who, right, role))


def _refusal(live: LiveEvent, who: Visitor, right: Right, role: EventRole | None) -> Text:
    if role is not None:
        here = _YOU_ARE.format(name=live.name_of(who.id) or who.name, role=ROLES[role])
        return Joined((_WHO_MAY[right], here))
    return _WITHDRAWN if live.was_withdrawn(who.id) else _STRANGER
