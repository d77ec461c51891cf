"""A language for tests: English with longer words, accents and marks of direction, to show a layout's limits.

`DAMIERA_PSEUDO=1` in the environment adds it to the languages as `en-XA`.
"""

from __future__ import annotations

import gettext
import re

__all__ = ["PSEUDO", "PseudoTranslations", "pseudo"]

PSEUDO = "en-XA"
"""The tag of the pseudo-language."""
_KEPT = re.compile(r"\{[^{}]*\}|%\(\w+\)[sd]|<[^>]*>|&\w+;|%%")
_WORD = re.compile(r"[^\W\d_]{3,}")
_ACCENTED = str.maketrans("aeiouyAEIOUYcnszCNSZ", "áéíóúýÁÉÍÓÚÝçñšžÇÑŠŽ")
_START, _END = "\u2067", "\u2069"  # right-to-left isolate, end of isolate


def pseudo(sentence: str) -> str:
    """Return a sentence with accents, each word about two fifths longer, its places and markup kept.

    >>> pseudo("Round {n}")
    '\\u2067\\u2069Róúñdúú {n}'
    """
    kept = _KEPT.findall(sentence)
    words = [_WORD.sub(_longer, part) for part in _KEPT.split(sentence)]
    mixed = "".join(part for pair in zip(words, [*kept, ""], strict=True) for part in pair)
    return f"{_START}{_END}{mixed}" if sentence.strip() else sentence


def _longer(word: re.Match[str]) -> str:
    return word[0].translate(_ACCENTED) + "ú" * (2 * len(word[0]) // 5)


class PseudoTranslations(gettext.NullTranslations):
    """The catalogue of the pseudo-language: every sentence made from its English.

    >>> PseudoTranslations().gettext("Round {n}") == pseudo("Round {n}")
    True
    """

    def gettext(self, message: str) -> str:
        """Return the sentence with accents."""
        return pseudo(message)

    def pgettext(self, context: str, message: str) -> str:
        """Return the sentence with accents; the context changes nothing."""
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form for `n`, as English has it, with accents."""
        return pseudo(msgid1 if n == 1 else msgid2)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form for `n`, as English has it, with accents; the context changes nothing."""
        return pseudo(msgid1 if n == 1 else msgid2)
