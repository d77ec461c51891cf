"""What endgame tables know, where they reach: no opinion, and above any search."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Protocol

from damiera._core import Move, Position, rules
from damiera.endgame.errors import EndgameError
from damiera.endgame.material import MOST, serves
from damiera.endgame.probe import EndgameTables

__all__ = ["TableTruth", "Truth", "keeping"]


class Truth(Protocol):
    """Somebody who knows what positions are worth."""

    def worth(self, position: Position) -> int | None:
        """Return 2 for a win of the side to move, 1 for a draw, 0 for a loss; None if it is not known."""
        ...


class TableTruth:
    """The tables that lie in a folder, for every game; a table that is missing or damaged knows nothing.

    No folder means the usual one. At most `cache_mb` MiB of a game's tables are kept in memory.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> TableTruth(Path("no-tables-here")).worth(ITALIAN.start()) is None
    True
    """

    def __init__(self, folder: Path | None = None, *, cache_mb: int = 16) -> None:
        self._open = cache(lambda game: EndgameTables(rules(game), folder, cache_mb=cache_mb))

    def worth(self, position: Position) -> int | None:
        """Return what the tables say; see `Truth.worth`."""
        if len(position.pieces) > MOST or not serves(position.rules):
            return None
        try:
            answer = self._open(position.rules.slug).probe(position)
        except EndgameError:
            return None
        return None if answer is None else answer.verdict.rank


def keeping(position: Position, truth: Truth) -> tuple[Move, ...] | None:
    """Return the moves that keep what a position is worth; None unless the worth of every move is known.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> keeping(ITALIAN.start(), TableTruth(Path("no-tables-here"))) is None
    True
    """
    best = truth.worth(position)
    if best is None:
        return None
    worths = {move: truth.worth(position.play(move)) for move in position.moves()}
    if any(worth is None for worth in worths.values()):
        return None
    return tuple(move for move, worth in worths.items() if worth is not None and 2 - worth == best)
