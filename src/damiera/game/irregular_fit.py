"""Which irregularities fit what was done on a board: the squares, and nothing else, decide.

| what the squares show | kind |
|---|---|
| the board is again as before the last move, by whoever made it | took a move back |
| a piece of the opponent's went somewhere | moved a piece of the opponent's |
| another own piece went somewhere, out of turn or as a second | moved twice |
| another piece was touched first and could move | touched one piece and moved another |
| nothing went anywhere, pieces are off | took pieces off without reason |
| the right route: too many, too few, own pieces are off | 8.1.10 to 8.1.13 of FID 2008 |
| a whole route that another is preferred to | captured too many or too few, ignored the priorities |
| a route up to a landing on the way | stopped inside a capture |
| a route and more than it allows | captured too many or too few |
| a leap that no route has | made an impossible capture, captured an own piece |
| no leap where one is due | did not capture |
| a step that no piece there has | moved wrongly; moved an uncrowned man as a king |
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from damiera._core import CaptureLine, Move, Position, Rules, Side
from damiera.game.base import BaseGame
from damiera.game.events import Irregular
from damiera.game.irregular import IrregularKind, after_irregularity, kinds_of
from damiera.regulations.book import Rulebook
from damiera.rules.pieces import Piece, pieces_of
from damiera.rules.routes import leads_through

__all__ = ["fitting_kinds", "legal_move_done", "touch_binds_another"]

# A book that does not list the kind on the left has its case under the one on the right.
_ELSEWHERE = {
    IrregularKind.LEFT_CAPTURED: IrregularKind.REMOVED_FEWER,
    IrregularKind.CAPTURED_OWN: IrregularKind.IMPOSSIBLE_CAPTURE,
    IrregularKind.IGNORED_PRIORITY: IrregularKind.WRONG_NUMBER,
}


def fitting_kinds(game: BaseGame, act: Irregular) -> tuple[IrregularKind, ...]:
    """Return the irregularities that what was done may be, the likeliest first; none for a legal move.

    Args:
        game: the game before it was done.
        act: what was done: its squares count, its `kind` does not.
    Raises:
        CannotStand: for squares of which no board can be made.

    >>> from damiera.game.state import Game
    >>> from damiera.rules.ruleset import ITALIAN
    >>> position = ITALIAN.core.position(Side.WHITE, (22,), (), (18,), ())
    >>> act = Irregular(side="white", kind="", path=(22, 19), at=0)
    >>> [kind.value for kind in fitting_kinds(Game.start(ITALIAN, position=position), act)]
    ['omitted_capture']
    """
    if game.position.rules.family != "draughts":
        return ()
    done = _Done(game, act)
    return _listed(game.book, done.kinds())


def legal_move_done(game: BaseGame, act: Irregular) -> Move | None:
    """Return the legal move that was done, with the pieces it captures taken off; None if it was none.

    A man that arrived may have been crowned or not.

    >>> from damiera.game.state import Game
    >>> from damiera.rules.ruleset import ITALIAN
    >>> legal_move_done(Game.start(ITALIAN), Irregular(side="white", kind="", path=(22, 18), at=0))
    <Move 22-18>
    """
    done = _Done(game, act)
    return None if done.wrongly_crowned or done.touched_another else done.legal


def touch_binds_another(game: BaseGame, side: Side, square: int) -> bool:
    """Tell whether whoever is to move touched what can move, so that no other piece may be played.

    >>> from damiera.game.state import Game
    >>> from damiera.game.ways import Conditions
    >>> from damiera.rules.ruleset import ITALIAN
    >>> game = Game.start(ITALIAN, conditions=Conditions(touch_move=True))
    >>> touch_binds_another(game, Side.WHITE, 22), touch_binds_another(game, Side.WHITE, 26)
    (True, False)
    """
    if not game.conditions.touch_binds or game.side is not side or game.conduct.bound is not None:
        return False
    return any(move.origin == square for move in game.position.moves())


def _listed(book: Rulebook, found: Iterable[IrregularKind]) -> tuple[IrregularKind, ...]:
    """Return the kinds that a book has, each once."""
    known = kinds_of(book)
    named = (kind if kind in known else _ELSEWHERE.get(kind, kind) for kind in found)
    return tuple(dict.fromkeys(kind for kind in named if kind in known))


@dataclass(frozen=True)
class _Done:
    """What was done on a board, and what the rules know of it."""

    game: BaseGame
    act: Irregular

    def kinds(self) -> Iterator[IrregularKind]:
        """Yield what it may be, the likeliest first."""
        if self.took_back:
            yield IrregularKind.TOOK_BACK
        mover = self.mover
        if self.put_beside:
            return
        if self._moved_a(self.side.opponent):
            yield IrregularKind.MOVED_THEIRS
        elif mover is not None and (not self.on_turn or self._relocated(self.side)):
            yield IrregularKind.MOVED_TWICE
        elif mover is None:
            yield from self._without_moving()
        elif self.path[0] != self.path[-1] or self.gone or self.legal is not None:
            yield from self._by_moving()

    # --- what was done ---

    @cached_property
    def side(self) -> Side:
        return Side[self.act.side.upper()]

    @cached_property
    def on_turn(self) -> bool:
        return self.position.side is self.side

    @cached_property
    def position(self) -> Position:
        return self.game.position

    @cached_property
    def pieces(self) -> dict[int, Piece]:
        return pieces_of(self.position)

    @property
    def path(self) -> tuple[int, ...]:
        return self.act.path

    @cached_property
    def mover(self) -> Piece | None:
        return self.pieces.get(self.path[0]) if self.path else None

    @cached_property
    def after(self) -> Position:
        act = self.act
        return after_irregularity(self.position, self.side, act.path, act.removed, act.crowned, act.restored)

    @cached_property
    def _elsewhere(self) -> tuple[tuple[int, int], ...]:
        """The pieces beside the one of the path that went somewhere: from where, to where."""
        free = [square for square in self.act.removed if square in self.pieces]
        found = []
        for square, letter in self.act.restored:
            origin = next((one for one in free if self.pieces[one].letter == letter), None)
            if origin is not None:
                free.remove(origin)
                found.append((origin, square))
        return tuple(found)

    @cached_property
    def put_beside(self) -> bool:
        """Whether pieces came from beside the board: only a move taken back has them do so."""
        return len(self._elsewhere) < len(self.act.restored)

    @cached_property
    def gone(self) -> frozenset[int]:
        """The squares of the pieces taken off for good."""
        return frozenset(self.act.removed) - {origin for origin, _ in self._elsewhere}

    @cached_property
    def own_gone(self) -> frozenset[int]:
        return frozenset(square for square in self.gone if self._whose(square) is self.side)

    @cached_property
    def theirs_gone(self) -> frozenset[int]:
        return self.gone - self.own_gone

    def _whose(self, square: int) -> Side | None:
        return self.pieces[square].side if square in self.pieces else None

    def _relocated(self, side: Side) -> bool:
        return any(self._whose(origin) is side for origin, _ in self._elsewhere)

    def _moved_a(self, side: Side) -> bool:
        mover = self.mover
        return (mover is not None and mover.side is side) or self._relocated(side)

    # --- what the rules know of it ---

    @cached_property
    def took_back(self) -> bool:
        game, path = self.game, self.path
        if self.on_turn:  # a move made and withdrawn at once
            back = len(path) > 2 and path[0] == path[-1] and not self.gone
            return back and any(m.origin == path[0] and m.destination in path for m in self.position.moves())
        if not game.moves or game.positions[-2].side is not self.side:
            return False
        if self.after.pieces == game.positions[-2].pieces:
            return True
        last = game.moves[-1]
        return bool(path) and (path[0], path[-1]) == (last.destination, last.origin) and not self.gone

    @cached_property
    def touched_another(self) -> bool:
        bound = self.game.conduct.bound
        return bound is not None and bool(self.path) and self.on_turn and self.path[0] != bound

    @cached_property
    def wrongly_crowned(self) -> tuple[int, ...]:
        """The squares of the men that nobody had to crown."""
        rightly = set(self.game.conduct.uncrowned)
        mover = self.mover
        if mover is not None and not mover.is_king:
            rightly |= {self.path[-1]} & {*self.position.rules.promotion_squares(mover.side)}
        return tuple(square for square in self.act.crowned if square not in rightly)

    @cached_property
    def legal(self) -> Move | None:
        """The legal move of these squares, with what it captures; how it is crowned is not looked at."""
        if not self.on_turn or self.act.restored or self.own_gone or len(self.path) < 2:
            return None
        fits = [
            move
            for move in self.position.moves()
            if (move.origin, move.destination) == (self.path[0], self.path[-1])
            and set(move.captured) == self.theirs_gone
        ]
        along = (
            move
            for move in fits
            if any(leads_through(route, self.path) for route in self.position.paths(move))
        )
        return next(along, None)

    @cached_property
    def lines(self) -> tuple[CaptureLine, ...]:
        """Every capture of the piece that moved, preferred or not."""
        return tuple(line for line in self.position.capture_lines() if line.path[0] == self.path[0])

    def _is_preferred(self, line: CaptureLine) -> bool:
        return any(
            (move.origin, move.destination) == (line.path[0], line.path[-1])
            and set(move.captured) == set(line.captured)
            for move in self.position.moves()
        )

    # --- what it may be ---

    def _without_moving(self) -> Iterator[IrregularKind]:
        if self.gone:
            yield IrregularKind.REMOVED_WITHOUT_REASON
        if self.wrongly_crowned:
            yield IrregularKind.CROWNED_WRONG

    def _by_moving(self) -> Iterator[IrregularKind]:
        if self.touched_another:
            yield IrregularKind.TOUCHED_ANOTHER
        if self.wrongly_crowned:
            yield IrregularKind.CROWNED_WRONG
        if self.legal is not None:
            return
        ended = [line for line in self.lines if self._is_along(line)]
        whole = [line for line in ended if self._is_preferred(line)]
        others = [line for line in ended if not self._is_preferred(line)]
        if any(set(line.captured) == self.theirs_gone for line in others):
            yield from self._less_than_preferred(self.theirs_gone)
            yield from self._own_removed()
        elif whole:
            yield from self._badly_removed(whole)
        elif any(self._is_halfway(line) for line in self.lines):
            yield from self._stopped()
        elif others:
            yield from self._less_than_preferred(frozenset(others[0].captured))
            yield from self._badly_removed(others)
        elif self.gone:
            yield from self._badly_captured()
        else:
            yield from self._badly_moved()

    def _is_along(self, line: CaptureLine) -> bool:
        return line.path[-1] == self.path[-1] and leads_through(line.path, self.path)

    def _is_halfway(self, line: CaptureLine) -> bool:
        if self.path[-1] not in line.path[1:-1]:
            return False
        return leads_through(line.path, self.path)

    def _less_than_preferred(self, taken: frozenset[int]) -> Iterator[IrregularKind]:
        """Yield what a capture is that another is preferred to: of more pieces, or of better ones."""
        if len(taken) != max(len(move.captured) for move in self.position.moves()):
            yield IrregularKind.WRONG_NUMBER
        yield IrregularKind.IGNORED_PRIORITY

    def _badly_removed(self, lines: Sequence[CaptureLine]) -> Iterator[IrregularKind]:
        """Yield what is wrong with the pieces taken off after a capture that was made rightly."""
        yield from self._own_removed()
        for line in sorted(lines, key=lambda line: len(self.theirs_gone ^ {*line.captured})):
            due = set(line.captured)
            if self.theirs_gone - due:
                yield IrregularKind.REMOVED_UNCAPTURED
            if due - self.theirs_gone:
                yield IrregularKind.LEFT_CAPTURED if len(due) == 1 else IrregularKind.REMOVED_FEWER

    def _own_removed(self) -> Iterator[IrregularKind]:
        if self.own_gone:
            yield IrregularKind.REMOVED_OWN

    def _stopped(self) -> Iterator[IrregularKind]:
        yield IrregularKind.STOPPED_SHORT
        yield IrregularKind.WRONG_NUMBER
        yield from self._own_removed()
        taken = [{*line.captured} for line in self.lines if self._is_halfway(line)]
        if all(self.theirs_gone - due for due in taken):
            yield IrregularKind.REMOVED_UNCAPTURED

    def _badly_captured(self) -> Iterator[IrregularKind]:
        """Yield what it is to take pieces off after a move that is no capture of these rules."""
        jumped = self._jumped()
        if self._went_further():
            yield IrregularKind.WRONG_NUMBER
            yield IrregularKind.IMPOSSIBLE_CAPTURE
        elif self.own_gone & jumped:
            yield IrregularKind.CAPTURED_OWN
            yield IrregularKind.IMPOSSIBLE_CAPTURE
        elif self._steps_as_king_uncrowned():
            yield IrregularKind.MOVED_UNCROWNED
            yield IrregularKind.IMPOSSIBLE_CAPTURE
        elif self._leaps:
            yield IrregularKind.IMPOSSIBLE_CAPTURE
        else:
            yield IrregularKind.REMOVED_WITHOUT_REASON
            yield from self._badly_moved()

    def _badly_moved(self) -> Iterator[IrregularKind]:
        """Yield what is wrong with a move by which nothing is captured."""
        if self._steps_as_king_uncrowned():
            yield IrregularKind.MOVED_UNCROWNED
        could = self.position.detect()
        if could:
            yield IrregularKind.OMITTED_CAPTURE
        if not self._is_step:
            yield IrregularKind.MOVED_WRONGLY

    # --- geometry ---

    @cached_property
    def _leaps(self) -> bool:
        return any(_between(self.position.rules, a, b) for a, b in pairwise(self.path))

    def _jumped(self) -> frozenset[int]:
        """The occupied squares that the piece passed over."""
        passed = (_between(self.position.rules, a, b) for a, b in pairwise(self.path))
        return frozenset(square for squares in passed for square in squares if square in self.pieces)

    @cached_property
    def _is_step(self) -> bool:
        """Whether the piece could go so if nothing had to be captured."""
        return self.path[-1] in _free_steps(self.position, self.side, self.path[0])

    def _steps_as_king_uncrowned(self) -> bool:
        """Whether a man on the last row went as only a king may go."""
        mover, origin = self.mover, self.path[0]
        if mover is None or mover.is_king or origin not in self.position.rules.promotion_squares(self.side):
            return False
        crowned = after_irregularity(self.position, self.side.opponent, (), (), (origin,))
        if any(m.origin == origin and m.destination == self.path[-1] for m in crowned.moves()):
            return True
        return self.path[-1] in _free_steps(crowned, self.side, origin)

    def _went_further(self) -> bool:
        """Whether the piece made a whole capture and then went on, with more pieces than are allowed."""
        for line in self.lines:
            taken, end = {*line.captured}, line.path[-1]
            if not taken < self.theirs_gone:
                continue
            try:
                stops = after_irregularity(
                    self.position, self.side.opponent, (line.path[0], end), line.captured, ()
                )
                kings = after_irregularity(stops, self.side.opponent, (), (), (end,))
            except ValueError:
                continue
            rest = self.theirs_gone - taken
            if any(_captures(board, end, self.path[-1], rest) for board in (stops, kings)):
                return True
        return False


def _captures(position: Position, origin: int, last: int, taken: frozenset[int]) -> bool:
    """Tell whether a piece can go from one square to another by capturing these, whatever is preferred."""
    for line in position.capture_lines():
        if line.path[0] == origin and last in line.path[1:]:
            jumps = line.path.index(last, 1)
            if {*line.captured[:jumps]} == taken:
                return True
    return False


def _free_steps(position: Position, side: Side, origin: int) -> frozenset[int]:
    """Return where a piece may go without capturing: with all others of its own, none can be captured."""
    own = {at: piece for at, piece in pieces_of(position).items() if at != origin}
    mover = pieces_of(position)[origin]
    men, kings = ([*own], [origin]) if mover.is_king else ([*own, origin], [])
    lists = (men, kings, [], []) if side is Side.WHITE else ([], [], men, kings)
    board = position.rules.position(side, *lists)
    return frozenset(move.destination for move in board.moves() if move.origin == origin)


def _between(rules: Rules, a: int, b: int) -> tuple[int, ...]:
    """Return the squares strictly between two that lie on one line; none for others."""
    (x, y), (u, v) = rules.coordinates(a), rules.coordinates(b)
    dx, dy = u - x, v - y
    far = max(abs(dx), abs(dy))
    if far < 2 or (dx and dy and abs(dx) != abs(dy)):
        return ()
    places = {(x + n * (dx // far), y + n * (dy // far)) for n in range(1, far)}
    return tuple(at for at in range(1, rules.squares + 1) if rules.coordinates(at) in places)
