"""A path read hop by hop: the first thing in it that no piece of its kind may do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from damiera.rules._situation import Situation

__all__ = ["Fault", "Hop", "first_fault"]


class Hop(Enum):
    """What one hop of a path is."""

    STEP = auto()
    JUMP = auto()
    OCCUPIED = auto()
    NOT_DIAGONAL = auto()
    MAN_BACKWARD = auto()
    TOO_FAR = auto()
    MAN_CAPTURES_BACKWARD = auto()
    MAN_TAKES_KING = auto()
    JUMPS_OWN_PIECE = auto()
    NO_LANDING = auto()
    PATH_BLOCKED = auto()
    JUMPS_TWICE = auto()
    NOTHING_TO_CAPTURE = auto()
    PROMOTION_STOPS = auto()


@dataclass(frozen=True, slots=True)
class Fault:
    """A hop from `here` to `to`, and the piece jumped or in the way (0 if none)."""

    hop: Hop
    here: int
    to: int
    over: int = 0


def first_fault(situation: Situation, path: Sequence[int]) -> Fault:
    """Return the first hop that is wrong; the last hop where every one is a step or a jump."""
    walk = _Walk(situation, path[0])
    fault = walk.hop(path[0], path[1])
    for i in range(1, len(path) - 1):
        if fault.hop is Hop.STEP:
            return Fault(Hop.TOO_FAR, path[i], path[i + 1])
        if fault.hop is not Hop.JUMP:
            return fault
        walk.taken.add(fault.over)
        if walk.is_stopped_on(path[i]):
            return Fault(Hop.PROMOTION_STOPS, path[i], path[i + 1])
        fault = walk.hop(path[i], path[i + 1])
        if fault.hop is Hop.STEP:
            return Fault(Hop.NOTHING_TO_CAPTURE, path[i], path[i + 1])
    return fault


class _Walk:
    """One piece on its way: where it began and what it has taken."""

    def __init__(self, situation: Situation, origin: int) -> None:
        self.situation = situation
        self.origin = origin
        self.is_man = not situation.is_king(origin)
        self.taken: set[int] = set()

    def is_stopped_on(self, square: int) -> bool:
        """Whether a capturing man is crowned here and ends its move."""
        at = self.situation
        return self.is_man and at.nature.promotion_stops and square in at.rules.promotion_squares(at.side)

    def hop(self, here: int, to: int) -> Fault:
        """Say what the hop is, whatever precedence says of it."""
        direction, between = self._line(here, to)
        if direction is None:
            return Fault(Hop.NOT_DIAGONAL, here, to)
        met = [square for square in between if self._is_occupied(square)]
        if not met:
            return Fault(self._plain(direction, len(between), to), here, to)
        if self._reaches(len(between)):
            return self._jump(here, to, direction, between, met)
        return Fault(Hop.TOO_FAR, here, to)

    def _reaches(self, between: int) -> bool:
        flies = not self.is_man and self.situation.nature.king_flies
        return flies or between == 1

    def _plain(self, direction: str, between: int, to: int) -> Hop:
        nature = self.situation.nature
        if self.is_man and not self.situation.may_go(nature.man_moves, direction):
            return Hop.MAN_BACKWARD
        if between and (self.is_man or not nature.king_flies):
            return Hop.TOO_FAR
        return Hop.OCCUPIED if self._is_occupied(to) else Hop.STEP

    def _jump(self, here: int, to: int, direction: str, between: list[int], met: list[int]) -> Fault:
        own = [square for square in met if self.situation.is_own(square)]
        if own:
            return Fault(Hop.JUMPS_OWN_PIECE, here, to, own[0])
        over = met[0]
        if len(met) > 1:
            return Fault(Hop.PATH_BLOCKED, here, to, over)
        if over in self.taken:
            return Fault(Hop.JUMPS_TWICE, here, to, over)
        if self.is_man:
            nature = self.situation.nature
            if not self.situation.may_go(nature.man_captures, direction):
                return Fault(Hop.MAN_CAPTURES_BACKWARD, here, to, over)
            if self.situation.is_king(over) and not nature.man_captures_king:
                return Fault(Hop.MAN_TAKES_KING, here, to, over)
        if self._is_occupied(to):
            return Fault(Hop.NO_LANDING if over == between[-1] else Hop.OCCUPIED, here, to, over)
        return Fault(Hop.JUMP, here, to, over)

    def _is_occupied(self, square: int) -> bool:
        return square in self.situation.pieces and square != self.origin

    def _line(self, here: int, to: int) -> tuple[str | None, list[int]]:
        """Return the direction from one square to another and the squares between them."""
        rules = self.situation.rules
        file, rank = rules.coordinates(here)
        far_file, far_rank = rules.coordinates(to)
        if here == to or abs(far_file - file) != abs(far_rank - rank):
            return None, []
        direction = ("n" if far_rank > rank else "s") + ("e" if far_file > file else "w")
        between: list[int] = []
        square = rules.neighbour(here, direction)
        while square is not None and square != to:
            between.append(square)
            square = rules.neighbour(square, direction)
        return direction, between
