"""Perft tables: files of published counts, shared by tests and benchmarks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from damiera import _core

__all__ = ["PerftTable", "read_perft"]


@dataclass(frozen=True, slots=True)
class PerftTable:
    """The counts of one position; `counts` holds pairs of depth and leaves.

    Leaves count moves once that differ in nothing but the route: origin, destination, captured squares and
    promotion make a move.
    """

    game: str
    name: str
    source: str
    fen: str
    counts: tuple[tuple[int, int], ...]

    def position(self) -> _core.Position:
        """Return the position counted from. Raises KeyError for an unknown game, ValueError for a bad FEN."""
        rules = _core.rules(self.game)
        if self.fen == "start":
            return rules.start()
        return rules.read(self.fen)


def read_perft(path: Path) -> PerftTable:
    """Read a `.perft` file: `# key: value` lines, `fen TEXT`, and `perft DEPTH LEAVES` lines."""
    facts: dict[str, str] = {"position": "", "source": ""}
    fen = "start"
    counts: list[tuple[int, int]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("# ") and ": " in line:
            key, value = line[2:].split(": ", 1)
            facts[key.lower()] = value
        elif line.startswith("fen "):
            fen = line[4:]
        elif line.startswith("perft "):
            depth, leaves = line[6:].split()
            counts.append((int(depth), int(leaves)))
    return PerftTable(facts["game"], facts["position"], facts["source"], fen, tuple(counts))
