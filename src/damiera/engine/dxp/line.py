"""The connection that messages go over: a socket, and where it leads."""

from __future__ import annotations

import contextlib
import re
import socket
import time

from damiera.engine.dxp.errors import (
    DxpError,
    DxpSyntaxError,
    PeerGone,
    PeerSilent,
)
from damiera.engine.dxp.messages import (
    AT_MOST,
    LONGEST,
    DxpMessage,
    decode,
    encode,
)
from damiera.messages import Message

__all__ = ["PORT", "DxpLine", "address_of", "connect"]

PORT = 27531
"""The port that programs usually listen at."""
GRACE_S = 10.0
"""How long after its flag a peer's move is still waited for, in seconds."""
MOST_ASIDES = 1000
"""How many messages may come between two moves."""


def address_of(text: str) -> tuple[str, int]:
    """Read HOST or HOST:PORT; an IPv6 address with a port stands in brackets.

    Raises:
        DxpError: for a port that is none, or no host.
    Source:
        DamExchange protocol 1, for the usual port 27531.

    >>> address_of("localhost"), address_of("[::1]:5000")
    (('localhost', 27531), ('::1', 5000))
    """
    host, colon, port = text.strip().rpartition(":")
    if not colon or (text.count(":") > 1 and not text.startswith("[")) or text.endswith("]"):
        host, port = text.strip(), str(PORT)
    if not re.fullmatch("[0-9]{1,5}", port) or not 0 < int(port) < 65536 or not host.strip("[]"):
        raise DxpError(_NO_ADDRESS.format(found=text))
    return host.strip("[]"), int(port)


class DxpLine:
    """A connection over which messages go.

    Source:
        DamExchange protocol 1: frames end with NUL.

    >>> from damiera.engine.dxp.messages import Chat
    >>> ours, theirs = socket.socketpair()
    >>> with DxpLine(ours) as here, DxpLine(theirs) as there:
    ...     here.send(Chat("good luck"))
    ...     there.receive(time.monotonic() + 5.0)
    Chat(text='good luck')
    """

    def __init__(self, link: socket.socket) -> None:
        self._link, self._heard = link, b""

    def __enter__(self) -> DxpLine:
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()

    def hang_up(self) -> None:
        """End the call, also while somebody waits on it: they are told that the peer is gone."""
        with contextlib.suppress(OSError):
            self._link.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """End the call and give its socket back."""
        self._link.close()

    def send(self, message: DxpMessage) -> None:
        """Send a message.

        Raises:
            PeerGone: if the connection is lost.
            DxpSyntaxError: if DXP has no form for the message, see `encode`.
        """
        try:
            self._link.settimeout(GRACE_S)
            self._link.sendall(encode(message))
        except OSError as error:
            raise PeerGone(_GONE.format(why=error.strerror or str(error))) from None

    def receive(self, deadline: float) -> DxpMessage:
        """Return the next message.

        Args:
            deadline: until when to wait for the whole of it, on `time.monotonic`.
        Raises:
            PeerSilent: if it has not come by then.
            PeerGone: if the connection is closed first.
            DxpSyntaxError: for a message that is none, or too long.
        """
        begun = time.monotonic()
        while b"\0" not in self._heard:
            if len(self._heard) > LONGEST:
                raise DxpSyntaxError(f"{len(self._heard)}", self._heard.decode("latin-1"), AT_MOST)
            self._hear(deadline, begun)
        frame, _, self._heard = self._heard.partition(b"\0")
        return decode(frame)

    def _hear(self, deadline: float, begun: float) -> None:
        left = deadline - time.monotonic()
        if left <= 0:
            raise PeerSilent(round(time.monotonic() - begun, 1))
        try:
            self._link.settimeout(left)
            found = self._link.recv(4096)
        except TimeoutError:
            raise PeerSilent(round(time.monotonic() - begun, 1)) from None
        except OSError as error:
            raise PeerGone(_GONE.format(why=error.strerror or str(error))) from None
        if not found:
            raise PeerGone(_GONE.format(why=_HUNG_UP))
        self._heard += found


def connect(host: str, port: int = PORT, timeout_s: float = 10.0) -> DxpLine:
    """Call a follower.

    Args:
        host, port: where it listens.
        timeout_s: how long it may take to answer the call, in seconds.
    Raises:
        PeerGone: if nobody answers there.

    >>> with socket.create_server(("127.0.0.1", 0)) as server, connect(*server.getsockname()) as line:
    ...     type(line).__name__
    'DxpLine'
    """
    try:
        return DxpLine(socket.create_connection((host, port), timeout_s))
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise PeerGone(_NOBODY.format(host=host, port=port, why=why)) from None


_GONE = Message("The connection is lost: {why}.")
_HUNG_UP = Message("the other program has hung up")
_NOBODY = Message("Nobody answers at {host}, port {port}: {why}. Start the other program first, listening.")
_NO_ADDRESS = Message('"{found}" is no address: write HOST or HOST:PORT, with a port from 1 to 65535.')
