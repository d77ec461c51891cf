"""Cells of a CSV file that a spreadsheet will open: a text is never taken for a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

__all__ = ["guarded", "unguarded", "write_csv"]

_FORMULA = re.compile(r"'*[=+\-@\t]")
_NUMBER = re.compile(r"[+-]?[\d.,]*", re.ASCII)


def guarded(value: object) -> object:
    """Return a text that begins like a formula with an apostrophe before it, all else as it is.

    Names come from whoever registers; `=HYPERLINK(...)` must stay a name in the arbiter's spreadsheet.

    >>> guarded("=1+1"), guarded("-13.07"), guarded("Rossi")
    ("'=1+1", '-13.07', 'Rossi')
    """
    if isinstance(value, str) and _FORMULA.match(value) and not _NUMBER.fullmatch(value):
        return f"'{value}"
    return value


def unguarded(text: str) -> str:
    """Return the text that `guarded` was given.

    >>> unguarded("'=1+1"), unguarded("'t Hart")
    ('=1+1', "'t Hart")
    """
    return text[1:] if text.startswith("'") and _FORMULA.match(text[1:]) else text


def write_csv(lines: Iterable[Sequence[object]], separator: str = ",") -> str:
    """Return lines as CSV, every cell guarded.

    >>> write_csv([("Name", "Elo"), ("=1+1", 3000)]).splitlines()
    ['Name,Elo', "'=1+1,3000"]
    """
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator)
    writer.writerows([guarded(cell) for cell in line] for line in lines)
    return out.getvalue()
