"""What the Dutch system of 2026 makes of a pair that is asked for: which rule prefers the pairing made."""

from __future__ import annotations

import msgspec

from damiera.tournament.model import Event
from damiera.tournament.pairing.brackets import Bracket, bye_score, pair_brackets
from damiera.tournament.pairing.dutch_players import dutch_field
from damiera.tournament.pairing.field import field_of

__all__ = ["DutchDifference", "dutch_difference"]


class DutchDifference(msgspec.Struct, frozen=True):
    """The first difference between the best pairing and the best with a given pair.

    Attributes:
        name: the criterion, or the article of the order of candidates where all criteria are equal.
        points: of the group in which they differ.
        made, forced: what the criterion comes to; 0 for the order.

    >>> DutchDifference("C12", 4, 0, 1).forced
    1
    """

    name: str
    points: int
    made: int = 0
    forced: int = 0


def dutch_difference(event: Event, round: int, a: int, b: int | None) -> DutchDifference | None:
    """Why the Dutch system does not pair `a` with `b` (None: let `a` rest); None if it does.

    Raises:
        Unpairable: the others could not be paired (C4).

    >>> from damiera.tournament.model import EventPlayer
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> dutch_difference(Event(players=four), 1, 1, 4)
    DutchDifference(name='4.2', points=0, made=0, forced=0)
    """
    field = dutch_field(field_of(event, round))
    place = {player.seat.number: i for i, player in enumerate(field.players)}
    forced = field.with_pair(place[a], None if b is None else place[b])
    if len(field.players) % 2:
        scores = bye_score(field), bye_score(forced)
        if scores[0] != scores[1]:
            return DutchDifference("C5", scores[1], *scores)
    for one, two in zip(pair_brackets(field), pair_brackets(forced), strict=True):
        for (name, made), (_, other) in zip(one.values, two.values, strict=True):
            if made != other:
                return DutchDifference(name, one.score, made, other)
        if one.couples != two.couples or one.floaters != two.floaters:
            return DutchDifference(_article(one, two), one.score)
    return None


def _article(one: Bracket, two: Bracket) -> str:
    """Which order of article 4 tells two pairings of a bracket apart."""
    mine, theirs = (_with_moved(bracket) for bracket in (one, two))
    if set(mine) != set(theirs):
        return "4.4"
    if mine == theirs and _leaders(one) != _leaders(two):
        return "4.3"
    return "4.2"


def _with_moved(bracket: Bracket) -> dict[int, int]:
    return {a: b for a, b in bracket.couples if a in bracket.moved}


def _leaders(bracket: Bracket) -> set[int]:
    return {a for a, _ in bracket.couples}
