"""The system `optimal`: the pairing that is best by declared criteria, found as one matching of the field.

Never: a second meeting, a forbidden pair, a second rest, two players who both must have the same colour
(this last gives way only where no pairing would be left). The rest goes to the fewest points, then the last
in the order (points, Elo, number), for whom the others can still be paired. In a small field of many rounds
(`ahead`) the rounds to come must stay possible, before anything else. Then, each only among what the ones
before it leave:

| criterion | adds up over the boards |
|---|---|
| `score` | squares of the differences of points |
| `weak` | pairs that should be kept apart (same club or province in the first rounds) |
| `colour` | boards on which both are due the same colour |
| `strong` | those among them where the one who goes without has had it less often than the other colour |
| `floaters` | floats that repeat one of the last round (2) or the one before it (1) |
| `halves` | pairs of the same score group whose players are both of its upper or both of its lower half |
| `fold` | squares of the distance from "upper half meets lower half in order" within each score group |

The whole field is one graph; its best matching is found by rustworkx with each pair's cost as one whole
number in which a criterion outweighs all that follow. A large field is first cut, without loss: above a
border between score groups stands an even or an odd number of players. Every odd border must be crossed by
a pair, and costs at least the square of its step; a pairing that costs just this crosses no even border, so
the field falls apart there and each part is a matching of its own. If a part does not reach the bound, the
field is solved whole. In parts of more than 300 players each player's pairs are those near their place in the
fold, of each colour, and those with players who stand alike among their half and colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise, product

import msgspec

from damiera.messages import Message
from damiera.tournament.errors import BadTournament
from damiera.tournament.model import Event, Pair, Pairing, System
from damiera.tournament.pairing import ahead
from damiera.tournament.pairing.field import (
    ColourWish,
    FieldPlayer,
    PairingField,
    field_of,
    in_board_order,
    is_lawful,
    with_colours,
)
from damiera.tournament.pairing.unpairable import unpairable

__all__ = ["CRITERIA", "evaluate", "pair_optimal", "solve"]

CRITERIA = ("score", "weak", "colour", "strong", "floaters", "halves", "fold")
"""What is weighed between two players, the weightiest first."""
SMALL = 64  # fields up to this size are solved whole at once
FULL = 300  # parts up to this size have every pair in their graph
ALIGNED = 2  # and with those who stand alike among their half and colour, this far up and down
NEAR = 6  # pairs of each player near the fold, of a part above that size: with no clash of colours
CLASH = 3  # and with one
BORDER = 5  # of each kind of player, how many next to a border may cross it
WHOLE = 700  # a field that does not fall apart has every pair in its graph up to this size

Couple = tuple[int, int]  # places in the field; the first is the smaller


class _Scale(msgspec.Struct):
    """What one step of each criterion weighs in a pair's cost, and the cost of colours by the two tones."""

    weight: dict[str, int]
    tones: list[list[int]]


class _Fold(msgspec.Struct):
    """Where a seat stands in its score group: `index` from its top, `half` the way to its fold partner."""

    upper: bool
    index: int
    half: int
    size: int


def pair_optimal(event: Event, round: int | None = None, *, fixed: Iterable[Pair] = ()) -> Pairing:
    """Pair the next round (or `round`), leaving the pairs of `fixed` as they are.

    Raises:
        Unpairable: no lawful pairing exists; says who stands in the way.
        BadTournament: a criterion that does not exist, a player fixed twice.

    >>> from damiera.tournament.model import Event, EventPlayer
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four)
    >>> sorted((min(p.white, p.black), max(p.white, p.black)) for p in pair_optimal(event).pairs)
    [(1, 3), (2, 4)]
    """
    number = event.played_rounds + 1 if round is None else round
    kept = tuple(fixed)
    taken = [n for p in kept for n in (p.white, p.black) if n is not None]
    if len(set(taken)) != len(taken):
        raise BadTournament(Message("A player is fixed twice."))
    whole = field_of(event, number)
    field = field_of(event, number, without=taken) if taken else whole
    couples, rest = solve(field)
    pairs = [with_colours(whole, field.seats[a].number, field.seats[b].number) for a, b in couples]
    if rest is not None:
        pairs.append(Pair(field.seats[rest].number, None))
    everything = in_board_order(whole, [*pairs, *kept])
    if ahead.matters(whole) and ahead.lacking(whole, everything):
        everything = _lasting(whole, kept) or everything
    return Pairing(number, System.OPTIMAL, everything, evaluate(whole, everything))


def _lasting(field: PairingField, kept: tuple[Pair, ...]) -> tuple[Pair, ...] | None:
    """The best pairing of a small field by all criteria, the rounds to come first."""
    held = {frozenset((p.white, p.black)): p for p in kept}
    found = []
    for couples in ahead.alternatives(field, kept):
        boards = [(a, b) if a else (b, a) for a, b in couples]
        pairs = [
            held.get(frozenset((a, b or None))) or (with_colours(field, a, b) if b else Pair(a, None))
            for a, b in boards
        ]
        found.append((ahead.lacking(field, pairs), pairs))
    least = min((lacks for lacks, _ in found), default=0)
    return min(
        (in_board_order(field, pairs) for lacks, pairs in found if lacks == least),
        key=lambda pairs: [value for _, value in evaluate(field, pairs)],
        default=None,
    )


def solve(field: PairingField, *, rest: int | None = None) -> tuple[list[Couple], int | None]:
    """The best couples of the field, as places, and the place of whoever rests (`rest` if it is given).

    Raises:
        Unpairable: no lawful pairing exists.
        BadTournament: for a criterion that does not exist.

    >>> from damiera.tournament.model import Event, EventPlayer
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four)
    >>> couples, rest = solve(field_of(event, 1))
    >>> len(couples), rest
    (2, None)
    """
    order = field.event.settings.criteria or CRITERIA
    if unknown := [c for c in order if c not in CRITERIA]:
        raise BadTournament(
            Message("Unknown criterion: {what}. The criteria are: {all}.").format(
                what=", ".join(unknown), all=", ".join(CRITERIA)
            )
        )
    size = len(field.seats)
    if size == 0:
        return [], None
    if size > SMALL and order[0] == "score":
        for candidate in _rests(field, rest):
            found = _by_parts(field, order, candidate)
            if found is not None:
                return found, candidate
    for strict in (True, False):
        solved = _whole(field, order, rest, strict=strict)
        if solved is not None:
            return solved
    raise unpairable(field)


# --- the whole field at once ----------------------------------------------------------------------------


def _whole(
    field: PairingField, order: Sequence[str], rest: int | None, *, strict: bool
) -> tuple[list[Couple], int | None] | None:
    """One matching of everyone but who rests; None if there is no lawful one."""
    if rest is None and len(field.seats) % 2:
        rest = _who_rests(field, strict=strict)
        if rest is None:
            return None
    inside = [s for s in field.seats if s.place != rest]
    groups = _groups(inside)
    folds = _folds(groups, _odd_borders(groups))
    if len(inside) <= WHOLE:
        couples: Iterable[Couple] = _all(inside)
    else:
        couples = _near(field, groups, folds, wide=True)
    matched = _match(_edges(field, couples, folds, _scale(inside, groups, order, strict)))
    return (matched, rest) if 2 * len(matched) == len(inside) else None


def _who_rests(field: PairingField, *, strict: bool) -> int | None:
    """The first of those who may rest without whom the others can be paired; None if there is none.

    One matching answers it: a stand-in whom those who may rest can meet, the dearer the higher they stand.
    """
    seats = field.seats
    groups = _groups(seats)
    near = (
        () if len(seats) <= WHOLE else _near(field, groups, _folds(groups, _odd_borders(groups)), wide=True)
    )
    pairs = near or _all(seats)
    couples = [(a, b, 0) for a, b in pairs if is_lawful(field, seats[a], seats[b], strict=strict)]
    able = sorted(_may_rest(seats), key=lambda s: (s.real, -s.place))
    rests = [(seat.place, len(seats), -back) for back, seat in enumerate(able)]
    matched = _match(couples + rests)
    if 2 * len(matched) != len(seats) + 1:
        return None
    return next(a for a, b in matched if b == len(seats))


def _all(seats: list[FieldPlayer]) -> Iterable[Couple]:
    return ((a.place, b.place) for i, a in enumerate(seats) for b in seats[i + 1 :])


def _may_rest(seats: Iterable[FieldPlayer]) -> list[FieldPlayer]:
    return [s for s in seats if not s.rested]


# --- a large field in parts ---------------------------------------------------------------------------


def _rests(field: PairingField, rest: int | None) -> list[int | None]:
    """The players who might rest, in the order they are tried; nobody where the number is even."""
    if rest is not None or len(field.seats) % 2 == 0:
        return [rest]
    able = sorted(_may_rest(field.seats), key=lambda s: (s.real, -s.place))
    return [s.place for s in able[:8]]


def _by_parts(field: PairingField, order: Sequence[str], rest: int | None) -> list[Couple] | None:
    """The field cut at its even borders; None if it cannot be paired so."""
    groups = _groups([s for s in field.seats if s.place != rest])
    odd = _odd_borders(groups)
    folds = _folds(groups, odd)
    cuts = [i for i in range(len(groups) + 1) if not odd[i]]
    spans = list(pairwise(cuts))
    solved = [_part(field, groups[a:b], folds, order) for a, b in spans]
    couples: list[Couple] = []
    done = 0
    for low, high, found in _regions(field, groups, folds, order, spans, solved):
        if found is None:
            return None
        couples += [c for part in solved[done:low] for c in part or ()] + found
        done = high
    couples += [c for part in solved[done:] for c in part or ()]
    return couples


def _part(
    field: PairingField, groups: list[list[FieldPlayer]], folds: dict[int, _Fold], order: Sequence[str]
) -> list[Couple] | None:
    """The best pairing of a part if it reaches the bound of the differences, else None."""
    ideal = _ideal(field, groups, folds)
    if ideal is not None:
        return ideal
    seats = [s for group in groups for s in group]
    couples = _neighbouring(groups) if len(seats) <= FULL else _near(field, groups, folds)
    matched = _match(_edges(field, couples, folds, _scale(seats, groups, order, strict=True)))
    return matched if 2 * len(matched) == len(seats) and _gaps(field, matched) == _bound(groups) else None


def _bound(groups: list[list[FieldPlayer]]) -> int:
    """What the differences of points cost at least, if no even border is crossed."""
    odd = _odd_borders(groups)
    return sum((a[0].score - b[0].score) ** 2 for i, (a, b) in enumerate(pairwise(groups), 1) if odd[i])


def _gaps(field: PairingField, couples: Iterable[Couple]) -> int:
    return sum((field.seats[a].score - field.seats[b].score) ** 2 for a, b in couples)


def _regions(
    field: PairingField,
    groups: list[list[FieldPlayer]],
    folds: dict[int, _Fold],
    order: Sequence[str],
    spans: list[Couple],
    solved: list[list[Couple] | None],
) -> Iterable[tuple[int, int, list[Couple] | None]]:
    """The parts that do not reach the bound, each joined with its neighbours until the join is proved.

    Yields the numbers of the first part of a region and of the first after it, and its couples; None for
    these if it cannot be paired.
    """
    waiting = [(i, i + 1) for i, found in enumerate(solved) if found is None]
    proved: dict[Couple, list[Couple] | None] = {}
    reach = 1
    while waiting:
        for low, high in waiting:
            proved.pop((low, high), None)
        grown = [(max(0, low - reach), min(len(spans), high + reach)) for low, high in waiting]
        regions = _merged([*grown, *proved])
        waiting = []
        for low, high in regions:
            if (low, high) in proved:
                continue
            first, last = spans[low][0], spans[high - 1][1]
            if not _stays(field, groups, first, last):
                waiting.append((low, high))
            proved[low, high] = None
        proved = {r: None for r in regions if r not in waiting}
        reach *= 2
    for low, high in sorted(proved):
        inside = groups[spans[low][0] : spans[high - 1][1]]
        yield low, high, _join(field, inside, folds, order)


def _stays(field: PairingField, groups: list[list[FieldPlayer]], first: int, last: int) -> bool:
    """Is it sure that in no best pairing anyone of groups `first` to before `last` meets someone outside?

    Every pair costs at least the squares of its steps inside, over the border and outside together, and
    outside the bound holds whoever comes over. So it is enough to look inside, with two who may go out at the
    price of the way to the border and over it: if even at equal cost nobody goes, nobody goes (more than two
    would gain less than the first two did).
    """
    if first == 0 and last == len(groups):
        return True
    inside = groups[first:last]
    seats = [s for group in inside for s in group]
    top = groups[first - 1][0].score if first else None
    bottom = groups[last][0].score if last < len(groups) else None
    one, two = len(field.seats), len(field.seats) + 1
    edges = [(one, two, -1)]
    for a, b in (
        _all(seats) if len(seats) <= WHOLE else _near(field, inside, _folds(groups, _odd_borders(groups)))
    ):
        high, low = field.seats[a], field.seats[b]
        if is_lawful(field, high, low, strict=True):
            edges.append((a, b, -2 * (high.score - low.score) ** 2))
    for seat in seats:
        ways = [abs(seat.score - edge) for edge in (top, bottom) if edge is not None]
        cost = -2 * min(ways) ** 2
        edges += [(seat.place, one, cost), (seat.place, two, cost)]
    matched = _match(edges)
    return 2 * len(matched) == len(seats) + 2 and (one, two) in matched


def _merged(regions: list[Couple]) -> list[Couple]:
    """Regions that share a part, or touch (a border is to be paid for once only), become one."""
    out: list[Couple] = []
    for low, high in sorted(regions):
        if out and low <= out[-1][1]:
            out[-1] = (out[-1][0], max(high, out[-1][1]))
        else:
            out.append((low, high))
    return out


def _join(
    field: PairingField, groups: list[list[FieldPlayer]], folds: dict[int, _Fold], order: Sequence[str]
) -> list[Couple] | None:
    seats = [s for group in groups for s in group]
    couples = _all(seats) if len(seats) <= WHOLE else _near(field, groups, folds, wide=True)
    matched = _match(_edges(field, couples, folds, _scale(seats, groups, order, strict=True)))
    return matched if 2 * len(matched) == len(seats) else None


def _ideal(
    field: PairingField, groups: list[list[FieldPlayer]], folds: dict[int, _Fold]
) -> list[Couple] | None:
    """The plain fold of a single group, if nothing at all speaks against it."""
    if len(groups) > 1:
        return None
    group, half = groups[0], len(groups[0]) // 2
    couples = []
    for high, low in zip(group[:half], group[half:], strict=True):
        clash = high.due and high.due == low.due
        if clash or low.number in field.closed(high.number) or field.apart(high, low):
            return None
        couples.append((high.place, low.place))
    return couples


def _groups(seats: list[FieldPlayer]) -> list[list[FieldPlayer]]:
    groups: list[list[FieldPlayer]] = []
    for seat in seats:
        if groups and groups[-1][0].score == seat.score:
            groups[-1].append(seat)
        else:
            groups.append([seat])
    return groups


def _odd_borders(groups: list[list[FieldPlayer]]) -> list[bool]:
    """Border i lies above group i; it is odd if an odd number of players stands above it."""
    odd, out = False, [False]
    for group in groups:
        odd ^= bool(len(group) % 2)
        out.append(odd)
    return out


def _folds(groups: list[list[FieldPlayer]], odd: list[bool]) -> dict[int, _Fold]:
    out: dict[int, _Fold] = {}
    for number, group in enumerate(groups):
        half = (len(group) - odd[number] - odd[number + 1]) // 2
        for index, seat in enumerate(group):
            out[seat.place] = _Fold(index < half + odd[number], index, half, len(group))
    return out


# --- pairs and what they cost ---------------------------------------------------------------------------


def _neighbouring(groups: list[list[FieldPlayer]]) -> Iterable[Couple]:
    """All pairs within a group and between neighbouring groups: the bound allows no others."""
    for number, group in enumerate(groups):
        below = groups[number + 1] if number + 1 < len(groups) else []
        for i, high in enumerate(group):
            for low in group[i + 1 :]:
                yield high.place, low.place
            for low in below:
                yield high.place, low.place


def _near(
    field: PairingField, groups: list[list[FieldPlayer]], folds: dict[int, _Fold], *, wide: bool = False
) -> Iterable[Couple]:
    """Of a large part: pairs near the fold, of each colour, and those next to the borders."""
    near, clash = (2 * NEAR, 2 * CLASH) if wide else (NEAR, CLASH)
    out: set[Couple] = set()
    for number, group in enumerate(groups):
        for i, seat in enumerate(group):
            out.update(_partners(field, group, i, seat, folds[seat.place].half, near, clash))
        out.update(_aligned(field, group, folds, 2 * ALIGNED if wide else ALIGNED))
        for lower in groups[number + 1 : number + (4 if wide else 2)]:
            out.update(_across(group, lower))
    return out


def _partners(
    field: PairingField, group: list[FieldPlayer], i: int, seat: FieldPlayer, half: int, near: int, clash: int
) -> Iterable[Couple]:
    """Pairs of a player with those nearest to their fold: so many of fitting colours, so many that clash."""
    size, closed = len(group), field.closed(seat.number)
    centre = i + half if i < half else i - half
    for step in range(size):
        if not (near or clash) or step > (600 if near else 100):
            return
        for j in (centre + step, centre - step) if step else (centre,):
            if not 0 <= j < size or j == i or group[j].number in closed:
                continue
            clashes = bool(seat.due) and group[j].due == seat.due
            if not (clash if clashes else near):
                continue
            near, clash = (near, clash - 1) if clashes else (near - 1, clash)
            yield _couple(seat, group[j])


def _aligned(
    field: PairingField, group: list[FieldPlayer], folds: dict[int, _Fold], reach: int
) -> Iterable[Couple]:
    """Pairs of players due different colours who stand alike among those of their half and colour.

    Where colours are spread unevenly over the halves, the best partner may stand far from the fold: each
    list of one half and colour is laid beside every list of the other colours, from the top and from the end.
    """
    lists: dict[tuple[bool, int], list[FieldPlayer]] = {}
    for seat in group:
        lists.setdefault((folds[seat.place].upper, seat.due), []).append(seat)
    for (upper, due), (other_upper, other_due) in product(lists, repeat=2):
        if (due, upper) < (other_due, other_upper) and not (due and due == other_due):
            yield from _beside(field, lists[upper, due], lists[other_upper, other_due], reach)


def _beside(
    field: PairingField, own: list[FieldPlayer], theirs: list[FieldPlayer], reach: int
) -> Iterable[Couple]:
    """Pairs of two lists whose places, from the top or from the end, are at most `reach` apart."""
    shift = len(theirs) - len(own)
    for i, seat in enumerate(own):
        closed = field.closed(seat.number)
        for centre in {i, i + shift}:
            near = theirs[max(0, centre - reach) : max(0, centre + reach + 1)]
            yield from (_couple(seat, other) for other in near if other.number not in closed)


def _couple(one: FieldPlayer, two: FieldPlayer) -> Couple:
    return (one.place, two.place) if one.place < two.place else (two.place, one.place)


def _across(upper: list[FieldPlayer], lower: list[FieldPlayer]) -> Iterable[Couple]:
    above = _of_each_kind(reversed(upper), down=True)
    below = _of_each_kind(lower, down=False)
    for high in above:
        for low in below:
            yield high.place, low.place


def _of_each_kind(seats: Iterable[FieldPlayer], *, down: bool) -> list[FieldPlayer]:
    """The first few of each colour and each history of floats."""
    count: dict[tuple[int, int], int] = {}
    out = []
    for seat in seats:
        kind = (seat.tone, seat.down if down else seat.up)
        if count.get(kind, 0) < BORDER:
            count[kind] = count.get(kind, 0) + 1
            out.append(seat)
    return out


def _scale(
    seats: list[FieldPlayer], groups: list[list[FieldPlayer]], order: Sequence[str], strict: bool
) -> _Scale:
    """The weight of each criterion: more than all that follow can add up to on all boards."""
    boards = len(seats) // 2 + 1
    spread = groups[0][0].score - groups[-1][0].score if groups else 0
    widest = max((len(g) for g in groups), default=1)
    most = {
        "score": spread**2,
        "weak": 1,
        "floaters": 6,
        "colour": 1,
        "strong": 1,
        "halves": 1,
        "fold": 2 * widest**2,
    }
    weight: dict[str, int] = dict.fromkeys(CRITERIA, 0)
    step = 1
    for name in reversed(order):
        weight[name] = step
        step *= boards * most[name] + 1
    weight["absolute"] = step
    tones = [[_tone_cost(a, b, weight, strict) for b in range(7)] for a in range(7)]
    return _Scale(weight, tones)


def _tone_cost(a: int, b: int, weight: dict[str, int], strict: bool) -> int:
    """What the colours of two players cost together; -1: they may not meet."""
    if not a or not b or (a > 3) != (b > 3):
        return 0
    denied = min((a - 1) % 3 + 1, (b - 1) % 3 + 1)
    cost = weight["colour"] + (weight["strong"] if denied >= ColourWish.STRONG else 0)
    if denied == ColourWish.ABSOLUTE:
        return -1 if strict else cost + weight["absolute"]
    return cost


def _edges(
    field: PairingField, couples: Iterable[Couple], folds: dict[int, _Fold], scale: _Scale
) -> list[tuple[int, int, int]]:
    """The lawful couples with their costs, made negative: the matching looks for the greatest sum."""
    seats, tones, weight = field.seats, scale.tones, scale.weight
    closed = {s.place: field.closed(s.number) for s in seats}
    wary = bool(field.kept) or any(s.kin for s in seats)
    fold_weight, weak, halves = weight["fold"], weight["weak"], weight["halves"]
    out: list[tuple[int, int, int]] = []
    for a, b in couples:
        high, low = seats[a], seats[b]
        if low.number in closed[a]:
            continue
        cost = tones[high.tone][low.tone]
        if cost < 0:
            continue
        mine, his = folds[a], folds[b]
        if high.score == low.score:
            cost += fold_weight * (his.index - mine.index - mine.half) ** 2
            if mine.upper is his.upper:
                cost += halves
        else:
            cost += weight["score"] * (high.score - low.score) ** 2
            cost += weight["floaters"] * (high.down + low.up)
            cost += fold_weight * ((mine.size - 1 - mine.index) ** 2 + his.index**2)
        if wary and field.apart(high, low):
            cost += weak
        out.append((a, b, -cost))
    return out


def _match(edges: list[tuple[int, int, int]]) -> list[Couple]:
    """The greatest matching of the least cost."""
    import rustworkx

    used = sorted({n for a, b, _ in edges for n in (a, b)})
    index = {place: i for i, place in enumerate(used)}
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(used)
    graph.add_edges_from([(index[a], index[b], cost) for a, b, cost in edges])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(used[a], used[b]), max(used[a], used[b])) for a, b in found)


# --- what a pairing is worth ------------------------------------------------------------------------------


def evaluate(field: PairingField, pairs: Iterable[Pair]) -> tuple[tuple[str, int], ...]:
    """The value of every criterion for given pairs, in the order of their weight; the rest first.

    `rest` is how many who might have rested stand behind the one who does; `absolute` boards on which a
    limit of colours is broken. Where a small field must be looked through to its last round, `later` is how
    many of the rounds to come could not be paired.

    >>> from damiera.tournament.model import Event, EventPlayer
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four)
    >>> [value for _, value in evaluate(field_of(event, 1), pair_optimal(event).pairs)][:3]
    [0, 0, 0]
    """
    pairs = tuple(pairs)
    boards = [(p.white, p.black) for p in pairs]
    resting = [w for w, b in boards if b is None]
    looked = ("later",) if ahead.matters(field) else ()
    out = dict.fromkeys((*looked, "absolute", "rest", *(field.event.settings.criteria or CRITERIA)), 0)
    if looked:
        out["later"] = ahead.lacking(field, pairs)
    if resting:
        able = sorted(_may_rest(field.seats), key=lambda s: (s.real, -s.place))
        numbers = [s.number for s in able]
        out["rest"] = numbers.index(resting[0]) if resting[0] in numbers else len(numbers)
    inside = [s for s in field.seats if s.number not in resting]
    groups = _groups(inside)
    folds = _folds(groups, _odd_borders(groups))
    for white, black in boards:
        if black is not None and white in field.by_number and black in field.by_number:
            for name, value in _measure(field, field.by_number[white], field.by_number[black], folds):
                if name in out:
                    out[name] += value
    return tuple(out.items())


def _measure(
    field: PairingField, one: FieldPlayer, two: FieldPlayer, folds: dict[int, _Fold]
) -> list[tuple[str, int]]:
    high, low = (one, two) if one.place < two.place else (two, one)
    mine, his = folds[high.place], folds[low.place]
    denied = min(high.wish, low.wish) if high.due and high.due == low.due else ColourWish.NONE
    equal = high.score == low.score
    straight = (his.index - mine.index - mine.half) ** 2
    crossing = (mine.size - 1 - mine.index) ** 2 + his.index**2
    return [
        ("absolute", int(denied is ColourWish.ABSOLUTE)),
        ("score", (high.score - low.score) ** 2),
        ("weak", int(field.apart(high, low))),
        ("floaters", 0 if equal else high.down + low.up),
        ("colour", int(denied > ColourWish.NONE)),
        ("strong", int(denied >= ColourWish.STRONG)),
        ("halves", int(equal and mine.upper is his.upper)),
        ("fold", straight if equal else crossing),
    ]
