"""Arenas as they are kept."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ArenaLineRecord", "ArenaRecord"]


@dataclass(frozen=True, slots=True)
class ArenaRecord:
    """An arena: who made it, by what terms (JSON), and how many lines tell what happened in it.

    >>> ArenaRecord("a1", None, "{}", version=0, over=0, created_at=0).over
    0
    """

    id: str
    created_by: str | None
    terms: str
    version: int
    over: int
    created_at: int


@dataclass(frozen=True, slots=True)
class ArenaLineRecord:
    """What happened in an arena, at a time in milliseconds since 1970.

    >>> ArenaLineRecord(1, 0, "{}").seq
    1
    """

    seq: int
    at: int
    body: str
