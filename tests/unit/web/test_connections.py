"""Lines that ask nothing: how long they are waited for, and that they keep nobody out."""

from __future__ import annotations

import asyncio
import gc
import re
import socket
import subprocess
import sys
import threading
import time
import tracemalloc
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.server import ServerState

from damiera.web.app.serve import server_config
from damiera.web.common.connections import (
    LARGEST_HEAD,
    LineTimeout,
    OpenLines,
    ReadyText,
    _Unread,
    protocols,
    unreached,
    write_all,
)
from damiera.web.common.failures import NoTraceback

SOON_S = 20.0  # an upper bound
HEAD = b"POST / HTTP/1.1\r\nHost: localhost\r\n"


async def _length(request: Request) -> Response:
    return PlainTextResponse(str(len(await request.body())))


@pytest.fixture
def serving() -> Iterator[Callable[[OpenLines], tuple[str, int]]]:
    """Let a test serve the length of what is sent; everything ends with it."""
    with ExitStack() as stack:

        def serve(lines: OpenLines) -> tuple[str, int]:
            app = Starlette(middleware=[Middleware(NoTraceback)])
            app.add_route("/", _length, methods=["POST"])
            listening = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
            server = uvicorn.Server(server_config(app, lines))
            thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
            thread.start()
            stack.callback(thread.join)
            stack.callback(setattr, server, "should_exit", True)
            while not server.started:
                time.sleep(0.005)
            return "127.0.0.1", listening.getsockname()[1]

        yield serve


async def _waits(request: Request) -> Response:
    await asyncio.Event().wait()
    raise AssertionError("nobody sets it")


async def _much(request: Request) -> Response:
    return PlainTextResponse("x" * 2_000_000)


@pytest.mark.slow
@pytest.mark.parametrize("path", [b"/much", b"/waits"])
def test_a_server_ends_without_a_word_though_requests_wait_or_their_answers_are_not_read(
    path: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    app = Starlette(middleware=[Middleware(NoTraceback)])
    app.add_route("/much", _much)
    app.add_route("/waits", _waits)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = uvicorn.Server(server_config(app, OpenLines(10)))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        with _asked(listening.getsockname(), b"GET %b HTTP/1.1\r\nHost: localhost\r\n\r\n" % path * 20):
            while not server.server_state.tasks:
                time.sleep(0.005)
            server.should_exit = True
            thread.join(SOON_S)
    assert not thread.is_alive()
    assert not [one.getMessage() for one in caplog.records if one.exc_info or "returned" in one.getMessage()]


UPGRADE = (
    b"GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    + b"".join(b"X-Browser-%d: %b\r\n" % (n, b"x" * 60) for n in range(8))
    + b"\r\n"
)


async def _listens(socket: WebSocket) -> None:
    await socket.accept()
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


@pytest.mark.slow
def test_a_socket_that_waits_holds_little() -> None:
    """Two thousand do: each kept its request twice more, four empty queues, a table of its attributes."""
    app = Starlette(routes=[WebSocketRoute("/socket", _listens)])
    with ExitStack() as stack:
        listening = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        server = uvicorn.Server(server_config(app, OpenLines(1000)))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        stack.callback(thread.join)
        stack.callback(setattr, server, "should_exit", True)

        def open_ones(count: int) -> None:
            for _ in range(count):
                line = stack.enter_context(_asked(listening.getsockname(), UPGRADE))
                assert b" 101 " in line.recv(4096)

        open_ones(5)  # what the first of them need is held once
        gc.collect()
        tracemalloc.start()
        stack.callback(tracemalloc.stop)
        open_ones(50)
        gc.collect()
        held, _ = tracemalloc.get_traced_memory()
    assert held / 50 < 17_000


def test_what_came_by_a_socket_is_heeded_in_its_order_also_after_a_wait_that_was_given_up() -> None:
    async def play() -> list[object]:
        unread = _Unread()
        waiting = asyncio.ensure_future(unread.get())
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        assert unread.empty()
        for text in "ab":
            unread.put_nowait({"type": "websocket.receive", "text": text})
        assert unread.qsize() == 2
        found = [await unread.get(), await unread.get()]
        last = asyncio.ensure_future(unread.get())
        await asyncio.sleep(0)
        unread.put_nowait({"type": "websocket.disconnect", "code": 1000})
        return [*(one.get("text") for one in found), (await last)["type"]]

    assert asyncio.run(asyncio.wait_for(play(), SOON_S)) == ["a", "b", "websocket.disconnect"]


def _asked(address: tuple[str, int], data: bytes, **more: Any) -> socket.socket:
    line = socket.create_connection(address, timeout=SOON_S, **more)
    line.sendall(data)
    return line


def _rest(line: socket.socket) -> bytes:
    """Return what comes until the line ends, as it is to do soon."""
    with line:
        try:
            return b"".join(iter(lambda: line.recv(65536), b""))
        except ConnectionResetError:
            return b""


def _answer(address: tuple[str, int], body: bytes = b"", **more: Any) -> str:
    head = HEAD + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(body)
    return _rest(_asked(address, head + body, **more)).decode()


IMPATIENT = LineTimeout(head_s=0.3, body_s=0.3, body_rate=1000)


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"GET / HT",
        HEAD + b"X: y",
        HEAD + b"Content-Length: 10\r\n\r\nabc",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\nab",
        HEAD + b"Content-Length: 2\r\n\r\nab" + HEAD,  # the second request on a line
    ],
)
def test_half_a_request_is_not_waited_for_long(serving: Any, half: bytes) -> None:
    lines = OpenLines(10, IMPATIENT)
    address = serving(lines)
    begun = time.monotonic()
    _rest(_asked(address, half))
    assert 0.2 < time.monotonic() - begun < SOON_S
    assert len(lines) == 0


def test_a_slow_body_that_keeps_coming_is_heard_to_its_end(serving: Any) -> None:
    address = serving(OpenLines(10, IMPATIENT))
    with _asked(address, HEAD + b"Connection: close\r\nContent-Length: 3000\r\n\r\n") as line:
        for _ in range(6):
            line.sendall(bytes(500))
            time.sleep(0.1)
        assert _rest(line).decode().endswith("3000")


def test_a_head_without_end_is_refused_before_its_time(serving: Any) -> None:
    lines = OpenLines(10, LineTimeout(head_s=1000))
    address = serving(lines)
    with _asked(address, HEAD) as line:
        with suppress(ConnectionError):  # it is ended while we send
            line.sendall(bytes(64 * LARGEST_HEAD))
        assert b"200 OK" not in _rest(line)
    assert len(lines) == 0


def test_who_waits_longest_gives_way_and_who_asks_is_answered(serving: Any) -> None:
    lines = OpenLines(8)
    address = serving(lines)
    with ExitStack() as stack:
        slow = [stack.enter_context(_asked(address, b"GET /")) for _ in range(12)]
        assert "200 OK" in _answer(address, b"four")
        assert "200 OK" in _answer(address, b"four", source_address=("127.0.0.7", 0))
        assert _rest(slow[0]) == b""
        assert len(lines) <= 4


def test_a_line_that_waits_for_its_answer_does_not_give_way(serving: Any) -> None:
    address = serving(OpenLines(4))
    asking = HEAD + b"Content-Length: 4\r\n\r\n"
    with _asked(address, asking) as first, _asked(address, asking) as second:
        time.sleep(0.2)
        assert "200 OK" not in _answer(address)
        assert "200 OK" in _answer(address, source_address=("127.0.0.7", 0))
        for line in (first, second):
            line.sendall(b"four")
            assert b"200 OK" in line.recv(65536)


@pytest.mark.slow
def test_slow_lines_of_one_address_lock_nobody_out(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if files != resource.RLIM_INFINITY and files < 1500:
        pytest.skip("this process may not open so many lines")
    command = [
        sys.executable,
        "-m",
        "damiera",
        "serve",
        "--no-browser",
        "--port",
        "0",
        "--data",
        str(tmp_path),
    ]
    with (
        subprocess.Popen(
            ["bash", "-c", 'ulimit -n 1024; exec "$@"', "-", *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as process,
        ExitStack() as stack,
    ):
        assert process.stdout is not None
        found = re.search(r"127\.0\.0\.1:(\d+)", "".join(process.stdout.readline() for _ in range(5)))
        assert found is not None
        for _ in range(1200):
            line = stack.enter_context(
                socket.create_connection(
                    ("127.0.0.1", int(found[1])), SOON_S, source_address=("127.0.0.9", 0)
                )
            )
            line.sendall(b"GET / HTTP/1.1\r\nX: ")
        for _ in range(3):
            with urllib.request.urlopen(f"http://{found[0]}/healthz", timeout=SOON_S) as answer:
                assert answer.status == 200
        process.terminate()
        said = process.communicate(timeout=SOON_S)[0]
    assert "Traceback" not in said
    assert len(said) < 10_000


class OtherLoopLine(asyncio.BaseTransport):
    """A line as uvloop makes them: it can be ended, and is no `asyncio.Transport`."""

    ended = False

    def is_closing(self) -> bool:
        return self.ended

    def abort(self) -> None:
        self.ended = True


def test_a_line_that_waits_gives_way_whatever_loop_made_it() -> None:
    lines, waiting, new = OpenLines(2), OtherLoopLine(), OtherLoopLine()
    assert lines.enter(waiting, "10.0.0.1")
    assert lines.enter(new, "10.0.0.1")
    assert (waiting.ended, new.ended, len(lines)) == (True, False, 1)


def test_a_socket_that_leaves_before_it_is_answered_leaves_no_traceback() -> None:
    async def accept(scope: Any, receive: Any, send: Any) -> None:
        raise WebSocketDisconnect(1006)  # what Starlette makes of a line that has ended

    async def nothing() -> Any:
        raise AssertionError

    async def say(_message: Any) -> None:
        raise AssertionError

    asyncio.run(NoTraceback(accept)({"type": "websocket"}, nothing, say))


class _Wire(asyncio.Transport):
    """A line that keeps what is written to it."""

    def __init__(self, end: socket.socket | None = None) -> None:
        super().__init__({"socket": end} if end is not None else None)
        self.written: list[bytes] = []
        self.closed = False
        self.behind = 0

    def write(self, data: Any) -> None:
        if self.closed:
            raise RuntimeError("the handler is closed")  # as uvloop says
        self.written.append(bytes(data))

    def is_closing(self) -> bool:
        return self.closed

    def get_write_buffer_size(self) -> int:
        return self.behind

    def close(self) -> None:
        pass

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


def _accepted(
    config: Any, lines: OpenLines | None = None, *, head: bytes = b"", end: socket.socket | None = None
) -> tuple[Any, _Wire]:
    """Return a socket of a loop that runs, and its line, once its request was heard."""
    wire = _Wire(end)
    _, talking = protocols(OpenLines(4) if lines is None else lines)
    speaks: Any = talking
    socket_line = speaks(config=config, server_state=ServerState(), app_state={})
    socket_line.connection_made(wire)
    socket_line.data_received(
        b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" + head + b"\r\n"
    )
    return socket_line, wire


async def _silent_socket(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


def test_a_socket_is_pinged_only_if_nothing_came_from_it() -> None:
    async def talk() -> list[int]:
        config = server_config(_silent_socket)  # type: ignore[arg-type]
        config.load()
        line, wire = _accepted(config)
        while not wire.written:
            await asyncio.sleep(0)
        pings = []
        for says in (True, False):
            if says:
                line.data_received(b"\x81\x82\x00\x00\x00\x00{}")
            wire.written.clear()
            line.send_keepalive_ping()
            pings.append(sum(data[0] == 0x89 for data in wire.written))
        line.connection_lost(None)
        await asyncio.sleep(0)
        return pings

    assert asyncio.run(talk()) == [0, 1]


@pytest.mark.parametrize(
    ("answers", "is_ended"),
    [(b"", True), (b"\x8a\x80\x00\x00\x00\x00", False), (b"\x8a\x82\0\0\0\0no", False)],
)
def test_a_socket_that_answers_no_ping_is_ended_at_the_next_look(answers: bytes, is_ended: bool) -> None:
    async def talk() -> list[bytes]:
        config = server_config(_silent_socket)  # type: ignore[arg-type]
        config.load()
        line, wire = _accepted(config)
        while not wire.written:
            await asyncio.sleep(0)
        line.send_keepalive_ping()  # its request came before
        line.send_keepalive_ping()
        if answers:
            line.data_received(answers)
        wire.written.clear()
        line.send_keepalive_ping()
        line.connection_lost(None)
        await asyncio.sleep(0)
        return wire.written

    said = [data[0] for data in asyncio.run(talk()) if data]
    assert said == ([0x88] if is_ended else [])


def test_every_socket_is_looked_at_once_a_round_and_none_after_it_has_gone() -> None:
    async def talk() -> list[list[bytes]]:
        config = server_config(_silent_socket)  # type: ignore[arg-type]
        config.load()
        lines = OpenLines(4)
        made = [_accepted(config, lines) for _ in range(3)]
        while not all(wire.written for _, wire in made):
            await asyncio.sleep(0)
        written = [wire.written for _, wire in made]
        rounds = []
        for number in range(3):
            for one in written:
                one.clear()
            for _ in range(int(config.ws_ping_interval or 0)):
                lines.rounds.look()
            rounds.append([b"".join(one)[:1] for one in written])
            if number == 0:
                made[0][0].connection_lost(None)
        for line, _ in made[1:]:
            line.connection_lost(None)
        await asyncio.sleep(0)
        return rounds

    # its request came before; then nothing does; then it has not answered
    assert asyncio.run(talk()) == [[b""] * 3, [b"", b"\x89", b"\x89"], [b"", b"\x88", b"\x88"]]


class _File:
    """A line of which only the file is looked at."""

    def __init__(self, file: int) -> None:
        self.file = file


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system tells nothing of it")
def test_the_system_tells_which_lines_nothing_came_through() -> None:
    """One end reads, one has no room for what comes, one has not; the last has ended."""
    with ExitStack() as stack:
        listening = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        ours, theirs = [], []
        for _ in range(3):
            theirs.append(stack.enter_context(socket.create_connection(listening.getsockname())))
            ours.append(stack.enter_context(listening.accept()[0]))
        ours[1].setblocking(False)
        with suppress(BlockingIOError):
            while True:
                ours[1].send(bytes(65536))
        ours[0].send(b"22-18")
        lines: Any = [_File(one.fileno()) for one in ours] + [_File(-1)]
        until = time.monotonic() + SOON_S
        while unreached(lines, 0.05) != [1]:
            assert time.monotonic() < until
        assert unreached(lines, SOON_S) == []  # there was something a moment ago


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system tells nothing of it")
@pytest.mark.parametrize(("head", "is_seen"), [(b"", True), (b"X-Forwarded-For: 10.0.0.7\r\n", False)])
def test_a_line_has_its_file_while_it_is_open_and_no_proxy_is_between(head: bytes, is_seen: bool) -> None:
    async def talk(end: socket.socket) -> tuple[int, int]:
        config = server_config(_silent_socket)  # type: ignore[arg-type]
        config.load()
        line, wire = _accepted(config, head=head, end=end)
        while not wire.written:
            await asyncio.sleep(0)
        open_file = line.file
        line.connection_lost(None)
        await asyncio.sleep(0)
        return open_file, line.file

    with ExitStack() as stack:
        listening = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        end = stack.enter_context(socket.create_connection(listening.getsockname()))
        assert asyncio.run(talk(end)) == (end.fileno() if is_seen else -1, -1)


def test_what_is_written_to_many_reaches_those_who_keep_up_and_ends_who_does_not() -> None:
    """One is closed by the system, one has had our goodbye, one waits for little, one for much."""

    async def talk() -> list[list[bytes]]:
        config = server_config(_silent_socket)  # type: ignore[arg-type]
        config.load()
        made = [_accepted(config) for _ in range(6)]
        (_, _), (_, closed), (left, _), (slow, little), (stuck, much), (again, _) = made
        while not all(wire.written for _, wire in made):
            await asyncio.sleep(0)
        closed.closed = True
        left.give_up()
        slow.pause_writing()
        little.behind = 100 * 1024
        stuck.pause_writing()
        much.behind = 300 * 1024
        again.pause_writing()
        again.resume_writing()
        for _, wire in made:
            wire.written.clear()
        write_all([line for line, _ in made], ReadyText(b"22-18"))
        write_all([line for line, _ in made], ReadyText(b"11-15"))
        found = [list(wire.written) for _, wire in made]
        for line, wire in made:
            wire.closed = True
            line.connection_lost(None)
        write_all([line for line, _ in made], ReadyText(b"18x11"))
        assert [list(wire.written) for _, wire in made] == found
        await asyncio.sleep(0)
        return found

    keeps_up, closed, left, slow, stuck, again = asyncio.run(talk())
    both = [b"\x81\x0522-18", b"\x81\x0511-15"]
    assert (keeps_up, slow, again) == (both, both, both)
    assert (closed, left) == ([], [])
    (goodbye,) = stuck
    assert goodbye[0] == 0x88


def test_what_the_app_sends_waits_while_the_other_end_does_not_keep_up() -> None:
    said = {"type": "websocket.send", "text": "22-18"}

    async def talk() -> None:
        config = server_config(_silent_socket)  # type: ignore[arg-type]
        config.load()
        line, wire = _accepted(config)
        while not wire.written:
            await asyncio.sleep(0)
        for _ in range(2):
            wire.written.clear()
            line.pause_writing()
            sending = asyncio.create_task(line.send(said))
            for _ in range(5):
                await asyncio.sleep(0)
            assert (sending.done(), wire.written) == (False, [])
            line.resume_writing()
            await sending
            await line.send(said)
            assert len(wire.written) == 2
        line.pause_writing()
        sending = asyncio.create_task(line.send(said))
        await asyncio.sleep(0)
        wire.closed = True
        line.connection_lost(None)
        with pytest.raises(ClientDisconnected):
            await sending

    asyncio.run(talk())


@pytest.mark.parametrize("goodbye", [b"", b"\x88\x80\x00\x00\x00\x00"])
def test_text_that_is_none_ends_a_socket_also_one_that_says_goodbye(goodbye: bytes) -> None:
    async def talk() -> list[bytes]:
        config = server_config(_silent_socket)  # type: ignore[arg-type]
        config.load()
        line, wire = _accepted(config)
        while not wire.written:
            await asyncio.sleep(0)
        wire.written.clear()
        line.data_received(b"\x81\x81\x00\x00\x00\x00\xff" + goodbye)
        line.connection_lost(None)
        await asyncio.sleep(0)
        return wire.written

    (said,) = [data for data in asyncio.run(talk()) if data]
    assert said[0] == 0x88


def test_who_speaks_to_a_socket_that_was_ended_hears_that_it_is_gone_and_may_end_it_too() -> None:
    heard: list[str] = []

    async def speaking(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        assert (await receive())["type"] == "websocket.connect"
        assert (await receive())["type"] == "websocket.disconnect"
        try:
            await send({"type": "websocket.send", "text": "22-18"})
        except OSError as error:
            heard.append(type(error).__name__)
        await send({"type": "websocket.close"})
        heard.append("ended")

    async def talk() -> None:
        config = server_config(speaking)  # type: ignore[arg-type]
        config.load()
        line, wire = _accepted(config)
        while not wire.written:
            await asyncio.sleep(0)
        line.data_received(b"\x81\x81\x00\x00\x00\x00\xff")
        while "ended" not in heard:
            await asyncio.sleep(0)
        line.connection_lost(None)

    asyncio.run(asyncio.wait_for(talk(), SOON_S))
    assert heard == ["ClientDisconnected", "ended"]
