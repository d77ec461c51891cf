"""Two public libraries, each behind a pipe, and what they are known to do wrong."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from damiera._core import Position
from tests.differential.reference.boards import Cell

WORKER = Path(__file__).with_name("worker.py")

Answer = frozenset[tuple[Cell, Cell, frozenset[Cell]]]


class LibraryFailed(Exception):
    """A library gave no moves: what it said."""


class Library:
    """A library in a process of its own, asked line by line."""

    def __init__(self, name: str, command: Sequence[str]) -> None:
        self.name = name
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.version = str(self._asked({"hello": True})["version"])

    @classmethod
    def of(cls, name: str, python: Path) -> Library:
        """Start the worker with the Python of the library's own environment."""
        return cls(name, [str(python), "-I", str(WORKER), name])

    def moves(self, game: str, position: Position) -> Answer:
        """Return the library's moves: origin, destination, what is taken. Raises `LibraryFailed`."""
        core = position.rules
        pieces = [[piece, *core.coordinates(square)] for square, piece in position.pieces.items()]
        asked = {"game": game, "side": position.side.letter, "files": core.files, "ranks": core.ranks}
        answer = self._asked({**asked, "pieces": pieces})
        if "error" in answer:
            raise LibraryFailed(answer["error"])
        return frozenset(
            (_cell(origin), _cell(destination), frozenset(map(_cell, taken)))
            for origin, destination, taken in answer["moves"]
        )

    def _asked(self, question: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise LibraryFailed(f"{self.name} has ended with code {self._process.wait()}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *raised: object) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        self._process.wait(timeout=10)


def _cell(pair: Sequence[int]) -> Cell:
    file, rank = pair
    return file, rank


def ours(position: Position) -> Answer:
    """Return our moves the same way."""
    at = position.rules.coordinates
    return frozenset(
        (at(m.origin), at(m.destination), frozenset(map(at, m.captured))) for m in position.moves()
    )


@dataclass(frozen=True)
class Fault:
    """What a library is known to do wrong, and how to tell that a difference is this and nothing else."""

    library: str
    game: str
    what: str
    explains: Callable[[Position, Answer, Answer], bool]
