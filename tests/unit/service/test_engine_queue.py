"""Engines on other machines: what is asked and answered, and who answers when one dies or has no room."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from damiera._core import Position, Side
from damiera.engine.builtin import BuiltinEngine
from damiera.engine.limits import SearchLimits, TimeLeft
from damiera.engine.protocol import Choice, Engine
from damiera.rules.ruleset import CATALOGUE, ruleset
from damiera.service.engine_moves import EngineTask
from damiera.service.workers.engine_jobs import (
    UnreadableJob,
    read_choice,
    read_job,
    write_choice,
    write_job,
)
from damiera.service.workers.engine_queue import EngineQueue, EngineWorker
from damiera.service.workers.engines import Engines
from damiera.service.workers.nats_bus import connect_nats, nats_client, settle
from tests.nats import Nats, serving_nats

PATIENCE_S = 30.0


@pytest.fixture
def nats() -> Iterator[Nats]:
    with serving_nats() as server:
        yield server


def a_task(game: str = "italian", plies: int = 3, level: int = 1) -> EngineTask:
    positions = [ruleset(game).start()]
    for _ in range(plies):
        positions.append(positions[-1].play(positions[-1].moves()[0]))
    return EngineTask(
        "g",
        4,
        "move",
        positions[-1],
        tuple(positions[:-1]),
        positions[-1].side,
        level,
        TimeLeft(60_000, 500),
        7,
    )


@pytest.mark.parametrize("game", sorted(CATALOGUE))
def test_a_question_and_its_answer_come_as_they_were_sent(game: str) -> None:
    task = a_task(game)
    assert read_job(write_job(task)) == task
    move = task.position.moves()[-1]
    after = task.position.play(move)
    reply = after.moves()[0] if after.moves() else None
    told = Choice(
        move,
        BuiltinEngine("italian", hash_mb=1)
        .choose(ruleset("italian").start(), limits=SearchLimits(depth=1))
        .score,
        3,
        (move, reply) if reply is not None else (move,),
        10,
        20,
    )
    assert read_choice(task, write_choice(task, told)) == told


@pytest.mark.parametrize("data", [b"", b"{}", b"x", b"\xff", b'{"game":"nothing","id":"g"}'])
def test_what_is_no_question_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableJob):
        read_job(data)


@pytest.mark.parametrize(
    "data", [b"", b"{}", b'{"pv":[],"cp":1,"side":"white"}', b'{"pv":[{"path":[1,2]}],"cp":1,"side":"white"}']
)
def test_what_is_no_answer_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableJob):
        read_choice(a_task(), data)


class Slow(BuiltinEngine):
    """An engine that answers when it is let."""

    def __init__(self, game: str, gate: threading.Event) -> None:
        super().__init__(game, hash_mb=1)
        self.gate = gate

    def choose(self, position: Position, **question: object) -> Choice:
        self.gate.wait(PATIENCE_S)
        return super().choose(position, limits=SearchLimits(depth=1))


class End:
    """An engine worker with a connection of its own."""

    def __init__(self, make: Callable[[str], Engine], at_once: int = 1) -> None:
        self.client = nats_client()
        self.engines = Engines("thread", at_once, make, ponder_s=0.0)
        self.worker = EngineWorker(self.client, self.engines, at_once)

    async def start(self, url: str) -> None:
        await connect_nats(self.client, url, "test")
        await self.worker.start()
        await settle(self.client)

    async def close(self) -> None:
        self.engines.close()
        await self.client.close()


def quick(game: str) -> Engine:
    gate = threading.Event()
    gate.set()
    return Slow(game, gate)


async def _queue(url: str) -> tuple[EngineQueue, Callable[[], object]]:
    client = nats_client()
    await connect_nats(client, url, "test")
    return EngineQueue(client), client.close


@pytest.mark.slow
def test_a_question_is_answered_elsewhere_and_by_ourselves_where_nobody_is(nats: Nats) -> None:
    async def ask() -> None:
        client = nats_client()
        await connect_nats(client, nats.url, "test")
        queue = EngineQueue(client)
        assert await queue.ask(a_task()) is None
        end = End(quick)
        await end.start(nats.url)
        choice = await queue.ask(a_task())
        assert choice is not None
        assert a_task().position.is_legal(choice.move)
        assert end.worker.answered == 1
        await end.worker.stop()
        assert await queue.ask(a_task()) is None
        await end.close()
        await client.close()
        assert await queue.ask(a_task()) is None, "NATS is away"

    asyncio.run(ask())


def test_nats_has_what_was_subscribed_before_anybody_counts_on_it(nats: Nats) -> None:
    async def written() -> list[bytes]:
        client: Any = nats_client()
        lines: list[bytes] = []
        await connect_nats(client, nats.url, "test")
        line = client._transport

        class Seen:
            def write(self, data: bytes) -> None:
                lines.append(data)
                line.write(data)

            def writelines(self, data: list[bytes]) -> None:
                lines.extend(data)
                line.writelines(data)

            def __getattr__(self, name: str) -> Any:
                return getattr(line, name)

        client._transport = Seen()
        await client.subscribe("somewhere")
        await settle(client)
        await client.close()
        return [data.split()[0] for data in lines]

    lines = asyncio.run(written())
    assert b"PING" in lines[lines.index(b"SUB") :]


def test_who_has_no_room_is_not_asked(nats: Nats) -> None:
    async def ask() -> None:
        client, gate = nats_client(), threading.Event()
        await connect_nats(client, nats.url, "test")
        queue, busy = EngineQueue(client), End(lambda game: Slow(game, gate))
        await busy.start(nats.url)
        waiting = asyncio.create_task(queue.ask(a_task()))
        async with asyncio.timeout(PATIENCE_S):
            while busy.worker._asked is not None:
                await asyncio.sleep(0.01)
        await settle(busy.client)
        assert await queue.ask(a_task()) is None
        gate.set()
        assert await waiting is not None
        assert await queue.ask(a_task()) is not None, "there is room again"
        await busy.close()
        await client.close()

    asyncio.run(ask())


def test_another_answers_for_one_that_died_over_a_question(
    nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("damiera.service.workers.engine_queue._SILENCE_S", 1.0)
    monkeypatch.setattr("damiera.service.workers.engine_queue._BEAT_S", 0.05)

    async def ask() -> None:
        client, gate = nats_client(), threading.Event()
        await connect_nats(client, nats.url, "test")
        queue, dying, other = EngineQueue(client), End(lambda game: Slow(game, gate)), End(quick)
        await dying.start(nats.url)
        waiting = asyncio.create_task(queue.ask(a_task()))
        async with asyncio.timeout(PATIENCE_S):
            while dying.worker._asked is not None:
                await asyncio.sleep(0.01)
        await other.start(nats.url)
        await dying.client.close()
        assert await waiting is not None
        assert other.worker.answered == 1
        gate.set()
        await dying.close()
        await other.close()
        await client.close()

    asyncio.run(ask())


def test_a_question_of_a_game_that_is_not_known_there_is_answered_by_ourselves(nats: Nats) -> None:
    async def ask() -> None:
        client = nats_client()
        await connect_nats(client, nats.url, "test")
        end = End(quick)
        await end.start(nats.url)
        answer = await EngineQueue(client)._ask_one(b'{"game":"of-tomorrow"}')
        assert answer == b"failed"
        await end.close()
        await client.close()

    asyncio.run(ask())


def test_the_side_asked_for_is_told(nats: Nats) -> None:
    task = a_task(plies=2)
    assert read_job(write_job(task)).side is Side.WHITE is task.side
