"""Statements of which the text is worked out once, not at each use: those of every move and every result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

from sqlalchemy import Connection, CursorResult, Delete, Dialect, Insert, Select, Update

__all__ = ["DirectLine", "Prepared"]

_Read = Select[Any]


class _DriverCursor(Protocol):
    @property
    def rowcount(self) -> int: ...


class _Driver(Protocol):
    """A connection of a driver, sqlite3's or psycopg's."""

    def execute(self, sql: str, given: Sequence[object] | Mapping[str, object], /) -> _DriverCursor: ...


@dataclass(frozen=True, slots=True)
class _Text:
    """The text of a statement in one kind of SQL, and in which order it takes what it is given.

    `names` is None where the driver takes it by name.
    """

    sql: str
    names: tuple[str, ...] | None


class DirectLine:
    """Gives prepared statements straight to the driver of a connection on which a transaction is open.

    What the driver raises is raised as it is.

    Attributes:
        wrote: something was written, or may have been, since this was last set to False.
    """

    def __init__(self, connection: Connection) -> None:
        self.dialect = connection.dialect
        self.wrote = False
        self._driver = cast(_Driver, connection.connection.driver_connection)

    def execute(self, text: _Text, given: Mapping[str, object]) -> int:
        """Execute a statement that writes; return how many rows it wrote."""
        before, self.wrote = self.wrote, True
        rows = self._driver.execute(text.sql, _row(text, given)).rowcount
        self.wrote = before or rows != 0
        return rows


class Prepared:
    """A statement that reads or writes plain text and numbers.

    Args:
        statement: all that differs from use to use is a `bindparam` of it.
    """

    def __init__(self, statement: Insert | Update | Delete | _Read) -> None:
        self._statement = statement
        self._texts: dict[str, _Text] = {}

    def execute(self, connection: Connection, given: Mapping[str, object]) -> CursorResult[*tuple[Any, ...]]:
        """Execute it with what it is given by name; a name that is not given is an error (`KeyError`)."""
        text = self._texts.get(connection.dialect.name) or self._prepare(connection.dialect)
        return connection.exec_driver_sql(text.sql, _row(text, given))

    def write(self, line: Connection | DirectLine, given: Mapping[str, object]) -> int:
        """Execute it as `execute` does, and return how many rows it wrote."""
        if not isinstance(line, DirectLine):
            return self.execute(line, given).rowcount
        return line.execute(self._texts.get(line.dialect.name) or self._prepare(line.dialect), given)

    def _prepare(self, dialect: Dialect) -> _Text:
        compiled = self._statement.compile(dialect=dialect)
        names = tuple(compiled.positiontup) if compiled.positiontup is not None else None
        text = self._texts[dialect.name] = _Text(str(compiled), names)
        return text


def _row(text: _Text, given: Mapping[str, object]) -> tuple[object, ...] | dict[str, object]:
    return dict(given) if text.names is None else tuple([given[name] for name in text.names])
