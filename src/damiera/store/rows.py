"""Between the rows of a table and the records of `damiera.records`: a column is named as its field is."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from sqlalchemy import Column, Table

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = ["columns_of", "names_of", "values_of"]


def names_of(kind: type[DataclassInstance]) -> tuple[str, ...]:
    """Return the names of a record's fields, in order."""
    return tuple(field.name for field in fields(kind))


def columns_of(table: Table, kind: type[DataclassInstance]) -> tuple[Column[Any], ...]:
    """Return the columns of a table that a record holds, in the order of its fields."""
    return tuple(table.c[name] for name in names_of(kind))


def values_of(record: object, kind: type[DataclassInstance]) -> dict[str, object]:
    """Return what a record holds by column; of one that holds more than `kind`, only what `kind` holds."""
    return {name: getattr(record, name) for name in names_of(kind)}
