"""What a match asks of a player."""

from __future__ import annotations

from typing import Protocol

from damiera.engine.limits import SearchLimits
from damiera.engine.protocol import Choice
from damiera.game.state import Game

__all__ = ["MatchPlayer"]


class MatchPlayer(Protocol):
    """An engine at the board of a match."""

    def new_game(self) -> None:
        """Forget what went before.

        Raises:
            EngineError: if the engine does not begin.
        """

    def choose(self, game: Game, limits: SearchLimits, seed: int) -> Choice:
        """Return a move; if it was pondered, the time thought counts.

        Raises:
            EngineError: if there is no answer.
        """
        ...

    def ponder(self, expected: Game, limits: SearchLimits) -> None:
        """Begin to think about a game as it is expected to be at the next question.

        Raises:
            EngineError: if the engine does not take the question.
        """

    def restart(self) -> None:
        """Get ready again after a fault."""

    def close(self) -> None:
        """Leave."""

    @property
    def late(self) -> bool:
        """True if it was ended for going on beyond its time."""
        ...

    @property
    def processor_s(self) -> float | None:
        """Seconds of the processors that its answers have taken; None where nobody tells."""
        ...
