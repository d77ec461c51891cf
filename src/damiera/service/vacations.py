"""A vacation in all games by correspondence at once, each within the days of its own terms (15.1.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from damiera._core import Side
from damiera.game.sides import side_name
from damiera.game.timing.face import Face
from damiera.service.conduct import ConductService
from damiera.service.errors import ServiceError
from damiera.service.live import GameCache, LiveGame, clock_of

__all__ = ["VacationFacts", "VacationService"]

_MOST: Final = 200


@dataclass(frozen=True, slots=True)
class VacationFacts:
    """In how many games somebody could go on vacation, and in how many they are."""

    could: int
    away: int


class VacationService:
    """The use cases of whoever is away for some days."""

    def __init__(self, cache: GameCache, conduct: ConductService) -> None:
        self._cache = cache
        self._conduct = conduct

    def facts(self, player_id: str) -> VacationFacts:
        """Return in how many games somebody could go, and is."""
        faces = [face for _, _, face in self._games(player_id)]
        return VacationFacts(sum(_could_go(face) for face in faces), sum(face.away for face in faces))

    def begin(self, player_id: str) -> Sequence[LiveGame]:
        """Go on vacation in every game that has some left for them; return those that this has changed."""
        return self._each(player_id, "vacation-begun", _could_go)

    def end(self, player_id: str) -> Sequence[LiveGame]:
        """Come back in every game; return those that this has changed."""
        return self._each(player_id, "vacation-ended", lambda face: face.away)

    def _each(self, player_id: str, event: str, fits: Callable[[Face], bool]) -> Sequence[LiveGame]:
        changed = []
        for live, side, face in self._games(player_id):
            if fits(face):
                with suppress(ServiceError):  # it has ended meanwhile, or its flag has fallen
                    given = {"e": event, "side": side_name(side)}
                    changed.append(self._conduct.do(live.id, player_id, given))
        return changed

    def _games(self, player_id: str) -> list[tuple[LiveGame, Side, Face]]:
        """Return the games of somebody that go on and have vacations, with their side and its clock."""
        with self._cache.store.read() as work:
            rows = work.games.of_player(player_id, limit=_MOST)
        found = []
        for row in rows:
            clock = clock_of(row)
            if (
                row.started_at is None
                or row.stand.score is not None
                or clock is None
                or not clock.vacation_ms
            ):
                continue
            with suppress(ServiceError):
                live = self._cache.load(row.id)
                sides = live.sides_of(player_id)
                if live.game.clock is not None and live.game.outcome is None and len(sides) == 1:
                    face = live.game.clock.face(sides[0], self._cache.clock.now_ms())
                    found.append((live, sides[0], face))
        return found


def _could_go(face: Face) -> bool:
    return not face.away and face.vacation_ms > 0
