"""Rounds paired already, paired anew by the rules: what another program, or a hand, did otherwise."""

from __future__ import annotations

from dataclasses import replace

import msgspec
from msgspec import structs

from damiera.tournament.errors import Unpairable
from damiera.tournament.model import BY_PAIRING, Event, Pair, PlayerChange, Status, System
from damiera.tournament.pairing.field import first_white
from damiera.tournament.pairing.systems import pair

__all__ = ["PairedOtherwise", "event_before", "paired_otherwise"]


class PairedOtherwise(msgspec.Struct, frozen=True):
    """A round in which what was paired is not what the rules give.

    Attributes:
        held: pairs of the round that the rules do not give; `ruled`: pairs that they give in their place. A
            pair with its colours exchanged is another pair.
        refused: the rules find no lawful pairing of those who were paired.

    >>> PairedOtherwise(3, (Pair(1, 2),), (Pair(2, 1),)).round
    3
    """

    round: int
    held: tuple[Pair, ...]
    ruled: tuple[Pair, ...]
    refused: bool = False


def event_before(event: Event, round: int) -> Event:
    """Return an event as it stood when a round was paired: whoever the round does not pair is absent from it.

    >>> from damiera.tournament.random_events import played_event
    >>> before = event_before(played_event(7, 3), 3)
    >>> before.played_rounds, len(before.players)
    (2, 7)
    """
    held = event.round(round)
    games = [g for g in held.games if g.kind in BY_PAIRING] if held else []
    seated = {n for g in games for n in (g.white, g.black) if n is not None}
    known = [s for s in event.statuses if not (s.player in seated and s.holds(round))]
    told = {s.player for s in known if s.holds(round)}
    away = [p.number for p in event.players if p.number not in seated and p.number not in told]
    absent = [Status(n, PlayerChange.ABSENT, round, round) for n in away]
    rounds = tuple(r for r in event.rounds if r.number < round)
    lot = ("first_colour", "white" if first_white(event) else "black")
    extra = tuple(one for one in event.extra if one[0] != lot[0])
    return replace(event, rounds=rounds, statuses=(*known, *absent), extra=(*extra, lot))


def paired_otherwise(event: Event, round: int, system: System | None = None) -> PairedOtherwise | None:
    """Pair a round there is anew, by the event's system or by `system`; None where the rules give the same.

    Top scorers are paired otherwise in the last round (C.04.3, 1.8). Where nobody said how many there will
    be, the last of an event may have been that one or not: what either gives is the same.

    Raises:
        BadTournament: where the event does not fit the system.

    >>> from damiera.tournament.random_events import played_event
    >>> event = played_event(8, 3)
    >>> [paired_otherwise(event, number) for number in (1, 2, 3)]
    [None, None, None]
    """
    found = _otherwise(event, round, system)
    if found is None or event.settings.rounds or round < event.played_rounds:
        return found
    closing = replace(event, settings=structs.replace(event.settings, rounds=round))
    return found if _otherwise(closing, round, system) else None


def _otherwise(event: Event, round: int, system: System | None) -> PairedOtherwise | None:
    held = event.round(round)
    games = [g for g in held.games if g.kind in BY_PAIRING and g.leg == 1] if held else []
    pairs = {Pair(g.white, g.black) for g in games}
    try:
        made = pair(event_before(event, round), round, system=system)
    except Unpairable:
        return PairedOtherwise(round, tuple(sorted(pairs, key=_order)), (), refused=True)
    ruled = {Pair(one.white, one.black) for one in made.pairs}
    if ruled == pairs:
        return None
    return PairedOtherwise(
        round, tuple(sorted(pairs - ruled, key=_order)), tuple(sorted(ruled - pairs, key=_order))
    )


def _order(one: Pair) -> tuple[int, int]:
    return one.white, one.black or 0
