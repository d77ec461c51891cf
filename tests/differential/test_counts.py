"""The reference counts what others have counted: shallow every day, deep when asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.differential.counts import FROM_THE_RULES, PUBLISHED, Counts
from tests.differential.reference import FAMILIES, GAMES, Witness, draughts_witness, witness
from tests.differential.reference.games import CHECKS
from tests.examples import in_turn, samples

EVERYDAY = samples(5000)  # leaves

COUNTS = PUBLISHED + FROM_THE_RULES


def cases(counts: Sequence[Any]) -> pytest.MarkDecorator:
    """Return what tries a test on each of these counts, named by game and position."""
    return pytest.mark.parametrize(
        "counts", counts, ids=lambda c: f"{c.game} {c.position}" if c.position else c.game
    )


def _witness(game: str) -> Witness[Any, Any]:
    return draughts_witness(CHECKS[game]) if game in CHECKS else witness(game)


def _check(counts: Counts, depths: list[int]) -> None:
    game = _witness(counts.game)
    state = game.read(counts.position) if counts.position else game.start()
    for depth in depths:
        assert game.perft(state, depth) == counts.leaves[depth - 1], f"depth {depth}"


@cases(in_turn(COUNTS, 2))
def test_counts(counts: Counts) -> None:
    _check(counts, [d for d, leaves in enumerate(counts.leaves, start=1) if leaves <= EVERYDAY])


@pytest.mark.deep
@cases(COUNTS)
def test_deep_counts(counts: Counts) -> None:
    _check(counts, [d for d, leaves in enumerate(counts.leaves, start=1) if leaves > EVERYDAY])


def test_every_game_is_counted() -> None:
    assert {counts.game for counts in COUNTS} >= {*GAMES, *FAMILIES}
