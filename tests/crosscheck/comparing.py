"""Compare the core with a library on random positions, and say what differs."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from damiera._core import Position
from tests.crosscheck.known import FAULTS
from tests.crosscheck.libraries import Fault, Library, LibraryFailed, ours
from tests.differential import positions
from tests.differential.adapter import Adapter

# Which games a library has, and how many positions it is asked for out of every hundred.
GAMES = {
    "pydraughts": {
        "international": 100,
        "italian": 100,
        "english": 100,
        "russian": 100,
        "brazilian": 100,
        "antidraughts": 100,
        "breakthrough": 100,
        "turkish": 50,
        "frisian": 3,  # it needs a second for some positions
        "frysk": 3,
    },
    "py-draughts": {
        "international": 100,
        "russian": 100,
        "brazilian": 100,
        "frisian": 50,
        "frysk": 50,
        "antidraughts": 100,
        "breakthrough": 100,
        "english": 100,
    },
}

_WITNESS = {"antidraughts": "international-losing"}


@dataclass
class Report:
    """What came out for one library and one game."""

    library: str
    game: str
    compared: int = 0
    excused: dict[str, list[str]] = field(default_factory=dict)
    unexpected: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def lines(self) -> Iterator[str]:
        yield f"{self.library:12} {self.game:14} {self.compared:6} positions {self.seconds:7.1f} s"
        for what, fens in self.excused.items():
            yield f"    known: {what}: {len(fens)} times, such as {min(fens, key=len)}"
        for difference in self.unexpected:
            yield f"    UNEXPECTED {difference}"


def sampled(game: str, seeds: range) -> Iterator[tuple[int, Position]]:
    """Random positions of a game with their seeds, those left out that the game cannot have."""
    core = Adapter(_WITNESS.get(game, game))
    for seed in seeds:
        state = positions.sample(core.rules.slug, core.game, seed).state
        decided = game == "breakthrough" and any(piece.isupper() for piece in state.board.values())
        if not decided:
            yield seed, core.position(state)


def compare(library: Library, game: str, seeds: range, faults: Sequence[Fault] = tuple(FAULTS)) -> Report:
    """Ask the library for the moves of many positions."""
    report, began = Report(library.name, game), time.perf_counter()
    known = [f for f in faults if (f.library, f.game) == (library.name, game)]
    for seed, position in sampled(game, seeds):
        report.compared += 1
        right = ours(position)
        try:
            theirs = library.moves(game, position)
        except LibraryFailed as failure:
            report.unexpected.append(f"seed {seed}: {position.fen}: {failure}")
            continue
        if theirs == right:
            continue
        fault = next((f for f in known if f.explains(position, right, theirs)), None)
        if fault is not None:
            report.excused.setdefault(fault.what, []).append(position.fen)
        else:
            missing, more = len(right - theirs), len(theirs - right)
            report.unexpected.append(f"seed {seed}: {position.fen}: lacks {missing}, has {more} too many")
    report.seconds = time.perf_counter() - began
    return report
