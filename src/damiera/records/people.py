"""People who have done something here."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["PlayerRecord"]


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A person who has done something here; a guest until they ask for more."""

    id: str
    name: str
    created_at: int
