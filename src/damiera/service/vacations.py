"""Vacations by correspondence (15.1.3): so many days a year for each person, in all their games at once.

A vacation has whole days, each of twenty-four hours from the moment it began, and each counts for the
calendar year (UTC) in which it begins. Whoever comes back early has the days back that had not begun. A game
may give less than the year does, or nothing, by its own terms; what it was told of a vacation stands in its
own events.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

import msgspec

from damiera._core import Side
from damiera.game.events import VacationBegun, VacationEnded
from damiera.game.sides import side_name
from damiera.game.timing.face import Face
from damiera.game.timing.units import DAY_MS
from damiera.messages import Message
from damiera.records.vacations import VacationRecord
from damiera.service.errors import BadTerms, GameIsOver, RefusedAct, ServiceError
from damiera.service.live import GameCache, GameTransaction, LiveGame, clock_of
from damiera.service.ports import Transaction

__all__ = ["DAYS_A_YEAR", "VacationFacts", "VacationService", "days_by_year"]

DAYS_A_YEAR: Final = 30
"""The days that a server gives where it says nothing else."""
_MOST: Final = 200

_NONE_HERE: Final = Message("On this server there are no vacations.")
_NO_GAME: Final = Message("None of your games by correspondence gives you vacation now.")
_AWAY: Final = Message("You are on vacation already.")
_NOT_AWAY: Final = Message("You are not on vacation.")
_NO_DAYS: Final = Message("Say for how many days: one at least.")
_TOO_MANY: Final = Message(
    "Of {year} you have {n} day of vacation left.",
    plural="Of {year} you have {n} days of vacation left.",
)


class VacationFacts(msgspec.Struct, frozen=True):
    """How somebody stands with their vacations.

    Attributes:
        could, away: in how many games they could go on vacation, and are.
        days: how many they have in a year.
        left: what is left of them in the current `year`.
        most: how many days a vacation could have that began now; it may go on in the next year.
        until: to when they are away, in milliseconds since 1970; None where they are not.
    """

    could: int
    away: int
    days: int
    left: int
    most: int
    year: int
    until: int | None = None


class VacationService:
    """The use cases of whoever is away for some days.

    Args:
        days: how many everybody has in a calendar year; 0: none.
    """

    def __init__(self, cache: GameCache, days: int = DAYS_A_YEAR) -> None:
        self._cache = cache
        self._days = days

    def facts(self, player_id: str) -> VacationFacts:
        """Return how somebody stands."""
        now = self._cache.clock.now_ms()
        with self._cache.store.read() as work:
            kept = work.vacations.of_player(player_id)
        faces = [face for _, _, face in self._games(player_id)]
        year = _year(now)
        return VacationFacts(
            could=sum(_could_go(face) for face in faces) if self._days else 0,
            away=sum(face.away for face in faces),
            days=self._days,
            left=max(0, self._days - days_by_year(kept)[year]),
            most=self._longest(kept, now),
            year=year,
            until=_until(kept, now),
        )

    def begin(self, player_id: str, days: int) -> Sequence[LiveGame]:
        """Go on vacation in every game that gives some; return those that this has changed.

        Args:
            days: how many; the vacation ends by itself after them.
        Raises:
            BadTerms: for no days, or more than are left of a year.
            RefusedAct: for who is away already, or has no game that gives vacation.
        """
        if not self._days:
            raise RefusedAct(_NONE_HERE)
        if days < 1:
            raise BadTerms("days", _NO_DAYS)
        now = self._cache.clock.now_ms()
        with self._cache.store.read() as work:
            is_away = _until(work.vacations.of_player(player_id), now) is not None
        if not is_away and not any(_could_go(face) for _, _, face in self._games(player_id)):
            raise RefusedAct(_NO_GAME)
        with self._cache.store.write() as work:
            until = self._note(work, player_id, now, days)
        return self._begin_until(player_id, until)

    def go_on(self, player_id: str) -> Sequence[LiveGame]:
        """Go on vacation in the games begun since a vacation began, too; return those that this has changed.

        Raises:
            RefusedAct: for who is not away.
        """
        now = self._cache.clock.now_ms()
        with self._cache.store.read() as work:
            until = _until(work.vacations.of_player(player_id), now)
        if until is None:
            raise RefusedAct(_NOT_AWAY)
        return self._begin_until(player_id, until)

    def end(self, player_id: str) -> Sequence[LiveGame]:
        """Come back in every game; return those that this has changed.

        The days that had not begun can be taken another time.
        """
        now = self._cache.clock.now_ms()
        with self._cache.store.write() as work:
            work.vacations.end(player_id, at=now)

        def step(transaction: GameTransaction, side: Side) -> None:
            transaction.happen(VacationEnded(side=side_name(side), at=transaction.now), player_id)

        return self._each(player_id, step, lambda face: face.away)

    def _longest(self, kept: Sequence[VacationRecord], now: int) -> int:
        used, days = days_by_year(kept), 0
        while used[_year(now + days * DAY_MS)] < self._days:
            used[_year(now + days * DAY_MS)] += 1
            days += 1
        return days

    def _note(self, work: Transaction, player_id: str, now: int, days: int) -> int:
        """Note a vacation; return when it ends."""
        kept = work.vacations.of_player(player_id)
        if _until(kept, now) is not None:
            raise RefusedAct(_AWAY)
        used = days_by_year(kept)
        days = min(days, 2 * self._days + 1)  # more than two years give: refused below, and soon counted
        number = kept[-1].number + 1 if kept else 1
        new = VacationRecord(player_id, number, now, now + days * DAY_MS)
        for year, more in sorted(days_by_year([new]).items()):
            if used[year] + more > self._days:
                left = max(0, self._days - used[year])
                raise BadTerms("days", _TOO_MANY.format(year=year, n=left))
        if not work.vacations.add(new):  # another of their devices was first
            raise RefusedAct(_AWAY)
        return new.until_at

    def _begin_until(self, player_id: str, until: int) -> Sequence[LiveGame]:
        def step(transaction: GameTransaction, side: Side) -> None:
            begun = VacationBegun(side=side_name(side), at=transaction.now, until=until)
            transaction.happen(begun, player_id)

        return self._each(player_id, step, _could_go)

    def _each(
        self, player_id: str, step: Callable[[GameTransaction, Side], None], fits: Callable[[Face], bool]
    ) -> Sequence[LiveGame]:
        changed = []
        for live, side, face in self._games(player_id):
            if fits(face):
                with suppress(ServiceError):  # it has ended meanwhile, or its flag has fallen
                    changed.append(self._cache.change(live.id, _in_own_seat(step, player_id, side)))
        return changed

    def _games(self, player_id: str) -> list[tuple[LiveGame, Side, Face]]:
        """Return the games of somebody that go on and have vacations, with their side and its clock."""
        with self._cache.store.read() as work:
            rows = work.games.of_player(player_id, limit=_MOST)
        found, now = [], self._cache.clock.now_ms()
        for row in rows:
            clock = clock_of(row)
            if row.started_at is None or row.stand.score is not None or clock is None:
                continue
            if not clock.vacation_ms and not clock.of(Side.BLACK).vacation_ms:
                continue
            with suppress(ServiceError):
                live = self._cache.load(row.id)
                sides = live.sides_of(player_id)
                going = live.game.clock
                if going is None or live.game.outcome is not None or going.flagged(now):
                    continue
                if len(sides) == 1 and not live.is_arbiter(player_id):
                    found.append((live, sides[0], going.face(sides[0], now)))
        return found


def days_by_year(vacations: Sequence[VacationRecord]) -> Counter[int]:
    """Return how many days of each year were taken, or are.

    >>> new_year = 1_704_067_200_000  # 1 January 2024
    >>> days_by_year([VacationRecord("p1", 1, new_year - 2 * DAY_MS, new_year + DAY_MS)])
    Counter({2023: 2, 2024: 1})
    """
    found: Counter[int] = Counter()
    for one in vacations:
        found.update(_year(at) for at in range(one.begun_at, one.until_at, DAY_MS))
    return found


def _in_own_seat(
    step: Callable[[GameTransaction, Side], None], player_id: str, side: Side
) -> Callable[[GameTransaction], LiveGame]:
    def taken(transaction: GameTransaction) -> LiveGame:
        outcome = transaction.live.game.outcome
        if outcome is not None:
            raise GameIsOver(outcome.score)
        if side in transaction.live.sides_of(player_id):
            step(transaction, side)
        return transaction.live

    return taken


def _could_go(face: Face) -> bool:
    return not face.away and face.vacation_ms > 0


def _until(vacations: Sequence[VacationRecord], now: int) -> int | None:
    """Return to when somebody is away; None if they are not."""
    return max((one.until_at for one in vacations if one.until_at > now), default=None)


def _year(at: int) -> int:
    return datetime.fromtimestamp(at / 1000, UTC).year
