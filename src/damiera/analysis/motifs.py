"""What a move does on the board, each fact proved before it is said.

Nothing here is an opinion of the engine: that a shot takes two for one is played out against every answer,
that nobody stops a man is tried with every move, that a side has the opposition is counted.
"""

from __future__ import annotations

from dataclasses import dataclass

from damiera._core import Position, Side
from damiera.analysis.balance import BalanceStep, counted, is_plain
from damiera.analysis.shots import Shot, best_shot

__all__ = ["RunToKing", "locked_kings", "opposition", "run_of", "threat"]

RUN_MOVES = 4
RUN_BUDGET = 6_000
FEW = 4


@dataclass(frozen=True, slots=True)
class RunToKing:
    """A man that becomes a king whatever the other side does.

    Attributes:
        square: where it stands.
        moves: how many moves of its own it needs at the most.

    >>> from damiera.notation.fen import parse_fen
    >>> from damiera.rules.ruleset import ITALIAN
    >>> position = parse_fen("B:W7:B27", ITALIAN).position()
    >>> run_of(position, 7).moves
    1
    """

    square: int
    moves: int


def run_of(position: Position, square: int) -> RunToKing | None:
    """Return the run of the man on a square, the other side being to move; None unless nobody can stop it.

    All that the other side may do is tried, up to four moves of the man. A man whose side would have to
    capture with another piece on the way has no run, nor one that is taken as soon as it is crowned.

    >>> from damiera.notation.fen import parse_fen
    >>> from damiera.rules.ruleset import ITALIAN
    >>> position = parse_fen("B:W7:B27", ITALIAN).position()
    >>> run_of(position, 7)
    RunToKing(square=7, moves=1)
    """
    side = position.side.opponent
    if not is_plain(position.rules) or square not in _men(position, side):
        return None
    for moves in range(1, RUN_MOVES + 1):
        runner = _Runner(side)
        if runner.passes(position, square, moves):
            return RunToKing(square, moves)
        if runner.left < 0:
            return None
    return None


class _Runner:
    def __init__(self, side: Side) -> None:
        self.side = side
        self.left = RUN_BUDGET

    def passes(self, position: Position, square: int, moves: int) -> bool:
        """Whether the man gets through in so many moves, the other side to move."""
        answers = position.moves()
        self.left -= len(answers)
        if self.left < 0 or not answers:
            return False
        return all(
            square not in answer.captured and self.steps(position.play(answer), square, moves)
            for answer in answers
        )

    def steps(self, position: Position, square: int, moves: int) -> bool:
        """Whether it gets through, its own side to move."""
        for move in position.moves():
            if move.origin != square or move.drops:
                continue
            after = position.play(move)
            if move.promotes:
                if not any(move.destination in answer.captured for answer in after.moves()):
                    return True
            elif moves > 1 and self.passes(after, move.destination, moves - 1):
                return True
        return False


def _men(position: Position, side: Side) -> tuple[int, ...]:
    return position.white_men if side is Side.WHITE else position.black_men


def _kings(position: Position, side: Side) -> tuple[int, ...]:
    return position.white_kings if side is Side.WHITE else position.black_kings


def threat(position: Position) -> Shot | None:
    """Return what the side that is not to move would get by force if this side passed; None if nothing.

    In a position where a capture is due nothing can be passed, and nothing is threatened.

    >>> from damiera.notation.fen import parse_fen
    >>> from damiera.rules.ruleset import ITALIAN
    >>> position = parse_fen("W:W31:B4", ITALIAN).position()
    >>> threat(position) is None
    True
    """
    if not is_plain(position.rules) or position.detect():
        return None
    passed = position.with_side(position.side.opponent)
    return best_shot(passed) if passed.has_moves() else None


def locked_kings(step: BalanceStep) -> tuple[int, ...]:
    """Return the squares of the other side's kings that could move before a quiet move and now cannot.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> from damiera.analysis.balance import walk
    >>> locked_kings(walk(ITALIAN.start(), ITALIAN.start().moves()[:1])[0])
    ()
    """
    before, after = step.before, step.after
    if step.move.is_capture or after.detect() or not is_plain(before.rules):
        return ()
    free = {move.origin for move in before.with_side(after.side).moves()}
    if before.with_side(after.side).detect():
        return ()
    now = {move.origin for move in after.moves()}
    return tuple(square for square in _kings(after, after.side) if square in free and square not in now)


def opposition(position: Position) -> Side | None:
    """Return the side that has the opposition, in a position simple enough for it to mean something.

    That is on boards of 8×8 where kings go one step, with as many pieces on both sides, at most four each,
    and nothing to capture. The pieces on the files where a side's home row has squares are counted, of both
    sides: if they are odd the side to move has it, if even the other.

    >>> from damiera.notation.fen import parse_fen
    >>> from damiera.rules.ruleset import ITALIAN
    >>> position = parse_fen("W:WK30:BK3", ITALIAN).position()
    >>> opposition(position).name
    'WHITE'
    """
    rules = position.rules
    small = rules.shape == "diagonal" and (rules.files, rules.ranks) == (8, 8)
    if not small or not is_plain(rules) or rules.traits["king_range"] != "adjacent" or position.detect():
        return None
    white, black = counted(position, Side.WHITE).pieces, counted(position, Side.BLACK).pieces
    if white != black or not 0 < white <= FEW:
        return None
    home = 0 if position.side is Side.WHITE else rules.ranks - 1
    files = {file for file in range(rules.files) if rules.square_at(file, home) is not None}
    system = sum(rules.coordinates(square)[0] in files for square in position.pieces)
    return position.side if system % 2 else position.side.opponent
