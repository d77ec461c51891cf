"""Limits on open connections: how many at once, and how long one may go without a complete request.

A request that is asked for and not sent costs a place, so it has a time: for its head, and for each part of
its body. Where all places are taken, the line that has waited longest without asking anything gives way to
the new one; one address never has more than half of them. So those who do not ask lock nobody out who does.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
import zlib
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol, cast

import msgspec
from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import CloseCode, Frame, apply_mask  # type: ignore[attr-defined]
from websockets.protocol import State

if sys.platform == "linux":
    from fcntl import ioctl
    from termios import TIOCOUTQ

if TYPE_CHECKING:
    import h11
    from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
    from websockets.http11 import Request

__all__ = [
    "ACCEPTED_AT_ONCE",
    "LARGEST_HEAD",
    "LAST_S",
    "LineTimeout",
    "OpenLines",
    "ReadyText",
    "SocketLine",
    "keep_little",
    "line_of",
    "lines_for",
    "open_files",
    "protocols",
    "unreached",
    "write_all",
]

log = logging.getLogger("damiera.web")

LARGEST_HEAD: Final = 64 * 1024
"""Bytes of a request line with its headers; also of what may follow a body in chunks."""
ACCEPTED_AT_ONCE: Final = 64
"""Lines taken from the system before any is looked at; a few times as many may be open beyond `most`."""
_FILES_KEPT: Final = 6 * ACCEPTED_AT_ONCE  # those lines, the database, the engines
_MOST_BEHIND: Final = 256 * 1024
"""Bytes that may wait to be read at the other end of a socket; one that is further behind is ended."""
_MOST_UNSENT: Final = 128 * 1024
"""Bytes that the system takes of us for one line beyond what is on its way; by itself it takes 4 MB."""
_SHORT: Final = 4096
"""Bytes of a message below which deflating it, for each socket anew, costs more than it saves."""
_GOODBYE_S: Final = 1.0
LAST_S: Final = 2.0
"""Seconds, once the server is to end, for an answer to be made and read; uvicorn waits a little longer."""
_PING: Final = b"\x89\x00"
_PONG: Final = b"\x8a\x80"
"""How the answer to it begins; a mask follows, of four bytes."""
_PONG_LENGTH: Final = 6
_END_OF_DEFLATED: Final = b"\x00\x00\xff\xff"  # RFC 7692, 7.2.2
_MOST_UNREAD: Final = 64
"""Messages of a socket that may wait to be heeded before nothing more is read of it."""
_LINE: Final = "damiera.line"
_PASSED_ON: Final = frozenset((b"forwarded", b"x-forwarded-for", b"x-forwarded-host", b"x-real-ip", b"via"))
"""Heads by which a proxy says that it asks for somebody else."""
_NOTHING: Final = bytes(4)  # is on its way
_LAST_ACKNOWLEDGED: Final = slice(56, 60)
"""Where `struct tcp_info` of Linux has the milliseconds since the last acknowledgement."""
_FEWEST: Final = 64
_MOST: Final = 16_384
_FULL: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 5\r\n"
    b"content-type: text/plain; charset=utf-8\r\n\r\nToo many connections at once: try again in a moment.\n"
)


class LineTimeout(msgspec.Struct, frozen=True):
    """How long a line may take.

    Attributes:
        head_s: seconds for a whole head, from the beginning of the line or the end of the last answer.
        body_s: seconds for a body, and one more for every `body_rate` bytes that came.
    """

    head_s: float = 15.0
    body_s: float = 30.0
    body_rate: int = 4096


class _Rounds:
    """Looks at every socket once in the time between two pings, at a part of them each second.

    A timer for each socket cost a server with 2,000 of them more than the looks themselves.
    """

    def __init__(self) -> None:
        self._parts: list[dict[_Talking, None]] = []
        self._part_of: dict[_Talking, dict[_Talking, None]] = {}
        self._next = 0
        self._timer: asyncio.TimerHandle | None = None

    def join(self, line: _Talking, every_s: float) -> None:
        """Look at a socket from now on, once in so many seconds; they are the same for all."""
        if line in self._part_of:
            return
        if not self._parts:
            self._parts = [{} for _ in range(max(1, int(every_s)))]
        part = self._part_of[line] = min(self._parts, key=len)
        part[line] = None
        if self._timer is None:
            self._wait(line.loop, every_s / len(self._parts))

    def leave(self, line: _Talking) -> None:
        """Look at a socket no more; more than once does no harm."""
        part = self._part_of.pop(line, None)
        if part is not None:
            del part[line]

    def look(self) -> None:
        """Look at those whose turn it is."""
        part = self._parts[self._next]
        self._next = (self._next + 1) % len(self._parts)
        for line in tuple(part):
            line.send_keepalive_ping()

    def _wait(self, loop: asyncio.AbstractEventLoop, pause_s: float) -> None:
        self._timer = loop.call_later(pause_s, self._turn, loop, pause_s)

    def _turn(self, loop: asyncio.AbstractEventLoop, pause_s: float) -> None:
        self._timer = None
        if self._part_of:
            self._wait(loop, pause_s)
            self.look()


class OpenLines:
    """The open lines of one server; all of them belong to its loop.

    Args:
        most: how many there may be; an address may have half of them.

    Attributes:
        rounds: looks now and then whether anybody is at the other end of those that are sockets.
    """

    def __init__(self, most: int, patience: LineTimeout | None = None) -> None:
        self.patience = patience or LineTimeout()
        self._most = most
        self._most_of_one = max(1, most // 2)
        self._address: dict[asyncio.BaseTransport, str] = {}
        self._count: Counter[str] = Counter()
        self._waiting: dict[str, OrderedDict[asyncio.BaseTransport, None]] = {}
        self.rounds = _Rounds()

    def __len__(self) -> int:
        return len(self._address)

    def enter(self, line: asyncio.BaseTransport, address: str) -> bool:
        """Give a line a place; another that waits may lose its own. False if there is none."""
        if self._count[address] >= self._most_of_one and not self._give_way(address):
            return False
        if len(self) >= self._most and not self._give_way(self._idlest()):
            return False
        self._address[line] = address
        self._count[address] += 1
        self.waits(line)
        return True

    def waits(self, line: asyncio.BaseTransport) -> None:
        """Note that a line has asked nothing, or has its answer."""
        if (address := self._address.get(line)) is not None:
            self._waiting.setdefault(address, OrderedDict())[line] = None

    def asks(self, line: asyncio.BaseTransport) -> None:
        """Note that a line has asked something."""
        waiting = self._waiting.get(self._address.get(line, ""))
        if waiting is not None:
            waiting.pop(line, None)

    def leave(self, line: asyncio.BaseTransport) -> None:
        """Free the place of a line; more than once does no harm."""
        self.asks(line)
        address = self._address.pop(line, None)
        if address is None:
            return
        self._count[address] -= 1
        if not self._count[address]:
            del self._count[address]
            self._waiting.pop(address, None)

    def _give_way(self, address: str) -> bool:
        """End the line of an address that has waited longest; False if none of them waits."""
        waiting = self._waiting.get(address)
        if not waiting:
            return False
        line = next(iter(waiting))
        self.leave(line)
        if not line.is_closing():
            cast(asyncio.Transport, line).abort()  # uvloop's are no subclass of it
        return True

    def _idlest(self) -> str:
        """Return the address with the most lines that wait."""
        return max(self._waiting, key=lambda address: len(self._waiting[address]), default="")


class _Asking(H11Protocol):
    """HTTP on one line, with a place and a time. h11 bounds heads by itself."""

    lines: ClassVar[OpenLines]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._began = self.loop.time()
        self._came = 0
        self._look: asyncio.TimerHandle | None = None
        if not self.lines.enter(transport, self.client[0] if self.client else ""):
            transport.write(_FULL)
            transport.close()
            return
        self._look = self.loop.call_later(self.lines.patience.head_s, self._look_at_time)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        before = self.cycle
        self._came += len(data)
        super().data_received(data)
        if self.cycle is not before:
            self._began, self._came = self.loop.time(), 0
            self.lines.asks(self.transport)

    def shutdown(self) -> None:
        """Take no more requests; an answer on its way may still be read, but nobody is waited for long."""
        super().shutdown()
        self.loop.call_later(LAST_S, self.transport.abort)

    def on_response_complete(self) -> None:
        self._began = self.loop.time()
        self.lines.waits(self.transport)
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._stop_looking()
        self.lines.asks(self.transport)
        super().handle_websocket_upgrade(event)
        early, _ = self.conn.trailing_data
        if early:  # came with the head
            cast(asyncio.Protocol, self.transport.get_protocol()).data_received(early)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_looking()
        self.lines.leave(self.transport)
        super().connection_lost(exc)

    def _stop_looking(self) -> None:
        if self._look is not None:
            self._look.cancel()

    def _look_at_time(self) -> None:
        """End the line if its time is over; look again when that may be."""
        if self.transport.is_closing():
            return
        left = self._time_left()
        if left <= 0:
            log.info("a line of %s took too long to ask", self.client)
            self.transport.abort()
        else:
            self._look = self.loop.call_later(left, self._look_at_time)

    def _time_left(self) -> float:
        patience, passed = self.lines.patience, self.loop.time() - self._began
        if self.cycle is None or self.cycle.response_complete:
            return patience.head_s - passed
        if self.cycle.more_body and not self.flow.read_paused:
            return patience.body_s + self._came / patience.body_rate - passed
        return patience.head_s  # it is our turn


_DEFLATE: Final = (
    ServerPerMessageDeflateFactory(
        server_no_context_takeover=True,
        client_no_context_takeover=True,
        server_max_window_bits=12,
        client_max_window_bits=12,
        compress_settings={"memLevel": 5},
    ),
)
"""Nothing is kept from message to message: a socket that waits costs 40 kB less, and few are deflated."""


class ReadyText:
    """A message, text in UTF-8, ready to be written to any number of sockets.

    Args:
        pings: ask the other end too whether it is there, in the same packet; only so where there is no text.

    >>> ReadyText(b"22-18").frame
    b'\\x81\\x0522-18'
    """

    __slots__ = ("frame", "text")

    def __init__(self, text: bytes, *, pings: bool = False) -> None:
        self.text = text
        self.frame: bytes | None = _frame_head(len(text)) + text if len(text) < _SHORT else None
        if pings:
            self.frame = (self.frame if text and self.frame is not None else b"") + _PING


class SocketLine(Protocol):
    """The line of a socket that was accepted, past all that ASGI puts between; it never waits or raises.

    Attributes:
        received: grows with whatever comes from the other end, answers to pings too.
        at_once: writes bytes without a look, while nothing of what was written before waits and goodbye was
            not said; None where `write` has to look.
        file: by which `unreached` asks the system for it; -1 where it cannot tell of the other end.
    """

    received: int
    file: int
    at_once: Callable[[bytes], None] | None

    def write(self, message: ReadyText) -> None:
        """Write a message; a socket that does not keep up is ended."""
        ...

    def offer(self, take: Callable[[str], bool]) -> None:
        """Have each message that comes offered to a function first; what it takes, nobody else receives.

        It is called in the loop, must not wait, and tells whether it takes it.
        """
        ...

    def give_up(self) -> None:
        """End the socket: who is behind it may come again."""
        ...

    def ask(self, heard: Callable[[], None]) -> None:
        """Ask the other end whether it is there; `heard` is called when it says so.

        A browser answers by itself, for a page in the background too (RFC 6455, 5.5.2).
        """
        ...


def write_all(lines: Iterable[SocketLine], message: ReadyText) -> None:
    """Write a message to many lines, as `SocketLine.write` does to one.

    A thousand spectators are told each move: for a line that keeps up this is one call.
    """
    frame = message.frame
    if frame is None:
        for line in lines:
            line.write(message)
        return
    for line in lines:
        write = line.at_once
        if write is None:
            line.write(message)
        else:
            try:  # noqa: SIM105 - costs nothing where nothing is raised
                write(frame)
            except RuntimeError:  # it is being closed, and uvloop says so
                pass


def unreached(lines: Iterable[SocketLine], within_s: float) -> list[int]:
    """Return which of many lines have something on its way, and nothing was acknowledged for so long.

    The system at the other end acknowledges what comes (RFC 9293, 3.8) whether or not a page looks at it.

    Args:
        lines: of which the system can tell, or which have ended since.
    """
    found: list[int] = []
    if sys.platform == "linux":
        for number, line in enumerate(lines):
            try:
                if ioctl(line.file, TIOCOUTQ, _NOTHING) == _NOTHING or _acknowledged(line.file, within_s):
                    continue
            except (OSError, ValueError):  # it has ended, which is told where it is known
                continue
            found.append(number)
    return found


def _acknowledged(file: int, within_s: float) -> bool:
    """Whether anything was acknowledged by the other end of a line within some seconds (tcp(7), TCP_INFO)."""
    with socket.socket(fileno=os.dup(file)) as line:
        told = line.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _LAST_ACKNOWLEDGED.stop)
    return int.from_bytes(told[_LAST_ACKNOWLEDGED], sys.byteorder) < 1000 * within_s


def _seen_file(transport: asyncio.Transport, headers: Iterable[tuple[bytes, bytes]]) -> int:
    """Return the file of a line whose other end is who asked, not a proxy that says so; -1 if it is not."""
    if sys.platform != "linux" or any(name.lower() in _PASSED_ON for name, _ in headers):
        return -1
    line = transport.get_extra_info("socket")
    return int(line.fileno()) if line is not None else -1


def line_of(scope: Scope) -> SocketLine:
    """Return the line of the socket of a scope."""
    line: SocketLine = scope["extensions"][_LINE]
    return line


class _Unread:
    """What came by a socket and is not heeded yet, for one who reads.

    An `asyncio.Queue` has four deques, which are 3 kB a socket while nothing comes.
    """

    __slots__ = ("_events", "_reader")

    def __init__(self) -> None:
        self._events: list[ASGIReceiveEvent] = []
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, event: ASGIReceiveEvent) -> None:
        """Have it read after those before."""
        self._events.append(event)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> ASGIReceiveEvent:
        """Return the first, once there is one."""
        while not self._events:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._events.pop(0)

    def qsize(self) -> int:
        """Return how many there are."""
        return len(self._events)

    def empty(self) -> bool:
        """Tell whether there is none."""
        return not self._events


class _Always:
    """For who may write at any time: an `asyncio.Event` has a deque, which is 0.7 kB a socket."""

    __slots__ = ()

    def set(self) -> None:
        """Nothing changes."""

    async def wait(self) -> bool:
        """Wait for nothing."""
        return True


_ALWAYS: Final = _Always()


class _Talking(WebSocketsSansIOProtocol):
    """A socket keeps the place of the line that asked for it; it pings to see whether anybody is there.

    What it says is written at once. A short message is not deflated, which RFC 7692, 7.2.1 leaves to the
    sender: so the same bytes serve all who are told the same.
    """

    __slots__ = (
        "_close_sent",
        "_early",
        "_heard",
        "_is_in_parts",
        "_received_before",
        "_take",
        "at_once",
        "close_timeout",
        "close_timer",
        "curr_msg_data_type",
        "file",
        "frames",
        "initial_response",
        "last_ping_rtt",
        "ping_sent_at",
        "ping_timer",
        "pong_timer",
        "received",
    )
    """What is looked at for all sockets in turn: each of these is found at one place, with no look-up.

    Those beyond, because with more than thirty in it the attributes of each socket have a table of their own.
    """

    lines: ClassVar[OpenLines]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.at_once: Callable[[bytes], None] | None = None
        super().__init__(*args, **kwargs)
        self.conn.available_extensions = _DEFLATE
        self.queue = cast("asyncio.Queue[ASGIReceiveEvent]", _Unread())
        self.writable = cast("asyncio.Event", _ALWAYS)
        self._heard: Callable[[], None] | None = None
        self._take: Callable[[str], bool] | None = None
        self._is_in_parts = False
        self._early = b""
        self.received = 0
        self.file = -1
        self._received_before = 0

    @property
    def close_sent(self) -> bool:
        """Whether goodbye was said; from then on nothing is written without a look."""
        return self._close_sent

    @close_sent.setter
    def close_sent(self, is_sent: bool) -> None:
        self._close_sent = is_sent
        if is_sent:
            self.at_once = None

    async def send(self, message: ASGISendEvent) -> None:
        """Send what the application says; once the socket is accepted, heed what came before that.

        Where we have said goodbye ourselves the application hears that the line is gone, as when it was cut;
        that it says goodbye too is no mistake.
        """
        if self.close_sent and self.handshake_complete:
            if message["type"] == "websocket.close":
                return
            raise ClientDisconnected
        is_agreed = self.handshake_complete
        await super().send(message)
        if self.handshake_complete and not is_agreed:
            self.response.headers.clear()  # it was sent
            self.at_once = None if self.close_sent else self.transport.write
            self.file = _seen_file(self.transport, self.scope["headers"])
        if self._early and self.handshake_complete:
            early, self._early = self._early, b""
            if not self.close_sent and not self.transport.is_closing():
                self.data_received(early)

    def data_received(self, data: bytes) -> None:
        """Take messages as browsers send them without a detour; the rest goes the way of all sockets.

        Nothing may come before the socket is accepted (RFC 6455, 4.1); what does is heeded, or refused, then.
        """
        self.received += 1
        conn = self.conn
        if len(data) == _PONG_LENGTH and data.startswith(_PONG) and self._is_between_frames:
            if self._heard is not None:
                self._heard()
            return
        if self.handshake_initiated and not self.handshake_complete:
            self._early += data
            if len(self._early) > LARGEST_HEAD:
                self.transport.abort()
            return
        is_between = self._is_between_frames and not self._is_in_parts
        texts = _messages(data, conn.extensions) if is_between and conn.state is State.OPEN else None
        if texts is None or self.close_sent:
            super().data_received(data)
            return
        for text in texts:
            if self._take is None or not self._take(text):
                self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() > _MOST_UNREAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    @property
    def _is_between_frames(self) -> bool:
        """Whether what comes next begins with a frame."""
        return self.handshake_complete and not self.conn.reader.buffer

    def pause_writing(self) -> None:
        """Have each message looked at before it is written: the other end does not keep up."""
        self.at_once = None
        self.writable = asyncio.Event()

    def resume_writing(self) -> None:
        if self.handshake_complete and not self.close_sent:
            self.at_once = self.transport.write
        super().resume_writing()
        self.writable = cast("asyncio.Event", _ALWAYS)

    def offer(self, take: Callable[[str], bool]) -> None:
        """Have each message offered to a function first."""
        self._take = take

    def handle_text(self, event: Frame) -> None:
        self._is_in_parts = not event.fin
        super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        self._is_in_parts = not event.fin
        super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        self._is_in_parts = not event.fin
        super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; one of text that is none ends the socket, and is not logged."""
        try:
            if self.curr_msg_data_type == "text":
                b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self.frames = []
            if self.conn.state is State.OPEN:  # the other end may have said goodbye in the same breath
                self.conn.send_close(CloseCode.INVALID_DATA)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        event.headers.clear()  # the scope has them; websockets would keep its own while the socket is open
        if not self.close_sent:
            cast("dict[str, object]", self.scope["extensions"])[_LINE] = self

    def write(self, message: ReadyText) -> None:
        """Write a message; a socket that does not keep up is ended, one that has ended hears nothing.

        Where either end has said goodbye, `close_sent` is set or the transport is closing, so nothing more
        is asked.
        """
        transport = self.transport
        if self.close_sent or transport.is_closing():
            return
        if transport.get_write_buffer_size() > _MOST_BEHIND:
            self.give_up()
        elif (frame := message.frame) is not None:
            transport.write(frame)
        elif self.conn.state is State.OPEN:
            self.conn.send_text(message.text)
            transport.write(b"".join(self.conn.data_to_send()))

    def give_up(self) -> None:
        """Say goodbye, and wait for no answer."""
        if self.close_sent or self.conn.state is not State.OPEN or self.transport.is_closing():
            return
        self.conn.send_close(CloseCode.TRY_AGAIN_LATER)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.loop.call_later(_GOODBYE_S, self.transport.abort)

    def ask(self, heard: Callable[[], None]) -> None:
        """Ask the other end whether it is there; a socket that has ended says nothing."""
        if self.close_sent or self.conn.state is not State.OPEN or self.transport.is_closing():
            return
        self._heard = heard
        self.transport.write(_PING)

    def handle_pong(self, event: Frame) -> None:
        if self._heard is not None:
            self._heard()
        super().handle_pong(event)

    def send_keepalive_ping(self) -> None:
        """Ping a socket if nothing came from it since the last look, and end one that answers no ping.

        From pages something comes. What is silent is asked by as few bytes as can be, and its answer is
        read without a detour: these are all that a board costs at which nobody moves.
        """
        if self.close_sent or self.transport.is_closing():
            return
        came, self._received_before = self.received > self._received_before, self.received
        if came:
            self.pending_ping_payload = None
        elif self.pending_ping_payload is not None:
            self.keepalive_timeout()
            return
        else:
            self.pending_ping_payload = b""
            self.transport.write(_PING)

    def schedule_ping(self) -> None:
        """Have the socket looked at in its turn."""
        assert self.ping_interval is not None
        self.lines.rounds.join(self, self.ping_interval)

    def stop_keepalive(self) -> None:
        self.lines.rounds.leave(self)
        super().stop_keepalive()

    def connection_lost(self, exc: Exception | None) -> None:
        self._heard = self._take = self.at_once = None
        self.file = -1  # the next line may have it
        self.lines.leave(self.transport)
        super().connection_lost(exc)


def _frame_head(length: int) -> bytes:
    """Return the head of a text frame that is a whole message (RFC 6455, 5.2), of less than 64 KiB."""
    return bytes((0x81, length)) if length < 126 else b"\x81\x7e" + length.to_bytes(2, "big")


def _messages(data: bytes, extensions: Sequence[object]) -> list[str] | None:
    """Return the messages in what a socket sent, if it is just whole messages of text, one frame each.

    None for anything else: a part of a frame, a long one, one that is no text, a mistake. That is read by
    the rules in full (RFC 6455, 5.2; RFC 7692, 7.2.2), and refused by them.
    """
    found: list[str] = []
    at = 0
    while at < len(data):
        if len(data) < at + 6 or data[at] not in (0x81, 0xC1) or not 0x80 <= data[at + 1] < 0xFE:
            return None
        begin, length = at + 6, data[at + 1] & 0x7F
        if length == 126:
            begin, length = at + 8, int.from_bytes(data[at + 2 : at + 4], "big")
        at_next = begin + length
        if length > _SHORT or at_next > len(data):
            return None
        text = _plain(apply_mask(data[begin:at_next], data[begin - 4 : begin]), data[at] == 0xC1, extensions)
        if text is None:
            return None
        found.append(text)
        at = at_next
    return found


def _plain(given: bytes, is_deflated: bool, extensions: Sequence[object]) -> str | None:
    """Return the text of a message; None if it is none, or is deflated as was not agreed."""
    if is_deflated:
        agreed = extensions[0] if len(extensions) == 1 else None
        if not isinstance(agreed, PerMessageDeflate) or not agreed.remote_no_context_takeover:
            return None
        inflating = zlib.decompressobj(wbits=-agreed.remote_max_window_bits)
        try:
            given = inflating.decompress(given + _END_OF_DEFLATED, _SHORT)
        except zlib.error:
            return None
        if inflating.unconsumed_tail or inflating.unused_data:
            return None
    try:
        return given.decode()
    except UnicodeDecodeError:
        return None


def keep_little(listening: socket.socket) -> None:
    """Have the system take little of us for a line whose other end does not read; where it can do that.

    Or one that asks for page after page and reads none would have eighty made, and memory held for them.
    What is on its way is not limited, so lines are as fast as before. Lines have it of who listens.
    """
    if hasattr(socket, "TCP_NOTSENT_LOWAT"):
        with suppress(OSError):
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, _MOST_UNSENT)


def protocols(lines: OpenLines) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """Return how HTTP and sockets are spoken where these lines are counted."""
    return type("Asking", (_Asking,), {"lines": lines}), type(
        "Talking", (_Talking,), {"lines": lines, "__slots__": ()}
    )


def lines_for(files: int | None) -> int:
    """Return how many lines a process may have that may open so many files; None for no limit.

    >>> lines_for(1024), lines_for(None), lines_for(100)
    (640, 16384, 64)
    """
    return _MOST if files is None else max(_FEWEST, min(_MOST, files - _FILES_KEPT))


def open_files() -> int | None:
    """Let this process open as many files as the system allows it, and return how many; None for no limit."""
    if sys.platform == "win32":
        return None
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST + _FILES_KEPT
    if soft != resource.RLIM_INFINITY and soft < wanted:
        better = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (better, hard))
            soft = better
        except (ValueError, OSError) as error:
            log.warning("no more than %s files may be open: %s", soft, error)
    return None if soft == resource.RLIM_INFINITY else soft
