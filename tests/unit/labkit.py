"""Records of the laboratory as its commands write them, without the games being played."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from damiera.engine.runlog import log_of

SPRT_HEAD = {
    "trial": {"game": "italian", "nodes": 300, "openings": "", "level": 0, "seed": 1},
    "first": "probe-margin=30",
    "second": "",
    "search": "0",
}
TUNE_HEAD = {
    "tuning": {"game": "italian", "nodes": 300, "openings": "", "level": 0, "seed": 1},
    "spsa": {
        "params": [{"name": "probe-margin", "start": 20, "least": 0, "most": 60, "step": 8}],
        "steps": 4,
        "seed": 1,
        "rate": 0.02,
    },
    "pairs": 1,
    "fixed": "",
    "search": "0",
}
PAIRS: Sequence[tuple[int, int]] = [(2, 1), (1, 1), (0, 2), (2, 2), (1, 1), (0, 1), (2, 1), (1, 2)]
NUMBERS = {"goal": 40, "done": 0, "began": 1_000.0}


def lines(path: Path, *told: object) -> Path:
    """Write JSON lines."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(one) + "\n" for one in told), encoding="utf-8")
    return path


def sprt(path: Path, pairs: Sequence[tuple[int, int]] = PAIRS) -> Path:
    """Write a test of parameters."""
    return lines(path, SPRT_HEAD, *({"pair": n, "points": both} for n, both in enumerate(pairs)))


def tune(path: Path, values: Sequence[float] = (21.0, 23.5)) -> Path:
    """Write a tuning."""
    return lines(path, TUNE_HEAD, *({"step": n, "points": 1, "values": [v]} for n, v in enumerate(values, 1)))


def game(number: int, result: str, *, match: str = "abc", ended: str = "rules", white: str = "") -> str:
    """Return a game of a match; the first engine begins in every odd one."""
    names = ("One", "Other") if number % 2 else ("Other", "One")
    tags = {
        "Event": "Engine match",
        "Round": number,
        "White": white or names[0],
        "Black": names[1],
        "Result": result,
        "GameType": 22,
        "Pace": "nodes 300",
        "Termination": ended,
        "Thought": "90/30 60/30",
        "Processor": "30000/9000 15000/6000",
        "Match": match,
    }
    head = "\n".join(f'[{name} "{value}"]' for name, value in tags.items())
    return f"{head}\n\n1. 21-17 10-14 *\n"


def pdn(path: Path, *games: str) -> Path:
    """Write games of a match."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(games), encoding="utf-8")
    return path


def training(folder: Path) -> Path:
    """Write a training of one generation whose match goes on."""
    (folder / "1").mkdir(parents=True)
    plan = {"game": "italian", "nodes": 400, "openings": "", "plies": [4, 10], "seed": 1}
    (folder / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    for name in ("0000-1000.records", "0001-500.records"):
        (folder / "1" / name).write_bytes(b"")
    (folder / "1.weights").write_bytes(b"")
    points = {"0": [[2, 1], [1, 1]], "2": [[0, 0]], "1": [[2, 2]]}
    (folder / "1.match.json").write_text(json.dumps({"points": points, "between": {}}), encoding="utf-8")
    return folder


def log(record: Path, kind: str, *, ended: float = 0.0, complete: bool = False, **told: object) -> None:
    """Write the log of a run that began at second 1,000."""
    begun = {"kind": kind, "game": "italian"} | NUMBERS | told
    end = [{"ended": ended, "is_complete": complete}] if ended else []
    path = log_of(record)
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    text = "".join(json.dumps(one) + "\n" for one in [{"begun": begun}, *end])
    path.write_text(before + text, encoding="utf-8")
