"""Lengths of time, written short and in words."""

from __future__ import annotations

import re
from decimal import Decimal

from damiera.messages import Joined, Message, Text, Verbatim

__all__ = [
    "DAY_MS",
    "LENGTH",
    "VACATION_BY_YEAR_MS",
    "length_of",
    "length_words",
    "seconds_of",
    "short_length",
]

_MS = {"ms": 1, "s": 1_000, "m": 60_000, "min": 60_000, "h": 3_600_000, "d": 86_400_000, "g": 86_400_000}
DAY_MS = _MS["d"]
"""A day, in milliseconds."""

VACATION_BY_YEAR_MS = 10 * 366 * DAY_MS
"""As much vacation as each has in a year: a game with this sets no bound of its own."""

LENGTH = r"([0-9]{1,12}(?:\.[0-9]{1,3})?)(ms|s|min|m|h|d|g)?"
"""The pattern of a length of time: two groups, a number and its unit, which may be missing."""
_SPARE = re.compile(r"\.?0+$")


def length_of(number: str, unit: str | None, usual: str) -> int | None:
    """Return milliseconds; None if they are not whole.

    >>> length_of("1.5", None, "m")
    90000
    """
    exact = Decimal(number) * _MS[unit or usual]
    return int(exact) if exact == int(exact) else None


def short_length(ms: int, usual: str) -> str:
    """Return a length in milliseconds as it is written short, the usual unit left out.

    >>> short_length(90_000, "m"), short_length(30_000, "s"), short_length(5, "s")
    ('90s', '30', '5ms')
    """
    if ms % _MS[usual] == 0:
        return str(ms // _MS[usual])
    unit = next(unit for unit in ("d", "h", "m", "s", "ms") if ms % _MS[unit] == 0)
    return f"{ms // _MS[unit]}{unit}"


def seconds_of(ms: int) -> str:
    """Return milliseconds as seconds, with a fraction only if there is one.

    >>> seconds_of(2500), seconds_of(3000)
    ('2.5', '3')
    """
    return str(ms // 1000) if ms % 1000 == 0 else _SPARE.sub("", f"{ms // 1000}.{ms % 1000:03}")


def length_words(ms: int) -> Text:
    """Return a length in milliseconds in words.

    >>> length_words(5_430_000).text("en"), length_words(86_400_000).text("it")
    ('1 hour 30 minutes 30 seconds', '1 giorno')
    """
    parts = []
    for size, one, many in _NAMES:
        number, ms = divmod(ms, size)
        if number:
            parts.append((str(number), one if number == 1 else many))
    if ms or not parts:
        size, one, many = _SECONDS
        parts.append((seconds_of(ms), one if ms == size else many))
    return Joined([Joined((Verbatim(number), name)) for number, name in parts])


_NAMES = (
    (_MS["d"], Message("day"), Message("days")),
    (_MS["h"], Message("hour"), Message("hours")),
    (_MS["m"], Message("minute"), Message("minutes")),
)
_SECONDS = (_MS["s"], Message("second"), Message("seconds"))
