"""A game on 14×14 that comes to a position with more captures than can be listed."""

from __future__ import annotations

from itertools import chain

__all__ = ["GAMES", "MOVE", "START"]

_ROWS = chain(*(range(first, first + 6) for first in (15, 29, 43, 57, 71, 85)))
START = "B:WK50:B7," + ",".join(map(str, _ROWS))
"""Black moves before one king: six rows of six men, each with room behind it."""
MOVE = "7-14"
"""A quiet move, after which the king may take the men in ways without number."""
GAMES = ("south-african", "south-african~choice=free")
"""Games in which White must then take the most, or may take what it likes."""
