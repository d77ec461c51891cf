"""The perfect matching that is best by an ordered list of whole numbers: the first decides, then the next.

Each edge carries a row of costs, one for each level; a matching is worth the sums of its rows, compared
level by level. rustworkx finds a cheapest matching for costs of up to 127 bits. Rows are packed into such
numbers in passes: what is settled already is held by weights that outdo all that is known to follow, so that
a level costs no more bits than its value has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

__all__ = ["LevelGraph", "perfect"]

BITS = 118
"""What one packed cost may fill; the matching itself needs some room above it."""

Row = tuple[int, ...]
Couple = tuple[int, int]


class LevelGraph(msgspec.Struct):
    """A graph whose edges carry rows of costs, and the best matching found of it.

    Attributes:
        edges: the two ends and the number of the row in `rows`.
        rows: each row of costs once, none of them negative.
        most: for each level more than which no matching worth looking at can have.
        size: how many nodes there are, with edges or without.
        mates: the matching, both ways; empty before the first `settle`.
        settled: how many levels `mates` is known to be best in.
        hint: a cost of edges that decides between matchings equal in all levels, where there are bits left
            for it; in sum at most `hint_most`.

    >>> graph = LevelGraph([(0, 1, 0), (2, 3, 0), (0, 2, 1), (1, 3, 2)], [(1, 0), (0, 1), (0, 2)], (2, 4), 4)
    >>> graph.settle()
    True
    >>> graph.mates[0], graph.values()
    (2, (0, 3))
    """

    edges: list[tuple[int, int, int]]
    rows: list[Row]
    most: Sequence[int]
    size: int
    mates: dict[int, int] = {}
    settled: int = 0
    hint: Callable[[int, int], int] | None = None
    hint_most: int = 0

    def values(self) -> Row:
        """The sums of the levels in `mates`."""
        rows, mates = self.rows, self.mates
        used = [rows[r] for a, b, r in self.edges if mates[a] == b]
        return tuple(map(sum, zip(*used, strict=True))) if used else (0,) * len(self.most)

    def settle(self, upto: int | None = None) -> bool:
        """Make `mates` best in all levels, or the first `upto`; False if there is no perfect matching."""
        last = len(self.most) if upto is None else upto
        if not self.mates and not self._settle_some((0,) * len(self.most), last):
            return False
        while True:
            values = self.values()
            while self.settled < last and values[self.settled] == 0:
                self.settled += 1
            if self.settled >= last:
                self._prune(values)
                return True
            self._settle_some(values, last)

    def choose(self, extra: Mapping[Couple, int]) -> None:
        """Of the matchings best in all levels take one with the least sum of `extra` (none negative).

        `extra` and its sum must fit into `room` bits.
        """
        mates = self.mates
        now = sum(cost for (a, b), cost in extra.items() if mates.get(a) == b)
        weights = self.held(self.values(), now)
        self._match([_packed(row, weights) for row in self.rows], extra)

    def room(self) -> int:
        """How many bits `choose` has for what it adds."""
        values = self.values()
        weights = self.held(values)
        held = sum(w * v for w, v in zip(weights, values, strict=True)) + max(weights, default=0)
        return BITS - held.bit_length() - 1

    def choose_in_order(
        self,
        choices: Sequence[tuple[int, Callable[[int], int]]],
        first: Callable[[int, int], int] | None = None,
    ) -> None:
        """Give each node in turn the neighbour of the least cost that is left to it.

        `choices` are nodes with the cost of each neighbour; `first` is a cost of edges (the smaller end
        first) that must stay as small as it is in `mates`.
        """
        near: dict[int, dict[int, int]] = {}
        for a, b, row in self.edges:
            near.setdefault(a, {})[b] = row
            near.setdefault(b, {})[a] = row
        done = 0
        while done < len(choices):
            node, cost = choices[done]
            if cost(self.mates[node]) == min(map(cost, near[node])):
                self._freeze(near, node, cost)
                done += 1
                continue
            self.edges = [(a, b, row) for a, beside in near.items() for b, row in beside.items() if a < b]
            block = self._block(choices[done:], near, first)
            for node, cost in choices[done : done + block]:
                self._freeze(near, node, cost)
            done += block
        self.edges = [(a, b, row) for a, beside in near.items() for b, row in beside.items() if a < b]

    def choose_crossing(self, leaders: Sequence[int], others: Sequence[int]) -> None:
        """Give each of `leaders` in turn the first of their neighbours that can be had, as `choose_in_order`.

        Every edge of `leaders` must go to one of `others`, and the mates of those who have no leader have
        no other edges but to `others`.
        """
        sides = _Sides(self, leaders, others)
        for place in range(len(leaders)):
            sides.first(place)
        for node, mate in sides.chosen():
            self.mates[node], self.mates[mate] = mate, node

    def _block(
        self,
        choices: Sequence[tuple[int, Callable[[int], int]]],
        near: Mapping[int, Mapping[int, int]],
        first: Callable[[int, int], int] | None,
    ) -> int:
        """Choose for as many of the nodes as one matching has bits for, and say how many they are."""
        extra: dict[Couple, int] = {}
        if first is not None:
            extra = {(a, b): more for a, b, _ in self.edges if (more := first(a, b))}
        held = sum(more for (a, b), more in extra.items() if self.mates.get(a) == b)
        room = self.room() - (held + max(extra.values(), default=0)).bit_length() - 1
        spans: list[int] = []
        total = 1
        for node, cost in choices:
            span = 1 + max(map(cost, near[node]))
            if spans and (total * span).bit_length() > room:
                break
            spans.append(span)
            total *= span
        extra = {couple: more * total for couple, more in extra.items()}
        weight = total
        for (node, cost), span in zip(choices, spans, strict=False):
            weight //= span
            for other in near[node]:
                couple = (node, other) if node < other else (other, node)
                extra[couple] = extra.get(couple, 0) + weight * cost(other)
        self.choose(extra)
        return len(spans)

    def _freeze(self, near: dict[int, dict[int, int]], node: int, cost: Callable[[int], int]) -> None:
        """Leave a node only the neighbours that cost as much as its mate."""
        mate = self.mates[node]
        taken = cost(mate)
        for other in [o for o in near[node] if cost(o) != taken]:
            del near[node][other], near[other][node]
        if len(near[node]) == 1:
            for other in [o for o in near[mate] if o != node]:
                del near[mate][other], near[other][mate]

    def held(self, values: Row, below: int = 0) -> list[int]:
        """Weights that hold every level at its value while less than `below` is to be won beneath."""
        weights = [0] * len(values)
        for level in range(len(values) - 1, -1, -1):
            weights[level] = below + 1
            below += weights[level] * values[level]
        return weights

    def _settle_some(self, values: Row, last: int) -> bool:
        """Settle as many further levels as one matching has bits for; False if there is none."""
        for end in range(last, self.settled, -1):
            weights, below = [0] * len(values), 0
            for level in range(end - 1, self.settled - 1, -1):
                weights[level] = below + 1
                below += weights[level] * self.most[level]
            below = sum(w * v for w, v in zip(weights, values, strict=True))
            for level in range(self.settled - 1, -1, -1):
                weights[level] = below + 1
                below += weights[level] * values[level]
            packed = [_packed(row, weights) for row in self.rows]
            if end == self.settled + 1 or max(packed, default=0).bit_length() <= BITS:
                break
        self.settled = end
        hint = self.hint
        if hint is None or (max(packed, default=0) * (self.hint_most + 1)).bit_length() > BITS:
            return self._match(packed)
        packed = [cost * (self.hint_most + 1) for cost in packed]
        return self._match(packed, {(a, b): hint(a, b) for a, b, _ in self.edges})

    def _prune(self, values: Row) -> None:
        """Drop the edges that no matching with these values can use."""
        fits = [all(cost <= value for cost, value in zip(row, values, strict=True)) for row in self.rows]
        if self.settled == len(values) and not all(fits):
            self.edges = [edge for edge in self.edges if fits[edge[2]]]

    def _match(self, packed: Sequence[int], extra: Mapping[Couple, int] | None = None) -> bool:
        if extra:
            costs = [(a, b, packed[r] + extra.get((a, b), 0)) for a, b, r in self.edges]
        else:
            costs = [(a, b, packed[r]) for a, b, r in self.edges]
        count = 1 + max((max(a, b) for a, b, _ in self.edges), default=-1)
        mates = perfect(costs, count)
        if len(mates) < self.size:
            return False
        self.mates = mates
        return True


class _Sides:
    """A two-sided part of a graph, with the edges that some best matching uses: those tight by its duals."""

    def __init__(self, graph: LevelGraph, leaders: Sequence[int], others: Sequence[int]) -> None:
        mates = graph.mates
        right, leading = sorted(others), set(leaders)
        left = [*leaders, *(mates[n] for n in right if mates[n] not in leading)]
        self.left, self.right = left, right
        at = {n: i for i, n in enumerate(left)}
        to = {n: j for j, n in enumerate(right)}
        values = graph.values()
        weights = graph.held(values)
        packed = [_packed(row, weights) for row in graph.rows]
        costs: list[dict[int, int]] = [{} for _ in left]
        for a, b, row in graph.edges:
            if a in at and b in to:
                costs[at[a]][to[b]] = packed[row]
            elif b in at and a in to:
                costs[at[b]][to[a]] = packed[row]
        self.mate = [to[mates[n]] for n in left]
        self.owner = [0] * len(right)
        for i, j in enumerate(self.mate):
            self.owner[j] = i
        self._tighten(costs)

    def _tighten(self, costs: list[dict[int, int]]) -> None:
        """Keep the edges of no reduced cost: `rows` by the left side and `columns` by the right, as bits."""
        height = _duals(costs, self.mate, self.owner)
        depth = [costs[i][j] - height[i] for j, i in enumerate(self.owner)]
        self.rows = [0] * len(self.left)
        self.columns = [0] * len(self.right)
        for i, row in enumerate(costs):
            for j, cost in row.items():
                if cost == height[i] + depth[j]:
                    self.rows[i] |= 1 << j
                    self.columns[j] |= 1 << i
        self.open = (1 << len(self.left)) - 1

    def first(self, i: int) -> None:
        """Give the left node `i` its first tight neighbour that others can do without, and fix it there."""
        self.open &= ~(1 << i)
        now = self.mate[i]
        wanted = self.rows[i] & ((1 << now) - 1)
        if wanted:
            self._take(i, wanted)
        self.columns[self.mate[i]] = 0

    def _take(self, i: int, wanted: int) -> None:
        """Find the first of `wanted` whose owner can be led, step by step, to what `i` has now."""
        after: dict[int, int] = {}
        queue, seen, best = [self.mate[i]], 0, wanted.bit_length()
        low = (wanted & -wanted).bit_length() - 1
        for j in queue:
            new = self.columns[j] & self.open & ~seen
            seen |= new
            while new:
                bit = new & -new
                new ^= bit
                k = bit.bit_length() - 1
                after[k] = j
                queue.append(self.mate[k])
                if self.mate[k] < best and wanted >> self.mate[k] & 1:
                    best = self.mate[k]
            if best == low:
                break
        if best < wanted.bit_length() and wanted >> best & 1 and self.owner[best] in after:
            self._shift(i, best, after)

    def _shift(self, i: int, j: int, after: Mapping[int, int]) -> None:
        """Give `j` to `i`, and to each owner in turn what comes after."""
        end = self.mate[i]
        node = i
        while True:
            loser = self.owner[j]
            self.mate[node], self.owner[j] = j, node
            if j == end:
                return
            node, j = loser, after[loser]

    def chosen(self) -> Iterable[Couple]:
        """The couples as they stand."""
        return ((self.left[i], self.right[j]) for i, j in enumerate(self.mate))


def _duals(costs: list[dict[int, int]], mate: Sequence[int], owner: Sequence[int]) -> list[int]:
    """Heights of the left side under which no edge costs less than the heights of its ends."""
    height = [0] * len(costs)
    waiting = list(range(len(costs)))
    columns: list[list[tuple[int, int]]] = [[] for _ in owner]
    for i, row in enumerate(costs):
        for j, cost in row.items():
            columns[j].append((i, cost - costs[owner[j]][j]))
    while waiting:
        lower: set[int] = set()
        for k in waiting:
            base = height[k]
            for i, step in columns[mate[k]]:
                if base + step < height[i]:
                    height[i] = base + step
                    lower.add(i)
        waiting = sorted(lower)
    return height


def _packed(row: Row, weights: Sequence[int]) -> int:
    return sum(cost * weight for cost, weight in zip(row, weights, strict=True) if cost)


def perfect(costs: Iterable[tuple[int, int, int]], count: int) -> dict[int, int]:
    """The mates, both ways, in a greatest matching of the least cost on the nodes 0 to `count` - 1.

    >>> perfect([(0, 1, 5), (2, 3, 5), (0, 2, 1), (1, 3, 1)], 4)[0]
    2
    """
    import rustworkx

    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(count))
    graph.add_edges_from([(a, b, -cost) for a, b, cost in costs])
    mates: dict[int, int] = {}
    for a, b in rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int):
        mates[a], mates[b] = b, a
    return mates
