"""Notices when this process did not run: the computer slept, or was switched off for a while.

Nobody could play meanwhile, so nobody loses time by it: games on a clock stand still from the last moment at
which the process was known to run (`damiera.game.events.Interrupted`), until somebody goes on.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from damiera.service.ports import ServerClock
from damiera.service.wall_clock import passed_ns

__all__ = ["LONGEST_MS", "Interruption", "Pulse"]

LONGEST_MS: Final = 15_000
"""Milliseconds between two beats that are still a busy machine: a restart takes less."""
_MARK_EVERY_MS: Final = 5_000


class Interruption(msgspec.Struct, frozen=True):
    """The process did not run from `since` to `until`, milliseconds since 1970."""

    since: int
    until: int


class Pulse:
    """Beats while the process runs, and knows when it last did not. Threads may share it.

    Args:
        clock: the time of the games.
        mark: a file that is touched while the process runs; its age tells how long it did not, before it was
            started again. A folder that cannot be written to leaves it out.
        is_shared: other workers run while this process does not: only they together can tell, by `stood`.
        passed_ms: milliseconds that only grow and count a machine's sleep; they, not the clock, tell an
            interruption, because a clock can be set.

    >>> from damiera.service.wall_clock import WallClock
    >>> times = iter((0, 1_000, 61_000))
    >>> pulse = Pulse(WallClock(), passed_ms=lambda: next(times))
    >>> pulse.beat(), pulse.beat()
    (False, True)
    >>> pulse.last.until - pulse.last.since
    60000
    """

    def __init__(
        self,
        clock: ServerClock,
        *,
        mark: Path | None = None,
        is_shared: bool = False,
        passed_ms: Callable[[], int] = lambda: passed_ns() // 1_000_000,
    ) -> None:
        self.last: Interruption | None = None
        self._clock = clock
        self._mark = None if is_shared else mark
        self._is_shared = is_shared
        self._passed_ms = passed_ms
        self._lock = threading.Lock()
        self._at = self._marked_at = passed_ms()
        self._note(self._unmarked_ms())
        self._touch()

    def beat(self) -> bool:
        """Take note that the process runs; tell whether it did not for longer than a busy machine would."""
        now = self._passed_ms()
        with self._lock:
            stood, self._at = now - self._at, max(now, self._at)
            is_due = now - self._marked_at >= _MARK_EVERY_MS
            if is_due:
                self._marked_at = now
        if is_due:
            self._touch()
        return not self._is_shared and self.stood(stood)

    def stood(self, ms: int) -> bool:
        """Take note that nobody could play for a while until now; tell whether that was long enough."""
        return self._note(ms)

    def _note(self, stood_ms: int) -> bool:
        if stood_ms <= LONGEST_MS:
            return False
        until = self._clock.now_ms()
        self.last = Interruption(until - stood_ms, until)
        return True

    def _unmarked_ms(self) -> int:
        """Return for how long nobody touched the mark; 0 where there is none."""
        if self._mark is None:
            return 0
        try:
            return self._clock.now_ms() - self._mark.stat().st_mtime_ns // 1_000_000
        except OSError:
            return 0

    def _touch(self) -> None:
        if self._mark is not None:
            with contextlib.suppress(OSError):
                at = self._clock.now_ms() * 1_000_000
                self._mark.touch()
                os.utime(self._mark, ns=(at, at))
