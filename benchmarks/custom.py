"""House rules: what it costs that the generator carries its rules along.

Each game beside one of house rules that differs from it in a word which hardly ever matters, so that the
compiled functions of the game do not serve and the tree is hardly another. One thread, bulk counting, best of
several runs; by turns, so that a busy machine slows both.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence

from damiera import _core

__all__ = ["main"]

REPEATS = 3
PAIRS = (
    ("italian", "choice=quality"),
    ("english", "man-captures-king=no"),
    ("spanish", "choice=number-king"),
    ("czech", "man-captures-king=no"),
    ("russian", "man-captures-king=no"),
    ("brazilian", "choice=quality"),
    ("pool", "man-captures-king=no"),
    ("international", "choice=quality"),
    ("killer", "choice=quality"),
    ("frisian", "choice=frisian-half"),
    ("turkish", "choice=quality"),
    ("canadian", "choice=quality"),
    ("south-african", "choice=quality"),
    ("hexdame", "choice=quality"),
)
KINGS_DEPTH = 4


def main(argv: Sequence[str] | None = None) -> None:
    """Print leaves a second of each game and of its twin, from the start and with many kings."""
    parser = argparse.ArgumentParser(prog="benchmarks custom", description=__doc__)
    parser.add_argument("--leaves", type=float, default=3e7, help="count about so many")
    args = parser.parse_args(argv)
    for slug, part in PAIRS:
        pair = (_core.rules(slug), _core.rules(f"{slug}~{part}"))
        depth = _depth(pair[0].start(), int(args.leaves))
        _print(f"{slug}~{part}, depth {depth}", *_rates([[r.start()] for r in pair], depth))
        crowd = [[_kings(rules, seed) for seed in range(100)] for rules in pair]
        _print(f"{slug}~{part}, kings, depth {KINGS_DEPTH}", *_rates(crowd, KINGS_DEPTH))


def _depth(position: _core.Position, leaves: int) -> int:
    depth, counted = 4, position.perft(4)
    while counted * 6 < leaves:
        depth += 1
        counted = position.perft(depth)
    return depth


def _rates(sides: Sequence[Sequence[_core.Position]], depth: int) -> list[float]:
    """Leaves a second of each side, by turns."""
    best = [0.0] * len(sides)
    for _ in range(REPEATS):
        for i, positions in enumerate(sides):
            begun = time.process_time()
            leaves = sum(position.perft(depth) for position in positions)
            best[i] = max(best[i], leaves / (time.process_time() - begun))
    return best


def _kings(rules: _core.Rules, seed: int) -> _core.Position:
    crowning = {*rules.promotion_squares(_core.Side.WHITE), *rules.promotion_squares(_core.Side.BLACK)}
    inner = [square for square in range(1, rules.squares + 1) if square not in crowning]
    chosen = random.Random(seed).sample(inner, 12)
    return rules.position(_core.Side.WHITE, chosen[:3], chosen[3:6], chosen[6:9], chosen[9:])


def _print(name: str, built_in: float, carried: float) -> None:
    share = carried / built_in
    print(f"{name:<54}{built_in / 1e6:>8.1f}{carried / 1e6:>8.1f} M/s{share:>7.2f}")


if __name__ == "__main__":
    main()
