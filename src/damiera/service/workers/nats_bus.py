"""The bus between workers by NATS (https://nats.io), subjects and core messages alone.

NATS sends a worker what somebody there listens to, and nothing else. While NATS is away every worker
goes on alone; it is connected again by itself, and nothing told meanwhile is sent later: the database has it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.service.bus import BusListener, BusMessage, LocalBus

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg
    from nats.aio.subscription import Subscription

__all__ = ["NatsBus", "NatsMissing", "connect_nats", "nats_client", "settle"]

log = logging.getLogger("damiera.service")

_FIRST_WAIT_S: Final = 2.0
_AGAIN_S: Final = 0.5
_PING_S: Final = 2
"""Seconds between two questions whether NATS is there; after two without an answer it is away."""
_OUTBOX: Final = 10_000
"""Messages that wait to be sent; of more the oldest are lost, as they may be."""


class NatsMissing(DamieraError):
    """The library that speaks to NATS is not installed."""

    def __init__(self) -> None:
        self.message = Message("For --nats a library is missing: it comes with damiera[cluster].")
        super().__init__(self.message.text("en"))


def nats_client() -> Client:
    """Return a client of NATS that is not connected yet. Raises `NatsMissing`."""
    try:
        from nats.aio.client import Client
    except ImportError as error:
        raise NatsMissing from error
    return Client()


async def connect_nats(client: Client, url: str, name: str, again: Callable[[], None] | None = None) -> None:
    """Connect, waiting for as long as NATS is away, and have it connected again whenever it was.

    Args:
        name: how NATS calls us where it tells who is connected.
        again: is called whenever NATS is back.
    """

    async def lost() -> None:
        if not client.is_closed:
            log.warning("NATS is away: every worker goes on alone until it is back")

    async def back() -> None:
        log.warning("NATS is back")
        if again is not None:
            again()

    async def trouble(error: Exception) -> None:
        log.info("NATS: %s", error or type(error).__name__)

    await client.connect(
        [one.strip() for one in url.split(",")],
        name=name,
        no_echo=True,
        max_reconnect_attempts=-1,
        reconnect_time_wait=_AGAIN_S,  # type: ignore[arg-type]  # parts of a second do
        connect_timeout=2,
        ping_interval=_PING_S,
        max_outstanding_pings=2,
        pending_size=0,  # nothing old is sent once it is back
        disconnected_cb=lost,
        reconnected_cb=back,
        error_cb=trouble,
    )


async def settle(client: Client) -> None:
    """Wait until NATS has what was sent and subscribed before.

    The client writes a ping at once, and what waits to be sent a little later: only the second answer is
    about all of it.
    """
    for _ in range(2):
        await client.flush()


class NatsBus:
    """Tells other workers by NATS, and those who listen in this one at once.

    Args:
        url: where NATS is; several with commas between.
        prefix: of all subjects; servers with other data have another.
        name: of this worker.

    Attributes:
        client: the connection, for others who speak by NATS.
    """

    def __init__(self, url: str, prefix: str, name: str = "damiera") -> None:
        self.client = nats_client()
        self._url = url
        self._prefix = prefix
        self._name = name
        self._local = LocalBus()
        self._outbox: deque[tuple[str, bytes]] = deque(maxlen=_OUTBOX)
        self._changes: deque[str] = deque()
        self._subscribed: dict[str, Subscription] = {}
        self._is_settled = asyncio.Event()
        self._waiting = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._again: list[Callable[[], None]] = []

    @property
    def is_shared(self) -> bool:
        """There may be other workers."""
        return True

    @property
    def is_heard(self) -> bool:
        """Whether NATS is connected."""
        return bool(self.client.is_connected)

    def publish(self, subject: str, data: bytes = b"") -> None:
        """Tell all workers; the others only while NATS is there."""
        if self.is_heard:
            self._outbox.append((f"{self._prefix}.{subject}", data))
            self._waiting.set()
        self._local.publish(subject, data)

    def subscribe(self, subject: str, listener: BusListener) -> Callable[[], None]:
        """Have a listener hear a subject, or all of a kind, until what is returned is called."""
        forget = self._local.subscribe(subject, listener)
        self._change(subject)

        def forget_both() -> None:
            forget()
            if not self._local.has(subject):
                self._change(subject)

        return forget_both

    async def settled(self) -> None:
        """Wait until NATS sends us what was last subscribed, or a moment if it is away."""
        with contextlib.suppress(Exception):
            async with asyncio.timeout(_FIRST_WAIT_S):
                await self._is_settled.wait()
                await settle(self.client)

    def _change(self, subject: str) -> None:
        self._changes.append(subject)
        self._is_settled.clear()
        self._waiting.set()

    async def start(self) -> None:
        """Connect; if NATS is away that goes on beside everything else."""
        loop = asyncio.get_running_loop()
        connecting = loop.create_task(self._connect())
        self._tasks = [connecting, loop.create_task(self._send())]
        done, _ = await asyncio.wait((connecting,), timeout=_FIRST_WAIT_S)
        if not done:
            log.warning("NATS does not answer at %s: this worker goes on alone until it does", self._url)

    async def stop(self) -> None:
        """Send what waits, and leave."""
        with contextlib.suppress(Exception):
            async with asyncio.timeout(_FIRST_WAIT_S):
                while self.is_heard and self._outbox:
                    await asyncio.sleep(0.01)
                await settle(self.client)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(Exception):
            await self.client.close()

    async def _connect(self) -> None:
        try:
            await connect_nats(self.client, self._url, self._name, again=self._waiting.set)
            self._waiting.set()
        except Exception:
            log.exception("NATS cannot be used at %s: this worker goes on alone", self._url)

    async def _hear(self, message: Msg) -> None:
        subject = message.subject.removeprefix(f"{self._prefix}.")
        self._local.deliver(BusMessage(subject, message.data, is_own=False))

    async def _send(self) -> None:
        while True:
            await self._waiting.wait()
            self._waiting.clear()
            await self._follow_changes()
            while self._outbox:
                subject, data = self._outbox.popleft()
                try:
                    await self.client.publish(subject, data)
                except Exception as error:  # it went away just now: what was told stands in the database
                    log.info("not told: %s", error or type(error).__name__)

    async def _follow_changes(self) -> None:
        """Tell NATS what is listened to here now; while it is away that waits until it is back."""
        while self._changes and self.is_heard:
            subject = self._changes[0]
            try:
                if self._local.has(subject) and subject not in self._subscribed:
                    told = await self.client.subscribe(f"{self._prefix}.{subject}", cb=self._hear)
                    self._subscribed[subject] = told
                elif not self._local.has(subject) and subject in self._subscribed:
                    await self._subscribed.pop(subject).unsubscribe()
            except (
                Exception
            ) as error:  # it went away just now: the client tells it what it knows of once back
                log.info("not subscribed: %s", error or type(error).__name__)
            self._changes.popleft()
        if not self._changes:
            self._is_settled.set()
