"""The engine's moves. Whichever engine thinks, and wherever, a game only gets moves that still fit it.

Thinking takes long and happens outside any transaction: `pending` says what is wanted and at which version,
`play` and `answer_draw` store the answer only if the game is still there. An engine that dies or is late
leaves the game as it was, and `waiting` finds it again. `ahead` says what will be wanted next, for an engine
that thinks in its opponent's time.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import msgspec

from damiera._core import Move, Position, Side
from damiera.engine.draws import GamePhase, takes_draw
from damiera.engine.levels import HIGHEST
from damiera.engine.limits import TimeLeft
from damiera.engine.protocol import Choice
from damiera.game.errors import GameError
from damiera.game.events import DrawAccepted, DrawDeclined, Moved
from damiera.game.sides import side_name
from damiera.service.errors import Conflict
from damiera.service.live import GameCache, GameTransaction, LiveGame
from damiera.service.move_plans import answer_by_plan
from damiera.service.play import check_path, play_path

__all__ = ["EngineAnswer", "EngineMoves", "EngineTask", "Expected"]


class EngineTask(msgspec.Struct, frozen=True):
    """What the engine is wanted for.

    Attributes:
        what: a move, or an answer to the opponent's offer of a draw.
        version: the game as it must still be when the answer comes.
        position: the position on the board; with `answer-draw` it may be the opponent's turn.
        history: the positions before it, oldest first.
        side: the engine's side.
        level: 1 to 20.
        time_left: what its clock leaves it; None without a clock.
        draw_in: plies until a count makes a draw; 0 where nothing is counted.
        player_id: who waits for the answer; None where nobody is known.
    """

    game_id: str
    version: int
    what: Literal["move", "answer-draw"]
    position: Position
    history: tuple[Position, ...]
    side: Side
    level: int
    time_left: TimeLeft | None
    draw_in: int = 0
    player_id: str | None = None


class Expected(msgspec.Struct, frozen=True):
    """What the engine will be wanted for if a player answers as it expects.

    Attributes:
        task: as it will come, but for its version and the time used until then.
        player_id: who is to move first.
    """

    task: EngineTask
    player_id: str


class EngineAnswer(msgspec.Struct, frozen=True):
    """A game after the engine's answer.

    Attributes:
        expects: the reply that the engine expects to its move, if any.
    """

    live: LiveGame
    expects: Move | None = None


class EngineMoves:
    """The use cases of an engine at a board."""

    def __init__(self, cache: GameCache) -> None:
        self._cache = cache

    def pending(self, game_id: str) -> EngineTask | None:
        """Return what the engine is wanted for in a game, if anything. Raises `NotFound`."""
        return _task(self._cache.load(game_id), self._cache.clock.now_ms())

    def ahead(self, game_id: str, version: int, reply: Move) -> Expected | None:
        """Return what the engine will be wanted for after a person's reply, if it may think ahead.

        It may at the highest level, which is all it can do, and on a clock: other levels are what they are
        measured to be, and where nothing is timed nothing is gained.

        Args:
            version: the game as the engine left it; None is returned if it has moved on.
            reply: the move it expects.
        Raises:
            NotFound: if there is no such game.
        """
        live = self._cache.load(game_id)
        seat = live.seat(live.game.side)
        if live.version != version or live.game.clock is None or seat.player_id is None:
            return None
        if live.game.outcome is not None or not live.game.position.is_legal(reply):
            return None
        path, now = live.game.position.paths(reply)[0], self._cache.clock.now_ms()
        try:
            after = live.game.apply(Moved(path=tuple(path), drops=tuple(reply.drops), at=now))
        except GameError:
            return None
        task = _task(replace(live, game=after), now)
        if task is None or task.what != "move" or task.level != HIGHEST:
            return None
        return Expected(task, seat.player_id)

    def waiting(self) -> list[str]:
        """Return the games that wait for the engine, the longest first: all of them after a restart."""
        with self._cache.store.read() as work:
            return list(work.games.awaiting_engine())

    def answer(self, task: EngineTask, choice: Choice) -> EngineAnswer:
        """Store what an engine said to a task: its move, or whether it takes the draw.

        Raises:
            Conflict: if the game has moved on since.
        """
        if task.what == "answer-draw":
            score = choice.score.cp if task.position.side is task.side else -choice.score.cp
            return EngineAnswer(self.answer_draw(task.game_id, task.version, score))
        path = task.position.paths(choice.move)[0]
        live = self.play(task.game_id, task.version, path, choice.move.drops)
        return EngineAnswer(live, choice.pv[1] if len(choice.pv) > 1 else None)

    def play(
        self, game_id: str, version: int, path: tuple[int, ...], drops: tuple[int, ...] = ()
    ) -> LiveGame:
        """Store the engine's move.

        Raises:
            Conflict: if the game has moved on since, or the engine is not to move: the move is void.
            Refused: if the rules forbid it.
        """
        check_path(path)

        def step(transaction: GameTransaction) -> LiveGame:
            _require(transaction, version, "move")
            play_path(transaction, path, None, drops)
            answer_by_plan(transaction)
            return transaction.live

        return self._cache.change(game_id, step)

    def answer_draw(self, game_id: str, version: int, score_cp: int) -> LiveGame:
        """Store the engine's answer to an offer, as its level takes draws: `damiera.engine.draws`.

        Args:
            score_cp: what the engine thinks the position is worth to itself, in centipieces.
        Raises:
            Conflict: if the game has moved on since, or no offer stands.
        """

        def step(transaction: GameTransaction) -> LiveGame:
            task = _require(transaction, version, "answer-draw")
            game = transaction.live.game
            taken = takes_draw(score_cp, task.level, GamePhase.of(game.ply, game.position))
            answer = DrawAccepted if taken else DrawDeclined
            transaction.happen(answer(side=side_name(task.side), at=transaction.now), None)
            return transaction.live

        return self._cache.change(game_id, step)


def _require(transaction: GameTransaction, version: int, what: str) -> EngineTask:
    task = _task(transaction.live, transaction.now)
    if task is None or task.version != version or task.what != what:
        raise Conflict(transaction.live.version)
    return task


def _task(live: LiveGame, now: int) -> EngineTask | None:
    game = live.game
    if game.outcome is not None or game.conduct.halt is not None:
        return None
    if game.auction is not None and game.auction.is_open:
        return None
    offered = game.draw_offer is not None and live.seat(game.draw_offer.opponent).kind == "engine"
    side = game.draw_offer.opponent if offered and game.draw_offer is not None else game.side
    if live.seat(side).kind != "engine" or live.waiting:
        return None
    return EngineTask(
        game_id=live.id,
        version=live.version,
        what="answer-draw" if offered else "move",
        position=game.position,
        history=game.positions[:-1],
        side=side,
        level=live.seat(side).level or 1,
        time_left=TimeLeft.of(game.clock, side, now) if game.clock else None,
        draw_in=game.facts.plies_to_draw or 0,
        player_id=next((seat.player_id for seat in live.row.seats if seat.player_id is not None), None),
    )
