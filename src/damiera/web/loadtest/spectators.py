"""People who only look on, as many as are wished, at little cost to the machine on which they all are.

A thousand of them are a thousand machines. Read as carefully as a player reads, a move to all of them takes
one process 80 ms, which would count as the server's; so these read of a frame only which move it tells.
"""

from __future__ import annotations

import asyncio
import time
import zlib
from collections.abc import Callable, Sequence
from typing import Final, Protocol

import msgspec
from websockets.asyncio.client import ClientConnection

__all__ = ["PING_MS", "Asking", "Questions", "Spectator", "keep_asking"]

PING_MS: Final = 900
"""Milliseconds between two questions of a page whether the server is there."""
_BEAT_S: Final = 1.5  # after the last beat of the server, a page begins to ask by itself
_CLOCK_S: Final = 30.0  # after its last question, it asks for the server's clock
_TEXT: Final = 1
_GOODBYE: Final = 8
_PING: Final = 9
_DEFLATED: Final = 0x40
_END_OF_DEFLATED: Final = b"\x00\x00\xff\xff"  # RFC 7692, 7.2.2
_BEAT: Final = b'{"t":"beat"}'
_NO_MASK: Final = bytes(4)


class _Ply(msgspec.Struct, frozen=True):
    ply: int = -1


class _Told(msgspec.Struct, frozen=True):
    t: str
    view: _Ply = _Ply()


_TOLD: Final = msgspec.json.Decoder(_Told)


class Questions:
    """When a page asks whether the server is there: not while it says so by itself, but for its clock."""

    def __init__(self) -> None:
        self._beat_at = self._asked_at = -60.0

    def beat(self) -> None:
        """Note that the server says so."""
        self._beat_at = time.perf_counter()

    def next(self, every_ms: int) -> dict[str, object] | None:
        """Return what is to be asked now; None for nothing.

        Args:
            every_ms: within which a page asks again.
        """
        now = time.perf_counter()
        if now - self._beat_at < _BEAT_S and now - self._asked_at < _CLOCK_S:
            return None
        self._asked_at = now
        return {"t": "ping", "at": round(now * 1000, 1), "every": every_ms}


class Asking(Protocol):
    """A screen that asks from time to time whether the server is there."""

    async def ping(self) -> None:
        """Ask, unless the server says so by itself."""


async def keep_asking(screens: Callable[[], Sequence[Asking]], every_ms: float = PING_MS) -> None:
    """Let every screen ask once in the time in which a page does, one after the other, for ever."""
    began = time.perf_counter()
    while True:
        asking = screens()
        for number, screen in enumerate(asking):
            due = began + number / len(asking) * every_ms / 1000
            if (wait := due - time.perf_counter()) > 0:
                await asyncio.sleep(wait)
            await screen.ping()
        began += every_ms / 1000
        await asyncio.sleep(max(0.0, began - time.perf_counter()))


class Spectator(asyncio.Protocol):
    """A socket that looks on, from when it is open.

    Args:
        line: the socket, of which nothing was read yet.
        seen: is told each half-move, once, as it comes.
        counted: is told the bytes of each message, before they are deflated.
    """

    def __init__(
        self, line: ClientConnection, seen: Callable[[int], None], counted: Callable[[int], None]
    ) -> None:
        self._seen = seen
        self._counted = counted
        self._rest = b""
        self._ply = -1
        self._questions = Questions()
        self._transport = line.transport
        self._transport.set_protocol(self)

    def send(self, message: dict[str, object]) -> None:
        """Send a message."""
        self._write(0x80 | _TEXT, msgspec.json.encode(message))

    async def ping(self) -> None:
        """Ask if the server is there, unless it says so by itself; nobody waits for the answer."""
        if (question := self._questions.next(PING_MS)) is not None:
            self.send(question)

    def close(self) -> None:
        """Leave, without a word."""
        self._transport.abort()

    def data_received(self, data: bytes) -> None:
        """Heed all whole frames (RFC 6455, 5.2); those of a server are not masked."""
        data, at = self._rest + data, 0
        while (payload := _payload(data, at)) is not None and payload.stop <= len(data):
            self._heed(data[at], data[payload])
            at = payload.stop
        self._rest = data[at:]

    def _heed(self, head: int, payload: bytes) -> None:
        if head & 15 == _PING:
            self._write(0x8A, payload)
        elif head & 15 == _GOODBYE:
            self._transport.close()
        elif payload == _BEAT:
            self._questions.beat()
        elif head & 15 == _TEXT:
            if head & _DEFLATED:
                payload = zlib.decompressobj(-zlib.MAX_WBITS).decompress(payload + _END_OF_DEFLATED)
            self._read(payload)

    def _read(self, text: bytes) -> None:
        told = _TOLD.decode(text)
        if told.t == "pong":
            return
        self._counted(len(text))
        if told.t in ("state", "delta") and told.view.ply not in (-1, self._ply):
            self._ply = told.view.ply
            self._seen(self._ply)

    def _write(self, head: int, payload: bytes) -> None:
        if not self._transport.is_closing() and len(payload) < 126:
            self._transport.write(bytes((head, 0x80 | len(payload))) + _NO_MASK + payload)


def _payload(data: bytes, at: int) -> slice | None:
    """Return where the payload of a frame is; None if not even its head is there."""
    if len(data) < at + 2:
        return None
    length, begin = data[at + 1] & 0x7F, at + 2
    if length >= 126:
        begin += 2 if length == 126 else 8
        if len(data) < begin:
            return None
        length = int.from_bytes(data[at + 2 : begin], "big")
    return slice(begin, begin + length)
