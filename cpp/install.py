"""Install the project with pip, and say meanwhile how far the compiler is: `python cpp/install.py WHAT...`.

What pip says is shown only if it fails. On a terminal one line is written over and over; elsewhere, as in the
log of a checking machine, a line now and then.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterable

STEP = re.compile(r"^\s*\[(\d+)/(\d+)\] (?:Building|Linking)")
SELDOM = 15.0  # seconds between lines where there is no terminal
ENOUGH = 4  # steps after which the time left can be guessed


def main() -> int:
    """Run pip; return its exit status."""
    command = [sys.executable, "-m", "pip", "install", "--verbose", "--no-color", *sys.argv[1:]]
    report = Report()
    report.say("Fetching packages")
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as pip:
        assert pip.stdout is not None
        heard = _follow(pip.stdout, report)
    report.end("Installed" if pip.returncode == 0 else "The installation failed:")
    if pip.returncode != 0:
        print("".join(heard), file=sys.stderr)
    return pip.returncode


def _follow(lines: Iterable[str], report: Report) -> list[str]:
    """Report each step of the compiler; return all lines."""
    heard = []
    began = time.monotonic()
    for line in lines:
        heard.append(line)
        found = STEP.match(line)
        if found is None:
            continue
        done, steps = int(found[1]), int(found[2])
        if done == 1:
            began = time.monotonic()
        report.say(f"Compiling the core: {done} of {steps}{_left(time.monotonic() - began, done, steps)}")
    return heard


def _left(seconds: float, done: int, steps: int) -> str:
    if done < ENOUGH or done == steps:
        return ""
    left = seconds / done * (steps - done)
    return (
        f", about {round(left / 60)} min left"
        if left > 90
        else f", about {max(round(left, -1), 10):.0f} s left"
    )


class Report:
    """A line of progress: the last one stands, on a terminal; elsewhere one comes every now and then."""

    def __init__(self) -> None:
        self._rewrites = sys.stdout.isatty()
        self._told = float("-inf")

    def say(self, what: str) -> None:
        if self._rewrites:
            print(f"\r\x1b[K{what}", end="", flush=True)
        elif time.monotonic() - self._told >= SELDOM:
            print(what, flush=True)
            self._told = time.monotonic()

    def end(self, what: str) -> None:
        print(f"\r\x1b[K{what}" if self._rewrites else what, flush=True)


if __name__ == "__main__":
    sys.exit(main())
