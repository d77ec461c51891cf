"""A course of training: generations of quick games, each with the weights accepted before it.

Everything lies in one folder, piece by piece, and a course that was broken off goes on from the last whole
piece: the records of games in parts, the weights of each generation, and what its match said.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Protocol

from damiera import _core
from damiera._core import Position, Rules, Weights
from damiera.engine.statistics import Pentanomial, Sprt, estimate
from damiera.engine.weightfile import read_weights, write_weights
from damiera.errors import DamieraError
from damiera.training.regression import Model, Rows, fit, join, read_rows

__all__ = ["Course", "CourseError", "Plan", "Teller", "Verdict"]

GAMES_OF_PART = 1_000
PAIRS_AT_ONCE = 20


class CourseError(DamieraError):
    """A course that cannot go on: its folder holds another one."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a course does.

    Attributes:
        game: slug.
        games: quick games of each generation.
        nodes: visited for each of their moves.
        plies: least and most moves by chance at the start of a game.
        openings: where openings come from, as `damiera match --openings` takes it; empty for the start
        position. generations: how many.
        trust: how much of a result is taught, against what the search thought of the position.
        pull: of the weights towards nought.
        pairs: most pairs of games of a match that accepts.
        time_ms: for each move of it.
        sprt: the test that ends it sooner.
        seed: of everything drawn.
    """

    game: str
    games: int = 60_000
    nodes: int = 1_000
    plies: tuple[int, int] = (4, 10)
    openings: str = ""
    generations: int = 1
    trust: float = 0.75
    pull: float = 20.0
    pairs: int = 400
    time_ms: int = 10
    sprt: tuple[float, float] = (0.0, 10.0)
    seed: int = 1

    def digest(self) -> dict[str, object]:
        """What a part of a course depends on: two courses that agree in it may share a folder."""
        kept = ("game", "nodes", "plies", "openings", "seed")
        return {name: value for name, value in asdict(self).items() if name in kept}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a match said of new weights, against those before them or the evaluation made by hand.

    Attributes:
        pairs: pairs of games by the points of the new weights.
        accepted: whether the test accepted them, or, if it was not decided, they are better with 95 %
        confidence.
    """

    pairs: Pentanomial = (0, 0, 0, 0, 0)
    accepted: bool = False

    def __str__(self) -> str:
        found = estimate(self.pairs)
        if found is None:
            return "no games"
        elo = f"{found.elo:+.0f} [{found.low:+.0f}, {found.high:+.0f}]"
        return f"{2 * found.pairs} games, {found.score:.3f}, Elo {elo}"


class Teller(Protocol):
    """Who hears how far a course has come."""

    def __call__(self, what: str, done: int, all: int, detail: str = "") -> None:
        """Hear that `done` of `all` are done of something, with a word about it."""


@dataclass
class Course:
    """A course of training in a folder.

    Args:
        plan: what it does.
        folder: where its pieces lie.
        threads: games played side by side.
        openings: positions that games start from; the start position if empty.
        tell: hears how far it has come.
    Raises:
        CourseError: if another course lies in the folder.
    """

    plan: Plan
    folder: Path
    tell: Teller
    threads: int = 1
    openings: tuple[Position, ...] = ()
    rules: Rules = field(init=False)
    model: Model = field(init=False)

    def __post_init__(self) -> None:
        self.rules = _core.rules(self.plan.game)
        self.model = Model.of(self.rules)
        self.folder.mkdir(parents=True, exist_ok=True)
        self._claim()

    def run(self) -> tuple[Path, dict[str, object]] | None:
        """Train; return the best weights and what is to be told of them, or None if none were accepted."""
        best: tuple[Path, dict[str, object]] | None = None
        for generation in range(1, self.plan.generations + 1):
            path = self.folder / f"{generation}.weights"
            about = self._about(generation)
            self._play(generation, best[0] if best else None)
            if not path.exists():
                about |= self._teach(generation, path)
            verdict = self._judge(generation, path, best[0] if best else None)
            if verdict.accepted:
                best = path, about | {"match": str(verdict), "against": "weights" if best else "by hand"}
        return best

    # ------------------------------------------------------------ the steps

    def _play(self, generation: int, best: Path | None) -> None:
        parts = self._parts(generation)
        weights = self._weights(best)
        for number, (path, games) in enumerate(parts):
            if not path.exists():
                seed = self.plan.seed + 1_000_000 * generation + number
                records = _core.self_play(
                    self.rules,
                    games=games,
                    nodes=self.plan.nodes,
                    plies=self.plan.plies,
                    seed=seed,
                    threads=self.threads,
                    weights=weights,
                    openings=self.openings,
                )
                _write(path, records)
            done = min((number + 1) * GAMES_OF_PART, self.plan.games)
            self.tell(f"games of generation {generation}", done, self.plan.games)

    def _teach(self, generation: int, path: Path) -> dict[str, object]:
        steps = 60
        found = fit(
            self.model,
            join(list(self._rows(generation))),
            trust=self.plan.trust,
            pull=self.plan.pull,
            steps=steps,
            tell=lambda step, loss: self.tell(
                f"weights of generation {generation}", step, steps, f"loss {loss:.4f}"
            ),
        )
        told: dict[str, object] = {
            "held_out_loss": round(found.loss, 5),
            "loss_of_the_mean": round(found.before, 5),
            "spread_cp": round(found.spread_cp, 1),
        }
        write_weights(path, self.plan.game, found.numbers, told)
        return told

    def _rows(self, generation: int) -> Iterator[Rows]:
        for earlier in range(max(1, generation - 1), generation + 1):
            for path, _ in self._parts(earlier):
                yield read_rows(self.rules, self.model, path.read_bytes())

    def _judge(self, generation: int, path: Path, best: Path | None) -> Verdict:
        kept = self.folder / f"{generation}.match.json"
        if kept.exists():
            told = json.loads(kept.read_text(encoding="utf-8"))
            return Verdict(tuple(told["pairs"]), told["accepted"])
        counts = [0, 0, 0, 0, 0]
        new, old = self._weights(path), self._weights(best)
        test = Sprt(*self.plan.sprt)
        for first in range(0, self.plan.pairs, PAIRS_AT_ONCE):
            pairs = min(PAIRS_AT_ONCE, self.plan.pairs - first)
            points = _core.self_match(
                self.rules,
                new,
                old,
                pairs=pairs,
                time_ms=self.plan.time_ms,
                plies=self.plan.plies,
                seed=self.plan.seed + 500_000 + 1_000 * generation + first,
                threads=self.threads,
                openings=self.openings,
            )
            for as_white, as_black in points:
                counts[as_white + as_black] += 1
            now = Verdict((counts[0], counts[1], counts[2], counts[3], counts[4]))
            self.tell(f"match of generation {generation}", first + pairs, self.plan.pairs, str(now))
            if test.accepts(now.pairs) is not None:
                break
        verdict = Verdict(now.pairs, _is_better(now.pairs, test))
        _write(kept, json.dumps(asdict(verdict)).encode())
        return verdict

    # ------------------------------------------------------------ the folder

    def _claim(self) -> None:
        path = self.folder / "plan.json"
        own = json.dumps(self.plan.digest(), sort_keys=True)
        if path.exists() and path.read_text(encoding="utf-8") != own:
            raise CourseError(f"{self.folder} holds another course: name another folder, or remove this one")
        _write(path, own.encode())

    def _parts(self, generation: int) -> list[tuple[Path, int]]:
        folder = self.folder / str(generation)
        folder.mkdir(exist_ok=True)
        starts = range(0, self.plan.games, GAMES_OF_PART)
        sizes = [min(GAMES_OF_PART, self.plan.games - start) for start in starts]
        return [(folder / f"{number:04}-{size}.records", size) for number, size in enumerate(sizes)]

    def _weights(self, path: Path | None) -> Weights | None:
        return read_weights(path, self.rules) if path else None

    def _about(self, generation: int) -> dict[str, object]:
        plan = self.plan
        return {
            "games": plan.games * min(generation, 2),
            "nodes_per_move": plan.nodes,
            "random_plies": list(plan.plies),
            "openings": plan.openings or "start",
            "generations": generation,
            "trust": plan.trust,
            "pull": plan.pull,
            "match_ms_per_move": plan.time_ms,
        }


def _is_better(pairs: Pentanomial, test: Sprt) -> bool:
    decided = test.accepts(pairs)
    found = estimate(pairs)
    return decided == "elo1" or (decided is None and found is not None and found.low > 0)


def _write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(data)
    part.replace(path)
