"""Endings of few pieces in which one move alone keeps the win, or the draw: how many the engine finds.

Positions are drawn by a fixed seed from the distance tables of a game, as many of each material and kind as
there are. The engine has so many nodes as it visits in 0.3 s of one processor, so that a busy machine can
only make it harder: its speed is measured first among pieces of each material, and what every search took of
the processor is written down beside its answer. Without tables (aim: 95 % found) and with them (aim: all); a
hundredth of the nodes does for these.

A miss is printed as soon as it happens. With `--journal FILE` every answer is kept there, one line of JSON
each; the same command with the same file goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from damiera import _core
from damiera.endgame.build import Builder
from damiera.endgame.material import SliceMaterial
from damiera.endgame.only_moves import OnlyMovePosition, endings
from damiera.endgame.probe import EndgameTables, Verdict
from damiera.engine.builtin import BuiltinEngine
from damiera.engine.limits import SearchLimits
from damiera.notation.moves import format_move

__all__ = ["Found", "Journal", "Pace", "main", "pace", "solve"]

SECONDS = 0.3
ENOUGH = 1_000_000  # nodes to tell the speed by
MOST_TIMED = 8  # endings of a material
WITH_TABLES = 100  # the part of the nodes that then does
TOLD_EVERY = 250
_NAMES = {False: "without", True: "with"}


class Found(msgspec.Struct, frozen=True):
    """What the engine played.

    Attributes:
        game, tables: which engine: with tables or without.
        asked: `--nodes`; 0 if they were to be those of 0.3 s.
        fen, material, kind, plies: the ending; see `damiera.endgame.only_moves.OnlyMovePosition`.
        only, played: moves.
        nodes: what the search was allowed.
        visited, seconds: what it used of that, and of the time of the processor.
        depth, score: of the search.
    """

    game: str
    tables: bool
    asked: int
    fen: str
    material: str
    kind: Verdict
    plies: int | None
    only: str
    played: str
    nodes: int
    visited: int
    seconds: float
    depth: int
    score: str

    @property
    def key(self) -> tuple[str, bool, int, str]:
        """What was asked of whom."""
        return self.game, self.tables, self.asked, self.fen

    @property
    def is_right(self) -> bool:
        """Whether it found the only move."""
        return self.played == self.only

    def __str__(self) -> str:
        length = f" in {self.plies}" if self.plies is not None else ""
        return (
            f"{self.game}, {_NAMES[self.tables]} tables: {self.fen}  {self.material}  "
            f"{self.kind.value}{length}: only {self.only}, "
            f"played {self.played} at depth {self.depth}, {self.score}"
        )


class Journal:
    """The answers there are, in a file if there is one."""

    def __init__(self, path: Path | None) -> None:
        self._known: dict[tuple[str, bool, int, str], Found] = {}
        self._path = path
        if path is None or not path.exists():
            return
        data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]  # a line that was cut off does not count
        for line in whole.splitlines():
            one = msgspec.json.decode(line, type=Found)
            self._known[one.key] = one
        path.write_bytes(whole)

    def find(self, game: str, tables: bool, asked: int, fen: str) -> Found | None:
        """Return the answer given before, if any."""
        return self._known.get((game, tables, asked, fen))

    def add(self, one: Found) -> None:
        """Keep an answer: at once, whatever happens next."""
        self._known[one.key] = one
        if self._path is not None:
            with self._path.open("ab") as file:
                file.write(msgspec.json.encode(one) + b"\n")


@dataclass(frozen=True, slots=True)
class Pace:
    """How many nodes the engine may visit.

    Attributes:
        game: whose engine.
        asked: `--nodes`; if 0, as many as in 0.3 s of one processor, without tables.
        of: those by material, where searches are long enough to tell.
        usual: those of all materials together.
    """

    game: str
    asked: int
    of: dict[SliceMaterial, int]
    usual: int

    def nodes(self, one: OnlyMovePosition) -> int:
        """Return the nodes for an ending."""
        return self.asked or self.of.get(one.material, self.usual)


def pace(game: str, asked: int, all_: Sequence[OnlyMovePosition]) -> Pace:
    """Time some endings of each material."""
    if asked:
        return Pace(game, asked, {}, asked)
    engine = BuiltinEngine(game, hash_mb=16)
    rows = {m: _timed(engine, [one for one in all_ if one.material == m]) for m in {e.material for e in all_}}
    every = [sum(column) for column in zip(*rows.values(), strict=True)]
    of = {m: round(nodes / s * SECONDS) for m, (nodes, s) in rows.items() if nodes >= ENOUGH}
    return Pace(game, 0, of, round(every[0] / every[1] * SECONDS))


def _timed(engine: BuiltinEngine, some: Sequence[OnlyMovePosition]) -> tuple[int, float]:
    """Return nodes visited and seconds of the processor."""
    nodes, seconds = 0, 0.0
    for one in some[:: max(1, len(some) // MOST_TIMED)]:
        if nodes >= ENOUGH:
            break
        engine.clear()
        begun = time.process_time()
        nodes += engine.choose(one.position, limits=SearchLimits(nodes=ENOUGH)).nodes
        seconds += time.process_time() - begun
    return nodes, seconds


def solve(allowed: Pace, all_: Sequence[OnlyMovePosition], folder: Path, journal: Journal) -> Iterator[Found]:
    """Let the engine play each ending without tables and with those of `folder`; it starts anew each time."""
    engine_moves = {
        False: BuiltinEngine(allowed.game, hash_mb=16),
        True: BuiltinEngine(allowed.game, hash_mb=16, tables=folder),
    }
    for one in all_:
        for tables, engine in engine_moves.items():
            found = journal.find(allowed.game, tables, allowed.asked, one.position.fen)
            if found is None:
                found = _solved(engine, allowed, one, tables=tables)
                journal.add(found)
            yield found


def _solved(engine: BuiltinEngine, allowed: Pace, one: OnlyMovePosition, *, tables: bool) -> Found:
    nodes = allowed.nodes(one) // (WITH_TABLES if tables else 1)
    engine.clear()
    begun = time.process_time()
    choice = engine.choose(one.position, limits=SearchLimits(nodes=nodes))
    seconds = time.process_time() - begun
    return Found(
        game=allowed.game,
        tables=tables,
        asked=allowed.asked,
        fen=one.position.fen,
        material=one.material.name,
        kind=one.kind,
        plies=one.plies,
        only=format_move(one.position, one.only),
        played=format_move(one.position, choice.move),
        nodes=nodes,
        visited=choice.nodes,
        seconds=round(seconds, 4),
        depth=choice.depth,
        score=str(choice.score),
    )


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
    parser.add_argument("--journal", type=Path, help="a file for every answer, to go on from")
    asked = parser.parse_args(argv)
    pieces = asked.pieces or (4 if asked.game else 3)
    journal = Journal(asked.journal)
    with tempfile.TemporaryDirectory() as place:
        for game in asked.game or ["italian"]:
            count = asked.count or (2_000 if asked.game else 40)
            _measure(game, asked.nodes, pieces, count, asked.folder or Path(place), journal)


def _measure(game: str, asked: int, pieces: int, count: int, folder: Path, journal: Journal) -> None:
    rules = _core.rules(game)
    Builder(rules, pieces, distances=True, folder=folder, threads=1).run()
    all_ = endings(rules, EndgameTables(rules, folder), pieces, count)
    random.Random(1).shuffle(all_)  # what has been asked when it is stopped is a fair part
    allowed = pace(game, asked, all_)
    found: list[Found] = []
    for one in solve(allowed, all_, folder, journal):
        found.append(one)
        if not one.is_right:
            print(one, flush=True)
        if len(found) % (2 * TOLD_EVERY) == 0 or len(found) == 2 * len(all_):
            for tables in (False, True):
                said = _said([one for one in found if one.tables == tables])
                print(f"{game}, {pieces} pieces, {_NAMES[tables]} tables: {said}", flush=True)


def _said(found: Sequence[Found]) -> str:
    rows = Counter((one.kind, one.is_right) for one in found)
    parts = []
    for kind in (Verdict.WIN, Verdict.DRAW):
        right, wrong = rows[kind, True], rows[kind, False]
        parts.append(f"{kind.value} {right} of {right + wrong} ({right / max(right + wrong, 1):.1%})")
    right = sum(one.is_right for one in found)
    nodes = sorted(one.nodes for one in found)
    spent = sum(one.seconds for one in found) / len(found)
    return ", ".join(
        [
            *parts,
            f"all {right / len(found):.1%}",
            f"{nodes[0]:,} to {nodes[-1]:,} nodes",
            f"{spent:.2f} s each",
        ]
    )


if __name__ == "__main__":
    main(sys.argv[1:])
