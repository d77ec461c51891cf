"""How a public address answers from outside: its name, its certificate, the server behind it, its sockets."""

from __future__ import annotations

import http.client
import socket
import ssl
import time
from collections.abc import Iterator
from importlib.metadata import version
from typing import Final
from urllib.parse import urlsplit

import msgspec
from websockets.exceptions import InvalidHandshake
from websockets.sync.client import connect
from websockets.typing import Origin

from damiera.cli.machine_check import MachineGrade, MachineReport
from damiera.messages import Message

__all__ = ["check_public"]

_WAIT_S: Final = 10.0
_DAY_S: Final = 86_400
_SHORT_DAYS: Final = 14


def check_public(url: str) -> Iterator[MachineReport]:
    """Ask a server by its public address, as a browser does; what cannot be reached ends it.

    Args:
        url: as `damiera serve --public` has it.
    """
    try:
        told, days = _ask_health(url)
    except (OSError, UnicodeError, http.client.HTTPException, msgspec.DecodeError) as error:
        remedy = Message("See that the name leads here, and that the proxy and the server run.")
        why = getattr(error, "strerror", None) or error
        yield MachineReport("public", MachineGrade.WRONG, Message("{url}: {why}", url=url, why=why), remedy)
        return
    yield _health(url, told)
    if days is not None:
        yield _certificate(days)
    yield _sockets(url)


def _ask_health(url: str) -> tuple[dict[str, object], int | None]:
    """Return what `/healthz` tells, and for how many days the certificate is good."""
    place = urlsplit(url)
    host = place.hostname or ""
    if place.scheme == "https":
        line: http.client.HTTPConnection = http.client.HTTPSConnection(
            host, place.port, timeout=_WAIT_S, context=ssl.create_default_context()
        )
    else:
        line = http.client.HTTPConnection(host, place.port, timeout=_WAIT_S)
    try:
        line.connect()
        days = _days_left(line.sock)
        line.request("GET", "/healthz")
        return msgspec.json.decode(line.getresponse().read(), type=dict[str, object]), days
    finally:
        line.close()


def _days_left(line: socket.socket) -> int | None:
    if not isinstance(line, ssl.SSLSocket):
        return None
    ends = str((line.getpeercert() or {}).get("notAfter", ""))
    return int((ssl.cert_time_to_seconds(ends) - time.time()) // _DAY_S) if ends else None


def _health(url: str, told: dict[str, object]) -> MachineReport:
    if told.get("ok") is not True:
        found = Message("{url} answers, and cannot read or write its data", url=url)
        remedy = Message("See its log, and the room on its disk.")
        return MachineReport("public", MachineGrade.WRONG, found, remedy)
    theirs = str(told.get("version"))
    found = Message("{url} answers: Damiera {version}", url=url, version=theirs)
    if theirs != version("damiera"):
        remedy = Message("It was started before the last update: start it anew.")
        return MachineReport("public", MachineGrade.NOTE, found, remedy)
    return MachineReport("public", MachineGrade.WELL, found)


def _certificate(days: int) -> MachineReport:
    found = Message(
        "its certificate is good for {n} day more",
        plural="its certificate is good for {n} days more",
        n=days,
    )
    if days < _SHORT_DAYS:
        remedy = Message("It should have been renewed by now: see the log of the proxy.")
        return MachineReport("certificate", MachineGrade.NOTE, found, remedy)
    return MachineReport("certificate", MachineGrade.WELL, found)


def _sockets(url: str) -> MachineReport:
    """Open a socket, as every board does; a proxy that was not told of them refuses it."""
    address = url.replace("http", "ws", 1) + "/club/live"
    try:
        with connect(address, origin=Origin(url), open_timeout=_WAIT_S, proxy=None):
            return MachineReport("sockets", MachineGrade.WELL, Message("its sockets open"))
    except (OSError, InvalidHandshake, TimeoutError) as error:
        found = Message("its sockets do not open: {why}", why=error)
        remedy = Message("The proxy has to pass on Upgrade and Connection, and Host: see docs/operate.md.")
        return MachineReport("sockets", MachineGrade.WRONG, found, remedy)
