"""Seeds of a target, each changed a little, so many of them: for machines without atheris.

    python -m fuzz.mutations [--count 1000000] [--seed 1] [TARGET ...]     by default pdn and fen

A change takes out, doubles, exchanges or puts in a few characters, or a piece of another seed. What a target
does not bear is kept below `.soak/findings`, byte by byte, and the run goes on; exit 1 if there was any.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections.abc import Sequence
from hashlib import sha1
from pathlib import Path

from fuzz.seeds import mutable_seeds
from fuzz.targets import TARGETS

FINDINGS = Path(".soak") / "findings"
MOST_CHANGES = 4
LONGEST_PIECE = 40
SIGNS = [
    *(b"{", b"}", b"(", b")", b"[", b"]", b'"', b"\\", b"*", b"\n\n", b"\n", b" ", b":", b",", b".", b"/"),
    *(b"x", b"-", b"@", b"=", b"0", b"1", b"9", b"33", b"99", b"1-0", b"0-1", b"1/2", b"W", b"B", b"K"),
    *(b"a1", b"[%jump ", b"[%end]", b"[%JUMP W:W1:B9]", b'[FEN "', b'[GameType "', b'/FEN "W:W1:B9"/', b"$7"),
    *(b"!?", b"\xff", b"\x00", "½".encode(), "é".encode(), "\u2028".encode(), b"; ", b"% ", b"- -", b"+1"),
]


def main() -> int:
    asked = argparse.ArgumentParser(prog="fuzz.mutations", description=__doc__)
    asked.add_argument("targets", nargs="*", default=["pdn", "fen"], metavar="TARGET")
    asked.add_argument("--count", type=int, default=1_000_000, help="for each target (default %(default)s)")
    asked.add_argument("--seed", type=int, default=1)
    options = asked.parse_args()
    unknown = set(options.targets) - set(TARGETS)
    if unknown:
        asked.error(f"no such target: {', '.join(sorted(unknown))}; there are: {', '.join(TARGETS)}")
    found = sum(run(name, options.count, options.seed) for name in options.targets)
    return 1 if found else 0


def run(name: str, count: int, seed: int) -> int:
    """Feed a target with so many changed seeds; return how many it did not bear."""
    rng, begun = random.Random(f"{name} {seed}"), list(mutable_seeds(name))
    begin, found = time.monotonic(), 0
    for at in range(1, count + 1):
        data = changed(rng, begun)
        try:
            TARGETS[name](data)
        except Exception:
            found += 1
            keep(name, data)
        if at % 10_000 == 0 or at == count:
            spent = time.monotonic() - begin
            print(f"{name}: {at} of {count}, {found} findings, {spent:.0f} s", flush=True)
    return found


def keep(name: str, data: bytes) -> None:
    """Keep a finding, and say how it came."""
    FINDINGS.mkdir(parents=True, exist_ok=True)
    path = FINDINGS / f"{name}-{sha1(data, usedforsecurity=False).hexdigest()[:16]}"
    path.write_bytes(data)
    print(f"{path}\n{traceback.format_exc(limit=-4)}", flush=True)


def changed(rng: random.Random, begun: Sequence[bytes]) -> bytes:
    """Return a seed with a few changes.

    >>> changed(random.Random(1), [b"1. 21-17 12-15 *"]) == changed(random.Random(1), [b"1. 21-17 12-15 *"])
    True
    """
    data = rng.choice(begun)
    for _ in range(rng.randint(1, MOST_CHANGES)):
        here = rng.randrange(len(data) + 1)
        there = min(len(data), here + rng.randint(0, rng.choice((1, 3, LONGEST_PIECE))))
        data = data[:here] + _piece(rng, begun, data[here:there]) + data[there:]
    return data


def _piece(rng: random.Random, begun: Sequence[bytes], old: bytes) -> bytes:
    """Return what takes the place of a piece of text."""
    match rng.randrange(6):
        case 0:
            return b""
        case 1:
            return old + old
        case 2:
            return old[::-1]
        case 3:
            other = rng.choice(begun)
            at = rng.randrange(len(other) + 1)
            return other[at : at + rng.randint(1, LONGEST_PIECE)]
        case _:
            return rng.choice(SIGNS)


if __name__ == "__main__":
    sys.exit(main())
