"""What hands did on a real board, read by the rules: a move, a touch, a crowning, or which irregularity.

| what was done | articles of FID 2008 | reading |
|---|---|---|
| the legal move, captured pieces taken off | 3.5, 5.1 to 5.13 | `Moved` |
| an arrival that nobody crowned | 4.2, 4.5 | `Moved`, uncrowned |
| a capture not shown jump by jump; taken off early, or in another order | 5.10, 5.12 | `ImproperCapture` |
| a piece lifted and put back | 3.7, 3.8, 3.10, 3.11 | `Touched` |
| a man left uncrowned is crowned, by its owner or as a courtesy | 4.3, 4.4 | `Crowned` |
| the board as it was before an irregularity | 8.2, 8.4 | `Corrected` |
| anything else | 8.1.1 to 8.1.17 | `Irregular`, of each kind that fits |
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import msgspec

from damiera._core import Move, Side
from damiera.game.conduct import article_on
from damiera.game.errors import CannotStand
from damiera.game.events import (
    CaptureFault,
    Corrected,
    Crowned,
    Event,
    ImproperCapture,
    Irregular,
    Moved,
    PieceLetter,
    Touched,
)
from damiera.game.hands import Crown, HandAct, HandledBoard, Lift, handled, path_of
from damiera.game.irregular import (
    FAULT_TOPICS,
    WRONG_CAPTURE,
    IrregularKind,
    article_of_kind,
    loses_at_once,
)
from damiera.game.irregular_fit import fitting_kinds, legal_move_done, touch_binds_another
from damiera.game.sides import side_name
from damiera.game.state import Game
from damiera.regulations.book import Rulebook
from damiera.regulations.citations import implements
from damiera.rules.routes import leads_through

__all__ = ["Reading", "moves_again", "readings"]

ReadingKind: TypeAlias = Literal["moved", "improper", "touched", "crowned", "corrected", "irregular"]


@dataclass(frozen=True, slots=True)
class Reading:
    """What an act may be.

    Attributes:
        kind: what sort of event it is.
        event: what is to be recorded.
        before: what is to be recorded before it: a touch that binds, a late crowning.
        article: reference of the article that governs it; None where no book does, or none is needed.

    >>> Reading("moved", Moved(path=(22, 18), at=5)).before
    ()
    """

    kind: ReadingKind
    event: Event
    before: tuple[Event, ...] = ()
    article: str | None = None


def readings(game: Game, side: Side, acts: Sequence[HandAct], at: int = 0) -> tuple[Reading, ...]:
    """Return what hands did, as events of the game, the likeliest first.

    Nothing where nothing was done, where a piece is still in the hand, and where no article has a name for
    what was done: then only a ruling can record it.

    Args:
        game: a game in progress, on a real board.
        side: whose hands they were.
        acts: what they did.
        at: when, milliseconds.
    Raises:
        ImpossibleHandAct: for an act that cannot be done.

    >>> from damiera.game.hands import Put, Remove
    >>> from damiera.game.ways import Conditions
    >>> from damiera.rules.ruleset import ITALIAN
    >>> position = ITALIAN.core.position(Side.WHITE, (22,), (), (18,), ())
    >>> game = Game.start(ITALIAN, position=position, conditions=Conditions(arbitrated=True))
    >>> [reading.event.kind for reading in readings(game, Side.WHITE, (Lift(22), Put(13)))]
    ['left_captured']
    >>> [reading.kind for reading in readings(game, Side.WHITE, (Lift(22), Put(13), Remove(18)))]
    ['moved']
    """
    board = handled(game.position, acts)
    if board.hand is not None or game.position.rules.family != "draughts":
        return ()
    untimed = replace(game, clock=None, outcome=None)
    return tuple(_HandReader(untimed, side, at).all(acts, board))


class _HandReader:
    """Reads what one side did, in one game at one time."""

    def __init__(self, game: Game, side: Side, at: int) -> None:
        self.game = game
        self.side = side
        self.at = at
        self.before: tuple[Event, ...] = ()

    def all(self, acts: Sequence[HandAct], board: HandledBoard) -> Iterator[Reading]:
        """Yield every reading, the likeliest first."""
        pending = self.game.conduct.pending
        if pending is not None and board.pieces == pending.position.pieces:
            decides = Corrected(side=side_name(pending.side.opponent), at=self.at)
            yield self._reading("corrected", decides, article_on(self.game.book, "correction"))
        late = _late_crownings(self.game, acts)
        if late:
            rest = tuple(act for act in acts if act not in late)
            yield from self._crowned(late, rest)
            return
        yield from self._moved(board)

    def _crowned(self, late: tuple[Crown, ...], rest: tuple[HandAct, ...]) -> Iterator[Reading]:
        """Yield the crowning of men left uncrowned, and what was done then."""
        events = tuple(Crowned(side=side_name(self.side), square=act.square, at=self.at) for act in late)
        own = self.game.position.white_men if self.side is Side.WHITE else self.game.position.black_men
        topic = "late_crowning" if late[-1].square in own else "who_crowns"
        board = handled(self.game.position, late)
        if rest:
            self._first(*events)
            yield from self._moved(handled(self.game.position, rest))
        elif board.pieces != self.game.position.pieces:
            self.before = events[:-1]
            yield self._reading("crowned", events[-1], article_on(self.game.book, topic))

    def _first(self, *events: Event) -> None:
        """Have events recorded before what comes."""
        self.game = self.game.replay(events)
        self.before = (*self.before, *events)

    def _moved(self, board: HandledBoard) -> Iterator[Reading]:
        """Yield what it was to have the pieces go where they are."""
        act = _act_of(self.game, self.side, board, self.at)
        if board.pieces == self.game.position.pieces and not act.path:
            yield from self._touched(board)
            return
        bound = next((at for at in board.touched if touch_binds_another(self.game, self.side, at)), None)
        if bound is not None and act.path and act.path[0] != bound:
            self._first(Touched(side=side_name(self.side), square=bound, at=self.at))
        try:
            move = legal_move_done(self.game, act)
            kinds = fitting_kinds(self.game, act)
        except CannotStand:
            return
        if move is not None:
            yield from self._played(move, act, board)
        for kind in kinds:
            yield self._irregular(kind, act)
        if board.pieces == self.game.position.pieces and move is None:
            yield from self._touched(board)

    def _played(self, move: Move, act: Irregular, board: HandledBoard) -> Iterator[Reading]:
        """Yield the legal move, and what may be said of how it was done."""
        routes = [route for route in self.game.position.paths(move) if leads_through(route, act.path)]
        crowned = not (self.game.crowns_by_hand and move.promotes and move.destination not in act.crowned)
        article = None if crowned else article_on(self.game.book, "crowned_in_records")
        played = Moved(path=routes[0], at=self.at, crowned=crowned)
        legal = self._reading("moved", played, article)
        if move.is_capture and (board.early or not self._in_order(move, routes, board.removed)):
            yield from self._improper("out_of_order", played)
            yield legal
            return
        yield legal
        if len(move.captured) > 1 and act.path not in routes:
            yield from self._improper("unclear", played)

    def _in_order(self, move: Move, routes: Sequence[tuple[int, ...]], removed: tuple[int, ...]) -> bool:
        """Tell whether the captured pieces came off as they were jumped, or in reverse."""
        orders = [
            line.captured
            for line in self.game.position.capture_lines()
            if line.path in routes and {*line.captured} == {*move.captured}
        ]
        return any(removed in (order, order[::-1]) for order in orders)

    @implements("fid.italian:5.10", "fid.italian:5.12", "fid.english:5.10", "fid.english:5.12")
    def _improper(self, fault: CaptureFault, played: Moved) -> Iterator[Reading]:
        """Yield the capture done badly, where the book has it put right on demand."""
        article = article_on(self.game.book, FAULT_TOPICS[fault])
        if article is not None:
            event = ImproperCapture(
                side=side_name(self.side), kind=fault, path=played.path, crowned=played.crowned, at=self.at
            )
            yield self._reading("improper", event, article)

    def _irregular(self, kind: IrregularKind, act: Irregular) -> Reading:
        article = _article_of(self.game.book, kind)
        again = moves_again(self.game, kind, act)
        event = msgspec.structs.replace(act, kind=kind.value, again=again)
        return self._reading("irregular", event, article)

    def _touched(self, board: HandledBoard) -> Iterator[Reading]:
        """Yield the touch of what was lifted and put back where it stood."""
        events = [Touched(side=side_name(self.side), square=at, at=self.at) for at in board.touched]
        if not events or board.removed:
            return
        *earlier, last = events
        if earlier:
            self._first(*earlier)
        article = None
        if self.game.conditions.touch_binds:
            position, book = self.game.position, self.game.book
            after = self.game.conduct.touched(
                position, self.side, last.square, self.at, adjust=False, book=book
            )
            article = after.log[-1].article
        yield self._reading("touched", last, article)

    def _reading(self, kind: ReadingKind, event: Event, article: str | None) -> Reading:
        return Reading(kind, event, self.before, article)


def moves_again(game: Game, kind: IrregularKind, act: Irregular) -> bool:
    """Tell whether, once an irregularity stands, it is who did it that moves: they have not moved yet.

    So it is after a move taken back, and after pieces taken off or crowned by whoever is to move.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> act = Irregular(side="white", kind="removed_without_reason", removed=(9,), at=0)
    >>> moves_again(Game.start(ITALIAN), IrregularKind.REMOVED_WITHOUT_REASON, act)
    True
    """
    if kind is IrregularKind.TOOK_BACK:
        return True
    return side_name(game.side) == act.side and not act.path


def _article_of(book: Rulebook, kind: IrregularKind) -> str | None:
    if loses_at_once(book, kind):
        return article_on(book, WRONG_CAPTURE)
    return article_of_kind(book, kind)


def _late_crownings(game: Game, acts: Sequence[HandAct]) -> tuple[Crown, ...]:
    """Return the acts by which men left uncrowned are crowned where they stand, before they go anywhere."""
    found: list[Crown] = []
    lifted: set[int] = set()
    for act in acts:
        if isinstance(act, Lift):
            lifted.add(act.square)
        if isinstance(act, Crown) and act.square in game.waiting_men and act.square not in lifted:
            found.append(act)
    return tuple(found)


def _act_of(game: Game, side: Side, board: HandledBoard, at: int) -> Irregular:
    """Return the squares of what was done: one piece on its way, and all else taken off and put on."""
    pieces = game.position.pieces
    routes = [path_of(trail) for trail in board.trails]
    went = [route for route in routes if len(route) > 1]
    main = _main_route(pieces, side, went, board.uncrowned)
    others = [route for route in went if route is not main and route[0] != route[-1]]
    recast = [at for at in board.uncrowned if all(at != route[-1] for route in others)]
    origin_of = {route[-1]: route[0] for route in routes}
    stayed = [origin_of.get(square, square) for square in recast]
    return Irregular(
        side=side_name(side),
        kind="",
        at=at,
        path=main or (),
        removed=(*board.removed, *(route[0] for route in others), *stayed),
        crowned=tuple(sorted(board.crowned)),
        restored=(
            *((route[-1], _letter(route[-1], board)) for route in others),
            *((square, board.pieces[square]) for square in recast),
            *board.restored,
        ),
    )


def _letter(square: int, board: HandledBoard) -> PieceLetter:
    """Return the letter under which a piece is put on again: that it was crowned is told by itself."""
    letter = board.pieces[square]
    if square not in board.crowned:
        return letter
    return "w" if letter == "W" else "b"


def _main_route(
    pieces: Mapping[int, str], side: Side, went: Sequence[tuple[int, ...]], uncrowned: tuple[int, ...]
) -> tuple[int, ...] | None:
    """Return the way of the piece that was played: the side's own first, one that went somewhere first."""
    ways = [route for route in went if route[-1] not in uncrowned]
    ordered = sorted(
        ways, key=lambda route: (pieces[route[0]].lower() != side.letter.lower(), route[0] == route[-1])
    )
    return ordered[0] if ordered else None
