"""Who comes in by an identity provider, and sign-ins that were begun, inside one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from damiera.records.openid import OpenIdAttemptRecord, OpenIdBindingRecord
from damiera.store.rows import columns_of, values_of
from damiera.store.schema import openid_attempt, openid_binding

__all__ = ["OpenIdTable"]

_BINDING: Final = columns_of(openid_binding, OpenIdBindingRecord)
_ATTEMPT: Final = columns_of(openid_attempt, OpenIdAttemptRecord)


class OpenIdTable:
    """Whose account is whose at a provider."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def begin(self, record: OpenIdAttemptRecord, *, now: int) -> None:
        """Note a sign-in that is begun; those begun too long ago are forgotten."""
        self._db.execute(delete(openid_attempt).where(openid_attempt.c.until < now))
        self._db.execute(insert(openid_attempt).values(**values_of(record, OpenIdAttemptRecord)))

    def take(self, state_hash: str, browser_hash: str, *, now: int) -> OpenIdAttemptRecord | None:
        """Return a sign-in begun in this browser, once; None if there is none, or it is too old."""
        table = openid_attempt
        mine = and_(
            table.c.state_hash == state_hash, table.c.browser_hash == browser_hash, table.c.until >= now
        )
        row = self._db.execute(select(*_ATTEMPT).where(mine)).first()
        if row is None or self._db.execute(delete(table).where(mine)).rowcount != 1:
            return None
        return OpenIdAttemptRecord(*row)

    def add(self, record: OpenIdBindingRecord) -> bool:
        """Bind an account to somebody at a provider; False if they are bound already."""
        try:
            with self._db.begin_nested():
                self._db.execute(insert(openid_binding).values(**values_of(record, OpenIdBindingRecord)))
        except IntegrityError:
            return False
        return True

    def get(self, issuer: str, subject: str) -> OpenIdBindingRecord | None:
        """Return to which account somebody at a provider is bound, or None."""
        row = self._db.execute(select(*_BINDING).where(_is(issuer, subject))).first()
        return OpenIdBindingRecord(*row) if row else None

    def of_player(self, player_id: str) -> Sequence[OpenIdBindingRecord]:
        """Return to whom an account is bound, the first bound first."""
        table = openid_binding
        query = select(*_BINDING).where(table.c.player_id == player_id)
        rows = self._db.execute(query.order_by(table.c.created_at, table.c.subject))
        return [OpenIdBindingRecord(*row) for row in rows]

    def used(self, issuer: str, subject: str, *, name: str, at: int) -> None:
        """Note that somebody came in so, and what the provider calls them now."""
        mine = update(openid_binding).where(_is(issuer, subject))
        self._db.execute(mine.values(name=name, used_at=at))

    def remove(self, issuer: str, subject: str) -> None:
        """Let somebody at a provider open nothing any more."""
        self._db.execute(delete(openid_binding).where(_is(issuer, subject)))


def _is(issuer: str, subject: str) -> ColumnElement[bool]:
    return and_(openid_binding.c.issuer == issuer, openid_binding.c.subject == subject)
