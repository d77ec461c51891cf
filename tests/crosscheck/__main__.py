"""`make crosscheck`: the moves of two public libraries against ours, on some thousands of positions.

Each library lives in an environment of its own below `.crosscheck/`, for they share an import name.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.crosscheck.comparing import GAMES, compare
from tests.crosscheck.libraries import Library


def main() -> int:
    asked = argparse.ArgumentParser(prog="crosscheck", description=__doc__)
    asked.add_argument("--positions", type=int, default=2000, help="of each game (default %(default)s)")
    asked.add_argument("--seed", type=int, default=0, help="the first seed (default %(default)s)")
    asked.add_argument("--game", help="this game only")
    asked.add_argument("--environments", type=Path, default=Path(".crosscheck"))
    options = asked.parse_args()
    unexpected = 0
    for name, games in GAMES.items():
        with Library.of(name, options.environments / name / "bin" / "python") as library:
            print(f"{name} {library.version}")
            for game, share in games.items():
                if options.game not in (None, game):
                    continue
                count = max(20, options.positions * share // 100)
                report = compare(library, game, range(options.seed, options.seed + count))
                unexpected += len(report.unexpected)
                print(*report.lines(), sep="\n", flush=True)
    print("no unexpected difference" if not unexpected else f"{unexpected} unexpected differences")
    return 1 if unexpected else 0


if __name__ == "__main__":
    sys.exit(main())
