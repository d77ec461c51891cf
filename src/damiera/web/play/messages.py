"""The whole socket protocol, as types: one class a message, told apart by the field `t`.

A game's socket is `/g/<id>/ws`. The client says which version it has (`hello`) and gets a `state` if it is
behind. A move is acknowledged (`ack`) only after it is stored; then everybody at the board gets a `state`, or
a `delta` where the screen has said that it takes `deltas` and was sent a view before: only what has changed.
Such a screen is told no reasons against moves; it asks for them (`why`). Sending the same `move` again (same
`ply` and `path`) is harmless and gets the same answer.

A page whose socket is `/g/<id>/ws?beats=1` asks once whether the server is there (`ping`); from then on it
gets a `beat` every 1.2 s, some with a ping of RFC 6455 that its browser answers, and need not ask again.
One that says of which files it is (`?page=` and the part of their address that changes with them) is told if
the server has others by now (`renewed`): it was updated while the page was open.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from damiera.service.chat import GameRoom
from damiera.service.commands import Wish
from damiera.service.play import Act
from damiera.service.spoken import WordOrder
from damiera.service.views import GameView, MoveView, RefusalView, SideName
from damiera.web.chat.views import ChatLineView

__all__ = [
    "AckMessage",
    "ActMessage",
    "AnswerMessage",
    "BeatMessage",
    "ChatMessage",
    "ClientMessage",
    "CommandMessage",
    "DeltaMessage",
    "DoMessage",
    "FailedMessage",
    "HelloMessage",
    "ListenMessage",
    "MoveMessage",
    "PingMessage",
    "PongMessage",
    "RenewedMessage",
    "ServerMessage",
    "StateMessage",
    "WhyMessage",
]


class HelloMessage(msgspec.Struct, frozen=True, tag_field="t", tag="hello", forbid_unknown_fields=True):
    """Client: I have this version of the game (0: nothing); `deltas`: I can take what has changed."""

    version: int = 0
    deltas: bool = False


class MoveMessage(msgspec.Struct, frozen=True, tag_field="t", tag="move", forbid_unknown_fields=True):
    """Client: play this route as half-move number `ply` (0 is the game's first)."""

    ply: int
    path: tuple[int, ...]
    drops: tuple[int, ...] = ()
    id: str = ""


class CommandMessage(msgspec.Struct, frozen=True, tag_field="t", tag="say", forbid_unknown_fields=True):
    """Client: a line typed on the command line: a move in any words, or a word such as `resign`.

    `pending` is the line that was read back and waits for yes or no; what was `heard` is read back first.
    """

    text: str
    pending: str = ""
    heard: bool = False
    order: WordOrder = "square"


class WhyMessage(msgspec.Struct, frozen=True, tag_field="t", tag="why", forbid_unknown_fields=True):
    """Client: why can I not play this? A square (a piece) or a path; `drops` are men that come back first."""

    path: tuple[int, ...]
    drops: tuple[int, ...] = ()


class ActMessage(msgspec.Struct, frozen=True, tag_field="t", tag="act", forbid_unknown_fields=True):
    """Client: anything that is not a move. `side` is needed only where one person holds both seats."""

    what: Act
    side: SideName | None = None


class DoMessage(msgspec.Struct, frozen=True, tag_field="t", tag="do", forbid_unknown_fields=True):
    """Client: let an event of the game happen now, such as `{"e": "bid", "side": "white", "pieces": 4}`.

    Its fields are those of `damiera.game.events`, without `at`; `seal` and `open` are about an envelope.
    """

    event: dict[str, object]


class PingMessage(msgspec.Struct, frozen=True, tag_field="t", tag="ping", forbid_unknown_fields=True):
    """Client: are you there? The next one comes within `every` milliseconds; 0: when it comes."""

    at: float = 0
    every: int = 0


class ListenMessage(msgspec.Struct, frozen=True, tag_field="t", tag="listen", forbid_unknown_fields=True):
    """Client: I show the chat of these rooms, and have each up to this version."""

    rooms: dict[GameRoom, int]


ClientMessage = (
    HelloMessage
    | MoveMessage
    | CommandMessage
    | WhyMessage
    | ActMessage
    | DoMessage
    | PingMessage
    | ListenMessage
)


class StateMessage(msgspec.Struct, frozen=True, tag_field="t", tag="state"):
    """Server: the game as you see it now."""

    view: GameView


class DeltaMessage(msgspec.Struct, frozen=True, tag_field="t", tag="delta"):
    """Server: what has changed in the view that this socket sent last, of a screen that said `deltas`.

    `view` holds the fields of a `GameView` that are other than before. `history` is what follows the first
    `kept` moves of the line; where it is left out nothing follows them.
    """

    version: int
    kept: int
    view: dict[str, Any]


class AckMessage(msgspec.Struct, frozen=True, tag_field="t", tag="ack"):
    """Server: that move is stored."""

    ply: int
    version: int
    id: str = ""


class AnswerMessage(msgspec.Struct, frozen=True, tag_field="t", tag="answer"):
    """Server: the answer to `why` or `say`; `candidates` when the text names several routes.

    `pending` is what is done once it is confirmed; `wish` what the page has to do itself.
    """

    refusal: RefusalView
    path: tuple[int, ...] = ()
    candidates: tuple[MoveView, ...] = ()
    pending: str = ""
    wish: Wish = ""


class FailedMessage(msgspec.Struct, frozen=True, tag_field="t", tag="failed"):
    """Server: that could not be done. `code` is stable, `text` is for people.

    `wait_s` is for how many seconds the computer's answer has to wait, if it does; it is told again while it
    waits.
    """

    code: Literal["refused", "conflict", "not-yours", "not-found", "over", "bad-message", "too-many", "busy"]
    text: str
    refusal: RefusalView | None = None
    id: str = ""
    wait_s: int = 0


class PongMessage(msgspec.Struct, frozen=True, tag_field="t", tag="pong"):
    """Server: I am here; `at` is yours, `now_ms` mine."""

    at: float
    now_ms: int


class BeatMessage(msgspec.Struct, frozen=True, tag_field="t", tag="beat"):
    """Server: I am here, and the next beat comes within 1.2 s."""


class RenewedMessage(msgspec.Struct, frozen=True, tag_field="t", tag="renewed"):
    """Server: the page is of another version of the program than I am: load it again."""


class ChatMessage(msgspec.Struct, frozen=True, tag_field="t", tag="chat"):
    """Server: what was said or changed in a room that this screen shows, which has come to `version`."""

    room: GameRoom
    version: int
    lines: tuple[ChatLineView, ...]


ServerMessage = (
    StateMessage
    | DeltaMessage
    | AckMessage
    | AnswerMessage
    | FailedMessage
    | PongMessage
    | BeatMessage
    | RenewedMessage
    | ChatMessage
)
