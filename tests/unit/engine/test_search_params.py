"""The parameters of the search: they change what is looked at, and never what is true."""

from __future__ import annotations

import random

import pytest

from damiera import _core
from damiera._core import Position, Search, Side
from damiera.endgame.probe import EndgameTables, Verdict
from damiera.engine.weightfile import weights_of

PARAMS = _core.search_params()
EXTREMES = {f"{name}={value}": {name: value} for name, (_, *bounds) in PARAMS.items() for value in bounds}
SETS = EXTREMES | {
    "all least": {name: least for name, (_, least, _) in PARAMS.items()},
    "all most": {name: most for name, (_, _, most) in PARAMS.items()},
}


def endings(game: str, count: int) -> list[Position]:
    """Random endings of three and four pieces, men and kings."""
    rules, rng, found = _core.rules(game), random.Random(11), list[Position]()
    squares = range(1, 33)
    while len(found) < count:
        drawn = rng.sample(squares, rng.choice((3, 4)))
        kings = [square for square in drawn if rng.random() < 0.6 or square <= 4 or square > 28]
        white = drawn[: len(drawn) // 2 + rng.randrange(2)]
        sides = [[s for s in drawn if (s in white) is own] for own in (True, False)]
        if not all(sides):
            continue
        placed = [[[s for s in side if (s in kings) is k] for k in (False, True)] for side in sides]
        (white_men, white_kings), (black_men, black_kings) = placed
        side = rng.choice((Side.WHITE, Side.BLACK))
        found.append(rules.position(side, white_men, white_kings, black_men, black_kings))
    return found


@pytest.mark.parametrize("game", ["italian", "russian"])
@pytest.mark.parametrize("params", SETS.values(), ids=SETS)
def test_what_is_proved_is_true(game: str, params: dict[str, int]) -> None:
    """With any parameters: who is told to have won has, by the endgame tables, and the move is legal."""
    tables, search = EndgameTables(_core.rules(game)), Search(_core.rules(game), hash_mb=1, params=params)
    proofs = 0
    for position in endings(game, 12):
        if not position.has_moves():
            continue
        result = search.think(position, depth=9, nodes=3_000)
        assert result.move in position.moves()
        if abs(result.score_cp) > 29_000:
            proofs += 1
            value = tables.need(position).verdict
            assert value is (Verdict.WIN if result.score_cp > 0 else Verdict.LOSS), position.fen
    assert proofs


@pytest.mark.parametrize("params", [{}, {"history-percent": 70, "table-keep": 0, "singular-depth": 5}])
def test_a_search_after_clear_knows_nothing_of_those_before(params: dict[str, int]) -> None:
    rules = _core.rules("international")
    position = rules.start()
    for _ in range(9):
        position = position.play(position.moves()[-1])
    search = Search(rules, hash_mb=4, weights=weights_of("international"), params=params)
    first = search.think(position, nodes=30_000)
    again = search.think(position, nodes=30_000)
    search.clear()
    cleared = search.think(position, nodes=30_000)
    fresh = Search(rules, hash_mb=4, weights=weights_of("international"), params=params)
    for other in (cleared, fresh.think(position, nodes=30_000)):
        assert (other.depth, other.score_cp, other.pv) == (first.depth, first.score_cp, first.pv)
    assert again.depth > first.depth  # what was found out before helps


@pytest.mark.slow
def test_every_parameter_has_an_effect() -> None:
    """Another value somewhere within its bounds changes what a search visits."""
    rules, weights = _core.rules("international"), weights_of("international")
    positions = []
    for seed in range(4):
        rng, position = random.Random(seed), rules.start()
        for _ in range(12 + 14 * seed):
            position = position.play(rng.choice(position.moves()))
        positions.append(position)
    ending = rules.position(Side.WHITE, [27, 38], [4], [13, 9], [46])
    base = {"singular-depth": 6, "probe-depth": 3}

    def visited(params: dict[str, int]) -> list[int]:
        search = Search(rules, hash_mb=2, weights=weights, params=base | params)
        found = [search.think(position, depth=8).nodes for position in (*positions, *positions[1:])]
        return [*found, search.think(ending, depth=12).nodes]

    usual = visited({})
    without = [
        name
        for name, (value, least, most) in PARAMS.items()
        if all(
            visited({name: other}) == usual
            for other in {least, most, (least + value) // 2} - {base.get(name, value)}
        )
    ]
    assert without == []


def test_a_parameter_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="no parameter book"):
        Search(_core.rules("italian"), params={"book": 1})


@pytest.mark.parametrize("value", [1, 100, -1])
def test_a_value_out_of_bounds_is_refused(value: int) -> None:
    with pytest.raises(ValueError, match=f"probe-depth is {value}:"):
        Search(_core.rules("italian"), params={"probe-depth": value})
    params: tuple[dict[str, int], dict[str, int]] = ({}, {"probe-depth": value})
    with pytest.raises(ValueError, match=f"probe-depth is {value}"):
        _core.self_match(_core.rules("italian"), None, None, pairs=1, nodes=(9, 9), params=params)


def test_games_of_families_have_none_and_heed_none() -> None:
    bashni = _core.rules("bashni")
    nodes = [
        Search(bashni, hash_mb=1, params=params).think(bashni.start(), depth=4).nodes
        for params in ({}, {"window": 1})
    ]
    assert nodes[0] == nodes[1]
