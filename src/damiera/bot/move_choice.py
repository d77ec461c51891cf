"""How a bot chooses its moves: the game as its engine is asked about it, and the time it may take."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from damiera._core import Position
from damiera.bot.messages import SeenClock, ViewForBot
from damiera.engine.draws import GamePhase, takes_draw
from damiera.engine.levels import HIGHEST
from damiera.engine.limits import SearchLimits, TimeLeft, allot
from damiera.engine.protocol import Engine
from damiera.notation.fen import parse_fen
from damiera.rules.routes import move_along
from damiera.rules.ruleset import ruleset

__all__ = ["ChosenMove", "chosen_move", "limits_of", "positions_of", "takes_offer"]

LAG_MS: Final = 400
"""What a move may lose on its way to the server, in milliseconds."""
_UNTIMED_MS: Final = 2_000
_BY_POST_MS: Final = 5_000
_SHORT_MS: Final = 15_000  # with less on the clock a level's own time would be too much


@dataclass(frozen=True, slots=True)
class ChosenMove:
    """A move as it is sent: for half-move `ply`; `score_cp` is what it is worth to the bot."""

    ply: int
    path: tuple[int, ...]
    drops: tuple[int, ...]
    score_cp: int


def positions_of(view: ViewForBot) -> tuple[Position, tuple[Position, ...]]:
    """Return the position on the board, and those before it as far as they can be played again."""
    rules = ruleset(view.game)
    now = parse_fen(view.fen, rules).position()
    before: list[Position] = []
    position = parse_fen(view.start_fen, rules).position()
    for ply in view.history[: view.ply]:
        move = move_along(position, ply.path, ply.drops)
        if move is None:
            return now, ()
        before.append(position)
        position = position.play(move)
    return (position, tuple(before)) if position.fen == now.fen else (now, ())


def limits_of(clock: SeenClock | None, you: str, gone_ms: int = 0) -> SearchLimits:
    """Return how long to think about a move.

    A first move that is late has the game called off, though its clock shows all its time: half of what
    there is for it is the most, a quarter if nothing speaks for more.

    Args:
        clock: as the server showed it; None without one.
        you: `white` or `black`.
        gone_ms: milliseconds since then.

    >>> limits_of(SeenClock(300_000, 60_000, 3_000), "white").soft_ms > 10_000
    True
    >>> limits_of(None, "white").time_ms
    2000
    >>> limits_of(SeenClock(1_800_000, 1_800_000, 10_000, first="white", first_ms=60_000), "white").time_ms
    29800
    """
    if clock is None:
        return SearchLimits(time_ms=_UNTIMED_MS)
    if clock.due_at is not None:
        return SearchLimits(time_ms=_BY_POST_MS)
    left = (clock.white_ms if you == "white" else clock.black_ms) - gone_ms
    periods = clock.white_periods if you == "white" else clock.black_periods
    reserve = clock.byo_ms if periods else 0
    time_left = TimeLeft(max(0, left), clock.increment_ms, clock.delay_ms, reserve_ms=reserve)
    limits = allot(time_left, lag_ms=LAG_MS)
    if clock.first != you:
        return limits
    left = max(1, clock.first_ms - gone_ms - LAG_MS)
    hard = max(1, min(limits.time_ms, left // 2))
    return replace(limits, time_ms=hard, soft_ms=min(limits.soft_ms, hard, max(1, left // 4)))


def chosen_move(engine: Engine, view: ViewForBot, level: int | None, gone_ms: int = 0) -> ChosenMove:
    """Ask an engine for the move of the side whose turn it is.

    Args:
        level: 1 to 20; None for all it can in the time there is.
        gone_ms: milliseconds since the server showed the clocks.
    Raises:
        EngineError: if it cannot answer.
    """
    position, history = positions_of(view)
    limits = limits_of(view.clock, view.side, gone_ms)
    at_level = level is not None and (view.clock is None or limits.time_ms * 3 > _SHORT_MS)
    choice = (
        engine.choose(position, history=history, level=level)
        if at_level
        else engine.choose(position, history=history, limits=limits)
    )
    path = tuple(position.paths(choice.move)[0])
    return ChosenMove(view.ply, path, tuple(choice.move.drops), choice.score.cp)


def takes_offer(view: ViewForBot, score_cp: int | None, level: int | None) -> bool:
    """Tell whether a draw is to be agreed, by what the bot's last move was worth to it."""
    if score_cp is None:
        return False
    position, _ = positions_of(view)
    return takes_draw(score_cp, HIGHEST if level is None else level, GamePhase.of(view.ply, position))
