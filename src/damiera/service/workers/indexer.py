"""Counts games in the index of positions, a few at a time, between the moves of people who play."""

from __future__ import annotations

import time
from typing import Final

from damiera.service.explorer import ExplorerService
from damiera.service.workers.background import Background

__all__ = ["PositionIndexer"]

LOOKS_EVERY_S: Final = 3.0
_REST: Final = 60
"""How many times longer than a look for new games it rests: a large archive is not looked over always."""


class PositionIndexer(Background):
    """Counts the games that came in or ended."""

    def __init__(self, explorer: ExplorerService) -> None:
        super().__init__("index")
        self._explorer = explorer

    def piece(self) -> float:
        """Count a few games, or look whether there are new ones."""
        begun = time.monotonic()
        done = self._explorer.step()
        return 0.0 if done else max(LOOKS_EVERY_S, _REST * (time.monotonic() - begun))
