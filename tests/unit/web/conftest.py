"""A whole server in a thread: its own port, its own folder, a real socket between it and the test."""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import uvicorn
from starlette.applications import Starlette
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from damiera._core import Position
from damiera.engine.limits import SearchLimits
from damiera.engine.protocol import Choice, Engine
from damiera.engine.score import Score
from damiera.service.ports import ServerClock
from damiera.service.wall_clock import WallClock
from damiera.web.app.create import create_app
from damiera.web.app.network_socket import listen_to_network
from damiera.web.app.serve import server_config
from damiera.web.common.parts import App
from damiera.web.common.settings import ServerSettings

PATIENCE_S = 30.0  # an upper bound: nothing waits for it where all goes well


def until(holds: Callable[[], object]) -> None:
    """Wait for what another thread does."""
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


class FirstMove:
    """A mind that plays the first move of the list, so that games in tests go as the test says."""

    def choose(
        self,
        position: Position,
        *,
        history: Sequence[Position] = (),
        level: int | None = None,
        limits: SearchLimits | None = None,
        seed: int | None = None,
        draw_in: int = 0,
    ) -> Choice:
        move = position.moves()[0]
        return Choice(move, Score(0, position.side), 1, (move,))

    def analyse(self, position: Position, **_: object) -> Iterator[Any]:
        raise NotImplementedError

    def stop(self) -> None:
        pass


class LateClock(WallClock):
    """The machine's clock, ahead by some milliseconds."""

    ahead_ms = 0

    def now_ms(self) -> int:
        return super().now_ms() + self.ahead_ms


_TAG = re.compile(r"<[a-z](?:[^<>\s]| (?!\s))*+\s[^<>]*>")  # one with a break, or spaces in a row
_SPACES = re.compile(r"\s+")


def _with_plain_tags(answer: httpx.Response) -> httpx.Response:
    """Return a page with one space between the attributes of a tag, however its template breaks its lines."""
    if not answer.headers.get("content-type", "").startswith("text/html"):
        return answer
    text = _TAG.sub(lambda tag: _SPACES.sub(" ", tag[0]), answer.text)
    kept = [
        (k, v) for k, v in answer.headers.multi_items() if k not in ("content-encoding", "content-length")
    ]
    return httpx.Response(answer.status_code, headers=kept, text=text, request=answer.request)


class Person:
    """Somebody with a browser: their own cookies, their own language."""

    def __init__(self, base: str, lang: str = "en") -> None:
        self.base = base
        self.http = httpx.Client(
            base_url=base,
            headers={"Accept-Language": lang},
            trust_env=False,
            timeout=PATIENCE_S,
            verify=False,  # nothing is encrypted here, and reading the certificates is slow
        )

    def cookie(self, name: str) -> str | None:
        """Return what this server has given the browser under a name, which has a mark of its own."""
        return next((value for key, value in self.http.cookies.items() if key.startswith(name)), None)

    def get(self, path: str, **more: Any) -> httpx.Response:
        return _with_plain_tags(self.http.get(path, **more))

    def post(self, path: str, **fields: str) -> httpx.Response:
        return _with_plain_tags(self.http.post(path, data=fields, headers={"Origin": self.base}))

    def begin(self, **terms: Any) -> str:
        """Begin a game through the API and return its name."""
        answer = self.http.post("/api/games", json=terms, headers={"Origin": self.base})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def view(self, game_id: str) -> dict[str, Any]:
        found: dict[str, Any] = self.get(f"/api/games/{game_id}").json()
        return found

    def wait(self, game_id: str, until: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Return the game once it is as it should be."""
        deadline = time.monotonic() + PATIENCE_S
        while not until(view := self.view(game_id)):
            assert time.monotonic() < deadline, view
            time.sleep(0.02)
        return view

    @contextmanager
    def sit(self, game_id: str, query: str = "", **headers: str) -> Iterator[Talk]:
        """Open the game's socket."""
        cookies = "; ".join(f"{c.name}={c.value}" for c in self.http.cookies.jar)
        more = {"Accept-Language": self.http.headers["Accept-Language"], **headers}
        if cookies:
            more["Cookie"] = cookies
        url = self.base.replace("http", "ws") + f"/g/{game_id}/ws{query}"
        with connect(url, additional_headers=more, open_timeout=PATIENCE_S, proxy=None) as connection:
            yield Talk(connection)


class Talk:
    """One open socket."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def send(self, t: str, **fields: Any) -> None:
        self.connection.send(msgspec.json.encode({"t": t, **fields}).decode())

    def hear(self, *kinds: str) -> dict[str, Any]:
        """Return the next message of a kind, or of one of some; others are let go."""
        while True:
            message: dict[str, Any] = msgspec.json.decode(self.connection.recv(timeout=PATIENCE_S))
            if message["t"] in kinds:
                return message

    def view(self, version: int) -> dict[str, Any]:
        """Return the game once it is shown at this version: who comes in may show an older one."""
        while (view := self.hear("state")["view"])["version"] < version:
            pass
        found: dict[str, Any] = view
        return found

    def closed(self) -> int | None:
        """Read until the server closes; return its code."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                self.connection.recv(timeout=PATIENCE_S)
        return self.connection.close_code

    def ask(self, t: str, answer: str, **fields: Any) -> dict[str, Any]:
        self.send(t, **fields)
        return self.hear(answer)


class Running:
    """A server that listens."""

    def __init__(self, app: Starlette, base: str) -> None:
        self.app = app
        self.base = base
        self._people: list[Person] = []

    @property
    def parts(self) -> App:
        found: App = self.app.state.parts
        return found

    def call(self, act: Callable[[], object]) -> None:
        """Do something in the server's own thread."""
        self.app.state.loop.call_soon_threadsafe(act)

    def person(self, lang: str = "en") -> Person:
        """Return a newcomer."""
        person = Person(self.base, lang)
        self._people.append(person)
        return person

    def close(self) -> None:
        for person in self._people:
            person.http.close()


class _Server(uvicorn.Server):
    """A server that lets a test into its loop."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self.config.app.state.loop = asyncio.get_running_loop()  # type: ignore[union-attr]
        await super().startup(sockets)


@contextmanager
def run(
    settings: ServerSettings,
    *,
    clock: ServerClock | None = None,
    engine: Callable[[str], Engine] | None = None,
) -> Iterator[Running]:
    """Let a server listen on a free port for as long as the block lasts."""
    app = create_app(settings, clock=clock, engine=engine or (lambda game: FirstMove()))
    listening = socket.create_server(("127.0.0.1", 0))
    server = _Server(server_config(app))
    port = listening.getsockname()[1]
    app.state.parts.network.attach(lambda: listen_to_network(server, port))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    deadline = time.monotonic() + PATIENCE_S
    while not server.started:
        assert thread.is_alive()
        assert time.monotonic() < deadline
        time.sleep(0.005)
    running = Running(app, f"http://127.0.0.1:{port}")
    try:
        yield running
    finally:
        running.close()
        server.should_exit = True
        thread.join(PATIENCE_S)


@pytest.fixture
def run_server() -> Callable[..., AbstractContextManager[Running]]:
    """Let a test start servers as it likes."""
    return run


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for a module; each test brings its own people."""
    folder: Path = tmp_path_factory.mktemp("data")
    with run(ServerSettings(data_dir=folder, engine="thread", limits=False)) as running:
        yield running


@pytest.fixture
def anna(server: Running) -> Person:
    return server.person("en")


@pytest.fixture
def bruno(server: Running) -> Person:
    return server.person("it")
