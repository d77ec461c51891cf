"""Processes that write to the same database as a test, and what each was told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

__all__ = ["Worker"]

ROOT = Path(__file__).parents[3]


class Worker:
    """A process that is ready to write, and waits for `begin`.

    Args:
        module: what it runs: it says `ready`, waits for a line, then writes one for each thing acknowledged.
        args: the arguments of the module.
    """

    def __init__(self, module: str, *args: object) -> None:
        command = [sys.executable, "-m", f"tests.unit.service.{module}", *map(str, args)]
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=PIPE, stdout=PIPE, text=True)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin, self._process.stdout
        assert self._out.readline() == "ready\n"

    def begin(self) -> None:
        """Let it write."""
        self._in.write("go\n")
        self._in.flush()

    def first(self) -> list[str]:
        """Let it write and return the words of its first line; who is to meet others then waits."""
        self.begin()
        return self._out.readline().split()

    def killed_after(self, wanted: int) -> list[list[str]]:
        """Kill it as soon as so many lines have come; return the words of every whole line there was."""
        lines = [self._out.readline() for _ in range(wanted)]
        self._process.kill()
        lines += self._out.readlines()  # what was read ahead, too, which `communicate` would leave out
        self._process.communicate(timeout=30)
        assert self._process.returncode == -9
        return _words(lines)

    def ended(self) -> list[list[str]]:
        """Wait until it has done all it had to; return the words of its lines."""
        said, _ = self._process.communicate(timeout=60)
        assert self._process.returncode == 0
        return _words(said.splitlines(keepends=True))


def _words(lines: list[str]) -> list[list[str]]:
    return [line.split() for line in lines if line.endswith("\n")]
