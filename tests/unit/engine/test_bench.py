"""The signature of the search: the same number again, another one for another depth, and every game in it."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from damiera.cli.main import cli
from damiera.engine.bench import games, nodes_of, positions
from damiera.rules.ruleset import CATALOGUE


def test_the_number_is_the_same_again() -> None:
    for game in ("italian", "frisian", "hexdame"):
        first = nodes_of(game, 4)
        assert first == nodes_of(game, 4) > 100
        assert nodes_of(game, 5) > first


def test_every_game_with_the_common_search_is_in_it() -> None:
    assert set(games()) == {slug for slug, game in CATALOGUE.items() if game.core.family == "draughts"}
    assert len(positions("english")) == 6


@pytest.mark.parametrize("game", games())
def test_every_game_can_be_searched_and_judged(game: str) -> None:
    """South African draughts, 14 by 14, once had more shapes than there was room for."""
    assert nodes_of(game, 1) >= 6


def test_the_command_prints_one_number() -> None:
    result = CliRunner().invoke(cli, ["bench", "italian", "english", "--depth", "3"])
    assert result.exit_code == 0
    total = nodes_of("italian", 3) + nodes_of("english", 3)
    assert f"bench {total} nodes" in result.output.splitlines()[-1]
    told = json.loads(CliRunner().invoke(cli, ["bench", "italian", "--depth", "3", "--json"]).output)
    assert told == {"depth": 3, "games": {"italian": nodes_of("italian", 3)}, "nodes": nodes_of("italian", 3)}


def test_a_game_it_does_not_search_is_refused() -> None:
    result = CliRunner().invoke(cli, ["bench", "bashni"])
    assert result.exit_code == 2
    assert "bashni" in result.output
