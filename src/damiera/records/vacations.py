"""When somebody was away, as it is kept."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["VacationRecord"]


@dataclass(frozen=True, slots=True)
class VacationRecord:
    """A vacation of somebody's, from the moment it began to its end, in milliseconds since 1970.

    Whoever came back early has the end that it had.

    >>> away = VacationRecord("p1", 1, 1_700_000_000_000, 1_700_259_200_000)
    >>> (away.until_at - away.begun_at) // 86_400_000  # days
    3
    """

    player_id: str
    number: int
    begun_at: int
    until_at: int
