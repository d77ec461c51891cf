"""Huge pages: how fast a search goes with its tables on them, and on plain ones.

Each pair is two fresh processes, one after the other, that search the same positions to the same number of
nodes; in one the system is asked to give no huge pages. Linux only: elsewhere there are none.
"""

from __future__ import annotations

import argparse
import ctypes
import multiprocessing
import statistics
import sys
import time
from collections.abc import Sequence

from damiera import _core
from damiera.engine.weightfile import weights_of
from damiera.notation.fen import parse_fen
from damiera.rules.ruleset import ruleset

__all__ = ["main", "nodes_a_second"]

GAME = "international"
FENS = (
    "W:W27,28,32,33,36,37,38,39,42,43,45,47,48,49:B3,5,7,8,9,10,12,13,14,16,18,19,23,26",
    "W:W25,27,28,30,32,33,34,35,37,38,42,43,48:B8,9,11,12,13,14,16,18,19,21,23,24,26",
)
NODES = 5_000_000
SIZES = (2, 16, 64, 256)  # MiB
PAIRS = 5
_SET_THP_DISABLE = 41  # prctl(2)


def nodes_a_second(hash_mb: int, nodes: int, *, huge: bool) -> float:
    """Return the nodes of a CPU second of one thread; in a process of its own, which it changes."""
    if not huge and ctypes.CDLL(None).prctl(_SET_THP_DISABLE, 1, 0, 0, 0) != 0:
        raise OSError("this system does not say whether it gives huge pages")
    game, weights, seconds, visited = ruleset(GAME), weights_of(GAME), 0.0, 0
    for fen in FENS:
        search = _core.Search(game.core, hash_mb=hash_mb, weights=weights)
        position = parse_fen(fen, game).position()
        began = time.process_time()
        visited += search.think(position, nodes=nodes).nodes
        seconds += time.process_time() - began
    return visited / seconds


def _measured(hash_mb: int, nodes: int, huge: bool) -> float:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(nodes_a_second, (hash_mb, nodes), {"huge": huge})


def main(argv: Sequence[str] | None = None) -> None:
    """Print million nodes a CPU second with and without, and the median of the ratios, for some sizes."""
    parser = argparse.ArgumentParser(prog="benchmarks pages", description=__doc__)
    parser.add_argument("--nodes", type=int, default=NODES)
    parser.add_argument("--pairs", type=int, default=PAIRS)
    args = parser.parse_args(argv)
    if sys.platform != "linux":
        print("no huge pages on this system")
        return
    for size in SIZES:
        pairs = [
            (_measured(size, args.nodes, True), _measured(size, args.nodes, False)) for _ in range(args.pairs)
        ]
        huge, plain = (statistics.median(column) / 1e6 for column in zip(*pairs, strict=True))
        ratio = statistics.median(one / other for one, other in pairs)
        print(f"{size:4} MiB  huge {huge:5.2f} Mn/s  plain {plain:5.2f} Mn/s  ratio {ratio:.2f}")


if __name__ == "__main__":
    main()
