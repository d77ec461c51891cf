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
from tests.examples import in_turn, samples

FIRST = int(os.environ.get("DAMIERA_SEED", "0"))
EVERYDAY, DEEP = samples(40), 10_000
GAMES = adapter.known([*reference.GAMES, *(f"{slug}-losing" for slug in reference.GAMES)])
ALL = adapter.known([*GAMES, *reference.FAMILIES])
CAMPS = sorted(
    (slug for slug in ALL if slug.startswith(("ugolki", "halma", "chinese-"))), reverse=True
)  # seconds each
CROWDED = frozenset(slug for slug in ALL if slug.startswith("chinese-checkers-"))


def test_the_games_of_the_core_have_a_witness() -> None:
    twins = {
        f"{slug}-losing" for slug in reference.FAMILIES
    }  # they differ in who has won, and in nothing else
    assert set(_core.slugs()) <= {*ALL, *twins}


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


@pytest.mark.parametrize("slug", in_turn(GAMES))
def test_positions(slug: str) -> None:
    _compare(slug, range(FIRST, FIRST + EVERYDAY))


@pytest.mark.deep
@pytest.mark.parametrize("slug", GAMES)
def test_many_positions(slug: str) -> None:
    _compare(slug, range(FIRST, FIRST + DEEP))


@pytest.mark.parametrize("slug", in_turn(GAMES))
def test_games_from_the_start(slug: str) -> None:
    """Side by side, so that what is counted along the way is compared too."""
    core = Adapter(slug)
    for seed in range(FIRST, FIRST + samples(2)):
        rng = random.Random(f"game {slug} {seed}")
        _walk(core, draughts.start(core.game), core.rules.start(), rng, 100, f"{slug}, game {seed}")


@pytest.mark.parametrize("slug", in_turn(GAMES))
def test_few_kings_and_men_move_on_and_on(slug: str) -> None:
    """Where one king may not move for ever, it is tried again and again."""
    _move_on(slug, range(FIRST, FIRST + samples(10)))


@pytest.mark.deep
@pytest.mark.parametrize("slug", GAMES)
def test_few_kings_and_men_move_on_and_on_in_many_games(slug: str) -> None:
    _move_on(slug, range(FIRST, FIRST + 500))


def _move_on(slug: str, seeds: range) -> None:
    core = Adapter(slug)
    for seed in seeds:
        rng = random.Random(f"kings {slug} {seed}")
        state = positions.few_kings_and_men(core.game, rng)
        _walk(core, state, core.position(state), rng, 24, f"{slug}, kings {seed}")


@pytest.mark.parametrize(
    "slug", [*in_turn(slug for slug in ALL if slug not in CAMPS), *in_turn(CAMPS, len(CAMPS))]
)
def test_every_position_a_move_leads_to(slug: str) -> None:
    """Of every family, through nothing but the FEN the core writes."""
    for seed in range(FIRST, FIRST + (1 if slug in GAMES else 4)):
        _by_fen(slug, random.Random(f"fen {slug} {seed}"), samples(100 if slug in CROWDED else 200))


@pytest.mark.deep
@pytest.mark.parametrize("slug", ALL)
def test_every_position_many_moves_lead_to(slug: str) -> None:
    for seed in range(FIRST, FIRST + 150):
        _by_fen(slug, random.Random(f"fen {slug} {seed}"), 1500)


def _by_fen(slug: str, rng: random.Random, plies: int) -> None:
    """A game side by side: how many moves there are at every ply, and at many where each of them leads."""
    witness = reference.witness(slug)
    position, state = _core.rules(slug).start(), witness.start()
    for ply in range(plies):
        assert witness.read(position.fen) == state, position.fen
        slow, fast = witness.moves(state), position.moves()
        if _crowned(witness, state):
            break
        assert len(fast) == len(slow), position.fen
        if not slow:
            break
        if len(slow) <= 20 or ply % 20 == 0:
            read = Counter(_key(witness.read(position.play(move).fen)) for move in fast)
            after = Counter(_key(witness.play(state, move)) for move in slow)
            assert read == after, position.fen
        state = witness.play(state, positions.lively(state, slow, rng))
        position = next(p for p in map(position.play, fast) if witness.read(p.fen) == state)


def _crowned(witness: reference.Witness[Any, Any], state: Any) -> bool:
    """Is the game won by crowning? What moves there would be, had it not been won, is nobody's question."""
    crown = witness.game.goal == "crown" if isinstance(witness.game, draughts.Game) else False
    return crown and witness.outcome(state) is not None


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
    witness = reference.draughts_witness(core.game)
    for _ in range(plies):
        if _crowned(witness, state):
            return
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
    """A random move; where kings may not go on for ever, mostly one that lets a king go on for long."""
    choice = sorted(moves, key=positions.in_order)
    if game.king_run and rng.random() < 0.9:
        run = state.run(state.side)
        safe = [m for m in choice if not draughts.capture_lines(game, draughts.play(game, state, m))]
        kings = [m for m in safe if state.board[m.origin].isupper()]
        again = [m for m in kings if run is not None and m.origin == run[0]]
        choice = again or kings or safe or choice
    return rng.choice(choice)


def _key(state: Any) -> tuple[object, ...]:
    """A state as a value that can be counted."""
    return tuple(frozenset(v.items()) if isinstance(v, dict) else v for v in vars(state).values())
