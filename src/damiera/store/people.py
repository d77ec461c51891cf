"""People of tournaments who have codes of their own, and the browsers that came in with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy import func as sql

from damiera.records.tournaments import EventPersonRecord, EventStaffRecord
from damiera.store.prepared_statements import Prepared
from damiera.store.rows import columns_of
from damiera.store.schema import tournament_member, tournament_person

__all__ = ["EventPeopleTable"]

_PERSON: Final = columns_of(tournament_person, EventPersonRecord)
_STAFF: Final = Prepared(
    select(
        tournament_member.c.player_id,
        tournament_person.c.id,
        tournament_person.c.name,
        tournament_person.c.role,
        tournament_person.c.withdrawn_at,
    )
    .join(tournament_person, tournament_person.c.id == tournament_member.c.person_id)
    .where(tournament_member.c.tournament_id == bindparam("b_id"))
    .order_by(tournament_member.c.at, tournament_member.c.player_id)
)


class EventPeopleTable:
    """Who has which code, inside one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def add(self, record: EventPersonRecord, code_hash: str) -> None:
        """Add somebody with the hash of their code."""
        row = {
            "id": record.id,
            "tournament_id": record.tournament_id,
            "name": record.name,
            "role": record.role,
            "since": record.since,
            "withdrawn_at": record.withdrawn_at,
        }
        self._db.execute(insert(tournament_person).values(**row, code_hash=code_hash))

    def get(self, id: str) -> EventPersonRecord | None:
        """Return somebody, or None."""
        row = self._db.execute(select(*_PERSON).where(tournament_person.c.id == id)).first()
        return EventPersonRecord(*row) if row else None

    def by_code(self, code_hash: str) -> EventPersonRecord | None:
        """Return whose code this is; None where it is nobody's, or withdrawn."""
        table = tournament_person
        query = select(*_PERSON).where(table.c.code_hash == code_hash, table.c.withdrawn_at.is_(None))
        row = self._db.execute(query).first()
        return EventPersonRecord(*row) if row else None

    def of(self, tournament_id: str) -> Sequence[EventPersonRecord]:
        """Return all who ever had a code, in the order in which they got it."""
        table = tournament_person
        query = select(*_PERSON).where(table.c.tournament_id == tournament_id)
        return [
            EventPersonRecord(*row) for row in self._db.execute(query.order_by(table.c.since, table.c.id))
        ]

    def renew(self, id: str, *, code_hash: str, at: int) -> None:
        """Give somebody another code; the browsers that came in with the one before are out."""
        table = tournament_person
        self._db.execute(update(table).where(table.c.id == id).values(code_hash=code_hash, since=at))
        self._db.execute(delete(tournament_member).where(tournament_member.c.person_id == id))

    def withdraw(self, id: str, *, at: int) -> bool:
        """Let a code open nothing any more; False if it did not already."""
        table = tournament_person
        step = update(table).where(table.c.id == id, table.c.withdrawn_at.is_(None))
        return self._db.execute(step.values(withdrawn_at=at)).rowcount == 1

    def bind(self, tournament_id: str, *, player_id: str, person_id: str, at: int) -> None:
        """Let a browser act for somebody; it acts for nobody else in this tournament then."""
        self.unbind(tournament_id, player_id=player_id)
        row = {"tournament_id": tournament_id, "player_id": player_id, "person_id": person_id, "at": at}
        self._db.execute(insert(tournament_member).values(**row))

    def unbind(self, tournament_id: str, *, player_id: str) -> None:
        """Let a browser act for nobody."""
        table = tournament_member
        self._db.execute(
            delete(table).where(table.c.tournament_id == tournament_id, table.c.player_id == player_id)
        )

    def staff(self, tournament_id: str) -> Sequence[EventStaffRecord]:
        """Return the browsers that have come in, whose they are, and whether the code still holds."""
        return [
            EventStaffRecord(player, id, name, role, withdrawn is not None)
            for player, id, name, role, withdrawn in _STAFF.execute(self._db, {"b_id": tournament_id})
        ]

    def devices(self, tournament_id: str) -> Mapping[str, int]:
        """Return how many browsers act for each, by their id; nobody with none is named."""
        table = tournament_member
        query = (
            select(table.c.person_id, sql.count())
            .where(table.c.tournament_id == tournament_id)
            .group_by(table.c.person_id)
        )
        return {str(id): int(n) for id, n in self._db.execute(query)}
