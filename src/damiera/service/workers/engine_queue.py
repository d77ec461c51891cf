"""Engines on other machines: a queue by NATS from which each takes what it has room for.

An engine worker asks NATS for questions only while it has room, so a question never waits at a busy one while
another is free. Where nobody has room the server is told at once, and its own engines answer. Whoever took a
question says twice a second that they think about it; if that ends, somebody else is asked.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Final

from damiera.engine.protocol import Choice
from damiera.errors import DamieraError
from damiera.service.engine_moves import EngineTask
from damiera.service.workers.engine_jobs import UnreadableJob, read_choice, read_job, write_choice, write_job
from damiera.service.workers.engines import Engines

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg
    from nats.aio.subscription import Subscription

__all__ = ["EngineQueue", "EngineWorker"]

log = logging.getLogger("damiera.service")

_SUBJECT: Final = "damiera.engine"
_QUEUE: Final = "engines"
_BEAT_S: Final = 0.5
_SILENCE_S: Final = 2.0
"""Seconds without a word after which whoever took a question is thought dead."""
_LONGEST_S: Final = 120.0
"""Seconds for an answer, however often it is said that it is thought about."""
_TRIES: Final = 3
_THINKING: Final = b"."
_FULL: Final = b"full"
_FAILED: Final = b"failed"


class EngineQueue:
    """The server's end: questions go out, answers come back.

    Args:
        client: connected to NATS, or soon to be.
    """

    def __init__(self, client: Client) -> None:
        self._client = client

    async def ask(self, task: EngineTask) -> Choice | None:
        """Return the answer of an engine elsewhere; None where there is none with room, or NATS is away."""
        if not self._client.is_connected:
            return None
        data = write_job(task)
        for _ in range(_TRIES):
            try:
                async with asyncio.timeout(_LONGEST_S):
                    answer = await self._ask_one(data)
            except TimeoutError:
                log.warning("an engine elsewhere fell silent over game %s: another is asked", task.game_id)
                continue
            except Exception as error:  # NATS went away
                log.info("no engine elsewhere was asked: %s", error or type(error).__name__)
                return None
            if answer is None or answer == _FAILED:
                return None
            if answer == _FULL:
                continue
            try:
                return read_choice(task, answer)
            except UnreadableJob as error:
                log.warning("game %s: %s", task.game_id, error)
                return None
        return None

    async def _ask_one(self, data: bytes) -> bytes | None:
        """Return what whoever takes a question says at last; None if nobody does.

        Raises:
            TimeoutError: if they say nothing any more.
        """
        inbox = self._client.new_inbox()
        answers = await self._client.subscribe(inbox)
        try:
            await self._client.publish(_SUBJECT, data, reply=inbox)
            while True:
                message = await self._next(answers)
                if message.headers and message.headers.get("Status") == "503":
                    return None
                if message.data != _THINKING:
                    return bytes(message.data)
        finally:
            with contextlib.suppress(Exception):  # NATS is away: it has forgotten us by itself
                await answers.unsubscribe()

    async def _next(self, answers: Subscription) -> Msg:
        try:
            return await answers.next_msg(timeout=_SILENCE_S)
        except Exception as error:
            if isinstance(error, asyncio.TimeoutError) or type(error).__name__ == "TimeoutError":
                raise TimeoutError from error
            raise


class EngineWorker:
    """The other end: takes questions, and lets engines of this machine answer them.

    Args:
        client: connected to NATS.
        engines: that answer.
        at_once: how many questions are thought about at the same time.
    """

    def __init__(self, client: Client, engines: Engines, at_once: int) -> None:
        self._client = client
        self._engines = engines
        self._most = at_once
        self._asked: Subscription | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_leaving = False
        self.answered = 0

    async def start(self) -> None:
        """Take questions from now on."""
        self._asked = await self._client.subscribe(_SUBJECT, queue=_QUEUE, cb=self._take)

    async def stop(self) -> None:
        """Take no more questions, and answer those that were taken."""
        self._is_leaving = True
        await self._have_no_room()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_LONGEST_S)

    async def _take(self, message: Msg) -> None:
        if len(self._tasks) >= self._most or self._is_leaving:
            await self._client.publish(message.reply, _FULL)
            return
        task = asyncio.get_running_loop().create_task(self._answer(message))
        self._tasks.add(task)
        if len(self._tasks) >= self._most:
            await self._have_no_room()

    async def _have_no_room(self) -> None:
        asked, self._asked = self._asked, None
        if asked is not None:
            with contextlib.suppress(Exception):
                await asked.unsubscribe()

    async def _answer(self, message: Msg) -> None:
        thinking = asyncio.get_running_loop().create_task(self._say_thinking(message.reply))
        try:
            answer = await self._answer_to(message.data)
        finally:
            thinking.cancel()
            self._tasks = {task for task in self._tasks if task is not asyncio.current_task()}
        with contextlib.suppress(Exception):  # NATS is away: the server asks somebody else
            await self._client.publish(message.reply, answer)
        self.answered += answer != _FAILED
        if self._asked is None and not self._is_leaving:
            try:
                await self.start()
            except Exception:
                log.exception("this engine worker could not go on to take questions")

    async def _answer_to(self, data: bytes) -> bytes:
        try:
            task = read_job(data)
            choice = await self._engines.choose(task, lambda error: log.warning("%s", error))
            return write_choice(task, choice)
        except DamieraError as error:
            log.warning("a question could not be answered: %s", error)
        except Exception:
            log.exception("a question could not be answered")
        return _FAILED

    async def _say_thinking(self, reply: str) -> None:
        while True:
            with contextlib.suppress(Exception):
                await self._client.publish(reply, _THINKING)
            await asyncio.sleep(_BEAT_S)
