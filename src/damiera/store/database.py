"""Opening the database, and one transaction at a time.

`open_store` finds the place, checks that it is ours and brings its tables up to date; `Database.read` and
`Database.write` are transactions. A second process may open the same data: writers queue in the database, and
what one has committed the next one sees.

SQLite keeps a write-ahead log with `synchronous=FULL`: what is committed is on the disk, and outlives the
death of the program and of the machine. Waiting for the disk costs more than all else, so `Database.together`
lets many transactions wait for it once.
"""

from __future__ import annotations

import os
import re
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final, Generic, TypeVar

import platformdirs
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    DisconnectionError,
    NoSuchModuleError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from damiera.messages import Message
from damiera.store.accounts import AccountTable
from damiera.store.analyses import AnalysisTable
from damiera.store.archive import ArchiveTable
from damiera.store.arenas import ArenaTable
from damiera.store.bots import BotTable
from damiera.store.chat import ChatTable
from damiera.store.club_matches import ClubMatchTable
from damiera.store.contacts import ContactTable
from damiera.store.displays import DisplayTable
from damiera.store.errors import (
    FailingDisk,
    FullDisk,
    NotADatabase,
    NotTogether,
    UnreachableDatabase,
    UnusableFolder,
    unwritable,
)
from damiera.store.explorer import ExplorerTable
from damiera.store.federation import FederationTable
from damiera.store.friends import FriendTable
from damiera.store.games import GameTable
from damiera.store.imports import ImportTable
from damiera.store.learning import LearningTable
from damiera.store.member_clubs import MemberClubTable
from damiera.store.openid import OpenIdTable
from damiera.store.passkeys import PasskeyTable
from damiera.store.people import EventPeopleTable
from damiera.store.phones import PhoneTable
from damiera.store.players import PlayerTable
from damiera.store.prepared_statements import DirectLine
from damiera.store.push_devices import PushDeviceTable
from damiera.store.ratings import RatingTable
from damiera.store.studies import StudyTable
from damiera.store.tournaments import TournamentTable
from damiera.store.upgrade import bring_up_to_date
from damiera.store.vacations import VacationTable
from damiera.store.workers import WorkerTable

__all__ = ["Database", "DatabaseTransaction", "default_data_dir", "engine_for", "open_store"]

T = TypeVar("T")

FILE_NAME: Final = "damiera.sqlite3"
BUSY_TIMEOUT_MS: Final = 10_000
SYNCHRONOUS = "FULL"
"""How SQLite waits for the disk; tests that want time rather than safety set `NORMAL`."""
_NO_PORT: Final = Message("what follows the last colon is no number of a port")
_READ_ONLY: Final = Message("read-only")
_FULL: Final = ("disk is full", "No space left")
"""What SQLite and PostgreSQL say where there is no room."""
_USED_AT: Final = "damiera_used_at"
_IDLE_S: Final = 1.0
"""Seconds after which a connection is tried before it is used again; trying each costs more than it saves."""
_WRITES: Final = "damiera_writes"
_READS: Final[dict[str, dict[str, object]]] = {
    "sqlite": {_WRITES: False},
    "postgresql": {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True},
}
"""What makes a transaction see one moment of the data and never wait."""


class _TableOf(Generic[T]):
    """A table of a transaction, made when it is first spoken to."""

    def __init__(self, kind: Callable[[Connection], T]) -> None:
        self._kind = kind
        self._name = ""

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = name

    def __get__(self, work: DatabaseTransaction, _owner: type) -> T:
        made = work.__dict__[self._name] = self._kind(work.connection)
        return made


class DatabaseTransaction:
    """One transaction, seen as the tables a use case speaks to."""

    players = _TableOf(PlayerTable)
    archive = _TableOf(ArchiveTable)
    arenas = _TableOf(ArenaTable)
    imports = _TableOf(ImportTable)
    tournaments = _TableOf(TournamentTable)
    phones = _TableOf(PhoneTable)
    event_people = _TableOf(EventPeopleTable)
    analyses = _TableOf(AnalysisTable)
    explorer = _TableOf(ExplorerTable)
    studies = _TableOf(StudyTable)
    learning = _TableOf(LearningTable)
    accounts = _TableOf(AccountTable)
    ratings = _TableOf(RatingTable)
    displays = _TableOf(DisplayTable)
    chat = _TableOf(ChatTable)
    workers = _TableOf(WorkerTable)
    federation = _TableOf(FederationTable)
    friends = _TableOf(FriendTable)
    member_clubs = _TableOf(MemberClubTable)
    club_matches = _TableOf(ClubMatchTable)
    contacts = _TableOf(ContactTable)
    passkeys = _TableOf(PasskeyTable)
    openid = _TableOf(OpenIdTable)
    bots = _TableOf(BotTable)
    vacations = _TableOf(VacationTable)
    push_devices = _TableOf(PushDeviceTable)

    def __init__(self, connection: Connection, direct: DirectLine | None = None) -> None:
        self.connection = connection
        self.games = GameTable(connection, direct)
        self._then: list[Callable[[], None]] = []

    def when_stored(self, then: Callable[[], None]) -> None:
        """Have something done once this transaction is kept; never if it is not. It must not raise."""
        self._then.append(then)

    def tell_stored(self) -> None:
        """Do what was to be done then."""
        for then in self._then:
            then()


class _Shared:
    """A connection on which several transactions are kept together, again and again.

    Args:
        connection: nothing else uses it.
    """

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.line = DirectLine(connection)
        event.listen(connection, "before_cursor_execute", self._note)

    def _note(self, _connection: object, _cursor: object, sql: str, *_given: object) -> None:
        """Take note of what is written past the direct line."""
        self.line.wrote = self.line.wrote or not sql.startswith("SELECT")


class _Together(threading.local):
    """What a thread writes on for several, whether a block is open, and what waits for its end."""

    def __init__(self) -> None:
        self.shared: _Shared | None = None
        self.is_open = False
        self.parts: list[DatabaseTransaction] = []


class Database:
    """An open database. Safe to share between threads: each transaction has its own connection."""

    def __init__(self, engine: Engine, where: str) -> None:
        self._engine = engine
        self._reader = engine.execution_options(**_READS[engine.dialect.name])
        self.where = where
        self._together = _Together()
        self._kept: set[_Shared] = set()
        self._lock = threading.Lock()
        self._looking: PoolProxiedConnection | None = None
        self._looks = threading.Lock()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Keep all that this thread writes inside the block at its end, waiting for the disk once.

        A `write` that raises leaves nothing of itself, and the others are kept; what they wait for
        (`when_stored`) is done when all are kept. If the block raises, or cannot be kept, nothing is.

        Raises:
            StoreError: as `write` does.
        """
        here = self._together
        try:
            with self._in_words():
                shared = here.shared = here.shared or self._share()
                with shared.connection.begin():
                    here.is_open, here.parts = True, []
                    try:
                        yield
                    finally:
                        here.is_open = False
        except BaseException:  # the connection may be one no more
            self._let_go(here)
            raise
        for part in here.parts:
            part.tell_stored()

    def _share(self) -> _Shared:
        shared = _Shared(self._engine.connect())
        with self._lock:
            self._kept.add(shared)
        return shared

    def _let_go(self, here: _Together) -> None:
        shared, here.shared = here.shared, None
        if shared is not None:
            with self._lock:
                self._kept.discard(shared)
            shared.connection.close()

    @contextmanager
    def read(self) -> Iterator[DatabaseTransaction]:
        """Open a transaction that sees one moment of the data and never waits for a writer.

        Raises:
            StoreError: if the database can be used no longer.
        """
        with self._in_words(), self._reader.connect() as connection, connection.begin():
            yield DatabaseTransaction(connection)

    @contextmanager
    def write(self, *, bare: bool = False) -> Iterator[DatabaseTransaction]:
        """Open a transaction that commits at the end of the block, or leaves nothing if it raises.

        Args:
            bare: the block raises, if it does, before it writes anything. Kept with others (`together`) it
                costs less then; should it raise later all the same, none of them is kept.
        Raises:
            StoreError: if the database can be used no longer, on a full disk for one; nothing is stored.
            NotTogether: of a bare block in `together`, which is to raise it on.
        """
        here = self._together
        if here.is_open and here.shared is not None:
            with self._in_words():
                yield from self._write_bare(here.shared) if bare else self._write_part(here.shared)
            return
        with self._in_words(), self._engine.begin() as connection:
            part = DatabaseTransaction(connection)
            yield part
        part.tell_stored()

    def changes(self) -> int | None:
        """Return a number that is another one once anybody has stored anything, in any process.

        None where the database does not tell. SQLite tells a connection of what all others do
        (`PRAGMA data_version`); so this one does nothing else.
        """
        if self._engine.dialect.name != "sqlite":
            return None
        with self._looks:
            try:
                if self._looking is None:
                    self._looking = self._engine.raw_connection()
                return int(self._looking.cursor().execute("PRAGMA data_version").fetchone()[0])
            except (sqlite3.Error, SQLAlchemyError):  # whoever reads meets it, too
                self._look_no_more()
                return None

    def _look_no_more(self) -> None:
        looking, self._looking = self._looking, None
        if looking is not None:
            with suppress(sqlite3.Error, SQLAlchemyError):
                looking.close()

    def try_to_write(self) -> None:
        """Write something that changes nothing, to see whether a move could be kept.

        Raises:
            StoreError: if it could not.
        """
        with self._in_words(), self._engine.begin() as connection:
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")

    def _write_part(self, shared: _Shared) -> Iterator[DatabaseTransaction]:
        """Write one of several; if it raises, the others are kept."""
        part = DatabaseTransaction(shared.connection)
        shared.connection.exec_driver_sql("SAVEPOINT part")
        try:
            yield part
        except BaseException:
            shared.connection.exec_driver_sql("ROLLBACK TO SAVEPOINT part")
            raise
        shared.connection.exec_driver_sql("RELEASE SAVEPOINT part")
        self._together.parts.append(part)

    def _write_bare(self, shared: _Shared) -> Iterator[DatabaseTransaction]:
        """Write one of several, without a savepoint to go back to."""
        part, shared.line.wrote = DatabaseTransaction(shared.connection, shared.line), False
        try:
            yield part
        except Exception as error:
            if shared.line.wrote or isinstance(error, SQLAlchemyError):
                raise NotTogether(self.where, error) from error
            raise
        self._together.parts.append(part)

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        """Have a database that can be used no longer tell so as `open_store` does."""
        try:
            yield
        except OperationalError as error:
            told = _unusable(self._engine.url, self.where, error)
            if isinstance(told, NotADatabase):  # it was ours when it was opened: the trouble is another
                raise
            raise told from error

    def close(self) -> None:
        """Close every connection."""
        with self._looks:
            self._look_no_more()
        with self._lock:
            kept, self._kept = self._kept, set()
        for shared in kept:
            shared.connection.close()
        self._engine.dispose()


def default_data_dir() -> Path:
    """Return the folder where this user's data is kept when none is named."""
    return platformdirs.user_data_path("damiera", appauthor=False)


def open_store(where: Path | str | None = None) -> Database:
    """Open the data in a folder (made if it is not there) or at a database address.

    Args:
        where: a folder, an SQLAlchemy address such as `postgresql+psycopg://host/name`, or None for the
            user's own data folder.
    Raises:
        StoreError: the folder cannot be written, the file is not ours, it was written by a later version,
            or the address cannot be reached. Nothing has been changed then.
    """
    url = _address(where)
    shown = _shown(url)
    engine = _engine(url, shown)
    try:
        bring_up_to_date(engine, shown)
    except DatabaseError as error:
        engine.dispose()
        raise _unusable(url, shown, error) from error
    except BaseException:
        engine.dispose()
        raise
    return Database(engine, shown)


def engine_for(address: str) -> tuple[Engine, str]:
    """Return what connects to a database address, and how to call it in messages; nothing is looked at yet.

    Raises:
        UnreachableDatabase: if it is no address of a database that we use.
    """
    url = _address(address)
    return _engine(url, _shown(url)), _shown(url)


def _shown(url: URL) -> str:
    return url.database if url.get_backend_name() == "sqlite" and url.database else url.render_as_string()


def _address(where: Path | str | None) -> URL:
    if isinstance(where, str) and "://" in where:
        try:
            url = make_url(where)
        except ArgumentError as error:
            raise UnreachableDatabase(_without_password(where), _first_line(error)) from error
        except ValueError as error:
            raise UnreachableDatabase(_without_password(where), _NO_PORT) from error
        return url.set(drivername="postgresql+psycopg") if url.drivername == "postgresql" else url
    folder = Path(where) if where else default_data_dir()
    _prepare(folder)
    return URL.create("sqlite", database=str(folder / FILE_NAME))


def _without_password(address: str) -> str:
    """Return an address that nothing else could read, to be shown."""
    return re.sub(r"(?<=://)([^/@:]*):.*@", r"\1:***@", address)


def _prepare(folder: Path) -> None:
    """Make the folder, and make sure that files can be made in it: the write-ahead log is one."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(str(folder), error) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UnusableFolder(str(folder), _READ_ONLY)
    file = folder / FILE_NAME
    if file.exists() and not os.access(file, os.R_OK | os.W_OK):
        raise UnusableFolder(str(file), _READ_ONLY)


def _engine(url: URL, shown: str) -> Engine:
    if url.get_backend_name() not in _READS:
        raise UnreachableDatabase(shown, Message("use sqlite or postgresql"))
    try:
        engine = create_engine(url)
    except (ArgumentError, NoSuchModuleError, ImportError) as error:
        raise UnreachableDatabase(shown, _first_line(error)) from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up_connection)
        event.listen(engine, "begin", _begin)
    else:
        event.listen(engine, "checkin", _note_use)
        event.listen(engine, "checkout", partial(_try_idle, engine))
    return engine


def _note_use(_connection: object, record: ConnectionPoolEntry) -> None:
    record.info[_USED_AT] = time.monotonic()


def _try_idle(
    engine: Engine, connection: DBAPIConnection, record: ConnectionPoolEntry, _proxy: object
) -> None:
    """See whether a connection that was idle is still one: the server may have been started anew.

    The pool makes another then, and nobody notices.
    """
    if time.monotonic() - record.info.get(_USED_AT, time.monotonic()) < _IDLE_S:
        return
    try:
        engine.dialect.do_ping(connection)
    except Exception as error:
        raise DisconnectionError from error


def _set_up_connection(connection: sqlite3.Connection, _record: object) -> None:
    """Take transactions into our own hands and set what SQLite forgets between connections."""
    connection.isolation_level = None
    for pragma in (f"synchronous={SYNCHRONOUS}", "foreign_keys=ON", f"busy_timeout={BUSY_TIMEOUT_MS}"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    """Begin; a writer asks for the right to write at once, so that it never fails half-way."""
    writes = connection.get_execution_options().get(_WRITES, True)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _unusable(
    url: URL, shown: str, error: SQLAlchemyError
) -> UnusableFolder | FullDisk | FailingDisk | NotADatabase | UnreachableDatabase:
    why = _first_line(getattr(error, "orig", None) or error)
    if any(words in why for words in _FULL):
        return FullDisk(shown, why)
    if url.get_backend_name() != "sqlite":
        return UnreachableDatabase(shown, why)
    if "disk I/O" in why:
        return FailingDisk(shown, why)
    if any(word in why for word in ("readonly", "unable to open")):
        return UnusableFolder(shown, why)
    return NotADatabase(shown, why)


def _first_line(error: BaseException) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
