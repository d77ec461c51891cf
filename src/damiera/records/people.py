"""People who have done something here."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["PlayerRecord"]


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A person who has done something here; a guest until they ask for more.

    Attributes:
        id: what stands for them in games and archives.
        name: what they are called; they may change it.
        created_at: when they did the first thing that was kept, in milliseconds since 1970.

    >>> PlayerRecord("p1", "Anna", 1_700_000_000_000).name
    'Anna'
    """

    id: str
    name: str
    created_at: int
