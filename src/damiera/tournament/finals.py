"""A final that groups lead to: who is seeded where, so that those of one group meet as late as can be.

No text of the federation that we found says how; this is our default. The first of the groups are seeded
before the second, these before the third, and so on. In a bracket the players of each such tier change seeds
among themselves, by one matching: what counts is the earliest round in which two of a group could meet.
"""

from __future__ import annotations

from damiera.tournament.pairing.knockout import bracket, bracket_size

__all__ = ["seeded_apart", "seeded_in_turn"]


def seeded_in_turn(groups: int, tiers: int) -> tuple[tuple[int, int], ...]:
    """Return (group, tier) of each seed, both from 0: the first of each group, then the second of each.

    >>> seeded_in_turn(2, 2)
    ((0, 0), (1, 0), (0, 1), (1, 1))
    """
    return tuple((group, tier) for tier in range(tiers) for group in range(groups))


def seeded_apart(groups: int, tiers: int) -> tuple[tuple[int, int], ...]:
    """Return (group, tier) of each seed of a bracket, those of one group as far apart as can be.

    >>> seeded_apart(4, 2)[4:]
    ((1, 1), (0, 1), (3, 1), (2, 1))
    """
    order = bracket(bracket_size(groups * tiers))
    place = {seed: at for at, seed in enumerate(order)}
    depth = len(order).bit_length()

    def cost(seed: int, group: int) -> int:
        meets = ((place[seed] ^ place[at]).bit_length() for at, (g, _) in enumerate(seats, 1) if g == group)
        return sum((tiers + 1) ** (depth - round) for round in meets)

    seats: list[tuple[int, int]] = []
    for tier in range(tiers):
        first = len(seats) + 1
        costs = [[cost(first + at, group) for group in range(groups)] for at in range(groups)]
        seats += [(group, tier) for group in _cheapest(costs)]
    return tuple(seats)


def _cheapest(costs: list[list[int]]) -> list[int]:
    """Return the column of each row, each once, of the least sum; near the diagonal where sums are equal."""
    import rustworkx

    size = len(costs)
    spread = size**3 + 1
    most = max(map(max, costs)) * spread + size**2
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(list(range(2 * size)))
    for row, line in enumerate(costs):
        for column, cost in enumerate(line):
            graph.add_edge(row, size + column, most - cost * spread - (row - column) ** 2)
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    column_of = {min(pair): max(pair) - size for pair in matched}
    return [column_of[row] for row in range(size)]
