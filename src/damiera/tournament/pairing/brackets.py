"""FIDE's Dutch system bracket by bracket, exact to C.04.3 in force from 1 February 2026.

A bracket is one group of points with those who floated down into it. Its best pairing is a perfect matching
of everyone not yet paired (C4 holds by itself): pairs inside the bracket, pairs of the next group with those
who float into it, and any completion below. C6 to C21 are levels of costs (`levels`); among the candidates
they leave equal, the first in the order of article 4 is found level by level too: which of those moved down
are paired, with whom, the exchanges between the halves, the transposition of the lower half.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import nsmallest
from itertools import islice

import msgspec

from damiera.messages import Message
from damiera.tournament.errors import Unpairable
from damiera.tournament.model import Pair
from damiera.tournament.pairing.dutch_players import DutchField, DutchPlayer, dutch_pair
from damiera.tournament.pairing.field import ColourWish
from damiera.tournament.pairing.levels import LevelGraph, Row, perfect
from damiera.tournament.pairing.unpairable import unpairable

__all__ = ["Bracket", "board_pairs", "bye_score", "pair_brackets"]

_BLOCKS = Message("With this pair the others could not be paired.")


class Bracket(msgspec.Struct, frozen=True):
    """A bracket as it was paired. Players by their place in the field.

    Attributes:
        score: points of the residents.
        moved: those who floated down into it; `residents` those whose points it has.
        couples: the pairs made, the better player first.
        floaters: those who float down from it, or have the bye.
        values: each criterion that could count, by its name, with what it counts at least.

    >>> Bracket(2, (), (0, 1), ((0, 1),), (), ()).couples
    ((0, 1),)
    """

    score: int
    moved: tuple[int, ...]
    residents: tuple[int, ...]
    couples: tuple[tuple[int, int], ...]
    floaters: tuple[int, ...]
    values: tuple[tuple[str, int], ...]


def pair_brackets(field: DutchField) -> tuple[Bracket, ...]:
    """Pair the field, the highest points first.

    Raises:
        Unpairable: no lawful pairing exists (article 1.9.3).

    >>> from damiera.tournament.model import Event, EventPlayer
    >>> from damiera.tournament.pairing.dutch_players import dutch_field
    >>> from damiera.tournament.pairing.field import field_of
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> [b.couples for b in pair_brackets(dutch_field(field_of(Event(players=four), 1)))]
    [((0, 2), (1, 3))]
    """
    if not field.players:
        return ()
    resting = bye_score(field) if len(field.players) % 2 else None
    groups = _groups(field)
    moved: tuple[int, ...] = ()
    out = []
    for number, residents in enumerate(groups):
        after = groups[number + 1] if number + 1 < len(groups) else ()
        rest = tuple(n for group in groups[number + 2 :] for n in group)
        bracket = _Work(field, moved, residents, after, rest, resting).paired()
        out.append(bracket)
        moved = bracket.floaters
    return tuple(out)


def bye_score(field: DutchField) -> int:
    """The fewest points with which a player can have the bye and all others be paired (C2, C4, C5).

    Raises:
        Unpairable: nobody can.

    >>> from damiera.tournament.model import Event, EventPlayer
    >>> from damiera.tournament.pairing.dutch_players import dutch_field
    >>> from damiera.tournament.pairing.field import field_of
    >>> three = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABC", 1))
    >>> bye_score(dutch_field(field_of(Event(players=three), 1)))
    0
    """
    size = len(field.players)
    costs = [(a, b, 0) for a in range(size) for b in range(a + 1, size) if field.may_meet(a, b)]
    costs += [(n, size, field.players[n].score) for n in range(size) if field.may_rest(n)]
    mates = perfect(costs, size + 1)
    if len(mates) <= size:
        raise _no_pairing(field)
    return field.players[mates[size]].score


def _no_pairing(field: DutchField) -> Unpairable:
    return Unpairable(_BLOCKS) if field.forced else unpairable(field.field, strict=True)


def _groups(field: DutchField) -> list[tuple[int, ...]]:
    groups: dict[int, list[int]] = {}
    for place, player in enumerate(field.players):
        groups.setdefault(player.score, []).append(place)
    return [tuple(group) for group in groups.values()]


_NEAR = 24  # with how many of the next players each is tried first
_MANY = 120  # so many players are first paired in order, to show that they can be
_LAST = 40  # and only the last of them by a matching
_LARGE = 150  # a bracket of more players is first solved by its likely pairs
_BESIDE = 16  # so many of each player
_AWRY = 40  # what a pair that misses a criterion must be nearer, to be as likely


class _Work:
    """One bracket while it is paired: `moved` and `residents` in it, `after` the next group, `rest` below."""

    def __init__(
        self,
        field: DutchField,
        moved: tuple[int, ...],
        residents: tuple[int, ...],
        after: tuple[int, ...],
        rest: tuple[int, ...],
        resting: int | None,
    ) -> None:
        self.field, self.moved, self.residents, self.after, self.rest = field, moved, residents, after, rest
        self.resting = resting
        self.score = field.players[residents[0]].score
        self.inside = frozenset((*moved, *residents))
        self.bye = len(field.players)
        scores = sorted({field.players[n].score for n in moved}, reverse=True)
        self.names = _level_names(scores, self.score)
        self.level = {name: place for place, name in enumerate(self.names)}

    def paired(self) -> Bracket:
        alone = self._alone()
        graph = alone or self._whole()
        mates = graph.mates
        couples = sorted((n, mates[n]) for n in self.inside if n < mates[n] and mates[n] in self.inside)
        floating = self._floating(graph)
        said: dict[str, int] = {}
        for (name, weight), value in zip(self.names, graph.values(), strict=True):
            said[name] = said.get(name, 0) + value * max(weight, 1)
        if not floating or not self.after:
            said["C8"] = 0
        elif alone is not None:
            said["C8"] = self._least_next(len(floating))
        return Bracket(self.score, self.moved, self.residents, tuple(couples), floating, tuple(said.items()))

    def _floating(self, graph: LevelGraph) -> tuple[int, ...]:
        return tuple(sorted(n for n in self.inside if graph.mates[n] not in self.inside))

    def _alone(self) -> LevelGraph | None:
        """The bracket solved without what follows, as if C8 could be met in full; None if it cannot.

        That is a weaker demand, so what is best under it and meets C8 in full is best. Nodes from `bye` on
        stand for whatever those who float down find: as many as float at least.
        """
        if self.after and self.resting is not None and self.resting >= self.score:
            return None
        size = len(self.inside)
        floats = max(size % 2, len(self.moved) - len(self.residents))
        floats += (size - floats) % 2
        for nodes in (floats, floats + 2):
            graph = self._graph(self._alone_costs(nodes), size + nodes)
            graph.most = self._most(nodes)
            if not self.after and nodes == 1:
                self._count_unplayed(graph)
            graph.hint, graph.hint_most = self._hint(nodes)
            if (size > _LARGE and self._settle_near(graph, nodes)) or graph.settle():
                self._choose_moved(graph)
                self._choose_halves(graph, crossing=True)
                return graph if self._goes_on(self._floating(graph)) else None
            if not self.after:
                break
        return None

    def _hint(self, floats: int) -> tuple[Callable[[int, int], int], int]:
        """A cost of pairs that keeps them near "upper half meets lower half in order"."""
        residents = self.residents
        half = (len(self.inside) - floats) // 2 - min(len(self.moved), len(residents))
        place = {n: i for i, n in enumerate(residents)}
        far = 2 * len(residents)

        def cost(a: int, b: int) -> int:
            if a not in place:
                return place.get(b, far)
            if b not in place:
                return 2 * (len(residents) - place[a])
            return abs(place[b] - place[a] - half) + (far if place[a] >= half else 0)

        return cost, 2 * far * (len(self.inside) + 1)

    def _settle_near(self, graph: LevelGraph, floats: int) -> bool:
        """Settle a large graph by its edges near the hint, if what comes of it can be proved to be best."""
        hint, whole = graph.hint, graph.edges
        assert hint is not None
        beside: dict[int, list[tuple[int, int, int, int]]] = {}
        for a, b, row in whole:
            beside.setdefault(a, []).append((hint(a, b) + _AWRY * any(graph.rows[row]), a, b, row))
            beside.setdefault(b, []).append((hint(a, b) + _AWRY * any(graph.rows[row]), a, b, row))
        near = {edge[1:] for edges in beside.values() for edge in nsmallest(_BESIDE, edges)}
        near |= {edge for edge in whole if edge[1] >= self.bye}
        part = LevelGraph(
            sorted(near), graph.rows, graph.most, graph.size, hint=hint, hint_most=graph.hint_most
        )
        if not part.settle() or part.values() != self._least(floats):
            return False
        graph.mates, graph.settled = part.mates, len(graph.most)
        return graph.settle()

    def _least(self, floats: int) -> Row:
        """What no pairing of the bracket with so many who float can fall below."""
        players = [self.field.players[n] for n in self.inside]
        due = [[p for p in players if p.seat.due == colour] for colour in (1, -1)]
        more = max(due, key=len)
        spare = len(players) - 2 * len(more) + floats
        clashes = max(0, -(spare // 2))
        mild = sum(p.seat.wish is ColourWish.MILD for p in more)
        strong = 0 if any(p.leader for p in players) else max(0, clashes - mild)
        return self._row({("C6", 0): floats, ("C12", 0): clashes, ("C13", 0): strong})

    def _whole(self) -> LevelGraph:
        """The bracket solved with all that follows in one graph."""
        size = len(self.inside) + len(self.after) + len(self.rest) + (self.resting is not None)
        graph = self._graph(self._costs(), size)
        eight = 1 + max(place for name, place in self.level.items() if name[0] == "C8")
        if not graph.settle(eight):
            raise _no_pairing(self.field)
        floaters = len(self._floating(graph))
        graph.most = self._most(floaters)
        if floaters == 1 and self.resting is not None and self.resting >= self.score:
            self._count_unplayed(graph)
        graph.settle()
        self._choose_moved(graph)
        self._choose_halves(graph)
        return graph

    def _goes_on(self, floating: tuple[int, ...]) -> bool:
        """Can all who are left be paired, so that of the next group no more float than must?"""
        if not self.after or self._goes_on_in_order(floating):
            return True
        return any(self._goes_on_near(floating, near) for near in (_NEAR, len(self.field.players)))

    def _goes_on_in_order(self, floating: tuple[int, ...]) -> bool:
        """Is it shown at once, each with the next they may meet, and a matching only of the last few?"""
        field, left = self.field, [*floating, *self.after, *self.rest]
        if len(left) < _MANY or len(self.rest) < 2 * _LAST:
            return False
        if self.resting is not None:
            able = [n for n in self.rest if field.may_rest(n) and field.players[n].score == self.resting]
            if not able:
                return False
            left.remove(able[-1])
        after, taken, crossing = frozenset(self.after), set[int](), 0
        for i, a in enumerate(left[:-_LAST]):
            if a in taken:
                continue
            b = next((b for b in left[i + 1 :] if b not in taken and field.may_meet(a, b)), None)
            if b is None or (i < len(floating) and b not in after):
                return False
            taken.add(b)
            crossing += a in after and b not in after
        last = [n for n in left[-_LAST:] if n not in taken]
        costs = [
            (i, j, 0)
            for i, a in enumerate(last)
            for j, b in enumerate(last)
            if i < j and field.may_meet(a, b)
        ]
        if floating and crossing != (len(floating) + len(self.after)) % 2:
            return False
        return len(perfect(costs, len(last))) == len(last)

    def _goes_on_near(self, floating: tuple[int, ...], near: int) -> bool:
        field, left = self.field, (*self.after, *self.rest)
        nodes = {n: i for i, n in enumerate((*floating, *left))}
        after = frozenset(self.after)
        costs = [
            (nodes[a], nodes[b], 0)
            for a in floating
            for b in islice((b for b in self.after if field.may_meet(a, b)), near)
        ]
        for i, a in enumerate(left):
            beside = islice((b for b in left[i + 1 :] if field.may_meet(a, b)), near)
            costs += [(nodes[a], nodes[b], int(a in after and b not in after)) for b in beside]
        if self.resting is not None:
            able = [n for n in left if field.may_rest(n) and field.players[n].score == self.resting]
            costs += [(nodes[n], len(nodes), int(n in after)) for n in able]
        size = len(nodes) + (self.resting is not None)
        mates = perfect(costs, size)
        if len(mates) < size:
            return False
        spent = sum(cost for a, b, cost in costs if mates[a] == b)
        return not floating or spent == self._least_next(len(floating))

    def _least_next(self, floating: int) -> int:
        """How many must float down from the next group, with so many who float into it."""
        least = (floating + len(self.after)) % 2
        rests = self.resting == self.field.players[self.after[0]].score
        return 2 if rests and not least else least

    # --- the graph ---

    def _graph(self, costs: Iterable[tuple[int, int, Row]], size: int) -> LevelGraph:
        rows: dict[Row, int] = {}
        edges = [(a, b, rows.setdefault(row, len(rows))) for a, b, row in self._inside_costs()]
        edges += [(a, b, rows.setdefault(row, len(rows))) for a, b, row in costs]
        return LevelGraph(edges, list(rows), self._most(len(self.inside)), size)

    def _inside_costs(self) -> Iterable[tuple[int, int, Row]]:
        """The pairs inside the bracket: nobody who was moved down meets another who was."""
        field, players = self.field, self.field.players
        moved = frozenset(self.moved)
        kinds: dict[tuple[object, ...], int] = {}
        kind = {n: kinds.setdefault(_kind(players[n], n in moved), len(kinds)) for n in self.inside}
        table: dict[tuple[int, int], Row | None] = {}
        residents = self.residents
        for i, a in enumerate((*self.moved, *residents)):
            closed, own = field.closed[a], kind[a]
            for b in residents if a in moved else residents[i - len(moved) + 1 :]:
                if b in closed:
                    continue
                both = own, kind[b]
                if both not in table:
                    table[both] = None if field.same_colour(a, b) else self._row(self._pair_costs(a, b))
                row = table[both]
                if row is not None:
                    yield a, b, row

    def _alone_costs(self, floats: int) -> Iterable[tuple[int, int, Row]]:
        field = self.field
        for n in self.inside:
            if not self.after and not (field.may_rest(n) and field.players[n].score == self.resting):
                continue
            row = self._row(self._float_costs(n))
            yield from ((n, self.bye + i, row) for i in range(floats))

    def _costs(self) -> Iterable[tuple[int, int, Row]]:
        """The pairs of the bracket with others, and of these among themselves."""
        field, players = self.field, self.field.players
        out = {n: self._float_costs(n) for n in self.inside}
        plain = (0,) * len(self.names)
        below = dict.fromkeys(self.after, self._row({("C8", 0): 1}))
        below.update(
            (n, self._row({**out[n], ("C8", 0): 1, ("C8", players[n].score): 1})) for n in self.inside
        )
        next_row = {n: self._row(out[n]) for n in self.inside}
        for a in (*self.moved, *self.residents):
            yield from ((a, b, next_row[a]) for b in self.after if field.may_meet(a, b))
            yield from ((a, b, below[a]) for b in self.rest if field.may_meet(a, b))
        for i, a in enumerate(self.after):
            yield from ((a, b, plain) for b in self.after[i + 1 :] if field.may_meet(a, b))
            yield from ((a, b, below[a]) for b in self.rest if field.may_meet(a, b))
        for i, a in enumerate(self.rest):
            yield from ((a, b, plain) for b in self.rest[i + 1 :] if field.may_meet(a, b))
        if self.resting is not None:
            for n in (*self.moved, *self.residents, *self.after, *self.rest):
                if field.may_rest(n) and players[n].score == self.resting:
                    yield n, self.bye, below.get(n, plain)

    def _row(self, costs: dict[tuple[str, int], int]) -> Row:
        row = [0] * len(self.names)
        for name, cost in costs.items():
            place = self.level.get(name)
            if place is not None:
                row[place] += cost
        return tuple(row)

    def _float_costs(self, n: int) -> dict[tuple[str, int], int]:
        """What it costs that a player of the bracket floats down."""
        player = self.field.players[n]
        costs = {("C6", 0): 1}
        if n in self.moved:
            costs["C7", player.score] = 1
            costs["C18", player.score] = int(player.down[0])
            costs["C20", player.score] = int(player.down[1])
        else:
            costs["C14", 0] = int(player.down[0])
            costs["C16", 0] = int(player.down[1])
        return costs

    def _pair_costs(self, high: int, low: int) -> dict[tuple[str, int], int]:
        """What a pair inside the bracket costs."""
        one, two = self.field.players[high], self.field.players[low]
        costs: dict[tuple[str, int], int] = {}
        if one.seat.due and one.seat.due == two.seat.due:
            weaker = min(one.seat.wish, two.seat.wish)
            costs["C12", 0] = 1
            costs["C13", 0] = int(weaker is ColourWish.STRONG)
            if weaker is ColourWish.ABSOLUTE:
                costs["C10", 0] = int(abs(one.seat.balance) > 1 and abs(two.seat.balance) > 1)
                costs["C11", 0] = int(_third(one, two))
        if high in self.moved:
            costs["C15", 0] = int(two.up[0])
            costs["C17", 0] = int(two.up[1])
            costs["C19", one.score] = int(two.up[0])
            costs["C21", one.score] = int(two.up[1])
        return costs

    def _count_unplayed(self, graph: LevelGraph) -> None:
        """C9: whoever floats down alone will have the bye."""
        place = self.level["C9", 0]
        edges = []
        for a, b, row in graph.edges:
            number = row
            if b == self.bye and a in self.inside:
                costs = list(graph.rows[row])
                costs[place] = self.field.players[a].unplayed
                number = len(graph.rows)
                graph.rows.append(tuple(costs))
            edges.append((a, b, number))
        graph.edges = edges

    def _most(self, floaters: int) -> list[int]:
        moved, boards = len(self.moved), len(self.inside) // 2
        most = {
            "C6": floaters,
            "C7": min(floaters, moved),
            "C8": len(self.inside) + len(self.after) + 1,
            "C9": self.field.field.round,
            "C14": floaters,
            "C16": floaters,
            "C18": min(floaters, moved),
            "C20": min(floaters, moved),
            **dict.fromkeys(("C15", "C17", "C19", "C21"), moved),
        }
        return [most.get(name, boards) for name, _ in self.names]

    # --- the order of article 4 ---

    def _choose_moved(self, graph: LevelGraph) -> None:
        """Which of those moved down are paired (4.4), and with whom (4.2)."""
        if not self.moved:
            return
        graph.choose_in_order([(n, lambda other: int(other not in self.inside)) for n in self.moved])
        paired = [n for n in self.moved if graph.mates[n] in self.inside]
        graph.choose_in_order([(n, lambda other: other) for n in paired])

    def _choose_halves(self, graph: LevelGraph, *, crossing: bool = False) -> None:
        """The exchanges (4.3) and the transposition (4.2) of the residents that are left."""
        mates = graph.mates
        left = [n for n in self.residents if mates[n] not in self.moved]
        inside = frozenset(left)
        pairs = sum(mates[n] in inside for n in left) // 2
        place = {n: i for i, n in enumerate(left)}

        def exchanged(a: int, b: int) -> int:
            if a not in inside or b not in inside:
                return 0
            return place[a] + (len(left) * (pairs + 1) if place[a] >= pairs else 0)

        upper, lower = left[:pairs], left[pairs:]
        if any(graph.mates[n] not in inside or graph.mates[n] < n for n in upper):
            graph.choose({(a, b): cost for a, b, _ in graph.edges if (cost := exchanged(a, b))})
        changed = any(graph.mates[n] not in inside or graph.mates[n] < n for n in upper)
        leads = [(n, _leading(n, inside)) for n in reversed(upper)]
        follows = [(n, _following(n, inside)) for n in lower]
        first = exchanged if changed else None
        if changed:
            graph.choose_in_order(leads, first)
            graph.choose_in_order(follows, first)
        tops = [n for n in left if graph.mates[n] in inside and graph.mates[n] > n]
        kept = frozenset(tops)
        graph.edges = [edge for edge in graph.edges if _fits(edge[0], edge[1], inside, kept)]
        if crossing:
            graph.choose_crossing(tops, [n for n in left if n not in kept])
        else:
            graph.choose_in_order([(n, lambda other: other) for n in tops])


def _fits(a: int, b: int, inside: frozenset[int], tops: frozenset[int]) -> bool:
    """Can the edge be used when just `tops` lead the pairs of those `inside`?"""
    if a in inside and b in inside:
        return a in tops and b not in tops
    return a not in tops and b not in tops


def _leading(n: int, inside: frozenset[int]) -> Callable[[int], int]:
    """1 if a player of the upper half leads a pair: better that they are exchanged, the last ones first."""
    return lambda other: int(other in inside and other > n)


def _following(n: int, inside: frozenset[int]) -> Callable[[int], int]:
    """1 unless a player of the lower half leads a pair: better that the first ones do."""
    return lambda other: int(not (other in inside and other > n))


def _third(one: DutchPlayer, two: DutchPlayer) -> bool:
    """Of two who must both have the same colour: will the one who does not have it have a third in a row?"""
    mine, theirs = abs(one.seat.balance), abs(two.seat.balance)
    if mine == theirs:
        return one.repeated == two.repeated == -one.seat.due
    denied = one if mine < theirs else two
    return denied.repeated == -denied.seat.due


def _kind(player: DutchPlayer, moved: bool) -> tuple[object, ...]:
    """All of a player that the cost of a pair depends on."""
    seat = player.seat
    return (moved and player.score, moved, seat.due, seat.wish, seat.balance, player.repeated, player.up)


def _level_names(moved: list[int], score: int) -> list[tuple[str, int]]:
    """The levels of a bracket: a criterion, and the points it is counted for; 0 where it is one number."""
    names = [("C6", 0), *(("C7", s) for s in moved), ("C8", 0), *(("C8", s) for s in (*moved, score))]
    names += [(f"C{n}", 0) for n in range(9, 18)]
    return names + [(f"C{n}", s) for n in range(18, 22) for s in moved]


def board_pairs(field: DutchField, brackets: Iterable[Bracket]) -> list[Pair]:
    """The pairs of all brackets with their colours, and the bye.

    >>> from damiera.tournament.model import Event, EventPlayer
    >>> from damiera.tournament.pairing.dutch_players import dutch_field
    >>> from damiera.tournament.pairing.field import field_of
    >>> two = dutch_field(field_of(Event(players=(EventPlayer(1, "A"), EventPlayer(2, "B"))), 1))
    >>> board_pairs(two, pair_brackets(two))
    [Pair(white=1, black=2)]
    """
    every = tuple(brackets)
    pairs = [dutch_pair(field, a, b) for bracket in every for a, b in bracket.couples]
    resting = every[-1].floaters if every else ()
    return pairs + [Pair(field.players[n].seat.number, None) for n in resting]
