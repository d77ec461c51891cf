"""What a process has used, and what a row of times says."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

__all__ = ["cpu_s", "percentile", "resident_mb"]


def cpu_s(pid: int) -> float | None:
    """Return the seconds of processor time a process has used; None where the system does not tell.

    Its threads count, processes that it started do not.
    """
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return None
    fields = text.rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_mb(pid: int) -> float | None:
    """Return the megabytes of memory a process has resident; None where the system does not tell."""
    try:
        text = Path(f"/proc/{pid}/statm").read_text(encoding="utf-8")
    except OSError:
        return None
    return int(text.split()[1]) * os.sysconf("SC_PAGESIZE") / 1e6


def percentile(values: Sequence[float], percent: float) -> float | None:
    """Return the least value that so many percent do not exceed; None if there are none.

    >>> percentile([4, 1, 3, 2], 50), percentile([4, 1, 3, 2], 99), percentile([], 50)
    (2, 4, None)
    """
    if not values:
        return None
    rank = -(-len(values) * percent // 100)
    return sorted(values)[max(0, int(rank) - 1)]
