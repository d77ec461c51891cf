"""Knows when what is to be stored came, and when the store did not answer.

Whoever waits for the store can neither move nor see the move of another, so nobody loses time by it: what
came counts from when it came, and games on a clock stand still for as long as the store did not answer
(`damiera.game.events.Interrupted`, with `goes_on`).
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from damiera.service.ports import ServerClock
from damiera.service.pulse import Interruption

__all__ = ["SHORTEST_MS", "StoreWatch"]

SHORTEST_MS: Final = 1_000
"""Milliseconds without an answer from which on clocks stand; what is less is an ordinary wait."""
_KEPT: Final = 64


class StoreWatch:
    """Watches the one thread that stores. Threads may share it.

    Args:
        clock: the time of the games.

    >>> class Clock:
    ...     now = 0
    ...     def now_ms(self):
    ...         return self.now
    >>> clock = Clock()
    >>> watch = StoreWatch(clock)
    >>> watch.begins()
    >>> clock.now = 20_000
    >>> watch.answered()
    >>> watch.stalls()
    [Interruption(since=0, until=20000)]
    """

    def __init__(self, clock: ServerClock) -> None:
        self._clock = clock
        self._past: deque[Interruption] = deque(maxlen=_KEPT)
        self._since: int | None = None
        self._here = threading.local()

    @property
    def last(self) -> Interruption | None:
        """The last time that the store did not answer, once it has answered again."""
        return self._past[-1] if self._past else None

    @property
    def is_silent(self) -> bool:
        """Whether something waits for the store for longer than an ordinary wait, or was not stored."""
        since = self._since
        return since is not None and self._clock.now_ms() - since >= SHORTEST_MS

    def now_ms(self) -> int:
        """Return the time, milliseconds since 1970: when something that is to be stored comes."""
        return self._clock.now_ms()

    @contextmanager
    def came(self, at: int) -> Iterator[None]:
        """Have what this thread does within the block count from when it came."""
        self._here.at = at
        try:
            yield
        finally:
            self._here.at = None

    def came_ms(self) -> int:
        """Return when that came of which this thread takes care; now, where nobody has said it."""
        at: int | None = getattr(self._here, "at", None)
        return self._clock.now_ms() if at is None else at

    def begins(self) -> None:
        """Take note that something is given to the store, whether or not the last could be stored."""
        if self._since is None:
            self._since = self._clock.now_ms()

    def answered(self) -> None:
        """Take note that the store has answered."""
        since, self._since = self._since, None
        now = self._clock.now_ms()
        if since is not None and now - since >= SHORTEST_MS:
            self._past.append(Interruption(since, now))

    def stalls(self) -> Sequence[Interruption]:
        """Return when the store did not answer, in order: lately, and until now if it did not till then."""
        since = self._since
        if since is None and not self._past:
            return ()
        found, now = list(self._past), self._clock.now_ms()
        if since is not None and now - since >= SHORTEST_MS:
            found.append(Interruption(since, now))
        return found
