"""The fast solver agrees with a slow one that shares nothing with it but the moves."""

from __future__ import annotations

import random

import pytest

from damiera import _core, _endgame
from damiera.endgame.material import SliceMaterial, material_of, materials
from tests.unit.endgame.slow import after, solve

GAMES = (
    *("italian", "english", "russian", "brazilian", "pool", "spanish", "portuguese", "czech", "thai"),
    *("international", "killer", "frisian", "turkish", "italian-losing", "breakthrough", "antidraughts"),
    *("hexdame", "armenian", "tobit"),
)  # fmt: skip
SMALL = (
    *("italian~board=6x6~rows=2", "italian-losing~board=6x6~rows=2", "killer~board=6x6~rows=2"),
    *("turkish~board=4x4~rows=1~first-row=1", "frysk~board=6x6", "tobit~board=5x5~rows=1"),
)


def rules_of(game: str) -> _core.Rules:
    return _core.compose(game) if "~" in game else _core.rules(game)


def solved(rules: _core.Rules, pieces: int) -> _endgame.Tables:
    tables = _endgame.Tables(rules)
    for n in range(2, pieces + 1):
        for material in materials(rules, n):
            if not tables.has(material):
                assert tables.solve(material, distances=True)
    return tables


def compare(rules: _core.Rules, pieces: int) -> int:
    tables = solved(rules, pieces)
    seen = 0
    for position, value in solve(rules, pieces).items():
        if rules.goal == "breakthrough" and (position.white_kings or position.black_kings):
            continue  # the game is over, whoever moves
        white, black = position.white_men + position.white_kings, position.black_men + position.black_kings
        if white and black:
            seen += 1
            assert tables.value(position) == value, position.fen
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_position_of_two_pieces(game: str) -> None:
    rules = rules_of(game)
    positions = sum(solved(rules, 2).totals(m).positions for m in materials(rules, 2))
    assert compare(rules, 2) == 2 * positions


@pytest.mark.slow
@pytest.mark.parametrize("game", SMALL)
def test_every_position_of_three_pieces_on_a_small_board(game: str) -> None:
    assert compare(rules_of(game), 3) > 1_000


@pytest.mark.deep
@pytest.mark.parametrize("game", ["italian", "russian", "killer~board=8x8~rows=3", "italian-losing"])
def test_every_position_of_three_pieces(game: str) -> None:
    assert compare(rules_of(game), 3) >= 2 * 196_032


@pytest.mark.parametrize("game", ["italian", "international", "frisian", "turkish"])
def test_lines_end_when_they_should(game: str) -> None:
    """From a sample of three pieces the best moves lead down to the end, and the loser has no better."""
    rules = _core.rules(game)
    tables = solved(rules, 3)
    rng = random.Random(5)
    every = materials(rules, 3)
    for _ in range(200):
        material = rng.choice(every)
        position = tables.position(material, rng.randrange(tables.places(material)))
        if position is not None:
            _play_out(tables, position, rng)


def _play_out(tables: _endgame.Tables, position: _core.Position, rng: random.Random) -> None:
    while True:
        value = tables.value(position)
        assert value is not None
        verdict, plies = value
        reached = [(tables.value(after(position, move)), move) for move in position.moves()]
        if verdict == "draw":
            known = {one[0] for one, _ in reached if one}
            assert "draw" in known
            assert "loss" not in known
            return
        if not reached:
            assert value == ("loss", 0)
            return
        wanted = ("loss" if verdict == "win" else "win", plies - 1)
        assert wanted in [one for one, _ in reached]
        if verdict == "loss":
            assert all(one is not None and one[0] == "win" and one[1] <= plies - 1 for one, _ in reached)
        position = after(position, rng.choice([move for one, move in reached if one == wanted]))


def test_places_and_positions_are_one_to_one() -> None:
    rules = _core.rules("international")
    tables = _endgame.Tables(rules)
    for material in (SliceMaterial(1, 1, 1, 0), SliceMaterial(2, 0, 1, 0), SliceMaterial(0, 1, 1, 2)):
        places = tables.places(material)
        sample = range(0, places, max(1, places // 3_000))
        found = [tables.position(material, place) for place in sample]
        there = [position for position in found if position is not None]
        assert len(set(there)) == len(there)
        assert all(material_of(position) == material for position in there)
        assert all(material_of(position.rotated()) == material for position in there)
