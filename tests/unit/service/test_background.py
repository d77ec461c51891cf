"""Work beside play: it goes on by itself, rests, is woken, and heeds the end."""

from __future__ import annotations

import asyncio
import threading

import pytest

from damiera.messages import Verbatim
from damiera.service.workers.background import Background
from damiera.store.errors import StoreError


class Digging(Background):
    """Does what it was given, one after the other; each says how long to rest."""

    def __init__(self, *rests: float | Exception | None) -> None:
        super().__init__("digging")
        self.rests = list(rests)
        self.done = 0
        self.reached = threading.Event()

    def piece(self) -> float | None:
        self.done += 1
        rest = self.rests.pop(0)
        if not self.rests:
            self.reached.set()
        if isinstance(rest, Exception):
            raise rest
        return rest


async def _reached(work: Digging) -> None:
    assert await asyncio.to_thread(work.reached.wait, 5)
    await asyncio.sleep(0.03)


def test_it_goes_on_until_there_is_nothing_to_do_and_again_when_woken() -> None:
    async def run() -> None:
        work = Digging(0.0, 0.01, None)
        await work.start()
        await _reached(work)
        assert work.done == 3
        work.reached.clear()
        work.rests = [None]
        work.wake()
        await _reached(work)
        assert work.done == 4
        await work.stop()

    asyncio.run(run())


def test_trouble_is_written_down_and_does_not_end_it(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("damiera.service.workers.background._AFTER_TROUBLE_S", 0.01)

    async def run() -> None:
        work = Digging(OSError("no shovel"), None)
        await work.start()
        await _reached(work)
        assert work.done == 2
        await work.stop()

    asyncio.run(run())
    assert "digging rests for a while" in caplog.text
    assert "no shovel" in caplog.text


def test_a_database_that_is_away_is_one_line_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        work = Digging(StoreError("here", Verbatim("nobody answers")))
        work.expect(StoreError)
        await work.start()
        await _reached(work)
        await work.stop()

    asyncio.run(run())
    [record] = caplog.records
    assert record.getMessage() == "digging rests for a while: nobody answers"
    assert record.exc_info is None


def test_the_end_waits_for_the_piece_under_way() -> None:
    class Slow(Background):
        def __init__(self) -> None:
            super().__init__("slow")
            self.begun = threading.Event()
            self.ended = False

        def piece(self) -> None:
            self.begun.set()
            self._halted.wait(5)
            self.ended = True

    async def run() -> None:
        never, slow = Digging(None), Slow()
        await never.stop()  # it was never begun
        await slow.start()
        await asyncio.to_thread(slow.begun.wait, 5)
        await slow.stop()
        assert slow.ended

    asyncio.run(run())
