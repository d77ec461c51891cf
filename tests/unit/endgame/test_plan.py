"""What a build will take, said before it begins."""

from __future__ import annotations

from math import comb
from pathlib import Path

import pytest

from damiera import _core
from damiera.endgame.build import Builder
from damiera.endgame.errors import NoSlice, NoTablesFor
from damiera.endgame.material import SliceMaterial
from damiera.endgame.plan import PairGraph, plan_build

ENGLISH = _core.rules("english")


def places(m: SliceMaterial) -> int:
    """Places on 32 squares, of which 28 are for men."""
    left = 32 - m.white_men - m.black_men
    return (
        comb(28, m.white_men)
        * comb(28, m.black_men)
        * comb(left, m.white_kings)
        * comb(left - m.white_kings, m.black_kings)
    )


def places_up_to(pieces: int) -> int:
    graph = PairGraph(ENGLISH, pieces)
    return sum(map(graph.places, graph.pairs))


def test_all_pairs_of_seven_pieces_are_there_with_their_sizes() -> None:
    graph = PairGraph(ENGLISH, 7)
    assert (len(graph.slices), len(graph.pairs)) == (259, 134)
    for pair in graph.pairs:
        assert graph.places(pair) == sum(map(places, graph.of(pair)))
    assert sum(map(graph.places, graph.pairs)) == 39_715_204_180


def test_steps_need_earlier_ones_alone() -> None:
    graph = PairGraph(ENGLISH, 5)
    done: set[SliceMaterial] = set()
    for wave in graph.waves():
        for pair in wave:
            assert done.issuperset(graph.needs(pair))
        done.update(wave)
    assert done == set(graph.pairs)


def test_a_chain_is_as_long_as_what_waits_for_it() -> None:
    graph = PairGraph(ENGLISH, 4)
    first = graph.pairs[0]
    assert graph.tails[first] == max(graph.tails.values()) > graph.places(first)
    for pair in graph.pairs:
        waiting = [graph.tails[one] for one in graph.pairs if pair in graph.needs(one)]
        assert graph.tails[pair] == graph.places(pair) + max(waiting, default=0)


@pytest.mark.parametrize("distances", [False, True])
def test_the_files_that_a_pair_needs_are_enough_for_it(tmp_path: Path, distances: bool) -> None:
    """A pair is solved with these alone, and the memory of all is what was foretold."""
    full, few = tmp_path / "full", tmp_path / "few"
    Builder(ENGLISH, 3, distances=distances, folder=full, threads=1).run()
    graph, pair = PairGraph(ENGLISH, 3, distances=distances), SliceMaterial(1, 1, 1, 0)
    pair = next(one for one in graph.pairs if pair in graph.of(one))
    kind = "dtw" if distances else "wld"
    for one in graph.files(pair):
        path = Path("english", str(one.pieces), f"{one.name}.{kind}")
        (few / path).parent.mkdir(parents=True, exist_ok=True)
        (few / path).write_bytes((full / path).read_bytes())
    heads = Builder(ENGLISH, 3, distances=distances, folder=few, threads=1).build_pair(pair)
    assert [head.material for head in heads if not head.distances] == list(graph.of(pair))
    for path in few.rglob("*.*"):
        assert path.read_bytes() == (full / path.relative_to(few)).read_bytes()


def test_the_memory_of_seven_pieces() -> None:
    """Three bytes a place of both slices, then two bits; with distances two bytes more, at most."""
    graph = PairGraph(ENGLISH, 7)
    largest = max(graph.pairs, key=lambda pair: graph.memory(pair).most)
    assert (largest.name, graph.places(largest)) == ("2212", 3_016_567_008)
    one = graph.places(largest) // 2
    assert graph.memory(largest).solving == 6 * one + one // 4
    assert graph.memory(largest).most == 10_012_862_161
    with_plies = PairGraph(ENGLISH, 7, distances=True)
    assert max(with_plies.memory(pair).most for pair in with_plies.pairs) == 19_079_308_584


def test_what_is_there_is_left_out(tmp_path: Path) -> None:
    before = plan_build(ENGLISH, 3, folder=tmp_path, sample_s=0.0)
    assert (before.slices_there, before.pairs_there, before.places_left) == (0, 0, before.places)
    Builder(ENGLISH, 2, folder=tmp_path, threads=1).run()
    after = plan_build(ENGLISH, 3, folder=tmp_path, sample_s=0.0)
    assert (after.slices_there, after.pairs_there) == (4, 3)
    assert after.places_left == before.places - places_up_to(2)
    assert after.disk_bytes < before.disk_bytes
    Builder(ENGLISH, 3, folder=tmp_path, threads=1).run()
    done = plan_build(ENGLISH, 3, folder=tmp_path, sample_s=0.0)
    assert (done.waves, done.largest, done.disk_bytes, done.processor_s) == ((), None, 0, 0)


def test_single_slices_with_what_they_lead_to(tmp_path: Path) -> None:
    wanted = SliceMaterial(1, 0, 0, 2)
    builder = Builder(ENGLISH, 3, only=[wanted], folder=tmp_path, threads=1)
    builder.run()
    built = sorted(path.stem for path in tmp_path.rglob("*.wld"))
    assert built == sorted(one.name for one in PairGraph(ENGLISH, 3, only=[wanted]).slices)
    assert builder.total == len(built) < 16
    assert {"1002", "0210", "0102", "0201", "0101"} <= set(built)
    with pytest.raises(NoSlice):
        PairGraph(ENGLISH, 3, only=[SliceMaterial(2, 0, 0, 2)])
    with pytest.raises(NoTablesFor):
        PairGraph(_core.rules("canadian"), 2)
