"""Matches between clubs as they are kept. Times are milliseconds since 1970, UTC."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["ClubMatchRecord", "ClubMatchState"]

ClubMatchState = Literal["offered", "declined", "withdrawn", "accepted", "called-off", "over"]
"""What has become of a challenge; the boards of an `accepted` one are those of its event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubMatchRecord:
    """A match that one club asks another for.

    Attributes:
        home_id, away_id: the club that asks and the other; None once one is closed. Their names stay.
        created_by: who asked; None once their account is gone.
        terms: what is asked for, as JSON.
        words, answer: what the two clubs have said about it; may be empty.
        tournament_id: its event once it is accepted; None before.
        home_points, away_points: the points on all boards, once it is over.

    >>> ClubMatchRecord(
    ...     id="m1", home_id="c1", away_id="c2", home_name="Livorno", away_name="Pisa", created_by="p1",
    ...     terms="{}", words="", answer="", state="offered", tournament_id=None, home_points=0,
    ...     away_points=0, created_at=1,
    ... ).state
    'offered'
    """

    id: str
    home_id: str | None
    away_id: str | None
    home_name: str
    away_name: str
    created_by: str | None
    terms: str
    words: str
    answer: str
    state: ClubMatchState
    tournament_id: str | None
    home_points: int
    away_points: int
    created_at: int
