"""The clock of evenings: rounds are paired at their time, and boards to which nobody came are forfeited."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from damiera.service.ports import ServerClock
from damiera.service.tournament.evening import EveningService
from damiera.web.common.coworkers import Coworkers
from damiera.web.common.database import DatabaseThreads, NotStored

__all__ = ["EveningClock"]

log = logging.getLogger("damiera.web")

LOOK_S: Final = 1.0


class EveningClock:
    """Looks each second at the evenings that have changed, or have something due. One worker of all does."""

    def __init__(
        self,
        evenings: EveningService,
        database: DatabaseThreads,
        coworkers: Coworkers,
        clock: ServerClock,
        *,
        every_s: float = LOOK_S,
    ) -> None:
        self._evenings = evenings
        self._database = database
        self._coworkers = coworkers
        self._clock = clock
        self._every_s = every_s
        self._known: dict[str, tuple[int, int | None]] = {}
        self._eye: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to look."""
        self._eye = asyncio.get_running_loop().create_task(self._look())

    async def stop(self) -> None:
        """Look no more."""
        if self._eye is not None:
            self._eye.cancel()
            await asyncio.gather(self._eye, return_exceptions=True)

    async def _look(self) -> None:
        while True:
            try:
                if self._coworkers.is_on_duty:
                    await self._look_once()
                else:
                    self._known.clear()
            except NotStored:  # the log says so already
                pass
            except Exception:
                log.exception("an evening could not go on")
            await asyncio.sleep(self._every_s)

    async def _look_once(self) -> None:
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
                self._known[id] = version, self._clock.now_ms() + 10_000
                log.exception("evening %s could not go on", id)
