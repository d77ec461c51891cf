"""Whether the other devices of the house may come in: from the start, by a switch, or not."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

import msgspec
from markupsafe import Markup
from starlette.requests import HTTPConnection

from damiera.messages import Message
from damiera.service.errors import ServiceError
from damiera.web.common.parts import app_of
from damiera.web.common.qr import qr

__all__ = ["HOURS", "AccessView", "NetworkAccess", "NetworkListener", "NetworkUnavailable", "access_view"]
__all__ += ["network_address", "sits_here"]

HOURS: Final = (1, 4, 12)
"""For how many hours the house may be let in by the switch."""
HERE: Final = ("127.0.0.1", "::1", "::ffff:127.0.0.1")
CALLED_HERE: Final = ("127.0.0.1", "::1", "localhost")


class NetworkListener(Protocol):
    """Where a server listens to the other devices of the house."""

    @property
    def address(self) -> str:
        """How they reach the server, such as `http://192.168.1.20:8080`."""

    def close(self) -> None:
        """Listen no longer, and end the connections of those who came in there."""


class NetworkUnavailable(ServiceError):
    """The house cannot be let in; `message` says why."""


class _Open(msgspec.Struct, frozen=True):
    line: NetworkListener
    until: float  # seconds of the loop
    timer: asyncio.TimerHandle


class NetworkAccess:
    """The one door of a server to the other devices of its network. It belongs to the loop of the server.

    Args:
        always: how they reach a server that was started open to them; None for one that was not.
    """

    def __init__(self, always: str | None) -> None:
        self._always = always
        self._listen: Callable[[], Awaitable[NetworkListener]] | None = None
        self._open: _Open | None = None

    def attach(self, listen: Callable[[], Awaitable[NetworkListener]]) -> None:
        """Give the door what opens it: a server that can listen to the network as well."""
        self._listen = listen

    @property
    def address(self) -> str | None:
        """How other devices reach the server; None while they do not."""
        if self._always:
            return self._always
        return self._open.line.address if self._open else None

    @property
    def has_switch(self) -> bool:
        """Whether it can be opened and shut while the server runs."""
        return self._listen is not None and not self._always

    @property
    def minutes_left(self) -> int | None:
        """Minutes until it shuts by itself, rounded up; None where it does not."""
        seconds = self.seconds_left
        return None if seconds is None else max(1, -(-seconds // 60))

    @property
    def seconds_left(self) -> int | None:
        """Seconds until it shuts by itself, rounded up; None where it does not."""
        if self._open is None:
            return None
        return max(0, -int(-(self._open.until - asyncio.get_running_loop().time()) // 1))

    async def open(self, seconds: float) -> None:
        """Let the house in for so long; if it is in already, for so long from now.

        Raises:
            NetworkUnavailable: where the server cannot listen to the network.
        """
        if self._always:
            return
        if self._listen is None:
            raise NetworkUnavailable(_NO_SWITCH)
        line = self._open.line if self._open else await self._listen()
        if self._open:  # opened before, or meanwhile by another request
            self._open.timer.cancel()
            if self._open.line is not line:
                line.close()
                line = self._open.line
        loop = asyncio.get_running_loop()
        self._open = _Open(line, loop.time() + seconds, loop.call_later(seconds, self.close))

    def close(self) -> None:
        """Let the house in no longer; a door that is shut stays so."""
        if self._open is not None:
            self._open.timer.cancel()
            self._open.line.close()
            self._open = None


class AccessView(msgspec.Struct, frozen=True):
    """What a page shows of the door to the house.

    Attributes:
        address: how other devices come in, and `address_qr` the same to be scanned; None while they cannot.
        may_turn: whether the reader has the switch.
        minutes, seconds: until it shuts by itself; None where it does not.
    """

    address: str | None
    address_qr: Markup | str
    may_turn: bool
    minutes: int | None
    seconds: int | None = None

    @property
    def hours(self) -> tuple[int, ...]:
        """For how long it may be opened."""
        return HOURS

    @property
    def time_left(self) -> str:
        """Hours and minutes until it shuts by itself, as `3 h 59 min`: `3:59` may be minutes and seconds."""
        hours, minutes = divmod(self.minutes or 0, 60)
        return " ".join(f"{n} {unit}" for n, unit in ((hours, "h"), (minutes, "min")) if n)


def access_view(connection: HTTPConnection) -> AccessView:
    """Return the door to the house as whoever asks may see it."""
    door = app_of(connection).network
    may_turn = door.has_switch and sits_here(connection)
    address = door.address
    return AccessView(address, qr(address) if address else "", may_turn, door.minutes_left, door.seconds_left)


def network_address(connection: HTTPConnection) -> str | None:
    """Return how other devices of the network reach this server; None while only this computer may."""
    return app_of(connection).network.address


def sits_here(connection: HTTPConnection) -> bool:
    """Tell whether whoever asks sits at the computer of the app, and called it by its own name.

    A page that came by another address of this computer does not count: its name is not only of here. On a
    server for everybody nobody does: a proxy on the same computer asks for all.
    """
    if app_of(connection).settings.public is not None:
        return False
    client = connection.client
    return client is not None and client.host in HERE and connection.url.hostname in CALLED_HERE


_NO_SWITCH: Final = Message(
    "This server cannot be opened while it runs: stop it and start it with {command}."
).format(command="damiera --lan")
