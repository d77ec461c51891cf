"""The engine's chair: a few engine processes a game, each given one question at a time.

An engine that dies or falls silent is started again and asked once more; if that fails too, the mind built
into this very process answers, so that no game waits for ever. One at a time may ponder: think about its next
move while the player thinks.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Literal

from damiera.engine.builtin import BuiltinMind
from damiera.engine.dxp.client import DxpClient
from damiera.engine.errors import EngineError, EngineSilent, NoMoveError
from damiera.engine.hub.client import HubClient
from damiera.engine.levels import level as settings_of
from damiera.engine.limits import Limits, TimeLeft, allot
from damiera.engine.protocol import Choice, Mind, Ponderer
from damiera.engine.spec import EngineSpec, foreign_mind
from damiera.service.minds import EngineTask, Expected
from damiera.web.pondering import MOST_S, Ahead, Pondering

__all__ = ["Engines", "bounds"]

log = logging.getLogger("damiera.web")

LAG_MS = 100
"""What an answer may lose between the engine and the game: a process, a queue and a transaction."""


class Engines:
    """Minds for every game, started when they are first needed.

    Args:
        kind: processes of their own, or a thread of ours.
        at_once: how many questions may be thought about at the same time.
        make: how a mind is made for a game (slug).
        foreign: programs of another make, by the game they play.
        ponder_s: how long an engine may think about one move of a player in his time; 0 for not at all.
    """

    def __init__(
        self,
        kind: Literal["process", "thread"] = "process",
        at_once: int = 2,
        make: Callable[[str], Mind] | None = None,
        foreign: Mapping[str, EngineSpec] | None = None,
        ponder_s: float = MOST_S,
    ) -> None:
        own = HubClient if kind == "process" else BuiltinMind
        seated = foreign or {}
        self._make = make or (lambda game: foreign_mind(seated[game], game) if game in seated else own(game))
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="damiera-engine")
        self._free: dict[str, list[Mind]] = defaultdict(list)
        self._all: list[Mind] = []
        self._ponders = ponder_s > 0
        self._pondering = Pondering(self._take, self._give_back, ponder_s)

    async def choose(self, task: EngineTask, on_trouble: Callable[[EngineError], None]) -> Choice:
        """Return the engine's answer to a task. `on_trouble` hears that an engine had to be started again."""
        loop = asyncio.get_running_loop()

        def say(error: EngineError) -> None:
            log.warning("engine of game %s: %s", task.game_id, error)
            loop.call_soon_threadsafe(on_trouble, error)

        ahead = self._pondering.claim(task.game_id)
        with self.at_work():
            return await loop.run_in_executor(self._threads, self._answer, task, ahead, say)

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
    def pondering(self) -> str | None:
        """The game whose engine thinks in the player's time, if any."""
        return self._pondering.game_id

    def _answer(self, task: EngineTask, ahead: Ahead | None, say: Callable[[EngineError], None]) -> Choice:
        game = task.position.rules.slug
        mind = (ahead.mind.result() if ahead is not None else None) or self._take(game)
        goes_on = ahead is not None and ahead.fits(task)
        try:
            for is_first in (True, False):
                try:
                    if is_first and goes_on and isinstance(mind, Ponderer) and mind.is_pondering:
                        return mind.ponder_hit()
                    return _ask(mind, task)
                except NoMoveError:
                    raise
                except EngineError as error:
                    say(error)
                    if isinstance(error, EngineSilent) and error.request == "hub":
                        break  # it speaks another language: asking once more only keeps the player waiting
            return _ask(BuiltinMind(game), task)
        finally:
            self._give_back(game, mind)

    def _take(self, game: str) -> Mind:
        """Return a mind that is free. Lists of Python hand out each element once, whichever thread asks."""
        try:
            return self._free[game].pop()
        except IndexError:
            mind = self._make(game)
            self._all.append(mind)
            return mind

    def _give_back(self, game: str, mind: Mind) -> None:
        self._free[game].append(mind)

    def close(self) -> None:
        """End every engine; what is being thought about is dropped."""
        self._pondering.close()
        self._threads.shutdown(wait=False, cancel_futures=True)
        for mind in self._all:
            mind.stop()
            if isinstance(mind, HubClient | DxpClient):
                mind.close()
        self._threads.shutdown(wait=True)


def bounds(level: int, time_left: TimeLeft | None) -> Limits | None:
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
        return Limits(own.depth, own.nodes, hard, soft_ms=soft)
    return replace(clock, depth=own.depth, nodes=own.nodes, clock=None)


def _ask(mind: Mind, task: EngineTask) -> Choice:
    limits = bounds(task.level, task.time_left)
    if limits is None:
        return mind.choose(task.position, history=task.history, level=task.level, draw_in=task.draw_in)
    return mind.choose(task.position, history=task.history, limits=limits, draw_in=task.draw_in)
