"""The system `rotation`: the federation's Italian-Swiss "a rotazione continua".

Restated from the older Capo V (articles 1 to 5): lots are drawn once; round 1 is 1-2, 3-4, 5-6, and so on.
From round 2 on the table is read as a circle in the order of the lots, only forward. Reading starts at the
Black player of the pair made last in the round before. The first player at or after that place with the
highest score is paired; their opponent is the next one forward with the same score; when all of that score
have been examined, the next one forward, after the last examined, with the next lower score. Then reading
goes on from the opponent just found, for the highest score still unpaired.

What the part we have does not say, and what we do (`DEFAULTS`): nobody meets twice; a pair is passed over
if the others could not all be paired after it, which comes to undoing the latest pair whenever the circle
blocks; so is a pair of two who both had the same colour in their last two games, as long as all can be
paired without. Nobody has a colour a third time whose opponent can have it; else White to the one with fewer
Whites, then to the one who had Black last, then to the lower lot; the rest to the fewest points, then the
lowest Elo, then the highest lot, and never twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import msgspec

from damiera.messages import Message, Text
from damiera.regulations.citations import implements
from damiera.tournament import steps
from damiera.tournament.model import Event, Pair, Pairing, Round, System
from damiera.tournament.pairing.field import FieldPlayer, PairingField, field_of
from damiera.tournament.pairing.unpairable import unpairable
from damiera.tournament.steps import Step

__all__ = ["DEFAULTS", "pair_rotation"]

DEFAULTS: tuple[Text, ...] = (
    Message("Nobody meets the same opponent twice."),
    Message("A pair that would leave the others unpairable is passed over."),
    Message("A pair in which one must have the same colour a third time is passed over, if it can be."),
    Message("White to the one with fewer Whites, then to the one who had Black last, then to the lower lot."),
    Message("The rest goes to the fewest points, then the lowest Elo, then the highest lot; never twice."),
)
"""What is done where the published text is silent, for the explanation of a pairing."""


class _Reading(msgspec.Struct):
    """The table while it is read: who is left, a matching that proves they can be paired, what was done."""

    field: PairingField
    left: dict[int, FieldPlayer]
    mates: dict[int, int]
    trace: list[Step] = []
    clashing: set[frozenset[int]] = set()

    def lawful(self, a: int, b: int) -> bool:
        """May they meet, their colours looked at? Pairs of `clashing` are needed, whatever their colours."""
        if b in self.field.closed(a):
            return False
        return not self.clash(a, b) or frozenset((a, b)) in self.clashing

    def clash(self, a: int, b: int) -> bool:
        """Would one of them have the same colour once more than in a row is allowed?"""
        one, two = (_run(self.field, number) for number in (a, b))
        return one != 0 and one == two


@implements("fid.competition.2008:9", "fid.competition.2008:V.2")
def pair_rotation(event: Event, round: int | None = None, *, fixed: Iterable[Pair] = ()) -> Pairing:
    """Pair the next round (or `round`) by rotation; pairs of `fixed` stand, and come first.

    Raises:
        Unpairable: no lawful pairing exists.
    Source:
        FID 2008, competitions: 9, V.2 [fid.competition.2008].

    >>> from damiera.tournament.model import Event, EventPlayer
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four)
    >>> pair_rotation(event).pairs[0]
    Pair(white=1, black=2)
    """
    number = event.played_rounds + 1 if round is None else round
    kept = tuple(fixed)
    taken = [n for p in kept for n in (p.white, p.black) if n is not None]
    field = field_of(event, number, without=taken)
    reading = _Reading(field, {s.number: s for s in field.seats}, {})
    rest = _rest(reading)
    if number == 1 or not field.event.rounds:
        reading.trace.append(steps.FirstRound())
        start = min(reading.left, default=0)
        couples = _by_lot(reading)
    else:
        start = _start(event, field, number)
        reading.trace.append(steps.StartStep(start, number - 1))
        couples = _read(reading, start)
    pairs = [_with_white(field, a, b) for a, b in couples]
    pairs += [Pair(rest, None)] if rest is not None else []
    return Pairing(number, System.ROTATION, (*kept, *pairs), trace=tuple(reading.trace))


def _rest(reading: _Reading) -> int | None:
    """The player who rests, and a first proof that the others can be paired."""
    if len(reading.left) % 2 == 0:
        if not _prove(reading, set(reading.left)):
            raise unpairable(reading.field)
        return None
    able = [s for s in reading.left.values() if not s.rested]
    for seat in sorted(able, key=lambda s: (s.real, s.elo, -s.number)):
        if _prove(reading, set(reading.left) - {seat.number}):
            del reading.left[seat.number]
            reading.trace.append(steps.Rest(seat.number, seat.real, seat.elo))
            return seat.number
    raise unpairable(reading.field)


def _prove(reading: _Reading, numbers: set[int]) -> bool:
    """Find a pairing of these with as few clashes of colours as can be, and allow just these."""
    order = sorted(numbers)
    for reach in (40, len(order)) if len(order) > 120 else (len(order),):
        found = _matched(reading, order, reach, clashing=True)
        clashes = {frozenset(pair) for pair in (found or {}).items() if reading.clash(*pair)}
        if found is not None and (not clashes or reach == len(order)):
            reading.mates, reading.clashing = found, clashes
            return True
    return False


def _run(field: PairingField, number: int) -> int:
    """The colour a player has had as often in a row as is allowed, +1 White, -1 Black; else 0."""
    rule = field.rule
    if rule.ignored or field.event.settings.games > 1:
        return 0
    last = field.by_number[number].colours[-rule.in_row :]
    return last[0] if len(last) == rule.in_row and len(set(last)) == 1 else 0


def _mates(reading: _Reading, numbers: set[int]) -> dict[int, int] | None:
    """A pairing of these, any; None if there is none. A large field is tried among neighbours first."""
    order = sorted(numbers)
    near = _matched(reading, order, 40) if len(order) > 120 else None
    return near if near is not None else _matched(reading, order, len(order))


def _matched(
    reading: _Reading, order: list[int], reach: int, *, clashing: bool = False
) -> dict[int, int] | None:
    """A pairing of neighbours up to `reach` apart; `clashing`: with the fewest clashes of colours."""
    import rustworkx

    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(order)
    for i, a in enumerate(order):
        closed = reading.field.closed(a)
        nearest = range(max(0, i - reach), i)
        fine = [j for j in nearest if order[j] not in closed]
        if clashing:
            graph.add_edges_from([(i, j, int(not reading.clash(a, order[j]))) for j in fine])
        else:
            graph.add_edges_from([(i, j, 1) for j in fine if reading.lawful(a, order[j])])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(found) < len(order):
        return None
    out = {}
    for i, j in found:
        out[order[i]], out[order[j]] = order[j], order[i]
    return out


def _commit(reading: _Reading, a: int, b: int) -> bool:
    """Take the pair out, if those who stay can still be paired."""
    one, two = reading.mates[a], reading.mates[b]
    if one != b:
        if reading.lawful(one, two):
            reading.mates[one], reading.mates[two] = two, one
        else:
            mates = _mates(reading, set(reading.left) - {a, b})
            if mates is None:
                reading.trace.append(steps.Blocks(a, b))
                return False
            reading.mates = mates
    for number in (a, b):
        del reading.left[number]
        reading.mates.pop(number, None)
    return True


@implements("fid.competition.2008:V.3")
def _by_lot(reading: _Reading) -> list[tuple[int, int]]:
    out = []
    while reading.left:
        first = min(reading.left)
        for other in sorted(reading.left):
            if other != first and _may(reading, first, other) and _commit(reading, first, other):
                out.append((first, other))
                break
    return out


@implements("fid.competition.2008:V.4")
def _read(reading: _Reading, start: int) -> list[tuple[int, int]]:
    out = []
    place = start
    while reading.left:
        circle = _circle(reading, place)
        highest = max(s.score for s in reading.left.values())
        first = next(n for n in circle if reading.left[n].score == highest)
        second = _opponent(reading, first)
        out.append((first, second))
        place = second
    return out


def _circle(reading: _Reading, place: int) -> list[int]:
    """Those left, forward from `place`, itself the first if it is left."""
    order = sorted(reading.left)
    return [n for n in order if n >= place] + [n for n in order if n < place]


@implements("fid.competition.2008:V.5")
def _opponent(reading: _Reading, first: int) -> int:
    """Forward through the same score, then, from the last one examined, through each lower score."""
    seat = reading.left[first]
    levels = sorted({s.score for s in reading.left.values() if s.score <= seat.score}, reverse=True)
    examined = first
    for level in levels:
        if level < seat.score:
            reading.trace.append(steps.LowerResult(levels[levels.index(level) - 1], level))
        for number in _circle(reading, examined + 1):
            other = reading.left[number]
            if number == first or other.score != level:
                continue
            examined = number
            if _may(reading, first, number) and _commit(reading, first, number):
                reading.trace.append(steps.Paired(first, seat.score, number, level))
                return number
    raise unpairable(reading.field)


def _may(reading: _Reading, a: int, b: int) -> bool:
    if reading.lawful(a, b):
        return True
    if b not in reading.field.closed(a):
        reading.trace.append(steps.ThirdColour(a, b))
        return False
    met = b in reading.field.met.get(a, ())
    reading.trace.append(steps.Met(a, b) if met else steps.Barred(a, b))
    return False


def _start(event: Event, field: PairingField, round: int) -> int:
    """The Black player of the pair made last in the round before.

    The order of the boards is the order in which they were made, unless the event does not know its boards
    (a report file): then it is made again.
    """
    last = field.event.rounds[-1]
    order = [Pair(g.white, g.black) for g in last.games if g.black is not None and g.leg == 1]
    if dict(event.extra).get("boards") == "unknown":
        order = _made_again(event, last, order)
    black = order[-1].black if order else None
    return black if black is not None else min(field.by_number, default=0)


def _made_again(event: Event, last: Round, order: list[Pair]) -> list[Pair]:
    """The pairs in the order in which rotation makes them, if it makes the same ones."""
    before = replace(event, rounds=tuple(r for r in event.rounds if r.number < last.number))
    made = [p for p in pair_rotation(before, last.number).pairs if p.black is not None]
    by_players = {frozenset((p.white, p.black)): p for p in order}
    again = [by_players.get(frozenset((p.white, p.black))) for p in made]
    return [p for p in again if p is not None] if None not in again and len(again) == len(order) else order


def _with_white(field: PairingField, a: int, b: int) -> Pair:
    one, two = (field.by_number[n] for n in sorted((a, b)))
    runs = _run(field, one.number), _run(field, two.number)
    if runs[0] != runs[1]:
        white = runs[0] < 0 or runs[1] > 0
        return Pair(one.number, two.number) if white else Pair(two.number, one.number)
    whites = one.colours.count(1) - two.colours.count(1)
    if whites:
        return Pair(one.number, two.number) if whites < 0 else Pair(two.number, one.number)
    last = (one.colours[-1] if one.colours else 0) - (two.colours[-1] if two.colours else 0)
    return Pair(two.number, one.number) if last > 0 else Pair(one.number, two.number)
