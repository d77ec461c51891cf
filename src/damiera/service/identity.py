"""Players: guests with a name, and the sessions by which a browser is known again.

A visitor becomes a player with the first thing they do that is to be kept. Their browser holds a random token
of 256 bits; we keep only its hash, so a stolen database opens no seat, and any session can be revoked.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from typing import Final

import msgspec

from damiera.messages import Lang, Message, languages
from damiera.records.people import PlayerRecord
from damiera.service.errors import BadTerms, NotFound
from damiera.service.names import name_key, new_id
from damiera.service.ports import ServerClock, StorePort, Transaction

__all__ = ["LOCAL_PLAYER", "Identity", "Visitor", "Welcome", "clean_name", "token_hash"]

LOCAL_PLAYER: Final = "house"
"""The player at the machine itself, at the command line; everybody may read what they import."""

NAME_LENGTH: Final = 40
_GUEST: Final = Message("Guest")
_SOMEBODY_S: Final = Message("Somebody with an account is called so: choose another name, or sign in.")


class Visitor(msgspec.Struct, frozen=True):
    """A player as use cases know them; `is_bot`: they are a program."""

    id: str
    name: str
    has_account: bool = False
    is_bot: bool = False

    @property
    def is_unnamed(self) -> bool:
        """Whether the name is still the one that every guest is given.

        >>> Visitor("1", "Guest 4711").is_unnamed, Visitor("1", "Anna 4711").is_unnamed
        (True, False)
        """
        word, _, number = self.name.rpartition(" ")
        given = number.isdecimal() and len(number) == 4
        return given and any(word == _GUEST.text(lang) for lang in languages())


class Welcome(msgspec.Struct, frozen=True):
    """A visitor, and the token their browser must keep when it is a new one."""

    visitor: Visitor
    token: str | None


class Identity:
    """Guests and their sessions."""

    def __init__(self, store: StorePort, clock: ServerClock) -> None:
        self._store = store
        self._clock = clock

    def visitor(self, token: str | None) -> Visitor | None:
        """Return who holds this token; None for a stranger. Nothing is written."""
        if not token:
            return None
        with self._store.read() as work:
            return _visitor(work.players.of_session(token_hash(token)))

    def people(self, ids: Collection[str]) -> list[Visitor]:
        """Return the players of these names, those that are no more left out."""
        with self._store.read() as work:
            found = [_visitor(work.players.get(id)) for id in ids]
        return [one for one in found if one is not None]

    def welcome(self, token: str | None, *, lang: Lang = "it", name: str | None = None) -> Welcome:
        """Return who holds this token, or make a guest with a session of their own.

        Args:
            lang: the language of a new guest's name.
            name: what a new guest wants to be called.
        Raises:
            BadTerms: if the name is empty, too long or unprintable, or that of an account.
        """
        known = self.visitor(token)
        if known:
            return Welcome(known, None)
        fresh = secrets.token_urlsafe(32)
        guest = Visitor(
            new_id(), clean_name(name) if name else f"{_GUEST.text(lang)} {secrets.randbelow(9000) + 1000}"
        )
        now = self._clock.now_ms()
        with self._store.write() as work:
            _require_nobody_s(work, guest.name)
            work.players.add(id=guest.id, name=guest.name, at=now)
            work.players.open_session(token_hash=token_hash(fresh), player_id=guest.id, at=now)
        return Welcome(guest, fresh)

    def local_player(self) -> Visitor:
        """Return the player of the machine itself, for the command line."""
        with self._store.write() as work:
            if work.players.get(LOCAL_PLAYER) is None:
                work.players.add(id=LOCAL_PLAYER, name="Damiera", at=self._clock.now_ms())
        return Visitor(LOCAL_PLAYER, "Damiera")

    def rename(self, player_id: str, name: str) -> Visitor:
        """Change what a guest is called; seats they took before keep the old name.

        Who has an account is called as it is.

        Raises:
            BadTerms: if the name is empty, too long or unprintable, or that of an account.
            NotFound: if there is no such player.
        """
        wanted = clean_name(name)
        with self._store.write() as work:
            found = _visitor(work.players.get(player_id))
            if found is not None and not found.has_account:
                _require_nobody_s(work, wanted)
                work.players.rename(player_id, wanted)
                found = Visitor(player_id, wanted)
        if found is None:
            raise NotFound(player_id, Message("There is no such player."))
        return found

    def leave(self, token: str) -> None:
        """Close this session: the token is worth nothing from now on."""
        with self._store.write() as work:
            work.players.close_session(token_hash(token))


def clean_name(name: str) -> str:
    """Return a name fit to be shown: one line, no needless space.

    Raises:
        BadTerms: if it is empty, longer than 40 letters, or has signs that cannot be printed.

    >>> clean_name("  Anna   Rossi ")
    'Anna Rossi'
    """
    tidy = " ".join(name.split())
    if not tidy:
        raise BadTerms("name", Message("Write a name."))
    if len(tidy) > NAME_LENGTH:
        said = Message("The name has {n} letters: {most} at most.")
        raise BadTerms("name", said.format(n=len(tidy), most=NAME_LENGTH))
    if not tidy.isprintable():
        raise BadTerms(
            "name",
            Message("The name has signs that cannot be printed."),
        )
    return tidy


def _require_nobody_s(work: Transaction, name: str) -> None:
    """Refuse a guest the name of somebody with an account: others would take one for the other."""
    if work.accounts.by_key(name_key(name)) is not None:
        raise BadTerms("name", _SOMEBODY_S)


def token_hash(token: str) -> str:
    """Return what is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def _visitor(row: PlayerRecord | None) -> Visitor | None:
    return Visitor(row.id, row.name, row.role is not None, row.is_bot) if row else None
