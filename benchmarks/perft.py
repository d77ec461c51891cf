"""Move generation: leaves counted in a second of processor time, and what a call from Python costs.

One thread, bulk counting, best of several runs; every count is checked against the published one. Positions
full of kings stand beside the start positions, because there the time goes. The peer is pydraughts.
"""

from __future__ import annotations

import argparse
import random
import time
import timeit
from collections.abc import Callable, Sequence
from pathlib import Path

from draughts import Board

from damiera import _core
from damiera.testing.perft import PerftTable, read_perft

__all__ = ["main"]

TABLES = Path(__file__).parent.parent / "tests" / "perft"
REPEATS = 3
PEER_GAMES = ("italian", "english", "international")

# Leaves at KINGS_DEPTH of 400 positions, six pieces against six, half of them kings; made move by move they
# come to the same.
KINGS = {
    "italian": 186_175,
    "english": 160_871,
    "international": 416_290,
    "russian": 176_881,
    "frisian": 78_753,
}
KINGS_DEPTH = 4


def main(argv: Sequence[str] | None = None) -> None:
    """Print leaves a second for every table, for positions full of kings, and microseconds a call."""
    parser = argparse.ArgumentParser(prog="benchmarks perft", description=__doc__)
    parser.add_argument("--leaves", type=float, default=3e8, help="count no deeper than this")
    args = parser.parse_args(argv)
    for path in sorted(TABLES.glob("*.perft")):
        _count_table(read_perft(path), int(args.leaves))
    for slug, leaves in KINGS.items():
        _count_kings(slug, leaves)
    for slug in PEER_GAMES:
        _time_calls(_core.rules(slug).start())
    _time_peer()


def _count_table(table: PerftTable, limit: int) -> None:
    depth, leaves = max(pair for pair in table.counts if pair[1] <= limit)
    position = table.position()
    seconds = []
    for _ in range(REPEATS):
        begun = time.process_time()
        counted = position.perft(depth)
        seconds.append(time.process_time() - begun)
        assert counted == leaves, f"{table.game} {table.name} {depth}: {counted}, published {leaves}"
    _print_rate(f"{table.game} {table.name}, depth {depth}", leaves, min(seconds))


def _count_kings(slug: str, leaves: int) -> None:
    positions = [_kings(_core.rules(slug), seed) for seed in range(400)]
    seconds = []
    for _ in range(REPEATS):
        begun = time.process_time()
        counted = sum(position.perft(KINGS_DEPTH) for position in positions)
        seconds.append(time.process_time() - begun)
        assert counted == leaves, f"{slug} kings: {counted}, expected {leaves}"
    _print_rate(f"{slug}, kings, depth {KINGS_DEPTH}", leaves, min(seconds))


def _kings(rules: _core.Rules, seed: int) -> _core.Position:
    squares = range(1, rules.squares + 1)
    inner = [square for square in squares if 0 < rules.coordinates(square)[1] < rules.ranks - 1]
    chosen = random.Random(seed).sample(inner, 12)
    return rules.position(_core.Side.WHITE, chosen[:3], chosen[3:6], chosen[6:9], chosen[9:])


def _print_rate(name: str, leaves: int, seconds: float) -> None:
    print(f"{name:<62}{leaves:>14,} leaves{leaves / seconds / 1e6:>8.0f} M/s")


def _time_calls(start: _core.Position) -> None:
    slug, move = start.rules.slug, start.moves()[0]
    _print_call(f"{slug}: moves()", _call(start.moves))
    _print_call(f"{slug}: play(move)", _call(lambda: start.play(move)))
    texts = _random_game(start)
    _print_call(f"{slug}: replay, a ply", _call(lambda: _core.replay(start, texts)) / len(texts))


def _random_game(start: _core.Position) -> list[str]:
    """A random game, as long as no two moves at hand have the same ends."""
    chance = random.Random(7)
    position = start
    texts: list[str] = []
    while len(texts) < 60 and (moves := position.moves()):
        if len({(move.origin, move.destination) for move in moves}) < len(moves):
            break
        move = chance.choice(moves)
        texts.append(str(move))
        position = position.play(move)
    assert _core.replay(start, texts).final == position
    return texts


def _call(call: Callable[[], object]) -> float:
    """Seconds a call takes, at its best."""
    timer = timeit.Timer("call()", globals={"call": call})
    return min(timer.repeat(REPEATS + 2, 20_000)) / 20_000


def _print_call(name: str, seconds: float) -> None:
    print(f"{name:<62}{seconds * 1e6:>14.3f} us")


def _time_peer() -> None:
    for slug in PEER_GAMES:
        board = Board(variant=slug)
        begun = time.process_time()
        found = [len(list(board.legal_moves())) for _ in range(20)]
        seconds = (time.process_time() - begun) / len(found)
        assert found[0] == _core.rules(slug).start().count()
        _print_call(f"pydraughts, {slug}: legal moves", seconds)
