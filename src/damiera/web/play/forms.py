"""The form of a new game, read by its types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from damiera.messages import Message
from damiera.service.errors import BadTerms
from damiera.service.game_choices import GameChoices, taken_apart
from damiera.web.common.forms import form_reader

__all__ = ["choices_of", "read_choices"]

_OPTION: Final = "opt-"
_NO_CLOCK = Message("There is no such clock: choose one.")
_NO_WAY = Message("There is no such way of playing: choose one.")
_read = form_reader(GameChoices, refusals={"clock": _NO_CLOCK, "way": _NO_WAY})


def choices_of(given: Mapping[str, str]) -> GameChoices:
    """Return what a form or a query chooses; what is missing or not offered stays as usual.

    >>> choices_of({"game": "german~landing=adjacent", "opt-first": "black", "clock": "1+0"}).slug()
    'german~first=black~landing=adjacent'
    """
    return read_choices(given)[0]


def read_choices(given: Mapping[str, str]) -> tuple[GameChoices, BadTerms | None]:
    """Return what a form chooses, and the refusal of the first field whose value is not offered, if any.

    Such a field is as usual in the choices, so that they can be shown again.
    """
    fields, refusal = _fields(given), None
    while True:
        try:
            return _read(fields), refusal
        except BadTerms as error:
            refusal = refusal or error
            del fields[error.field]


def _fields(given: Mapping[str, str]) -> dict[str, object]:
    """Return the fields of the form by their names in `GameChoices`."""
    game, losing, options = taken_apart(given.get("game", GameChoices().game))
    named = {key.removeprefix(_OPTION): value for key, value in given.items() if key.startswith(_OPTION)}
    fields: dict[str, object] = {**given, "game": game, "options": {**options, **named}}
    return fields | ({"losing": True} if losing else {})
