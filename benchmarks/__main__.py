"""Run one benchmark by name, or all of them: every module of this package with a `main`."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Sequence
from pathlib import Path


def names() -> tuple[str, ...]:
    """Return the benchmarks there are, in alphabetical order."""
    here = str(Path(__file__).parent)
    return tuple(sorted(m.name for m in pkgutil.iter_modules([here]) if not m.name.startswith("_")))


def run(name: str, argv: Sequence[str]) -> None:
    """Run one benchmark."""
    print(f"== {name}", flush=True)
    importlib.import_module(f"benchmarks.{name}").main(argv)


def main(argv: Sequence[str]) -> int:
    """Run what the arguments name; return the exit code."""
    if not argv:
        for name in names():
            run(name, [])
        return 0
    if argv[0] not in names():
        print(f"no benchmark {argv[0]!r}: there are {', '.join(names())}", file=sys.stderr)
        return 2
    run(argv[0], argv[1:])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
