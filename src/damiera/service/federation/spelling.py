"""Names and cards as they are compared: without accents and capitals, in any order."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

__all__ = ["card_key", "find_words", "name_key", "name_words", "written_words"]

_LETTERS: Final = str.maketrans({
    "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i",
})  # fmt: skip
"""Letters that are not an accented one, as they are written where there is none of them."""
_APOSTROPHES: Final = re.compile(r"['’`´ʼ]")
_MOST_WORDS: Final = 8
_LONGEST: Final = 40


def written_words(text: str) -> list[str]:
    """Return the words of a text without accents and capitals.

    >>> written_words("D'Ùrso,  Niccolò")
    ['d', 'urso', 'niccolo']
    """
    marks = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(c for c in marks if not unicodedata.combining(c)).translate(_LETTERS)
    return [word[:_LONGEST] for word in re.sub(r"[^\w]+|_", " ", letters).split()]


def name_words(name: str) -> list[str]:
    """Return the words of a name, one that has an apostrophe in it as one.

    >>> name_words("D'Urso Niccolò")
    ['durso', 'niccolo']
    """
    return written_words(_APOSTROPHES.sub("", name))


def name_key(name: str) -> str:
    """Return what all orders of a name share.

    >>> name_key("Rossi Anna") == name_key("anna ROSSI")
    True
    """
    return " ".join(sorted(name_words(name)))[:160]


def card_key(card: str) -> str:
    """Return what all ways to write a card share; "" for a text without a letter or digit.

    >>> card_key("FID 00-123"), card_key("fid00123")
    ('fid00123', 'fid00123')
    """
    return "".join(written_words(card))[:40]


def find_words(names: Iterable[str], *cards: str) -> list[tuple[str, int]]:
    """Return the words by which somebody is found, each with its place: 0 for the first of a name.

    >>> find_words(["D'Urso Anna"], "A-12")
    [('d', 0), ('urso', 1), ('anna', 1), ('durso', 0), ('a12', 9)]
    """
    out: dict[str, int] = {}
    for name in names:
        for words in (written_words(name), name_words(name)):
            for place, word in enumerate(words[:_MOST_WORDS]):
                out[word] = min(place, out.get(word, place))
    for card in cards:
        if key := card_key(card):
            out.setdefault(key, _MOST_WORDS + 1)
    return list(out.items())
