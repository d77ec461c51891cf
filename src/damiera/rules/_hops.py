"""A path read hop by hop: the first thing in it that no piece of its kind may do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from damiera.rules._lines import OPPOSITE, line
from damiera.rules._situation import Situation

__all__ = ["Fault", "Hop", "first_fault"]


class Hop(Enum):
    """What one hop of a path is."""

    STEP = auto()
    JUMP = auto()
    OCCUPIED = auto()
    LINE_BROKEN = auto()
    NOT_DIAGONAL = auto()
    MAN_BACKWARD = auto()
    CAPTURES_ONLY = auto()
    TOO_FAR = auto()
    MAN_CAPTURES_BACKWARD = auto()
    MOVES_ONLY = auto()
    MAN_TAKES_KING = auto()
    JUMPS_OWN_PIECE = auto()
    NO_LANDING = auto()
    LANDS_TOO_FAR = auto()
    PATH_BLOCKED = auto()
    JUMPS_TWICE = auto()
    TURNS_BACK = auto()
    NOTHING_TO_CAPTURE = auto()
    PROMOTION_STOPS = auto()


@dataclass(frozen=True, slots=True)
class Fault:
    """A hop from `here` to `to`, and the piece jumped or in the way (0 if none)."""

    hop: Hop
    here: int
    to: int
    over: int = 0
    direction: str = ""


def first_fault(situation: Situation, path: Sequence[int]) -> Fault:
    """Return the first hop that is wrong; the last hop where every one is a step or a jump."""
    walk = _Walk(situation, path[0])
    fault = walk.hop(path[0], path[1])
    for i in range(1, len(path) - 1):
        if fault.hop is Hop.STEP:
            return Fault(Hop.TOO_FAR, path[i], path[i + 1])
        if fault.hop is not Hop.JUMP:
            return fault
        if not walk.goes_on_after(fault):
            return Fault(Hop.PROMOTION_STOPS, path[i], path[i + 1])
        fault = walk.hop(path[i], path[i + 1])
        if fault.hop is Hop.STEP:
            return Fault(Hop.NOTHING_TO_CAPTURE, path[i], path[i + 1])
    return fault


class _Walk:
    """One piece on its way: where it began, what it has taken and how it came."""

    def __init__(self, situation: Situation, origin: int) -> None:
        self.situation = situation
        self.nature = situation.nature
        self.origin = origin
        self.is_man = not situation.is_king(origin)
        self.taken: set[int] = set()
        self.came_by = ""

    def goes_on_after(self, jump: Fault) -> bool:
        """Take what is jumped, crown a man where the game does so at once; tell if the piece may go on."""
        self.taken.add(jump.over)
        self.came_by = jump.direction
        if not self.is_man or not self.situation.crowns(jump.to):
            return True
        self.is_man = self.nature.promotion != "king"
        return self.nature.promotion != "stop"

    def hop(self, here: int, to: int) -> Fault:
        """Say what the hop is, whatever precedence says of it."""
        direction, between = line(self.situation.rules, here, to, self.nature.directions)
        if direction is None:
            return Fault(Hop.NOT_DIAGONAL, here, to)
        met = [square for square in between if self._is_occupied(square)]
        if self._follows_a_line(direction, met):
            whole = len(met) == len(between) and all(map(self._is_own_man, met))
            kind = self._plain(direction, 0, to) if whole else Hop.LINE_BROKEN
            return Fault(kind, here, to, 0 if whole else self._break(between))
        if self._hops_its_own(direction, between, met):
            return Fault(Hop.OCCUPIED if self._is_occupied(to) else Hop.STEP, here, to, met[0])
        if not met:
            return Fault(self._plain(direction, len(between), to), here, to)
        if self._flies or len(between) == 1:
            kind = self._jump(to, direction, between, met)
            return Fault(kind, here, to, self._in_the_way(kind, met), direction)
        return Fault(Hop.TOO_FAR, here, to)

    @property
    def _flies(self) -> bool:
        return not self.is_man and self.nature.king_flies

    def _follows_a_line(self, direction: str, met: list[int]) -> bool:
        """Whether a man sets out over men of its own side, in a game where lines of men move as one."""
        leads = self.nature.man_lines and self.is_man and not self.taken
        return (
            leads
            and self.situation.may_go(self.nature.man_moves, direction)
            and any(map(self._is_own_man, met))
        )

    def _hops_its_own(self, direction: str, between: Sequence[int], met: list[int]) -> bool:
        """Whether a man jumps one piece of its own, in a game and a direction in which it may."""
        if not self.is_man or self.taken or len(between) != 1 or not any(map(self.situation.is_own, met)):
            return False
        return self.situation.may_go(self.nature.man_hops, direction)

    def _is_own_man(self, square: int) -> bool:
        return self.situation.is_own(square) and not self.situation.is_king(square)

    def _break(self, between: Sequence[int]) -> int:
        """The first square between that has no man of the line."""
        return next(square for square in between if not self._is_own_man(square))

    def _plain(self, direction: str, between: int, to: int) -> Hop:
        moves = self.nature.man_moves if self.is_man else self.nature.king_moves
        if not self.situation.may_go(moves, direction):
            return Hop.MAN_BACKWARD if self._is_turned_away(direction) else Hop.CAPTURES_ONLY
        if between and not self._flies:
            return Hop.TOO_FAR
        return Hop.OCCUPIED if self._is_occupied(to) else Hop.STEP

    def _is_turned_away(self, direction: str) -> bool:
        return self.is_man and self.situation.is_backward(direction)

    def _in_the_way(self, kind: Hop, met: list[int]) -> int:
        if kind is Hop.JUMPS_OWN_PIECE:
            return next(square for square in met if self.situation.is_own(square))
        return met[0]

    def _jump(self, to: int, direction: str, between: Sequence[int], met: list[int]) -> Hop:
        if any(self.situation.is_own(square) for square in met):
            return Hop.JUMPS_OWN_PIECE
        over = met[0]
        if len(met) > 1:
            return Hop.PATH_BLOCKED
        if over in self.taken:
            return Hop.JUMPS_TWICE
        refused = self._refused(direction, over)
        if refused is not None:
            return refused
        if self._is_occupied(to):
            return Hop.NO_LANDING if over == between[-1] else Hop.OCCUPIED
        far = over != between[-1] and self.nature.landing == "adjacent"
        return Hop.LANDS_TOO_FAR if far else Hop.JUMP

    def _refused(self, direction: str, over: int) -> Hop | None:
        """Why the piece may not take in this direction, or not such a piece."""
        captures = self.nature.man_captures if self.is_man else self.nature.king_captures
        if not self.situation.may_go(captures, direction):
            away = self._is_turned_away(direction)
            return Hop.MAN_CAPTURES_BACKWARD if away else Hop.MOVES_ONLY
        back = OPPOSITE.get(self.came_by) == direction
        if back and self.nature.removes_at_once and not self.nature.reversal:
            return Hop.TURNS_BACK
        spared = self.is_man and self.situation.is_king(over) and not self.nature.man_captures_king
        return Hop.MAN_TAKES_KING if spared else None

    def _is_occupied(self, square: int) -> bool:
        gone = square == self.origin or (self.nature.removes_at_once and square in self.taken)
        return square in self.situation.pieces and not gone
