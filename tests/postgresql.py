"""A PostgreSQL server of the tests' own: in a folder that goes when it ends, on a socket and no port.

Where the machine has no server, or no driver for one, the tests that want it are not there: SQLite is what
the program brings along. `DAMIERA_NO_SKIPS` has them there all the same, and they fail. PostgreSQL does not
run as root, so root lends it to the user who is there for it.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path

from sqlalchemy import create_engine, text

from damiera.store.database import open_store

__all__ = ["BACKENDS", "Postgres", "serving"]

_USERS = ("postgres", "pgsql", "nobody")
_EMPTY = "empty"
_NEW = ("--username=damiera", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync")
_TWO_WAYS = (15,)  # since this version a database is copied by its log, unless asked otherwise
_HASTY = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "shared_buffers=32MB")


def _programs() -> Path | None:
    """Return the folder of `initdb` and `postgres`; Debian keeps them out of the way."""
    kept = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    found = shutil.which("initdb") or (str(kept[0]) if kept else None)
    return Path(found).resolve().parent if found and find_spec("psycopg") else None


PROGRAMS = _programs()
BACKENDS = ("sqlite", "postgresql") if PROGRAMS or os.environ.get("DAMIERA_NO_SKIPS") else ("sqlite",)
"""On which databases a test can run here."""


class Postgres:
    """A running server: every database asked for is new."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = count(1)

    def address(self, database: str) -> str:
        return f"postgresql+psycopg://damiera@/{database}?host={self._folder}"

    def bare(self) -> str:
        """Return the address of a new database with nothing in it."""
        return self._made("template0")

    def ready(self) -> str:
        """Return the address of a new database with all tables; they are made once and copied."""
        return self._made(_EMPTY)

    def prepare(self) -> None:
        """Make the database that `ready` copies."""
        self._run(f"CREATE DATABASE {_EMPTY}")
        open_store(self.address(_EMPTY)).close()

    def stop(self) -> None:
        """End it; whoever is connected is cut."""
        _run("pg_ctl", str(self._folder), "-w", "-m", "fast", "stop", user=_user())

    def start(self) -> None:
        """Start it, as it was if it was before."""
        hasty = [*_HASTY, "listen_addresses=", f"unix_socket_directories={self._folder}"]
        options = " ".join(f"-c {one}" for one in hasty)
        words = ("-w", "-l", f"{self._folder}/log", "-o", options, "start")
        _run("pg_ctl", str(self._folder), *words, user=_user())

    def hold(self) -> None:
        """Have it answer nothing, without going away."""
        self._signal(signal.SIGSTOP)

    def let_go(self) -> None:
        """Have it answer again."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        """Send a signal to the server and to those who work for it: each connection has one."""
        first = int((self._folder / "data" / "postmaster.pid").read_text(encoding="utf-8").split()[0])
        os.kill(first, number)
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                if int(stat.read_text(encoding="utf-8").rpartition(")")[2].split()[1]) == first:
                    os.kill(int(stat.parent.name), number)

    def _made(self, template: str) -> str:
        name = f"test{next(self._numbers)}"
        self._run(f"CREATE DATABASE {name} TEMPLATE {template}", copying=True)
        return self.address(name)

    def _run(self, statement: str, *, copying: bool = False) -> None:
        """Run a statement; a database is copied by its files, which takes half as long as by its log."""
        engine = create_engine(self.address("postgres"), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            version = connection.dialect.server_version_info or ()
            by_files = " STRATEGY file_copy" if copying and version >= _TWO_WAYS else ""
            connection.execute(text(statement + by_files))
        engine.dispose()


@contextmanager
def serving() -> Iterator[Postgres]:
    """Run a server as long as the block lasts."""
    user = _user()
    with tempfile.TemporaryDirectory(prefix="pg", ignore_cleanup_errors=True) as folder:
        if user is not None:
            os.chown(folder, user, -1)
        _run("initdb", folder, *_NEW, user=user)
        server = Postgres(Path(folder))
        server.start()
        try:
            server.prepare()
            yield server
        finally:
            _run("pg_ctl", folder, "-w", "-m", "immediate", "stop", user=user)


def _run(program: str, folder: str, *words: str, user: int | None) -> None:
    """Run one of the server's programs; what it says goes nowhere, since the server would hold it open."""
    assert PROGRAMS is not None, "no initdb, or no psycopg: install PostgreSQL and its driver"
    command = [str(PROGRAMS / program), "-D", f"{folder}/data", *words]
    subprocess.run(command, user=user, cwd=folder, check=True, stdout=subprocess.DEVNULL)


def _user() -> int | None:
    """Return who runs it where we are root; None for ourselves."""
    if os.geteuid():
        return None
    known = {entry.pw_name: entry.pw_uid for entry in pwd.getpwall()}
    return next(known[name] for name in _USERS if name in known)
