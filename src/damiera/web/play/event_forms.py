"""What a form of the game page says happened, as the event of the game it stands for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from damiera.messages import Message
from damiera.rules.ruleset import Ruleset
from damiera.rules.squares import square_name
from damiera.service.errors import BadTerms

__all__ = ["event_from"]

_WORD: Final = re.compile(r"[a-z]+\d+|\d+", re.IGNORECASE)
_TIME: Final = re.compile(r"(?:(\d{1,3}):)?(\d{1,3}):(\d\d)")
_SQUARES: Final = ("path", "removed", "crowned")
_WORDS: Final = ("side", "kind", "anomaly", "article", "text", "author", "fen", "result")
_NUMBERS: Final = ("pieces", "limit", "recorded")
_TICKS: Final = ("adjust", "by_direction", "void_count", "begin", "moved")
_TIMES: Final = {"white": "white_ms", "black": "black_ms", "check": "check_ms"}

_NO_SQUARE = Message("'{word}' is no square of this board.")
_NO_NUMBER = Message("'{word}' is no number.")
_NO_TIME = Message("'{word}' is no time: write minutes and seconds, such as 12:30.")


def event_from(fields: Mapping[str, str], rules: Ruleset) -> dict[str, Any]:
    """Return the event that a form describes, without its time.

    Squares are read as the game writes them, by number or by letter, and men that come back before a move as
    in `@29@30/22-18`; times as `12:30` or `1:02:30`. A field left empty is left out.

    Raises:
        BadTerms: for a word that is no square, no number or no time, with the field.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> event_from({"e": "irregular", "side": "white", "kind": "moved_wrongly", "path": "22-14"}, ITALIAN)
    {'e': 'irregular', 'side': 'white', 'kind': 'moved_wrongly', 'path': (22, 14)}
    """
    found: dict[str, Any] = {"e": fields.get("e", "")}
    for name in _WORDS:
        if fields.get(name, "").strip():
            found[name] = fields[name].strip()
    for name in _SQUARES:
        if fields.get(name, "").strip() and not (name == "crowned" and fields[name] in ("yes", "no")):
            entries, _, rest = fields[name].rpartition("/")
            if "@" in entries:
                found |= {name: squares(rest, rules, name), "drops": squares(entries, rules, name)}
            else:
                found[name] = squares(fields[name], rules, name)
    if fields.get("crowned") == "no":
        found["crowned"] = False
    if fields.get("square", "").strip():
        found["square"] = squares(fields["square"], rules, "square")[0]
    for name in _NUMBERS:
        if fields.get(name, "").strip():
            found[name] = _number(fields[name].strip(), name)
    for name in _TICKS:
        if name in fields:
            found[name] = fields[name] in ("yes", "on", "true")
    for name, key in _TIMES.items():
        if fields.get(name, "").strip():
            found[key] = _milliseconds(fields[name].strip(), name)
    return found


def squares(text: str, rules: Ruleset, field: str) -> tuple[int, ...]:
    """Return the squares that a text names. Raises `BadTerms`."""
    names = {square_name(rules, n): n for n in range(1, rules.core.squares + 1)}
    found = []
    for word in _WORD.findall(text):
        number = names.get(word.lower(), int(word) if word.isdecimal() and len(word) < 4 else 0)
        if not 1 <= number <= rules.core.squares:
            raise BadTerms(field, _NO_SQUARE.format(word=word))
        found.append(number)
    if not found:
        raise BadTerms(field, _NO_SQUARE.format(word=text[:20]))
    return tuple(found)


def _number(word: str, field: str) -> int:
    if not word.isdecimal() or len(word) > 6:
        raise BadTerms(field, _NO_NUMBER.format(word=word[:20]))
    return int(word)


def _milliseconds(word: str, field: str) -> int:
    parts = _TIME.fullmatch(word)
    if parts is None:
        raise BadTerms(field, _NO_TIME.format(word=word[:20]))
    hours, minutes, seconds = (int(part or 0) for part in parts.groups())
    return 1000 * (3600 * hours + 60 * minutes + seconds)
