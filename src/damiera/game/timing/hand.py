"""What one side has left, and how a move or the time that passes changes it."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from damiera.game.timing.settings import ClockSettings

__all__ = ["Hand"]


class Hand(Struct, frozen=True):
    """One side of a clock, in milliseconds. What it is given is told to every method: it never changes.

    Attributes:
        left_ms: what is left of the main time, the stage or the period.
        moves: own moves made.
        stage: 0 the first; in byo-yomi 0 the main time and 1 the periods.
        to_go: own moves to make in this stage or period; 0 where none are asked.
        periods: byo-yomi periods not yet begun.
        vacation_ms: vacation left.
        away: on vacation: the clock stands as long as there is vacation left, and until `until`.
        until: when the vacation ends at the latest, milliseconds since 1970; None: when there is none left.
        quick_ms: what is left for a quick move; None while no quick moves are counted.

    >>> five = ClockSettings.parse("5+3")
    >>> Hand.full(five).after(five, 10_000, 0).moved(five, 10_000).left_ms
    293000
    """

    left_ms: int
    moves: int = 0
    stage: int = 0
    to_go: int = 0
    periods: int = 0
    vacation_ms: int = 0
    away: bool = False
    quick_ms: int | None = None
    until: int | None = None

    @classmethod
    def full(cls, given: ClockSettings) -> Hand:
        """Return what a side begins with."""
        if given.base_ms == 0:
            return cls(given.byo_ms, stage=1, to_go=given.byo_moves, periods=given.periods - 1)
        return cls(given.base_ms, to_go=given.moves, periods=given.periods, vacation_ms=given.vacation_ms)

    def total_ms(self, given: ClockSettings) -> int:
        """Return all the time left: what runs now and the periods after it; no delay."""
        if self.quick_ms is not None:
            return self.quick_ms
        return self.left_ms + self.periods * given.byo_ms

    def delay_ms(self, given: ClockSettings, turn_ms: int) -> int:
        """Return how long this side's clock still waits, `turn_ms` into its turn."""
        rule = given.rule(self.stage)
        if rule.kind != "delay" or self.quick_ms is not None:
            return 0
        return max(0, rule.increment_ms - turn_ms)

    def after(self, given: ClockSettings, ms: int, turn_ms: int) -> Hand:
        """Return what is left when the clock ran for `ms`, from `turn_ms` into the turn."""
        if self.quick_ms is not None:
            return replace(self, quick_ms=max(0, self.quick_ms - ms))
        cost = max(0, ms - self.delay_ms(given, turn_ms))
        if cost < self.left_ms or not self.periods:
            return self._left(max(0, self.left_ms - cost))
        used, into = divmod(cost - self.left_ms, given.byo_ms)
        if used >= self.periods:
            return replace(self, left_ms=0, stage=1, to_go=self.to_go or given.byo_moves, periods=0)
        return replace(
            self,
            left_ms=given.byo_ms - into,
            stage=1,
            to_go=self.to_go or given.byo_moves,
            periods=self.periods - used - 1,
        )

    def moved(self, given: ClockSettings, turn_ms: int) -> Hand:
        """Return what is left after an own move whose time, `turn_ms` in all, is paid."""
        rule, left = given.rule(self.stage), self.left_ms
        if self.quick_ms is None:
            if rule.kind == "fischer":
                left += rule.increment_ms
            elif rule.kind == "bronstein":
                left += min(rule.increment_ms, turn_ms)
            elif rule.kind == "correspondence":
                left = given.increment_ms if given.reset else left + given.increment_ms
        stage, to_go, quick = self.stage, self.to_go, self.quick_ms
        if rule.kind == "byo-yomi":
            if to_go and quick is None:
                left, to_go = (left, to_go - 1) if to_go > 1 else (given.byo_ms, given.byo_moves)
        elif to_go > 1:
            to_go -= 1
        elif to_go:
            stage += 1
            following = given.rule(stage)
            left, to_go = left + following.base_ms, following.moves
        quick = quick if quick is None else given.quick_ms
        return replace(self, left_ms=left, moves=self.moves + 1, stage=stage, to_go=to_go, quick_ms=quick)

    def holding(self, given: ClockSettings, total_ms: int) -> Hand:
        """Return this side with `total_ms` in all, in periods as far as it is in or comes to them."""
        total = max(0, total_ms)
        if self.quick_ms is not None:
            return replace(self, quick_ms=total)
        spare = self.periods * given.byo_ms
        if total > spare or not self.periods:
            return self._left(total - spare)
        begun = max(0, total - 1) // given.byo_ms
        return replace(
            self,
            left_ms=total - begun * given.byo_ms,
            stage=1,
            to_go=self.to_go or given.byo_moves,
            periods=begun,
        )

    def with_moves(self, given: ClockSettings, moves: int) -> Hand:
        """Return this side with another number of moves made: moves taken back are to be made again."""
        to_go = self.to_go
        if to_go and given.kind != "byo-yomi":
            to_go = max(1, to_go + self.moves - moves)
        return replace(self, moves=moves, to_go=to_go)

    def rest_ms(self, at: int) -> int:
        """Return for how long the clock still stands from `at` on because of a vacation."""
        if not self.away:
            return 0
        return self.vacation_ms if self.until is None else max(0, min(self.vacation_ms, self.until - at))

    def rested(self, since: int, at: int) -> Hand:
        """Return this side after a vacation from `since` to `at`; back at the board when it is over."""
        rest, gone = self.rest_ms(since), at - since
        left = self.vacation_ms - min(rest, gone)
        return replace(self, vacation_ms=left, away=gone < rest, until=self.until if gone < rest else None)

    def dated(self, at: int) -> Hand:
        """Return this side at `at` where the clocks stand: back if the day of its return has come."""
        is_over = self.until is not None and at >= self.until
        return replace(self, away=False, until=None) if is_over else self

    def _left(self, left_ms: int) -> Hand:
        return Hand(
            left_ms,
            self.moves,
            self.stage,
            self.to_go,
            self.periods,
            self.vacation_ms,
            self.away,
            self.quick_ms,
            self.until,
        )
