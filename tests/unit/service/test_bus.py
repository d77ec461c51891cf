"""The bus between workers: what is told, what is heard, and what becomes of it while NATS is away."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator

import pytest
from nats.aio.msg import Msg

from damiera.service.bus import BusMessage, LocalBus
from damiera.service.workers.nats_bus import NatsBus
from tests.nats import Nats, serving_nats

PATIENCE_S = 20.0


@pytest.fixture
def nats() -> Iterator[Nats]:
    with serving_nats() as server:
        yield server


async def _until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not holds():
            await asyncio.sleep(0.01)


def test_what_is_told_is_heard_by_its_subject_and_by_its_kind_until_one_leaves() -> None:
    bus, exact, kind = LocalBus(), list[BusMessage](), list[BusMessage]()
    leave = bus.subscribe("game.a", exact.append)
    bus.subscribe("game.*", kind.append)
    bus.publish("game.a", b"1")
    bus.publish("game.b", b"2")
    bus.publish("event.a", b"3")
    leave()
    leave()
    bus.publish("game.a", b"4")
    assert [m.data for m in exact] == [b"1"]
    assert [(m.name, m.data, m.is_own) for m in kind] == [
        ("a", b"1", True),
        ("b", b"2", True),
        ("a", b"4", True),
    ]


def test_a_listener_that_fails_keeps_nobody_else_from_hearing(caplog: pytest.LogCaptureFixture) -> None:
    bus, heard = LocalBus(), list[BusMessage]()
    bus.subscribe("game.a", lambda message: [][0])
    bus.subscribe("game.a", heard.append)
    bus.publish("game.a")
    assert len(heard) == 1
    assert "game.a" in caplog.text


def test_workers_hear_one_another_and_no_other_server(nats: Nats) -> None:
    async def tell() -> None:
        one, two = NatsBus(nats.url, "damiera.x"), NatsBus(nats.url, "damiera.x")
        other = NatsBus(nats.url, "damiera.y")
        heard: dict[str, list[BusMessage]] = {"one": [], "two": [], "other": []}
        for name, bus in (("one", one), ("two", two), ("other", other)):
            await bus.start()
            bus.subscribe("game.*", heard[name].append)
        await _until(lambda: one.is_heard and two.is_heard)
        await asyncio.sleep(0.1)
        one.publish("game.a", b"7")
        assert heard["one"] == [BusMessage("game.a", b"7")]
        await _until(lambda: heard["two"])
        two.publish("game.a", b"8")
        await _until(lambda: len(heard["one"]) == 2)
        assert heard["two"] == [BusMessage("game.a", b"7", is_own=False), BusMessage("game.a", b"8")]
        assert heard["other"] == []
        for bus in (one, two, other):
            await bus.stop()

    asyncio.run(tell())


@pytest.mark.slow
def test_a_bus_without_nats_works_alone_and_is_heard_once_it_is_there(
    nats: Nats, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("damiera.service.workers.nats_bus._FIRST_WAIT_S", 0.1)
    caplog.set_level(logging.WARNING, "damiera.service")

    async def tell() -> None:
        nats.stop()
        one, two = NatsBus(nats.url, "damiera.x"), NatsBus(nats.url, "damiera.x")
        here, there = list[BusMessage](), list[BusMessage]()
        for bus, heard in ((one, here), (two, there)):
            await bus.start()
            bus.subscribe("game.*", heard.append)
        assert not one.is_heard
        one.publish("game.a", b"1")
        assert [m.data for m in here] == [b"1"]
        nats.start()
        await _until(lambda: one.is_heard and two.is_heard)
        await asyncio.sleep(0.1)
        one.publish("game.a", b"2")
        await _until(lambda: there)
        nats.stop()
        await _until(lambda: not one.is_heard and not two.is_heard)
        one.publish("game.a", b"3")
        nats.start()
        await _until(lambda: one.is_heard and two.is_heard)
        await asyncio.sleep(0.1)
        one.publish("game.a", b"4")
        await _until(lambda: len(there) == 2)
        assert [m.data for m in there] == [b"2", b"4"], "what was told meanwhile is not sent later"
        await one.stop()
        await two.stop()

    asyncio.run(tell())
    assert len(caplog.records) == 6, "each says that it begins alone, that it is alone, and that it is not"


def test_a_worker_is_sent_only_what_somebody_there_listens_to(nats: Nats) -> None:
    async def tell() -> None:
        one, two = NatsBus(nats.url, "damiera.x"), NatsBus(nats.url, "damiera.x")
        here, sent = list[bytes](), list[bytes]()
        two_hears = two._hear

        async def note(message: Msg) -> None:
            sent.append(message.data)
            await two_hears(message)

        two._hear = note  # type: ignore[method-assign]
        for bus in (one, two):
            await bus.start()
        await _until(lambda: one.is_heard and two.is_heard)
        leave = two.subscribe("game.b", lambda message: here.append(message.data))
        again = two.subscribe("game.b", lambda message: None)
        await two.settled()
        one.publish("game.a", b"1")
        one.publish("game.b", b"2")
        await _until(lambda: here)
        leave()
        await two.settled()
        one.publish("game.b", b"3")
        await _until(lambda: len(sent) == 2)
        again()
        await two.settled()
        two.subscribe("game.c", lambda message: here.append(message.data))
        await two.settled()
        one.publish("game.b", b"4")
        one.publish("game.c", b"5")
        await _until(lambda: b"5" in here)
        assert sent == [b"2", b"3", b"5"]
        assert here == [b"2", b"5"]
        for bus in (one, two):
            await bus.stop()

    asyncio.run(tell())
