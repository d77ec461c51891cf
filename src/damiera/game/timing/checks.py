"""Why settings make no clock: one reason each, in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from damiera.game.errors import BadClock
from damiera.messages import Message

if TYPE_CHECKING:
    from damiera.game.timing.settings import ClockSettings

__all__ = ["LONGEST_MS", "MOST_MOVES", "MOST_PERIODS", "MOST_STAGES", "refuse_bad_settings"]

LONGEST_MS = 10 * 366 * 86_400_000
"""The longest time a clock may be set to, in milliseconds: ten years, more than any game by post lasts."""
MOST_MOVES = 1000
"""The highest number of moves of a stage."""
MOST_PERIODS = 100
"""The highest number of byo-yomi periods."""
MOST_STAGES = 10
"""The highest number of later stages."""

_STAGED = ("fischer", "bronstein", "delay")
_ALONE = ("byo-yomi", "hourglass", "correspondence")


def refuse_bad_settings(given: ClockSettings) -> None:
    """Refuse settings that make no clock. Lengths are milliseconds, ten years at most.

    Raises:
        BadClock: with the first reason why.

    >>> from damiera.game.timing.settings import ClockSettings
    >>> ClockSettings(base_ms=0)
    Traceback (most recent call last):
        ...
    damiera.game.errors.BadClock: A clock must start with more than zero.
    """
    if given.kind not in _STAGED + _ALONE:
        raise BadClock(_UNKNOWN_KIND.format(kind=given.kind, kinds=", ".join(_STAGED + _ALONE)))
    if given.base_ms < 0 or (given.base_ms == 0 and given.kind != "byo-yomi"):
        raise BadClock(_NO_TIME)
    if given.increment_ms < 0:
        raise BadClock(_NEGATIVE)
    if given.quick_ms <= 0:
        raise BadClock(_NO_QUICK)
    lengths = (given.base_ms, given.increment_ms, given.byo_ms, given.vacation_ms, given.quick_ms)
    if max(lengths) > LONGEST_MS:
        raise BadClock(_TOO_LONG)
    if given.kind in ("bronstein", "delay") and given.increment_ms == 0:
        raise BadClock(_NO_DELAY)
    if given.kind in ("byo-yomi", "hourglass") and given.increment_ms:
        raise BadClock(_NO_INCREMENT.format(kind=given.kind))
    _refuse_stages(given)
    _refuse_byo(given)
    _refuse_correspondence(given)
    _refuse_odds(given)


def _refuse_stages(given: ClockSettings) -> None:
    if (given.moves or given.stages) and given.kind not in _STAGED:
        raise BadClock(_NOT_STAGED.format(kind=given.kind))
    if len(given.stages) > MOST_STAGES:
        raise BadClock(_MANY_STAGES.format(most=MOST_STAGES))
    every = given.every_stage
    if any(stage.moves == 0 for stage in every[:-1]):
        raise BadClock(_ENDLESS_STAGE)
    if any(not 0 <= stage.moves <= MOST_MOVES for stage in every):
        raise BadClock(_BAD_MOVES.format(most=MOST_MOVES))
    for stage in given.stages:
        if stage.kind not in _STAGED:
            raise BadClock(_BAD_STAGE_KIND.format(kind=stage.kind, kinds=", ".join(_STAGED)))
        if stage.base_ms < 0 or stage.increment_ms < 0:
            raise BadClock(_NEGATIVE_STAGE)
        if stage.base_ms + stage.increment_ms == 0:
            raise BadClock(_EMPTY_STAGE)
        if max(stage.base_ms, stage.increment_ms) > LONGEST_MS:
            raise BadClock(_TOO_LONG)
        if stage.kind != "fischer" and stage.increment_ms == 0:
            raise BadClock(_NO_DELAY)


def _refuse_byo(given: ClockSettings) -> None:
    if given.kind != "byo-yomi":
        if given.periods or given.byo_ms or given.byo_moves != 1:
            raise BadClock(_ONLY_BYO.format(kind=given.kind))
        return
    if not 1 <= given.periods <= MOST_PERIODS:
        raise BadClock(_BAD_PERIODS.format(most=MOST_PERIODS))
    if given.byo_ms <= 0:
        raise BadClock(_EMPTY_PERIOD)
    if not 1 <= given.byo_moves <= MOST_MOVES:
        raise BadClock(_BAD_BYO_MOVES.format(most=MOST_MOVES))


def _refuse_correspondence(given: ClockSettings) -> None:
    if given.kind != "correspondence":
        if given.reset:
            raise BadClock(_ONLY_POST_RESET)
        if given.vacation_ms:
            raise BadClock(_ONLY_POST_VACATION)
        return
    if given.vacation_ms < 0:
        raise BadClock(_NEGATIVE_VACATION)
    if given.reset and given.increment_ms == 0:
        raise BadClock(_RESET_TO_NOTHING)


def _refuse_odds(given: ClockSettings) -> None:
    black = given.black
    if black is None:
        return
    if black.black is not None:
        raise BadClock(_ODDS_IN_ODDS)
    for kind in ("hourglass", "correspondence"):
        if (given.kind == kind) is not (black.kind == kind):
            raise BadClock(_UNLIKE.format(kind=kind))


_UNKNOWN_KIND = Message("Unknown clock '{kind}': use one of {kinds}.")
_NO_TIME = Message("A clock must start with more than zero.")
_NEGATIVE = Message("The increment cannot be negative.")
_NO_QUICK = Message("A quick move must have more than zero.")
_TOO_LONG = Message("A clock goes up to ten years at most.")
_NO_DELAY = Message("Bronstein and delay need a length: more than zero.")
_NO_INCREMENT = Message("With '{kind}' a move brings no increment: drop it.")
_NOT_STAGED = Message("With '{kind}' there are no stages: use them with fischer, bronstein or delay.")
_MANY_STAGES = Message("At most {most} stages after the first.")
_ENDLESS_STAGE = Message("A stage without a number of moves lasts to the end: it can only be the last.")
_BAD_MOVES = Message("The moves of a stage go from 1 to {most}.")
_BAD_STAGE_KIND = Message("A stage cannot be '{kind}': use one of {kinds}.")
_NEGATIVE_STAGE = Message("A stage cannot take time away.")
_EMPTY_STAGE = Message("A stage must bring some time.")
_ONLY_BYO = Message("Periods are for byo-yomi: take them off '{kind}'.")
_BAD_PERIODS = Message("There can be 1 to {most} periods.")
_EMPTY_PERIOD = Message("A period must last more than zero.")
_BAD_BYO_MOVES = Message("A period can have 1 to {most} moves.")
_ONLY_POST_RESET = Message("Only by correspondence is the time set anew at every move.")
_ONLY_POST_VACATION = Message("Vacations are for correspondence only.")
_NEGATIVE_VACATION = Message("A vacation cannot be negative.")
_RESET_TO_NOTHING = Message("Say how long each move has: more than zero.")
_ODDS_IN_ODDS = Message("Odds of time are given once only.")
_UNLIKE = Message("'{kind}' is for both sides or for neither.")
