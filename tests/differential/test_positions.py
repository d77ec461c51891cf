"""The positions put to the core are what they claim to be."""

from __future__ import annotations

import random

import pytest

from tests.differential import positions
from tests.differential.adapter import Adapter
from tests.differential.reference import GAMES, draughts, fens, stars
from tests.examples import in_turn

# One game for each kind of king, removal, crowning and choice: every word of theirs must come to decide.
TELLING = [
    "italian",
    "english",
    "international",
    "spanish-quality",
    "russian",
    "turkish",
    "thai",
    "killer",
    "gothic",
]


@pytest.mark.parametrize("slug", TELLING)
def test_every_word_of_the_rules_comes_to_decide(slug: str) -> None:
    game, rng = GAMES[slug], random.Random(f"words {slug}")
    for name, decides in positions.words(game).items():
        assert decides(positions.decided(game, rng, decides, 4000)), name


@pytest.mark.parametrize("slug", in_turn(GAMES))
def test_a_seed_is_a_position(slug: str) -> None:
    for seed in range(len(positions.KINDS)):
        assert positions.sample(slug, GAMES[slug], seed) == positions.sample(slug, GAMES[slug], seed)


@pytest.mark.parametrize("slug", in_turn(GAMES))
def test_pieces_stand_where_they_may(slug: str) -> None:
    """No man on a square where it would be a king, no piece off the board, no king where one wins."""
    game = GAMES[slug]
    for seed in range(2 * len(positions.KINDS)):
        board = positions.sample(slug, game, seed).state.board
        assert set(board) <= game.grid.on_board
        assert not any(
            piece.islower() and cell in game.crowns[piece.upper()] for cell, piece in board.items()
        )
        assert game.goal != "crown" or draughts.outcome(game, draughts.State(board, "W")) is None or not board


def test_a_count_of_king_moves_goes_with_the_position() -> None:
    """Of this game played at random the king on 1 has just made its third move in a row."""
    core = Adapter("frisian-losing")
    state = positions.sample("frisian-losing", core.game, 3542).state
    position = core.position(state)
    assert position.king_runs == ((1, 3), None)
    assert set(core.moves(position)) == draughts.moves(core.game, state)


def test_who_is_home_is_read_from_a_star() -> None:
    state = fens.read_star(stars.GAMES["chinese-checkers-3"], "2:0=1,2;2=61;4=100;home=0,4")
    assert (state.side, state.home) == (2, (0, 4))
    assert sorted(state.board.values()) == [0, 0, 2, 4]
