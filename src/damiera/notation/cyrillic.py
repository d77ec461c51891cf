"""Squares and headers written with Cyrillic letters, as Russian players write them, by sound or by look.

| file | by sound | by look |
|---|---|---|
| a | а | |
| b | б | в (capital В) |
| c | ц | с |
| d | д | |
| e | э | е, ё |
| f | ф | |
| g | г, ж | |
| h | х, ш | н (capital Н) |

`х` between two squares is the sign of a capture, as it looks; anywhere else it is the file h.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

__all__ = ["FILES", "HEADERS", "latin_fen", "latin_name", "latin_squares", "listed_pieces"]

_CROSS = "х"
FILES: Mapping[str, str] = {
    "а": "a", "б": "b", "в": "b", "ц": "c", "с": "c", "д": "d", "е": "e", "ё": "e", "э": "e", "ф": "f",
    "г": "g", "ж": "g", _CROSS: "h", "н": "h", "ш": "h",
}  # fmt: skip
"""The file that each small Cyrillic letter stands for."""
_FILES = str.maketrans({letter: file for letter, file in FILES.items() if letter != _CROSS})
_FEN = str.maketrans(
    {**FILES, **{letter.upper(): file for letter, file in FILES.items()}, "В": "B", "К": "K", "к": "k"}
)  # fmt: skip
_AFTER_NUMBER = re.compile(r"(?<![a-p0-9])[0-9]+\Z")

_PIECE = re.compile(
    r"(?P<square>[a-pа-яё]?[0-9]{1,2})(?![0-9a-zа-яё])|(?P<king>дамк[аиуе]|дам\.|д\.)|(?P<man>прост\w*|пр\.|шашк\w*|ш\.)"
    r"|[\s,;.:и–—-]+"
)
_COUNT = re.compile(r"\(\s*[0-9]{1,2}\s*\)")

HEADERS: Mapping[str, str] = {
    "белые": "White", "бел": "White", "чёрные": "Black", "черные": "Black", "чёрн": "Black", "чёр": "Black",
    "черн": "Black", "чер": "Black", "событие": "Event", "соревнование": "Event", "турнир": "Event",
    "место": "Site", "город": "Site", "дата": "Date", "год": "Date", "тур": "Round", "раунд": "Round",
    "результат": "Result", "итог": "Result", "дебют": "Opening", "комментатор": "Annotator",
}  # fmt: skip
"""The tag that each Russian name stands for."""
_LATIN = {
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "e", "ж": "zh",
    "з": "z", "и": "i", "й": "y", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o",
    "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f", "х": "kh", "ц": "ts",
    "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ь": "", "э": "e", "ю": "yu",
    "я": "ya",
}  # fmt: skip


def latin_squares(text: str) -> str:
    """Return a move or a square in small letters with Latin ones for Cyrillic; as long as it was.

    >>> latin_squares("с3-д4"), latin_squares("с3хе5"), latin_squares("х4-г5"), latin_squares("22х18")
    ('c3-d4', 'c3xe5', 'h4-g5', '22x18')
    """
    if text.isascii():
        return text
    plain = text.translate(_FILES)
    at = plain.find(_CROSS)
    while at >= 0:
        plain = plain[:at] + ("x" if _is_cross(plain[:at], plain[at + 1 :]) else "h") + plain[at + 1 :]
        at = plain.find(_CROSS, at + 1)
    return plain


def _is_cross(before: str, behind: str) -> bool:
    """Whether a cross between two texts is the sign of a capture, and not a file."""
    before, behind = before.rstrip(), behind.lstrip()
    if behind[:1].isdigit():
        return _AFTER_NUMBER.search(before) is not None
    return behind[:1].isalpha() and before[-1:].isalnum()


def latin_fen(text: str) -> str:
    """Return a FEN with Latin letters for Cyrillic; as long as it was.

    >>> latin_fen("W:Wс3,Кд4:Вх8")
    'W:Wc3,Kd4:Bh8'
    """
    return text if text.isascii() else text.translate(_FEN)


def latin_name(name: str) -> str:
    """Return the name of a tag as PDN can write it: the usual one, or the same letters in Latin.

    >>> latin_name("Белые"), latin_name("Судья"), latin_name("Event")
    ('White', 'Sudya', 'Event')
    """
    if name.isascii():
        return name
    plain = name.casefold().rstrip(".")
    if plain in HEADERS:
        return HEADERS[plain]
    latin = "".join(_LATIN.get(letter, letter if letter.isascii() else "_") for letter in plain)
    return "".join(sign for sign in latin if sign.isalnum() or sign == "_").strip("_").capitalize() or "Tag"


def listed_pieces(text: str) -> str | None:
    """Return the pieces of one side, as a FEN has them, of a list as Russian books print it; else None.

    >>> listed_pieces("простые с1, д2, дамка х8 (3)"), listed_pieces("22, 27"), listed_pieces("Иванов А.")
    ('c1,d2,Kh8', '22,27', None)
    """
    plain, at, king, squares = _COUNT.sub("", text.casefold()).strip(), 0, "", list[str]()
    while at < len(plain):
        found = _PIECE.match(plain, at)
        if found is None:
            return None
        if found["square"]:
            squares.append(king + latin_squares(found["square"]))
        elif found["king"] or found["man"]:
            king = "K" if found["king"] else ""
        at = found.end()
    return ",".join(squares) or None
