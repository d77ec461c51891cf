"""A server of our own in a process of its own, to be measured, killed and started again."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

from damiera.errors import DamieraError
from damiera.messages import Message

__all__ = ["OwnServer", "ServerNotStarted"]

_STOP_S = 20.0


class ServerNotStarted(DamieraError):
    """The server to be measured did not start."""

    def __init__(self) -> None:
        self.message = Message("The server to be measured did not start.")
        super().__init__(self.message.text("en"))


class OwnServer:
    """A server on a free port of this machine, with the data of a folder.

    It has the same port each time it is started.

    Args:
        folder: of its data.
        database: an address for its data instead.
        nats: by which it tells other workers with that database.
        core: the core that it is kept on, where the system can do that.
    """

    def __init__(
        self, folder: Path, database: str | None = None, core: int | None = None, *, nats: str | None = None
    ) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])
        self._folder = folder
        self._database = database
        self._core = core
        self._nats = nats
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """Its process."""
        assert self._process is not None
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it runs."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start it, and wait until it listens.

        Raises:
            ServerNotStarted: if it ends instead.
        """
        call = [sys.executable, "-m", "damiera", "serve", "--port", str(self.port), "--no-browser"]
        call += ["--data", str(self._folder)] + (["--database", self._database] if self._database else [])
        call += ["--nats", self._nats] if self._nats else []
        # a Ctrl-C is for us alone, who stop it once we have no use for it
        self._process = subprocess.Popen(call, stdout=subprocess.PIPE, text=True, start_new_session=True)
        if self._core is not None and hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(self._process.pid, {self._core})
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if self.url in line:
                return
        self.kill()
        raise ServerNotStarted

    def kill(self) -> None:
        """End it as a power cut would: it can do nothing about it."""
        if self._process is not None:
            self._process.kill()
            self._wait()

    def stop(self) -> None:
        """End it as an operator does."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(_STOP_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._wait()

    def _wait(self) -> None:
        assert self._process is not None
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
