"""When the engine agrees to a draw that its opponent offers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from damiera._core import Position
from damiera.engine.levels import LOWEST

__all__ = ["OPENING_PLIES", "GamePhase", "most_for_a_draw", "takes_draw"]

EARLIEST_PLY: Final = 20
"""Before so many half-moves of a game no draw is agreed, wherever it began but in the last of endings."""

OPENING_PLIES: Final = 60
"""After so many half-moves the opening is over, even where nothing has been captured."""

_BEGUN_TENTHS: Final = 7  # of the pieces: with no more than these on the board the opening is over
_ENDING_TENTHS: Final = 4  # with no more than these equal is equal, to the strongest too
_LAST_PIECES: Final = 4  # with no more than these on the board what is equal is drawn, and may be at once
_MARGIN_CP: Final = 20
_CONTEMPT_CP: Final = 3  # a level


@dataclass(frozen=True, slots=True)
class GamePhase:
    """How far a game has come.

    Attributes:
        ply: half-moves since it began.
        pieces: how many stand on the board.
        at_start: how many stand there when a game of this kind begins.
    """

    ply: int
    pieces: int
    at_start: int

    @classmethod
    def of(cls, ply: int, position: Position) -> GamePhase:
        """Return the stage of a game that stands so after `ply` half-moves."""
        return cls(ply, _standing(position), _standing(position.rules.start()))

    @property
    def is_opening(self) -> bool:
        """Whether it is too early to speak of a draw.

        >>> phases = GamePhase(2, 24, 24), GamePhase(24, 16, 24), GamePhase(60, 24, 24)
        >>> tuple(phase.is_opening for phase in phases)
        (True, False, False)
        """
        if self.ply < EARLIEST_PLY:
            return True
        return self.ply < OPENING_PLIES and 10 * self.pieces > _BEGUN_TENTHS * self.at_start

    @property
    def is_ending(self) -> bool:
        """Whether few pieces are left."""
        return 10 * self.pieces <= _ENDING_TENTHS * self.at_start


def most_for_a_draw(level: int, stage: GamePhase) -> int:
    """Return the highest score, in centipieces for the engine, at which it still takes a draw.

    The lowest level takes one with a fifth of a man more. Each level above wants the game played out a
    little more, and the highest takes a draw in the middle of a game only when it thinks that it is worse. In
    an ending all take what is equal.

    >>> middle, ending = GamePhase(30, 14, 24), GamePhase(70, 6, 24)
    >>> [most_for_a_draw(level, middle) for level in (1, 5, 10, 20)], most_for_a_draw(20, ending)
    ([20, 8, -7, -37], 20)
    """
    return _MARGIN_CP if stage.is_ending else _MARGIN_CP - _CONTEMPT_CP * (level - LOWEST)


def takes_draw(score_cp: int, level: int, stage: GamePhase) -> bool:
    """Tell whether an engine of a level takes a draw: never in the opening, later if it is not ahead.

    Of a game that begins with the last pieces it takes one at once where neither is ahead: king against king.

    Args:
        score_cp: what it thinks the position is worth to itself, in centipieces.
        level: 1 to 20.
        stage: how far the game has come.

    >>> opening, middle = GamePhase(2, 24, 24), GamePhase(30, 14, 24)
    >>> takes_draw(0, 5, opening), takes_draw(0, 5, middle), takes_draw(90, 5, middle)
    (False, True, False)
    >>> last = GamePhase(0, 2, 40)
    >>> takes_draw(0, 20, last), takes_draw(-90, 20, last), takes_draw(90, 20, last)
    (True, False, False)
    """
    if stage.is_ending and stage.pieces <= _LAST_PIECES and abs(score_cp) <= _MARGIN_CP:
        return True
    return not stage.is_opening and score_cp <= most_for_a_draw(level, stage)


def _standing(position: Position) -> int:
    return len(position.stacks or position.pieces)
