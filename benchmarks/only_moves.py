"""Endings of few pieces in which one move alone keeps the win, or the draw: how many the engine finds.

Positions are drawn by a fixed seed from the distance tables of a game, as many of each material and kind as
there is room for. The engine has so many nodes as it visits in 0.3 s of one processor, so that a busy machine
changes nothing: without tables (aim: 95 % found) and with them (aim: all).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from damiera import _core
from damiera._core import Move
from damiera.endgame.build import Builder
from damiera.endgame.only_moves import Ending, endings
from damiera.endgame.probe import EndgameTables, Verdict
from damiera.engine.builtin import BuiltinMind
from damiera.engine.limits import Limits
from damiera.notation.moves import format_move

__all__ = ["Found", "main", "solve", "speed"]

SECONDS = 0.3


@dataclass(frozen=True, slots=True)
class Found:
    """What the engine played."""

    ending: Ending
    played: Move
    depth: int
    score: str

    @property
    def is_right(self) -> bool:
        """Whether it found the only move."""
        return self.played == self.ending.only

    def __str__(self) -> str:
        one = self.ending
        length = f" in {one.plies}" if one.plies is not None else ""
        only, played = (format_move(one.position, move) for move in (one.only, self.played))
        return (
            f"{one.position.fen}  {one.material.name}  {one.kind.value}{length}: only {only}, "
            f"played {played} at depth {self.depth}, {self.score}"
        )


def speed(game: str, some: Sequence[Ending]) -> float:
    """Return positions visited in a second of processor time, without tables."""
    mind = BuiltinMind(game, hash_mb=16)
    begun, nodes = time.process_time(), 0
    for one in some:
        mind.clear()
        nodes += mind.choose(one.position, limits=Limits(nodes=300_000)).nodes
    return nodes / (time.process_time() - begun)


def solve(game: str, all_: Sequence[Ending], nodes: int, folder: Path | None) -> Iterator[Found]:
    """Let the engine play each ending, with the tables of `folder` or without; it starts anew each time."""
    mind = BuiltinMind(game, hash_mb=16, tables=folder)
    for one in all_:
        mind.clear()
        choice = mind.choose(one.position, limits=Limits(nodes=nodes))
        yield Found(one, choice.move, choice.depth, choice.score.text().en)


def main(argv: Sequence[str] = ()) -> None:
    """Ask about the games named; three Italian pieces if none is."""
    parser = argparse.ArgumentParser(prog="benchmarks only_moves", description=__doc__)
    parser.add_argument("game", nargs="*", help="default: italian")
    parser.add_argument("--pieces", type=int, help="at most so many (default: 4 of games named, else 3)")
    parser.add_argument(
        "--count", type=int, help="endings of each game (default: 2000 of games named, else 40)"
    )
    parser.add_argument(
        "--nodes", type=int, default=0, help="positions visited (default: as many as in 0.3 s)"
    )
    parser.add_argument("--folder", type=Path, help="where tables with distances lie; built if need be")
    parser.add_argument("--failures", type=Path, help="a file for what was not found")
    asked = parser.parse_args(argv)
    pieces = asked.pieces or (4 if asked.game else 3)
    failures = []
    with tempfile.TemporaryDirectory() as place:
        for game in asked.game or ["italian"]:
            count = asked.count or (2_000 if asked.game else 40)
            failures += _measure(game, pieces, count, asked.nodes, asked.folder or Path(place))
    if asked.failures:
        asked.failures.write_text("".join(f"{line}\n" for line in failures), "utf-8")


def _measure(game: str, pieces: int, count: int, nodes: int, folder: Path) -> list[str]:
    rules = _core.rules(game)
    Builder(rules, pieces, distances=True, folder=folder).run()
    all_ = endings(rules, EndgameTables(rules, folder), pieces, count)
    nodes = nodes or round(speed(game, all_[:: max(1, len(all_) // 20)]) * SECONDS)
    failures = []
    for name, place in (("without tables", None), ("with tables", folder)):
        rows: Counter[tuple[Verdict, bool]] = Counter()
        for found in solve(game, all_, nodes, place):
            rows[found.ending.kind, found.is_right] += 1
            if not found.is_right:
                failures.append(f"{game}, {name}: {found}")
        print(f"{game}, {pieces} pieces, {nodes:,} nodes, {name}: {_said(rows)}", flush=True)
    return failures


def _said(rows: Counter[tuple[Verdict, bool]]) -> str:
    parts = []
    for kind in (Verdict.WIN, Verdict.DRAW):
        right, wrong = rows[kind, True], rows[kind, False]
        parts.append(f"{kind.value} {right} of {right + wrong} ({right / max(right + wrong, 1):.1%})")
    right = sum(n for (_, is_right), n in rows.items() if is_right)
    return ", ".join([*parts, f"all {right / max(rows.total(), 1):.1%}"])


if __name__ == "__main__":
    main(sys.argv[1:])
