"""How much time each side is given, by every way of timing. Whole milliseconds throughout.

| way of timing | kind | what counts |
|---|---|---|
| sudden death | fischer | `base_ms` for the whole game |
| Fischer | fischer | and `increment_ms` more after every own move, used or not |
| Bronstein | bronstein | after a move the time it took comes back, at most `increment_ms` |
| simple delay (US) | delay | the clock waits `increment_ms` before it runs, every move |
| stages | any of these | `moves` moves in `base_ms`, then the next of `stages`; the last repeats |
| byo-yomi | byo-yomi | after `base_ms`, `periods` of `byo_ms`: one is lost only when it is used up |
| Canadian byo-yomi | byo-yomi | `byo_moves` moves in each period |
| hourglass | hourglass | what one side uses, the other gains |
| correspondence | correspondence | `base_ms`, and for each move `increment_ms` more, or with `reset` anew |
| odds of time | any | Black's own settings in `black` |

Quick moves, pauses, vacations and the host of a simultaneous display are told to the running clock.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import msgspec

from damiera._core import Side
from damiera.game.errors import BadClock
from damiera.game.timing.checks import refuse_bad_settings
from damiera.game.timing.shorthand import read_short, write_short
from damiera.game.timing.timecontrol import read_tag, write_tag
from damiera.game.timing.units import DAY_MS
from damiera.game.timing.words import in_words
from damiera.messages import Lang, Message, Text

__all__ = ["QUICK_MS", "ClockKind", "ClockSettings", "Stage", "StageKind"]

StageKind = Literal["fischer", "bronstein", "delay"]
"""How a move is paid back in a stage: added, given back up to what was used, or a delay before time runs."""
ClockKind = Literal["fischer", "bronstein", "delay", "byo-yomi", "hourglass", "correspondence"]
"""How a clock counts: as its stages do, by byo-yomi periods, as an hourglass, or in days for each move."""

QUICK_MS = 10_000
"""How long a player has for each move when moves are counted aloud, in milliseconds: ten seconds."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A later stage of a game: what is added when it is reached, and how long it lasts, in milliseconds.

    Attributes:
        base_ms: time added to what was left of the stage before.
        increment_ms: increment, or delay, of every move in this stage.
        kind: the way of timing in this stage.
        moves: own moves to make in it; 0 for the rest of the game.

    >>> ClockSettings.parse("40/120,60+30").stages[0] == Stage(3_600_000, 30_000)
    True
    """

    base_ms: int
    increment_ms: int = 0
    kind: StageKind = "fischer"
    moves: int = 0


@dataclass(frozen=True, slots=True)
class ClockSettings:
    """How much time each side has, in milliseconds.

    Args:
        base_ms: time at the start: more than 0, except before byo-yomi.
        increment_ms: what a move brings, as the kind says: increment, delay, time for each move.
        kind: the way of timing.
        moves: own moves to make in `base_ms`; 0 for the whole game.
        stages: what follows those moves; if nothing does, the same stage again.
        periods, byo_ms, byo_moves: byo-yomi: how many periods, how long, how many moves in each.
        reset: correspondence: a move sets the clock to `increment_ms`, whatever was left.
        vacation_ms: correspondence: how long each side may be away in all; `VACATION_BY_YEAR_MS`: as long as
            each may be in a year, in whatever games.
        quick_ms: how long a move has while the arbiter counts quick moves.
        black: what Black has at odds of time; None for the same as White.
    Raises:
        BadClock: with the reason, for settings that make no clock.

    >>> ClockSettings.parse("40/120,60+30").text("en")
    '40 moves in 2 hours, then 1 hour for the rest, plus 30 seconds a move'
    """

    base_ms: int
    increment_ms: int = 0
    kind: ClockKind = "fischer"
    moves: int = 0
    stages: tuple[Stage, ...] = ()
    periods: int = 0
    byo_ms: int = 0
    byo_moves: int = 1
    reset: bool = False
    vacation_ms: int = 0
    quick_ms: int = QUICK_MS
    black: ClockSettings | None = None

    def __post_init__(self) -> None:
        refuse_bad_settings(self)

    def exchanged(self) -> ClockSettings:
        """Return the settings where each side has what the other had.

        >>> ClockSettings.parse("15+5 vs 5").exchanged().base_ms
        300000
        """
        return self if self.black is None else replace(self.black, black=replace(self, black=None))

    def of(self, side: Side) -> ClockSettings:
        """Return what a side is given."""
        return self.black if self.black is not None and side is Side.BLACK else self

    @property
    def every_stage(self) -> tuple[ClockSettings | Stage, ...]:
        """The first stage, which is these settings, and those after it."""
        return (self, *self.stages)

    def rule(self, stage: int) -> ClockSettings | Stage:
        """Return what holds in a stage, 0 the first; the last one repeats."""
        if stage == 0 or not self.stages:
            return self
        return self.stages[min(stage, len(self.stages)) - 1]

    @property
    def counts_days(self) -> bool:
        """Whether the time given is days rather than minutes, so that a date says more than a clock.

        >>> [ClockSettings.parse(text).counts_days for text in ("5d", "10/30d", "60+30")]
        [True, True, False]
        """
        return self.kind == "correspondence" or self.base_ms >= DAY_MS

    def text(self, lang: Lang) -> str:
        """Return the settings in words."""
        return self.said.text(lang)

    @property
    def said(self) -> Text:
        """The settings in words."""
        return in_words(self)

    @property
    def code(self) -> str:
        """The settings as players write them, short; `parse` reads it back.

        >>> ClockSettings(base_ms=900_000, increment_ms=5_000).code
        '15+5'
        """
        return write_short(self)

    @classmethod
    def parse(cls, text: str) -> ClockSettings:
        """Return what players write short: minutes, then seconds, unless a unit says otherwise.

        Raises:
            BadClock: for anything else, with the forms that are read.

        >>> [ClockSettings.parse(s).kind for s in ("5+3", "10 delay 5", "3x30s byo", "5 hourglass", "5d")]
        ['fischer', 'delay', 'byo-yomi', 'hourglass', 'correspondence']
        """
        return _built(_Written, read_short(text))

    def time_control(self) -> dict[str, str]:
        """Return the tags of a PDN game: TimeControl, or one for each side at odds of time.

        >>> ClockSettings.parse("40/120,60+30").time_control()
        {'TimeControl': '40/7200:3600+30'}
        """
        if self.black is None:
            return {"TimeControl": write_tag(self)}
        return {"WhiteTimeControl": write_tag(self), "BlackTimeControl": write_tag(self.black)}

    @classmethod
    def from_time_control(cls, tag: str, black: str | None = None) -> ClockSettings | None:
        """Return what a TimeControl tag says; None for "-" and "?", which name no clock.

        Raises:
            BadClock: for a tag that cannot be read.

        >>> ClockSettings.from_time_control("300+5").code
        '5+5'
        """
        fields = read_tag(tag)
        if fields is None:
            return None
        return _built(_Written, {**fields, "black": read_tag(black) if black else None})

    def encode(self) -> str:
        """Return the settings as JSON: what differs from a plain clock.

        >>> ClockSettings(base_ms=300_000, increment_ms=3_000).encode()
        '{"base_ms":300000,"increment_ms":3000}'
        """
        return _encoder.encode(_Written.of(self)).decode()

    @classmethod
    def decode(cls, data: str | bytes) -> ClockSettings:
        """Return the settings that `encode` wrote.

        Raises:
            BadClock: for anything else, with the field and what is wrong.
        """
        try:
            return _decoder.decode(data).settings()
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise BadClock(_UNREADABLE.format(why=str(error))) from None


class _WrittenStage(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    base_ms: int
    increment_ms: int = 0
    kind: StageKind = "fischer"
    moves: int = 0


class _Written(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The settings as they are written: every field but the first may be left out."""

    base_ms: int
    increment_ms: int = 0
    kind: ClockKind = "fischer"
    moves: int = 0
    stages: tuple[_WrittenStage, ...] = ()
    periods: int = 0
    byo_ms: int = 0
    byo_moves: int = 1
    reset: bool = False
    vacation_ms: int = 0
    quick_ms: int = QUICK_MS
    black: _Written | None = None

    @classmethod
    def of(cls, settings: ClockSettings) -> _Written:
        fields = {name: getattr(settings, name) for name in cls.__struct_fields__}
        stages = tuple(_WrittenStage(s.base_ms, s.increment_ms, s.kind, s.moves) for s in settings.stages)
        black = cls.of(settings.black) if settings.black else None
        return cls(**{**fields, "stages": stages, "black": black})

    def settings(self) -> ClockSettings:
        fields = {name: getattr(self, name) for name in self.__struct_fields__}
        stages = tuple(Stage(s.base_ms, s.increment_ms, s.kind, s.moves) for s in self.stages)
        black = self.black.settings() if self.black else None
        return ClockSettings(**{**fields, "stages": stages, "black": black})


def _built(written: type[_Written], fields: dict[str, object]) -> ClockSettings:
    return msgspec.convert(fields, written).settings()


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(_Written)

_UNREADABLE = Message("The clock as written cannot be read: {why}.")
