"""The clock of the machine, as games are timed by it: set forward or back it moves no time of a game."""

from __future__ import annotations

import sys
import time

__all__ = ["WallClock", "passed_ns"]


class WallClock:
    """The clock of the machine: the hour when it is made, and from then on the time that passes.

    Setting the machine's clock forward or back meanwhile changes nothing here: nobody's flag falls by it.
    Time that a machine sleeps has passed too, where the system counts it.
    """

    def __init__(self) -> None:
        self._began_ns = time.time_ns() - passed_ns()

    def now_ms(self) -> int:
        """Return milliseconds since 1970, UTC."""
        return (self._began_ns + passed_ns()) // 1_000_000


def passed_ns() -> int:
    """Return nanoseconds that only grow, the machine's sleep counted where the system can.

    >>> passed_ns() <= passed_ns()
    True
    """
    if sys.platform == "linux":
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME)
    return time.monotonic_ns()
