"""The messages of DXP, and how each is written and read.

A message has 1 to 127 ASCII characters and ends with NUL; the first letter is its kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from damiera._core import Move, Position, Side
from damiera.engine.dxp.errors import (
    DxpSyntaxError,
    PeerIllegal,
    shown,
)
from damiera.messages import Message, Text

__all__ = [
    "BackAccept",
    "BackRequest",
    "Chat",
    "DxpMessage",
    "GameAccept",
    "GameEnd",
    "GameRequest",
    "MoveMade",
    "decode",
    "encode",
    "meant_by",
    "out_of_turn",
]

LONGEST = 127
VERSION = 1
MINUTE_MS = 60_000
_NAME = 32
_LETTERS = frozenset("wWzZe")
_SIDES = {"W": Side.WHITE, "Z": Side.BLACK}
_SIGNS = {Side.WHITE: "W", Side.BLACK: "Z"}


@dataclass(frozen=True, slots=True)
class GameRequest:
    """R: a game is asked for.

    Attributes:
        name: the initiator's program, 32 characters at most.
        follower: the colour the follower is to play.
        minutes: thinking time of each side for the whole game; 0 for no clock.
        moves: moves of each side after which either may end the game; 0 for no limit.
        board: the side to move and a letter for each square; empty for the game's own start.
        version: of the protocol.

    >>> encode(GameRequest("Damiera", Side.BLACK, minutes=5, moves=50))
    b'R01Damiera                         Z005050A\\x00'
    """

    name: str
    follower: Side
    minutes: int
    moves: int
    board: str = ""
    version: int = VERSION


@dataclass(frozen=True, slots=True)
class GameAccept:
    """A: the answer to a request; code 0 yes, 1 another version, 2 not this game, 3 no game at all.

    >>> decode(b"AScan                            0")
    GameAccept(name='Scan', code=0)
    """

    name: str
    code: int


@dataclass(frozen=True, slots=True)
class MoveMade:
    """M: a move, and how many seconds it took.

    Attributes:
        seconds: the time the move took, in seconds; 9999 stands for any more.
        origin, destination: squares by number.
        captured: the squares of the pieces taken.

    >>> encode(MoveMade(3, 32, 28))
    b'M0003322800\\x00'
    """

    seconds: int
    origin: int
    destination: int
    captured: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GameEnd:
    """E: the end, in place of a move or to confirm one.

    Attributes:
        reason: 0 unsaid, 1 "I give up", 2 "a draw", 3 "I win".
        stop: no further game is wanted.

    >>> encode(GameEnd(1, stop=True))
    b'E11\\x00'
    """

    reason: int = 0
    stop: bool = False


@dataclass(frozen=True, slots=True)
class Chat:
    """C: free text.

    >>> decode(encode(Chat("hello"))[:-1])
    Chat(text='hello')
    """

    text: str


@dataclass(frozen=True, slots=True)
class BackRequest:
    """B: to go back to a move's number, and the side to move there.

    >>> encode(BackRequest(12, Side.WHITE))
    b'B012W\\x00'
    """

    number: int
    side: Side


@dataclass(frozen=True, slots=True)
class BackAccept:
    """K: the answer to a request to go back; code 0 yes, 1 never, 2 not now.

    >>> decode(b"K1")
    BackAccept(code=1)
    """

    code: int


DxpMessage = GameRequest | GameAccept | MoveMade | GameEnd | Chat | BackRequest | BackAccept
"""Any message of DXP."""


def encode(message: DxpMessage) -> bytes:
    """Return a message as it goes over the line, NUL included.

    Raises:
        DxpSyntaxError: if it is longer than DXP allows, or a number has too many digits.
    Source:
        DamExchange protocol 1, forms of the messages.

    >>> encode(MoveMade(12, 5, 25, (23, 22, 12, 20)))
    b'M001205250412202223\\x00'
    """
    text = text_of(message)
    if not 1 <= len(text) <= LONGEST:
        raise DxpSyntaxError(text[0], text, AT_MOST)
    return text.encode("ascii", "replace") + b"\0"


def text_of(message: DxpMessage) -> str:
    """Return a message as text, whatever its length.

    Raises:
        DxpSyntaxError: for numbers that do not fit.
    """
    match message:
        case GameRequest(name, follower, minutes, moves, board, version):
            head = f"R{_digits(version, 2)}{_name(name)}{_SIGNS[follower]}"
            return f"{head}{_digits(minutes, 3)}{_digits(moves, 3)}{'B' + board if board else 'A'}"
        case GameAccept(name, code):
            return f"A{_name(name)}{_digits(code, 1)}"
        case MoveMade(seconds, origin, destination, captured):
            squares = (origin, destination, len(captured), *sorted(captured))
            return f"M{_digits(min(seconds, 9999), 4)}" + "".join(_digits(n, 2) for n in squares)
        case GameEnd(reason, stop):
            return f"E{_digits(reason, 1)}{int(stop)}"
        case Chat(text):
            return "C" + "".join(c if " " <= c <= "~" else "?" for c in text)[: LONGEST - 1]
        case BackRequest(number, side):
            return f"B{_digits(number, 3)}{_SIGNS[side]}"
        case BackAccept(code):
            return f"K{_digits(code, 1)}"


def _digits(number: int, width: int) -> str:
    text = f"{number:0{width}d}"
    if number < 0 or len(text) > width:
        raise DxpSyntaxError(str(number), text, _DIGITS.format(n=width))
    return text


def _name(name: str) -> str:
    plain = "".join(c if " " <= c <= "~" else "?" for c in name).strip() or "?"
    return plain[:_NAME].ljust(_NAME)


def decode(frame: bytes) -> DxpMessage:
    """Read a message, without its NUL.

    Raises:
        DxpSyntaxError: for anything that DXP does not lay down, and where.
    Source:
        DamExchange protocol 1, forms of the messages.

    >>> decode(b"M0012061100")
    MoveMade(seconds=12, origin=6, destination=11, captured=())
    """
    if not 1 <= len(frame) <= LONGEST:
        raise DxpSyntaxError(f"{len(frame)}", frame[:20].decode("ascii", "replace"), AT_MOST)
    if any(byte > 127 for byte in frame):
        raise DxpSyntaxError(frame[:1].decode("ascii", "replace"), frame.decode("latin-1"), _ASCII)
    reader = _Fields(frame.decode("ascii"))
    message = _read(reader)
    reader.end()
    return message


def _read(fields: _Fields) -> DxpMessage:
    match fields.kind:
        case "R":
            return _read_request(fields)
        case "A":
            return GameAccept(fields.take(_NAME).rstrip(), fields.number(1, 3))
        case "M":
            seconds, origin, destination = fields.number(4), fields.square(), fields.square()
            captured = tuple(fields.square() for _ in range(fields.number(2, 60)))
            return MoveMade(seconds, origin, destination, captured)
        case "E":
            return GameEnd(fields.number(1, 3), fields.number(1, 1) == 1)
        case "C":
            return Chat(fields.rest())
        case "B":
            return BackRequest(fields.number(3), fields.side())
        case "K":
            return BackAccept(fields.number(1, 2))
    raise DxpSyntaxError("1", fields.kind, _KINDS)


def _read_request(fields: _Fields) -> GameRequest:
    version, name, follower = fields.number(2), fields.take(_NAME).rstrip(), fields.side()
    minutes, moves, setup = fields.number(3), fields.number(3), fields.take(1)
    board = fields.rest() if setup == "B" else ""
    if setup not in ("A", "B"):
        fields.refuse(setup, Message("A or B"))
    if setup == "B" and (board[:1] not in _SIDES or not _LETTERS.issuperset(board[1:])):
        fields.refuse(board, _BOARD)
    return GameRequest(name, follower, minutes, moves, board, version)


class _Fields:
    """A message read field by field; what does not fit is refused with its column."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text, 1
        self.kind = text[0]

    def refuse(self, found: str, expected: Text) -> NoReturn:
        raise DxpSyntaxError(f"{self.kind}, {self._at - len(found) + 1}", found, expected)

    def take(self, width: int) -> str:
        found = self._text[self._at : self._at + width]
        self._at += len(found)
        if len(found) < width:
            self.refuse(found, _CHARACTERS.format(n=width))
        return found

    def number(self, width: int, most: int | None = None) -> int:
        found = self.take(width)
        if not found.isdecimal() or (most is not None and int(found) > most):
            self.refuse(found, _DIGITS.format(n=width))
        return int(found)

    def square(self) -> int:
        found = self.number(2)
        if not found:
            self.refuse("00", _SQUARE)
        return found

    def side(self) -> Side:
        found = self.take(1)
        if found not in _SIDES:
            self.refuse(found, Message("W or Z"))
        return _SIDES[found]

    def rest(self) -> str:
        return self.take(len(self._text) - self._at)

    def end(self) -> None:
        if self._at < len(self._text):
            found = self.rest()
            self.refuse(found, _NOTHING)


def meant_by(message: MoveMade, position: Position) -> Move:
    """Return the legal move a message names; captures may be left out where nothing is unclear.

    Raises:
        PeerIllegal: if there is none.

    >>> from damiera.rules.ruleset import INTERNATIONAL
    >>> meant_by(MoveMade(0, 32, 28), INTERNATIONAL.start()).destination
    28
    """
    fitting = [
        move
        for move in position.moves()
        if (move.origin, move.destination) == (message.origin, message.destination)
        and (not message.captured or sorted(move.captured) == sorted(message.captured))
    ]
    if len(fitting) != 1:
        sign = "x" if message.captured else "-"
        text = sign.join(f"{n}" for n in (message.origin, message.destination, *message.captured))
        raise PeerIllegal(text, position.fen)
    return fitting[0]


def out_of_turn(message: DxpMessage, fen: str) -> NoReturn:
    """Refuse a message that has no place where it came.

    Raises:
        PeerIllegal: for a message that can be written, always.
        DxpSyntaxError: for one whose numbers do not fit.

    >>> out_of_turn(GameEnd(1), "W:W21:B1")
    Traceback (most recent call last):
    ...
    damiera.engine.dxp.errors.PeerIllegal: ...
    """
    raise PeerIllegal(shown(text_of(message)), fen)


AT_MOST = Message("1 to 127 characters before NUL")
_ASCII = Message("ASCII characters only")
_KINDS = Message("one of the letters R A M E C B K")
_CHARACTERS = Message("{n} characters")
_DIGITS = Message("a number of {n} digits, within its range")
_SQUARE = Message("a square from 01 to 99")
_BOARD = Message("W or Z, and a letter w W z Z e for each square")
_NOTHING = Message("the end of the message")
