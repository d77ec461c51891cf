"""Links that carry what they allow: signed by this server, for one purpose, until a time.

Whoever has such a link may do what it says and nothing else; nothing of it is stored. What makes it good once
is in what it is bound to: a password that is another afterwards, a version of a game that is past.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Final, Generic, TypeVar

import msgspec
from itsdangerous import BadData, URLSafeSerializer

from damiera.messages import Message
from damiera.service.errors import NotFound, RefusedAct
from damiera.service.ports import ServerClock, StorePort

__all__ = ["LinkSigner", "SignedLinks"]

T = TypeVar("T")

LONGEST: Final = 1000
_SECRET: Final = "links"
_NOT_OURS: Final = Message("This link is not whole, or not one of ours: open it from the message once more.")
_TOO_OLD: Final = Message("This link is too old: ask for another.")


class LinkSigner(Generic[T]):
    """Writes and reads the links of one purpose.

    Args:
        secret: of this server.
        purpose: a link of another is none of this one.
        kind: what a link says, as a `msgspec.Struct`; its module has it `prepared`.

    >>> class Door(msgspec.Struct, frozen=True):
    ...     number: int
    >>> links = LinkSigner("a secret", "door", Door)
    >>> links.read(links.write(Door(7), until=1_000), at=999)
    Door(number=7)
    """

    def __init__(self, secret: str, purpose: str, kind: type[T]) -> None:
        self._signer = URLSafeSerializer(
            secret, salt=f"damiera {purpose}", signer_kwargs={"digest_method": hashlib.sha256}
        )
        self._kind = kind

    def write(self, content: T, *, until: int) -> str:
        """Return a link's last part, good until a time in ms since 1970; 0: for ever."""
        text: str = self._signer.dumps([until, msgspec.to_builtins(content)])
        return text

    def read(self, text: str, *, at: int) -> T:
        """Return what a link says.

        Raises:
            NotFound: if it was not signed by this server for this purpose.
            RefusedAct: if it is too old.
        """
        try:
            until, content = self._signer.loads(text[:LONGEST])
            found = msgspec.convert(content, self._kind)
        except (BadData, ValueError, TypeError):
            raise NotFound("link", _NOT_OURS) from None
        if until and at > until:
            raise RefusedAct(_TOO_OLD)
        return found


class SignedLinks:
    """The links of this server, whose secret is made when it is first needed."""

    def __init__(self, store: StorePort, clock: ServerClock) -> None:
        self._store = store
        self.clock = clock
        self._secret = ""

    def of(self, purpose: str, kind: type[T]) -> LinkSigner[T]:
        """Return what writes and reads the links of a purpose; the first call writes to the memory."""
        return LinkSigner(self._known(), purpose, kind)

    def _known(self) -> str:
        if not self._secret:
            with self._store.read() as work:
                found = work.contacts.known_secret(_SECRET)
            if found is None:
                with self._store.write() as work:
                    found = work.contacts.secret(_SECRET, secrets.token_urlsafe(32))
            self._secret = found
        return self._secret
