"""Between the rows of a table and the records of `damiera.records`: a column is named as its field is."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, Table

__all__ = ["columns_of", "names_of", "values_of"]


def names_of(kind: type[Any]) -> tuple[str, ...]:
    """Return the names of a record's fields, in order."""
    return tuple(kind.__dataclass_fields__)


def columns_of(table: Table, kind: type[Any]) -> tuple[Column[Any], ...]:
    """Return the columns of a table that a record holds, in the order of its fields."""
    return tuple(table.c[name] for name in names_of(kind))


def values_of(record: object, kind: type[Any]) -> dict[str, Any]:
    """Return what a record holds by column; of one that holds more than `kind`, only what `kind` holds."""
    return {name: getattr(record, name) for name in names_of(kind)}
