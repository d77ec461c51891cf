"""How long an engine may think, on every kind of clock."""

from __future__ import annotations

from dataclasses import dataclass, field

from damiera._core import Side
from damiera.game.clock import GameClock

__all__ = ["LAG_MS", "MOST_PLIES", "UNLIMITED", "SearchLimits", "TimeLeft", "allot", "from_clock"]

LAG_MS = 20
"""What an answer may lose on its way to the clock, if nobody says; see `allot`."""
MOST_PLIES = 1 << 20
"""The highest limit of depth: more than any search reaches."""
_HORIZON = 25  # own moves that are still to come, where nobody knows
_GAIN_PERCENT = 90  # of what a move brings that is spent on it
_MOST_MS = 600_000  # for one move, however much is left
_MOST_BY_POST_MS = 60_000
_MOST = 2**63 - 1  # what the core counts up to


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """The first limit reached ends the search; 0 means no such limit.

    Attributes:
        depth: plies searched in full.
        nodes: positions visited, all threads together: nodes of the search.
        time_ms: milliseconds of wall time, never exceeded.
        draw_in: no limit, but what is to be known of the game: plies until a count under way makes a draw,
            if kings alone move and nothing is taken; 0 where nothing is counted.
        soft_ms: about how long to think on a clock: no new depth is begun that is unlikely to be finished by
            then. It stretches while the choice changes or its score falls, and shrinks when one move has long
            been best; a forced move is played at once.
        clock: what these limits were made for, to be told to a program that shares out its time by itself.
    Raises:
        ValueError: for a negative limit, or one too high to count: of plies above `MOST_PLIES`, else above
            2^63 - 1.

    >>> SearchLimits(depth=12, time_ms=500).is_finite, UNLIMITED.is_finite
    (True, False)
    """

    depth: int = 0
    nodes: int = 0
    time_ms: int = 0
    draw_in: int = 0
    soft_ms: int = 0
    clock: TimeLeft | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        for name in ("depth", "nodes", "time_ms", "draw_in", "soft_ms"):
            value, most = getattr(self, name), MOST_PLIES if name in ("depth", "draw_in") else _MOST
            if not 0 <= value <= most:
                raise ValueError(f"{name} is {value}: give 0 for no limit, or a number up to {most}")

    @property
    def is_finite(self) -> bool:
        """True if the search ends without being stopped."""
        return bool(self.depth or self.nodes or self.time_ms or self.soft_ms)


UNLIMITED = SearchLimits()
"""Limits that end no search: it is stopped."""


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """What a clock leaves a side for its move and those to come, whatever the way of timing.

    All times are in milliseconds.

    | way of timing | left_ms | gain_ms | free_ms | reserve_ms | moves_to_go | renews |
    |---|---|---|---|---|---|---|
    | sudden death | all | | | | | |
    | moves in a time | the stage | as the stage says | | | to the control | |
    | Fischer | all | the increment | | | | |
    | Bronstein | all | what is given back | | | | |
    | delay | all | | the delay | | | |
    | byo-yomi, main time | the main time | | | one move of the first period | | |
    | byo-yomi, periods | this period | | | | to make in it | yes |
    | hourglass | all | | | | | |
    | correspondence | all | the time for a move | | | | if it is set anew |
    | quick moves | this move | | | | 1 | yes |

    Attributes:
        left_ms: what runs now.
        gain_ms: what the move brings once it is made.
        free_ms: how long the clock still waits before it runs.
        reserve_ms: what may be used after `left_ms` for this very move, and comes again for the next.
        moves_to_go: own moves until more time comes; 0 where none is to come.
        renews: what is not used is lost: the next move has its own.
        most_ms: the soft limit is never longer than this, nor the hard one than three times this.
    """

    left_ms: int
    gain_ms: int = 0
    free_ms: int = 0
    reserve_ms: int = 0
    moves_to_go: int = 0
    renews: bool = False
    most_ms: int = _MOST_MS

    @classmethod
    def of(cls, clock: GameClock, side: Side, at: int) -> TimeLeft:
        """Return what a clock of any kind leaves a side whose turn it is.

        >>> from damiera.game.clock import ClockSettings
        >>> clock = GameClock.start(ClockSettings.parse("5 delay 3"), Side.WHITE, at=0)
        >>> TimeLeft.of(clock, Side.WHITE, at=1_000) == TimeLeft(300_000, free_ms=2_000)
        True
        """
        face, given = clock.face(side, at), clock.settings.of(side)
        rule = given.rule(face.stage)
        if face.quick:
            return cls(face.ms, moves_to_go=1, renews=True)
        match rule.kind:
            case "byo-yomi" if face.stage:
                return cls(face.ms, moves_to_go=face.to_go or 1, renews=True)
            case "byo-yomi":
                return cls(face.ms, reserve_ms=given.byo_ms // given.byo_moves)
            case "correspondence":
                moves = 1 if given.reset else 0
                gain = 0 if given.reset else given.increment_ms
                return cls(face.ms, gain, moves_to_go=moves, renews=given.reset, most_ms=_MOST_BY_POST_MS)
            case "fischer" | "bronstein":
                return cls(face.ms, rule.increment_ms, moves_to_go=face.to_go)
            case _:
                return cls(face.ms, free_ms=face.delay_ms, moves_to_go=face.to_go)


def allot(time_left: TimeLeft, *, lag_ms: int = LAG_MS) -> SearchLimits:
    """Return a soft and a hard limit for one move.

    The soft limit is an even share of what is left over the moves to come (25 where nobody knows, of a long
    way to a control at most 40), with most of what a move brings; less the lag. The hard limit is a few times
    the soft one, and small enough that the clock outlasts many such moves. With next to nothing left a move
    is played at once. Any numbers will do, even absurd ones.

    Args:
        time_left: what the clock leaves.
        lag_ms: what is lost on the way from an engine to its clock and back, in milliseconds.
    Returns:
        Limits with both times in milliseconds, and the clock they were made for.

    >>> allot(TimeLeft(300_000, gain_ms=3_000))
    SearchLimits(depth=0, nodes=0, time_ms=58720, draw_in=0, soft_ms=14680)
    """
    lag = max(0, lag_ms)
    left, free = max(0, time_left.left_ms), max(0, time_left.free_ms)
    reserve, gain = max(0, time_left.reserve_ms), max(0, time_left.gain_ms)
    usable = left + free + reserve - lag
    if time_left.renews:
        return _within(time_left, usable, *_of_a_period(usable, time_left.moves_to_go))
    moves = min(time_left.moves_to_go, 40) + 1 if time_left.moves_to_go > 0 else _HORIZON
    extra = free + reserve + min(gain, left // 2)
    soft = left // moves + extra * _GAIN_PERCENT // 100 - lag
    return _within(
        time_left, usable, soft, min(4 * soft, left * 4 // (5 * min(moves, 3)) + free + reserve - lag)
    )


def _of_a_period(usable: int, moves_to_go: int) -> tuple[int, int]:
    """Return both limits where the rest of a period is lost, and a move may be its last."""
    moves = max(1, moves_to_go)
    soft = usable * 4 // (5 * moves)
    return soft, usable * 19 // 20 if moves == 1 else min(3 * soft, usable // 2)


def _within(time_left: TimeLeft, usable: int, soft: int, hard: int) -> SearchLimits:
    most = max(1, time_left.most_ms)
    hard = max(1, min(hard, usable, 3 * most))
    return SearchLimits(time_ms=hard, soft_ms=max(1, min(soft, hard, most)), clock=time_left)


def from_clock(
    remaining_ms: int, increment_ms: int = 0, moves_to_go: int = 0, *, lag_ms: int = LAG_MS
) -> SearchLimits:
    """Return the limits for one move on a clock that is known by three numbers, as protocols tell it.

    Args:
        remaining_ms: what is left, in milliseconds.
        increment_ms: what the move brings once it is made, in milliseconds.
        moves_to_go: own moves until more time comes; 0 where none is to come.
        lag_ms: what is lost on the way from an engine to its clock and back, in milliseconds.

    >>> from_clock(60_000, 1_000).soft_ms
    3280
    """
    return allot(TimeLeft(remaining_ms, increment_ms, moves_to_go=moves_to_go), lag_ms=lag_ms)
