"""A short game and what an engine sees in its positions, for examples and tests of what is made of them."""

from __future__ import annotations

from collections.abc import Sequence

from damiera._core import Position
from damiera.analysis.engine_view import EngineView, look
from damiera.analysis.report import Look, looks
from damiera.engine.builtin import BuiltinEngine
from damiera.engine.limits import SearchLimits
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn

__all__ = ["seen_game"]


def seen_game(moves: str = "1. 22-18 12-16 *", *, depth: int = 4) -> tuple[PdnGame, list[EngineView], Look]:
    """Return an Italian game, what the built-in engine sees in each position, and how to ask it about others.

    Args:
        moves: the moves of the game, as PDN has them.
        depth: plies to which each position is searched.

    >>> game, seen, ask = seen_game()
    >>> len(game.mainline), len(seen)
    (2, 3)
    """
    engine = BuiltinEngine("italian", hash_mb=1)
    [game] = read_pdn(f'[GameType "22"] {moves}')
    assert isinstance(game, PdnGame)

    def ask(position: Position, past: Sequence[Position]) -> EngineView:
        return look(engine, position, past, SearchLimits(depth=depth))

    return game, list(looks(game, ask))[::-1], ask
