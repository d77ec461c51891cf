"""A second listening socket of a running server, for the other devices of the house."""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING, Any, Final

from damiera.messages import Message
from damiera.web.common.connections import keep_little
from damiera.web.common.network import local_address
from damiera.web.common.network_access import NetworkUnavailable

if TYPE_CHECKING:
    import uvicorn

__all__ = ["NetworkSocket", "listen_to_network"]

BACKLOG: Final = 512
GRACE_S: Final = 2.0
"""Seconds in which a connection may end as it should before it is cut."""


class NetworkSocket:
    """A socket on an address of the network, by which others reach a server that listens elsewhere already.

    What comes in by it is guarded and counted like all else: it is the same server and the same app.
    """

    def __init__(self, server: uvicorn.Server, listening: socket.socket) -> None:
        self._server = server
        self._listening = listening
        self._name = listening.getsockname()[:2]
        self._accepting: asyncio.base_events.Server | None = None

    @property
    def address(self) -> str:
        """How others reach the server."""
        return f"http://{self._name[0]}:{self._name[1]}"

    async def start(self) -> None:
        """Take connections, and speak as the server does."""
        server, config = self._server, self._server.config

        def protocol() -> asyncio.Protocol:
            speaks: Any = config.http_protocol_class
            made: asyncio.Protocol = speaks(
                config=config, server_state=server.server_state, app_state=server.lifespan.state
            )
            return made

        loop = asyncio.get_running_loop()
        self._accepting = await loop.create_server(protocol, sock=self._listening, backlog=BACKLOG)
        server.servers.append(self._accepting)  # so that it ends with the server

    def close(self) -> None:
        """Take no more connections and end those that came in here."""
        if self._accepting is None:
            return
        self._accepting.close()
        if self._accepting in self._server.servers:
            self._server.servers.remove(self._accepting)
        self._accepting = None
        lines = self._lines()
        for line in lines:
            line.shutdown()
        asyncio.get_running_loop().call_later(GRACE_S, self._cut, lines)

    def _cut(self, lines: list[Any]) -> None:
        """End those that came in here and are still open; who has come in since it was opened again stays.

        A connection that was being accepted as it shut is not among `lines`.
        """
        for line in lines if self._is_open_again() else self._lines():
            if line in self._server.server_state.connections:
                line.transport.abort()

    def _is_open_again(self) -> bool:
        listening = (one for server in self._server.servers for one in server.sockets)
        return any(tuple(one.getsockname()[:2]) == self._name for one in listening)

    def _lines(self) -> list[Any]:
        """Return the connections, asking and talking, that came in by this socket."""
        mine = []
        for line in list(self._server.server_state.connections):
            name = line.transport.get_extra_info("sockname") or ("", 0)
            if tuple(name[:2]) == self._name:
                mine.append(line)
        return mine


async def listen_to_network(server: uvicorn.Server, port: int) -> NetworkSocket:
    """Let a running server listen on its address in the network too: on the same port, or on a free one.

    Raises:
        NetworkUnavailable: where this computer has no network, or the system does not allow it.
    """
    host = local_address()
    if host is None:
        raise NetworkUnavailable(_NO_NETWORK)
    try:
        listening = _bound(host, port)
    except OSError as error:
        raise NetworkUnavailable(_REFUSED.format(host=host, why=error.strerror or error)) from error
    keep_little(listening)
    line = NetworkSocket(server, listening)
    await line.start()
    return line


def _bound(host: str, port: int) -> socket.socket:
    """Return a socket that listens on the port, or on a free one if that is another's."""
    try:
        return socket.create_server((host, port), backlog=BACKLOG)
    except OSError:
        return socket.create_server((host, 0), backlog=BACKLOG)


_NO_NETWORK: Final = Message(
    "This computer is in no network: connect it to the one of the house, then turn the switch again."
)
_REFUSED: Final = Message("The system does not let Damiera listen on {host} ({why}).")
