"""DamExchange (DXP): two draughts programs play each other over TCP.

Messages of 1 to 127 ASCII characters, each ended by NUL; the first letter is the kind. The initiator connects
and asks for a game (GAMEREQ), the follower listens and accepts or not (GAMEACC); then moves alternate, and
whoever is to move may end the game (GAMEEND), which the other confirms. Layer 1 is a socket, port 27531;
layer 2 is version 01 of the description at mesander.nl/damexchange.

The description is about international draughts. We speak it for every game on numbered squares up to 99; both
ends must mean the same game, since no message names it.

A peer is believed in what it concedes, never in what it claims: a win it announces counts only if the rules
of the game say so too.
"""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NoReturn

from damiera._core import Move, Position, Side
from damiera.engine.errors import EngineError
from damiera.engine.levels import level as settings_of
from damiera.engine.limits import Limits, TimeLeft, allot
from damiera.engine.protocol import Mind
from damiera.errors import DamieraError
from damiera.game.clock import ClockSettings
from damiera.game.events import Flagged, Moved, Resigned
from damiera.game.outcome import Termination
from damiera.game.sides import side_name, side_text
from damiera.game.state import Game
from damiera.lang import Text
from damiera.notation.clipboard import read_position, write_position
from damiera.notation.moves import format_move
from damiera.notation.pdn.model import PdnGame, pdn_game
from damiera.notation.pdn.results import result_of
from damiera.rules.ruleset import Ruleset

__all__ = [
    "PORT",
    "BackAccept",
    "BackRequest",
    "Chat",
    "DxpError",
    "DxpGame",
    "DxpLine",
    "DxpSyntaxError",
    "GameAccept",
    "GameEnd",
    "GameRequest",
    "Message",
    "MoveMade",
    "PeerGone",
    "PeerIllegal",
    "PeerRefused",
    "PeerSilent",
    "Seat",
    "check_game",
    "connect",
    "decode",
    "encode",
    "follow",
    "initiate",
]

PORT = 27531
LONGEST = 127
VERSION = 1
IDLE_S = 600.0
"""How long a connection may be silent where no clock runs, in seconds."""
MINUTE_MS = 60_000
LAG_MS = 100  # lost on the wire and in between, for each move
GRACE_S = 10.0
"""How long after its flag a peer's move is still waited for, in seconds."""
MOST_ASIDES = 1000
"""How many messages may come between two moves."""

_NAME = 32
_LETTERS = frozenset("wWzZe")
_SIDES = {"W": Side.WHITE, "Z": Side.BLACK}
_SIGNS = {Side.WHITE: "W", Side.BLACK: "Z"}
Tell = Callable[[Text], object]


class DxpError(EngineError):
    """Something went wrong between two programs that speak DXP."""


class DxpSyntaxError(DxpError):
    """A message is not what DXP lays down: `found` at `place`, and what was `expected`."""

    def __init__(self, place: str, found: str, expected: Text) -> None:
        self.place, self.found, self.expected = place, found, expected
        super().__init__(_SYNTAX.format(place=place, found=_shown(found), expected=expected))


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
        super().__init__(_REFUSALS[code])


# ------------------------------------------------------------ messages


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
    """

    name: str
    follower: Side
    minutes: int
    moves: int
    board: str = ""
    version: int = VERSION


@dataclass(frozen=True, slots=True)
class GameAccept:
    """A: the answer to a request; code 0 yes, 1 another version, 2 not this game, 3 no game at all."""

    name: str
    code: int


@dataclass(frozen=True, slots=True)
class MoveMade:
    """M: a move, and how many seconds it took."""

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
    """

    reason: int = 0
    stop: bool = False


@dataclass(frozen=True, slots=True)
class Chat:
    """C: free text."""

    text: str


@dataclass(frozen=True, slots=True)
class BackRequest:
    """B: to go back to a move's number, and the side to move there."""

    number: int
    side: Side


@dataclass(frozen=True, slots=True)
class BackAccept:
    """K: the answer to a request to go back; code 0 yes, 1 never, 2 not now."""

    code: int


Message = GameRequest | GameAccept | MoveMade | GameEnd | Chat | BackRequest | BackAccept


def encode(message: Message) -> bytes:
    """Return a message as it goes over the line, NUL included.

    >>> encode(MoveMade(12, 5, 25, (23, 22, 12, 20)))
    b'M001205250412202223\\x00'

    Raises:
        DxpSyntaxError: if it is longer than DXP allows, or a number has too many digits.
    """
    text = _text(message)
    if not 1 <= len(text) <= LONGEST:
        raise DxpSyntaxError(text[0], text, _AT_MOST)
    return text.encode("ascii", "replace") + b"\0"


def _text(message: Message) -> str:
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


def decode(frame: bytes) -> Message:
    """Read a message, without its NUL.

    >>> decode(b"M0012061100")
    MoveMade(seconds=12, origin=6, destination=11, captured=())

    Raises:
        DxpSyntaxError: for anything that DXP does not lay down, and where.
    """
    if not 1 <= len(frame) <= LONGEST:
        raise DxpSyntaxError(f"{len(frame)}", frame[:20].decode("ascii", "replace"), _AT_MOST)
    if any(byte > 127 for byte in frame):
        raise DxpSyntaxError(frame[:1].decode("ascii", "replace"), frame.decode("latin-1"), _ASCII)
    reader = _Fields(frame.decode("ascii"))
    message = _read(reader)
    reader.end()
    return message


def _read(fields: _Fields) -> Message:
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
        fields.refuse(setup, Text("A o B", "A or B"))
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
            self.refuse(found, Text("W o Z", "W or Z"))
        return _SIDES[found]

    def rest(self) -> str:
        return self.take(len(self._text) - self._at)

    def end(self) -> None:
        if self._at < len(self._text):
            found = self.rest()
            self.refuse(found, _NOTHING)


def _shown(text: str) -> str:
    """Return what a peer sent, fit to be shown."""
    return "".join(c if c.isprintable() else "·" for c in text[:40])


# ------------------------------------------------------------ the line


class DxpLine:
    """A connection over which messages go."""

    def __init__(self, link: socket.socket) -> None:
        self._link, self._heard = link, b""

    def __enter__(self) -> DxpLine:
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()

    def hang_up(self) -> None:
        """End the call, also while somebody waits on it: he is told that the peer is gone."""
        with contextlib.suppress(OSError):
            self._link.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """End the call and give its socket back."""
        self._link.close()

    def send(self, message: Message) -> None:
        """Send a message. Raises `PeerGone`."""
        try:
            self._link.settimeout(GRACE_S)
            self._link.sendall(encode(message))
        except OSError as error:
            raise PeerGone(_GONE.format(why=error.strerror or str(error))) from None

    def receive(self, deadline: float) -> Message:
        """Return the next message.

        Args:
            deadline: until when to wait for the whole of it, on `time.monotonic`.
        Raises:
            PeerSilent: if it has not come by then.
            PeerGone: if the connection is closed first.
            DxpSyntaxError: for a message that is none, or too long.
        """
        begun = time.monotonic()
        while b"\0" not in self._heard:
            if len(self._heard) > LONGEST:
                raise DxpSyntaxError(f"{len(self._heard)}", self._heard.decode("latin-1"), _AT_MOST)
            self._hear(deadline, begun)
        frame, _, self._heard = self._heard.partition(b"\0")
        return decode(frame)

    def _hear(self, deadline: float, begun: float) -> None:
        left = deadline - time.monotonic()
        if left <= 0:
            raise PeerSilent(round(time.monotonic() - begun, 1))
        try:
            self._link.settimeout(left)
            found = self._link.recv(4096)
        except TimeoutError:
            raise PeerSilent(round(time.monotonic() - begun, 1)) from None
        except OSError as error:
            raise PeerGone(_GONE.format(why=error.strerror or str(error))) from None
        if not found:
            raise PeerGone(_GONE.format(why=_HUNG_UP))
        self._heard += found


def connect(host: str, port: int = PORT, timeout_s: float = 10.0) -> DxpLine:
    """Call a follower.

    Raises:
        PeerGone: if nobody answers there.
    """
    try:
        return DxpLine(socket.create_connection((host, port), timeout_s))
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise PeerGone(_NOBODY.format(host=host, port=port, why=why)) from None


# ------------------------------------------------------------ games


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays at our end.

    Attributes:
        game: the game that both ends mean.
        mind: who thinks.
        level: its level; None for full strength.
        limits: how long to think about a move where the game has no clock; level or a second if left out.
        name: how we introduce ourselves.
        tell: is told what happens, move by move.
        idle_s: how long the other end may say nothing where no clock runs, in seconds.
    """

    game: Ruleset
    mind: Mind
    level: int | None = None
    limits: Limits | None = None
    name: str = "Damiera"
    tell: Tell = lambda said: None
    idle_s: float = IDLE_S


@dataclass(frozen=True, slots=True)
class DxpGame:
    """A game played over DXP, to its end or as far as it came.

    Attributes:
        game: what was played.
        me: our side.
        peer: the name of the other program.
        said: how it ended.
        trouble: what cut it off; None for a proper end.
        stop: the other end wants no further game.
    """

    game: Game
    me: Side
    peer: str
    name: str
    said: Text
    trouble: DxpError | None = None
    stop: bool = False

    @property
    def result(self) -> str:
        """The result as PDN says it; `*` where the rules decided nothing and nobody gave up."""
        outcome = self.game.outcome
        return "*" if outcome is None else result_of(outcome.winner, self.game.ruleset)

    def pdn(self, date: str = "????.??.??") -> PdnGame:
        """Return the game as PDN."""
        names = {self.me: self.name, self.me.opponent: self.peer}
        tags = {
            "Event": "DXP",
            "Date": date,
            "White": names[Side.WHITE],
            "Black": names[Side.BLACK],
            "Termination": self.said.en,
        }
        game = self.game
        return pdn_game(game.ruleset, game.moves, start=game.start_position, tags=tags, result=self.result)


def check_game(game: Ruleset, position: Position | None = None) -> None:
    """Check that a game, and the position it is to start from, can be played over DXP.

    Raises:
        DxpError: with the reason, if not.
    """
    if game.core.family != "draughts" or game.core.squares > 99:
        raise DxpError(_NOT_THIS_GAME.format(game=game.name))
    if position is None or position == game.start():
        return
    if 44 + game.core.squares > LONGEST or any(position.king_runs):
        raise DxpError(_NOT_THIS_POSITION.format(fen=position.fen))


def initiate(
    line: DxpLine,
    seat: Seat,
    *,
    me: Side = Side.WHITE,
    minutes: int = 5,
    moves: int = 0,
    position: Position | None = None,
) -> DxpGame:
    """Ask the follower on the line for a game, and play it.

    Args:
        line: the connection.
        seat: who plays here.
        me: our side.
        minutes, moves: as in `GameRequest`.
        position: the start, if not the game's own.
    Raises:
        PeerRefused: if the follower does not want it.
        DxpError: for a game that DXP cannot play, and if the follower does not answer properly.
    """
    check_game(seat.game, position)
    own = position is None or position == seat.game.start()
    board = "" if own or position is None else write_position(position, "dxp")
    request = GameRequest(seat.name, me.opponent, minutes, moves, board)
    line.send(request)
    answer = _after_chat(line, seat)
    if not isinstance(answer, GameAccept):
        raise DxpSyntaxError("GAMEACC", _text(answer), Text("una risposta A", "an answer A"))
    if answer.code:
        raise PeerRefused(answer.code)
    return _Play(line, seat, me, request, position or seat.game.start(), answer.name).run()


def follow(line: DxpLine, seat: Seat) -> DxpGame | None:
    """Wait for a request on the line and play its game; None if the game was not to our liking.

    Raises:
        DxpError: if the initiator leaves, is silent or speaks something else.
    """
    check_game(seat.game)
    request = _after_chat(line, seat)
    if isinstance(request, GameEnd):
        line.send(GameEnd())
        return None
    if not isinstance(request, GameRequest):
        raise DxpSyntaxError("GAMEREQ", _text(request), Text("una richiesta R", "a request R"))
    position, code = _asked_for(request, seat.game)
    line.send(GameAccept(seat.name, code))
    if position is None:
        seat.tell(_DECLINED.format(peer=_shown(request.name), why=_REFUSALS[code]))
        return None
    return _Play(line, seat, request.follower, request, position, request.name).run()


def _after_chat(line: DxpLine, seat: Seat) -> Message:
    deadline = time.monotonic() + seat.idle_s
    for _ in range(MOST_ASIDES):
        message = line.receive(deadline)
        if not isinstance(message, Chat):
            return message
        seat.tell(_CHAT.format(text=_shown_whole(message.text)))
    raise DxpSyntaxError("C", "", _TOO_MANY)


def _asked_for(request: GameRequest, game: Ruleset) -> tuple[Position | None, int]:
    """Return the start of a game asked for, or the code of our refusal."""
    if request.version != VERSION:
        return None, 1
    if not request.board:
        return game.start(), 0
    try:
        position = read_position(request.board, game).position
    except DamieraError:
        return None, 2
    return (position, 0) if position.has_moves() else (None, 2)


def _shown_whole(text: str) -> str:
    return "".join(c if c.isprintable() else "·" for c in text)


class _Play:
    """One game under way."""

    def __init__(
        self, line: DxpLine, seat: Seat, me: Side, request: GameRequest, start: Position, peer: str
    ) -> None:
        self._line, self._seat, self._me = line, seat, me
        self._peer, self._most = _shown(peer), request.moves
        clock = ClockSettings(base_ms=request.minutes * MINUTE_MS) if request.minutes else None
        self._begun = time.monotonic()
        self._game = Game.start(seat.game, position=start, clock=clock)
        self._stop = False

    def run(self) -> DxpGame:
        """Play until somebody ends the game, or something cuts it off."""
        seat = self._seat
        seat.tell(_BEGINS.format(peer=self._peer, side=side_text(self._me)))
        try:
            while (said := self._turn()) is None:
                pass
            trouble = None
        except DxpError as error:
            trouble, said = None if self._game.outcome is not None else error, error.message
            if isinstance(error, PeerSilent):
                self._flag_the_peer()
            with contextlib.suppress(DxpError):
                self._line.send(GameEnd(0, True))
        except EngineError:
            with contextlib.suppress(DxpError):
                self._line.send(GameEnd(0, True))
            raise
        if self._game.outcome is not None:
            said = self._game.outcome.said
        seat.tell(said)
        return DxpGame(self._game, self._me, self._peer, seat.name, said, trouble, self._stop)

    def _now(self) -> int:
        return round((time.monotonic() - self._begun) * 1000)

    def _turn(self) -> Text | None:
        """Play one move of either side; return how the game ended, once it has."""
        if self._game.side is not self._me and self._game.outcome is None:
            return self._hear()
        if self._game.outcome is None and not self._is_full():
            return self._think()
        if self._game.outcome is None or self._may_end():
            return self._end()
        return self._hear()

    def _is_full(self) -> bool:
        """Whether the moves agreed upon have been played, by both sides."""
        return bool(self._most) and self._game.ply >= 2 * self._most

    def _may_end(self) -> bool:
        """Whether it is our turn to speak: the side to move ends the game, and a late move is answered."""
        late = self._game.outcome is not None and self._game.outcome.termination is Termination.TIME
        return late or self._game.side is self._me

    def _think(self) -> Text | None:
        game, asked = self._game, self._now()
        choice = self._seat.mind.choose(
            game.position,
            history=game.positions[:-1],
            level=self._seat.level,
            limits=self._limits(asked),
            draw_in=game.facts.plies_to_draw or 0,
        )
        self._play(choice.move)
        if len(self._game.moves) == len(game.moves):
            return self._end()  # our flag has fallen
        seconds = round((self._now() - asked) / 1000)
        move = choice.move
        self._line.send(MoveMade(seconds, move.origin, move.destination, tuple(move.captured)))
        return None

    def _limits(self, at: int) -> Limits | None:
        seat, clock = self._seat, self._game.clock
        levelled = seat.level is not None and not settings_of(seat.level).limits.time_ms
        if seat.limits is not None or levelled:
            return seat.limits
        if clock is None:
            return Limits(time_ms=1000)
        to_go = self._most - self._game.ply // 2 if self._most else 0
        return allot(replace(TimeLeft.of(clock, self._me, at), moves_to_go=max(0, to_go)), lag_ms=LAG_MS)

    def _play(self, move: Move) -> None:
        """Put a move on the board; past the end of its time the game is lost instead."""
        before = self._game
        path = before.position.paths(move)[0]
        self._game = before.apply(Moved(path=tuple(path), at=self._now()))
        if len(self._game.moves) > len(before.moves):
            number = f"{before.ply // 2 + 1}{'.' if before.ply % 2 == 0 else '...'}"
            text = f"{number} {format_move(before.position, move)}"
            self._seat.tell(Text(text, text))

    def _hear(self) -> Text | None:
        deadline = time.monotonic() + self._patience_s()
        for _ in range(MOST_ASIDES):
            message = self._line.receive(deadline)
            match message:
                case Chat(text):
                    self._seat.tell(_CHAT.format(text=_shown_whole(text)))
                case BackRequest():
                    self._line.send(BackAccept(1))
                case BackAccept():
                    pass  # we asked for nothing
                case GameEnd():
                    return self._ended_by_peer(message)
                case MoveMade():
                    return self._moved_by_peer(message)
                case _:
                    raise PeerIllegal(_text(message), self._game.position.fen)
        raise DxpSyntaxError("C", "", _TOO_MANY)

    def _patience_s(self) -> float:
        clock = self._game.clock
        if self._game.outcome is not None:
            return min(GRACE_S, self._seat.idle_s)
        if clock is None:
            return self._seat.idle_s
        return clock.remaining(self._me.opponent, self._now()) / 1000 + GRACE_S

    def _moved_by_peer(self, message: MoveMade) -> Text | None:
        if self._game.outcome is not None:
            return self._end()  # it plays on in a game that is over: now we may say so
        self._play(self._meant(message))
        return None

    def _meant(self, message: MoveMade) -> Move:
        """Return the legal move a message names; captures may be left out where nothing is unclear."""
        fitting = [
            move
            for move in self._game.position.moves()
            if (move.origin, move.destination) == (message.origin, message.destination)
            and (not message.captured or sorted(move.captured) == sorted(message.captured))
        ]
        if len(fitting) != 1:
            sign = "x" if message.captured else "-"
            text = sign.join(f"{n}" for n in (message.origin, message.destination, *message.captured))
            raise PeerIllegal(text, self._game.position.fen)
        return fitting[0]

    def _ended_by_peer(self, message: GameEnd) -> Text:
        """Confirm the end; a peer that gives up has lost, whatever else it says is its opinion."""
        self._stop = message.stop
        self._line.send(GameEnd(0, message.stop))
        if message.reason == 1 and self._game.outcome is None:
            self._game = self._game.apply(Resigned(side=side_name(self._me.opponent), at=self._now()))
        return _ENDED[message.reason].format(peer=self._peer)

    def _end(self) -> Text:
        """End the game, in place of a move, and wait for the confirmation."""
        outcome = self._game.outcome
        reason = 0
        if outcome is not None:
            reason = 2 if outcome.winner is None else 3 if outcome.winner is self._me else 1
        self._line.send(GameEnd(reason, False))
        deadline = time.monotonic() + GRACE_S
        with contextlib.suppress(PeerGone, PeerSilent):  # the game is over, with or without its assent
            for _ in range(MOST_ASIDES):
                message = self._line.receive(deadline)
                if isinstance(message, GameEnd):
                    self._stop = message.stop
                    break
        return outcome.said if outcome is not None else _FULL.format(n=self._most)

    def _flag_the_peer(self) -> None:
        clock = self._game.clock
        if clock is not None and self._game.outcome is None and clock.flagged(self._now()):
            self._game = self._game.apply(Flagged(at=self._now()))


_SYNTAX = Text(
    "Messaggio DXP sbagliato ({place}): trovato «{found}», atteso {expected}.",
    "Bad DXP message ({place}): found '{found}', expected {expected}.",
)
_AT_MOST = Text("da 1 a 127 caratteri prima di NUL", "1 to 127 characters before NUL")
_ASCII = Text("solo caratteri ASCII", "ASCII characters only")
_KINDS = Text("una lettera fra R A M E C B K", "one of the letters R A M E C B K")
_CHARACTERS = Text("{n} caratteri", "{n} characters")
_DIGITS = Text("un numero permesso di {n} cifre", "a number of {n} digits, within its range")
_SQUARE = Text("una casella da 01 a 99", "a square from 01 to 99")
_BOARD = Text("W o Z e una lettera w W z Z e per casella", "W or Z, and a letter w W z Z e for each square")
_NOTHING = Text("la fine del messaggio", "the end of the message")
_TOO_MANY = Text("una mossa, dopo mille altri messaggi", "a move, after a thousand other messages")
_SILENT = Text(
    "L'altro programma tace da {seconds} s: la partita si ferma qui.",
    "The other program has been silent for {seconds} s: the game stops here.",
)
_ILLEGAL = Text(
    "L'altro programma ha mandato {move}, che in {fen} non è una mossa legale: la partita si ferma qui.",
    "The other program sent {move}, which is no legal move in {fen}: the game stops here.",
)
_GONE = Text("Collegamento caduto: {why}.", "The connection is lost: {why}.")
_HUNG_UP = Text("l'altro programma ha chiuso", "the other program has hung up")
_NOBODY = Text(
    "Nessuno risponde su {host}, porta {port}: {why}. Avvia prima l'altro programma in ascolto.",
    "Nobody answers at {host}, port {port}: {why}. Start the other program first, listening.",
)
_REFUSALS = {
    1: Text("Parla un'altra versione di DXP.", "It speaks another version of DXP."),
    2: Text("Non accetta questa partita.", "It does not accept this game."),
    3: Text("Non vuole giocare.", "It does not want to play."),
}
_DECLINED = Text("Richiesta di {peer} rifiutata. {why}", "Request of {peer} declined. {why}")
_NOT_THIS_GAME = Text(
    "DXP numera fino a 99 caselle con una pedina o una dama ciascuna: {game} non si può giocare così.",
    "DXP has up to 99 numbered squares with a man or a king on each: {game} cannot be played so.",
)
_NOT_THIS_POSITION = Text(
    "Questa posizione non sta in un messaggio DXP: {fen}", "This position does not fit a DXP message: {fen}"
)
_BEGINS = Text("Partita con {peer}: noi abbiamo il {side}.", "Game with {peer}: we have {side}.")
_CHAT = Text("L'altro dice: {text}", "The other says: {text}")
_FULL = Text("Finita alla mossa {n}, come convenuto.", "Ended at move {n}, as agreed.")
_ENDED = {
    0: Text("{peer} ha chiuso la partita.", "{peer} has ended the game."),
    1: Text("{peer} abbandona.", "{peer} resigns."),
    2: Text("{peer} ha chiuso la partita e la dice patta.", "{peer} has ended the game and calls it a draw."),
    3: Text("{peer} ha chiuso la partita e la dice vinta.", "{peer} has ended the game and calls it won."),
}
