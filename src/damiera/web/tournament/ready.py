"""Events under way are read right after the start, so that the first look is as fast as the next."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from damiera.errors import DamieraError
from damiera.messages.catalogues import languages
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.event import LiveEvent
from damiera.web.common.database import DatabaseThreads
from damiera.web.common.tasks import begun
from damiera.web.tournament.views.boards import boards_answer
from damiera.web.tournament.views.check import rehearse_check

__all__ = ["EventReadiness"]

log = logging.getLogger(__name__)
_EVENTS: Final = 3
"""How many events are read: those changed last that are not closed."""


class EventReadiness:
    """Reads the events that somebody may go on with, beside everything else and after the port is open."""

    def __init__(self, tournaments: TournamentService, database: DatabaseThreads) -> None:
        self._tournaments = tournaments
        self._database = database
        self.task: asyncio.Task[None] | None = None
        self._brought = set[asyncio.Task[None]]()

    async def start(self) -> None:
        """Begin to read; who asks meanwhile is answered as ever."""
        self.task = begun(self._read(), "the events are not read ahead")

    async def stop(self) -> None:
        """Read no further."""
        for task in filter(None, (self.task, *self._brought)):
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)  # what failed is logged

    def brought(self, live: LiveEvent) -> None:
        """Look through an event that has just been brought in, beside everything else."""
        task = begun(self._look_through(live), "an event brought in is not looked through")
        self._brought.add(task)
        task.add_done_callback(self._brought.discard)

    async def _look_through(self, live: LiveEvent) -> None:
        await self._database.read(_rehearse, live)
        for inner in live.inner:
            await self._database.write(self._tournaments.rehearse, inner.id)
        await self._database.read(rehearse_check, live)

    async def _read(self) -> None:
        listed = await self._database.read(self._tournaments.listed, None, limit=2 * _EVENTS)
        for line in [one for one in listed if not one.over][:_EVENTS]:
            try:
                await self._look_through(await self._database.read(self._tournaments.load, line.id))
            except DamieraError:
                log.info("event %s is not read ahead", line.id, exc_info=True)


def _rehearse(live: LiveEvent) -> None:
    """Make the row of a board of each field, in every language, as the answer to a result has it."""
    for inner in live.inner:
        held = inner.event.round(inner.event.played_rounds)
        if held is not None and held.games:
            for lang in languages():
                boards_answer(inner, lang, held.number, [(held.games[0].board, held.games[0].leg)])
