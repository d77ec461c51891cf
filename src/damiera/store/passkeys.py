"""Passkeys, and what devices are asked to sign, inside one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, and_, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from damiera.records.passkeys import PasskeyRecord
from damiera.store.rows import columns_of, values_of
from damiera.store.schema import passkey, passkey_challenge

__all__ = ["PasskeyTable"]

_KEY: Final = columns_of(passkey, PasskeyRecord)


class PasskeyTable:
    """Who comes in by which key."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def ask(self, challenge: str, *, purpose: str, until: int, now: int) -> None:
        """Note what a device is asked to sign; what was asked too long ago is forgotten."""
        table = passkey_challenge
        self._db.execute(delete(table).where(table.c.until < now))
        self._db.execute(insert(table).values(challenge=challenge, purpose=purpose, until=until))

    def answered(self, challenge: str, *, purpose: str, now: int) -> bool:
        """Take what a device has signed, once; False if it was not asked for, is too old, or was used."""
        table = passkey_challenge
        asked = and_(table.c.challenge == challenge, table.c.purpose == purpose, table.c.until >= now)
        return self._db.execute(delete(table).where(asked)).rowcount == 1

    def add(self, record: PasskeyRecord) -> bool:
        """Add a key; False if somebody has it."""
        try:
            with self._db.begin_nested():
                self._db.execute(insert(passkey).values(**values_of(record, PasskeyRecord)))
        except IntegrityError:
            return False
        return True

    def get(self, id: str) -> PasskeyRecord | None:
        """Return a key, or None."""
        row = self._db.execute(select(*_KEY).where(passkey.c.id == id)).first()
        return PasskeyRecord(*row) if row else None

    def of_player(self, player_id: str) -> Sequence[PasskeyRecord]:
        """Return somebody's keys, the oldest first."""
        query = select(*_KEY).where(passkey.c.player_id == player_id)
        return [
            PasskeyRecord(*row)
            for row in self._db.execute(query.order_by(passkey.c.created_at, passkey.c.id))
        ]

    def used(self, id: str, *, sign_count: int, at: int) -> None:
        """Note that a key was used, and how often it says that it signed."""
        self._db.execute(update(passkey).where(passkey.c.id == id).values(sign_count=sign_count, used_at=at))

    def rename(self, id: str, name: str) -> None:
        """Call a key otherwise."""
        self._db.execute(update(passkey).where(passkey.c.id == id).values(name=name))

    def remove(self, id: str) -> None:
        """Let a key open nothing any more."""
        self._db.execute(delete(passkey).where(passkey.c.id == id))
