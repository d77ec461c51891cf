"""Perft: the published counts, from files that tests and benchmarks share.

The everyday run counts what takes a moment; `make perft` counts every line of every file.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from damiera import _core
from damiera.testing.perft import PerftTable, read_perft

EVERYDAY = 20_000_000
TABLES = [read_perft(path) for path in sorted(Path(__file__).parent.glob("*.perft"))]


def _case(table: PerftTable, depth: int, leaves: int) -> object:
    marks = [pytest.mark.deep] if leaves > EVERYDAY else []
    return pytest.param(table, depth, leaves, id=f"{table.game}-{table.name}-{depth}", marks=marks)


CASES = [_case(table, depth, leaves) for table in TABLES for depth, leaves in table.counts]


def _deepest(table: PerftTable, limit: int) -> int:
    return max(depth for depth, leaves in table.counts if leaves <= limit)


@pytest.mark.parametrize(("table", "depth", "leaves"), CASES)
def test_published_count(table: PerftTable, depth: int, leaves: int) -> None:
    assert table.position().perft(depth) == leaves


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.game}-{table.name}")
def test_making_every_move_counts_the_same(table: PerftTable) -> None:
    depth = _deepest(table, 2_000_000)
    position = table.position()
    assert position.perft(depth, bulk=False) == position.perft(depth)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.game}-{table.name}")
def test_parts_make_the_whole(table: PerftTable) -> None:
    depth = _deepest(table, 1_000_000)
    position = table.position()
    parts = position.divide(depth)
    assert [move for move, _ in parts] == list(position.moves())
    assert all(position.play(move).perft(depth - 1) == leaves for move, leaves in parts)
    assert sum(leaves for _, leaves in parts) == position.perft(depth)


def test_every_game_has_a_table() -> None:
    assert {table.game for table in TABLES if not table.game.endswith("-losing")} == {
        slug for slug in _core.compiled() if not slug.endswith("-losing")
    }
    assert all(table.source for table in TABLES)
