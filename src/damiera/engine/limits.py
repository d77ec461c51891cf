"""How long a mind may think."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["UNLIMITED", "Limits", "from_clock"]


@dataclass(frozen=True, slots=True)
class Limits:
    """The first limit reached ends the search; 0 means no such limit.

    Attributes:
        depth: plies searched in full.
        nodes: positions visited, all threads together.
        time_ms: milliseconds of wall time.
        draw_in: no limit, but what is to be known of the game: plies until a count under way makes a draw,
            if kings alone move and nothing is taken; 0 where nothing is counted.
    Raises:
        ValueError: for a negative limit.
    """

    depth: int = 0
    nodes: int = 0
    time_ms: int = 0
    draw_in: int = 0

    def __post_init__(self) -> None:
        for name in ("depth", "nodes", "time_ms", "draw_in"):
            if (value := getattr(self, name)) < 0:
                raise ValueError(f"{name} is {value}: give 0 for no limit, or a number above it")

    @property
    def is_finite(self) -> bool:
        """True if the search ends without being stopped."""
        return bool(self.depth or self.nodes or self.time_ms)


UNLIMITED = Limits()


def from_clock(remaining_ms: int, increment_ms: int = 0, moves_to_go: int = 0) -> Limits:
    """Return the time to spend on one move of a game with a clock.

    An even share of what is left over the moves to come (25 when there is no control), and most of the
    increment; never more than a third of what is left, and always at least 5 ms.

    >>> from_clock(60_000, 1_000).time_ms
    3200
    """
    share = remaining_ms // (moves_to_go or 25) + increment_ms * 4 // 5
    return Limits(time_ms=max(5, min(share, remaining_ms // 3)))
