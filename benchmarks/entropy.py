"""How much weights know of what a game will come to, by how many men are on the board.

A set of positions is made once by games of the search against itself and kept (`--set FILE`), so that
weights of any day are judged by the same; a file with `.json` beside it tells how it was made. Each file of
weights gives odds of a position without looking ahead; one factor for all positions of a game, found here,
makes them likeliest. Then the mean cross entropy between the odds and the results of the games is printed,
for all positions and by phase: 0.693 is what a coin knows (the draws are half a win, so nothing reaches 0),
and less is better. Positions in which the side to move captures are left out. Pairs of files are compared
on the same positions: the difference is given with twice its standard error.

    python -m benchmarks entropy --game international --set /somewhere/international.set NEW.weights
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar

from damiera import _core
from damiera._core import Rules
from damiera.disk import write_whole
from damiera.engine.weightfile import numbers_of, path_of, signature_of, weights_of
from damiera.training.regression import RecordColumns, losses

__all__ = ["PHASES", "Entropy", "entropies", "main", "played"]

Floats = NDArray[np.float64]

PHASES = ((0.75, "opening"), (0.5, "middle game"), (0.3, "late middle game"), (0.0, "ending"))
"""From which share of the men of a full board a position belongs to a phase, and its name."""

GAMES, NODES, PLIES = 2_000, 5_000, (4, 10)
FACTORS = (-4.0, 2.0)
"""Powers of ten between which a factor is looked for, in odds a weight of one."""


@dataclass(frozen=True, slots=True)
class Entropy:
    """What weights know of the positions of a phase.

    Attributes:
        phase: its name; "all" for all.
        positions: how many there are.
        mean: cross entropy of odds and results, natural logarithm.
        than_first: mean difference to the first file judged; less than 0 is better.
        error: twice the standard error of that difference.
    """

    phase: str
    positions: int
    mean: float
    than_first: float
    error: float


def played(rules: Rules, path: Path | None, games: int, nodes: int, seed: int) -> bytes:
    """Return the records of a set: of a file that is there, else of games that are played now and kept there.

    Raises:
        ValueError: for a file of another game.
    """
    if path is not None and path.exists():
        made = json.loads(_about(path).read_bytes())
        if made["game"] != rules.slug:
            raise ValueError(f"{path} holds positions of the game {made['game']!r}, not of {rules.slug!r}")
        return path.read_bytes()
    records = _core.self_play(
        rules, games=games, nodes=nodes, plies=PLIES, seed=seed, threads=1, weights=weights_of(rules.slug)
    )
    if path is not None:
        write_whole(path, records)
        about = {"game": rules.slug, "games": games, "nodes": nodes, "plies": PLIES, "seed": seed}
        about |= {"weights": signature_of(rules.slug), "sha256": hashlib.sha256(records).hexdigest()}
        write_whole(_about(path), json.dumps(about, indent=1).encode())
    return records


def _about(path: Path) -> Path:
    return path.with_suffix(path.suffix + ".json")


def entropies(rules: Rules, records: bytes, files: Sequence[bytes]) -> list[list[Entropy]]:
    """Return, for the numbers of each file of weights, what it knows of the positions, all and by phase.

    Positions beside the games came to no result and are left out; phases without positions too.
    """
    columns = RecordColumns.read(rules, records)
    ended = columns.is_ended
    results, shares = columns.results[ended], columns.phases[ended, 0]
    found = [_best(_odds(columns, numbers)[ended], results) for numbers in files]
    return [[_entropy(name, one[at], found[0][at]) for name, at in _phases(shares)] for one in found]


def _odds(columns: RecordColumns, numbers: bytes) -> Floats:
    return columns.odds(np.frombuffer(numbers, "<i2").astype(np.float32).reshape(-1, 2))


def _best(odds: Floats, results: Floats) -> Floats:
    """Return the loss of each position with the factor by which all together are likeliest."""

    def loss(power: float) -> float:
        return float(np.mean(losses(odds * 10**power, results)))

    best = minimize_scalar(loss, bounds=FACTORS, method="bounded", options={"xatol": 1e-4})
    return losses(odds * 10**best.x, results)


def _phases(shares: NDArray[np.float32]) -> list[tuple[str, NDArray[np.bool_]]]:
    under, found = math.inf, [("all", np.ones(len(shares), dtype=bool))]
    for least, name in PHASES:
        found.append((name, (shares >= least) & (shares < under)))
        under = least
    return [one for one in found if one[1].any()]


def _entropy(name: str, ours: Floats, first: Floats) -> Entropy:
    apart = ours - first
    error = 2 * float(np.std(apart)) / math.sqrt(len(apart))
    return Entropy(name, len(ours), float(np.mean(ours)), float(np.mean(apart)), error)


def main(argv: Sequence[str] | None = None) -> None:
    """Print the entropies of the weights that come with Damiera, and of files beside them."""
    parser = argparse.ArgumentParser(prog="benchmarks entropy", description=__doc__)
    parser.add_argument("--game", default="international")
    parser.add_argument("--set", type=Path, help="where the positions are kept; made if it is not there")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--nodes", type=int, default=NODES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("files", nargs="*", type=Path, help="files of weights to be compared with ours")
    args = parser.parse_args(argv)
    rules = _core.rules(args.game)
    files = [path_of(args.game), *args.files]
    records = played(rules, args.set, args.games, args.nodes, args.seed)
    for path, rows in zip(files, entropies(rules, records, [numbers_of(one) for one in files]), strict=True):
        print(path.name)
        for row in rows:
            apart = f"{row.than_first:+.4f} ±{row.error:.4f}" if path is not files[0] else ""
            print(f"  {row.phase:17} {row.positions:>9,}  {row.mean:.4f}  {apart}".rstrip())


if __name__ == "__main__":
    main()
