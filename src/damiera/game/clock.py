"""Clocks as values: whole milliseconds, no timer, the present is an argument.

| way of timing | done | how it fits |
|---|---|---|
| sudden death | yes | Fischer with no increment |
| Fischer | yes | the increment is given after every own move, not before the first |
| delay, Bronstein | no | another answer of `_spent` or `_bonus` to the time a move took |
| stages | no | `_bonus` also told how many moves the side has made |

A clock never refuses the hour it is told: if servers disagree by a little and time seems to run backwards, no
time has passed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from damiera._core import Side
from damiera.game.errors import BadClock
from damiera.lang import Text

__all__ = ["Clock", "ClockKind", "ClockSettings"]

ClockKind = Literal["fischer"]


@dataclass(frozen=True, slots=True)
class ClockSettings:
    """How much time each side has.

    Args:
        base_ms: time at the start, milliseconds, more than 0.
        increment_ms: time added after every own move, milliseconds.
        kind: the way of timing.
    Raises:
        BadClock: for no time at all or a negative increment.
    """

    base_ms: int
    increment_ms: int = 0
    kind: ClockKind = "fischer"

    def __post_init__(self) -> None:
        if self.kind != "fischer":
            said = Text(
                "Non conosco l'orologio «{kind}»: usa «fischer».", "Unknown clock '{kind}': use 'fischer'."
            )
            raise BadClock(said.format(kind=self.kind))
        if self.base_ms <= 0:
            raise BadClock(
                Text("L'orologio deve partire con più di zero.", "A clock must start with more than zero.")
            )
        if self.increment_ms < 0:
            raise BadClock(Text("L'incremento non può essere negativo.", "The increment cannot be negative."))


@dataclass(frozen=True, slots=True)
class Clock:
    """Both clocks of a game.

    Attributes:
        settings: how much time each side was given.
        white_ms, black_ms: what each side has left at `since`.
        running: whose clock runs; None when both stand.
        since: the time from which the running clock counts down.
    """

    settings: ClockSettings
    white_ms: int
    black_ms: int
    running: Side | None
    since: int

    @classmethod
    def start(cls, settings: ClockSettings, side: Side, at: int) -> Clock:
        """Return full clocks with that of `side`, the first to move, running from `at`."""
        return cls(settings, settings.base_ms, settings.base_ms, side, at)

    def remaining(self, side: Side, at: int) -> int:
        """Return the milliseconds `side` has left at `at`; never less than 0."""
        left = self.white_ms if side is Side.WHITE else self.black_ms
        if side is not self.running:
            return left
        return max(0, left - _spent(self.settings, max(0, at - self.since)))

    def flagged(self, at: int) -> bool:
        """Tell whether the running side has no time left at `at`."""
        return self.running is not None and self.remaining(self.running, at) == 0

    def falls_at(self) -> int | None:
        """Return the first moment at which the running side has no time left; None when both clocks stand."""
        if self.running is None:
            return None
        return self.since + self.remaining(self.running, self.since)

    def press(self, side: Side, at: int) -> Clock:
        """Return the clocks after `side` moved at `at`: its increment given, the opponent's clock running.

        Raises:
            BadClock: if the clock of `side` is not running, or its flag has fallen.
        """
        if side is not self.running:
            raise BadClock(Text("Il tuo orologio è fermo.", "Your clock is not running."))
        if self.flagged(at):
            raise BadClock(Text("Il tuo tempo è finito.", "Your time has run out."))
        left = self.remaining(side, at) + _bonus(self.settings, max(0, at - self.since))
        return self._with(side, left).hand_to(side.opponent, at, charge=False)

    def hand_to(self, side: Side | None, at: int, *, charge: bool = True) -> Clock:
        """Return the clocks with that of `side` running from `at` (None: none), no increment given.

        The side whose clock was running pays for its time until `at`, unless `charge` is False.
        """
        settled = self._settled(at) if charge else self
        return replace(settled, running=side, since=max(self.since, at))

    def stop(self, at: int) -> Clock:
        """Return the clocks standing still, as they were at `at`."""
        return self.hand_to(None, at)

    def set_remaining(self, side: Side, left_ms: int, at: int, until: int) -> Clock:
        """Return the clocks where `side` has `left_ms` and nobody paid for the time from `at` to `until`."""
        return replace(self._settled(at)._with(side, left_ms), since=max(self.since, until))

    def _settled(self, at: int) -> Clock:
        return self if self.running is None else self._with(self.running, self.remaining(self.running, at))

    def _with(self, side: Side, left_ms: int) -> Clock:
        if side is Side.WHITE:
            return replace(self, white_ms=left_ms)
        return replace(self, black_ms=left_ms)


def _spent(settings: ClockSettings, elapsed_ms: int) -> int:
    """Return how much of the time a move took counts against the mover: with Fischer all of it."""
    return elapsed_ms


def _bonus(settings: ClockSettings, elapsed_ms: int) -> int:
    """Return the time given for a move that took `elapsed_ms`: with Fischer always the increment."""
    return settings.increment_ms
