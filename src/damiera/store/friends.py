"""Friends, inside one transaction."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, and_, case, delete, func, insert, or_, select, true, update

from damiera.records.people import FriendChoiceRecord, FriendRecord
from damiera.store.schema import friend_choice, friendship, player

__all__ = ["FriendTable"]


class FriendTable:
    """Who is friends with whom, who has asked, and what each lets others do."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def ask(self, by: str, to: str, *, at: int) -> None:
        """Note that somebody asks another, with whom there is nothing yet."""
        one, other = sorted((by, to))
        row = {"one_id": one, "other_id": other, "asked_by": by, "at": at, "accepted_at": None}
        self._db.execute(insert(friendship).values(**row))

    def accept(self, by: str, asker: str, *, at: int) -> bool:
        """Let somebody agree to what another has asked; False if they have not, or it was done."""
        asked = and_(_pair(by, asker), friendship.c.asked_by == asker, friendship.c.accepted_at.is_(None))
        return self._db.execute(update(friendship).where(asked).values(accepted_at=at)).rowcount == 1

    def remove(self, one: str, other: str) -> bool:
        """Let two be no friends, and nobody have asked; False if there was nothing."""
        return self._db.execute(delete(friendship).where(_pair(one, other))).rowcount == 1

    def of(self, player_id: str) -> Sequence[FriendRecord]:
        """Return everybody with whom somebody is friends, or would be, by name."""
        mine = or_(friendship.c.one_id == player_id, friendship.c.other_id == player_id)
        other = case((friendship.c.one_id == player_id, friendship.c.other_id), else_=friendship.c.one_id)
        query = (
            select(
                player.c.id,
                player.c.name,
                friendship.c.asked_by,
                friendship.c.at,
                friendship.c.accepted_at,
                func.coalesce(friend_choice.c.is_seen, true()),
            )
            .join(player, player.c.id == other)
            .outerjoin(friend_choice, friend_choice.c.player_id == player.c.id)
            .where(mine)
            .order_by(func.lower(player.c.name), player.c.id)
        )
        return [
            FriendRecord(row[0], row[1], row[2], row[3], row[4], bool(row[5]))
            for row in self._db.execute(query)
        ]

    def choice(self, player_id: str) -> FriendChoiceRecord:
        """Return what somebody lets others do."""
        columns = (friend_choice.c.may_ask, friend_choice.c.is_seen)
        row = self._db.execute(select(*columns).where(friend_choice.c.player_id == player_id)).first()
        return FriendChoiceRecord(*row) if row else FriendChoiceRecord()

    def choose(self, player_id: str, choice: FriendChoiceRecord) -> None:
        """Keep what somebody lets others do."""
        self._db.execute(delete(friend_choice).where(friend_choice.c.player_id == player_id))
        row = {"player_id": player_id, "may_ask": choice.may_ask, "is_seen": choice.is_seen}
        self._db.execute(insert(friend_choice).values(**row))


def _pair(one: str, other: str) -> ColumnElement[bool]:
    least, most = sorted((one, other))
    return and_(friendship.c.one_id == least, friendship.c.other_id == most)
