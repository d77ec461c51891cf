"""What can happen in a game: one class an event, told apart in JSON by the field `e`.

A game is the sum of its events, so this JSON is what a store keeps. Every event has `at`, the time it
happened in integer milliseconds of one and the same clock (where its zero is does not matter). `side` is
`"white"` or `"black"`; a claim and a request for the count may also come from `"arbiter"`.

    {"e": "moved", "path": [22, 18], "at": 1200}
    {"e": "moved", "path": [20, 11, 4], "at": 2400, "side": "white"}
    {"e": "repetition-claimed", "side": "black", "at": 9000, "check_ms": 60000}
    {"e": "flagged", "at": 600000}
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from damiera.game.errors import BadEvent
from damiera.game.sides import SideName

__all__ = [
    "Claimant",
    "CountRequested",
    "DrawAccepted",
    "DrawDeclined",
    "DrawOffered",
    "Event",
    "Flagged",
    "Moved",
    "RepetitionClaimed",
    "Resigned",
    "UndoAccepted",
    "UndoAsked",
    "UndoDeclined",
    "decode",
    "encode",
]

Claimant = SideName | Literal["arbiter"]

# JSON numbers a browser can hold exactly.
_Milliseconds = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
_Square = Annotated[int, msgspec.Meta(ge=1, le=999)]


class _Event(msgspec.Struct, frozen=True, tag_field="e", forbid_unknown_fields=True, omit_defaults=True):
    """Common to all events."""


class Moved(_Event, frozen=True, tag="moved"):
    """The side to move played: `path` is origin and destination, with the landings between them if need be.

    The landings may be left out where origin and destination say enough. `side`, if given, must be to move.
    `drops` are the squares where men come back before the move, in the game that has such.
    """

    path: Annotated[tuple[_Square, ...], msgspec.Meta(min_length=2)]
    at: _Milliseconds
    side: SideName | None = None
    drops: tuple[_Square, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.path, tuple):
            msgspec.structs.force_setattr(self, "path", tuple(self.path))


class Resigned(_Event, frozen=True, tag="resigned"):
    """`side` gives the game up; it need not be to move."""

    side: SideName
    at: _Milliseconds


class DrawOffered(_Event, frozen=True, tag="draw-offered"):
    """`side` offers a draw; the offer stands until the opponent answers or moves."""

    side: SideName
    at: _Milliseconds


class DrawAccepted(_Event, frozen=True, tag="draw-accepted"):
    """`side` accepts the draw its opponent offered."""

    side: SideName
    at: _Milliseconds


class DrawDeclined(_Event, frozen=True, tag="draw-declined"):
    """`side` declines the draw its opponent offered."""

    side: SideName
    at: _Milliseconds


class RepetitionClaimed(_Event, frozen=True, tag="repetition-claimed"):
    """`side` claims that the position on the board has come often enough for a draw.

    Checking the claim took `check_ms`, during which the clocks stand still; 0 where a program checks.
    """

    side: Claimant
    at: _Milliseconds
    check_ms: _Milliseconds = 0


class CountRequested(_Event, frozen=True, tag="count-requested"):
    """`side` asks for the count of moves; the arbiter may impose it."""

    side: Claimant
    at: _Milliseconds


class Flagged(_Event, frozen=True, tag="flagged"):
    """The side whose clock runs has no time left at `at`."""

    at: _Milliseconds


class UndoAsked(_Event, frozen=True, tag="undo-asked"):
    """`side` asks to go back to where it was to move before its last move."""

    side: SideName
    at: _Milliseconds


class UndoAccepted(_Event, frozen=True, tag="undo-accepted"):
    """`side` lets its opponent take the move back."""

    side: SideName
    at: _Milliseconds


class UndoDeclined(_Event, frozen=True, tag="undo-declined"):
    """`side` does not let its opponent take the move back."""

    side: SideName
    at: _Milliseconds


Event = (
    Moved
    | Resigned
    | DrawOffered
    | DrawAccepted
    | DrawDeclined
    | RepetitionClaimed
    | CountRequested
    | Flagged
    | UndoAsked
    | UndoAccepted
    | UndoDeclined
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)
_EXCERPT = 80


def encode(event: Event) -> bytes:
    """Return the event as JSON in UTF-8.

    >>> encode(Resigned(side="white", at=5))
    b'{"e":"resigned","side":"white","at":5}'
    """
    return _encoder.encode(event)


def decode(data: bytes | str) -> Event:
    """Return the event that `encode` wrote.

    Raises:
        BadEvent: if the text is damaged, is no event, or has a field that no event has.

    >>> decode('{"e":"moved","path":[22,18],"at":1200}')
    Moved(path=(22, 18), at=1200, side=None, drops=())
    """
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise BadEvent(str(error), _excerpt(data)) from None


def _excerpt(data: bytes | str) -> str:
    text = data if isinstance(data, str) else data.decode("utf-8", errors="replace")
    return text if len(text) <= _EXCERPT else f"{text[:_EXCERPT]}…"
