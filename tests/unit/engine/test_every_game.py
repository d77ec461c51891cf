"""The engine plays every game: by the rules, at every level, through Hub, and better than chance."""

from __future__ import annotations

import random

import pytest

from damiera._core import Position, Side
from damiera.engine.builtin import BuiltinEngine
from damiera.engine.hub.text import format_board, format_move, parse_board, parse_move
from damiera.engine.limits import SearchLimits
from damiera.rules.ruleset import CATALOGUE, ruleset
from tests.examples import in_turn

VARIANTS = [
    "chinese-checkers~seats=3",
    "chinese-checkers~seats=6",
    "german~landing=adjacent",
    "bashni~man-captures=forward-diagonals",
]
GAMES = [*CATALOGUE, *VARIANTS]
LONGEST = 200  # turns of each seat


def _against_chance(slug: str, seed: int, nodes: int) -> bool:
    """Whether the engine wins a game against a random mover; on a star, whether it is home first."""
    game, chance = ruleset(slug), random.Random(f"{slug} {seed}")
    engine = BuiltinEngine(slug, hash_mb=4)
    position, history = game.start(), list[Position]()
    mine = game.core.seats[seed % len(game.core.seats)]
    for _ in range(LONGEST * len(game.core.seats)):
        moves = position.moves()
        if not moves or position.home:
            break
        if position.seat == mine:
            move = engine.choose(position, history=history, limits=SearchLimits(nodes=nodes)).move
            assert move in moves, (position.fen, move)
        else:
            move = chance.choice(moves)
        history.append(position)
        position = position.play(move)
    if position.rules.by_seat:
        return position.home[:1] == (mine,)
    return position.winner() is Side(mine)


@pytest.mark.parametrize("slug", in_turn(GAMES))
def test_a_game_against_chance_is_won(slug: str) -> None:
    assert any(_against_chance(slug, seed, 400) for seed in range(3))


@pytest.mark.deep
@pytest.mark.parametrize("slug", GAMES)
def test_twenty_of_twenty_against_chance(slug: str) -> None:
    lost = [seed for seed in range(20) if not _against_chance(slug, seed, 4000)]
    assert not lost


@pytest.mark.parametrize("slug", in_turn(GAMES))
@pytest.mark.parametrize("level", [1, 6, 20])
def test_every_level_answers_by_the_rules(slug: str, level: int) -> None:
    chance, position = random.Random(level), ruleset(slug).start()
    engine = BuiltinEngine(slug, hash_mb=4)
    for _ in range(6):
        choice = engine.choose(position, level=level, limits=SearchLimits(nodes=300), seed=1)
        assert choice.move in position.moves()
        position = position.play(chance.choice(position.moves()))


@pytest.mark.parametrize("slug", in_turn(GAMES))
def test_positions_and_moves_go_through_hub_and_come_back(slug: str) -> None:
    chance, position = random.Random(3), ruleset(slug).start()
    for _ in range(80):
        assert parse_board(format_board(position), position.rules) == position
        moves = position.moves()
        if not moves:
            break
        for move in moves:
            read = parse_move(position, format_move(move))
            assert read == move or position.play(read) == position.play(move)
        position = position.play(chance.choice(moves))
