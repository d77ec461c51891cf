"""Bring the tables of a database up to this program's schema, one process at a time.

The migrations are in `migrations/versions`; each is one step, applied in one transaction together with all
that are missing, so that a failed upgrade leaves the old tables. A database with nothing in it gets today's
tables at once, which are what the migrations lead to.
"""

from __future__ import annotations

import os
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import OperationalError

from damiera.messages import Message
from damiera.store.errors import NewerSchema, NotADatabase
from damiera.store.schema import SCHEMA, metadata

__all__ = ["MIGRATIONS", "bring_up_to_date", "create_tables", "schema_of", "upgrade"]

MIGRATIONS: Final = Path(__file__).parent / "migrations"
LOCK_KEY: Final = 0x64616D6965726100  # any fixed number: the name of our lock in PostgreSQL
_PATIENCE_S: Final = 10.0
_VERSION: Final = "alembic_version"  # other programs keep theirs in a table of this name too
_REVISION: Final = re.compile(r"\d{4}")
_ALWAYS: Final = frozenset({"player", "session", "game", "seat", "move"})
"""Tables that every revision has: by them a database is known to be ours."""


def bring_up_to_date(engine: Engine, where: str) -> None:
    """Make the tables of an empty database, or apply the migrations that are missing, if any.

    Before a file of an older program is changed, a copy of it is kept beside it, named after its schema:
    `damiera-schema-0010.sqlite3`. Of a database at an address its owner keeps copies.

    Args:
        where: the place, for messages.
    Raises:
        sqlalchemy.exc.OperationalError: there is no room for the copy; nothing is changed then.
        NewerSchema: the data comes from a later program.
        NotADatabase: it is a database, but of something else.
    """
    with engine.begin() as connection:
        found = schema_of(connection, where)
    if engine.dialect.name == "sqlite":
        _keep_write_ahead_log(engine)
    if found == SCHEMA:
        return
    with engine.connect() as connection, _rows_held_together_by_us(connection), connection.begin():
        _lock(connection)
        found = schema_of(connection, where)
        if found is None:
            create_tables(connection)
        elif found != SCHEMA:
            if engine.dialect.name == "sqlite" and engine.url.database:
                _keep_a_copy(engine, Path(engine.url.database), found)  # while nobody else can write
            upgrade(connection)


def upgrade_copy(engine: Engine, where: str) -> None:
    """Apply the migrations that are missing in a file that is a copy itself: no other is kept of it.

    Raises:
        NewerSchema, NotADatabase: as `bring_up_to_date`.
    """
    with engine.connect() as connection, _rows_held_together_by_us(connection), connection.begin():
        if schema_of(connection, where) != SCHEMA:
            upgrade(connection)


def create_tables(connection: Connection) -> None:
    """Make today's tables, and note their revision where the migrations will look for it."""
    metadata.create_all(connection, checkfirst=False)
    connection.exec_driver_sql(
        f"CREATE TABLE IF NOT EXISTS {_VERSION} "
        f"(version_num VARCHAR(32) NOT NULL, CONSTRAINT {_VERSION}_pkc PRIMARY KEY (version_num))"
    )
    connection.exec_driver_sql(f"DELETE FROM {_VERSION}")
    connection.exec_driver_sql(f"INSERT INTO {_VERSION} (version_num) VALUES ('{SCHEMA}')")


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Run the migrations up to `revision` inside the caller's transaction."""
    from alembic import command  # a tenth of a second to import, and needed only when something is missing
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


@contextmanager
def _rows_held_together_by_us(connection: Connection) -> Iterator[None]:
    """Keep SQLite from removing the rows that refer to a table which a migration makes anew.

    SQLite changes a table by copying it, and taking the old one away would take its games' moves along. This
    is the procedure it recommends; the switch does nothing within a transaction.
    """
    if connection.dialect.name != "sqlite":
        yield
        return
    driver = connection.connection.driver_connection
    assert driver is not None
    driver.execute("PRAGMA foreign_keys=OFF")
    try:
        yield
    finally:
        driver.execute("PRAGMA foreign_keys=ON")


def _keep_a_copy(engine: Engine, file: Path, found: str) -> None:
    """Copy the file, with what its write-ahead log holds; a copy that is there already stays as it is."""
    copy = file.with_name(f"{file.stem}-schema-{found}{file.suffix}")
    if copy.exists():
        return
    unfinished = copy.with_name(f"{copy.name}.{os.getpid()}")
    unfinished.unlink(missing_ok=True)
    connection = engine.raw_connection()  # what SQLAlchemy begins would be a transaction
    try:
        connection.cursor().execute("VACUUM INTO ?", (str(unfinished),))
        unfinished.replace(copy)
    except sqlite3.Error as error:
        raise OperationalError("VACUUM INTO", None, error) from error
    finally:
        connection.close()
        unfinished.unlink(missing_ok=True)


def _lock(connection: Connection) -> None:
    """Wait for any other process that is upgrading; SQLite's writers wait for one another already."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK_KEY})


def schema_of(connection: Connection, where: str) -> str | None:
    """Return the revision of the tables; None where there are none, or none of them is left.

    Raises:
        NewerSchema: they come from a later program.
        NotADatabase: they are not ours.
    """
    tables = set(inspect(connection).get_table_names())
    if tables <= {_VERSION}:
        return None
    found = _version(connection) if _VERSION in tables else None
    if found is None or not _REVISION.fullmatch(found) or not tables >= _ALWAYS:
        raise NotADatabase(where, Message("its tables are not ours"))
    if found > SCHEMA:
        raise NewerSchema(where, found, SCHEMA)
    return found


def _version(connection: Connection) -> str | None:
    found: str | None = connection.execute(text(f"SELECT version_num FROM {_VERSION}")).scalar()
    return found


def _keep_write_ahead_log(engine: Engine) -> None:
    """Switch the file to a write-ahead log; SQLite does not wait here of itself, so we do."""
    deadline = time.monotonic() + _PATIENCE_S
    while True:
        connection = engine.raw_connection()
        try:
            connection.cursor().execute("PRAGMA journal_mode=WAL")
            return
        except Exception as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise OperationalError("PRAGMA journal_mode=WAL", None, error) from error
        finally:
            connection.close()
        time.sleep(0.02)
