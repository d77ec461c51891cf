"""A NATS server of our own for tests: on a free port of this machine, and nothing of it is kept.

Where `nats-server` is not installed, tests that need it are left out, or fail with DAMIERA_NO_SKIPS.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

__all__ = ["Nats", "serving_nats"]

START_S = 30.0


class Nats:
    """A server that can be ended and started again, on the same port."""

    def __init__(self, program: str) -> None:
        self._program = program
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = int(free.getsockname()[1])
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Start it, and wait until it listens."""
        call = [self._program, "-a", "127.0.0.1", "-p", str(self._port)]
        self._process = subprocess.Popen(call, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + START_S
        while True:
            try:
                socket.create_connection(("127.0.0.1", self._port), 1.0).close()
                return
            except OSError:
                assert time.monotonic() < deadline, "nats-server does not start"
                time.sleep(0.02)

    def stop(self) -> None:
        """End it as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def hold(self) -> None:
        """Have it answer nothing, without going away."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def let_go(self) -> None:
        """Have it answer again."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)


@contextmanager
def serving_nats() -> Iterator[Nats]:
    """Run a server as long as the block lasts."""
    program = shutil.which("nats-server")
    if program is None:
        assert not os.environ.get("DAMIERA_NO_SKIPS"), "no nats-server: install the package `nats-server`"
        pytest.skip("no nats-server on this machine: install the package `nats-server`")
    server = Nats(program)
    server.start()
    try:
        yield server
    finally:
        server.stop()
