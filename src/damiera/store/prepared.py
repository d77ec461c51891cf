"""Statements of which the text is worked out once, not at each use: those of every move and every result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, CursorResult, Delete, Dialect, Insert, Select, Update

__all__ = ["Prepared"]

_Read = Select[Any]


@dataclass(frozen=True, slots=True)
class _Text:
    """The text of a statement in one kind of SQL, and in which order it takes what it is given.

    `names` is None where the driver takes it by name.
    """

    sql: str
    names: tuple[str, ...] | None


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
        row = dict(given) if text.names is None else tuple(given[name] for name in text.names)
        return connection.exec_driver_sql(text.sql, row)

    def _prepare(self, dialect: Dialect) -> _Text:
        compiled = self._statement.compile(dialect=dialect)
        names = tuple(compiled.positiontup) if compiled.positiontup is not None else None
        text = self._texts[dialect.name] = _Text(str(compiled), names)
        return text
