"""Search parameters on trial: a sequential test of one set against another, and tuning.

Both play pairs of quick games at a fixed number of nodes a move, from openings that a search finds level, by
threads of this machine or the workers of a cluster, and keep what was played in a file of JSON lines: the
first tells what is tried, every other one a pair or a step. A run that was broken off goes on from the last
whole line, and comes to the same end: the games depend on nothing but what the first line tells.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeVar

from damiera import _core
from damiera._core import Position
from damiera.disk import held_alone, naming, write_whole
from damiera.engine.match.openings import openings_from
from damiera.engine.statistics import Pentanomial, Sprt
from damiera.engine.weightfile import signature_of, source_of
from damiera.messages import Message
from damiera.rules.ruleset import Ruleset
from damiera.training.errors import TrainingError
from damiera.training.spsa import Spsa, set_text
from damiera.training.workers import TaskInput, TaskResult, TrialTask, Workers, signature

__all__ = ["ParamTrial", "TrialFile", "TrialPlan", "Tuning", "alone_with", "level_openings"]

Read = TypeVar("Read")

LEVEL_NODES = 20_000
"""What a search may visit to say whether an opening is level."""
PAIRS_AHEAD = 16
"""Pairs that are handed out at a time: what a test decided is not played in vain for long."""

_OTHER_TRIAL = Message(
    "{path} holds another trial, with {theirs} and not {ours}: name another file, or remove this one"
)
_NO_QUICK_GAMES = Message("the search plays no quick games of {game}: its parameters cannot be tried on it")
_BOTH = Message("{names}: what is tuned cannot be fixed, too")
_DAMAGED = Message("{path}, line {line}: this is no line of a trial")
_IN_USE = Message("another run is at work with {path}")
_NO_LEVEL = Message("none of {n} openings is level within {most}: allow more, or name others")
_UNSOUND = Message("{who} sent what cannot be kept: {why}")


@dataclass(frozen=True, slots=True)
class TrialPlan:
    """What is played in a trial.

    Attributes:
        game: slug.
        nodes: visited for each move.
        openings: where they come from, as `damiera match --openings` takes it; empty for the usual ones.
        level: openings that a search finds more uneven than so many centipieces are left out; 0: none is.
        seed: draws openings, their order, and coins.
    """

    game: str
    nodes: int = 20_000
    openings: str = ""
    level: int = 50
    seed: int = 1


def level_openings(game: Ruleset, plan: TrialPlan, count: int) -> tuple[Position, ...]:
    """Return so many positions to start from, or all there are, each once.

    Raises:
        MatchError, OpeningError: as `openings_from`.
        TrainingError: if none is level.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> len(level_openings(ITALIAN, TrialPlan("italian", level=0), 5))
    5
    """
    drawn = openings_from(game, plan.openings or None, plan.seed, 2 * count if plan.level else count)
    found: dict[str, Position] = {}
    search = _core.Search(game.core, hash_mb=4, weights=TaskInput(game.slug, (_weights(game),)).engine(0))
    for opening in drawn:
        position = opening.position
        for move in opening.moves:
            position = position.play(move)
        if position.fen not in found and _is_level(search, position, plan.level):
            found[position.fen] = position
        if len(found) == count:
            break
    if not found:
        raise TrainingError(_NO_LEVEL.format(n=len(drawn), most=plan.level))
    return tuple(found.values())


def _is_level(search: _core.Search, position: Position, level: int) -> bool:
    if not position.has_moves():
        return False
    if not level:
        return True
    search.clear()
    return abs(search.think(position, nodes=LEVEL_NODES).score_cp) <= level


def _weights(game: Ruleset) -> bytes | None:
    path = source_of(game.slug)
    return path.read_bytes() if path.is_file() else None


@contextmanager
def alone_with(path: Path) -> Iterator[None]:
    """Hold the file of a trial against another run, for as long as this process lives at most.

    Raises:
        TrainingError: if another run has it.
    """
    with held_alone(path.parent, f".{path.name}.lock") as alone:
        if not alone:
            raise TrainingError(_IN_USE.format(path=path))
        yield


class TrialFile:
    """A file of JSON lines that a run goes on from.

    Args:
        path: of the file; it is made if it is not there.
        head: what is tried.
    Raises:
        TrainingError: if it holds another trial, or is damaged before its last line.
        OSError: if it cannot be read or written, with its name.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = TrialFile(Path(folder) / "trial.jsonl", {"trial": 1})
    ...     file.add({"pair": 0})
    ...     TrialFile(Path(folder) / "trial.jsonl", {"trial": 1}).lines
    [{'pair': 0}]
    """

    def __init__(self, path: Path, head: Mapping[str, object]) -> None:
        self.path = path
        self.lines: list[dict[str, object]] = []
        with naming(path):
            text = path.read_text(encoding="utf-8") if path.exists() else ""
        told = json.loads(json.dumps(head))
        kept = [line for line in text.split("\n")[:-1] if line]  # what no line end follows was cut off
        for number, line in enumerate(kept, 1):
            self.lines.append(self._read(number, line))
        found = self.lines.pop(0) if kept else told
        if "weights" in told:
            found.setdefault("weights", told["weights"])  # files did not tell them once
        if found != told:
            theirs, ours = _difference(found, told)
            raise TrainingError(_OTHER_TRIAL.format(path=path, theirs=theirs, ours=ours))
        write_whole(path, "".join(f"{line}\n" for line in kept or [json.dumps(told)]).encode())

    def _read(self, number: int, line: str) -> dict[str, object]:
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise TrainingError(_DAMAGED.format(path=self.path, line=number))
        return found

    def read(self, meant: Callable[[Mapping[str, object], int], Read]) -> list[Read]:
        """Return what each line means, which `meant` says of it and its place, counted from 1.

        Raises:
            TrainingError: for a line of which it cannot.
        """
        found = []
        for place, line in enumerate(self.lines, 1):
            try:
                found.append(meant(line, place))
            except (ValueError, KeyError, TypeError):
                raise TrainingError(_DAMAGED.format(path=self.path, line=place + 1)) from None
        return found

    def add(self, line: Mapping[str, object]) -> None:
        """Keep a line."""
        with naming(self.path), self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        self.lines.append(dict(line))


def _difference(found: Mapping[str, object], told: Mapping[str, object]) -> tuple[str, str]:
    """Return the first thing in which two heads differ, as each of them has it."""
    theirs, ours = dict(_flat(found)), dict(_flat(told))
    name = next(name for name in (*ours, *theirs) if theirs.get(name, "") != ours.get(name, ""))
    return f"{name}={theirs.get(name, '')}", f"{name}={ours.get(name, '')}"


def _flat(head: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    for name, value in head.items():
        if isinstance(value, dict):
            yield from _flat(value)
        elif isinstance(value, list):
            yield name, ",".join(":".join(map(str, param.values())) for param in value)
        else:
            yield name, value if isinstance(value, str) else json.dumps(value)


def _players(game: Ruleset) -> dict[str, object]:
    """Return what plays: the search and its weights; with others the games would not go on alike.

    Raises:
        WeightsError: if there are weights that cannot be used.
    """
    return {"search": signature(game.slug), "weights": signature_of(game.slug)[:12]}


def _check_game(game: Ruleset) -> None:
    try:
        _core.contents_of(game.core)
    except ValueError as error:
        raise TrainingError(_NO_QUICK_GAMES.format(game=game.slug)) from error


class _Games:
    """Pairs of games between sets of parameters, from one list of openings."""

    def __init__(self, game: Ruleset, plan: TrialPlan, workers: Workers, count: int) -> None:
        self._nodes, self._workers = plan.nodes, workers
        self._input = TaskInput(game.slug, (_weights(game),), level_openings(game, plan, count))

    def task(self, number: int, first: Mapping[str, int], second: Mapping[str, int]) -> TrialTask:
        """Return pair `number`; openings come again where there are fewer than pairs."""
        place = number % len(self._input.openings)
        return TrialTask(number, place, self._nodes, tuple(first.items()), tuple(second.items()))

    def play(self, tasks: Sequence[TrialTask]) -> Iterator[tuple[int, tuple[int, int]]]:
        """Yield number and points of pairs as they end."""
        known = {task.number: task for task in tasks}
        with closing(self._workers.play(tasks, self._input)) as done:
            for result in done:
                number = result.task.number
                self._check(result, known[number])
                yield number, result.points[0]

    def _check(self, result: TaskResult, task: TrialTask) -> None:
        fault = result.fault(task, self._input.rules)
        if fault is not None:
            raise TrainingError(_UNSOUND.format(who=result.by, why=fault))


class ParamTrial:
    """One set of parameters against another, until a sequential test decides or the pairs are played.

    Args:
        game, plan: what is played.
        first, second: the sets.
        test: that ends it.
        pairs: at most.
        path: where it is kept.
        workers: who play.
    Raises:
        TrainingError, OSError: as `TrialFile` and `level_openings`, and for a game without quick games.
    """

    def __init__(
        self,
        game: Ruleset,
        plan: TrialPlan,
        first: dict[str, int],
        second: dict[str, int],
        test: Sprt,
        pairs: int,
        path: Path,
        workers: Workers,
    ) -> None:
        _check_game(game)
        self.test, self.most = test, pairs
        self._first, self._second = first, second
        told = {"trial": asdict(plan), "first": set_text(first), "second": set_text(second)}
        self._file = TrialFile(path, told | _players(game))
        self._points = dict(self._file.read(lambda line, _: _pair_in(line)))
        self._games = _Games(game, plan, workers, pairs) if not self.is_over else None

    @property
    def pairs(self) -> Pentanomial:
        """Pairs up to the first that is missing, by the points of the first set."""
        counts = [0] * 5
        for number in range(self.most):
            points = self._points.get(number)
            if points is None:
                break
            counts[sum(points)] += 1
        return (counts[0], counts[1], counts[2], counts[3], counts[4])

    @property
    def is_over(self) -> bool:
        """Whether the test has decided, or all pairs are played."""
        return sum(self.pairs) >= self.most or self.test.accepts(self.pairs) is not None

    def run(self, tell: Callable[[Pentanomial], object]) -> None:
        """Play what is left, and tell how it stands after each pair."""
        while self._games is not None and not self.is_over:
            missing = [number for number in range(self.most) if number not in self._points][:PAIRS_AHEAD]
            tasks = [self._games.task(number, self._first, self._second) for number in missing]
            for number, points in self._games.play(tasks):
                self._file.add({"pair": number, "points": points})
                self._points[number] = points
                tell(self.pairs)


def _pair_in(line: Mapping[str, object]) -> tuple[int, tuple[int, int]]:
    number, points = line["pair"], line["points"]
    if not isinstance(number, int) or not isinstance(points, list) or len(points) != 2:
        raise ValueError(line)
    first, second = points
    if not {first, second} <= {0, 1, 2}:
        raise ValueError(line)
    return number, (first, second)


class Tuning:
    """Parameters that are moved step by step towards what wins, see `damiera.training.spsa`.

    Args:
        game, plan: what is played.
        spsa: what is tuned, and in how many steps.
        pairs: of games in each step.
        fixed: parameters that are not tuned and not as usual.
        path: where it is kept.
        workers: who play.
    Raises:
        TrainingError, OSError: as `TrialFile` and `level_openings`, and for a game without quick games.
    """

    def __init__(
        self,
        game: Ruleset,
        plan: TrialPlan,
        spsa: Spsa,
        pairs: int,
        fixed: dict[str, int],
        path: Path,
        workers: Workers,
    ) -> None:
        _check_game(game)
        if both := [param.name for param in spsa.params if param.name in fixed]:
            raise TrainingError(_BOTH.format(names=", ".join(both)))
        self.spsa, self._pairs, self._fixed = spsa, pairs, fixed
        told = {"tuning": asdict(plan), "spsa": asdict(spsa), "pairs": pairs, "fixed": set_text(fixed)}
        self._file = TrialFile(path, told | _players(game))
        taken = self._file.read(lambda line, place: _values_in(line, place, len(spsa.params)))
        self.path_taken = [spsa.start, *taken]
        count = min(1000, spsa.steps * pairs)
        self._games = _Games(game, plan, workers, count) if not self.is_over else None

    @property
    def is_over(self) -> bool:
        """Whether all steps are done."""
        return self.step >= self.spsa.steps

    @property
    def step(self) -> int:
        """Steps done."""
        return len(self.path_taken) - 1

    @property
    def found(self) -> dict[str, int]:
        """The parameters: the mean of the last quarter of the way, which is steadier than its end."""
        last = self.path_taken[-max(1, len(self.path_taken) // 4) :]
        means = [sum(column) / len(last) for column in zip(*last, strict=True)]
        return self._fixed | self.spsa.rounded(means)

    def run(self, tell: Callable[[], object]) -> None:
        """Do the steps that are left, and tell after each."""
        while self._games is not None and not self.is_over:
            step, values = self.step + 1, self.path_taken[-1]
            played = self.spsa.perturbed(values, step)
            numbers = range((step - 1) * self._pairs, step * self._pairs)
            first, second = self._fixed | played.first, self._fixed | played.second
            tasks = [self._games.task(number, first, second) for number in numbers]
            points = sum(sum(both) - 2 for _, both in self._games.play(tasks))
            values = [round(value, 4) for value in self.spsa.moved(values, played, points, step)]
            self._file.add({"step": step, "points": points, "values": values})
            self.path_taken.append(values)
            tell()


def _values_in(line: Mapping[str, object], place: int, params: int) -> list[float]:
    values = line["values"]
    if line["step"] != place or not isinstance(values, list) or len(values) != params:
        raise ValueError(line)
    return [float(value) for value in values]
