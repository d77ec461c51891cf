"""Nothing that a socket is told fails in silence."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from damiera.service.bus import LocalBus
from damiera.web.common.database import NotStored
from damiera.web.common.tasks import begun, until_first
from damiera.web.people.notice_feed import NoticeFeed
from damiera.web.tournament.live import EventStamp, EventWatchers
from damiera.web.tournament.ready import EventReadiness


class Socket:
    """A socket whose other end says nothing; what is sent fails as `gone` does."""

    def __init__(self, gone: Exception | None = None) -> None:
        self.gone = gone
        self.sent: list[str] = []

    async def receive(self) -> Mapping[str, Any]:
        await asyncio.Event().wait()
        return {}

    async def send_text(self, text: str) -> None:
        if self.gone is not None:
            raise self.gone
        self.sent.append(text)


class Database:
    """Threads whose database is away."""

    async def read(self, use: Callable[..., Any], *given: Any, **more: Any) -> Any:
        raise NotStored


def _watchers() -> EventWatchers:
    def stamps(ids: Sequence[str]) -> Mapping[str, tuple[int, ...]]:
        return {}

    return EventWatchers(stamps, Database())  # type: ignore[arg-type]


def _failures(caplog: pytest.LogCaptureFixture) -> list[type[BaseException] | None]:
    """Return of which kinds the errors are that the log tells with a traceback; None for one without."""
    found = [one for one in caplog.records if one.levelno >= logging.ERROR]
    return [one.exc_info[0] if one.exc_info else None for one in found]


@pytest.mark.parametrize("error", [ValueError("no frame"), RuntimeError("no frame either")])
def test_a_frame_that_cannot_be_made_is_logged_once(
    caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    async def words(stamp: EventStamp) -> str | None:
        raise error

    asyncio.run(_watchers().talk(Socket(), "event", EventStamp(1), words))  # type: ignore[arg-type]
    assert _failures(caplog) == [type(error)]


def test_a_bell_that_cannot_be_told_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    async def found(looked_at: bool) -> bytes:
        raise RuntimeError("nothing to find")

    feed = NoticeFeed(LocalBus(), every_s=0.001)
    asyncio.run(feed.talk(Socket(), "anna", found))  # type: ignore[arg-type]
    assert _failures(caplog) == [RuntimeError]


def test_that_somebody_goes_is_no_failure(caplog: pytest.LogCaptureFixture) -> None:
    async def found(looked_at: bool) -> bytes:
        return b"{}"

    gone = Socket(RuntimeError("the socket is closed"))
    asyncio.run(_watchers().talk(gone, "event", EventStamp(1)))  # type: ignore[arg-type]
    asyncio.run(NoticeFeed(LocalBus(), every_s=0.001).talk(gone, "anna", found))  # type: ignore[arg-type]
    assert _failures(caplog) == []


def test_that_the_database_is_away_is_told_elsewhere(caplog: pytest.LogCaptureFixture) -> None:
    async def away() -> None:
        raise NotStored

    caplog.set_level(logging.INFO, "damiera.web")
    asyncio.run(until_first("what", away()))
    assert [one.levelname for one in caplog.records] == ["INFO"]


def test_reading_ahead_does_not_keep_a_server_from_ending(caplog: pytest.LogCaptureFixture) -> None:
    """What failed while events were read ahead is not raised when the server ends."""

    class Tournaments:
        listed = None

    async def run() -> None:
        ready = EventReadiness(Tournaments(), Database())  # type: ignore[arg-type]
        await ready.start()
        await asyncio.sleep(0.01)
        await ready.stop()

    asyncio.run(run())
    assert _failures(caplog) == []


def test_what_is_left_off_is_no_failure(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        task = begun(asyncio.sleep(60), "it ended")
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])

    asyncio.run(run())
    assert caplog.records == []
