"""The forms by which the game page says what happened, read by their types."""

from __future__ import annotations

import re
from typing import Final

from damiera.messages import Message
from damiera.service.errors import BadTerms
from damiera.service.event_forms import EventForm, Milliseconds
from damiera.web.common.forms import form_reader

__all__ = ["read_event"]

_TIME: Final = re.compile(r"(?:(\d{1,3}):)?(\d{1,3}):(\d\d)", re.ASCII)
_NO_TIME = Message("'{word}' is no time: write minutes and seconds, such as 12:30.")


def _milliseconds(kind: type, value: object) -> Milliseconds:
    """Read a time such as `12:30` or `1:02:30`."""
    parts = _TIME.fullmatch(str(value))
    if kind is not Milliseconds or parts is None:
        raise BadTerms("", _NO_TIME)
    hours, minutes, seconds = (int(part or 0) for part in parts.groups())
    return Milliseconds(1000 * (3600 * hours + 60 * minutes + seconds))


read_event = form_reader(EventForm, hook=_milliseconds)
"""Reads a form. It raises `BadTerms` for a word that is no number or no time, with the field."""
