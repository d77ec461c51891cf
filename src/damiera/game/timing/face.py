"""What the clock of one side shows."""

from __future__ import annotations

from msgspec import Struct

__all__ = ["Face"]


class Face(Struct, frozen=True):
    """What the clock of one side shows. Times (`_ms`) are milliseconds.

    Attributes:
        ms: milliseconds of what runs now: the main time, the stage, the byo-yomi period, or the quick move.
        delay_ms: how long it still waits before it runs.
        runs: time passes on it now: not while it waits for a host or for the end of a vacation.
        stage: 0 for the first; in byo-yomi 0 is the main time, 1 the periods.
        moves: own moves made.
        to_go: own moves to make before the next control; 0 where none are asked.
        periods: byo-yomi periods not yet begun.
        quick: the seconds of a quick move are shown.
        vacation_ms: vacation left.
        away: on vacation now.
        until: when that ends, milliseconds since 1970, if it was said and there is vacation until then; else
            None.

    >>> Face(300_000, 0, True, 0, 0, 0, 0, False, 0, False).ms
    300000
    """

    ms: int
    delay_ms: int
    runs: bool
    stage: int
    moves: int
    to_go: int
    periods: int
    quick: bool
    vacation_ms: int
    away: bool
    until: int | None = None
