"""The search: nodes of a fixed search over the games, and how fast they come.

The number of nodes is the signature of search and evaluation: a change meant to change nothing leaves it as
it was. `damiera bench` prints that of all games to a small depth; here a few are searched deeper, for their
speed.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

from damiera.engine.bench import nodes_of

__all__ = ["bench", "main"]

DEPTH = 13
GAMES = ("italian", "english", "international", "russian")


def bench(game: str, depth: int = DEPTH, *, learned: bool = True) -> tuple[int, float]:
    """Return the nodes of a search of each position to `depth` by a fresh mind, and its CPU seconds."""
    began = time.process_time()
    nodes = nodes_of(game, depth, learned=learned)
    return nodes, time.process_time() - began


def main(argv: Sequence[str] | None = None) -> None:
    """Print nodes and speed a game, with learned weights and with the evaluation made by hand."""
    parser = argparse.ArgumentParser(prog="benchmarks search", description=__doc__)
    parser.add_argument("--depth", type=int, default=DEPTH)
    args = parser.parse_args(argv)
    total = 0
    for game in GAMES:
        for learned in (True, False):
            nodes, seconds = bench(game, args.depth, learned=learned)
            total += nodes if learned else 0
            how = "learned" if learned else "by hand"
            print(f"{game:14} {how} {nodes:>12,} nodes  {nodes / seconds / 1e6:6.2f} Mn/s")
    print(f"bench {total}")


if __name__ == "__main__":
    main()
