"""A bot at one board: it comes back when the line is cut, and sends a move again until it is stored."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Final, Protocol, runtime_checkable

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from damiera.bot.messages import ServerFrame, ViewForBot, read_frame, read_view
from damiera.bot.move_choice import ChosenMove, chosen_move, takes_offer
from damiera.engine.protocol import Engine
from damiera.errors import DamieraError
from damiera.messages import Message, Text, Verbatim

__all__ = ["BotBoard", "backoff_s", "why_of"]

log = logging.getLogger("damiera.bot")

_LONGEST_S: Final = 30.0
_AGAIN_S: Final = 1.0
_TRIES: Final = 3  # of a move that the server refuses
_LOST_MOVES: Final = 2
_TOO_LONG: Final = Message("The move in game {id} is refused: {why}")
_NO_ENGINE: Final = Message("The engine does not play on in game {id}: {why}")
_Line = ClientConnection


@runtime_checkable
class _Starting(Protocol):
    def start(self) -> None: ...


def backoff_s(tries: int, chance: float = 1.0) -> float:
    """Return how long to wait before trying again, in seconds: half a second, then twice as long each time.

    Args:
        tries: how often it was tried in vain.
        chance: 0 to 1, so that many bots do not come back together.

    >>> [backoff_s(tries) for tries in (0, 1, 2, 9)]
    [0.5, 1.0, 2.0, 30.0]
    """
    return float(min(_LONGEST_S, 0.5 * 2 ** min(tries, 10)) * (0.5 + chance / 2))


def why_of(error: Exception) -> Text:
    """Return what to say of something that went wrong; what nobody foresaw is told in the log with its place.

    >>> str(why_of(KeyError("ply")))
    "KeyError: 'ply'"
    """
    if isinstance(error, DamieraError):
        return error.message
    log.error("A bot has met what nobody foresaw.", exc_info=error)
    return Verbatim(f"{type(error).__name__}: {error}")


class BotBoard:
    """One game of a bot, from when it sees it until it is over.

    Args:
        id: the game.
        connect: opens the game's socket.
        engine: who chooses the moves; asked from another thread, one question at a time.
        level: 1 to 20; None for all it can.
        resigns_at_cp: as in `BotRules`.
        tell: is told what went wrong.
        chance: numbers from 0 to 1.
    """

    def __init__(
        self,
        id: str,
        connect: Callable[[], Awaitable[_Line]],
        engine: Engine,
        *,
        level: int | None,
        resigns_at_cp: int | None,
        tell: Callable[[Text], None],
        chance: Callable[[], float],
    ) -> None:
        self.id = id
        self._connect = connect
        self._engine = engine
        self._level = level
        self._resigns_at_cp = resigns_at_cp
        self._tell = tell
        self._chance = chance
        self._view: ViewForBot | None = None
        self._shown_at = 0.0
        self._chosen: ChosenMove | None = None
        self._refused: dict[int, int] = {}
        self._answered = -1
        self._lost_in_a_row = 0
        self._thinking: asyncio.Task[None] | None = None

    async def play(self) -> None:
        """Play until the game is over, whatever becomes of the line."""
        tries = 0
        try:
            while True:
                try:
                    line = await self._connect()
                    try:
                        tries = 0
                        if await self._follow(line):
                            return
                    finally:
                        with contextlib.suppress(OSError, WebSocketException):
                            await line.close()
                except (OSError, WebSocketException, TimeoutError, msgspec.DecodeError):
                    pass
                await self._think_no_more()
                await asyncio.sleep(backoff_s(tries, self._chance()))
                tries += 1
        finally:
            await self._think_no_more()

    async def _follow(self, line: _Line) -> bool:
        """Read frames until the game is over; False if the server will hear no more of this line."""
        await _send(line, {"t": "hello", "version": 0})
        async for data in line:
            frame = read_frame(data)
            if frame.t == "state":
                self._view, self._shown_at = read_view(frame), time.monotonic()
                if self._view.outcome is not None or self._view.you is None:
                    return True
                await self._answer(line, self._view)
            elif frame.t == "failed":
                if frame.code == "not-found":
                    return True
                await self._heed(line, frame)
        return False

    async def _heed(self, line: _Line, frame: ServerFrame) -> None:
        """Look again when something was refused; a move that is refused time and again is not sent again."""
        if frame.code == "busy" and self._thinking is not None and not self._thinking.done():
            return
        ply = self._chosen.ply if self._chosen is not None else -1
        self._refused[ply] = self._refused.get(ply, 0) + (frame.code not in ("busy", "too-many"))
        if self._refused[ply] == _TRIES:
            self._tell(_TOO_LONG.format(id=self.id, why=frame.text))
        if frame.code in ("refused", "bad-message"):
            self._chosen = None
        await asyncio.sleep(_AGAIN_S)
        if self._refused[ply] < _TRIES:
            await _send(line, {"t": "hello", "version": 0})

    async def _answer(self, line: _Line, view: ViewForBot) -> None:
        """Do what a state of the game asks of the bot, if anything."""
        if view.draw_offer not in (None, view.you) or view.undo_request not in (None, view.you):
            if self._answered == view.version:
                return
            self._answered = view.version
            score = self._chosen.score_cp if self._chosen is not None else None
            is_draw = view.draw_offer not in (None, view.you)
            takes = is_draw and takes_offer(view, score, self._level)
            what = "accept-draw" if takes else "decline-draw" if is_draw else "decline-undo"
            await _send(line, {"t": "act", "what": what, "side": view.you})
            return
        if view.is_to_be_resumed and self._answered != view.version:
            self._answered = view.version
            await _send(line, {"t": "do", "event": {"e": "resumed", "side": view.you}})
            return
        if not view.is_my_turn or self._refused.get(view.ply, 0) >= _TRIES:
            return
        if self._chosen is not None and self._chosen.ply == view.ply:
            await self._send_move(line, self._chosen)  # it was lost on its way
            return
        if self._thinking is None or self._thinking.done():
            self._thinking = asyncio.create_task(self._think(line, view))

    async def _think(self, line: _Line, view: ViewForBot) -> None:
        try:
            chosen = await asyncio.to_thread(self._choose, view, self._shown_at)
        except Exception as error:  # whatever it was, the game must not wait for a move that never comes
            self._refused[view.ply] = self._refused.get(view.ply, 0) + 1
            self._tell(_NO_ENGINE.format(id=self.id, why=why_of(error)))
            await asyncio.sleep(_AGAIN_S)
            with contextlib.suppress(OSError, WebSocketException):
                await _send(line, {"t": "hello", "version": 0})
            return
        now = self._view
        if now is None or now.ply != view.ply or not now.is_my_turn:
            return  # something was taken back, or the game is over
        self._chosen = chosen
        with contextlib.suppress(OSError, WebSocketException):  # it is sent again on the next line
            if self._gives_up(chosen):
                await _send(line, {"t": "act", "what": "resign", "side": view.you})
                return
            if now.facts.repetition_claimable and takes_offer(now, chosen.score_cp, self._level):
                await _send(line, {"t": "act", "what": "claim-repetition", "side": view.you})
                return
            await self._send_move(line, chosen)

    def _choose(self, view: ViewForBot, shown_at: float) -> ChosenMove:
        """Return the engine's move; what it takes to get ready is gone from its time, as the clock has it."""
        if isinstance(self._engine, _Starting):
            self._engine.start()
        gone_ms = round((time.monotonic() - shown_at) * 1000)
        return chosen_move(self._engine, view, self._level, gone_ms)

    async def _send_move(self, line: _Line, move: ChosenMove) -> None:
        await _send(line, {"t": "move", "ply": move.ply, "path": move.path, "drops": move.drops})

    def _gives_up(self, chosen: ChosenMove) -> bool:
        if self._resigns_at_cp is None:
            return False
        self._lost_in_a_row = self._lost_in_a_row + 1 if chosen.score_cp <= self._resigns_at_cp else 0
        return self._lost_in_a_row >= _LOST_MOVES

    async def _think_no_more(self) -> None:
        if self._thinking is not None and not self._thinking.done():
            self._engine.stop()
            await asyncio.gather(self._thinking, return_exceptions=True)


async def _send(line: _Line, message: object) -> None:
    await line.send(msgspec.json.encode(message).decode())
