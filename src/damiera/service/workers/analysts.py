"""Engines that analyse, in processes of their own: watched live, and by a worker that judges whole games.

Live analysis goes on while somebody watches, up to a few minutes: the engine is asked in slices of growing
length, so that one that hangs is noticed. Until it has begun to think, which takes as long as its process
takes to start, a short look of our own is shown. Each visitor has one analysis at a time, the server a few;
who comes later waits for their turn and is told so. When nobody watches any more it stops.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final, Literal

import msgspec

from damiera._core import Position
from damiera.analysis.engine_view import EngineView, look
from damiera.analysis.truth import TableTruth
from damiera.engine.builtin import BuiltinEngine
from damiera.engine.errors import EngineError
from damiera.engine.hub.client import HubClient
from damiera.engine.limits import SearchLimits
from damiera.engine.protocol import Engine, Info
from damiera.errors import DamieraError
from damiera.messages import Message, Text
from damiera.service.analysis import NODES, VERIFY_TIMES, Analysis
from damiera.service.analysis_lines import AnalysisLine
from damiera.service.errors import RefusedAct
from damiera.service.workers.background import Background

__all__ = ["AnalysisUpdate", "Analysts", "GameJudge", "Question", "question_of"]

log = logging.getLogger("damiera.service")

SLICES_S: Final = (4, 8, 16, 32, 60)
PATIENCE_S: Final = 20.0
LINES: Final = 5
USUAL_LINES: Final = 3
HASH_MB: Final = 64
KILL_AFTER_S: Final = 3.0
FIRST_LOOK_S: Final = 0.5
"""A look of our own is shown where the engine has found nothing for so long."""
FIRST_LOOK_NODES: Final = 5_000
"""One or two milliseconds of the processor; by the evaluation made by hand, which takes no memory."""

MakeEngine = Callable[[str], Engine]


class Question(msgspec.Struct, frozen=True):
    """What an engine is asked to look at: a position, what went before it, how many lines."""

    game: str
    position: Position
    history: tuple[Position, ...]
    lines: int


def question_of(line: AnalysisLine, lines: int | None = None, *, threat: bool = False) -> Question:
    """Return the question where a line has got to.

    Args:
        line: the line.
        lines: how many lines of play are wanted, from 1 to 5; others become the nearest; 3 if not given.
        threat: look at what the opponent would do if it were their turn.
    Raises:
        RefusedAct: if a threat is asked for where a capture is due.
    """
    wanted = USUAL_LINES if lines is None else min(max(lines, 1), LINES)
    if not threat:
        return Question(line.game.slug, line.position, line.history, wanted)
    if line.position.detect():
        raise RefusedAct(_NO_PASSING)
    return Question(line.game.slug, line.position.with_side(line.position.side.opponent), (), wanted)


class AnalysisUpdate(msgspec.Struct, frozen=True):
    """One piece of news for a watcher.

    Attributes:
        kind: `lines` of a depth, `waiting` for a free engine, `trouble` with the engine, `resting` after the
            last slice, `solved` when there is no more to find, `failed` when the engine does not start,
            `elsewhere` when the visitor has begun to watch on another page.
        infos: of `lines`: each line of the newest depth, best first.
        why: of `trouble` and `failed`.
    """

    kind: Literal["lines", "waiting", "trouble", "resting", "solved", "failed", "elsewhere"]
    infos: tuple[Info, ...] = ()
    why: Text | None = None


class Analysts:
    """Engines that analyse for visitors.

    Args:
        kind: processes of their own, or threads of ours.
        at_once: how many visitors may watch an analysis at the same time.
        make: how an engine is made for a game (slug).
        at_work: what is entered while one of them thinks, for those who give way.
    """

    def __init__(
        self,
        kind: Literal["process", "thread"] = "process",
        at_once: int = 2,
        make: MakeEngine | None = None,
        at_work: Callable[[], AbstractContextManager[object]] = contextlib.nullcontext,
    ) -> None:
        self._at_work = at_work
        self._make = make or (_own_process if kind == "process" else _own_thread)
        self._threads = ThreadPoolExecutor(at_once + 1, thread_name_prefix="damiera-analysis")
        self._first_looks = ThreadPoolExecutor(1, thread_name_prefix="damiera-first-look")
        self._places = asyncio.Semaphore(at_once)
        self._running: dict[str, _Run] = {}
        self._idle: list[tuple[str, Engine]] = []
        self._most_idle = at_once + 1
        self._all: list[Engine] = []
        self._lock = threading.Lock()

    async def watch(self, visitor: str, question: Question) -> AsyncIterator[AnalysisUpdate]:
        """Yield what the engine finds until it rests or nobody listens. The visitor's older watch ends."""
        older = self._running.get(visitor)
        if older is not None:
            older.replaced = True
            older.halt()
        run = self._running[visitor] = _Run(question, asyncio.get_running_loop())
        first: asyncio.TimerHandle | None = None
        try:
            if self._places.locked():
                yield AnalysisUpdate("waiting")
            await self._places.acquire()
            if run.halted.is_set():
                self._places.release()
                if run.replaced:
                    yield AnalysisUpdate("elsewhere")
                return
            task = asyncio.get_running_loop().run_in_executor(self._threads, self._work, run)
            task.add_done_callback(lambda _: self._places.release())
            first = asyncio.get_running_loop().call_later(FIRST_LOOK_S, self._look_first, run)
            while (told := await run.told.get()) is not None:
                yield told
            if run.replaced:
                yield AnalysisUpdate("elsewhere")
        finally:
            if first is not None:
                first.cancel()
            run.halt()
            if self._running.get(visitor) is run:
                del self._running[visitor]

    def _look_first(self, run: _Run) -> None:
        with contextlib.suppress(RuntimeError):  # the threads have ended
            self._first_looks.submit(_first_look, run)

    def _work(self, run: _Run) -> None:
        engine: Engine | None = None
        try:
            engine = run.engine = self._take(run.question.game)
            with self._at_work():
                _search(run, engine)
        except Exception:
            log.exception("analysis failed")
            run.tell(AnalysisUpdate("failed"))
        finally:
            run.let_go()
            run.tell(None)
            if engine is not None:
                self._give_back(run.question.game, engine)

    def ask(self, game: str) -> tuple[Engine, Callable[[], None]]:
        """Lend an engine for work in the background; call what comes with it to give it back."""
        with contextlib.ExitStack() as loan:
            loan.enter_context(self._at_work())
            engine = self._take(game)
            loan.callback(self._give_back, game, engine)
            return engine, loan.pop_all().close

    def look(self, question: Question, nodes: int) -> EngineView:
        """Look once, for so many nodes. Blocks until the engine has answered.

        Raises:
            EngineError: if the engine cannot answer.
        """
        engine, give_back = self.ask(question.game)
        try:
            limits = SearchLimits(nodes=nodes)
            return look(engine, question.position, question.history, limits, lines=question.lines)
        finally:
            give_back()

    def _take(self, game: str) -> Engine:
        with self._lock:
            for place, (known, engine) in enumerate(self._idle):
                if known == game:
                    del self._idle[place]
                    return engine
            engine = self._make(game)
            self._all.append(engine)
            return engine

    def _give_back(self, game: str, engine: Engine) -> None:
        """Keep an engine for the next question; of too many that wait, the one that waits longest ends."""
        with self._lock:
            self._idle.append((game, engine))
            leaving = self._idle[: -self._most_idle]
            self._idle = self._idle[-self._most_idle :]
            for _, old in leaving:
                self._all.remove(old)
        for _, old in leaving:
            if isinstance(old, HubClient):
                old.close()

    def close(self) -> None:
        """End everything; what is being thought about is dropped."""
        for run in list(self._running.values()):
            run.halt()
        self._first_looks.shutdown(wait=False, cancel_futures=True)
        self._threads.shutdown(wait=False, cancel_futures=True)
        for engine in self._all:
            engine.stop()
            if isinstance(engine, HubClient):
                engine.close()
        self._threads.shutdown(wait=True)


def _own_process(game: str) -> Engine:
    return HubClient(game, hash_mb=HASH_MB, patience_s=PATIENCE_S, silence_s=PATIENCE_S, niceness=15)


def _own_thread(game: str) -> Engine:
    return BuiltinEngine(game, hash_mb=16)


class _Run:
    """One analysis under way, between the thread that thinks and the loop that tells."""

    def __init__(self, question: Question, loop: asyncio.AbstractEventLoop) -> None:
        self.question = question
        self.halted = threading.Event()
        self.replaced = False
        self.told: asyncio.Queue[AnalysisUpdate | None] = asyncio.Queue()
        self.engine: Engine | None = None
        self.shown = _Shown(self)
        self._holding = threading.Lock()
        self._loop = loop

    def tell(self, told: AnalysisUpdate | None) -> None:
        """Pass an update on; nobody receives it once the loop has gone."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self.told.put_nowait, told)

    def halt(self) -> None:
        """Let the analysis end soon; an engine that does not stop is ended for it."""
        if self.halted.is_set():
            return
        self.halted.set()
        self.tell(None)
        if self._stop():
            threading.Thread(target=self._insist, daemon=True).start()

    def let_go(self) -> None:
        """Leave the engine to others: no stop of this analysis reaches it from now on."""
        with self._holding:
            self.engine = None

    def _stop(self) -> bool:
        """Stop the engine, if it is still at work here; return whether it was."""
        with self._holding:
            if self.engine is not None:
                self.engine.stop()
            return self.engine is not None

    def _insist(self) -> None:
        deadline = time.monotonic() + KILL_AFTER_S
        while self._stop():
            if time.monotonic() > deadline:
                self._end()
                return
            time.sleep(0.05)

    def _end(self) -> None:
        with self._holding:
            if isinstance(self.engine, HubClient):
                self.engine.close()


def _search(run: _Run, engine: Engine) -> None:
    """Ask slice after slice; a second failure of the engine ends it."""
    failures = 0
    for seconds in SLICES_S:
        begun = time.monotonic()
        try:
            _slice(run, engine, seconds)
        except EngineError as error:
            if run.halted.is_set():
                return
            failures += 1
            log.warning("analysis: %s", error)
            if failures > 1:
                run.tell(AnalysisUpdate("failed", why=_words(error)))
                return
            run.tell(AnalysisUpdate("trouble", why=_words(error)))
            continue
        if run.halted.is_set():
            return
        if time.monotonic() - begun < seconds * 0.8:
            run.tell(AnalysisUpdate("solved"))
            return
    run.tell(AnalysisUpdate("resting"))


def _first_look(run: _Run) -> None:
    """Show what a short look finds, unless the engine has shown something meanwhile."""
    question, limits = run.question, SearchLimits(nodes=FIRST_LOOK_NODES)
    if run.halted.is_set() or not run.shown.is_empty:
        return
    try:
        engine = BuiltinEngine(question.game, hash_mb=1, learned=False)
        lines = min(question.lines, question.position.count())
        found = engine.analyse(question.position, history=question.history, limits=limits, multipv=lines)
        run.shown.take_first(tuple(found))
    except Exception:
        log.exception("a first look failed")


def _slice(run: _Run, engine: Engine, seconds: int) -> None:
    question = run.question
    found = engine.analyse(
        question.position,
        history=question.history,
        limits=SearchLimits(time_ms=seconds * 1000),
        multipv=min(question.lines, question.position.count()),
    )
    with contextlib.closing(found) as infos:  # type: ignore[type-var]
        for info in infos:
            if run.halted.is_set():
                return
            run.shown.take(info)


class _Shown:
    """What has been sent about one question: nothing shallower follows it in a later slice."""

    def __init__(self, run: _Run) -> None:
        self._run = run
        self._depth = 0
        self._lines: dict[int, Info] = {}
        self._taking = threading.Lock()

    @property
    def is_empty(self) -> bool:
        """Whether nothing was taken yet."""
        return not self._lines

    def take_first(self, infos: Sequence[Info]) -> None:
        """Take what a short look has found, if nothing was taken before: what is as deep replaces it."""
        deepest = max((info.depth for info in infos), default=0)
        with self._taking:
            if self.is_empty:
                for info in infos:
                    if info.depth == deepest:
                        self._take(info)

    def take(self, info: Info) -> None:
        """Take a line, and send a depth once all its lines are there."""
        with self._taking:
            self._take(info)

    def _take(self, info: Info) -> None:
        if not info.pv or info.depth < self._depth:
            return
        if info.multipv == 1:
            self._depth = info.depth
        self._lines[info.multipv] = info
        wanted = min(self._run.question.lines, self._run.question.position.count())
        if info.multipv == wanted or wanted == 1:
            fresh = [line for line in self._lines.values() if line.depth >= self._depth - 1]
            first = self._lines.get(1)
            rest = sorted((line for line in fresh if line is not first), key=lambda line: -line.score.cp)
            if first is not None:
                self._run.tell(AnalysisUpdate("lines", (first, *_different(first, rest))))


def _different(first: Info, others: Sequence[Info]) -> list[Info]:
    """Leave out lines that begin alike: one depth may end with another order than it began."""
    seen, out = {first.pv[0]}, []
    for info in others:
        if info.pv[0] not in seen:
            seen.add(info.pv[0])
            out.append(info)
    return out


def _words(error: DamieraError) -> Text:
    return error.message


class GameJudge(Background):
    """Judges the games that were asked for, one after the other."""

    def __init__(self, analysis: Analysis, analysts: Analysts, tables: Path | None = None) -> None:
        super().__init__("judging")
        self._truth = TableTruth(tables) if tables is not None else None
        self._analysis = analysis
        self._analysts = analysts

    def piece(self) -> float | None:
        """Judge the game that waits longest; without one, until somebody asks."""
        for game_id in self._analysis.waiting():
            self._judge(game_id)
            return 0.0
        return None

    def _judge(self, game_id: str) -> None:
        for last_try in (False, True):
            asker = _Asker(self._analysts)
            try:
                for _ in self._analysis.work_on(game_id, asker.look, asker.look_deeper, truth=self._truth):
                    if self._halted.is_set():
                        return
                return
            except self._failures:  # the database is away, and nothing is wrong with the game
                raise
            except EngineError as error:
                log.warning("judging game %s: %s", game_id, error)
                if last_try:
                    self._analysis.fail(game_id, _words(error))
            except DamieraError as error:
                self._analysis.fail(game_id, _words(error))
                return
            except Exception:
                log.exception("judging game %s failed", game_id)
                self._analysis.fail(game_id, _BROKEN)
                return
            finally:
                asker.give_back()


class _Asker:
    """An engine on loan, asked about one position after another."""

    def __init__(self, analysts: Analysts) -> None:
        self._analysts = analysts
        self._engine: Engine | None = None
        self._return: Callable[[], None] = lambda: None

    def look(self, position: Position, history: Sequence[Position]) -> EngineView:
        """Look at a position of the game."""
        return self._ask(position, history, NODES)

    def look_deeper(self, position: Position, history: Sequence[Position]) -> EngineView:
        """Search a position that may be a puzzle."""
        return self._ask(position, history, NODES * VERIFY_TIMES)

    def _ask(self, position: Position, history: Sequence[Position], nodes: int) -> EngineView:
        if self._engine is None:
            self._engine, self._return = self._analysts.ask(position.rules.slug)
        return look(self._engine, position, history, SearchLimits(nodes=nodes), lines=2)

    def give_back(self) -> None:
        """Let others have the engine."""
        self._return()


_NO_PASSING: Final = Message("A capture is due here: nobody can pass.")
_BROKEN: Final = Message("Something broke here: try again.")
