"""Who plays the games of a training run: threads of this machine, or the workers of a Dask cluster.

A task has a seed of its own, so what comes of it depends neither on who does it nor on the order in which
tasks are done. What all tasks of a step share, the weights and the openings, is a `TaskInput`: it travels
once to each worker. A worker whose search plays otherwise than ours is refused before it plays.

The cluster needs the extra `cluster` (`distributed`), which is imported only by `Cluster`.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import platform
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Generator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.metadata import version
from pathlib import Path
from queue import Empty, Queue
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self, TypeVar

from damiera import _core
from damiera._core import Position, Rules, Weights
from damiera.endgame.errors import UnreadableTable
from damiera.endgame.files import shipped_folder
from damiera.endgame.material import serves
from damiera.endgame.probe import sealed_tables
from damiera.engine.weightfile import parse_weights
from damiera.messages import Joined, Message, Text, Verbatim
from damiera.training.errors import ForeignWorkerError, WorkerError, WorkerGone

if TYPE_CHECKING:
    from distributed import Client, Future

__all__ = [
    *("Cluster", "PairsTask", "QuickGameTask", "Task", "TaskInput", "TaskResult", "Threads", "TrialTask"),
    "Workers",
    *("records_fault", "signature", "work", "worker_name"),
]

log = logging.getLogger("damiera.training")
R = TypeVar("R")

TRIES = 3
"""How often a task is handed out when what it needs was lost with a worker."""
CONNECT_S = 10.0
GATHER_S = 30.0
POLL_S = 0.5


_NO_POSITION = Message("there is no position in it")
_NO_RECORDS = Message("these are no records of this game")
_OTHER_TASK = Message("this is {found} of {game}, wanted was {wanted} of {other}")
_NO_POINTS = Message(
    "points of {n} pair of games were wanted", plural="points of {n} pairs of games were wanted"
)
_UNKNOWN_GAME = Message("Damiera {version} on {machine} does not know {game}")
_OTHER_DAMIERA = Message("{machine} has Damiera {own}, the run {expected}")
_LOST_AGAIN = Message("{task} was lost {times} times with the workers that did it")
_NO_DISTRIBUTED = Message("a cluster needs distributed: {command}")
_NO_SCHEDULER = Message("no scheduler answers at {address}: {why}")
_NO_WORKERS = Message("the scheduler at {address} has no workers: start some, then come again")
_STRANGERS = Message(
    "every worker must play as we do; install the same Damiera on all machines. Here: {own}. There: {others}"
)
_NO_TASK_TAKEN = Message("the scheduler at {address} takes no task: {why}")
_GIVEN_UP = Message("{task} was given up: {why}")
_LATE_STRANGER = Message("a worker that came later does not play as we do: {why}")
_FAILED = Message("a worker failed at {task}: {why}")
_SCHEDULER_GONE = Message(
    "the scheduler at {address} has gone; what is done is kept: when it is back, give the same command again"
)
_WORKERS_GONE = Message(
    "the scheduler at {address} has no workers any more; what is done is kept: when they are back, "
    "give the same command again"
)
_WORKER_OFF = Message("the worker has gone")
_NOT_INSTALLED = Message("no such Damiera is installed there ({why})")


# ------------------------------------------------------------------------------------------------ tasks


@dataclass(frozen=True, slots=True)
class TaskInput:
    """What the tasks of a step share.

    Attributes:
        game: slug.
        weights: files of weights, as they are on the disk; None for the evaluation made by hand.
        openings: positions that games start from; the start position if empty.
    """

    game: str
    weights: tuple[bytes | None, ...]
    openings: tuple[Position, ...] = ()

    def engine(self, number: int) -> Weights | None:
        """Return the weights with that number."""
        data = self.weights[number]
        return None if data is None else _weights(data, self.game)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return _core.rules(self.game)


@lru_cache(maxsize=4)
def _weights(data: bytes, game: str) -> Weights:
    return parse_weights(data, _core.rules(game), Path("of the run"))


@dataclass(frozen=True, slots=True)
class QuickGameTask:
    """To play quick games with the first weights of their input, and record them."""

    number: int
    games: int
    nodes: int
    plies: tuple[int, int]
    seed: int

    def play(self, task_input: TaskInput) -> TaskResult:
        """Play them."""
        records = _core.self_play(
            task_input.rules,
            games=self.games,
            nodes=self.nodes,
            plies=self.plies,
            seed=self.seed,
            weights=task_input.engine(0),
            openings=task_input.openings,
        )
        return TaskResult(self, task_input.game, worker_name(), records=records)


@dataclass(frozen=True, slots=True)
class PairsTask:
    """To play pairs of games between the first and the second weights of their input."""

    number: int
    pairs: int
    time_ms: int
    plies: tuple[int, int]
    seed: int

    def play(self, task_input: TaskInput) -> TaskResult:
        """Play them."""
        points = _core.self_match(
            task_input.rules,
            task_input.engine(0),
            task_input.engine(1),
            pairs=self.pairs,
            time_ms=self.time_ms,
            plies=self.plies,
            seed=self.seed,
            openings=task_input.openings,
        )
        return TaskResult(self, task_input.game, worker_name(), points=tuple(points))


@dataclass(frozen=True, slots=True)
class TrialTask:
    """To play a pair of games by different search parameters, both with the first weights of their input.

    Attributes:
        number: of the pair.
        opening: its place among the openings of the input.
        nodes: visited for each move.
        first, second: parameters that are not as usual, with their values, see `_core.search_params`.
    """

    number: int
    opening: int
    nodes: int
    first: tuple[tuple[str, int], ...]
    second: tuple[tuple[str, int], ...]
    pairs: ClassVar[int] = 1

    def play(self, task_input: TaskInput) -> TaskResult:
        """Play them, with the endgame tables that come with Damiera."""
        weights = task_input.engine(0)
        points = _core.self_match(
            task_input.rules,
            weights,
            weights,
            pairs=1,
            nodes=(self.nodes, self.nodes),
            plies=(0, 0),
            openings=task_input.openings[self.opening : self.opening + 1],
            params=(dict(self.first), dict(self.second)),
            tables=_shipped_tables(task_input.game),
        )
        return TaskResult(self, task_input.game, worker_name(), points=tuple(points))


@cache
def _shipped_tables(game: str) -> object | None:
    folder = shipped_folder()
    return sealed_tables(_core.rules(game), folder, _report) if serves(_core.rules(game)) else None


def _report(error: UnreadableTable) -> None:
    log.warning("%s", error)


Task = QuickGameTask | PairsTask | TrialTask


@dataclass(frozen=True, slots=True)
class TaskResult:
    """What came of a task.

    Attributes:
        task: it.
        game: slug.
        by: machine and process that did it.
        records: of games.
        points: of pairs of games, as `_core.self_match` gives them.
    """

    task: Task
    game: str
    by: str
    records: bytes = b""
    points: tuple[tuple[int, int], ...] = ()

    def fault(self, task: Task, rules: Rules) -> Text | None:
        """Return why this cannot be what came of `task`; None if it can."""
        if self.task != task or self.game != rules.slug:
            return _OTHER_TASK.format(found=self.task, game=self.game, wanted=task, other=rules.slug)
        if isinstance(task, PairsTask | TrialTask):
            is_sound = len(self.points) == task.pairs and all(
                len(pair) == 2 and set(pair) <= {0, 1, 2} for pair in self.points
            )
            return None if is_sound else _NO_POINTS.format(n=task.pairs)
        return records_fault(self.records, rules)


def records_fault(records: bytes, rules: Rules) -> Text | None:
    """Return why these cannot be the records of games; None if they can."""
    if not records:
        return _NO_POSITION
    try:
        _core.count_records(rules, records)
    except ValueError:
        return _NO_RECORDS
    return None


@cache
def signature(game: str) -> str:
    """Return what this Damiera is to a game: its version, and a digest of how its search plays.

    Raises:
        ForeignWorkerError: if it does not know the game.
    """
    try:
        played = _core.self_play(_core.rules(game), games=4, nodes=100, plies=(2, 6), seed=1)
    except KeyError as error:
        said = _UNKNOWN_GAME.format(version=version("damiera"), machine=worker_name(), game=game)
        raise ForeignWorkerError(said) from error
    return f"{version('damiera')}, search {hashlib.sha256(played).hexdigest()[:12]}"


def work(task: Task, task_input: TaskInput, expected: str) -> TaskResult:
    """Do a task, if this Damiera is the one expected.

    Raises:
        ForeignWorkerError: if it is another.
    """
    own = signature(task_input.game)
    if own != expected:
        raise ForeignWorkerError(_OTHER_DAMIERA.format(machine=worker_name(), own=own, expected=expected))
    return task.play(task_input)


def worker_name() -> str:
    """Return machine and process."""
    return f"{platform.node()}:{os.getpid()}"


# ------------------------------------------------------------------------------------------------ workers


class _Outcome(Protocol):
    def result(self, timeout: float | None = None) -> TaskResult: ...


class _Future(_Outcome, Protocol):
    def cancel(self) -> object: ...
    def add_done_callback(self, fn: Callable[[object], object], /) -> object: ...


class Workers(ABC):
    """Those who do the tasks of a run."""

    def play(self, tasks: Sequence[Task], task_input: TaskInput) -> Generator[TaskResult]:
        """Yield what comes of tasks as they are done, in any order; those left are dropped on closing.

        Raises:
            WorkerError: if they cannot be done.
        """
        ended: Queue[int] = Queue()
        futures: dict[int, _Future] = {}
        tries = dict.fromkeys(range(len(tasks)), 0)

        def hand_out(place: int) -> None:
            tries[place] += 1
            futures[place] = future = self._submit(tasks[place], task_input)
            future.add_done_callback(lambda _: ended.put(place))

        try:
            for place in tries:
                hand_out(place)
            while futures:
                try:
                    place = ended.get(timeout=POLL_S)
                except Empty:
                    self._look_round()
                    continue
                done = self._collect(tasks[place], futures.pop(place))
                if done is not None:
                    yield done
                elif tries[place] < TRIES:
                    hand_out(place)
                else:
                    raise WorkerError(_LOST_AGAIN.format(task=tasks[place], times=TRIES))
        finally:
            for future in futures.values():
                future.cancel()

    @abstractmethod
    def _submit(self, task: Task, task_input: TaskInput) -> _Future: ...

    @abstractmethod
    def _collect(self, task: Task, future: _Outcome) -> TaskResult | None:
        """Return what came of a task; None if it was lost on the way."""

    @abstractmethod
    def _look_round(self) -> None:
        """Called while nothing happens: raise WorkerError if nothing will."""

    @abstractmethod
    def close(self) -> None:
        """Let everybody go."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()


class Threads(Workers):
    """Threads of this process; the core does not hold the interpreter's lock while it plays."""

    def __init__(self, threads: int = 1) -> None:
        self._pool = ThreadPoolExecutor(threads, "player")

    def _submit(self, task: Task, task_input: TaskInput) -> _Future:
        return self._pool.submit(work, task, task_input, signature(task_input.game))

    def _collect(self, task: Task, future: _Outcome) -> TaskResult:
        return future.result()

    def _look_round(self) -> None:
        pass

    def close(self) -> None:
        """End the threads, when each has done what it is at."""
        self._pool.shutdown(cancel_futures=True)

    def __exit__(self, *raised: object) -> None:
        if isinstance(raised[1], KeyboardInterrupt):  # what they are at is not kept: nobody waits for it
            self._pool.shutdown(wait=False, cancel_futures=True)
        else:
            self.close()


class Cluster(Workers):
    """The workers of a Dask scheduler.

    Args:
        address: of the scheduler, as `tcp://host:8786`.
        game: slug; every worker must play it as we do.
        patience_s: how long to wait for a worker when there is none.
        sign: what every worker must answer to the game as we do; `signature` otherwise.
    Raises:
        WorkerError: without `distributed`, or a scheduler, or sound workers.
    """

    def __init__(
        self,
        address: str,
        game: str,
        *,
        patience_s: float = 60.0,
        sign: Callable[[str], str] | None = None,
    ) -> None:
        try:
            from distributed import Client
        except ModuleNotFoundError as error:
            raise WorkerError(_NO_DISTRIBUTED.format(command='pip install "damiera[cluster]"')) from error
        self.address, self.patience_s = address, patience_s
        self._sign = sign or signature
        self._expected = self._sign(game)
        self._shared: tuple[TaskInput, Future[TaskInput]] | None = None
        self._alone_since: float | None = None
        self._beyond_reach = set[str]()  # workers that answer the scheduler, not us
        try:
            self._client: Client = Client(address, timeout=CONNECT_S, set_as_default=False)
        except (OSError, ValueError) as error:
            raise WorkerError(_NO_SCHEDULER.format(address=address, why=_first_line(error))) from error
        try:
            self._meet(game)
        except BaseException:
            self.close()
            raise

    def _meet(self, game: str) -> None:
        """Wait for workers and refuse them if any is not like us."""
        with suppress(TimeoutError):
            self._client.wait_for_workers(1, timeout=self.patience_s)
        found = self._client.run(self._sign, game, on_error="return")
        if not found:
            raise WorkerError(_NO_WORKERS.format(address=self.address))
        strangers = [
            Joined((Verbatim(f"{worker}:"), _what_it_is(said)))
            for worker, said in found.items()
            if said != self._expected
        ]
        if strangers:
            raise WorkerError(_STRANGERS.format(own=self._expected, others=Joined(strangers, "; ")))

    def _submit(self, task: Task, task_input: TaskInput) -> _Future:

        try:
            shared = self._share(task_input)
            future: Future[TaskResult] = self._client.submit(work, task, shared, self._expected, pure=False)
        except _LOST as error:
            self._look_round()
            said = _NO_TASK_TAKEN.format(address=self.address, why=_first_line(error))
            raise WorkerError(said) from error
        return future

    def _share(self, task_input: TaskInput) -> Future[TaskInput]:
        """Send an input to all workers, if they do not have it."""
        if self._shared is None or self._shared[0] is not task_input or self._shared[1].status != "finished":
            self._client.wait_for_workers(1, timeout=self.patience_s)
            self._shared = task_input, self._client.scatter(task_input, broadcast=True, hash=False)
        return self._shared[1]

    def _collect(self, task: Task, future: _Outcome) -> TaskResult | None:
        from distributed import KilledWorker

        try:
            done: TaskResult = future.result(timeout=GATHER_S)
        except _LOST:
            self._look_round()
            return None
        except KilledWorker as error:
            raise WorkerError(_GIVEN_UP.format(task=task, why=str(error))) from error
        except ForeignWorkerError as error:
            raise WorkerError(_LATE_STRANGER.format(why=error.message)) from error
        except Exception as error:
            raise WorkerError(_FAILED.format(task=task, why=_what_it_is(error))) from error
        return done

    def _look_round(self) -> None:
        self.present()

    def present(self) -> frozenset[str]:
        """Return the addresses of the workers there are now.

        Raises:
            WorkerError: if the scheduler has gone, or all workers have for as long as patience lasts.
        """
        try:
            workers = frozenset(self._client.nthreads()) if self._client.status == "running" else None
        except _LOST:
            workers = None
        now = time.monotonic()
        if workers:
            self._alone_since = None
        elif workers is None:
            raise WorkerError(_SCHEDULER_GONE.format(address=self.address))
        elif self._alone_since is None:
            self._alone_since = now
        elif now - self._alone_since > self.patience_s:
            raise WorkerError(_WORKERS_GONE.format(address=self.address))
        return workers

    @property
    def expected(self) -> str:
        """What every worker must have answered."""
        return self._expected

    # --- what is for one worker and no other ---

    def asked(self, worker: str, function: Callable[..., object], *args: object) -> object:
        """Have a worker answer at once, whatever it is at; None if it is gone, and what was raised there."""
        if self._client.status != "running":
            return None
        try:
            answers: dict[str, object] = self._client.sync(
                self._client._run,
                function,
                *args,
                workers=[worker],
                on_error="return",
                callback_timeout=GATHER_S,
            )
        except _LOST:
            return None
        found = answers.get(worker)
        return None if isinstance(found, _LOST) else found

    def submitted(self, worker: str, function: Callable[..., R], *args: object) -> Future[R]:
        """Have a worker do something as soon as it can, and no other.

        Raises:
            WorkerGone: if that cannot be asked.
        """
        try:
            return self._client.submit(
                function, *args, workers=[worker], allow_other_workers=False, pure=False
            )
        except _LOST as error:
            raise WorkerGone(_NO_TASK_TAKEN.format(address=self.address, why=_first_line(error))) from error

    def sent(self, worker: str, data: bytes, is_off: Callable[[], bool]) -> Future[bytes]:
        """Send bytes to a worker, straight if it can be reached from here; else by the scheduler.

        Raises:
            WorkerGone: if it could not be reached either way, or `is_off` meanwhile.
        """
        is_straight = worker not in self._beyond_reach
        try:
            future: Future[bytes] = self._awaited(
                self._client.scatter(
                    data, workers=[worker], direct=is_straight, hash=False, asynchronous=True
                ),
                is_off,
            )
        except WorkerGone:
            raise
        except Exception as error:  # the scheduler has a KeyError for a worker that is gone
            if not is_straight:
                said = _NO_TASK_TAKEN.format(address=self.address, why=_first_line(error))
                raise WorkerGone(said) from error
            self._beyond_reach.add(worker)
            return self.sent(worker, data, is_off)
        return future

    def answer(self, worker: str, future: Future[R], is_off: Callable[[], bool]) -> R:
        """Return what came of what a worker alone was to do, straight from there if it can be reached.

        Raises:
            WorkerGone: if it was lost on the way, or `is_off` meanwhile.
            WorkerError: if it failed there.
        """
        from distributed import KilledWorker

        is_straight = worker not in self._beyond_reach
        try:
            found: R = self._awaited(
                self._client.gather(future, direct=is_straight, asynchronous=True), is_off
            )
        except (*_LOST, KilledWorker) as error:
            raise WorkerGone(_GIVEN_UP.format(task=worker, why=_first_line(error))) from error
        except WorkerGone:
            raise
        except Exception as error:
            raise WorkerError(_FAILED.format(task=worker, why=_what_it_is(error))) from error
        return found

    def _awaited(self, waited_for: Coroutine[Any, Any, R], is_off: Callable[[], bool]) -> R:
        """Wait for what may never come: what a worker did is lost with it, and it alone may do it again."""
        loop: Any = self._client.loop
        waiting = asyncio.run_coroutine_threadsafe(waited_for, loop.asyncio_loop)
        while True:
            try:
                return waiting.result(POLL_S)
            except TimeoutError:
                if waiting.done():
                    raise
                if is_off():
                    waiting.cancel()
                    raise WorkerGone(_WORKER_OFF) from None

    def close(self) -> None:
        """Leave the cluster as it was before."""
        self._shared = None
        with suppress(*_LOST):
            self._client.close()


_LOST = (CancelledError, TimeoutError, OSError, RuntimeError)
"""What `distributed` raises when a worker or the scheduler is gone; its own errors derive from these."""


def _what_it_is(said: object) -> Text:
    if isinstance(said, ImportError):
        return _NOT_INSTALLED.format(why=_first_line(said))
    if isinstance(said, ForeignWorkerError):
        return said.message
    if isinstance(said, BaseException):
        return Verbatim(f"{type(said).__name__}: {_first_line(said)}")
    return Verbatim(str(said))


def _first_line(error: BaseException) -> str:
    return (str(error) or type(error).__name__).splitlines()[0][:300]
