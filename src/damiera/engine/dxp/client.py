"""A program that listens for DXP calls, as an `Engine`: it plays in a match, or in the app.

The protocol plays whole games, an `Engine` answers single questions. So the first question of a game asks the
other program for a game from that very position; the next one, if a move of its opponent leads there, sends
that move. Where none does (a move was taken back, another game goes on) a game is asked for anew.

DXP tells a program only how many minutes it has for how many moves; depth and nodes it cannot name.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator, Sequence

from damiera._core import Move, Position
from damiera.engine.dxp.errors import (
    TOO_MANY,
    DxpError,
    DxpSyntaxError,
    PeerEnded,
    PeerGone,
    PeerRefused,
    PeerResigned,
)
from damiera.engine.dxp.line import MOST_ASIDES, PORT, DxpLine, connect
from damiera.engine.dxp.messages import (
    MINUTE_MS,
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
)
from damiera.engine.dxp.play import check_game
from damiera.engine.levels import HIGHEST
from damiera.engine.levels import level as settings_of
from damiera.engine.limits import UNLIMITED, SearchLimits
from damiera.engine.protocol import Choice, Info, check_question
from damiera.engine.score import Score
from damiera.messages import Message
from damiera.notation.clipboard import write_position
from damiera.rules.ruleset import ruleset

__all__ = ["DxpClient"]

MOVES_TOLD = 75  # in the time told, at least
MOST_MINUTES = MOST_MOVES = 999
USUAL_MS = 2000  # a move, where no time is asked for
MOST_LATE = (
    5  # times the time for a move, which DXP cannot tell: a program shares out whole minutes as it likes
)
CALLING_S = 2.0  # a program that has just hung up may not listen yet


class DxpClient:
    """A program that takes DXP calls, as a `Engine`.

    It is called when it is first needed, and again after a fault.

    Args:
        game: slug of the game. No message names it: the other program must mean the same.
        host, port: where it listens.
        patience_s: how late an answer may be, in seconds.
        name: how we introduce ourselves.
    Raises:
        DxpError: for a game that DXP cannot play.

    >>> with DxpClient("italian", "localhost", patience_s=5.0) as program:  # called at the first question
    ...     program.host, program.port, program.peer
    ('localhost', 27531, '')
    """

    def __init__(
        self, game: str, host: str, port: int = PORT, *, patience_s: float = 10.0, name: str = "Damiera"
    ) -> None:
        check_game(ruleset(game))
        self.game, self.host, self.port = game, host, port
        self.patience_s, self.name = patience_s, name
        self.peer = ""
        self._turn = threading.Lock()
        self._line: DxpLine | None = None
        self._after: Position | None = None  # where the other program has left its game
        self._in_game = False
        self._moves = self._most = 0  # it has made, and will make, in the game asked for
        self._answered = 0.0

    def __enter__(self) -> DxpClient:
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()

    def start(self) -> None:
        """Call the program, if no call is under way.

        Raises:
            PeerGone: if nobody answers.
        """
        with self._turn:
            self._ensure()

    def new_game(self) -> None:
        """End the game under way, if any, and be ready for another.

        Raises:
            PeerGone: if nobody answers.
        """
        with self._turn:
            self._leave()
            self._ensure()

    def close(self) -> None:
        """End the game and the call; what is being waited for is given up."""
        line = self._line
        if line is not None:
            if self._in_game:
                with contextlib.suppress(DxpError):
                    line.send(GameEnd(0, True))
            line.hang_up()
        with self._turn:
            self._hang_up()

    def stop(self) -> None:
        """Give up what is being waited for: DXP has no word for it but to hang up."""
        line = self._line
        if line is not None and self._turn.locked():
            line.hang_up()

    def choose(
        self,
        position: Position,
        *,
        history: Sequence[Position] = (),
        level: int | None = None,
        limits: SearchLimits | None = None,
        seed: int | None = None,
        draw_in: int = 0,
    ) -> Choice:
        """Return the program's move; see `Engine.choose`.

        Raises:
            NoMoveError, UnknownLevel, WrongEngineGame: as `Engine.choose`.
            PeerResigned: if it gives up instead.
            DxpError: if it does anything else than to move.
        """
        bounds = limits or settings_of(HIGHEST if level is None else level).limits
        check_question(self.game, position)
        with self._turn:
            try:
                self._ask(position, bounds)
                return self._await(position, bounds)
            except DxpError:
                self._hang_up()
                raise

    def analyse(
        self,
        position: Position,
        *,
        history: Sequence[Position] = (),
        limits: SearchLimits = UNLIMITED,
        multipv: int = 1,
    ) -> Iterator[Info]:
        """Refuse: programs play over DXP, and tell nothing of what they think.

        Raises:
            DxpError: always.
        """
        raise DxpError(_NO_ANALYSIS)

    # -- one question

    def _ask(self, position: Position, limits: SearchLimits) -> None:
        """Have the program to move in a position: by the move that leads there, or by asking for a game."""
        move = self._reply_to(position)
        if move is None or self._line is None:
            self._begin(position, limits)
            return
        seconds = round(time.monotonic() - self._answered)
        self._line.send(MoveMade(seconds, move.origin, move.destination, tuple(move.captured)))

    def _reply_to(self, position: Position) -> Move | None:
        before = self._after
        if before is None:
            return None
        return next((move for move in before.moves() if before.play(move) == position), None)

    def _begin(self, position: Position, limits: SearchLimits) -> None:
        game = ruleset(self.game)
        check_game(game, position)
        self._leave()
        line = self._ensure()
        board = "" if position == game.start() else write_position(position, "dxp")
        minutes, moves = _minutes_and_moves(limits)
        line.send(GameRequest(self.name, position.side, minutes, moves, board))
        answer = self._hear(time.monotonic() + self.patience_s)
        if not isinstance(answer, GameAccept):
            out_of_turn(answer, position.fen)
        if answer.code:
            raise PeerRefused(answer.code)
        self.peer, self._moves, self._most, self._in_game = answer.name, 0, moves, True

    def _await(self, position: Position, limits: SearchLimits) -> Choice:
        asked = time.monotonic()
        deadline = asked + _allowance_s(limits) + self.patience_s
        message = self._hear(deadline)
        if isinstance(message, GameEnd) and self._is_full(message):
            self._confirm(message)
            self._begin(position, limits)
            message = self._hear(deadline)
        if isinstance(message, GameEnd):
            self._confirm(message)
            raise PeerResigned() if message.reason == 1 else PeerEnded(message.reason)
        if not isinstance(message, MoveMade):
            out_of_turn(message, position.fen)
        move = meant_by(message, position)
        self._answered, self._after = time.monotonic(), position.play(move)
        self._moves += 1
        spent = round((self._answered - asked) * 1000)
        return Choice(move, Score(0, position.side), 0, (move,), 0, spent)

    def _is_full(self, message: GameEnd) -> bool:
        """Whether it ends the game only because all the moves agreed upon are made."""
        return bool(self._most) and self._moves >= self._most and message.reason != 1

    def _hear(self, deadline: float) -> DxpMessage:
        """Return the next message that is to the point."""
        line = self._line
        if line is None:
            raise PeerGone(_NOT_CALLED)
        for _ in range(MOST_ASIDES):
            message = line.receive(deadline)
            if isinstance(message, BackRequest):
                line.send(BackAccept(1))
            elif not isinstance(message, Chat | BackAccept):
                return message
        raise DxpSyntaxError("C", "", TOO_MANY)

    def _confirm(self, end: GameEnd) -> None:
        self._in_game, self._after = False, None
        if self._line is not None:
            with contextlib.suppress(DxpError):
                self._line.send(GameEnd(0, end.stop))

    # -- the call

    def _ensure(self) -> DxpLine:
        deadline = time.monotonic() + CALLING_S
        while self._line is None:
            try:
                self._line = connect(self.host, self.port, self.patience_s)
            except PeerGone:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)
        return self._line

    def _leave(self) -> None:
        """End the game under way as DXP has it, or hang up if the other end does not agree."""
        was_in_game, self._in_game, self._after = self._in_game, False, None
        if not was_in_game or self._line is None:
            return
        try:
            self._line.send(GameEnd())
            deadline = time.monotonic() + min(self.patience_s, 5.0)
            while not isinstance(end := self._hear(deadline), GameEnd):
                pass
            if end.stop:
                self._hang_up()
        except DxpError:
            self._hang_up()

    def _hang_up(self) -> None:
        line, self._line, self._after, self._in_game = self._line, None, None, False
        if line is not None:
            line.hang_up()
            line.close()


def _minutes_and_moves(limits: SearchLimits) -> tuple[int, int]:
    """Return what of a limit DXP can tell: minutes for a game, and how many moves are to be made in them.

    >>> _minutes_and_moves(SearchLimits(time_ms=100))
    (1, 600)
    """
    if limits.clock is not None:
        return min(max(1, -(-limits.clock.left_ms // MINUTE_MS)), MOST_MINUTES), 0
    for_a_move = limits.time_ms or limits.soft_ms or USUAL_MS
    minutes = min(max(1, -(-MOVES_TOLD * for_a_move // MINUTE_MS)), MOST_MINUTES)
    return minutes, min(max(1, minutes * MINUTE_MS // for_a_move), MOST_MOVES)


def _allowance_s(limits: SearchLimits) -> float:
    """Return how long a move may take at most, in seconds."""
    if limits.clock is not None:
        return max(0, limits.clock.left_ms) / 1000
    return MOST_LATE * (limits.time_ms or limits.soft_ms or USUAL_MS) / 1000


_NO_ANALYSIS = Message("A program that speaks DXP plays and does not analyse: choose a Hub engine.")
_NOT_CALLED = Message("No call is under way.")
