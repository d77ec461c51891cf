"""A game over DXP, from the request to the end, with an engine at our end.

A peer is believed in what it concedes, never in what it claims: a win it announces counts only if the rules
of the game say so too.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from damiera._core import Move, Position, Side
from damiera.engine.dxp.errors import (
    ENDED,
    REFUSALS,
    TOO_MANY,
    DxpError,
    DxpSyntaxError,
    PeerGone,
    PeerRefused,
    PeerSilent,
    shown,
)
from damiera.engine.dxp.line import GRACE_S, MOST_ASIDES, DxpLine
from damiera.engine.dxp.messages import (
    LONGEST,
    MINUTE_MS,
    VERSION,
    BackAccept,
    BackRequest,
    Chat,
    DxpMessage,
    GameAccept,
    GameEnd,
    GameRequest,
    MoveMade,
    meant_by,
    out_of_turn,
    text_of,
)
from damiera.engine.errors import EngineError
from damiera.engine.levels import level as settings_of
from damiera.engine.limits import SearchLimits, TimeLeft, allot
from damiera.engine.protocol import Engine
from damiera.errors import DamieraError
from damiera.game.clock import ClockSettings
from damiera.game.events import Flagged, Moved, Resigned
from damiera.game.outcome import Termination
from damiera.game.sides import side_name, side_text
from damiera.game.state import Game
from damiera.messages import Message, Text, Verbatim
from damiera.notation.clipboard import read_position, write_position
from damiera.notation.moves import format_move
from damiera.notation.pdn.model import PdnGame, pdn_game
from damiera.notation.pdn.results import result_of
from damiera.rules.ruleset import Ruleset

__all__ = ["DxpGame", "DxpSeat", "check_game", "follow", "initiate"]

IDLE_S = 600.0
"""How long a connection may be silent where no clock runs, in seconds."""
LAG_MS = 100  # lost on the wire and in between, for each move
Tell = Callable[[Text], object]


@dataclass(frozen=True, slots=True)
class DxpSeat:
    """The player at our end.

    Attributes:
        game: the game that both ends mean.
        engine: the engine that chooses the moves.
        level: its level; None for full strength.
        limits: how long to think about a move where the game has no clock; level or a second if left out.
        name: how we introduce ourselves.
        tell: is told what happens, move by move.
        idle_s: how long the other end may say nothing where no clock runs, in seconds.

    >>> from damiera.engine.builtin import BuiltinEngine
    >>> from damiera.rules.ruleset import ITALIAN
    >>> DxpSeat(ITALIAN, BuiltinEngine("italian", hash_mb=1), level=5).name
    'Damiera'
    """

    game: Ruleset
    engine: Engine
    level: int | None = None
    limits: SearchLimits | None = None
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

    >>> import socket, threading
    >>> from damiera.engine.builtin import BuiltinEngine
    >>> from damiera.rules.ruleset import ITALIAN
    >>> here, there = (DxpLine(end) for end in socket.socketpair())
    >>> anna, bruno = (
    ...     DxpSeat(ITALIAN, BuiltinEngine("italian", hash_mb=1), level=1, name=name)
    ...     for name in ("Anna", "Bruno")
    ... )
    >>> other = threading.Thread(target=follow, args=(there, bruno))
    >>> other.start()
    >>> played = initiate(here, anna, moves=2)
    >>> other.join()
    >>> played.pdn().tags["White"], played.trouble is None
    ('Anna', True)
    >>> here.close(); there.close()
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
            "Termination": str(self.said),
        }
        game = self.game
        return pdn_game(game.ruleset, game.moves, start=game.start_position, tags=tags, result=self.result)


def check_game(game: Ruleset, position: Position | None = None) -> None:
    """Check that a game, and the position it is to start from, can be played over DXP.

    Raises:
        DxpError: with the reason, if not.

    >>> from damiera.rules.ruleset import CATALOGUE
    >>> check_game(CATALOGUE["italian"])
    >>> check_game(CATALOGUE["lasca"])
    Traceback (most recent call last):
    ...
    damiera.engine.dxp.errors.DxpError: ...
    """
    if game.core.family != "draughts" or game.core.squares > 99:
        raise DxpError(_NOT_THIS_GAME.format(game=game.name))
    if position is None or position == game.start():
        return
    if 44 + game.core.squares > LONGEST or any(position.king_runs):
        raise DxpError(_NOT_THIS_POSITION.format(fen=position.fen))


def initiate(
    line: DxpLine,
    seat: DxpSeat,
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
    Source:
        DamExchange protocol 1, the initiator's side.

    >>> import socket, threading
    >>> from damiera.engine.builtin import BuiltinEngine
    >>> from damiera.rules.ruleset import ITALIAN
    >>> here, there = (DxpLine(end) for end in socket.socketpair())
    >>> anna, bruno = (
    ...     DxpSeat(ITALIAN, BuiltinEngine("italian", hash_mb=1), level=1, name=name)
    ...     for name in ("Anna", "Bruno")
    ... )
    >>> other = threading.Thread(target=follow, args=(there, bruno))
    >>> other.start()
    >>> played = initiate(here, anna, moves=2)
    >>> other.join()
    >>> len(played.game.moves), played.peer, played.result
    (4, 'Bruno', '*')
    >>> here.close(); there.close()
    """
    check_game(seat.game, position)
    own = position is None or position == seat.game.start()
    board = "" if own or position is None else write_position(position, "dxp")
    request = GameRequest(seat.name, me.opponent, minutes, moves, board)
    line.send(request)
    answer = _after_chat(line, seat)
    if not isinstance(answer, GameAccept):
        raise DxpSyntaxError("GAMEACC", text_of(answer), Message("an answer A"))
    if answer.code:
        raise PeerRefused(answer.code)
    return _Play(line, seat, me, request, position or seat.game.start(), answer.name).run()


def follow(line: DxpLine, seat: DxpSeat) -> DxpGame | None:
    """Wait for a request on the line and play its game; None if the game was not to our liking.

    Raises:
        DxpError: for a game that DXP cannot play, and if the initiator leaves, is silent or speaks
            something else.
    Source:
        DamExchange protocol 1, the follower's side.

    >>> import socket, threading
    >>> from damiera.engine.builtin import BuiltinEngine
    >>> from damiera.rules.ruleset import ITALIAN
    >>> here, there = (DxpLine(end) for end in socket.socketpair())
    >>> anna, bruno = (
    ...     DxpSeat(ITALIAN, BuiltinEngine("italian", hash_mb=1), level=1, name=name)
    ...     for name in ("Anna", "Bruno")
    ... )
    >>> other = threading.Thread(target=initiate, args=(there, bruno), kwargs={"moves": 2})
    >>> other.start()
    >>> played = follow(here, anna)
    >>> other.join()
    >>> played.me, played.peer
    (Side.BLACK, 'Bruno')
    >>> here.close(); there.close()
    """
    check_game(seat.game)
    request = _after_chat(line, seat)
    if isinstance(request, GameEnd):
        line.send(GameEnd())
        return None
    if not isinstance(request, GameRequest):
        raise DxpSyntaxError("GAMEREQ", text_of(request), Message("a request R"))
    position, code = _asked_for(request, seat.game)
    line.send(GameAccept(seat.name, code))
    if position is None:
        seat.tell(_DECLINED.format(peer=shown(request.name), why=REFUSALS[code]))
        return None
    return _Play(line, seat, request.follower, request, position, request.name).run()


def _after_chat(line: DxpLine, seat: DxpSeat) -> DxpMessage:
    deadline = time.monotonic() + seat.idle_s
    for _ in range(MOST_ASIDES):
        message = line.receive(deadline)
        if not isinstance(message, Chat):
            return message
        seat.tell(_CHAT.format(text=_shown_whole(message.text)))
    raise DxpSyntaxError("C", "", TOO_MANY)


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
        self, line: DxpLine, seat: DxpSeat, me: Side, request: GameRequest, start: Position, peer: str
    ) -> None:
        self._line, self._seat, self._me = line, seat, me
        self._peer, self._most = shown(peer), request.moves
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
        choice = self._seat.engine.choose(
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

    def _limits(self, at: int) -> SearchLimits | None:
        seat, clock = self._seat, self._game.clock
        levelled = seat.level is not None and not settings_of(seat.level).limits.time_ms
        if seat.limits is not None or levelled:
            return seat.limits
        if clock is None:
            return SearchLimits(time_ms=1000)
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
            self._seat.tell(Verbatim(text))

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
                    out_of_turn(message, self._game.position.fen)
        raise DxpSyntaxError("C", "", TOO_MANY)

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
        self._play(meant_by(message, self._game.position))
        return None

    def _ended_by_peer(self, message: GameEnd) -> Text:
        """Confirm the end; a peer that gives up has lost, whatever else it says is its opinion."""
        self._stop = message.stop
        self._line.send(GameEnd(0, message.stop))
        if message.reason == 1 and self._game.outcome is None:
            self._game = self._game.apply(Resigned(side=side_name(self._me.opponent), at=self._now()))
        return ENDED[message.reason].format(peer=self._peer)

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


_DECLINED = Message("Request of {peer} declined. {why}")
_NOT_THIS_GAME = Message(
    "DXP has up to 99 numbered squares with a man or a king on each: {game} cannot be played so."
)
_NOT_THIS_POSITION = Message("This position does not fit a DXP message: {fen}")
_BEGINS = Message("Game with {peer}: we have {side}.")
_CHAT = Message("The other says: {text}")
_FULL = Message("Ended at move {n}, as agreed.")
