"""Requests and frames of every kind at a server of its own: no answer of 5xx, no end, memory bounded.

    python -m fuzz.server [--requests 20000] [--frames 20000] [--seed 1] [--at-once 12] [--every 30]

Requests go to each route with the fields that pages have, right and wrong, by addresses of their own, so
that limits are on and not all that is met. One in ten is no HTTP at all. Frames are those of the protocol,
changed. Prints what came of it as JSON; exit 1 if something was found. How far it is, it says on the way to
the standard error, and a finding at once: a run that is stopped (Ctrl C, SIGTERM) tells what it found so far.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, urlencode

import msgspec
from starlette.routing import Route, WebSocketRoute
from websockets.frames import Frame, Opcode

from damiera.web.app.create import create_app
from damiera.web.common.settings import ServerSettings
from damiera.web.loadtest.measure import resident_mb
from damiera.web.loadtest.own_server import OwnServer
from damiera.web.loadtest.visitors import LoadVisitor

A_LINE = 30  # requests by one connection, below what an address may ask for
AT_ONCE = 12  # most wait: for the server, or for the rest of an answer that does not come
ANSWER_S = 20.0
MOST_MB = 600
BUSY = 503
_HEALTH = (b"/healthz", b"/readyz")  # who asks there wants to know: a machine that is busy is told so
_FIELD = re.compile(r"""name="([a-z_-]{1,40})\"""")
_VALUES: tuple[str, ...] = (
    *("", "0", "1", "-1", "3", "99999999999999999999", "1e308", "NaN", "on", "off", "true", "null", "white"),
    *("italian", "english", "both", "22-18", "W:W21:B12", "<script>x</script>", "'; DROP TABLE game; --"),
    *("../../etc/passwd", "a" * 300, "a" * 70_000, "\x00", "é🙂", "\u202e", "[]", "{}", "%", "Anna Rossi"),
    *('{"game":"italian"}', "it", "fr", "2026-11-24", "fid.italian.2008", "10+5", "\r\nX: y"),
)
_METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "get", "X")
_KINDS = (
    "application/x-www-form-urlencoded",
    "application/json",
    "multipart/form-data; boundary=x",
    "text/plain",
    "",
)
_FRAMES: tuple[dict[str, object], ...] = (
    {"t": "hello", "version": 0, "deltas": True},
    {"t": "move", "ply": 0, "path": [22, 18], "drops": [], "id": "a"},
    {"t": "say", "text": "22-18", "pending": "", "heard": False, "order": "square"},
    {"t": "why", "path": [22], "drops": []},
    {"t": "act", "what": "resign", "side": None},
    {"t": "do", "event": {"e": "touched", "side": "white", "square": 22}},
    {"t": "ping", "at": 1.5, "every": 1200},
    {"t": "listen", "rooms": {"players": 0}},
)


@dataclass
class Fuzzed:
    """What came of it so far: requests sent, answers by status, frames sent, and what is a finding.

    `busy` is how often the server said of itself, by 503, that its database took more than two seconds.
    """

    requests: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    busy: int = 0
    frames: int = 0
    most_mb: float = 0.0
    findings: list[str] = field(default_factory=list)
    began: float = field(default_factory=time.monotonic)

    def find(self, what: str) -> None:
        """Take note of a finding, and tell it now."""
        self.findings.append(what)
        print(f"found: {what}", file=sys.stderr, flush=True)

    def weigh(self, server: OwnServer) -> None:
        """Take note of how much memory the server has now; too much is found once."""
        memory = (resident_mb(server.pid) if server.is_alive else None) or 0.0
        if memory > MOST_MB >= self.most_mb:
            self.find(f"{memory:.0f} MB")
        self.most_mb = max(self.most_mb, memory)

    def told(self) -> str:
        """Return all of it as JSON."""
        return msgspec.json.encode(
            {
                "requests": self.requests,
                "answers": sum(self.statuses.values()),
                "frames": self.frames,
                "statuses": dict(sorted(self.statuses.items())),
                "busy": self.busy,
                "most_mb": round(self.most_mb),
                "seconds": round(time.monotonic() - self.began),
                "findings": self.findings[:50],
            }
        ).decode()


class Tries:
    """Makes up what is asked.

    Args:
        known: names that there are: of a game, of a rulebook.
    """

    def __init__(self, luck: random.Random, routes: Sequence[Route], known: Sequence[str]) -> None:
        self._luck = luck
        self._routes = routes
        self._values = (*_VALUES, *known)
        templates = Path("src/damiera/web").glob("**/templates/**/*.html")
        found = {name for one in templates for name in _FIELD.findall(one.read_text(encoding="utf-8"))}
        self._fields = sorted(found)

    def request(self, host: str, cookie: str) -> bytes:
        """Return a request, or one time in ten something like one."""
        luck, route = self._luck, self._luck.choice(self._routes)
        usual = sorted(route.methods or {"GET"})
        method = luck.choice(usual if luck.random() < 0.85 else _METHODS)
        path = re.sub(r"{[^}]*}", lambda _: quote(self._value()[:2000], safe=""), route.path)
        if luck.random() < 0.5:
            path += "?" + urlencode(self._pairs())[:6000]
        kind = luck.choice(_KINDS)
        body = self._body(kind) if method not in ("GET", "HEAD") or luck.random() < 0.1 else b""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", f"Content-Length: {len(body)}"]
        lines += [f"Origin: http://{host}"] if luck.random() < 0.9 else []
        lines += [f"Content-Type: {kind}"] if kind else []
        lines += [f"Cookie: {cookie}"] if luck.random() < 0.8 else []
        lines += ["Accept-Language: " + luck.choice(("it", "fr;q=x", "*", "", "en-" * 50))]
        lines += ["X-Odd: " + quote(self._value()[:500])]
        whole = "\r\n".join((*lines, "", "")).encode() + body
        return whole if luck.random() < 0.9 else self._spoiled(whole)

    def frame(self) -> bytes:
        """Return a frame of the protocol, changed; some are none."""
        luck = self._luck
        said = dict(luck.choice(_FRAMES))
        for _ in range(luck.randrange(3)):
            name = luck.choice((*said, "x"))
            said[name] = luck.choice(
                (self._value(), luck.randrange(-5, 60), None, [luck.randrange(99)] * 3, {})
            )
        data = json.dumps(said).encode()[:9000]
        if luck.random() < 0.2:
            data = self._spoiled(data)
        opcode = Opcode.TEXT if luck.random() < 0.95 else luck.choice(list(Opcode))
        sent = Frame(opcode, data[:125] if opcode >= Opcode.CLOSE else data).serialize(mask=True)
        return sent if luck.random() < 0.97 else self._spoiled(sent)

    def _value(self) -> str:
        return self._luck.choice(self._values)

    def _pairs(self) -> list[tuple[str, str]]:
        return [(self._luck.choice(self._fields), self._value()) for _ in range(self._luck.randrange(1, 8))]

    def _body(self, kind: str) -> bytes:
        if "json" in kind:
            return json.dumps(dict(self._pairs())).encode()
        if "multipart" in kind:
            parts = [
                f'--x\r\nContent-Disposition: form-data; name="{n}"\r\n\r\n{v}\r\n' for n, v in self._pairs()
            ]
            return "".join((*parts, "--x--\r\n")).encode()
        return urlencode(self._pairs()).encode()

    def _spoiled(self, data: bytes) -> bytes:
        """Return bytes with some changed, taken out or doubled."""
        luck, changed = self._luck, bytearray(data)
        for _ in range(luck.randrange(1, 4)):
            at = luck.randrange(len(changed)) if changed else 0
            match luck.randrange(3):
                case 0:
                    changed[at : at + 1] = bytes([luck.randrange(256)])
                case 1:
                    del changed[at : at + luck.randrange(1, 20)]
                case _:
                    changed[at:at] = changed[at : at + luck.randrange(1, 20)]
        return bytes(changed)


@dataclass(frozen=True, slots=True)
class Routes:
    """What can be asked, and what sockets there are."""

    pages: list[Route]
    sockets: list[WebSocketRoute]


@dataclass(frozen=True, slots=True)
class Plan:
    """How many connections there are at once, and the seconds between two reports on the way."""

    at_once: int = AT_ONCE
    every_s: float = 30.0


def routes_of(folder: Path) -> Routes:
    """Return the routes of the app, as it is made."""
    app = create_app(ServerSettings(data_dir=folder))
    parts = app.state.parts
    parts.database.close()
    parts.store.close()
    return Routes(
        [one for one in app.routes if isinstance(one, Route)],
        [one for one in app.routes if isinstance(one, WebSocketRoute)],
    )


async def ask(port: int, address: str, tries: Tries, cookie: str, found: Fuzzed) -> int:
    """Ask by one connection until it ends; return how often."""
    asked = 0
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    except OSError as error:
        found.find(f"no connection: {error}")
        return 1
    try:
        while asked < A_LINE:
            asked += 1
            found.requests += 1
            request = tries.request(f"127.0.0.1:{port}", cookie)
            writer.write(request)
            if (status := await _status(reader, request)) is None:
                break
            found.statuses[status] += 1
            if status == BUSY and _path(request) in _HEALTH:
                found.busy += 1
            elif status >= 500:
                found.find(f"{status}: {request[:300]!r}")
    except (OSError, asyncio.IncompleteReadError, ValueError, asyncio.LimitOverrunError):
        pass  # it was no HTTP: the server has left
    finally:
        writer.transport.abort()
    return asked


def _path(request: bytes) -> bytes:
    """Return the path of a request; nothing for what is none."""
    _, _, rest = request.partition(b"\r\n")[0].partition(b" ")
    return rest.partition(b" ")[0].partition(b"?")[0]


async def _status(reader: asyncio.StreamReader, request: bytes) -> int | None:
    """Return the status of an answer, having read all of it; None if the server waits for more, or leaves."""
    try:
        async with asyncio.timeout(0.5 if _is_short(request) else ANSWER_S):
            head = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"content-length: (\d+)", head.lower())
            if request.startswith(b"HEAD ") or head.split()[1] in (b"304", b"204"):
                pass
            elif length is not None:
                await reader.readexactly(int(length[1]))
            else:
                while (size := int((await reader.readline()).strip() or b"0", 16)) > 0:
                    await reader.readexactly(size + 2)
                await reader.readline()
            return int(head.split()[1])
    except TimeoutError:
        return None


def _is_short(request: bytes) -> bool:
    """Whether a server may have to wait for the rest of what is no whole request."""
    head, _, body = request.partition(b"\r\n\r\n")
    length = re.search(rb"Content-Length: (\d+)\r", head + b"\r")
    return length is None or int(length[1]) != len(body)


async def say(port: int, path: str, address: str, cookie: str, tries: Tries, found: Fuzzed) -> int:
    """Say frames by one socket until the server has enough; return how many."""
    said, draining = 0, None
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    try:
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
            f"Cookie: {cookie}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), ANSWER_S)
        if b" 101 " not in head:
            found.statuses[int(head.split()[1])] += 1
            return 1
        draining = asyncio.create_task(reader.read(-1))
        draining.add_done_callback(lambda done: done.cancelled() or done.exception())  # the server may leave
        while said < 2 * A_LINE and not draining.done():
            writer.write(tries.frame())
            await writer.drain()
            said += 1
            await asyncio.sleep(0)
        await asyncio.wait((draining,), timeout=0.05)
    except OSError:
        pass
    finally:
        if draining is not None:
            draining.cancel()
        found.frames += said
        writer.transport.abort()
    return max(1, said)


async def fuzz(
    server: OwnServer, routes: Routes, requests: int, frames: int, luck: random.Random, plan: Plan
) -> Fuzzed:
    """Ask and say so much, or until it is stopped; return what was found."""
    person = LoadVisitor(server.url, "127.8.0.2")
    game = await asyncio.to_thread(person.begin, "italian")
    tries, found = Tries(luck, routes.pages, (game, "fid.italian.2008", "1")), Fuzzed()
    paths = [re.sub(r"{[^}]*}", game, one.path) for one in routes.sockets]
    left = {"requests": requests, "frames": frames}
    numbers = iter(range(10**9))

    async def work() -> None:
        while left["requests"] > 0 or left["frames"] > 0:
            number = next(numbers)
            address = f"127.{20 + number // 60_000 % 200}.{number // 250 % 240}.{2 + number % 250}"
            if left["requests"] > 0:
                asked = await ask(server.port, address, tries, person.cookie, found)
                left["requests"] -= asked
            if left["frames"] > 0:
                path = luck.choice((f"/g/{game}/ws", f"/g/{game}/ws", *paths))
                with contextlib.suppress(TimeoutError, asyncio.IncompleteReadError):
                    said = await say(server.port, path, address, person.cookie, tries, found)
                    left["frames"] -= said
            if not server.is_alive:
                found.find("the server has ended")
                return

    async def tell() -> None:
        while True:
            await asyncio.sleep(plan.every_s)
            found.weigh(server)
            print(found.told(), file=sys.stderr, flush=True)

    working = asyncio.gather(*(work() for _ in range(plan.at_once)))
    telling = asyncio.create_task(tell())
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(signal_number, working.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await working
    telling.cancel()
    found.weigh(server)
    return found


def main() -> int:
    asked = argparse.ArgumentParser(prog="fuzz.server", description=__doc__)
    asked.add_argument("--requests", type=int, default=20_000)
    asked.add_argument("--frames", type=int, default=20_000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--at-once", type=int, default=AT_ONCE)
    asked.add_argument("--every", type=float, default=30.0, help="seconds between two reports on the way")
    options = asked.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        routes = routes_of(Path(folder) / "other")
        server = OwnServer(Path(folder) / "data")
        server.start()
        try:
            luck, plan = random.Random(options.seed), Plan(options.at_once, options.every)
            found = asyncio.run(fuzz(server, routes, options.requests, options.frames, luck, plan))
        finally:
            server.stop()
    print(found.told(), flush=True)
    return 1 if found.findings else 0


if __name__ == "__main__":
    sys.exit(main())
