"""The TimeControl tag of PDN, which is that of PGN; in seconds.

| tag | clock | |
|---|---|---|
| `300`, `300+5` | sudden death, Fischer | PGN |
| `40/7200:3600+30` | stages | PGN |
| `*300` | hourglass | PGN |
| `1/432000` | correspondence: one move in 5 days | PGN, as servers write it |
| `432000+86400` | correspondence, from a day on: a bank, and time for each move | PGN |
| `864000:1/432000` | correspondence: a bank first, then anew for each move | ours |
| `600d5`, `600b5` | simple delay, Bronstein | ours |
| `600:3x30`, `600:1x25/600` | byo-yomi, Canadian byo-yomi | ours |
| `-`, `?` | no clock, unknown | PGN |

Vacations and the length of a quick move have no place in it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from damiera.game.errors import BadClock
from damiera.game.timing.units import DAY_MS, length_of, seconds_of
from damiera.messages import Message

if TYPE_CHECKING:
    from damiera.game.timing.settings import ClockSettings, Stage

__all__ = ["read_tag", "write_tag"]

Fields = dict[str, object]

_SECONDS = r"([0-9]{1,12}(?:\.[0-9]{1,3})?)"
_SIGNS = {"+": "fischer", "d": "delay", "b": "bronstein"}
_STAGE = re.compile(rf"(?:([0-9]{{1,6}})/)?{_SECONDS}(?:([+db]){_SECONDS})?")
_HOURGLASS = re.compile(rf"\*{_SECONDS}")
_EACH = re.compile(rf"(?:{_SECONDS}:)?1/{_SECONDS}")
_BYO = re.compile(rf"(?:{_SECONDS}:)?([0-9]{{1,6}})x(?:([0-9]{{1,6}})/)?{_SECONDS}")
_LONGEST = 200


def read_tag(tag: str) -> Fields | None:
    """Return the fields of settings that a tag means, lengths in milliseconds; None where it names no clock.

    Raises:
        BadClock: for a tag that cannot be read.

    >>> read_tag("300+5")
    {'moves': 0, 'base_ms': 300000, 'kind': 'fischer', 'increment_ms': 5000, 'stages': []}
    """
    plain = tag.strip()
    if plain in ("-", "?"):
        return None
    if len(plain) <= _LONGEST:
        for read in (_hourglass, _each, _byo, _stages):
            fields = read(plain)
            if fields is not None:
                return fields
    raise BadClock(_UNREADABLE.format(tag=tag[:40]))


def _hourglass(tag: str) -> Fields | None:
    found = _HOURGLASS.fullmatch(tag)
    return found and {"kind": "hourglass", "base_ms": _ms(found[1])}


def _each(tag: str) -> Fields | None:
    found = _EACH.fullmatch(tag)
    if not found:
        return None
    each = _ms(found[2])
    base = _ms(found[1]) if found[1] else each
    return {"kind": "correspondence", "base_ms": base, "increment_ms": each, "reset": True}


def _byo(tag: str) -> Fields | None:
    found = _BYO.fullmatch(tag)
    return found and {
        "kind": "byo-yomi",
        "base_ms": _ms(found[1] or "0"),
        "periods": int(found[2]),
        "byo_moves": int(found[3] or 1),
        "byo_ms": _ms(found[4]),
    }


def _stages(tag: str) -> Fields | None:
    stages: list[Fields] = []
    for part in tag.split(":"):
        found = _STAGE.fullmatch(part)
        if not found:
            return None
        stage: Fields = {"moves": int(found[1] or 0), "base_ms": _ms(found[2])}
        # "+0" is how some programs write that there is no increment.
        if found[3] and _ms(found[4]):
            stage |= {"kind": _SIGNS[found[3]], "increment_ms": _ms(found[4])}
        stages.append(stage)
    first, *others = stages
    if (
        not others
        and not first["moves"]
        and first.get("kind", "fischer") == "fischer"
        and _ms_of(first) >= DAY_MS
    ):
        return {**first, "kind": "correspondence"}
    return {**first, "stages": others}


def _ms_of(stage: Fields) -> int:
    base = stage["base_ms"]
    assert isinstance(base, int)
    return base


def _ms(seconds: str) -> int:
    length = length_of(seconds, None, "s")
    assert length is not None  # three decimals of a second are whole milliseconds
    return length


def write_tag(given: ClockSettings) -> str:
    """Return one side's settings as the value of a TimeControl tag, in seconds.

    >>> from damiera.game.timing.settings import ClockSettings
    >>> write_tag(ClockSettings(base_ms=300_000, increment_ms=5_000))
    '300+5'
    """
    base = seconds_of(given.base_ms)
    match given.kind:
        case "hourglass":
            return f"*{base}"
        case "byo-yomi":
            moves = f"{given.byo_moves}/" if given.byo_moves > 1 else ""
            return (
                f"{base}:" if given.base_ms else ""
            ) + f"{given.periods}x{moves}{seconds_of(given.byo_ms)}"
        case "correspondence" if given.reset:
            first = "" if given.base_ms == given.increment_ms else f"{base}:"
            return f"{first}1/{seconds_of(given.increment_ms)}"
        case _:
            return ":".join(_written(stage) for stage in given.every_stage)


def _written(stage: ClockSettings | Stage) -> str:
    text = f"{stage.moves}/" * bool(stage.moves) + seconds_of(stage.base_ms)
    if stage.increment_ms:
        sign = next((sign for sign, kind in _SIGNS.items() if kind == stage.kind), "+")
        text += sign + seconds_of(stage.increment_ms)
    return text


_UNREADABLE = Message("'{tag}' is no TimeControl: write for example 900+5 or 40/7200:3600+30, in seconds.")
