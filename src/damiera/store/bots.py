"""Programs that have an account, inside one transaction."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from sqlalchemy import Connection, insert, select, update

from damiera.records.bots import BotRecord
from damiera.store.rows import columns_of, values_of
from damiera.store.schema import bot

__all__ = ["BotTable"]

_BOT: Final = columns_of(bot, BotRecord)


class BotTable:
    """Which players are programs, and whose."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def add(self, record: BotRecord) -> None:
        """Let a player with an account be a program."""
        self._db.execute(insert(bot).values(**values_of(record, BotRecord)))

    def get(self, player_id: str) -> BotRecord | None:
        """Return a program, or None for a person."""
        row = self._db.execute(select(*_BOT).where(bot.c.player_id == player_id)).first()
        return BotRecord(*row) if row else None

    def which(self, player_ids: Collection[str]) -> frozenset[str]:
        """Return those of some players who are programs."""
        query = select(bot.c.player_id).where(bot.c.player_id.in_(player_ids))
        return frozenset(self._db.execute(query).scalars())

    def of_owner(self, owner_id: str) -> Sequence[BotRecord]:
        """Return somebody's programs, the oldest first."""
        query = select(*_BOT).where(bot.c.owner_id == owner_id)
        return [
            BotRecord(*row) for row in self._db.execute(query.order_by(bot.c.created_at, bot.c.player_id))
        ]

    def all(self, *, limit: int) -> Sequence[BotRecord]:
        """Return everybody's programs, the newest first."""
        query = select(*_BOT).order_by(bot.c.created_at.desc(), bot.c.player_id).limit(limit)
        return [BotRecord(*row) for row in self._db.execute(query)]

    def among(self, player_ids: Collection[str]) -> Collection[str]:
        """Return those of some players who are programs."""
        query = select(bot.c.player_id).where(bot.c.player_id.in_(player_ids))
        return set(self._db.execute(query).scalars())

    def let_among_people(self, player_id: str, *, is_let: bool) -> None:
        """Let a program into what is for people, or no longer."""
        self._db.execute(update(bot).where(bot.c.player_id == player_id).values(among_people=is_let))
