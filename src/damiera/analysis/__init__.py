"""Analysis that teaches: odds from a score, the worth of each move, the reason in a sentence, puzzles.

Everything here is computed from positions, moves and what an engine told of them; no file, clock or socket.
"""

from __future__ import annotations
