"""Whole numbers as addresses and forms have them."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["number_of", "whole"]


def whole(text: str | None, digits: int = 5) -> int | None:
    """Return the number a text is; None for anything else, and for one of more digits.

    >>> whole("12"), whole("-1"), whole("1" * 6), whole(None)
    (12, None, None, None)
    """
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) <= digits else None


def number_of(fields: Mapping[str, str], name: str) -> int:
    """Return the number of a form's field; -1, which is out of all bounds, where there is none.

    >>> number_of({"rounds": "5"}, "rounds"), number_of({}, "rounds")
    (5, -1)
    """
    found = whole(fields.get(name))
    return -1 if found is None else found
