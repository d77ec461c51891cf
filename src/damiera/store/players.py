"""Players and their sessions. Only the hash of a session's token is kept: a stolen file opens no seat."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from damiera.records.people import PlayerRecord
from damiera.store.prepared_statements import Prepared
from damiera.store.schema import account, bot, player, session

__all__ = ["PlayerTable"]

_PLAYER: Final = (
    select(player.c.id, player.c.name, player.c.created_at, account.c.role, bot.c.player_id.is_not(None))
    .select_from(player)
    .join(account, account.c.player_id == player.c.id, isouter=True)
    .join(bot, bot.c.player_id == player.c.id, isouter=True)
)
_OF_SESSION: Final = Prepared(
    _PLAYER.join(session, session.c.player_id == player.c.id).where(
        session.c.token_hash == bindparam("b_hash")
    )
)


class PlayerTable:
    """The players, inside one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def add(self, *, id: str, name: str, at: int) -> None:
        """Add a player."""
        self._db.execute(insert(player).values(id=id, name=name, created_at=at))

    def get(self, id: str) -> PlayerRecord | None:
        """Return the player, or None."""
        return _record(self._db.execute(_PLAYER.where(player.c.id == id)).first())

    def rename(self, id: str, name: str) -> None:
        """Change the name shown; seats taken from now on carry it."""
        self._db.execute(update(player).where(player.c.id == id).values(name=name))

    def open_session(self, *, token_hash: str, player_id: str, at: int, device: str = "") -> None:
        """Remember that whoever holds this token is this player."""
        row = {"token_hash": token_hash, "player_id": player_id, "created_at": at, "device": device}
        self._db.execute(insert(session).values(**row))

    def of_session(self, token_hash: str) -> PlayerRecord | None:
        """Return whose token this is, or None when the session is unknown or closed."""
        return _record(_OF_SESSION.execute(self._db, {"b_hash": token_hash}).first())

    def close_session(self, token_hash: str) -> None:
        """Forget one token."""
        self._db.execute(delete(session).where(session.c.token_hash == token_hash))


def _record(row: Any) -> PlayerRecord | None:
    """Return who a row is about; SQLite has no truth values but numbers."""
    if row is None:
        return None
    id, name, created_at, role, is_bot = row
    return PlayerRecord(id, name, created_at, role, bool(is_bot))
