"""What can go wrong between two programs that speak DXP, each with its words."""

from __future__ import annotations

from damiera.engine.errors import EngineError
from damiera.messages import Message, Text

__all__ = [
    "DxpError",
    "DxpSyntaxError",
    "PeerEnded",
    "PeerGone",
    "PeerIllegal",
    "PeerRefused",
    "PeerResigned",
    "PeerSilent",
]


class DxpError(EngineError):
    """Something went wrong between two programs that speak DXP."""


class DxpSyntaxError(DxpError):
    """A message is not what DXP lays down: `found` at `place`, and what was `expected`."""

    def __init__(self, place: str, found: str, expected: Text) -> None:
        self.place, self.found, self.expected = place, found, expected
        super().__init__(_SYNTAX.format(place=place, found=shown(found), expected=expected))


class PeerGone(DxpError):
    """The other program has closed the connection, or cannot be reached."""


class PeerSilent(DxpError):
    """The other program has said nothing for `seconds`."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(_SILENT.format(seconds=f"{seconds:g}"))


class PeerIllegal(DxpError):
    """The other program sent `move`, which is no legal move in `fen`, or spoke out of turn."""

    def __init__(self, move: str, fen: str) -> None:
        self.move, self.fen = move, fen
        super().__init__(_ILLEGAL.format(move=move, fen=fen))


class PeerRefused(DxpError):
    """The other program does not want the game; `code` is that of its GAMEACC."""

    def __init__(self, code: int) -> None:
        self.code = code
        super().__init__(REFUSALS[code])


class PeerResigned(DxpError):
    """The other program gives up the game."""

    def __init__(self) -> None:
        super().__init__(_RESIGNED)


class PeerEnded(DxpError):
    """The other program ends the game and does not give it up; `reason` is that of its GAMEEND."""

    def __init__(self, reason: int) -> None:
        self.reason = reason
        super().__init__(ENDED[reason].format(peer=_THE_OTHER))


def shown(text: str) -> str:
    """Return what a peer sent, fit to be shown."""
    return "".join(c if c.isprintable() else "·" for c in text[:40])


TOO_MANY = Message("a move, after a thousand other messages")
_SYNTAX = Message("Bad DXP message ({place}): found '{found}', expected {expected}.")
_SILENT = Message("The other program has been silent for {seconds} s: the game stops here.")
_ILLEGAL = Message("The other program sent {move}, which is no legal move in {fen}: the game stops here.")
REFUSALS = {
    1: Message("It speaks another version of DXP."),
    2: Message("It does not accept this game."),
    3: Message("It does not want to play."),
}
_THE_OTHER = Message("The other program")
_RESIGNED = Message("The other program resigns.")
ENDED = {
    0: Message("{peer} has ended the game."),
    1: Message("{peer} resigns."),
    2: Message("{peer} has ended the game and calls it a draw."),
    3: Message("{peer} has ended the game and calls it won."),
}
