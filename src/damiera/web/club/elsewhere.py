"""The club over several workers: who has its page open at the others, and the challenges made there.

Who is where stands in the database; challenges, which live for a minute, are told by the bus alone.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import msgspec

from damiera.service.bus import Bus, BusMessage
from damiera.service.challenges import Challenge
from damiera.service.identity import Identity
from damiera.web.club.presence import ClubPresence
from damiera.web.common.coworkers import Coworkers
from damiera.web.common.database import DatabaseThreads, NotStored
from damiera.web.common.tasks import begun

__all__ = ["ClubElsewhere"]

log = logging.getLogger("damiera.web")

_PLACE: Final = "club."


class _ChallengeNow(msgspec.Struct, frozen=True):
    """A challenge as it is told: its time of life in seconds, because clocks differ; 0 once it is no more."""

    challenge: Challenge
    left_s: float


_DECODER: Final = msgspec.json.Decoder(_ChallengeNow)


class ClubElsewhere:
    """Tells the other workers of the people and challenges of this one, and hears of theirs."""

    def __init__(
        self,
        presence: ClubPresence,
        coworkers: Coworkers,
        identity: Identity,
        database: DatabaseThreads,
        bus: Bus,
    ) -> None:
        self._presence = presence
        self._coworkers = coworkers
        self._identity = identity
        self._database = database
        self._bus = bus
        self._forget: Callable[[], None] = lambda: None
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Begin; where this worker is alone there is nothing to do."""
        if not self._coworkers.is_shared:
            return
        self._presence.when_changed = lambda: self._coworkers.see(_PLACE, self._presence.here)
        self._presence.challenges.when_changed = self._tell
        self._coworkers.when_seen.append(self._see)
        self._forget = self._bus.subscribe("challenge.*", self._hear)

    def stop(self) -> None:
        """Tell and hear no more."""
        self._forget()

    def _tell(self, challenge: Challenge, left_s: float) -> None:
        news = msgspec.json.encode(_ChallengeNow(challenge, left_s))
        self._bus.publish(f"challenge.{challenge.id}", news)

    def _hear(self, message: BusMessage) -> None:
        if message.is_own:
            return
        try:
            news = _DECODER.decode(message.data)
        except (msgspec.DecodeError, ValueError) as error:
            log.info("a challenge elsewhere cannot be understood: %s", error)
            return
        self._presence.challenges.hear(news.challenge, news.left_s)

    def _see(self, place: str) -> None:
        if place == _PLACE:
            task = begun(self._read(), "who is at other workers could not be seen")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _read(self) -> None:
        try:
            people = await self._database.read(self._identity.people, self._coworkers.others(_PLACE))
        except NotStored:
            return  # they are seen with the next who comes or goes
        self._presence.see_elsewhere(people)
