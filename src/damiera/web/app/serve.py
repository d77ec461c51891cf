"""Start the server: take the port, open the memory, print the address, open the browser."""

from __future__ import annotations

import asyncio
import errno
import gc
import os
import random
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Collection
from contextlib import nullcontext, suppress
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from damiera.disk import held_alone
from damiera.errors import DamieraError
from damiera.messages import Lang, Message
from damiera.web.app.create import create_app
from damiera.web.app.logs import LogFormat, set_up_logs
from damiera.web.app.network_socket import listen_to_network
from damiera.web.common.connections import (
    ACCEPTED_AT_ONCE,
    LARGEST_HEAD,
    OpenLines,
    keep_little,
    lines_for,
    open_files,
    protocols,
)
from damiera.web.common.network import local_address
from damiera.web.common.settings import OWN_PROXIES, MailSettings, OpenIdSettings, ServerSettings
from damiera.web.play.sockets import FRAME_LIMIT

if TYPE_CHECKING:
    from damiera.engine.spec import EngineSpec

__all__ = ["PortInUse", "PortRefused", "listen", "serve", "server_config"]

PATIENCE_S = 3
LET_GO_A_SECOND = 250
LONGEST_LEAVE_S = 5.0
TRIED = 50
TICK_S = 1.0
TICKS = 10  # of uvicorn in that time, which makes the header with the date at each tenth
GARBAGE = (20_000, 2, 500)  # objects made before the young are looked at, and how often the older are
WAITING = 512  # newcomers that the system holds for us


_SHARED = Message(
    "Another Damiera has this data open: both share it, and each sees the other's moves within a second."
)


class PortInUse(DamieraError):
    """Somebody else listens there. Carries the `port` and the next `free` one, if any."""

    def __init__(self, port: int, free: int | None) -> None:
        remedy = Message("Start with --port {free}, or close the other program.").format(free=free or 0)
        self.message = Message("Port {port} is taken already, perhaps by another Damiera. {remedy}").format(
            port=port, remedy=remedy
        )
        super().__init__(self.message.text("en"))
        self.port = port
        self.free = free


class PortRefused(DamieraError):
    """The system does not let us listen there. Carries `host` and `port`."""

    def __init__(self, host: str, port: int, why: str) -> None:
        self.message = Message(
            "Cannot listen on {host}:{port} ({why}). Choose another port with --port, or address with --host."
        ).format(host=host, port=port, why=why)
        super().__init__(self.message.text("en"))
        self.host = host
        self.port = port


def serve(
    host: str = "127.0.0.1",
    port: int = 8080,
    data_dir: Path | None = None,
    database: str | None = None,
    nats: str | None = None,
    open_browser: bool = True,
    lang: Lang = "en",
    foreign_engines: tuple[tuple[str, EngineSpec], ...] = (),
    ponders: bool = True,
    chat: bool = True,
    vacation_days: int = 30,
    sites: Path | None = None,
    public: str | None = None,
    proxies: tuple[str, ...] = (),
    watchers: tuple[str, ...] = (),
    mail: MailSettings | None = None,
    openid: OpenIdSettings | None = None,
    log_format: LogFormat = "text",
    access_log: bool = False,
) -> int:
    """Serve until stopped; return the exit status.

    Args:
        host: the address to listen on; all addresses open the app to the local network.
        port: 0 for any free one.
        data_dir: the data folder; None for the user's own.
        database: a database address instead of the folder's own file.
        nats: by which other workers with the same database are told of what happens here.
        open_browser: show the first page at once.
        lang: what is printed.
        foreign_engines, ponders, chat, vacation_days, public, mail, openid: as in `ServerSettings`.
        proxies: further addresses of proxies, beside this computer's own.
        watchers: further addresses that may read the figures at `/metrics`.
        log_format, access_log: as in `set_up_logs`.
    Raises:
        PortInUse, PortRefused: nothing was started.
        StoreError: the data cannot be kept there; nothing was started.
    """
    if data_dir is not None:
        os.environ.setdefault("DAMIERA_ENDGAME", str(data_dir / "endgame"))  # engines are processes
    set_up_logs(log_format, access=access_log)
    listening = listen(host, port)
    try:
        port = listening.getsockname()[1]
        network = public or _network_address(host, port)
        settings = ServerSettings(
            data_dir=data_dir,
            database=database,
            nats=nats,
            network_address=network,
            hosts=(urlsplit(public).hostname or "",) if public else (),
            public=public,
            proxies=(*OWN_PROXIES, *proxies),
            watchers=watchers,
            foreign_engines=foreign_engines,
            ponders=ponders,
            chat=chat,
            vacation_days=vacation_days,
            sites=sites,
            mail=mail,
            openid=openid,
        )
        app = create_app(settings)
    except BaseException:
        listening.close()
        raise
    here = f"http://{_in_url('127.0.0.1' if host in ('0.0.0.0', '::', '127.0.0.1') else host)}:{port}"
    where = app.state.parts.store.where
    with nullcontext(True) if database else held_alone(Path(where).parent) as alone:
        notes = () if alone else (_SHARED.text(lang),)
        server = _Server(
            server_config(app, proxies=settings.proxies),
            lambda: _announce(here, network, where, lang, open_browser, notes),
            app.state.parts.coworkers.begin_to_leave,
        )
        app.state.parts.network.attach(lambda: listen_to_network(server, port))
        server.run(sockets=[listening])
    return 0


def server_config(
    app: Starlette, lines: OpenLines | None = None, proxies: tuple[str, ...] = OWN_PROXIES
) -> uvicorn.Config:
    """Return how uvicorn serves the app.

    Args:
        lines: all that the system allows if none are given.
        proxies: whose word on who asks, and how, is believed.
    """
    if lines is None:
        lines = OpenLines(lines_for(open_files()))
    asking, talking = protocols(lines)
    return uvicorn.Config(
        app,
        http=asking,
        h11_max_incomplete_event_size=LARGEST_HEAD,
        backlog=ACCEPTED_AT_ONCE,
        log_config=None,  # as everything else
        log_level="warning",
        access_log=False,
        ws=talking,
        forwarded_allow_ips=list(proxies),
        ws_max_size=4 * FRAME_LIMIT,
        timeout_graceful_shutdown=PATIENCE_S,
        server_header=False,
    )


def listen(host: str, port: int) -> socket.socket:
    """Take a port.

    Raises:
        PortInUse: with the next port that is free.
        PortRefused: if the system says no for another reason.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    if host == "::":  # whatever the system thinks: this is every address, old and new
        listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
    if sys.platform != "win32":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        keep_little(listening)
        listening.listen(WAITING)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise PortInUse(port, _free_after(host, port)) from error
        raise PortRefused(host, port, error.strerror or str(error)) from error
    except (OverflowError, UnicodeError, TypeError) as error:  # what cannot be a port, or a name of a machine
        listening.close()
        raise PortRefused(host, port, str(error)) from error
    return listening


def _free_after(host: str, port: int) -> int | None:
    for candidate in range(port + 1, min(port + TRIED, 65536)):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            try:
                probe.bind((host, candidate))
            except OSError:
                continue
            return candidate
    return None


def _network_address(host: str, port: int) -> str | None:
    """Return the address for other devices of the network, if they may connect."""
    if host in ("127.0.0.1", "localhost", "::1"):
        return None
    address = local_address() if host in ("0.0.0.0", "::") else host
    return f"http://{_in_url(address)}:{port}" if address else None


def _in_url(host: str) -> str:
    """Return an address as URLs write it: one of IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


class _Server(uvicorn.Server):
    """A server that says when it is ready, and lets its screens go one by one where others take them.

    Args:
        leave: called when it is to end; tells whether other workers are there.
    """

    def __init__(
        self, config: uvicorn.Config, ready: Callable[[], None], leave: Callable[[], bool] = lambda: False
    ) -> None:
        super().__init__(config)
        self._ready = ready
        self._leave = leave
        self._wake: Callable[[], object] = lambda: None

    async def main_loop(self) -> None:
        """Wait until it is to end; uvicorn looks ten times a second, a third of what an idle one costs."""
        ended, loop = asyncio.Event(), asyncio.get_running_loop()
        self._wake = partial(loop.call_soon_threadsafe, ended.set)
        ticks = 0
        while not await self.on_tick(ticks):
            with suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), TICK_S)
            ticks += TICKS

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self._wake()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(WAITING)  # uvicorn lets as few wait as it takes at once
        if self.started:
            _look_for_garbage_less()
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._leave():
            for accepting in self.servers:
                accepting.close()
            for listening in sockets or ():
                listening.close()
            await _let_go(self.server_state.connections)
        await super().shutdown(sockets)


async def _let_go(lines: Collection[object]) -> None:
    """End sockets one after the other, in no order: they come back at other workers, and not all at once."""
    waiting = [line for line in lines if isinstance(line, WebSocketsSansIOProtocol)]
    random.shuffle(waiting)
    pause = 1 / max(LET_GO_A_SECOND, len(waiting) / LONGEST_LEAVE_S)
    for line in waiting:
        line.shutdown()
        await asyncio.sleep(pause)


def _look_for_garbage_less() -> None:
    """Leave what the program is made of out of every search for garbage, and search less often.

    What a request makes is let go without a search; one in a thousand moves takes a tenth of a second
    otherwise, in which nobody else is answered. What outlives two searches is gone through once more soon,
    a little at a time: after twenty, all that a thousand games hold would be gone through in one go.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)


def _announce(
    here: str, network: str | None, where: str, lang: Lang, open_browser: bool, notes: tuple[str, ...]
) -> None:
    words = {
        "here": Message("On this computer").text(lang),
        "network": Message("From other screens").text(lang),
        "data": Message("Data").text(lang),
        "stop": Message("To stop: Ctrl C.").text(lang),
        "lan": Message("Only this computer may come in; a switch on its first page lets the house in.").text(
            lang
        ),
    }
    lines = ["Damiera", f"  {words['here']:<20} {here}"]
    lines += [f"  {words['network']:<20} {network}"] if network else [f"  {words['lan']}"]
    lines += [f"  {words['data']:<20} {where}", *(f"  {note}" for note in notes), f"  {words['stop']}"]
    print("\n".join(lines), flush=True)
    if open_browser:
        threading.Thread(target=webbrowser.open, args=(here,), daemon=True).start()
