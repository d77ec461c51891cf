"""Groups: the field proposed by Elo, or as it is being divided by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import msgspec

from damiera.errors import DamieraError
from damiera.messages import Lang
from damiera.rating.categories import letters
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.groups import GroupWanted
from damiera.tournament.groups import GroupProposal, propose
from damiera.tournament.model import EventPlayer, System
from damiera.web.tournament.views.head import EventPage, event_head, refusal
from damiera.web.tournament.views.words import SYSTEMS

__all__ = ["GroupsPage", "ProposalWanted", "groups_page"]


class ProposalWanted(msgspec.Struct, frozen=True):
    """How the field is to be divided; None: as the table says.

    Attributes:
        provincials: whether they play apart.
        national: the event is interregional or national.
    """

    groups: int | None = None
    rounds: int | None = None
    provincials: bool | None = None
    national: bool = False


class GroupPart(msgspec.Struct, frozen=True):
    """A group as it would be: its players' numbers, its rounds, why it is proposed."""

    name: str
    numbers: tuple[int, ...]
    rounds: int
    reason: str = ""


class GroupedPlayer(msgspec.Struct, frozen=True):
    """A player with the place of their group among the groups, from 1; 0 for none."""

    player: EventPlayer
    category: str
    place: int


class GroupsPage(EventPage, kw_only=True, frozen=True):
    """How the field is divided.

    Attributes:
        reasons: why it is proposed so; `refused_by`: why nothing is proposed.
        finals: the systems of a final, by name in forms and in words.
        fields: what the form says.
    """

    template: ClassVar[str] = "tournament/groups.html"
    tab: str = "players"
    parts: tuple[GroupPart, ...]
    reasons: tuple[str, ...]
    refused_by: str
    rows: tuple[GroupedPlayer, ...]
    finals: tuple[tuple[str, str], ...]
    fields: Mapping[str, str]


def groups_page(
    live: LiveEvent,
    lang: Lang,
    wanted: ProposalWanted,
    typed: Sequence[GroupWanted],
    *,
    fields: Mapping[str, str],
    wrong: DamieraError | None = None,
) -> GroupsPage:
    """Return the groups as they were `typed`, else as proposed, else two halves."""
    proposal: GroupProposal | None = None
    refused_by = ""
    if not live.groups and not typed:
        try:
            proposal = propose(
                live.event.players,
                groups=wanted.groups,
                rounds=wanted.rounds,
                provincials=wanted.provincials,
                national=wanted.national,
            )
        except DamieraError as error:
            refused_by = error.text(lang)
    parts = _parts(live, proposal, typed, lang)
    return GroupsPage(
        head=event_head(live, lang),
        parts=parts,
        reasons=tuple(r.text(lang) for r in proposal.reasons) if proposal else (),
        refused_by=refused_by,
        rows=_rows(live, parts),
        finals=tuple((s.value, SYSTEMS[s].text(lang)) for s in (System.ROUND_ROBIN, System.KNOCKOUT)),
        fields=fields,
        wrong=refusal(wrong, lang),
    )


def _parts(
    live: LiveEvent, proposal: GroupProposal | None, typed: Sequence[GroupWanted], lang: Lang
) -> tuple[GroupPart, ...]:
    if typed:
        return tuple(GroupPart(g.name, g.numbers, g.rounds) for g in typed)
    if proposal is not None:
        return tuple(GroupPart(g.name, g.numbers, g.rounds, g.reason.text(lang)) for g in proposal.groups)
    ordered = tuple(p.number for p in sorted(live.event.players, key=lambda p: (-p.elo, p.number)))
    half, rounds = (len(ordered) + 1) // 2, live.announced.rounds or 5
    return GroupPart("A", ordered[:half], rounds), GroupPart("B", ordered[half:], rounds)


def _rows(live: LiveEvent, parts: Sequence[GroupPart]) -> tuple[GroupedPlayer, ...]:
    place = {n: at for at, part in enumerate(parts, 1) for n in part.numbers}
    ordered = sorted(live.event.players, key=lambda p: (place.get(p.number, 99), -p.elo, p.number))
    return tuple(GroupedPlayer(p, letters(p.category), place.get(p.number, 0)) for p in ordered)
