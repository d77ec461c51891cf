"""A move in an envelope: told by nobody before it is opened, changed by nobody after it is closed.

The envelope is the SHA-256 of a salt and the move, so that the game's record may hold it from the moment it
is sealed: it gives nothing away, and whoever opens it must show the very move that went in.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence

__all__ = ["is_in_envelope", "new_salt", "seal"]


def new_salt() -> str:
    """Return a fresh salt: 32 hexadecimal digits that nobody can guess.

    >>> len(new_salt())
    32
    """
    return secrets.token_hex(16)


def seal(path: Sequence[int], salt: str, drops: Sequence[int] = ()) -> str:
    """Return the envelope that holds a move, and where men come back before it: 64 hexadecimal digits.

    >>> seal((22, 18), "3f")[:16]
    'cef86ad16ee20382'
    """
    return hashlib.sha256(f"{salt}|{_words(path, drops)}".encode()).hexdigest()


def is_in_envelope(envelope: str, path: Sequence[int], salt: str, drops: Sequence[int] = ()) -> bool:
    """Tell whether this move, with this salt, is what was sealed.

    >>> is_in_envelope(seal((22, 18), "3f"), (22, 18), "3f")
    True
    """
    return hmac.compare_digest(envelope, seal(path, salt, drops))


def _words(path: Sequence[int], drops: Sequence[int]) -> str:
    """Return what an envelope holds of a move: `22-18`; `@29/22-18` where a man comes back first."""
    entries = "".join(f"@{square}" for square in drops)
    return (f"{entries}/" if entries else "") + "-".join(map(str, path))
