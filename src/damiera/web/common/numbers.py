"""Whole numbers as addresses and forms have them."""

from __future__ import annotations

__all__ = ["whole"]


def whole(text: str | None, digits: int = 5) -> int | None:
    """Return the number a text is; None for anything else, and for one of more digits.

    >>> whole("12"), whole("-1"), whole("1" * 6), whole(None)
    (12, None, None, None)
    """
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) <= digits else None
