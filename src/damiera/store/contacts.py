"""How people are told of what waits for them, and what is to be sent, inside one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from damiera.records.contacts import ContactRecord, DeliveryRecord
from damiera.store.rows import columns_of, values_of
from damiera.store.schema import (
    club_match,
    contact,
    delivery,
    friendship,
    game,
    member_club_member,
    player,
    seat,
    server_key,
    tournament,
    tournament_evening,
    tournament_phone,
)

__all__ = ["ContactTable"]

_CONTACT: Final = columns_of(contact, ContactRecord)
_DELIVERY: Final = columns_of(delivery, DeliveryRecord)
_DAY_MS: Final = 86_400_000


class ContactTable:
    """Addresses, choices and deliveries, inside one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def secret(self, name: str, fresh: str) -> str:
        """Return a secret of this server: the one it has, or `fresh`, which it has from now on."""
        found = self.known_secret(name)
        if found is not None:
            return found
        try:
            with self._db.begin_nested():
                self._db.execute(insert(server_key).values(name=name, value=fresh))
        except IntegrityError:  # another worker was quicker
            found = self.known_secret(name)
            assert found is not None
            return found
        return fresh

    def known_secret(self, name: str) -> str | None:
        """Return a secret of this server, or None before it was made."""
        query = select(server_key.c.value).where(server_key.c.name == name)
        return self._db.execute(query).scalar_one_or_none()

    # -------------------------------------------------------------------------------------------- contacts

    def get(self, player_id: str) -> ContactRecord | None:
        """Return how somebody is told, or None if they never said."""
        row = self._db.execute(select(*_CONTACT).where(contact.c.player_id == player_id)).first()
        return ContactRecord(*row) if row else None

    def keep(self, record: ContactRecord) -> None:
        """Keep how somebody is told, in place of what was kept."""
        self._db.execute(delete(contact).where(contact.c.player_id == record.player_id))
        self._db.execute(insert(contact).values(**values_of(record, ContactRecord)))

    def at_address(self, address: str) -> Sequence[ContactRecord]:
        """Return everybody who has confirmed an address."""
        query = select(*_CONTACT).where(contact.c.address == address, contact.c.confirmed_at.is_not(None))
        return [ContactRecord(*row) for row in self._db.execute(query.order_by(contact.c.player_id))]

    def touched(self, since: int) -> Sequence[str]:
        """Return those with a contact for whom something may wait that has changed since a time, by id."""
        slow = or_(game.c.conditions.like("%correspondence%"), game.c.base_ms >= _DAY_MS)
        games = (
            select(seat.c.player_id)
            .join(game, game.c.id == seat.c.game_id)
            .where(game.c.updated_at >= since, game.c.score.is_(None), slow)
        )
        asked = and_(friendship.c.at >= since, friendship.c.accepted_at.is_(None))
        one, other = (select(friendship.c[name]).where(asked) for name in ("one_id", "other_id"))
        asking = select(member_club_member.c.club_id).where(
            member_club_member.c.role == "asking", member_club_member.c.since >= since
        )
        clubs = select(member_club_member.c.player_id).where(
            member_club_member.c.club_id.in_(asking), member_club_member.c.role.in_(("founder", "admin"))
        )
        challenged = select(club_match.c.away_id).where(
            club_match.c.state == "offered", club_match.c.created_at >= since
        )
        captains = select(member_club_member.c.player_id).where(
            member_club_member.c.club_id.in_(challenged), member_club_member.c.role.in_(("founder", "admin"))
        )
        evenings = (
            select(tournament_phone.c.player_id)
            .join(tournament_evening, tournament_evening.c.tournament_id == tournament_phone.c.tournament_id)
            .join(tournament, tournament.c.id == tournament_phone.c.tournament_id)
            .where(tournament_evening.c.over == 0, tournament.c.updated_at >= since)
        )
        mine = contact.c.player_id
        query = select(mine).where(
            or_(*(mine.in_(found) for found in (games, one, other, clubs, captains, evenings)))
        )
        return list(self._db.execute(query.order_by(mine)).scalars())

    # ------------------------------------------------------------------------------------------ deliveries

    def schedule(self, record: DeliveryRecord) -> bool:
        """Write down what is to be sent; False if it was already: only a reminder gets another time."""
        try:
            with self._db.begin_nested():
                self._db.execute(insert(delivery).values(**values_of(record, DeliveryRecord)))
        except IntegrityError:
            same = and_(
                delivery.c.player_id == record.player_id,
                delivery.c.way == record.way,
                delivery.c.key == record.key,
                delivery.c.kind == "reminder",
                delivery.c.tries == 0,
                delivery.c.done_at.is_(None),
            )
            self._db.execute(update(delivery).where(same).values(due_at=record.due_at))
            return False
        return True

    def due(self, way: str, *, at: int, limit: int) -> Sequence[DeliveryRecord]:
        """Return what is to be sent by now, the longest due first."""
        ready = and_(delivery.c.way == way, delivery.c.done_at.is_(None), delivery.c.due_at <= at)
        query = select(*_DELIVERY).where(ready).order_by(delivery.c.due_at, delivery.c.id).limit(limit)
        return [DeliveryRecord(*row) for row in self._db.execute(query)]

    def begin(self, record: DeliveryRecord, *, again_at: int) -> bool:
        """Take something to be sent, by one of all who would; False if another has it.

        Args:
            again_at: when it is due again should nobody say what became of it, in ms since 1970.
        """
        mine = and_(
            delivery.c.id == record.id, delivery.c.tries == record.tries, delivery.c.done_at.is_(None)
        )
        step = update(delivery).where(mine).values(tries=record.tries + 1, due_at=again_at)
        return self._db.execute(step).rowcount == 1

    def postpone(self, id: str, *, to: int, failure: str, tries: int) -> None:
        """Let something be sent later, and note why and how often it was tried."""
        step = update(delivery).where(delivery.c.id == id)
        self._db.execute(step.values(due_at=to, failure=failure, tries=tries))

    def finish(self, id: str, *, at: int, failure: str = "") -> None:
        """Note that something was sent, or was given up; where it went is kept no longer."""
        step = update(delivery).where(delivery.c.id == id)
        self._db.execute(step.values(done_at=at, failure=failure, address=""))

    def drop(self, id: str) -> None:
        """Let something not be sent, as if it had never been written down."""
        self._db.execute(delete(delivery).where(delivery.c.id == id))

    def count_since(self, player_id: str, kind: str, since: int) -> int:
        """Return how many mails of a kind were written down for somebody since a time."""
        mine = and_(delivery.c.player_id == player_id, delivery.c.way == "mail", delivery.c.kind == kind)
        query = select(func.count()).select_from(delivery).where(mine, delivery.c.created_at >= since)
        return self._db.execute(query).scalar_one()

    def sent_since(self, player_id: str, since: int) -> Sequence[int]:
        """Return when somebody was sent mail since a time, the earliest first."""
        table = delivery
        mine = and_(table.c.player_id == player_id, table.c.way == "mail", table.c.tries > 0)
        query = select(table.c.done_at).where(mine, table.c.done_at >= since, table.c.failure == "")
        return list(self._db.execute(query.order_by(table.c.done_at)).scalars())

    def waiting(self, way: str) -> int:
        """Return how much is to be sent."""
        table = delivery
        query = select(func.count()).where(table.c.way == way, table.c.done_at.is_(None))
        return self._db.execute(query).scalar_one()

    def troubles(self, *, limit: int) -> Sequence[tuple[DeliveryRecord, str]]:
        """Return what failed, given up or to be tried again, with whom it is for, the newest first."""
        query = select(*_DELIVERY, player.c.name).join(player, player.c.id == delivery.c.player_id)
        query = query.where(delivery.c.failure != "").order_by(delivery.c.created_at.desc()).limit(limit)
        return [(DeliveryRecord(*row[:-1]), row[-1]) for row in self._db.execute(query)]

    def forget(self, before: int) -> int:
        """Forget what was done before a time; return how many that were."""
        return self._db.execute(delete(delivery).where(delivery.c.done_at < before)).rowcount
