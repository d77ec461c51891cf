"""The search: nodes of a fixed search over all games, and how fast they come.

The number of nodes is the signature of the search: a change that is meant to change nothing leaves it as it
was. Positions are the start and a few reached by play at random from fixed seeds.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence

from damiera import _core
from damiera._core import Position

__all__ = ["bench", "main", "positions"]

DEPTH = 13
SEEDS = (1, 2, 3, 4, 5)


def positions(game: str) -> list[Position]:
    """The start position and what random play makes of it after 10, 18, 26, 34 and 42 plies."""
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


def bench(game: str, depth: int = DEPTH) -> tuple[int, float]:
    """Return the nodes of a search of each position to `depth` by a fresh mind, and its CPU seconds."""
    search = _core.Search(_core.rules(game), hash_mb=16)
    nodes, began = 0, time.process_time()
    for position in positions(game):
        search.clear()
        nodes += search.think(position, depth=depth).nodes
    return nodes, time.process_time() - began


def main(argv: Sequence[str] | None = None) -> None:
    """Print nodes and speed a game, then the one number that commits quote."""
    parser = argparse.ArgumentParser(prog="benchmarks search", description=__doc__)
    parser.add_argument("--depth", type=int, default=DEPTH)
    args = parser.parse_args(argv)
    total = 0
    for game in _core.slugs():
        nodes, seconds = bench(game, args.depth)
        total += nodes
        print(f"{game:14} {nodes:>12,} nodes  {nodes / seconds / 1e6:6.2f} Mn/s")
    print(f"bench {total}")


if __name__ == "__main__":
    main()
