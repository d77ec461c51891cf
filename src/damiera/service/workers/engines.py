"""Engine processes, each for one game and given one question at a time.

Those that are free are kept for the next question, as many as the machine has room for and not for ever.

An engine that dies or falls silent is started again and asked once more; if that fails too, the engine built
into this very process answers, so that no game waits for ever. One at a time may ponder: think about its next
move while the player thinks.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Literal

import msgspec

from damiera.engine.builtin import BuiltinEngine
from damiera.engine.dxp.client import DxpClient
from damiera.engine.errors import EngineError, EngineSilent, NoMoveError
from damiera.engine.hub.client import HubClient
from damiera.engine.levels import level as settings_of
from damiera.engine.limits import SearchLimits, TimeLeft, allot
from damiera.engine.protocol import Choice, Engine, Ponderer
from damiera.engine.spec import EngineSpec, foreign_engine
from damiera.service.engine_moves import EngineTask, Expected
from damiera.service.errors import EngineUnavailable
from damiera.service.workers.places import Places
from damiera.service.workers.ponder_thread import MOST_S, PonderThread, TaskAhead

__all__ = ["AT_ONCE", "Engines", "bounds"]

log = logging.getLogger("damiera.service")

LAG_MS = 100
"""What an answer may lose between the engine and the game: a process, a queue and a transaction."""
IDLE_S = 120.0
"""How long a free engine is kept: longer than most people think about one move."""
ENGINE_MB = 80
"""What one engine process takes, about; free ones may take a sixteenth of the memory."""
MOST_FREE = 8
AT_ONCE = 2
"""How many questions are thought about at the same time at least, and by analyses."""
MOST_AT_ONCE = 16
_NODES_A_SECOND = 200_000
_ANSWER_S = 0.05  # whatever is asked


class _Free(msgspec.Struct, frozen=True):
    """An engine that nobody asks, since a time."""

    game: str
    engine: Engine
    since: float


def most_free(cores: int, memory_mb: int) -> int:
    """Return how many free engines a machine keeps.

    >>> most_free(2, 4096), most_free(16, 65536), most_free(4, 512)
    (3, 8, 1)
    """
    return max(1, min(MOST_FREE, 2 * cores, memory_mb // 16 // ENGINE_MB))


def most_at_once(cores: int, memory_mb: int) -> int:
    """Return how many engines of a machine think at the same time: a core is left to whoever plays.

    All at work may take an eighth of the memory; two always work.

    >>> most_at_once(2, 4096), most_at_once(8, 32768), most_at_once(8, 2048), most_at_once(64, 262144)
    (2, 7, 3, 16)
    """
    return max(AT_ONCE, min(MOST_AT_ONCE, cores - 1, memory_mb // 8 // ENGINE_MB))


class Engines:
    """Engines for every game, started when they are first needed.

    Args:
        kind: processes of their own, or a thread of ours.
        at_once: how many questions may be thought about at the same time; as many as the machine has room
            for if not given.
        make: how an engine is made for a game (slug).
        foreign: programs of another make, by the game they play.
        ponder_s: how long an engine may think about one move of a player in their time; 0 for not at all.
        kept: how many free engines are kept; as many as the machine has room for if not given.
        idle_s: how long a free engine is kept.

    Attributes:
        elsewhere: asks an engine on another machine; what it cannot answer is answered here.
    """

    def __init__(
        self,
        kind: Literal["process", "thread"] = "process",
        at_once: int | None = None,
        make: Callable[[str], Engine] | None = None,
        foreign: Mapping[str, EngineSpec] | None = None,
        ponder_s: float = MOST_S,
        *,
        kept: int | None = None,
        idle_s: float = IDLE_S,
    ) -> None:
        own = HubClient if kind == "process" else BuiltinEngine
        seated = foreign or {}
        self._make = make or (
            lambda game: foreign_engine(seated[game], game) if game in seated else own(game)
        )
        at_once = at_once or most_at_once(os.cpu_count() or 1, _memory_mb())
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="damiera-engine")
        self._places = Places(at_once)
        self._ending = ThreadPoolExecutor(1, thread_name_prefix="damiera-engine-end")
        self._kept = most_free(os.cpu_count() or 1, _memory_mb()) if kept is None else kept
        self._idle_s = idle_s
        self._lock = threading.Lock()
        self._free: list[_Free] = []  # in the order in which they became free
        self._all: list[Engine] = []
        self._look: asyncio.TimerHandle | None = None
        self._closed = False
        self._seated = frozenset(seated)
        self.elsewhere: Callable[[EngineTask], Awaitable[Choice | None]] | None = None
        self._ponders = ponder_s > 0
        self._pondering = PonderThread(self._take, self._give_back, ponder_s)

    async def choose(
        self,
        task: EngineTask,
        on_trouble: Callable[[EngineError], None],
        on_wait: Callable[[int], None] = lambda seconds: None,
    ) -> Choice:
        """Return the engine's answer to a task; people are served in turn.

        Args:
            on_trouble: hears that an engine had to be started again.
            on_wait: hears after about how many seconds the task has its turn, if it has to wait long; and
                again every few seconds until then.
        Raises:
            EngineUnavailable: if not even the engine built into this process answers.
        """
        loop = asyncio.get_running_loop()
        if self.elsewhere is not None and task.position.rules.slug not in self._seated:
            found = await self.elsewhere(task)
            if found is not None:
                return found

        def say(error: EngineError) -> None:
            log.warning("engine of game %s: %s", task.game_id, error)
            loop.call_soon_threadsafe(on_trouble, error)

        limits = bounds(task.level, task.time_left)
        kind = f"{task.level}{'' if limits is None else ' on a clock'}"
        takes_s = _usual_s(limits or settings_of(task.level).limits)
        async with self._places.place(task.player_id or task.game_id, on_wait, kind=kind, takes_s=takes_s):
            ahead = self._pondering.claim(task.game_id)
            with self.at_work():
                try:
                    return await loop.run_in_executor(self._threads, self._answer, task, ahead, say)
                except EngineError as error:
                    raise EngineUnavailable(error.message) from error
                finally:
                    self._look_at_free(loop)

    def ponder(self, expected: Expected) -> None:
        """Let an engine think about what may come, unless another is at work or that is turned off."""
        limits = bounds(expected.task.level, expected.task.time_left)
        if self._ponders and limits is not None:
            self._pondering.begin(expected, limits)

    def leave_off(self, game_id: str, player_id: str | None = None) -> None:
        """Ponder no more in a game: it took another turn, or the player who is to move has gone."""
        self._pondering.end(game_id, player_id)

    def at_work(self) -> AbstractContextManager[None]:
        """Keep engines from pondering while somebody waits for what is thought about, here or elsewhere."""
        return self._pondering.at_work()

    @property
    def waiting(self) -> int:
        """How many questions wait for a place."""
        return self._places.waiting

    @property
    def pondering(self) -> str | None:
        """The game whose engine thinks in the player's time, if any."""
        return self._pondering.game_id

    def _answer(
        self, task: EngineTask, ahead: TaskAhead | None, say: Callable[[EngineError], None]
    ) -> Choice:
        game = task.position.rules.slug
        engine = (ahead.engine.result() if ahead is not None else None) or self._take(game)
        goes_on = ahead is not None and ahead.fits(task)
        try:
            for is_first in (True, False):
                try:
                    if is_first and goes_on and isinstance(engine, Ponderer) and engine.is_pondering:
                        return engine.ponder_hit()
                    return _ask(engine, task)
                except NoMoveError:
                    raise
                except EngineError as error:
                    say(error)
                    if isinstance(error, EngineSilent) and error.request == "hub":
                        break  # it speaks another language: asking once more only keeps the player waiting
                except Exception:  # of ours: the game is to go on
                    log.exception("engine of game %s", task.game_id)
                    break
            return _ask(BuiltinEngine(game), task)
        finally:
            self._give_back(game, engine)

    def _take(self, game: str) -> Engine:
        """Return an engine that is free, the one that was asked last."""
        with self._lock:
            for place in reversed(range(len(self._free))):
                if self._free[place].game == game:
                    return self._free.pop(place).engine
        engine = self._make(game)
        with self._lock:
            self._all.append(engine)
        return engine

    def _give_back(self, game: str, engine: Engine) -> None:
        with self._lock:
            self._free.append(_Free(game, engine, time.monotonic()))

    def _look_at_free(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let go of engines that are too many or free for too long; look again while there are any."""
        if self._look is not None:
            self._look.cancel()
            self._look = None
        if self._closed:
            return
        self._ending.submit(self._let_go)
        if self._all:
            self._look = loop.call_later(self._idle_s / 2, self._look_at_free, loop)

    def _let_go(self) -> None:
        with self._lock:
            idle_since = time.monotonic() - self._idle_s
            beyond = max(0, len(self._free) - self._kept)
            going = [f.engine for n, f in enumerate(self._free) if n < beyond or f.since <= idle_since]
            self._free = self._free[len(going) :]
            for engine in going:
                self._all.remove(engine)
        for engine in going:
            try:
                _end(engine)
            except Exception:  # of one: the others end
                log.exception("an engine could not be ended")

    def close(self) -> None:
        """End every engine; what is being thought about is dropped."""
        self._closed = True
        if self._look is not None:
            self._look.cancel()
        self._pondering.close()
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._ending.shutdown(wait=True, cancel_futures=True)
        for engine in self._all:
            _end(engine)
        self._threads.shutdown(wait=True)


def _end(engine: Engine) -> None:
    engine.stop()
    if isinstance(engine, HubClient | DxpClient):
        engine.close()


def _memory_mb() -> int:
    """Return the memory of this machine; where it does not say, that of a small one."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // (1024 * 1024)
    except (AttributeError, OSError, ValueError):
        return 4096


def bounds(level: int, time_left: TimeLeft | None) -> SearchLimits | None:
    """Return limits that keep a strong level inside its clock; None where the level needs none.

    Lower levels look only a few moves ahead and answer at once; a strong one must not lose by thinking.

    >>> hurried = TimeLeft(6_000)
    >>> bounds(3, hurried) is None, bounds(20, hurried).soft_ms
    (True, 140)
    """
    settings = settings_of(level)
    if time_left is None or not settings.looks_far:
        return None
    own, clock = settings.limits, allot(time_left, lag_ms=LAG_MS)
    if own.time_ms:
        hard, soft = min(own.time_ms, clock.time_ms), min(own.time_ms, clock.soft_ms)
        return SearchLimits(own.depth, own.nodes, hard, soft_ms=soft)
    return replace(clock, depth=own.depth, nodes=own.nodes, clock=None)


def _usual_s(limits: SearchLimits) -> float:
    """Return how long a question with such limits should take on a machine of our time, in seconds.

    >>> [round(_usual_s(settings_of(n).limits), 2) for n in (1, 15, 20)]
    [0.06, 0.45, 1.5]
    """
    of_time = (limits.soft_ms or limits.time_ms) / 1000
    of_nodes = _ANSWER_S + limits.nodes / _NODES_A_SECOND
    if of_time and limits.nodes:
        return min(of_time, of_nodes)
    return of_time or of_nodes


def _ask(engine: Engine, task: EngineTask) -> Choice:
    limits = bounds(task.level, task.time_left)
    if limits is None:
        return engine.choose(task.position, history=task.history, level=task.level, draw_in=task.draw_in)
    return engine.choose(task.position, history=task.history, limits=limits, draw_in=task.draw_in)
