"""Clocks as players write them, short.

| written | read |
|---|---|
| `60+30` | 60 minutes and 30 seconds a move |
| `60` | 60 minutes for the whole game |
| `40/120,60+30` | 40 moves in 120 minutes, then 60 minutes and 30 seconds a move |
| `10 delay 5`, `10 bronstein 5` | 10 minutes with a delay of 5 seconds, simple or Bronstein |
| `3x30s byo`, `10+3x30s byo` | three byo-yomi periods of 30 seconds, at once or after 10 minutes |
| `10+25/10m byo` | Canadian: after 10 minutes, 25 moves in every 10 |
| `5 hourglass` | an hourglass of 5 minutes |
| `5d`, `5d+1d`, `10d reset 5d` | 5 days for each move; 5 days and 1 more a move; 10 days, later 5 a move |
| `… vacation 20d` | correspondence with 20 days of vacation each |
| `… vacation year` | correspondence with the vacation that each has in a year |
| `… quick 15` | quick moves of 15 seconds |
| `15+5 vs 5+5` | odds of time: White, then Black |

Plain numbers are minutes, those a move brings are seconds; `ms s m h d` may stand behind any. Names of
presets are read too. Capitals and spaces do not matter.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from damiera.game.errors import BadClock
from damiera.game.timing.presets import PRESETS
from damiera.game.timing.units import DAY_MS, LENGTH, VACATION_BY_YEAR_MS, length_of, short_length
from damiera.messages import Message

if TYPE_CHECKING:
    from damiera.game.timing.settings import ClockSettings, Stage

__all__ = ["read_short", "write_short"]

Fields = dict[str, object]

_DELAYED = {"+": "fischer", " delay ": "delay", " bronstein ": "bronstein"}
_STAGE = re.compile(rf"(?:([0-9]{{1,6}})/)?{LENGTH}(?:(\+| delay | bronstein ){LENGTH})?")
_BYO = re.compile(rf"(?:{LENGTH}[ +])?(?:([0-9]{{1,6}})x)?(?:([0-9]{{1,6}})/)?{LENGTH} ?byo(?:-?yomi)?")
_HOURGLASS = re.compile(rf"{LENGTH} ?(?:hourglass|clessidra)")
_POST = re.compile(rf"{LENGTH}(?:(\+| reset ){LENGTH})?( post)?")
_EXTRA = re.compile(rf"(.*) (?:(vacation|vacanze|quick|lampo) {LENGTH}|(?:vacation year|vacanze anno))")
_VACATION = ("vacation", "vacanze")
_LONGEST = 400


def read_short(text: str) -> Fields:
    """Return the fields of settings that a short text means, lengths in milliseconds.

    Raises:
        BadClock: for a text that is not one of the forms above.

    >>> read_short("15+5")
    {'base_ms': 900000, 'moves': 0, 'increment_ms': 5000, 'kind': 'fischer', 'stages': []}
    """
    plain = " ".join(text.lower().split())
    plain = re.sub(r" ?([+/,]) ?", r"\1", plain)
    if len(plain) > _LONGEST:
        raise _bad(text)
    plain = PRESETS[plain].code if plain in PRESETS else plain
    white, *more = plain.split(" vs ")
    if len(more) > 1:
        raise _bad(text)
    fields = _side(white, text)
    return {**fields, "black": _side(more[0], text)} if more else fields


def _side(text: str, whole: str) -> Fields:
    extra: Fields = {}
    while found := _EXTRA.fullmatch(text):
        name = "vacation_ms" if found[2] is None or found[2] in _VACATION else "quick_ms"
        if name in extra:
            raise _bad(whole)
        unit = "d" if name == "vacation_ms" else "s"
        extra[name] = _length(found[3], found[4], unit, whole) if found[2] else VACATION_BY_YEAR_MS
        text = found[1]
    for read in (_hourglass, _byo, _post, _stages):
        fields = read(text, whole)
        if fields is not None:
            return {**fields, **extra}
    raise _bad(whole)


def _hourglass(text: str, whole: str) -> Fields | None:
    found = _HOURGLASS.fullmatch(text)
    return found and {"kind": "hourglass", "base_ms": _length(found[1], found[2], "m", whole)}


def _byo(text: str, whole: str) -> Fields | None:
    found = _BYO.fullmatch(text)
    if not found:
        return None
    base, base_unit, periods, moves, length, unit = found.groups()
    return {
        "kind": "byo-yomi",
        "base_ms": _length(base, base_unit, "m", whole) if base else 0,
        "periods": int(periods or 1),
        "byo_moves": int(moves or 1),
        "byo_ms": _length(length, unit, "m" if moves else "s", whole),
    }


def _post(text: str, whole: str) -> Fields | None:
    found = _POST.fullmatch(text)
    if not found or (found[2] not in ("d", "g") and not found[6] and found[3] != " reset "):
        return None
    base = _length(found[1], found[2], "d", whole)
    if found[3] is None:
        return {"kind": "correspondence", "base_ms": base, "increment_ms": base, "reset": True}
    more = _length(found[4], found[5], "d", whole)
    return {"kind": "correspondence", "base_ms": base, "increment_ms": more, "reset": found[3] == " reset "}


def _stages(text: str, whole: str) -> Fields | None:
    stages: list[Fields] = []
    for part in text.split(","):
        found = _STAGE.fullmatch(part)
        if not found:
            return None
        moves, base, unit, sign, more, more_unit = found.groups()
        stage: Fields = {"base_ms": _length(base, unit, "m", whole), "moves": int(moves or 0)}
        if more:
            stage["increment_ms"] = _length(more, more_unit, "s", whole)
            stage["kind"] = _DELAYED[sign]
        stages.append(stage)
    return {**stages[0], "stages": stages[1:]}


def _length(number: str, unit: str | None, usual: str, whole: str) -> int:
    length = length_of(number, unit, usual)
    if length is None:
        raise _bad(whole)
    return length


def write_short(given: ClockSettings) -> str:
    """Return settings as players write them; `read_short` reads them back.

    >>> from damiera.game.timing.settings import ClockSettings
    >>> write_short(ClockSettings(base_ms=900_000, increment_ms=5_000))
    '15+5'
    """
    one = _written(given)
    return f"{one} vs {_written(given.black)}" if given.black else one


def _written(given: ClockSettings) -> str:
    text = _FORMS.get(given.kind, _written_stages)(given)
    if given.vacation_ms == VACATION_BY_YEAR_MS:
        text += " vacation year"
    elif given.vacation_ms:
        vacation = short_length(given.vacation_ms, "d")
        text += f" vacation {vacation}" + "d" * vacation.isdigit()
    if given.quick_ms != 10_000:
        text += f" quick {short_length(given.quick_ms, 's')}"
    return text


def _written_stages(given: ClockSettings) -> str:
    return ",".join(_written_stage(stage) for stage in given.every_stage)


def _written_stage(stage: ClockSettings | Stage) -> str:
    moves = f"{stage.moves}/" if stage.moves else ""
    base = moves + short_length(stage.base_ms, "m")
    if not stage.increment_ms:
        return base
    sign = next(sign for sign, kind in _DELAYED.items() if kind == stage.kind)
    return f"{base}{sign}{short_length(stage.increment_ms, 's')}"


def _written_hourglass(given: ClockSettings) -> str:
    return f"{short_length(given.base_ms, 'm')} hourglass"


def _written_byo(given: ClockSettings) -> str:
    base = f"{short_length(given.base_ms, 'm')}+" if given.base_ms else ""
    moves = f"{given.byo_moves}/" if given.byo_moves > 1 else ""
    periods = f"{given.periods}x" if given.periods > 1 or not moves else ""
    length = short_length(given.byo_ms, "m" if moves else "s")
    return f"{base}{periods}{moves}{length if not length.isdigit() else length + ('m' if moves else 's')} byo"


def _written_post(given: ClockSettings) -> str:
    days = given.base_ms % DAY_MS == 0
    base = f"{given.base_ms // DAY_MS}d" if days else short_length(given.base_ms, "d")
    more = short_length(given.increment_ms, "d")
    more = more + "d" if more.isdigit() else more
    end = "" if days else " post"
    if not given.reset:
        return f"{base}+{more}{end}"
    return base + end if given.increment_ms == given.base_ms else f"{base} reset {more}{end}"


_FORMS = {"hourglass": _written_hourglass, "byo-yomi": _written_byo, "correspondence": _written_post}


def _bad(text: str) -> BadClock:
    return BadClock(_UNREADABLE.format(text=text[:40]))


_UNREADABLE = Message(
    "'{text}' is no clock: write for example 15+5, 40/120,60+30, 10 delay 5, 3x30s byo, 5 hourglass, 5d."
)
