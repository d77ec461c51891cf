"""
The fast core and the slow reference agree, move by move, in every game that both know.

A failure prints the game and the seed: `positions.sample(slug, game, seed)` makes the position again.
DAMIERA_SEED starts the seeds elsewhere.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import pytest

from damiera import _core
from tests.differential import adapter, positions, reference
from tests.differential.adapter import Adapter
from tests.differential.reference import draughts, fens
from tests.differential.reference.draughts import Found, State

FIRST = int(os.environ.get("DAMIERA_SEED", "0"))
EVERYDAY, DEEP = 210, 10_000
GAMES = adapter.known([*reference.GAMES, *(f"{slug}-losing" for slug in reference.GAMES)])
ALL = adapter.known([*GAMES, *reference.FAMILIES])


def test_the_games_of_the_core_have_a_witness() -> None:
    assert set(_core.slugs()) <= set(ALL)


@pytest.mark.parametrize("slug", GAMES)
def test_start(slug: str) -> None:
    core = Adapter(slug)
    state, position = draughts.start(core.game), core.rules.start()
    assert core.board(position) == state.board
    assert position.side.letter == state.side
    assert core.rules.men == len(core.game.men["W"])
    for side, letter in ((_core.Side.WHITE, "W"), (_core.Side.BLACK, "B")):
        assert {core.cells[n] for n in core.rules.promotion_squares(side)} == core.game.crowns[letter]


@pytest.mark.parametrize("slug", GAMES)
def test_numbers_of_the_squares(slug: str) -> None:
    core = Adapter(slug)
    if core.game.grid.naming != "letters":
        assert {str(n): cell for n, cell in core.cells.items()} == {
            name: cell for cell, name in core.game.names.items()
        }
    assert set(core.cells.values()) == set(core.game.grid.cells)


@pytest.mark.parametrize("slug", GAMES)
def test_positions(slug: str) -> None:
    _compare(slug, range(FIRST, FIRST + EVERYDAY))


@pytest.mark.deep
@pytest.mark.parametrize("slug", GAMES)
def test_many_positions(slug: str) -> None:
    _compare(slug, range(FIRST, FIRST + DEEP))


@pytest.mark.parametrize("slug", GAMES)
def test_games_from_the_start(slug: str) -> None:
    """Side by side, so that what is counted along the way is compared too."""
    core = Adapter(slug)
    for seed in range(FIRST, FIRST + 2):
        rng = random.Random(f"game {slug} {seed}")
        _walk(core, draughts.start(core.game), core.rules.start(), rng, 100, f"{slug}, game {seed}")


@pytest.mark.parametrize("slug", GAMES)
def test_few_kings_and_men_move_on_and_on(slug: str) -> None:
    """Where one king may not move for ever, it is tried again and again."""
    core = Adapter(slug)
    for seed in range(FIRST, FIRST + 10):
        rng = random.Random(f"kings {slug} {seed}")
        state = positions.few_kings_and_men(core.game, rng)
        _walk(core, state, core.position(state), rng, 24, f"{slug}, kings {seed}")


@pytest.mark.parametrize("slug", ALL)
def test_every_position_a_move_leads_to(slug: str) -> None:
    """Of every family, through nothing but the FEN the core writes."""
    witness, rng = reference.witness(slug), random.Random(f"fen {slug} {FIRST}")
    position, state = _core.rules(slug).start(), witness.start()
    for _ in range(60):
        assert _key(witness.read(position.fen)) == _key(state), position.fen
        children = [position.play(move) for move in position.moves()]
        slow = [witness.play(state, move) for move in witness.moves(state)]
        read = [witness.read(child.fen) for child in children]
        assert Counter(map(_key, read)) == Counter(map(_key, slow)), position.fen
        if not children:
            break
        chosen = rng.randrange(len(children))
        position, state = children[chosen], read[chosen]


def _compare(slug: str, seeds: range) -> None:
    core = Adapter(slug)
    for seed in seeds:
        sample = positions.sample(slug, core.game, seed)
        rng = random.Random(seed)
        _walk(core, sample.state, core.position(sample.state), rng, 1, f"{slug}, seed {seed}, {sample.kind}")


def _walk(
    core: Adapter, state: State, position: _core.Position, rng: random.Random, plies: int, what: str
) -> None:
    """Compare, play the same move on both boards, and so on."""
    for _ in range(plies):
        shown = f"{what}: {fens.write_draughts(core.game, state)}"
        slow, fast = draughts.moves(core.game, state), core.moves(position)
        assert set(fast) == slow, shown
        if not slow:
            return
        move = _some(core.game, state, slow, rng)
        if move.captured:
            assert core.routes(position, fast[move]) == adapter.routes(core.game, state, move), shown
        state, position = draughts.play(core.game, state, move), position.play(fast[move])
        assert core.board(position) == state.board, shown
        assert position.side.letter == state.side, shown


def _some(game: draughts.Game, state: State, moves: set[Found], rng: random.Random) -> Found:
    """A random move; where kings may not go on for ever, often one more of the king that moved last."""
    choice = sorted(moves, key=positions.order)
    run = state.run(state.side)
    again = [move for move in choice if run is not None and move.origin == run[0]]
    kings = [move for move in choice if game.king_run and state.board[move.origin].isupper()]
    return rng.choice(next((some for some in (again, kings) if some and rng.random() < 0.8), choice))


def _key(state: Any) -> tuple[object, ...]:
    """A state as a value that can be counted."""
    fields = vars(state).values()
    return tuple(frozenset(v.items()) if isinstance(v, dict) else v for v in fields)
