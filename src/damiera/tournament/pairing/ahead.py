"""Looking ahead: in a small field of many rounds the best pairing may leave a later round without opponents.

Six players after three rounds may fall into two threes who have all met the other three: round 4 cannot be
paired then. While the rounds planned are no more than half of the players that cannot happen; beyond it,
fields of up to `MOST` players are looked through to the last round. Everyone is taken to stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from damiera.tournament.model import Pair
from damiera.tournament.pairing.field import PairingField

__all__ = ["MOST", "alternatives", "lacking", "matters"]

MOST = 10
"""The largest field that is looked through, in players; larger ones always find opponents."""
_REST = 0  # whoever is paired with it rests

Couples = tuple[tuple[int, int], ...]
Open = dict[int, frozenset[int]]  # for each, whom they may still meet


def matters(field: PairingField) -> bool:
    """Could a later round of this field be left without opponents, and can it be looked through?

    >>> from damiera.tournament.pairing.field import field_of
    >>> from damiera.tournament.model import Event, EventPlayer
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four)
    >>> field = field_of(event, 1)
    >>> matters(field)
    False
    """
    planned, size = field.event.settings.rounds, len(field.seats)
    return 2 < size <= MOST and field.round < planned and 2 * planned > size


def lacking(field: PairingField, pairs: Iterable[Pair]) -> int:
    """How many of the rounds still planned could not be paired any more after these pairs.

    >>> from damiera.tournament.model import Event, EventPlayer, EventSettings
    >>> from damiera.tournament.pairing.field import field_of
    >>> players = tuple(EventPlayer(n, "") for n in (1, 2, 3, 4))
    >>> four = Event(players=players, settings=EventSettings(rounds=3))
    >>> lacking(field_of(four, 1), [Pair(1, 2), Pair(3, 4)])
    0
    """
    later = field.event.settings.rounds - field.round
    left = _without(_open(field), ((p.white, p.black or _REST) for p in pairs))
    most = min(later, *map(len, left.values()))
    return next((later - n for n in range(most, 0, -1) if _lasts(left, n)), later)


def alternatives(field: PairingField, fixed: Iterable[Pair]) -> Iterator[Couples]:
    """Every way to pair the field that keeps the fixed pairs; a rest is a pair with 0.

    >>> from damiera.tournament.pairing.field import field_of
    >>> from damiera.tournament.model import Event, EventPlayer
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four)
    >>> field = field_of(event, 1)
    >>> len(list(alternatives(field, [])))
    3
    """
    kept = tuple((p.white, p.black or _REST) for p in fixed)
    taken = {n for couple in kept for n in couple}
    graph = _open(field)
    nodes = {n: graph[n] - taken for n in graph if n not in taken}
    return (kept + more for more in _perfect(nodes))


def _open(field: PairingField) -> Open:
    numbers = frozenset(field.by_number)
    graph = {n: numbers - field.closed(n) - {n} for n in numbers}
    if len(numbers) % 2:
        able = frozenset(s.number for s in field.seats if not s.rested)
        graph = {n: others | {_REST} if n in able else others for n, others in graph.items()}
        graph[_REST] = able
    return graph


def _without(graph: Open, couples: Iterable[tuple[int, int]]) -> Open:
    out = dict(graph)
    for a, b in couples:
        if a in out and b in out:
            out[a], out[b] = out[a] - {b}, out[b] - {a}
    return out


def _lasts(graph: Open, rounds: int) -> bool:
    """Can the graph be paired this many times, each pair once?"""
    if rounds == 0:
        return True
    if min(map(len, graph.values())) < rounds:
        return False
    return any(_lasts(_without(graph, couples), rounds - 1) for couples in _perfect(graph))


def _perfect(graph: Open) -> Iterator[Couples]:
    """Every pairing of all, whoever has the fewest choices first."""
    if not graph:
        yield ()
        return
    first = min(graph, key=lambda n: (len(graph[n]), n))
    for other in sorted(graph[first]):
        rest = {n: others - {first, other} for n, others in graph.items() if n not in (first, other)}
        for more in _perfect(rest):
            yield ((first, other), *more)
