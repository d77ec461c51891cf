"""All data in one file: written while the server runs, put back where it ran, checked row by row.

A backup is a SQLite database with the tables of its time, whatever database it was taken from. What is put
back is brought up to this program's schema; a backup of SQLite may so be put back into PostgreSQL, and the
other way. What can be made again (endgame tables, compiled catalogues) is not in it.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, Table, create_engine, func, insert, select, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DatabaseError, OperationalError

from damiera.messages import Message
from damiera.store.database import FILE_NAME, Database, default_data_dir, engine_for, open_store
from damiera.store.errors import (
    DamagedData,
    DataInUse,
    FailingDisk,
    FullDisk,
    NotADatabase,
    NothingStored,
    StoreError,
    TargetNotEmpty,
    UnusableFolder,
    unwritable,
)
from damiera.store.schema import SCHEMA, metadata
from damiera.store.upgrade import create_tables, schema_of, upgrade_copy

__all__ = ["DatabaseFacts", "RestoredData", "back_up", "check_database", "opened_to_read", "restore"]

_ROWS_AT_ONCE: Final = 2_000
_FAULTS_TOLD: Final = 5


@dataclass(frozen=True, slots=True)
class DatabaseFacts:
    """What a database holds.

    Attributes:
        where: the file, or the address without its password.
        schema: the newest migration that its tables have.
        size: bytes of the file; None for a database at an address.
        rows: how many rows each table has.
    """

    where: str
    schema: str
    size: int | None
    rows: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class RestoredData:
    """What came back, and where the data lies that was there before; None if there was none."""

    facts: DatabaseFacts
    before: Path | None


def back_up(where: Path | str | None, to: Path) -> DatabaseFacts:
    """Write all data of a folder or an address into one new file; whoever plays meanwhile plays on.

    The file is written beside its place, checked, and put there whole. It holds one moment of the data.

    Args:
        where: as for `open_store`.
        to: a file that is not there yet, or a folder, where one is made that is named after the time.
    Raises:
        NothingStored: there is no data to keep.
        DamagedData: the copy does not pass its check; nothing is left of it.
        StoreError: the data is not ours, or the file cannot be written.
    """
    target = _new_file(to)
    with _opened(where) as (engine, shown), _unfinished(target) as unfinished:
        with engine.connect() as connection:
            if schema_of(connection, shown) is None:
                raise NothingStored(shown)
        if engine.dialect.name == "sqlite":
            _copy_file(engine, unfinished)
        else:
            _copy_rows(engine, unfinished)
        facts = check_database(unfinished)
        with unfinished.open("rb+") as file:
            os.fsync(file.fileno())
    return DatabaseFacts(str(target), facts.schema, facts.size, facts.rows)


def restore(file: Path, where: Path | str | None, *, now: float | None = None) -> RestoredData:
    """Put a backup in place, and bring it up to this program's tables.

    The database file that was there is kept beside the new one, under a name with the time. A database at an
    address must be empty.

    Args:
        file: what `back_up` wrote, or any database file of ours: a copy from before an upgrade, for one.
        where: as for `open_store`.
        now: seconds since 1970, for the name of what is kept; this moment if not given.
    Raises:
        NotADatabase, NewerSchema, DamagedData: the file cannot be put back; nothing was changed.
        DataInUse: a server has the present data open; nothing was changed.
        TargetNotEmpty: the database at the address has tables; nothing was changed.
        StoreError: the place cannot be written; nothing was changed.
    """
    check_database(file)
    if isinstance(where, str) and "://" in where:
        _restore_rows(file, where)
        return RestoredData(check_database(where), None)
    folder = Path(where) if where else default_data_dir()
    before = _restore_file(file, folder, time.time() if now is None else now)
    open_store(folder).close()  # which gives it its write-ahead log
    return RestoredData(check_database(folder), before)


def check_database(where: Path | str | None) -> DatabaseFacts:
    """Look through a database for damage, and count its rows; nothing is changed.

    Args:
        where: as for `open_store`, or a database file itself. Tables of an earlier schema pass.
    Raises:
        NothingStored: there is no data.
        DamagedData: pages or keys do not fit together; it says which.
        NotADatabase, NewerSchema: it is not ours, or of a later version.
    """
    with _opened(where) as (engine, shown):
        try:
            with engine.connect() as connection:
                schema = schema_of(connection, shown)
                if schema is None:
                    raise NothingStored(shown)
                if engine.dialect.name == "sqlite":
                    _check_pages(connection, shown)
                rows = {name: _count(connection, name) for name in _tables(connection)}
        except DatabaseError as error:
            raise NotADatabase(shown, str(error.orig)) from error
        size = Path(shown).stat().st_size if engine.dialect.name == "sqlite" else None
    return DatabaseFacts(shown, schema, size, rows)


@contextmanager
def opened_to_read(where: Path | str | None) -> Iterator[Database]:
    """Open data to look through it: as it lies if its tables are of today, else a copy brought up to date.

    Raises:
        StoreError: as `check_database` and `open_store` do.
    """
    if check_database(where).schema == SCHEMA:
        store = open_store(where)
        try:
            yield store
        finally:
            store.close()
        return
    with tempfile.TemporaryDirectory(prefix="damiera-") as folder:
        back_up(where, Path(folder) / FILE_NAME)
        store = open_store(folder)
        try:
            yield store
        finally:
            store.close()


def _check_pages(connection: Connection, shown: str) -> None:
    faults = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA integrity_check") if row[0] != "ok"]
    faults += [
        f"{row[0]} {row[1]} -> {row[2]}" for row in connection.exec_driver_sql("PRAGMA foreign_key_check")
    ]
    if faults:
        raise DamagedData(shown, "; ".join(faults[:_FAULTS_TOLD]))


def _tables(connection: Connection) -> list[str]:
    present = connection.dialect.get_table_names(connection)
    return [table.name for table in metadata.sorted_tables if table.name in present]


def _count(connection: Connection, name: str) -> int:
    found: int = connection.execute(select(func.count()).select_from(metadata.tables[name])).scalar_one()
    return found


@contextmanager
def _opened(where: Path | str | None) -> Iterator[tuple[Engine, str]]:
    """Open a database as it is: nothing is made, nothing is brought up to date."""
    if isinstance(where, str) and "://" in where:
        engine, shown = engine_for(where)
    else:
        path = Path(where) if where else default_data_dir()
        file = path if path.is_file() else path / FILE_NAME
        if not file.is_file():
            raise NothingStored(str(file))
        engine, shown = create_engine(URL.create("sqlite", database=str(file))), str(file)
    try:
        yield engine, shown
    except DatabaseError as error:
        raise NotADatabase(shown, str(error.orig)) from error
    finally:
        engine.dispose()


def _new_file(to: Path) -> Path:
    target = to / time.strftime("damiera-%Y%m%d-%H%M%S.sqlite3") if to.is_dir() else to
    if target.exists():
        raise StoreError(str(target), _THERE_ALREADY.format(file=target))
    return target


def _unwritten(error: sqlite3.Error) -> type[FullDisk | FailingDisk | UnusableFolder]:
    """Return what it means that SQLite could not write a file."""
    code = getattr(error, "sqlite_errorcode", None) or 0
    if code == sqlite3.SQLITE_FULL:
        return FullDisk
    return FailingDisk if code & 0xFF == sqlite3.SQLITE_IOERR else UnusableFolder


@contextmanager
def _written(engine: Engine) -> Iterator[Engine]:
    """Give a SQLite file that is written to; what cannot be is told as by SQLite itself."""
    try:
        yield engine
    except OperationalError as error:
        raise (error.orig if isinstance(error.orig, sqlite3.Error) else error) from error
    finally:
        engine.dispose()


@contextmanager
def _unfinished(target: Path) -> Iterator[Path]:
    """Give a file to write beside the target; it takes its place if the block ends well."""
    unfinished = target.with_name(f".{target.name}.{os.getpid()}.sqlite3")
    try:
        yield unfinished
        unfinished.replace(target)
    except OSError as error:
        raise unwritable(str(target.parent), error) from error
    except sqlite3.Error as error:
        raise _unwritten(error)(str(target.parent), str(error)) from error
    finally:
        for beside in ("", "-journal"):  # of an upgrade that came to no end
            with suppress(OSError):
                unfinished.with_name(unfinished.name + beside).unlink(missing_ok=True)


def _copy_file(engine: Engine, to: Path) -> None:
    """Copy a SQLite database at one moment, with what its write-ahead log holds, into one file."""
    source = engine.raw_connection()
    try:
        driver = source.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        with closing(sqlite3.connect(to)) as copy:
            driver.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
    finally:
        source.close()


def _copy_rows(engine: Engine, to: Path) -> None:
    """Write the rows of a database at an address into a SQLite file, all of one moment."""
    moment = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    written = _written(create_engine(URL.create("sqlite", database=str(to))))
    with written as copy, moment.connect() as source, source.begin(), copy.begin() as target:
        create_tables(target)
        _all_rows(source, target)


def _restore_rows(file: Path, address: str) -> None:
    target_engine, shown = engine_for(address)
    try:
        with _present_tables(file) as source_file, target_engine.begin() as target:
            if schema_of(target, shown) is not None:
                raise TargetNotEmpty(shown)
            source = create_engine(URL.create("sqlite", database=str(source_file)))
            try:
                with source.connect() as rows:
                    create_tables(target)
                    _all_rows(rows, target)
                    _count_on(target)
            finally:
                source.dispose()
    except DatabaseError as error:
        raise StoreError(shown, _NOT_PUT_BACK.format(where=shown, why=str(error.orig))) from error
    finally:
        target_engine.dispose()


@contextmanager
def _present_tables(file: Path) -> Iterator[Path]:
    """Give a backup with today's tables: itself, or a copy that is brought up to date."""
    if check_database(file).schema == SCHEMA:
        yield file
        return
    with tempfile.TemporaryDirectory(prefix="damiera-") as folder:  # a backup may be read-only
        back_up(file, Path(folder) / FILE_NAME)
        open_store(folder).close()
        yield Path(folder) / FILE_NAME


def _all_rows(source: Connection, target: Connection) -> None:
    """Copy every table, those that others refer to first."""
    for table in metadata.sorted_tables:
        own = [key.parent.name for key in table.foreign_keys if key.column.table is table]
        later: list[Mapping[str, object]] = []
        found = source.execution_options(stream_results=True).execute(select(table))
        for rows in found.mappings().partitions(_ROWS_AT_ONCE):
            target.execute(insert(table), [{**row, **dict.fromkeys(own)} for row in rows])
            later.extend(dict(row) for row in rows if any(row[name] is not None for name in own))
        for row in later:  # what refers to a row of its own table, which may come after it
            _set(target, table, row, own)


def _set(target: Connection, table: Table, row: Mapping[str, object], names: list[str]) -> None:
    keys = [column == row[column.name] for column in table.primary_key]
    target.execute(table.update().where(*keys).values({name: row[name] for name in names}))


def _count_on(target: Connection) -> None:
    """Let PostgreSQL number new rows after those that came with their numbers."""
    for table in metadata.sorted_tables:
        column = table.autoincrement_column
        if column is not None and target.dialect.name == "postgresql":
            target.execute(
                text(
                    f"SELECT setval(pg_get_serial_sequence('{table.name}', '{column.name}'), "
                    f"(SELECT coalesce(max({column.name}), 0) + 1 FROM {table.name}), false)"
                )
            )


def _restore_file(file: Path, folder: Path, now: float) -> Path | None:
    target, before = folder / FILE_NAME, None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _unfinished(target) as copy:
            engine = create_engine(URL.create("sqlite", database=str(file)))
            try:
                _copy_file(engine, copy)
            finally:
                engine.dispose()
            _bring_up_to_date(copy, str(folder))
            with copy.open("rb+") as written:
                os.fsync(written.fileno())
            if target.exists():
                before = _set_aside(target, now)
    except OSError as error:
        raise unwritable(str(folder), error) from error
    return before


def _bring_up_to_date(copy: Path, shown: str) -> None:
    """Give a copy today's tables before it takes its place: where there is no room, nothing is changed."""
    with _written(create_engine(URL.create("sqlite", database=str(copy)))) as engine:
        upgrade_copy(engine, shown)


def _set_aside(present: Path, now: float) -> Path:
    """Rename the present data, once nobody has it open and its write-ahead log is part of it."""
    stamp = time.strftime("%Y%m%d-%H%M%S", time.localtime(now))
    kept = present.with_name(f"{present.stem}-before-{stamp}{present.suffix}")
    if kept.exists():
        raise StoreError(str(kept), _THERE_ALREADY.format(file=kept))
    if _is_sqlite(present):
        _take_in_log(present)
    present.replace(kept)  # what cannot be read at all is kept as it is
    for log in ("-wal", "-shm"):  # SQLite would play the log of the old data into the new
        beside = present.with_name(present.name + log)
        if beside.exists():
            beside.replace(kept.with_name(kept.name + log))
    return kept


def _is_sqlite(file: Path) -> bool:
    with file.open("rb") as data:
        return data.read(len(_SQLITE)) == _SQLITE


def _take_in_log(present: Path) -> None:
    """Make the write-ahead log part of its database, where nobody has it open; damage is left as it is."""
    with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(present, timeout=0)) as alone:
        try:  # SQLite gives its write-ahead log up only when no other connection is open
            mode = alone.execute("PRAGMA journal_mode=DELETE").fetchone()[0]
        except sqlite3.OperationalError as error:
            raise DataInUse(str(present)) from error
        if mode != "delete":
            raise DataInUse(str(present))


_SQLITE: Final = b"SQLite format 3\0"  # how such a file begins: https://sqlite.org/fileformat.html
_THERE_ALREADY: Final = Message("The file {file} is there already: nothing was written over it.")
_NOT_PUT_BACK: Final = Message("The backup could not be put into {where} ({why}); nothing was changed there.")
