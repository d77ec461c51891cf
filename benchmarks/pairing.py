"""Pairing round after round of random events by `optimal` and `dutch-2026`, timed, beside py4swiss.

From the event (players, results) to colours and boards, graph building included; the event is made fresh
for each measure, so that nothing counted before is used. Every pairing is judged by the independent check,
which also gives the differences of points and the colours denied; the peer's last round is judged alike, and
its processor time stands as a ratio to that of `dutch-2026`, which pairs by the same system.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import time
from collections.abc import Sequence
from dataclasses import replace

from damiera.testing.tournaments import field_of_players, play
from damiera.tournament.check import RoundCheck, check_pairs
from damiera.tournament.model import Event, Pairing, System
from damiera.tournament.pairing import pair

__all__ = ["main"]

SIZES = (100, 500, 1000, 5000)
TARGETS = {100: 0.05, 500: 0.2, 1000: 0.5, 5000: 5.0}
PEER_UP_TO = 500
DUTCH_TARGETS = {100: 0.1, 500: 1.0, 1000: 4.0}
DUTCH_UP_TO = 1000


def main(argv: Sequence[str] | None = None) -> None:
    """Print, for each size, the seconds of each round and the quality of the last."""
    parser = argparse.ArgumentParser(prog="benchmarks pairing", description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(argv)
    for size in options.sizes:
        measure(size, options.rounds, options.seed)


def measure(size: int, rounds: int, seed: int) -> None:
    """Play an event of `size` players and print what its pairings took."""
    draw = random.Random(seed)
    event = Event(players=field_of_players(size, seed))
    seconds = []
    for number in range(1, rounds + 1):
        pairing, took = timed(event, System.OPTIMAL)
        seconds.append(took)
        verdict = check_pairs(event, number, pairing.pairs)
        assert verdict.lawful, verdict.findings
        if number == rounds:
            print(_line(f"optimal {size}", seconds, verdict, TARGETS.get(size)))
            own = measure_dutch(event, size) if size <= DUTCH_UP_TO else 0.0
            if importlib.util.find_spec("py4swiss") and size <= PEER_UP_TO:
                peer, peer_took = timed(event, System.DUTCH)
                print(_line(f"py4swiss {size}", [peer_took], check_pairs(event, number, peer.pairs), None))
                print(f"py4swiss takes {peer_took / own:.1f} times what dutch-2026 takes")
        event = play(event, pairing, draw)


def measure_dutch(event: Event, size: int) -> float:
    """The seconds of the next round by the Dutch system of 2026, printed with its quality."""
    pairing, took = timed(event, System.DUTCH_2026)
    verdict = check_pairs(event, pairing.round, pairing.pairs)
    print(_line(f"dutch-2026 {size}", [took], verdict, DUTCH_TARGETS.get(size)))
    return took


def timed(event: Event, system: System) -> tuple[Pairing, float]:
    """The next round and the processor seconds it took."""
    fresh = replace(event)
    started = time.process_time()
    pairing = pair(fresh, system=system)
    return pairing, time.process_time() - started


def _line(name: str, seconds: list[float], verdict: RoundCheck, target: float | None) -> str:
    said = f"{name:<14} last {seconds[-1]:.3f} s, worst {max(seconds):.3f} s"
    said += f" (target {target} s)" if target else ""
    quality = f"gaps {verdict.gaps} (least {verdict.least}), denied {verdict.clashes}"
    return f"{said}; round {verdict.round}: {quality}"
