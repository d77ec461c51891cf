"""Keizer: club evenings on which neighbours in the ranking meet, and a win is worth the loser's place.

Nobody regulates Keizer, and clubs differ. The reading here is data (`data/keizer.toml`): values run from
three times the number of players down in steps of two; a win brings the opponent's value, a draw half of
it; whoever found nobody to play with gets two thirds of their own, an evening announced as missed a third
of it, five times at most; one's own value counts once. Shares are rounded to whole points, halves up. The
ranking of an evening is that of the evenings before, the first one that of Elo.

Who meets: the pairing with the least sum of the squares of the distances in the ranking, among those in
which nobody meets again within three evenings; where there is none, two, one, none. The rest goes to the
last in the ranking who has rested least. White goes to the one who had it less, then to the one who had
Black last, then to the one behind in the ranking.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path

import msgspec

from damiera.messages import Message
from damiera.tournament.errors import Unpairable
from damiera.tournament.model import (
    Event,
    Kind,
    Pair,
    Pairing,
    PlayerGame,
    System,
    available,
    colour_balance,
    colours,
    entries,
)

__all__ = [
    "KeizerAddend",
    "KeizerRules",
    "keizer_addends",
    "keizer_brought",
    "keizer_points",
    "keizer_ranking",
    "keizer_rules",
    "last_met",
    "neighbours",
    "pair_keizer",
]

_DATA = Path(__file__).parents[1] / "data" / "keizer.toml"
_NOT_ENOUGH = Message("No two of those who are here may meet.")


class KeizerRules(msgspec.Struct, frozen=True):
    """The figures of a Keizer: see `data/keizer.toml` for what each means.

    >>> keizer_rules().apart
    3
    """

    first: int
    step: int
    own: int
    win: Fraction
    draw: Fraction
    loss: Fraction
    bye: Fraction
    excused: Fraction
    excused_at_most: int
    absent: Fraction
    apart: int
    passes: int


@cache
def keizer_rules() -> KeizerRules:
    """Return the figures chosen here.

    >>> keizer_rules().draw
    Fraction(1, 2)
    """
    told = tomllib.loads(_DATA.read_text(encoding="utf-8"))["ours"]
    told.update({name: Fraction(share) for name, share in told.items() if isinstance(share, str)})
    return KeizerRules(**told)


class KeizerAddend(msgspec.Struct, frozen=True):
    """What one's own value or one evening brought.

    Attributes:
        round: the evening; 0 for one's own value, which counts from the start. `leg`: which game of it.
        opponent: whose value is shared out; None where it is one's own.
        kind: what the evening was; None for one's own value.
        value: that value, and `share` of it, which make `points`.

    >>> KeizerAddend(1, 1, 2, Kind.PLAYED, 27, Fraction(1, 2), 14).points
    14
    """

    round: int
    leg: int
    opponent: int | None
    kind: Kind | None
    value: int
    share: Fraction
    points: int


def keizer_points(event: Event, after_round: int | None = None) -> dict[int, int]:
    """Return everybody's Keizer points after a round (after all, if None), by start number.

    >>> from damiera.tournament.model import EventPlayer, GameMark, Round, RoundGame
    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> keizer_points(event)  # values 6 and 4: 6 + 4 for the win, 4 and nothing
    {1: 10, 2: 4}
    """
    counted = keizer_addends(event, after_round)
    return {number: sum(one.points for one in addends) for number, addends in counted.items()}


def keizer_addends(event: Event, after_round: int | None = None) -> dict[int, tuple[KeizerAddend, ...]]:
    """Return what everybody's Keizer points after a round are made of, by start number: own value first.

    >>> from damiera.tournament.model import EventPlayer, GameMark, Round, RoundGame
    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> [(one.round, one.opponent, one.points) for one in keizer_addends(event)[1]]
    [(0, None, 6), (1, 2, 4)]
    """
    rules = keizer_rules()
    shares = {p.number: tuple(_shares(rules, entries(event, p.number, after_round))) for p in event.players}
    weights = {
        n: [(one.opponent or n, one.share.numerator, one.share.denominator) for one in own]
        for n, own in shares.items()
    }
    order = _by_elo(event)
    values: dict[int, int] = {}
    seen: set[tuple[int, ...]] = set()
    for _ in range(rules.passes):
        values = {n: rules.first * len(order) - rules.step * place for place, n in enumerate(order)}
        points = {
            n: rules.own * values[n] + sum(_whole(up * values[of], down) for of, up, down in own)
            for n, own in weights.items()
        }
        after = sorted(order, key=lambda n: -points[n])
        if after == order or tuple(after) in seen:
            break
        seen.add(tuple(after))
        order = after
    return {n: tuple(_addends(rules, own, values, n)) for n, own in shares.items()} if values else {}


def keizer_brought(event: Event, after_round: int | None = None) -> dict[int, dict[tuple[int, int], str]]:
    """Return what each game of each player brought, as printed, by round and leg; own value at (0, 1).

    >>> from damiera.tournament.model import EventPlayer, GameMark, Round, RoundGame
    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> keizer_brought(event)[1]
    {(0, 1): '6', (1, 1): '4'}
    """
    addends = keizer_addends(event, after_round)
    return {n: {(one.round, one.leg): str(one.points) for one in own} for n, own in addends.items()}


def keizer_ranking(event: Event, after_round: int | None = None) -> tuple[int, ...]:
    """Return the ranking that the next evening is paired by: Keizer points, then Elo, then start number.

    >>> from damiera.tournament.model import EventPlayer
    >>> keizer_ranking(Event(players=(EventPlayer(1, "Rossi", 2600), EventPlayer(2, "Bianchi", 3000))))
    (2, 1)
    """
    rounds = event.played_rounds if after_round is None else after_round
    points = keizer_points(event, rounds) if rounds else dict.fromkeys((p.number for p in event.players), 0)
    return tuple(sorted(_by_elo(event), key=lambda n: -points[n]))


def _by_elo(event: Event) -> list[int]:
    return [p.number for p in sorted(event.players, key=lambda p: (-p.elo, p.number))]


class _Share(msgspec.Struct, frozen=True):
    """What share of a value an evening brings: of the opponent's, or of one's own where there is none."""

    line: PlayerGame
    opponent: int | None
    share: Fraction


def _shares(rules: KeizerRules, card: Sequence[PlayerGame]) -> Iterator[_Share]:
    """Yield which share each evening brings, whatever the values are."""
    excused, won = 0, {"win": rules.win, "draw": rules.draw, "loss": rules.loss}
    for line in card:
        if line.kind is Kind.ANNULLED:
            continue
        if line.opponent is not None:
            share = won.get(line.mark or "", Fraction(0))
        elif line.kind is Kind.HALF_BYE:
            excused += 1
            share = rules.excused if excused <= rules.excused_at_most else Fraction(0)
        else:
            share = rules.absent if line.kind is Kind.ZERO_BYE else rules.bye
        yield _Share(line, line.opponent, share)


def _addends(
    rules: KeizerRules, shares: Sequence[_Share], values: Mapping[int, int], number: int
) -> Iterator[KeizerAddend]:
    """Yield a player's own value, and what each evening brought."""
    own = values[number]
    yield KeizerAddend(0, 1, None, None, own, Fraction(rules.own), rules.own * own)
    for one in shares:
        line, share = one.line, one.share
        value = values[one.opponent or number]
        points = _whole(share.numerator * value, share.denominator)
        yield KeizerAddend(line.round, line.leg, one.opponent, line.kind, value, share, points)


def _whole(up: int, down: int) -> int:
    """Return a fraction as a whole number, halves up; neither part is negative."""
    return (2 * up + down) // (2 * down)


def pair_keizer(event: Event, round: int | None = None) -> Pairing:
    """Return the pairs of an evening: of neighbours in the ranking.

    Raises:
        Unpairable: if nobody who is here may meet anybody else.

    >>> from damiera.tournament.model import EventPlayer
    >>> five = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCDE", 1))
    >>> pair_keizer(Event(players=five)).pairs
    (Pair(white=2, black=1), Pair(white=3, black=4), Pair(white=5, black=None))
    """
    number = event.played_rounds + 1 if round is None else round
    here = set(available(event, number))
    order = [n for n in keizer_ranking(event, number - 1) if n in here]
    rest = _rest(event, number, order) if len(order) % 2 else None
    seated = [n for n in order if n != rest]
    for apart in range(keizer_rules().apart, -1, -1):
        found = _matched(event, number, seated, apart)
        if found is not None:
            cost = sum((order.index(a) - order.index(b)) ** 2 for a, b in found)
            pairs = [_coloured(event, number, board, a, b) for board, (a, b) in enumerate(found)]
            pairs += [Pair(rest, None)] if rest is not None else []
            return Pairing(number, System.KEIZER, tuple(pairs), (("apart", apart), ("neighbours", cost)))
    raise Unpairable(_NOT_ENOUGH, tuple(seated))


def _rest(event: Event, round: int, order: Sequence[int]) -> int:
    """The last in the ranking among those who have rested least."""
    rests = {n: sum(e.kind is Kind.BYE for e in entries(event, n, round - 1)) for n in order}
    least = min(rests.values())
    return [n for n in order if rests[n] == least][-1]


def _matched(event: Event, round: int, order: Sequence[int], apart: int) -> list[tuple[int, int]] | None:
    """The lawful pairs with the least sum of squares of distances, the first in the ranking first."""
    import rustworkx as rx

    last = {(a, b): met for a in order for b, met in last_met(event, a, round).items()}
    never = {frozenset((f.a, f.b)) for f in event.forbidden if f.absolute and f.holds(round)}
    top = len(order) ** 2
    edges = [
        (i, j, top - (j - i) ** 2)
        for i, j in combinations(range(len(order)), 2)
        if round - last.get((order[i], order[j]), -apart) > apart
        and frozenset((order[i], order[j])) not in never
    ]
    graph: rx.PyGraph[int, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(list(order))
    graph.add_edges_from(edges)
    pairs = sorted(
        (min(i, j), max(i, j))
        for i, j in rx.max_weight_matching(graph, max_cardinality=True, weight_fn=lambda w: w)
    )
    return [(order[i], order[j]) for i, j in pairs] if 2 * len(pairs) == len(order) else None


def last_met(event: Event, number: int, round: int) -> dict[int, int]:
    """The last evening before `round` on which a player met each opponent over the board.

    >>> from damiera.tournament.model import EventPlayer
    >>> last_met(Event(players=(EventPlayer(1, "Rossi"),)), 1, 1)
    {}
    """
    met = entries(event, number, round - 1)
    return {e.opponent: e.round for e in met if e.opponent is not None and e.kind is Kind.PLAYED}


def neighbours(
    event: Event, round: int, seated: Sequence[int], apart: int, *, together: tuple[int, int]
) -> int | None:
    """The least sum of squares of distances with two of them together; None if the others cannot be paired.

    >>> from damiera.tournament.model import EventPlayer
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> neighbours(Event(players=four), 1, (1, 2, 3, 4), 3, together=(1, 4))
    10
    """
    order = [n for n in keizer_ranking(event, round - 1) if n in set(seated)]
    others = [n for n in order if n not in together]
    found = _matched(event, round, others, apart)
    if found is None:
        return None
    return sum((order.index(a) - order.index(b)) ** 2 for a, b in [*found, together])


def _coloured(event: Event, round: int, board: int, first: int, second: int) -> Pair:
    """Who has White: who had it less, then who had Black last, then in turn by board."""
    balance = [colour_balance(event, n, round - 1) for n in (first, second)]
    if balance[0] != balance[1]:
        return Pair(first, second) if balance[0] < balance[1] else Pair(second, first)
    latest = [colours(event, n, round - 1)[-1:] for n in (first, second)]
    if latest[0] != latest[1]:
        return Pair(first, second) if latest[0] == ("black",) else Pair(second, first)
    return Pair(second, first) if board % 2 == 0 else Pair(first, second)
