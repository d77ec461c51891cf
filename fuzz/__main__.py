"""The second half of `make soak`: each target in a process of its own, for so many seconds.

    python -m fuzz [--seconds 60] [TARGET ...]     targets one after another; exit 1 if one found something
    python -m fuzz --replay FILE TARGET            feed a finding to its target again

Corpus and findings are kept below `.soak/`. A finding is a file with the very bytes; so is what took too
long.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from hashlib import sha1
from pathlib import Path

from fuzz.seeds import seeds
from fuzz.targets import TARGETS

FOLDER = Path(".soak")
SLOWEST_S = 10
MEMORY_MB = 4_000
LONGEST = 8_000


def main() -> int:
    asked = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    asked.add_argument("targets", nargs="*", default=list(TARGETS), metavar="TARGET")
    asked.add_argument("--seconds", type=int, default=60, help="for each target (default %(default)s)")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--replay", type=Path)
    options = asked.parse_args()
    unknown = set(options.targets) - set(TARGETS)
    if unknown:
        asked.error(f"no such target: {', '.join(sorted(unknown))}; there are: {', '.join(TARGETS)}")
    if options.replay:
        for name in options.targets:
            TARGETS[name](options.replay.read_bytes())
        return 0
    failed = [name for name in options.targets if not runs_through(name, options.seconds, options.seed)]
    print(f"findings in: {', '.join(failed)}: see {FOLDER}/findings" if failed else "nothing found")
    return 1 if failed else 0


def runs_through(name: str, seconds: int, seed: int) -> bool:
    """Run one target; tell whether it ended without a finding."""
    corpus, findings = FOLDER / "corpus" / name, FOLDER / "findings"
    corpus.mkdir(parents=True, exist_ok=True)
    findings.mkdir(parents=True, exist_ok=True)
    for data in seeds(name):
        (corpus / sha1(data, usedforsecurity=False).hexdigest()).write_bytes(data)
    command = [
        *(sys.executable, "-m", "fuzz.one", name, str(corpus)),
        *(f"-max_total_time={seconds}", f"-seed={seed}", f"-max_len={LONGEST}", f"-timeout={SLOWEST_S}"),
        *(f"-rss_limit_mb={MEMORY_MB}", f"-artifact_prefix={findings}/{name}-", "-print_final_stats=1"),
    ]
    print(f"--- {name}", flush=True)
    return subprocess.run(command, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
