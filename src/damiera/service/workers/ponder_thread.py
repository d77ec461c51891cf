"""The engine in its opponent's time: one engine at most, and only while no other needs a core.

What is pondered on is what the engine will be asked if the player answers as it expects. Then it goes on with
what it has found; otherwise it is asked anew. An engine that ponders gives way as soon as another is to
move or somebody looks at an analysis, and rests after a while by itself: nobody waits for it.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Final

from damiera.engine.errors import EngineError
from damiera.engine.limits import SearchLimits
from damiera.engine.protocol import Engine, Ponderer
from damiera.service.engine_moves import EngineTask, Expected

__all__ = ["MOST_S", "PonderThread", "TaskAhead"]

log = logging.getLogger("damiera.service")

MOST_S: Final = 120.0
"""How long one move of a player may be pondered on; who thinks longer is answered as without it."""
_PATIENCE_AT_END_S: Final = 1.0


class TaskAhead:
    """One task that is thought about before it comes."""

    def __init__(self, expected: Expected, limits: SearchLimits) -> None:
        self.expected = expected
        self.limits = limits
        self.over = threading.Event()
        self.is_claimed = False
        self.engine: Future[Engine | None] = Future()

    def fits(self, task: EngineTask) -> bool:
        """Whether this is the task that came."""
        own = self.expected.task
        return task.what == own.what and task.position == own.position and task.history == own.history


class PonderThread:
    """The one engine that ponders, in a thread of its own.

    Args:
        take: lends an engine for a game (slug).
        give_back: takes it again.
        most_s: how long one move of a player may be pondered on.
    """

    def __init__(
        self, take: Callable[[str], Engine], give_back: Callable[[str, Engine], None], most_s: float = MOST_S
    ) -> None:
        self._take, self._give_back, self._most_s = take, give_back, most_s
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="damiera-pondering")
        self._lock = threading.Lock()
        self._ahead: TaskAhead | None = None
        self._working = 0
        self._closed = False

    @property
    def game_id(self) -> str | None:
        """The game that is pondered on, if any."""
        ahead = self._ahead
        return ahead.expected.task.game_id if ahead is not None else None

    def begin(self, expected: Expected, limits: SearchLimits) -> None:
        """Ponder on a task that may come, instead of any other; not while others are at work."""
        with self._lock:
            if self._working or self._closed:
                return
            self._leave_off()
            ahead = self._ahead = TaskAhead(expected, limits)
            ahead.engine = self._thread.submit(self._ponder, ahead)

    def claim(self, game_id: str) -> TaskAhead | None:
        """Return what was pondered on in a game, whose engine is wanted now; that is the caller's then."""
        with self._lock:
            ahead = self._ahead
            if ahead is None or ahead.expected.task.game_id != game_id:
                return None
            ahead.is_claimed = True
            self._leave_off()
            return ahead

    def end(self, game_id: str, player_id: str | None = None) -> None:
        """Leave off in a game; if a player is named, only where it is their time that is used."""
        with self._lock:
            expected = self._ahead.expected if self._ahead is not None else None
            if expected is None or expected.task.game_id != game_id:
                return
            if player_id is None or player_id == expected.player_id:
                self._leave_off()

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Keep the cores free: somebody waits for what is thought about meanwhile."""
        with self._lock:
            self._working += 1
            self._leave_off()
        try:
            yield
        finally:
            with self._lock:
                self._working -= 1

    def close(self) -> None:
        """Leave off for good; an engine that does not heed soon is for its owner to end."""
        with self._lock:
            self._closed = True
            ahead = self._ahead
            self._leave_off()
        self._thread.shutdown(wait=False, cancel_futures=True)
        if ahead is not None:
            wait([ahead.engine], _PATIENCE_AT_END_S)

    def _leave_off(self) -> None:
        ahead, self._ahead = self._ahead, None
        if ahead is not None:
            ahead.over.set()

    def _ponder(self, ahead: TaskAhead) -> Engine | None:
        """Ponder until it is over; return the engine, still pondering, if it was claimed."""
        task = ahead.expected.task
        game = task.position.rules.slug
        try:
            engine = self._take(game)
        except Exception:  # whoever claims it takes one themselves
            log.exception("no engine for game %s, pondering", task.game_id)
            return None
        try:
            if isinstance(engine, Ponderer) and not ahead.over.is_set():
                engine.ponder(task.position, history=task.history, limits=ahead.limits, draw_in=task.draw_in)
                if engine.is_pondering:
                    ahead.over.wait(self._most_s)
        except EngineError as error:
            log.warning("engine of game %s, pondering: %s", task.game_id, error)
        except Exception:  # the engine is to be given back
            log.exception("engine of game %s, pondering", task.game_id)
        with self._lock:
            if ahead.is_claimed:
                return engine
            if self._ahead is ahead:
                self._ahead = None
        self._drop(engine, task.game_id)
        self._give_back(game, engine)
        return None

    def _drop(self, engine: Engine, game_id: str) -> None:
        """End what an engine ponders on. One that does not heed is ended, and starts again when asked."""
        try:
            if isinstance(engine, Ponderer):
                engine.ponder_miss()
        except EngineError as error:
            log.warning("engine of game %s, pondering: %s", game_id, error)
        except Exception:
            log.exception("engine of game %s, pondering", game_id)
