"""A long list in parts: a page of so many rows, or the rows whose names are looked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeVar

import msgspec

from damiera.service.tournament.board_search import is_called

__all__ = ["PAGE_ROWS", "ListPart", "Wanted", "part_of_list"]

PAGE_ROWS: Final = 200
"""So many rows with a game of each round are laid out at once by a slow laptop; a thousand keep it busy."""
T = TypeVar("T")


class Wanted(msgspec.Struct, frozen=True):
    """Which part of a list is wanted: the page, the row that is opened, the name that is looked for.

    >>> Wanted(page=2).name
    ''
    """

    page: int | None = None
    opened: int | None = None
    name: str = ""


class ListPart(msgspec.Struct, frozen=True):
    """The part of a list that a page shows: rows `first` to `last` of `total`, from 1.

    Attributes:
        name: the name that is looked for; all other rows are left out.

    >>> ListPart(page=2, pages=3, first=201, last=400, total=450).pages
    3
    """

    page: int = 1
    pages: int = 1
    first: int = 1
    last: int = 0
    total: int = 0
    name: str = ""


def part_of_list(
    rows: Sequence[T],
    wanted: Wanted,
    *,
    number: Callable[[T], int],
    names: Callable[[T], Iterable[str]],
    most: int = PAGE_ROWS,
) -> tuple[Sequence[T], ListPart]:
    """Return the rows of a list that are wanted, and which these are.

    Args:
        number: of a row, by which it is opened.
        names: by which a row is found: a player's name, their club.

    >>> shown, part = part_of_list(range(5), Wanted(opened=3), number=int, names=lambda n: [str(n)], most=2)
    >>> list(shown), part.page, part.pages
    ([2, 3], 2, 3)
    """
    name = wanted.name.strip()
    found = [row for row in rows if any(is_called(one, name) for one in names(row))] if name else rows
    pages = max(1, -(-len(found) // most))
    page = wanted.page
    if page is None and wanted.opened is not None:
        place = next((n for n, row in enumerate(found) if number(row) == wanted.opened), 0)
        page = 1 + place // most
    page = min(max(page or 1, 1), pages)
    shown = found[(page - 1) * most : page * most]
    first = 1 + (page - 1) * most
    return shown, ListPart(page, pages, first, first - 1 + len(shown), len(found), name)
