"""Builds endgame tables of five pieces while nobody plays, where that has been allowed."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from typing import Final

from damiera._core import rules
from damiera.endgame.stock import stock
from damiera.service.endings import games_with_endings
from damiera.service.workers.background import Background
from damiera.service.workers.endgames import EndgameWork, most_pieces

__all__ = ["IDLE_MB", "PIECES", "IdleTables"]

PIECES: Final = 5

IDLE_MB: Final = 50
"""Megabytes that all of them need, rounded up: some 25 in international draughts, two in each other."""

_LOOKS_EVERY_S: Final = 5.0
_AFTER_FAILURE_S: Final = 6 * 3600.0
_ALLOWED: Final = "when-idle"

log = logging.getLogger("damiera.service")


class IdleTables(Background):
    """Builds what is missing, a game after the other, and leaves off when somebody plays.

    What has been allowed is kept in the folder of tables, so that it holds after a restart. Finished tables
    stay when a build is ended, and it goes on from them. A build that somebody asked for is not touched.

    Args:
        work: the builds of this server.
        is_quiet: whether nobody has done anything for a while.
    """

    def __init__(self, work: EndgameWork, is_quiet: Callable[[], bool]) -> None:
        super().__init__("idle-tables")
        self._work = work
        self._is_quiet = is_quiet
        self._has_failed = False

    @property
    def is_allowed(self) -> bool:
        """Whether tables may be built while nobody plays."""
        return (self._work.folder / _ALLOWED).exists()

    def allow(self, allowed: bool) -> None:
        """Say whether that may be; if not, a build that goes on for it is ended.

        Raises:
            OSError: if the folder of tables cannot be written.
        """
        mark = self._work.folder / _ALLOWED
        if allowed:
            mark.parent.mkdir(parents=True, exist_ok=True)
            mark.touch()
        else:
            mark.unlink(missing_ok=True)
        self.wake()

    def piece(self) -> float | None:
        """Begin a build or end it, as it is quiet or not."""
        job = self._work.job()
        if job is not None and job.running and job.idle:
            if not (self.is_allowed and self._is_quiet()):
                self._work.stop()
            return _LOOKS_EVERY_S
        if not self.is_allowed:
            return None
        if job is not None and job.idle and job.failed is not None and not self._has_failed:
            log.warning("tables are not built while idle: %s", job.failed.text("en"))
            self._has_failed = True
            return _AFTER_FAILURE_S
        game = self.next_game()
        if game is None:
            return None
        if self._is_quiet():
            with contextlib.suppress(OSError):  # it is tried again
                self._work.start(game, PIECES, distances=False, idle=True)
                self._has_failed = False
        return _LOOKS_EVERY_S

    def next_game(self) -> str | None:
        """Return the first of the games played most whose tables are not all there; None if they are."""
        return next((game for game in _games() if not self._is_complete(game)), None)

    def _is_complete(self, game: str) -> bool:
        return any(one.pieces == PIECES and one.is_complete for one in stock(rules(game), self._work.folder))


def _games() -> list[str]:
    """Return the games whose tables come with Damiera and can be built on, the smaller boards first."""
    return sorted(
        (one for one in games_with_endings() if most_pieces(one) >= PIECES),
        key=lambda one: (rules(one).squares, one),
    )
