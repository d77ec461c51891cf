"""Clubs that accounts belong to, inside one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, Row, Select, and_, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from damiera.records.member_clubs import (
    ClubEventRecord,
    ClubMemberRecord,
    ClubNoteRecord,
    ClubRole,
    MemberClubRecord,
)
from damiera.store.rows import columns_of, values_of
from damiera.store.schema import (
    member_club,
    member_club_event,
    member_club_member,
    member_club_note,
    player,
)

__all__ = ["MemberClubTable"]

_COUNT: Final = (
    select(func.count())
    .where(member_club_member.c.club_id == member_club.c.id, member_club_member.c.role != "asking")
    .correlate(member_club)
    .scalar_subquery()
)
_CLUB: Final = (
    member_club.c.id,
    member_club.c.name,
    member_club.c.name_key,
    member_club.c.about,
    member_club.c.key,
    member_club.c.created_at,
    _COUNT.label("members"),
)
_NOTE: Final = columns_of(member_club_note, ClubNoteRecord)
_EVENT: Final = columns_of(member_club_event, ClubEventRecord)


class MemberClubTable:
    """Clubs with their members, notes and events."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def add(self, club: MemberClubRecord) -> bool:
        """Write a new club down; False if another is called so, or was quicker."""
        row = {
            "id": club.id,
            "name": club.name,
            "name_key": club.name_key,
            "about": club.about,
            "key": club.key,
            "created_at": club.created_at,
        }
        try:
            with self._db.begin_nested():
                self._db.execute(insert(member_club).values(**row))
        except IntegrityError:
            return False
        return True

    def get(self, id: str) -> MemberClubRecord | None:
        """Return a club, or None."""
        return self._one(select(*_CLUB).where(member_club.c.id == id))

    def by_key(self, key: str) -> MemberClubRecord | None:
        """Return the club whose link has a key, or None."""
        return self._one(select(*_CLUB).where(member_club.c.key == key)) if key else None

    def named(self, name_key: str) -> MemberClubRecord | None:
        """Return the club of a compared name, or None."""
        return self._one(select(*_CLUB).where(member_club.c.name_key == name_key))

    def _one(self, query: Select[Any]) -> MemberClubRecord | None:
        row = self._db.execute(query).first()
        return _club(row) if row else None

    def all(self, *, words: str, limit: int) -> Sequence[MemberClubRecord]:
        """Return clubs whose compared name has some letters, those with most members first."""
        query = select(*_CLUB)
        if words:
            query = query.where(member_club.c.name_key.contains(words, autoescape=True))
        query = query.order_by(_COUNT.desc(), member_club.c.name_key).limit(limit)
        return [_club(row) for row in self._db.execute(query)]

    def of_player(self, player_id: str) -> Sequence[tuple[MemberClubRecord, ClubRole]]:
        """Return the clubs in which somebody is, or asks to be, by name, each with what they are there."""
        mine = and_(
            member_club_member.c.club_id == member_club.c.id, member_club_member.c.player_id == player_id
        )
        query = select(*_CLUB, member_club_member.c.role).join(member_club_member, mine)
        return [(_club(row), row.role) for row in self._db.execute(query.order_by(member_club.c.name_key))]

    def describe(self, id: str, *, about: str) -> None:
        """Keep what a club says of itself."""
        self._db.execute(update(member_club).where(member_club.c.id == id).values(about=about))

    def set_key(self, id: str, key: str) -> None:
        """Let a link with another key let people in, or none."""
        self._db.execute(update(member_club).where(member_club.c.id == id).values(key=key))

    def remove(self, id: str) -> None:
        """Take a club away with all that is in it."""
        self._db.execute(delete(member_club).where(member_club.c.id == id))

    def members(self, id: str) -> Sequence[ClubMemberRecord]:
        """Return everybody in a club, and who asks to be, those who came first first."""
        table = member_club_member
        query = select(table.c.player_id, player.c.name, table.c.role, table.c.since).join(player)
        query = query.where(table.c.club_id == id).order_by(table.c.since, table.c.player_id)
        return [ClubMemberRecord(*row) for row in self._db.execute(query)]

    def put(self, id: str, player_id: str, role: ClubRole, *, at: int) -> None:
        """Let somebody be something in a club; who was there before keeps their time."""
        table = member_club_member
        here = and_(table.c.club_id == id, table.c.player_id == player_id)
        if self._db.execute(update(table).where(here).values(role=role)).rowcount == 0:
            self._db.execute(insert(table).values(club_id=id, player_id=player_id, role=role, since=at))

    def drop(self, id: str, player_id: str) -> bool:
        """Let somebody be nothing in a club; False if they were not."""
        table = member_club_member
        here = and_(table.c.club_id == id, table.c.player_id == player_id)
        return self._db.execute(delete(table).where(here)).rowcount == 1

    def notes(self, id: str) -> Sequence[ClubNoteRecord]:
        """Return the notes of a club, the newest first."""
        table = member_club_note
        query = select(*_NOTE).where(table.c.club_id == id).order_by(table.c.at.desc(), table.c.id)
        return [ClubNoteRecord(*row) for row in self._db.execute(query)]

    def add_note(self, id: str, note: ClubNoteRecord) -> None:
        """Pin a note."""
        self._db.execute(insert(member_club_note).values(club_id=id, **values_of(note, ClubNoteRecord)))

    def drop_note(self, id: str, note_id: str) -> bool:
        """Take a note away; False if it is not there."""
        table = member_club_note
        return (
            self._db.execute(delete(table).where(table.c.club_id == id, table.c.id == note_id)).rowcount == 1
        )

    def events(self, id: str) -> Sequence[ClubEventRecord]:
        """Return the events of a club, the newest first."""
        table = member_club_event
        query = select(*_EVENT).where(table.c.club_id == id).order_by(table.c.at.desc(), table.c.id)
        return [ClubEventRecord(*row) for row in self._db.execute(query)]

    def add_event(self, id: str, event: ClubEventRecord, *, at: int) -> None:
        """List an event."""
        row = values_of(event, ClubEventRecord)
        self._db.execute(insert(member_club_event).values(club_id=id, at=at, **row))

    def drop_event(self, id: str, event_id: str) -> bool:
        """Take an event off the list; False if it is not there."""
        table = member_club_event
        return (
            self._db.execute(delete(table).where(table.c.club_id == id, table.c.id == event_id)).rowcount == 1
        )


def _club(row: Row[*tuple[Any, ...]]) -> MemberClubRecord:
    return MemberClubRecord(
        id=row.id,
        name=row.name,
        name_key=row.name_key,
        about=row.about,
        key=row.key,
        created_at=row.created_at,
        members=int(row.members),
    )
