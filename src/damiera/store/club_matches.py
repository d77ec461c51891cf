"""Matches between clubs, inside one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, insert, or_, select, update

from damiera.records.club_matches import ClubMatchRecord, ClubMatchState
from damiera.store.rows import columns_of, values_of
from damiera.store.schema import club_match

__all__ = ["ClubMatchTable"]

_MATCH: Final = columns_of(club_match, ClubMatchRecord)


class ClubMatchTable:
    """Matches that clubs have asked one another for."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def add(self, match: ClubMatchRecord) -> None:
        """Write a new challenge down."""
        self._db.execute(insert(club_match).values(values_of(match, ClubMatchRecord)))

    def get(self, id: str) -> ClubMatchRecord | None:
        """Return a match, or None."""
        row = self._db.execute(select(*_MATCH).where(club_match.c.id == id)).first()
        return ClubMatchRecord(**row._mapping) if row else None

    def of_club(self, club_id: str, *, limit: int) -> Sequence[ClubMatchRecord]:
        """Return the matches of a club, the newest first."""
        table = club_match
        query = select(*_MATCH).where(or_(table.c.home_id == club_id, table.c.away_id == club_id))
        query = query.order_by(table.c.created_at.desc(), table.c.id).limit(limit)
        return [ClubMatchRecord(**row._mapping) for row in self._db.execute(query)]

    def set_state(
        self,
        id: str,
        state: ClubMatchState,
        *,
        was: Sequence[ClubMatchState],
        answer: str | None = None,
        tournament_id: str | None = None,
    ) -> bool:
        """Let a match be something else; False if it is none of what it `was` any more."""
        more: dict[str, str] = {} if answer is None else {"answer": answer}
        if tournament_id is not None:
            more["tournament_id"] = tournament_id
        known = update(club_match).where(club_match.c.id == id, club_match.c.state.in_(was))
        return self._db.execute(known.values(state=state, **more)).rowcount == 1

    def finish(self, id: str, *, home_points: int, away_points: int) -> None:
        """Keep how a match that was played has ended."""
        known = update(club_match).where(club_match.c.id == id, club_match.c.state.in_(("accepted", "over")))
        self._db.execute(known.values(state="over", home_points=home_points, away_points=away_points))
