"""The federation's categories of players, from Provinciale up."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache

from damiera.messages import Message, Text
from damiera.rating.errors import UnknownCategory

__all__ = ["CATEGORIES", "Category", "category", "known_category", "letters", "rank"]


@dataclass(frozen=True, slots=True)
class Category:
    """A category: its id, the letters it is printed with, its name and other spellings of it.

    >>> category("maestro").name.text("en")
    'Master'
    """

    id: str
    short: str
    name: Text
    also: tuple[str, ...] = ()


CATEGORIES: tuple[Category, ...] = (
    Category("provinciale", "P", Message("Provincial"), ("PR", "PRO", "PROV", "PROVINCIALI")),
    Category("regionale", "R", Message("Regional"), ("RE", "REG", "REGIONALI")),
    Category("nazionale", "N", Message("National"), ("NA", "NAZ", "NAT", "NAZIONALI")),
    Category(
        "candidato-maestro",
        "CM",
        Message("Candidate Master"),
        ("CAN", "CAND. MAESTRO", "CANDIDATO", "CANDIDATI MAESTRI"),
    ),
    Category("maestro", "M", Message("Master"), ("MA", "MAE", "MAESTRI")),
    Category(
        "grande-maestro",
        "GM",
        Message("Grandmaster"),
        ("G.M.", "GRA", "GRAN MAESTRO", "GRANDI MAESTRI"),
    ),
)
"""The categories of FID players, the lowest first."""


def category(text: str) -> Category:
    """Return the category a text names: id, letters or name, in any language there is a catalogue for.

    Raises:
        UnknownCategory: if there is none.

    >>> category("cm").id, category("Candidate master").id
    ('candidato-maestro', 'candidato-maestro')
    """
    found = known_category(text)
    if found is None:
        raise UnknownCategory(text.strip(), tuple(c.name for c in CATEGORIES))
    return found


def known_category(text: str) -> Category | None:
    """Return the category a text names, as `category` does; None if there is none.

    >>> known_category("cm") == category("CM"), known_category("Under 16")
    (True, None)
    """
    return _spellings().get(_plain(text)) if text else None


def letters(text: str) -> str:
    """Return the letters a category is printed with, however it was written; any other text as it is.

    >>> letters("candidato-maestro"), letters("Under 16")
    ('CM', 'Under 16')
    """
    found = known_category(text)
    return text if found is None else found.short


def rank(id: str) -> int:
    """Return the place of a category, 0 for the lowest, -1 for none.

    >>> rank("maestro") > rank("nazionale") > rank("")
    True
    """
    return next((n for n, one in enumerate(CATEGORIES) if one.id == id), -1)


def _plain(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).casefold().replace("-", " ").replace("_", " ")
    return " ".join(plain.split())


@cache
def _spellings() -> dict[str, Category]:
    """The categories by every way to write them: id, abbreviation, and the name in every language."""
    return {_plain(spelling): one for one in CATEGORIES for spelling in _spelled(one)}


def _spelled(one: Category) -> tuple[str, ...]:
    return (one.id, one.short, *one.name.everywhere().values(), *one.also)
