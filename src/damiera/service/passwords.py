"""Passwords: what may be one, and their hashes by Argon2id. Names that accounts may have.

A hash is made and checked outside of any transaction, for it takes its time on purpose: some 50 ms and 64 MB.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final

from damiera.messages import Message
from damiera.service.errors import BadTerms
from damiera.service.identity import Visitor, clean_name
from damiera.service.names import name_key

if TYPE_CHECKING:
    from argon2 import PasswordHasher

__all__ = ["NO_PASSWORD", "PasswordHashing", "account_name", "check_password"]

NO_PASSWORD: Final = "!"
"""Kept in place of a hash by an account that only a recovery code opens; no password fits it."""
SHORTEST: Final = 8
LONGEST: Final = 200
_NOBODYS: Final = (
    "$argon2id$v=19$m=65536,t=3,p=4$Bv4I6yTDEQItPqqNQkV5Kw$kaIP/2tiKy0acVzd5N6TK0EbPY2g4+3Kqq5UBV7idZ8"
)
"""The hash of a password that nobody has: an unknown name takes as long to be refused as a known one."""
_RESERVED: Final = frozenset({"damiera", "admin", "administrator", "arbiter", "arbitro", "arbitre"})
_SCRIPTS: Final = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN")  # those whose letters look like one another's

_SHORT: Final = Message("The password has {n} signs: {least} at least. A few words are easy to remember.")
_LONG: Final = Message("The password has {n} signs: {most} at most.")
_EASY: Final = Message("This password is guessed at once: take a few words that do not belong together.")
_SIGNS: Final = Message("A name has letters, digits, spaces and . - _ ' only, and begins with a letter.")
_TWO_SCRIPTS: Final = Message("This name mixes letters of two scripts that look alike: write it in one.")
_TAKEN_ALWAYS: Final = Message("This name would be taken for somebody it is not: choose another.")


class PasswordHashing:
    """Argon2id with the second recommended parameters of RFC 9106: 64 MB, three passes, four lanes.

    Args:
        hasher: other parameters, for tests.
    """

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        from argon2 import PasswordHasher

        self._hasher = hasher or PasswordHasher(time_cost=3, memory_cost=65_536, parallelism=4)
        self._nobodys = hasher.hash(NO_PASSWORD) if hasher else _NOBODYS  # the same work as for anybody

    def hashed(self, password: str) -> str:
        """Return the hash to be kept of a password."""
        return self._hasher.hash(_same(password))

    def fits(self, kept: str | None, password: str) -> bool:
        """Tell whether a password is the one whose hash was kept; it takes as long for none (None)."""
        from argon2.exceptions import InvalidHashError, VerificationError

        try:
            self._hasher.verify(self._nobodys if kept in (None, NO_PASSWORD) else kept, _same(password))
        except (InvalidHashError, VerificationError):
            return False
        return kept not in (None, NO_PASSWORD)


def _same(password: str) -> str:
    """Return a password as every keyboard would have sent it: RFC 8265, 4.2."""
    return unicodedata.normalize("NFC", password)


def check_password(password: str, name: str) -> None:
    """Refuse what is easily guessed. Raises `BadTerms`."""
    length = len(password)
    if length < SHORTEST:
        raise BadTerms("password", _SHORT.format(n=length, least=SHORTEST))
    if length > LONGEST:
        raise BadTerms("password", _LONG.format(n=length, most=LONGEST))
    plain = password.casefold()
    if len(set(plain)) < 3 or plain in "12345678901234567890" or name_key(password) == name_key(name):
        raise BadTerms("password", _EASY)


def account_name(name: str) -> str:
    """Return a name as an account may have it.

    Raises:
        BadTerms: if it cannot be shown, is too long, or would be taken for another.

    >>> account_name("  Anna   Rossi ")
    'Anna Rossi'
    """
    tidy = clean_name(unicodedata.normalize("NFKC", name))
    if not tidy[0].isalpha() or not all(sign.isalnum() or sign in " .-_'" or _joins(sign) for sign in tidy):
        raise BadTerms("name", _SIGNS)
    called = [unicodedata.name(sign, "") for sign in tidy]
    if len({script for script in _SCRIPTS if any(one.startswith(script) for one in called)}) > 1:
        raise BadTerms("name", _TWO_SCRIPTS)
    if name_key(tidy) in _RESERVED or Visitor("", tidy).is_unnamed:
        raise BadTerms("name", _TAKEN_ALWAYS)
    return tidy


def _joins(sign: str) -> bool:
    """Whether a sign belongs to the letter before it, as vowels of many scripts do."""
    return unicodedata.category(sign) in ("Mn", "Mc")
