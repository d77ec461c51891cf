"""The Dutch system of 2026 beside bbpPairings, a second opinion: both pair the same random events, both ways.

    python -m benchmarks dutch --program PATH --events 1000

Ours are written as TRF-2026 round by round and paired by the other program; the events that it generates are
paired anew by us. Pairs and colours are compared; both may find that a round cannot be paired. The other
program is not ours and not part of the project: without a path nothing is done.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from damiera.tournament.errors import Unpairable
from damiera.tournament.model import Event, EventSettings, System
from damiera.tournament.pairing import pair
from damiera.tournament.pairing.again import paired_otherwise
from damiera.tournament.random_events import play, played_event
from damiera.tournament.trf import read_trf, write_trf

__all__ = ["main"]

Pairs = frozenset[tuple[int, int]]


def main(argv: Sequence[str] | None = None) -> None:
    """Print how many rounds were paired alike, and each that was not."""
    parser = argparse.ArgumentParser(prog="benchmarks dutch", description=__doc__)
    parser.add_argument("--program", type=Path)
    parser.add_argument("--events", type=int, default=200)
    parser.add_argument("--theirs", type=int, default=20)
    parser.add_argument("--sizes", type=int, nargs=2, default=(4, 40))
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(argv)
    if options.program is None:
        print("no other program was named (--program)")
        return
    with tempfile.TemporaryDirectory() as folder:
        peer = Peer(options.program, Path(folder))
        seeds = range(options.seed, options.seed + options.events)
        print("ours:  ", dict(Counter(one for seed in seeds for one in peer.ours(seed, options.sizes))))
        seeds = range(options.seed, options.seed + options.theirs)
        print("theirs:", dict(Counter(one for seed in seeds for one in peer.theirs(seed))))


class Peer:
    """The other program, and a folder for the files between us."""

    def __init__(self, program: Path, folder: Path) -> None:
        self.program, self.folder = program, folder

    def pairs(self, event: Event) -> Pairs | None:
        """Return the pairs of the next round, 0 for the rest; None where there is no lawful pairing."""
        asked, answer = self.folder / "asked.trf", self.folder / "pairs"
        asked.write_text(write_trf(event), encoding="utf-8", newline="")
        done = subprocess.run(
            [self.program, "--dutch", asked, "-p", answer], capture_output=True, text=True, check=False
        )
        if done.returncode == 1:
            return None
        if done.returncode:
            raise SystemExit(done.stdout + done.stderr)
        lines = answer.read_text(encoding="utf-8").split("\n")[1:]
        return frozenset((int(a), int(b)) for a, b in (line.split() for line in lines if line.strip()))

    def ours(self, seed: int, sizes: Sequence[int]) -> Iterator[str]:
        """Play a random event of ours; yield how each round compares."""
        draw = random.Random(f"peer {seed}")
        size = draw.randint(*sizes)
        rounds, unrest = draw.randint(3, max(3, min(9, size - 1))), draw.choice([0.0, 0.02, 0.06, 0.12])
        settings = EventSettings(system=System.DUTCH_2026, rounds=rounds)
        event = played_event(size, 0, seed, settings=settings, unrest=unrest)
        event = replace(event, extra=(("first_colour", draw.choice(["white", "black"])),))
        for number in range(1, rounds + 1):
            theirs = self.pairs(event)
            try:
                made = pair(event)
            except Unpairable:
                yield "refused by both" if theirs is None else "refused by us"
                return
            mine = frozenset((one.white, one.black or 0) for one in made.pairs)
            if theirs != mine:
                print(f"seed {seed}, round {number}: ours {sorted(mine - (theirs or frozenset()))}", theirs)
            yield "same" if theirs == mine else "other"
            event = play(event, made, draw, forfeits=unrest)

    def theirs(self, seed: int) -> Iterator[str]:
        """Have a random event made; yield how each of its rounds compares with ours."""
        file = self.folder / "theirs.trf"
        command: list[str | Path] = [self.program, "--dutch", "-g", "-o", file, "-s", str(seed)]
        if subprocess.run(command, capture_output=True, check=False).returncode:
            return
        event = read_trf(file.read_bytes())
        for held in event.rounds:
            found = paired_otherwise(event, held.number, System.DUTCH_2026)
            if found is not None:
                print(f"seed {seed}: {found}")
            yield "same" if found is None else "other"


if __name__ == "__main__":
    main()
