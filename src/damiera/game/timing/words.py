"""Settings of a clock in words, Italian and English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from damiera.game.timing.units import VACATION_BY_YEAR_MS, length_words
from damiera.messages import Message, Text

if TYPE_CHECKING:
    from damiera.game.timing.settings import ClockSettings, Stage

__all__ = ["in_words"]


def in_words(given: ClockSettings) -> Text:
    """Return settings in words, without a full stop.

    >>> from damiera.game.timing.settings import ClockSettings
    >>> in_words(ClockSettings.parse("5+3")).text("en")
    '5 minutes, plus 3 seconds a move'
    """
    if given.black is None:
        return _side(given)
    return _ODDS.format(white=_side(given), black=_side(given.black))


def _side(given: ClockSettings) -> Text:
    match given.kind:
        case "hourglass":
            return _HOURGLASS.format(base=length_words(given.base_ms))
        case "byo-yomi":
            return _byo(given)
        case "correspondence":
            return _correspondence(given)
        case _ if given.moves or given.stages:
            return _stages(given)
        case _ if not given.increment_ms:
            return _SUDDEN.format(base=length_words(given.base_ms))
        case _:
            return _with_move(length_words(given.base_ms), given)


def _with_move(said: Text, stage: ClockSettings | Stage) -> Text:
    """Return what was said, and what a move brings."""
    if not stage.increment_ms:
        return said
    return _A_MOVE[stage.kind].format(said=said, more=length_words(stage.increment_ms))


def _stages(given: ClockSettings) -> Text:
    said = _with_move(_stage(given), given)
    for stage in given.stages:
        said = _THEN.format(first=said, then=_with_move(_stage(stage), stage))
    return _AGAIN.format(said=said) if given.every_stage[-1].moves else said


def _stage(stage: ClockSettings | Stage) -> Text:
    base = length_words(stage.base_ms)
    if not stage.moves:
        return _REST.format(base=base)
    said = _ONE_IN if stage.moves == 1 else _MOVES_IN
    return said.format(moves=stage.moves, base=base)


def _byo(given: ClockSettings) -> Text:
    length = length_words(given.byo_ms)
    if given.byo_moves > 1:
        period = _MOVES_PER.format(moves=given.byo_moves, length=length)
        if given.periods > 1:
            period = _PERIODS_OF.format(period=period, periods=given.periods)
    else:
        period = (_PERIOD if given.periods == 1 else _PERIODS).format(periods=given.periods, length=length)
    return _THEN.format(first=length_words(given.base_ms), then=period) if given.base_ms else period


def _correspondence(given: ClockSettings) -> Text:
    base, more = length_words(given.base_ms), length_words(given.increment_ms)
    if not given.reset:
        said = (
            _A_MOVE["fischer"].format(said=base, more=more)
            if given.increment_ms
            else _SUDDEN.format(base=base)
        )
    elif given.base_ms == given.increment_ms:
        said = _EACH.format(more=more)
    else:
        said = _THEN.format(first=base, then=_EACH.format(more=more))
    if not given.vacation_ms:
        return said
    if given.vacation_ms == VACATION_BY_YEAR_MS:
        return _BY_YEAR.format(said=said)
    return _VACATION.format(said=said, vacation=length_words(given.vacation_ms))


_ODDS = Message("White: {white}; Black: {black}")
_HOURGLASS = Message("hourglass of {base}: what one side uses, the other gains")
_SUDDEN = Message("{base} for the whole game")
_A_MOVE = {
    "fischer": Message("{said}, plus {more} a move"),
    "delay": Message("{said}, with a delay of {more} at every move"),
    "bronstein": Message("{said}, with up to {more} given back after every move"),
}
_THEN = Message("{first}, then {then}")
_AGAIN = Message("{said}, and so on")
_REST = Message("{base} for the rest")
_MOVES_IN = Message("{moves} moves in {base}")
_ONE_IN = Message("1 move in {base}")
_MOVES_PER = Message("{moves} moves in every {length}")
_PERIODS_OF = Message("{period}, {periods} times")
_PERIOD = Message("1 period of {length}")
_PERIODS = Message("{periods} periods of {length}")
_EACH = Message("{more} for each move")
_BY_YEAR = Message("{said}; vacation within the days that each has in a year")
_VACATION = Message("{said}; up to {vacation} of vacation")
