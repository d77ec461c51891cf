"""The clock of evenings: rounds are paired at their time, and boards to which nobody came are forfeited."""

from __future__ import annotations

import logging
from typing import Final

from damiera.service.ports import ServerClock
from damiera.service.tournament.evening import EveningService
from damiera.web.common.coworkers import Coworkers
from damiera.web.common.database import DatabaseThreads, NotStored
from damiera.web.common.regular import RegularWork

__all__ = ["EveningClock"]

log = logging.getLogger("damiera.web")

_AFTER_TROUBLE_MS: Final = 10_000


class EveningClock(RegularWork):
    """Looks at the evenings that have changed, or have something due."""

    def __init__(
        self,
        evenings: EveningService,
        database: DatabaseThreads,
        coworkers: Coworkers,
        clock: ServerClock,
    ) -> None:
        super().__init__(coworkers, "the evenings could not be looked at", database)
        self._evenings = evenings
        self._database = database
        self._clock = clock
        self._known: dict[str, tuple[int, int | None]] = {}
        coworkers.when_on_duty.append(self._forget)

    async def _forget(self) -> None:
        """Know nothing that was true before another worker looked."""
        self._known.clear()

    async def look(self) -> bool:
        """Go on with what is due."""
        running = dict(await self._database.read(self._evenings.running))
        self._known = {id: known for id, known in self._known.items() if id in running}
        for id, version in running.items():
            seen, at = self._known.get(id, (-1, None))
            if seen == version and (at is None or at > self._clock.now_ms()):
                continue
            try:
                self._known[id] = version, await self._database.write(self._evenings.go_on, id)
            except NotStored:
                raise
            except Exception:  # of one evening: the others go on
                self._known[id] = version, self._clock.now_ms() + _AFTER_TROUBLE_MS
                log.exception("evening %s could not go on", id)
        return bool(running)
