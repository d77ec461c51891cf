"""Several workers of our own with one database, and a proxy that gives each line to the next of them."""

from __future__ import annotations

import asyncio
import contextlib
import random
import threading
from collections.abc import Callable
from pathlib import Path

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.web.loadtest.own_server import OwnServer

__all__ = ["LineProxy", "NothingToShare", "OwnWorkers", "own_workers"]


class NothingToShare(DamieraError):
    """Workers were asked for, and not what they share."""

    def __init__(self) -> None:
        self.message = Message("Several workers need --database postgresql://… and --nats nats://….")
        super().__init__(self.message.text("en"))


class LineProxy:
    """Passes lines on to workers in turn; one that does not answer is left out. It runs in a thread.

    A worker sees each line come from where it does, if that is an address of this machine.
    """

    def __init__(self, ports: list[int]) -> None:
        self._ports = ports
        self._turn = 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="damiera-proxy", daemon=True)
        self._accepting: asyncio.base_events.Server | None = None
        self._lines: set[_LineEnd] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        """Where it is."""
        assert self._accepting is not None
        return f"http://127.0.0.1:{self._accepting.sockets[0].getsockname()[1]}"

    def start(self) -> None:
        """Take lines, on a free port."""
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._start(), self._loop).result()

    def stop(self) -> None:
        """Cut all lines."""
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _start(self) -> None:
        self._accepting = await self._loop.create_server(self._line, "127.0.0.1", 0, backlog=512)

    async def _stop(self) -> None:
        assert self._accepting is not None
        self._accepting.close()
        for line in list(self._lines):
            line.cut()
        await asyncio.sleep(0)

    def _line(self) -> _LineEnd:
        return _LineEnd(self._lines, self._connect)

    def _connect(self, line: _LineEnd, address: str) -> None:
        task = self._loop.create_task(self._connected(line, address))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _connected(self, line: _LineEnd, address: str) -> None:
        """Connect a line to the worker whose turn it is, or to the next that answers."""
        for _ in self._ports:
            port = self._ports[self._turn % len(self._ports)]
            self._turn += 1
            with contextlib.suppress(OSError):
                await self._loop.create_connection(
                    lambda: _LineEnd(self._lines, other=line), "127.0.0.1", port, local_addr=(address, 0)
                )
                return
        line.cut()


class _LineEnd(asyncio.Protocol):
    """One end of a line: what comes in here goes out at the other.

    Args:
        lines: all ends that are open.
        connect: makes the other end, for one that came in from somewhere.
        other: the other end, if there is one.
    """

    def __init__(
        self,
        lines: set[_LineEnd],
        connect: Callable[[_LineEnd, str], None] | None = None,
        other: _LineEnd | None = None,
    ) -> None:
        self._lines = lines
        self._connect = connect
        self._other = other
        self._early: list[bytes] = []
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._lines.add(self)
        if self._other is not None:
            self._other.meet(self)
        elif self._connect is not None:
            self._connect(self, transport.get_extra_info("peername")[0])

    def meet(self, other: _LineEnd) -> None:
        """Pass on to the other end what came before it was there."""
        self._other = other
        if self not in self._lines:
            other.cut()
        for data in self._early:
            other.write(data)
        self._early.clear()

    def write(self, data: bytes) -> None:
        """Send something out here."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(data)

    def cut(self) -> None:
        """End the line here."""
        if self._transport is not None:
            self._transport.close()

    def data_received(self, data: bytes) -> None:
        if self._other is None:
            self._early.append(data)
        else:
            self._other.write(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._lines.discard(self)
        if self._other is not None:
            self._other.cut()


class OwnWorkers:
    """Workers that share a database, reached by one address; one of them at a time is killed.

    Args:
        folder: for what each keeps of its own.
        database: they share. `nats`: by which they tell one another.
        count: how many. `core`: see `own_workers`. `seed`: of which is killed.
    """

    def __init__(
        self,
        folder: Path,
        database: str,
        nats: str,
        count: int = 2,
        *,
        core: int | None = None,
        seed: int = 1,
    ) -> None:
        self.workers = [
            OwnServer(folder / f"worker{n}", database, None if core is None else core + n, nats=nats)
            for n in range(count)
        ]
        self._proxy = LineProxy([one.port for one in self.workers])
        self._random = random.Random(seed)
        self._killed: OwnServer | None = None

    @property
    def url(self) -> str:
        """Where all of them are."""
        return self._proxy.url

    @property
    def is_alive(self) -> bool:
        """Whether all run."""
        return all(one.is_alive for one in self.workers)

    def start(self) -> None:
        """Start those that do not run. Raises `ServerNotStarted`."""
        if self._killed is not None:
            self._killed.start()
            self._killed = None
            return
        for one in self.workers:
            one.start()
        self._proxy.start()

    def kill(self) -> None:
        """End one of them as a power cut would."""
        self._killed = self._random.choice(self.workers)
        self._killed.kill()

    def stop(self) -> None:
        """End all as an operator does."""
        self._proxy.stop()
        for one in self.workers:
            one.stop()


def own_workers(
    folder: Path, database: str | None, nats: str | None, count: int, core: int | None = None
) -> OwnWorkers | None:
    """Return workers that are not started yet; None if one is asked for, which needs no others.

    Args:
        core: the core that the first is kept on, the others on those after it.
    Raises:
        NothingToShare: if it is not said which database and which NATS they share.
    """
    if count == 1:
        return None
    if database is None or nats is None:
        raise NothingToShare
    return OwnWorkers(folder, database, nats, count, core=core)
