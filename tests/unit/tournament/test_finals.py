"""Seeds of a final that groups lead to."""

from __future__ import annotations

from itertools import combinations

import pytest

from damiera.tournament.finals import seeded_apart, seeded_in_turn
from damiera.tournament.pairing.knockout import bracket, bracket_size


@pytest.mark.parametrize("groups", range(1, 9))
@pytest.mark.parametrize("tiers", [1, 2, 3, 4])
def test_the_first_of_the_groups_are_seeded_before_the_second(groups: int, tiers: int) -> None:
    seeds = seeded_apart(groups, tiers)
    assert [tier for _, tier in seeds] == [tier for _, tier in seeded_in_turn(groups, tiers)]
    assert sorted(seeds) == sorted(seeded_in_turn(groups, tiers))
    assert seeds[:groups] == seeded_in_turn(groups, 1)


@pytest.mark.parametrize("groups", range(2, 9))
def test_the_two_of_a_group_can_meet_only_in_the_final(groups: int) -> None:
    seeds = seeded_apart(groups, 2)
    order = bracket(bracket_size(2 * groups))
    for group in range(groups):
        one, other = (order.index(at) for at, (g, _) in enumerate(seeds, 1) if g == group)
        assert (one < len(order) // 2) != (other < len(order) // 2)


def test_the_four_of_a_group_stand_in_the_four_quarters() -> None:
    seeds = seeded_apart(4, 4)
    for a, b in combinations(range(16), 2):
        if seeds[bracket(16)[a] - 1][0] == seeds[bracket(16)[b] - 1][0]:
            assert a // 4 != b // 4
