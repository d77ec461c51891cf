"""Squares as people write them: by number, or by letter and number as in chess.

Official numbers are the game's own; names such as `c3` are always understood, with a1 at White's left hand.
"""

from __future__ import annotations

import re
from typing import Literal

from damiera.notation.cyrillic import latin_squares
from damiera.notation.errors import SquareError
from damiera.rules.ruleset import Ruleset
from damiera.rules.squares import lettered

__all__ = ["A1_NAME", "parse_square", "square_name"]

A1_NAME = re.compile(r"([A-Za-z])([0-9]{1,2})")
"""A square by letter and number, such as c3; the two groups are its letter and its number."""
_NUMBER = re.compile(r"[0-9]{1,4}")


def square_name(ruleset: Ruleset, square: int, style: Literal["native", "numeric", "a1"] = "native") -> str:
    """Return the name of a square: as the game writes it, by number, or as in chess.

    Source:
        PDN 3.0, numeric and algebraic squares.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> square_name(ITALIAN, 22), square_name(ITALIAN, 32, "a1")
    ('22', 'h1')
    """
    if style == "native":
        style = "a1" if ruleset.notation == "algebraic" else "numeric"
    if style == "numeric":
        return str(square)
    return lettered(ruleset.core, square)


def parse_square(ruleset: Ruleset, text: str) -> int:
    """Return the square a text names, in either style; a leading zero is allowed.

    Raises:
        SquareError: where the board has no such square.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> parse_square(ITALIAN, "07"), parse_square(ITALIAN, "h1")
    (7, 32)
    """
    plain = text.strip()
    square = _by_number(ruleset, plain) or _by_name(ruleset, plain)
    if square is None:
        used = None if _inside(ruleset, plain) is None else lettered(ruleset.core, 1)
        raise SquareError(text, str(ruleset.core.squares), used)
    return square


def _by_number(ruleset: Ruleset, text: str) -> int | None:
    if not _NUMBER.fullmatch(text):
        return None
    number = int(text)
    return number if 1 <= number <= ruleset.core.squares else None


def _by_name(ruleset: Ruleset, text: str) -> int | None:
    place = _inside(ruleset, text)
    return None if place is None else ruleset.core.square_at(*place)


def _inside(ruleset: Ruleset, text: str) -> tuple[int, int] | None:
    """Return file and rank, from 0, of a square that is named as in chess; None for one beside the board."""
    match = A1_NAME.fullmatch(latin_squares(text.lower()))
    if match is None or ruleset.core.family == "stars":
        return None
    file, rank = ord(match[1]) - ord("a"), int(match[2]) - 1
    inside = 0 <= file < ruleset.core.files and 0 <= rank < ruleset.core.ranks
    return (file, rank) if inside else None
