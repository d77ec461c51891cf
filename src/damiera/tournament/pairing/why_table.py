"""Why two meet, and two others do not, where a table, a bracket or a ranking decides."""

from __future__ import annotations

from typing import NamedTuple

from damiera.messages import Message, Text
from damiera.tournament.errors import BadTournament
from damiera.tournament.model import Event, Pairing, System
from damiera.tournament.pairing.keizer import keizer_ranking, keizer_rules, last_met, neighbours
from damiera.tournament.pairing.knockout import earliest_round
from damiera.tournament.pairing.round_robin import pair_round_robin, rounds_needed

__all__ = ["TableExplanation", "table_why", "table_why_not"]


class TableExplanation(NamedTuple):
    """A reason: the rule's name, its sentences, and the figures of a Keizer with and without the pair.

    >>> TableExplanation("table", (Message("So says the table."),)).chosen is None
    True
    """

    rule: str
    said: tuple[Text, ...]
    chosen: int | None = None
    forced: int | None = None


_TABLE = Message("Round {r} of the table, in which everybody meets everybody.")
_TABLE_REST = Message("Round {r} of the table: {a} rests in it.")
_LATER = Message("By the table {a} and {b} meet in round {r}.")
_BRACKET = Message("The bracket brings {a} and {b} together in round {r}.")
_FREE = Message("The bracket has no opponent for {a} in round {r}: they go on.")
_EARLIEST = Message("In the bracket {a} and {b} can meet in round {r} at the earliest.")
_OUT = Message("In the bracket {a} and {b} meet no more.")
_RANKS = Message("{a} is number {x} of the ranking before this evening, {b} number {y}: neighbours meet.")
_LAST = Message("{a} rests: number {x} of the ranking, the last of those who have rested least.")
_RECENT = Message("{a} and {b} met on evening {r}: {n} evenings pass before they meet again.")
_FARTHER = Message("Squares of the distances in the ranking: {x} in the pairing made, {y} with this pair.")
_NO_OTHER = Message("With this pair the others could not be paired.")
_NOT_LAST = Message("{a} does not rest: {b} is behind in the ranking, or has rested less.")


def _name(event: Event, number: int) -> str:
    return f"{event.player(number).name} ({number})"


def table_why(event: Event, pairing: Pairing, player: int) -> TableExplanation:
    """Return why `player` meets whom they meet, by the table, bracket or ranking that decided.

    >>> from damiera.tournament.model import EventPlayer, EventSettings, System
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four, settings=EventSettings(system=System.ROUND_ROBIN))
    >>> table_why(event, pair_round_robin(event), 1).rule
    'table'
    """
    other, round = pairing.opponent(player), pairing.round
    names = {"a": _name(event, player), "b": "" if other is None else _name(event, other), "r": round}
    match pairing.system:
        case System.KEIZER:
            ranking = keizer_ranking(event, round - 1)
            said = _LAST if other is None else _RANKS
            places = {"x": ranking.index(player) + 1, "y": ranking.index(other) + 1 if other else 0}
            return TableExplanation("neighbours", (said.format(**names, **places),))
        case System.KNOCKOUT:
            return TableExplanation("bracket", ((_FREE if other is None else _BRACKET).format(**names),))
        case _:
            return TableExplanation("table", ((_TABLE_REST if other is None else _TABLE).format(**names),))


def table_why_not(event: Event, pairing: Pairing, a: int, b: int | None) -> TableExplanation:
    """Return why `a` and `b` do not meet in this round, or why `a` does not rest (`b` None).

    >>> from damiera.tournament.model import EventPlayer, EventSettings, System
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four, settings=EventSettings(system=System.ROUND_ROBIN))
    >>> table_why_not(event, pair_round_robin(event), 1, 2).said[0].text("en")
    'By the table A (1) and B (2) meet in round 2.'
    """
    if pairing.system is System.KEIZER:
        return _not_in_keizer(event, pairing, a, b)
    names = {"a": _name(event, a), "b": "" if b is None else _name(event, b)}
    if pairing.system is System.KNOCKOUT:
        first = None if b is None else earliest_round(event, a, b)
        gone = first is None or first < pairing.round
        return TableExplanation("bracket", ((_OUT if gone else _EARLIEST).format(r=first or 0, **names),))
    met = _round_of(event, a, b)
    said = _TABLE.format(r=pairing.round) if met is None else (
        _TABLE_REST if b is None else _LATER
    ).format(r=met, **names)  # fmt: skip
    return TableExplanation("table", (said,))


def _round_of(event: Event, a: int, b: int | None) -> int | None:
    """The round in which the table has two meet, or one rest."""
    if event.settings.system is not System.ROUND_ROBIN:
        return None
    for round in range(1, rounds_needed(event) + 1):
        try:
            if pair_round_robin(event, round).opponent(a) == b:
                return round
        except (BadTournament, KeyError):
            return None
    return None


def _not_in_keizer(event: Event, pairing: Pairing, a: int, b: int | None) -> TableExplanation:
    names = {"a": _name(event, a), "b": "" if b is None else _name(event, b)}
    if b is None:
        resting = next((p.white for p in pairing.pairs if p.black is None), None)
        names["b"] = "" if resting is None else _name(event, resting)
        return TableExplanation("rest", (_NOT_LAST.format(**names),))
    apart = dict(pairing.criteria).get("apart", keizer_rules().apart)
    met = last_met(event, a, pairing.round).get(b)
    if met is not None and pairing.round - met <= apart:
        return TableExplanation("apart", (_RECENT.format(r=met, n=apart, **names),))
    seated = [n for p in pairing.pairs if p.black is not None for n in (p.white, p.black)]
    forced = neighbours(event, pairing.round, seated, apart, together=(a, b))
    if forced is None:
        return TableExplanation("unpairable", (_NO_OTHER,))
    made = dict(pairing.criteria).get("neighbours", 0)
    return TableExplanation("neighbours", (_FARTHER.format(x=made, y=forced),), made, forced)
