"""Rows that are added unless they are there: each database has an insert of its own for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from sqlalchemy import Table
from sqlalchemy.dialects import sqlite

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

__all__ = ["UpsertInsert", "insert_of"]

UpsertInsert: TypeAlias = "postgresql.Insert | sqlite.Insert"


def insert_of(dialect: str, table: Table) -> UpsertInsert:
    """Return the insert of a table that knows `on_conflict_do_nothing` in a database.

    That of PostgreSQL is imported where one is used: a start on SQLite does without 50 ms of a processor.
    """
    if dialect != "postgresql":
        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql

    return postgresql.insert(table)
