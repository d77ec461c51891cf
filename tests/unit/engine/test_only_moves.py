"""Endings of three pieces with one move that keeps the win, or the draw: the engine finds it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks import only_moves
from damiera._core import Move
from damiera.endgame.build import Builder
from damiera.endgame.only_moves import OnlyMovePosition, endings
from damiera.endgame.probe import EndgameTables, Verdict
from damiera.engine.builtin import BuiltinEngine
from damiera.engine.limits import SearchLimits
from damiera.rules.ruleset import ITALIAN


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("tables")
    Builder(ITALIAN.core, 3, distances=True, folder=place).run()
    return place


@pytest.fixture(scope="module")
def chosen(folder: Path) -> list[OnlyMovePosition]:
    return endings(ITALIAN.core, EndgameTables(ITALIAN.core, folder), 3, 100)


def played(chosen: list[OnlyMovePosition], folder: Path | None, nodes: int) -> list[Move]:
    engine, moves = BuiltinEngine("italian", hash_mb=1, tables=folder), []
    for one in chosen:
        engine.clear()
        moves.append(engine.choose(one.position, limits=SearchLimits(nodes=nodes)).move)
    return moves


def test_they_are_what_they_are_called(chosen: list[OnlyMovePosition], folder: Path) -> None:
    tables = EndgameTables(ITALIAN.core, folder)
    assert {one.kind for one in chosen} == {Verdict.WIN, Verdict.DRAW}
    assert len({one.position for one in chosen}) == len(chosen) > 40
    for one in chosen:
        worth = {move: tables.need(one.position.play(move)).verdict.opposite for move in one.position.moves()}
        assert [move for move, verdict in worth.items() if verdict is one.kind] == [one.only]
        assert max(verdict.rank for verdict in worth.values()) == one.kind.rank
        assert (one.plies is None) == (one.kind is Verdict.DRAW)


@pytest.mark.slow
def test_a_seed_gives_the_same_endings(chosen: list[OnlyMovePosition], folder: Path) -> None:
    tables = EndgameTables(ITALIAN.core, folder)
    assert endings(ITALIAN.core, tables, 3, 100) == chosen
    assert endings(ITALIAN.core, tables, 3, 100, seed=2) != chosen


def test_with_tables_every_one_is_solved(chosen: list[OnlyMovePosition], folder: Path) -> None:
    assert played(chosen, folder, 500) == [one.only for one in chosen]


def test_without_tables_nineteen_in_twenty_are(chosen: list[OnlyMovePosition]) -> None:
    moves = played(chosen, None, 100_000)
    right = sum(move == one.only for move, one in zip(moves, chosen, strict=True))
    assert right >= 0.95 * len(chosen)


def test_where_they_are_rare_others_make_up_the_number(folder: Path) -> None:
    tables = EndgameTables(ITALIAN.core, folder)
    assert [len(endings(ITALIAN.core, tables, 3, count)) for count in (1, 7, 120)] == [1, 7, 120]


def test_the_benchmark_goes_on_where_it_was_stopped(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "answers"
    asked = [
        *("--count", "12", "--nodes", "20000"),
        *("--folder", str(folder), "--journal", str(journal)),
    ]
    only_moves.main(asked)
    whole, said = journal.read_bytes(), capsys.readouterr().out
    lines = whole.splitlines(keepends=True)
    assert len(lines) == 24
    assert b'"played"' in lines[0]
    lines[0] = re.sub(b'"played":"[^"]*"', b'"played":"1-1"', lines[0])  # a miss that was written down
    journal.write_bytes(b"".join(lines[:15]) + lines[15][:-3])  # killed in the middle of a line
    only_moves.main(asked)
    again = journal.read_bytes()
    kept, new = again.splitlines()[:15], again.splitlines()[15:]
    assert b"".join(line + b"\n" for line in kept) == b"".join(lines[:15])
    assert len(new) == 9
    assert "played 1-1" not in said
    assert "played 1-1" in capsys.readouterr().out
