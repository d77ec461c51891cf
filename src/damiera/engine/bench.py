"""The nodes of a fixed search: the signature of search and evaluation, over every game that has the common
search."""

from __future__ import annotations

import random

from damiera import _core
from damiera._core import Position
from damiera.engine.weightfile import weights_of
from damiera.rules.ruleset import CATALOGUE

__all__ = ["DEPTH", "games", "nodes_of", "positions"]

DEPTH = 7
"""Plies that the signature searches in full."""
SEEDS = (1, 2, 3, 4, 5)


def games() -> tuple[str, ...]:
    """Return the games it searches: those of the catalogue that families of other searches do not play.

    >>> "italian" in games(), "bashni" in games()
    (True, False)
    """
    return tuple(slug for slug, rules in CATALOGUE.items() if rules.core.family == "draughts")


def positions(game: str) -> list[Position]:
    """Return the start position and what random play makes of it after 10, 18, 26, 34 and 42 plies.

    >>> len(positions("italian"))
    6
    """
    found = [_core.rules(game).start()]
    for seed in SEEDS:
        rng, position = random.Random(seed), found[0]
        for _ in range(2 + 8 * seed):
            moves = position.moves()
            if not moves:
                break
            position = position.play(rng.choice(moves))
        if position.has_moves():
            found.append(position)
    return found


def nodes_of(game: str, depth: int = DEPTH, *, learned: bool = True) -> int:
    """Return the nodes of a search of each position by a fresh engine of one thread, added up.

    Args:
        game: slug of the game.
        depth: plies to search in full.
        learned: False for the evaluation made by hand.
    Raises:
        KeyError: for an unknown game.
        WeightsError: if its learned weights cannot be used.

    >>> nodes_of("italian", depth=1) == nodes_of("italian", depth=1)
    True
    """
    weights = weights_of(game) if learned else None
    search, nodes = _core.Search(_core.rules(game), hash_mb=2, weights=weights), 0
    for position in positions(game):
        search.clear()
        nodes += search.think(position, depth=depth).nodes
    return nodes
