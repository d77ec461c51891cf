"""A training run: generations of quick games, each with the weights accepted before it.

Everything lies in one folder, piece by piece, and a run that was broken off goes on from the last whole
piece: the records of games in parts, the weights of each generation, and what its match said. Each piece is
used again only by a run that would make it alike: parts lie in a folder named after the weights that
played them, weights say from what and how they were taught, a match which weights it was between. A piece
that is damaged is made anew.

Who plays is a `Workers`; what is played does not depend on it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from damiera import _core
from damiera._core import Position, Rules
from damiera.disk import held_alone, write_whole
from damiera.engine.runlog import RunSession, logged_run
from damiera.engine.statistics import Pentanomial, Sprt, estimate
from damiera.engine.weightfile import (
    SUFFIX,
    WeightsError,
    numbers_of,
    path_of,
    read_about,
    read_weights,
    signature_of_file,
    source_of,
    write_weights,
)
from damiera.messages import Message, Text, Verbatim
from damiera.training.errors import TrainingError
from damiera.training.workers import (
    PairsTask,
    QuickGameTask,
    TaskInput,
    TaskResult,
    Threads,
    Workers,
    records_fault,
)

if TYPE_CHECKING:
    from damiera.training.regression import Fit

__all__ = ["RIDGE", "TRUST", "Plan", "ProgressListener", "TrainingRun", "TrainingVerdict"]

TRUST = 0.3
RIDGE = 200.0
GAMES_OF_PART = 1_000
PAIRS_AT_ONCE = 10
MOST_PLIES = 1_000

_GAMES = Message("games of generation {n}")
_WEIGHTS = Message("weights of generation {n}")
_NETWORK = Message("network of generation {n}")
_MATCH = Message("match of generation {n}")
_MATCH_IN_USE = Message("match against the weights in use")
_LOSS = Message("loss {loss}")
_NO_GAMES = Message("no games")
_RESULT = Message("{n} game, {score}, Elo {elo}", plural="{n} games, {score}, Elo {elo}")
_NOTHING_TO_LEARN = Message("{game} has no weights to learn: its evaluation is made by hand")
_PLIES = Message("give random moves as the least and the most of them, from 0 to {most}: not {found}")
_NOTHING_TO_CORRECT = Message("{game} has no weights to correct: train them first")
_NO_START = Message("{start} has no weights to start from: name a game that has, or a file of weights")
_ANOTHER_BOARD = Message("the weights of {start} do not fit {game}: its patterns are others")
_START_AND_CORRECT = Message("a network corrects the weights in use: it does not start from others")
_NO_SCIPY = Message("finding weights needs {package}: {command}")
_OTHER_RUN = Message("{folder} holds another run: name another folder, or remove this one")
_IN_USE = Message("another run is at work in {folder}")
_UNSOUND = Message("{who} sent what cannot be kept: {why}")

Points = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run does.

    Attributes:
        game: slug.
        games: quick games of each generation.
        nodes: visited for each of their moves.
        plies: least and most moves by chance at the start of a game.
        openings: where openings come from, as `damiera match --openings` takes it; empty for the start
            position.
        generations: how many.
        trust: how much of a result is taught, against what the search thought of the position.
        ridge: how firmly the weights of what is seen seldom are held where they start.
        start: game or file whose weights play the first games and are where the regression starts; empty for
            the evaluation made by hand, and nought.
        correct: whether the weights in use stay as they are and a network is taught that corrects them.
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
    trust: float = TRUST
    ridge: float = RIDGE
    start: str = ""
    correct: bool = False
    pairs: int = 400
    time_ms: int = 10
    sprt: tuple[float, float] = (0.0, 10.0)
    seed: int = 1

    def digest(self) -> dict[str, object]:
        """What a part of a run depends on: two runs that agree in it may share a folder."""
        kept = ("game", "nodes", "plies", "openings", "seed")
        return {name: value for name, value in asdict(self).items() if name in kept}


@dataclass(frozen=True, slots=True)
class TrainingVerdict:
    """What a match said of new weights, against those before them or the evaluation made by hand.

    Attributes:
        pairs: pairs of games by the points of the new weights.
        accepted: whether the test accepted them, or, if it was not decided, they are better with 95 %
            confidence.
    """

    pairs: Pentanomial = (0, 0, 0, 0, 0)
    accepted: bool = False

    def __str__(self) -> str:
        return str(self.message)

    @property
    def message(self) -> Message:
        """What it says, in words."""
        found = estimate(self.pairs)
        if found is None:
            return _NO_GAMES
        elo = f"{found.elo:+.0f} [{found.low:+.0f}, {found.high:+.0f}]"
        return _RESULT.format(n=2 * found.pairs, score=f"{found.score:.3f}", elo=elo)


NOTHING = Verbatim("")


class ProgressListener(Protocol):
    """Who hears how far a run has come."""

    def __call__(self, what: Text, done: int, all: int, detail: Text = NOTHING) -> None:
        """Hear that `done` of `all` are done of something, with a word about it."""


@dataclass
class TrainingRun:
    """A training run in a folder.

    Args:
        plan: what it does.
        folder: where its pieces lie.
        tell: hears how far it has come.
        threads: of this machine that play, if there are no `workers`.
        openings: positions that games start from; the start position if empty.
        workers: who plays.
    Raises:
        TrainingError: if the game has nothing to learn or to correct, the folder holds another run, or scipy
            is missing.
        BadSprt: for a test that makes no sense.
        OSError: if nothing can be written there.
    """

    plan: Plan
    folder: Path
    tell: ProgressListener
    threads: int = 1
    openings: tuple[Position, ...] = ()
    workers: Workers | None = None
    rules: Rules = field(init=False)
    accepted: TrainingVerdict | None = field(init=False, default=None)
    """What the match said of the weights that were accepted last."""
    _start: bytes = field(init=False, repr=False)

    def __post_init__(self) -> None:
        Sprt(*self.plan.sprt)  # refused now, not after hours of games
        _check_plies(self.plan.plies)
        _regression()
        self.rules = _rules_to_learn(self.plan.game)
        if self.plan.correct and not path_of(self.plan.game).is_file():
            raise TrainingError(_NOTHING_TO_CORRECT.format(game=self.plan.game))
        self._start = _start_numbers(self.plan, self.rules) if self.plan.start else b""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._claim()

    def run(self) -> tuple[Path, dict[str, object]] | None:
        """Train; return the best weights and what is to be told of them, or None if none were accepted.

        They have won the match of their generation, and one against the weights in use if these are others.

        Raises:
            TrainingError: if the folder is in use, or games that were sent in are none.
            WorkerError: if those who play cannot go on; what is done is kept.
            OSError: if a piece cannot be written; those before are kept.
        """
        plan, test = self.plan, Sprt(*self.plan.sprt)
        session = RunSession(
            "training",
            plan.game,
            goal=plan.games,
            test=(test.elo0, test.elo1, test.alpha, test.beta),
            generations=plan.generations,
            pairs=plan.pairs,
        )
        with _alone_in(self.folder), logged_run(self.folder, session, is_locked=True) as run:
            if self.workers is not None:
                found = self._run(self.workers)
            else:
                with Threads(self.threads) as workers:
                    found = self._run(workers)
            run.is_complete = True
        return found

    def _run(self, workers: Workers) -> tuple[Path, dict[str, object]] | None:
        best: tuple[Path, dict[str, object]] | None = None
        beaten: Path | None = None
        old = path_of(self.plan.game) if self.plan.correct else self._start_path()
        earlier: list[Path] = []
        for generation in range(1, self.plan.generations + 1):
            path = self.folder / f"{generation}.weights"
            parts = self._play(workers, generation, old)
            all = [*earlier, *parts]
            taught = (
                self._correct(generation, path, all, old)
                if old and self.plan.correct
                else self._teach(generation, path, all)
            )
            verdict = self._judge(workers, generation, path, old)
            if verdict.accepted:
                self.accepted = verdict
                about = {**self._about(generation), **taught, "match": str(verdict)}
                best = path, {**about, "against": "weights" if old else "by hand"}
                beaten, old = old, path
            earlier = parts
        return self._better_than_in_use(workers, *best, beaten) if best else None

    def _better_than_in_use(
        self, workers: Workers, path: Path, about: dict[str, object], beaten: Path | None
    ) -> tuple[Path, dict[str, object]] | None:
        """Return the best weights if they are better than those in use, too."""
        in_use = source_of(self.plan.game)
        if not in_use.is_file() or (beaten and signature_of_file(beaten) == signature_of_file(in_use)):
            return path, about
        verdict = self._judge(workers, self.plan.generations + 1, path, in_use, _MATCH_IN_USE)
        self.accepted = verdict if verdict.accepted else None
        return (path, {**about, "match": str(verdict), "against": "weights"}) if verdict.accepted else None

    def _start_path(self) -> Path | None:
        """Where the weights lie that the run starts from, as a file of its own game."""
        if not self._start:
            return None
        path = self.folder / "start.weights"
        write_weights(path, self.plan.game, self._start, {"start": self.plan.start})
        return path

    # ------------------------------------------------------------ quick games

    def _play(self, workers: Workers, generation: int, best: Path | None) -> list[Path]:
        """Play the games that are missing; return the parts."""
        parts = self._parts(generation, best)
        what, played = _GAMES.format(n=generation), 0
        missing: list[QuickGameTask] = []
        for path, task in parts:
            if path.exists() and records_fault(path.read_bytes(), self.rules) is None:
                played += task.games
            else:
                missing.append(task)
        self.tell(what, played, self.plan.games)
        task_input = self._input(best)
        with closing(workers.play(missing, task_input)) as done:
            for part in done:
                path, task = parts[part.task.number]
                self._check(part, task)
                write_whole(path, part.records)
                played += task.games
                self.tell(what, played, self.plan.games)
        return [path for path, _ in parts]

    def _parts(self, generation: int, best: Path | None) -> list[tuple[Path, QuickGameTask]]:
        plan = self.plan
        by = f"-{signature_of_file(best)[:12]}" if best else ""
        folder = self.folder / f"{generation}{by}"
        folder.mkdir(exist_ok=True)
        parts = []
        for number, start in enumerate(range(0, plan.games, GAMES_OF_PART)):
            size = min(GAMES_OF_PART, plan.games - start)
            seed = plan.seed + 1_000_000 * generation + number
            parts.append(
                (
                    folder / f"{number:04}-{size}.records",
                    QuickGameTask(number, size, plan.nodes, plan.plies, seed),
                )
            )
        return parts

    # ------------------------------------------------------------ weights

    def _teach(self, generation: int, path: Path, parts: list[Path]) -> dict[str, object]:
        """Find the weights of a generation, if they are not there; return what is to be told of them."""
        recipe = {
            "trust": self.plan.trust,
            "ridge": self.plan.ridge,
            "taught_on": _digest([str(part.relative_to(self.folder)) for part in parts]),
            **({"started_from": hashlib.sha256(self._start).hexdigest()} if self._start else {}),
        }
        known = self._taught(path, recipe)
        if known is not None:
            return known
        what = _WEIGHTS.format(n=generation)
        found = _regression()(
            self.rules,
            [part.read_bytes() for part in parts],
            trust=self.plan.trust,
            ridge=self.plan.ridge,
            start=self._start,
            tell=lambda step, steps, loss: self.tell(what, step, steps, _LOSS.format(loss=f"{loss:.4f}")),
        )
        told: dict[str, object] = {
            "positions": found.positions,
            "held_out_loss": round(found.loss, 5),
            "loss_of_the_mean": round(found.before, 5),
            "spread_cp": round(found.spread_cp, 1),
        }
        write_weights(path, self.plan.game, found.numbers, {**told, **recipe})
        return told

    def _correct(self, generation: int, path: Path, parts: list[Path], old: Path) -> dict[str, object]:
        """Find a network that corrects the old weights, if it is not there; return what to tell of it."""
        from damiera.training.network import EPOCHS, fit_network

        recipe = {
            "corrected": hashlib.sha256(numbers_of(old)).hexdigest(),
            "epochs": EPOCHS,
            "taught_on": _digest([str(part.relative_to(self.folder)) for part in parts]),
        }
        known = self._taught(path, recipe)
        if known is not None:
            return known
        what = _NETWORK.format(n=generation)
        found = fit_network(
            self.rules,
            [part.read_bytes() for part in parts],
            numbers_of(old),
            seed=self.plan.seed,
            tell=lambda step, steps, loss: self.tell(what, step, steps, _LOSS.format(loss=f"{loss:.4f}")),
        )
        told: dict[str, object] = {
            "positions": found.positions,
            "held_out_loss": round(found.loss, 5),
            "loss_of_the_weights": round(found.before, 5),
            "spread_cp": round(found.spread_cp, 1),
        }
        write_weights(path, self.plan.game, numbers_of(old), {**told, **recipe}, found.numbers)
        return told

    def _taught(self, path: Path, recipe: Mapping[str, object]) -> dict[str, object] | None:
        """Return what weights tell of themselves if they are sound and made after this recipe."""
        if not path.exists():
            return None
        try:
            read_weights(path, self.rules)
            about = read_about(path)
        except WeightsError:
            return None
        if any(about.get(name) != value for name, value in recipe.items()):
            return None
        return {name: value for name, value in about.items() if name not in _OF_THE_FILE | set(recipe)}

    # ------------------------------------------------------------ the match

    def _judge(
        self,
        workers: Workers,
        generation: int,
        path: Path,
        best: Path | None,
        what: Message = _MATCH,
    ) -> TrainingVerdict:
        """Play the match, or what is missing of it, and return what it says.

        Its chunks count in their order, whoever was first, up to the one at which the test ends it.
        """
        plan = self.plan
        kept = self.folder / f"{generation}.match.json"
        between = {
            "new": signature_of_file(path),
            "old": signature_of_file(best) if best else "",
            "ms": plan.time_ms,
            "sprt": list(plan.sprt),
        }
        points = _points_of(kept, between)
        tasks = self._chunks(generation)
        missing = [task for task in tasks if len(points.get(task.number, ())) != task.pairs]
        verdict, is_over = self._verdict(tasks, points)
        if not missing or is_over:
            return verdict
        task_input = self._input(path, best)
        with closing(workers.play(missing, task_input)) as done:
            for chunk in done:
                task = tasks[chunk.task.number]
                self._check(chunk, task)
                points[task.number] = list(chunk.points)
                verdict, is_over = self._verdict(tasks, points)
                _keep_points(kept, between, points, verdict)
                count = sum(verdict.pairs)
                self.tell(what.format(n=generation), count, plan.pairs, verdict.message)
                if is_over:
                    break
        return verdict

    def _chunks(self, generation: int) -> list[PairsTask]:
        plan = self.plan
        seed = plan.seed + 500_000 + 1_000 * generation
        return [
            PairsTask(number, min(PAIRS_AT_ONCE, plan.pairs - first), plan.time_ms, plan.plies, seed + first)
            for number, first in enumerate(range(0, plan.pairs, PAIRS_AT_ONCE))
        ]

    def _verdict(self, tasks: list[PairsTask], points: Mapping[int, Points]) -> tuple[TrainingVerdict, bool]:
        """Return what the chunks up to the first missing one say, and whether the test is over."""
        test, counts = Sprt(*self.plan.sprt), [0, 0, 0, 0, 0]
        for task in tasks:
            chunk = points.get(task.number, ())
            if len(chunk) != task.pairs:
                break
            for as_white, as_black in chunk:
                counts[as_white + as_black] += 1
            pairs = (counts[0], counts[1], counts[2], counts[3], counts[4])
            if test.accepts(pairs) is not None:
                return TrainingVerdict(pairs, _is_better(pairs, test)), True
        pairs = (counts[0], counts[1], counts[2], counts[3], counts[4])
        return TrainingVerdict(pairs, _is_better(pairs, test)), False

    # ------------------------------------------------------------ the folder

    def _claim(self) -> None:
        path = self.folder / "plan.json"
        told = self.plan.digest()
        if self.openings:
            told["starts"] = _digest([position.fen for position in self.openings])
        own = json.dumps(told, sort_keys=True)
        if path.exists() and path.read_text(encoding="utf-8") != own:
            raise TrainingError(_OTHER_RUN.format(folder=self.folder))
        write_whole(path, own.encode())

    def _input(self, *weights: Path | None) -> TaskInput:
        data = tuple(path.read_bytes() if path else None for path in weights)
        return TaskInput(self.plan.game, data, self.openings)

    def _check(self, done: TaskResult, task: QuickGameTask | PairsTask) -> None:
        fault = done.fault(task, self.rules)
        if fault is not None:
            raise TrainingError(_UNSOUND.format(who=done.by, why=fault))

    def _about(self, generation: int) -> dict[str, object]:
        plan = self.plan
        return {
            "games": plan.games * min(generation, 2),
            "nodes_per_move": plan.nodes,
            "random_plies": list(plan.plies),
            "openings": plan.openings or "start",
            "generations": generation,
            **({"start": plan.start} if plan.start else {}),
            **({"correct": True} if plan.correct else {"trust": plan.trust, "ridge": plan.ridge}),
            "match_ms_per_move": plan.time_ms,
        }


_OF_THE_FILE = {"game", "network", "pairs", "sha256"}
"""What a file of weights tells besides what it was told."""


def _rules_to_learn(game: str) -> Rules:
    rules = _core.rules(game)
    try:
        _core.contents_of(rules)
    except ValueError as error:
        raise TrainingError(_NOTHING_TO_LEARN.format(game=game)) from error
    return rules


def _start_numbers(plan: Plan, rules: Rules) -> bytes:
    """The numbers of the weights to start from.

    Raises:
        TrainingError: if there are none, or they are of a board with other patterns.
    """
    if plan.correct:
        raise TrainingError(_START_AND_CORRECT.format())
    path = Path(plan.start) if plan.start.endswith(SUFFIX) else source_of(plan.start)
    if not path.is_file():
        raise TrainingError(_NO_START.format(start=plan.start))
    try:
        of = _core.rules(str(read_about(path)["game"]))
        numbers = numbers_of(path)
    except (WeightsError, KeyError) as error:
        raise TrainingError(_NO_START.format(start=plan.start)) from error
    if _sizes(of) != _sizes(rules):
        raise TrainingError(_ANOTHER_BOARD.format(start=plan.start, game=plan.game))
    return numbers


def _sizes(rules: Rules) -> tuple[int, ...]:
    """How many weights of each kind: alike on boards alike, whatever their squares are called."""
    contents = _core.contents_of(rules)
    counts = (contents[name] for name in ("pairs", "men", "kings", "terms"))
    return *counts, len(contents["small"]), len(contents["large"])


def _check_plies(plies: tuple[int, int]) -> None:
    if not 0 <= plies[0] <= plies[1] <= MOST_PLIES:
        raise TrainingError(_PLIES.format(most=MOST_PLIES, found=f"{plies[0]} {plies[1]}"))


def _regression() -> Callable[..., Fit]:
    """The regression, which needs the extra `training`."""
    try:
        from damiera.training.regression import fit
    except ModuleNotFoundError as error:
        said = _NO_SCIPY.format(package=error.name or "scipy", command='pip install "damiera[training]"')
        raise TrainingError(said) from error
    return fit


def _digest(names: list[str]) -> str:
    return hashlib.sha256("\n".join(names).encode()).hexdigest()[:16]


def _points_of(path: Path, between: dict[str, object]) -> dict[int, Points]:
    """Return the points of a match chunk by chunk, as far as it was played between the same."""
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        if told["between"] != between:
            return {}
        return {
            int(number): [(int(as_white), int(as_black)) for as_white, as_black in chunk]
            for number, chunk in told["points"].items()
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _keep_points(
    path: Path, between: dict[str, object], points: Mapping[int, Points], verdict: TrainingVerdict
) -> None:
    told = {"between": between, "points": points, **asdict(verdict)}
    write_whole(path, json.dumps(told).encode())


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Hold a folder against another run, for as long as this process lives at most."""
    with held_alone(folder) as alone:
        if not alone:
            raise TrainingError(_IN_USE.format(folder=folder))
        yield


def _is_better(pairs: Pentanomial, test: Sprt) -> bool:
    decided = test.accepts(pairs)
    found = estimate(pairs)
    return decided == "elo1" or (decided is None and found is not None and found.low > 0)
