"""Counts and longest wins equal those that others have published, or that a slow program found."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from damiera import _core, _endgame
from damiera.endgame.material import SliceMaterial, materials
from damiera.notation.fen import parse_fen
from damiera.rules.ruleset import ruleset

FIGURES = tomllib.loads((Path(__file__).parent / "totals.toml").read_text(encoding="utf-8"))
MOST_EVERYDAY = 3


def solved(game: str, pieces: int) -> _endgame.Tables:
    rules = _core.rules(game)
    tables = _endgame.Tables(rules)
    for n in range(2, pieces + 1):
        for material in materials(rules, n):
            if not tables.has(material):
                assert tables.solve(material, distances=True, threads=2)
    return tables


def counts(tables: _endgame.Tables, material: SliceMaterial) -> tuple[int, int, int, int]:
    totals = tables.totals(material)
    return totals.positions, totals.wins, totals.draws, totals.losses


def check(tables: _endgame.Tables, entry: dict[str, Any], pieces: int) -> None:
    every = materials(_core.rules(entry["game"]), pieces)
    summed = [sum(column) for column in zip(*(counts(tables, m) for m in every), strict=True)]
    assert summed == entry["pieces"][str(pieces)]
    if str(pieces) in entry.get("longest", {}):
        longest = max(tables.totals(m).longest_win or 0 for m in every)
        assert longest == entry["longest"][str(pieces)]
    if str(pieces) in entry.get("example", {}):
        position = parse_fen(entry["example"][str(pieces)], ruleset(entry["game"])).position()
        assert tables.value(position) == ("win", entry["longest"][str(pieces)])


@pytest.mark.parametrize("entry", FIGURES["totals"], ids=lambda entry: entry["game"])
def test_totals(entry: dict[str, Any]) -> None:
    tables = solved(entry["game"], MOST_EVERYDAY)
    for pieces in map(int, entry["pieces"]):
        if pieces <= MOST_EVERYDAY:
            check(tables, entry, pieces)


@pytest.mark.slow
def test_english_four_pieces() -> None:
    tables = solved("english", 4)
    for entry in FIGURES["slices"]:
        material = SliceMaterial(*entry["material"])
        assert list(counts(tables, material)) == entry["counts"]
        if "longest" in entry:
            assert tables.totals(material).longest_win == entry["longest"]
    assert sum(tables.totals(m).positions for m in materials(_core.rules("english"), 4)) == 6_209_316


@pytest.mark.deep
@pytest.mark.parametrize("entry", FIGURES["totals"], ids=lambda entry: entry["game"])
def test_totals_of_more_pieces(entry: dict[str, Any]) -> None:
    more = [n for n in map(int, entry["pieces"]) if n > MOST_EVERYDAY]
    tables = solved(entry["game"], max([*more, MOST_EVERYDAY + 1]))
    for pieces in more:
        check(tables, entry, pieces)
    rules = _core.rules(entry["game"])
    for material in materials(rules, MOST_EVERYDAY + 1):
        findings = tables.verify(material, threads=2)
        assert findings is not None
        assert findings.wrong == 0


@pytest.mark.deep
@pytest.mark.parametrize("game", ["italian", "english", "russian"])
def test_five_pieces_prove_themselves(game: str) -> None:
    tables = solved(game, 5)
    positions = 0
    for material in materials(_core.rules(game), 5):
        findings = tables.verify(material, threads=2)
        assert findings is not None
        assert findings.wrong == 0
        positions += findings.positions
    assert positions == 139_450_808


@pytest.mark.parametrize("entry", FIGURES["sizes"], ids=lambda entry: entry["game"])
def test_sizes(entry: dict[str, Any]) -> None:
    """No slice has fewer places than there are positions, and few have many more."""
    rules = _core.rules(entry["game"])
    tables = _endgame.Tables(rules)
    assert rules.squares == entry["squares"]
    for pieces, count in entry["counts"].items():
        places = sum(tables.places(m) for m in materials(rules, int(pieces)))
        assert count <= places < count * 1.06
