"""Names nobody can guess: of games, of players, of open seats; and how the names of people are compared."""

from __future__ import annotations

import secrets
import unicodedata
from typing import Final

__all__ = ["name_key", "new_code", "new_id", "read_code", "show_code"]

ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"  # no i, l, o, u: they are misread
ID_LENGTH: Final = 10
CODE_LENGTH: Final = 8
_MISREAD: Final = str.maketrans("ilo", "110")


def new_id() -> str:
    """Return a name of 50 random bits; whoever knows a game's name may watch it."""
    return "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))


def new_code() -> str:
    """Return the code of an open seat: 40 random bits, worth something until the seat is taken."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def show_code(code: str) -> str:
    """Return a code as people read it to one another.

    >>> show_code("7k2m9xqd"), show_code("7k2m9xqd4wtb")
    ('7k2m-9xqd', '7k2m-9xqd-4wtb')
    """
    return "-".join(code[at : at + 4] for at in range(0, len(code), 4))


def read_code(text: str) -> str:
    """Return the code that somebody typed, in any case, with or without its dash.

    >>> read_code(" 7K2M 9xqd"), read_code("oil1-0000")
    ('7k2m9xqd', '01110000')
    """
    return "".join(text.split()).replace("-", "").lower().translate(_MISREAD)


def name_key(name: str) -> str:
    """Return a name as names are compared: what looks the same is the same.

    >>> name_key("Anna  Rossi") == name_key("ＡＮＮＡ rossi"), name_key("Straße")
    (True, 'strasse')
    """
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(plain.split())
