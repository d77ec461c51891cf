"""Draws that come from counting: repetition, the count of king moves, the counts of the world federation.

| draw | when | who |
|---|---|---|
| repetition | the same position, the same side to move, `repetition` times | a claim, or by itself |
| move count | `move_count` king moves by each player, a king on each side | begun on request, or by itself |
| no progress | `no_progress_moves` by each player, kings only, no capture | by itself |
| material | the moves by each player that a small ending allows | by itself |

All numbers come from the rulebook. A man's move or a capture cannot be undone, so no position from before it
can come back: repetition is looked for among the positions since the last such move only. Where men come back
onto the board, out of the hand or from under a tower, it is looked for among all of them.

FID's text speaks of "the same position of all the pieces" and is silent about the side to move. With the
short kings of its games that is the same thing: every move of a king changes its row by one, so that an
arrangement can only come back after an even number of moves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Protocol

import msgspec

from damiera._core import Move, Position, Rules, Side
from damiera.decoding import converter
from damiera.game.errors import BadCountLimit, GameOver
from damiera.game.outcome import Declarer, Outcome, Termination
from damiera.game.sides import side_text
from damiera.messages import Lang, Message, Text
from damiera.regulations.book import BalanceLimit, MaterialLimit, Parameters, Rulebook, rulebook
from damiera.regulations.citations import implements
from damiera.rules.pieces import CHESSMEN, Piece, piece_at

__all__ = [
    "DrawRules",
    "MoveCount",
    "PositionTally",
    "article_of",
    "has_king_each",
    "is_short_of_time",
    "parameters_with",
    "plies_to_draw",
    "time_after_wrong_claim",
]

_MINUTE_MS = 60_000
_UNCHANGED: Mapping[str, str | int | bool] = MappingProxyType({})

_COUNT_OF_ONE = Message("Count: {n} king moves by {side}, of {limit}; only these are counted.")
_COUNT_SAID: dict[Termination, Text] = {
    Termination.MOVE_COUNT: Message("Count: {white} king moves by White and {black} by Black, of {limit}."),
    Termination.NO_PROGRESS: Message(
        "Kings alone, no capture: {white} moves by White and {black} by Black, of {limit}."
    ),
    Termination.NO_CAPTURE: Message("No capture: {white} moves by White and {black} by Black, of {limit}."),
    Termination.MATERIAL: Message("Limited ending: {white} moves by White and {black} by Black, of {limit}."),
}


@dataclass(frozen=True, slots=True)
class MoveCount:
    """One count under way.

    Attributes:
        termination: the draw it leads to.
        article: reference of the article that sets it.
        limit: moves by each player that make the draw.
        first: the side that was to move when the count began.
        plies: moves counted so far, of both sides.
        asked_by: who asked for it; "rules" where it begins by itself.
        one_side: only the moves of `first` are counted, as the edition of 2006 has it.

    >>> count = MoveCount(Termination.MOVE_COUNT, "fid.italian.2008:10.4", 40, Side.WHITE, plies=3)
    >>> count.white, count.black, count.plies_left
    (2, 1, 77)
    """

    termination: Termination
    article: str | None
    limit: int
    first: Side
    plies: int = 0
    asked_by: Declarer = "rules"
    one_side: bool = False

    @property
    def white(self) -> int:
        """Moves counted of White."""
        return self._counted(Side.WHITE)

    @property
    def black(self) -> int:
        """Moves counted of Black."""
        return self._counted(Side.BLACK)

    @property
    def plies_left(self) -> int:
        """Moves, of both sides, until the draw."""
        return 2 * self.limit - self.one_side - self.plies

    def _counted(self, side: Side) -> int:
        if self.one_side and side is not self.first:
            return 0
        return max(0, (self.plies + (self.first is side)) // 2)

    def text(self, lang: Lang) -> str:
        """Return where the count stands, in one sentence."""
        if self.one_side:
            counted = self.white if self.first is Side.WHITE else self.black
            return _COUNT_OF_ONE.format(n=counted, side=side_text(self.first), limit=self.limit).text(lang)
        said = _COUNT_SAID[self.termination]
        return said.format(white=self.white, black=self.black, limit=self.limit).text(lang)

    def outcome(self) -> Outcome:
        """Return the draw that the full count makes."""
        return Outcome(None, self.termination, self.article, "rules", self.limit)


class PositionTally(msgspec.Struct, frozen=True, gc=False):
    """What has been counted at one position of a game.

    Attributes:
        repetitions: how many times this position has come, with this side to move; 1 the first time.
        counts: the counts under way.
        tail: keys of the positions since the last move that cannot be undone, this one included.

    >>> from damiera.game.state import Game
    >>> from damiera.rules.ruleset import ITALIAN
    >>> tally = Game.start(ITALIAN).tally
    >>> tally.repetitions, tally.quiet_plies, tally.shown
    (1, 0, None)
    """

    repetitions: int
    counts: tuple[MoveCount, ...]
    tail: tuple[int, ...]

    def count(self, termination: Termination) -> MoveCount | None:
        """Return the count that leads to this kind of draw, if it is under way."""
        if not self.counts:
            return None
        return next((c for c in self.counts if c.termination is termination), None)

    @property
    def quiet_plies(self) -> int:
        """Plies of kings without capture since the last man's move or capture."""
        return len(self.tail) - 1

    @property
    def seen(self) -> tuple[MoveCount, ...]:
        """The counts that players should see: that of kings' moves alone not before the first of them."""
        if not self.counts:
            return ()
        silent = (Termination.NO_PROGRESS, Termination.NO_CAPTURE)
        return tuple(c for c in self.counts if c.plies > 0 or c.termination not in silent)

    @property
    def shown(self) -> MoveCount | None:
        """The count nearest to a draw that players should see."""
        seen = self.seen
        return min(seen, key=lambda c: c.plies_left) if seen else None


class _Played(Protocol):
    """What the draw rules need of a game."""

    @property
    def outcome(self) -> Outcome | None: ...

    @property
    def tally(self) -> PositionTally: ...


def plies_to_draw(game: _Played) -> int | None:
    """Return how many plies may still pass before a count ends the game in a draw.

    Repetition is judged on its own: see `Game.repetitions`.

    Args:
        game: a game in progress.
    Returns:
        Plies (one side's turn each) until the nearest of the counts under way; None if nothing is counted.
    Raises:
        GameOver: if the game already has a result.
    Source:
        FID, Regolamento tecnico, Capo I, art. 10.4 [fid.italian.2008:10.4]; FMJD, Annex 1, art. 6.2 to 6.4
        [fmjd.international:6.2].

    >>> from damiera.game.state import Game
    >>> from damiera.rules.ruleset import INTERNATIONAL, ITALIAN
    >>> plies_to_draw(Game.start(INTERNATIONAL))
    50
    >>> plies_to_draw(Game.start(ITALIAN))  # no king, no count
    >>> kings = ITALIAN.core.position(Side.WHITE, (), (32,), (), (1,))
    >>> plies_to_draw(Game.start(ITALIAN, position=kings))
    80
    """
    if game.outcome is not None:
        raise GameOver(game.outcome)
    return min((c.plies_left for c in game.tally.counts), default=None)


@dataclass(frozen=True, slots=True)
class DrawRules:
    """What of a rulebook's draws holds in one game.

    Attributes:
        book: id of the rulebook.
        repetition: times the same position must come; None where there is no such draw.
        repetition_on_request: it must be claimed; else it ends the game by itself.
        move_count: king moves by each player; None where there is no such count.
        needs_king_each: the count needs a king on each side.
        automatic_count: the count begins by itself as soon as it may.
        no_progress: moves by each player without a man's move or capture.
        material: endings with a limit of their own.
        roads: the same, where the weaker side's king stands on the main road.
        balances: endings with a limit by the number of pieces, while the force stays the same.
        no_capture: moves by each player without a capture, whatever moves.
        said: all the rulebook says, with what the game's options change.

    >>> rules = DrawRules.of(rulebook("fid.italian.2008"), recorded=True, automatic_count=True)
    >>> rules.repetition, rules.move_count
    (4, 40)
    """

    book: str
    repetition: int | None
    repetition_on_request: bool
    move_count: int | None
    needs_king_each: bool
    automatic_count: bool
    no_progress: int | None
    material: tuple[MaterialLimit, ...]
    roads: tuple[MaterialLimit, ...]
    balances: tuple[BalanceLimit, ...]
    no_capture: int | None
    said: Parameters

    @classmethod
    def of(
        cls,
        book: Rulebook,
        *,
        recorded: bool,
        automatic_count: bool,
        count_limit: int | None = None,
        changed: Mapping[str, str | int | bool] = _UNCHANGED,
    ) -> DrawRules:
        """Return the rules of `book` for a game.

        Args:
            recorded: the moves are written down (always so where a program keeps the game).
            automatic_count: begin the count of king moves without being asked, as unattended play needs.
            count_limit: king moves by each player in place of the book's, as promotional events may choose.
            changed: parameters that the options of the game set in place of the book's.
        Raises:
            BadCountLimit: for a limit that the book does not allow.
        """
        said = parameters_with(book, changed)
        return cls(
            book=book.id,
            repetition=said.repetition if recorded or not said.repetition_needs_record else None,
            repetition_on_request=said.repetition_on_request,
            move_count=_count_limit(book, count_limit),
            needs_king_each=said.move_count_needs_king_each,
            automatic_count=automatic_count or not said.count_on_request,
            no_progress=said.no_progress_moves,
            material=said.material_limits,
            roads=said.road_limits,
            balances=said.balance_limits,
            no_capture=said.no_capture_moves,
            said=said,
        )

    def first(self, position: Position) -> PositionTally:
        """Return what is counted at the start of a game."""
        return PositionTally(1, self._begun(position, None), (position.key,))

    def next(
        self, tally: PositionTally, positions: Sequence[Position], move: Move, after: Position
    ) -> PositionTally:
        """Return what is counted after `move`.

        Args:
            tally: what was counted before it.
            positions: those of the game before the move, the start first.
            after: the position it leads to.
        """
        before = positions[-1]
        if not _is_quiet(before, move):
            counts = self._begun(after, tally, same_force=not move.is_capture and not move.promotes)
            counts = self._not_broken(counts, tally, before, move, after)
            if not _men_come_back(after):
                return PositionTally(1, counts, (after.key,))
            return PositionTally(_repetitions(tally, positions, after), counts, (*tally.tail, after.key))
        gone_on = [
            replace(c, plies=c.plies + 1) for c in tally.counts if c.termination is not Termination.MATERIAL
        ]
        counts = (*gone_on, *self._endings(after, tally, same_force=True))
        counts = self._not_broken(counts, tally, before, move, after)
        return PositionTally(_repetitions(tally, positions, after), counts, (*tally.tail, after.key))

    def _not_broken(
        self,
        counts: tuple[MoveCount, ...],
        tally: PositionTally,
        before: Position,
        move: Move,
        after: Position,
    ) -> tuple[MoveCount, ...]:
        """Return `counts`, where those that only some moves annul go on through the others."""
        return tuple(
            replace(old, plies=old.plies + 1)
            if (old := tally.count(count.termination))
            and not self._breaks(count.termination, before, move, after)
            else count
            for count in counts
        )

    @implements("damiera.alquerque.default:5.7", "damiera.bashni.default:5.7")
    @implements("damiera.cheskers.default:5.7", "damiera.keny.default:5.7", "damiera.reentry.default:5.7")
    @implements("juegopedia.italian.2019:2.2", "wcdf.english:5.7")
    def _breaks(self, termination: Termination, before: Position, move: Move, after: Position) -> bool:
        if termination is Termination.NO_CAPTURE:
            return move.is_capture
        if termination is not Termination.NO_PROGRESS:
            return True
        man = not _is_quiet(before, move) and not move.is_capture
        told: dict[str, Callable[[], bool]] = {
            "capture": lambda: move.is_capture,
            "man-move": lambda: man,
            "crowning": lambda: move.promotes,
            "man-move-of-side-ahead": lambda: man and _is_ahead(before, before.side),
            "unblocking": lambda: bool(_blocked(before) & set(after.pieces) - _blocked(after)),
        }
        return any(told[what]() for what in self.said.no_progress_breaks)

    @implements("fid.italian:10.2", "fid.italian:10.3", "fid.english:10.2", "fid.english:10.3")
    @implements("damiera.contract.default:5.7", "damiera.diagonal.default:5.7")
    @implements("damiera.double-cross.default:5.7", "damiera.triestina.default:5.7")
    def asked(
        self, tally: PositionTally, position: Position, by: Declarer, *, limit: int | None = None
    ) -> PositionTally:
        """Return `tally` with the count of king moves begun from the side to move, at the wish of `by`.

        `limit` is a lower number of moves, where the arbiter may set one.

        Args:
            tally: what is counted before.
            position: what stands on the board.
            by: who asks.
            limit: moves by each player; None for the rulebook's.
        Source:
            FID 2008, 10.2, 10.3 [fid.italian].
            FID English 2008, 10.2, 10.3 [fid.english].
        """
        count = self._move_count(position, by)
        counts = (replace(count, limit=limit or count.limit), *tally.counts)
        return msgspec.structs.replace(tally, counts=counts)

    @implements("fid.italian:10.4", "fid.english:10.4")
    @implements("fid.italian:9.3.c", "fid.italian:9.4", "fid.english:9.3.b", "fid.english:9.4")
    @implements("fmjd.international:7.3.2")
    @implements("fmjd.international:6.2", "fmjd.international:6.3", "fmjd.international:6.4")
    @implements("damiera.alquerque.default:5.7", "damiera.bashni.default:5.7")
    @implements("damiera.cheskers.default:5.7", "damiera.contract.default:5.6")
    @implements("damiera.diagonal.default:5.6", "damiera.double-cross.default:5.6")
    @implements("damiera.keny.default:5.7", "damiera.reentry.default:5.7", "damiera.triestina.default:5.6")
    @implements("juegopedia.italian.2019:2.1", "juegopedia.italian.2019:2.2", "stock:no-progress.15")
    @implements("stock:no-progress.20", "stock:no-progress.25", "stock:no-progress.40")
    @implements("stock:repetition.3", "wcdf.english:5.7")
    def due(self, tally: PositionTally) -> Outcome | None:
        """Return the draw that falls by itself at a position where `tally` is counted, if any.

        Source:
            FID 2008, 9.3.c, 9.4, 10.4 [fid.italian].
            FID English 2008, 9.3.b, 9.4, 10.4 [fid.english].
            FMJD, 6.2, 6.3, 6.4, 7.3.2 [fmjd.international].
        """
        needed = None if self.repetition_on_request else self.repetition
        if needed is not None and tally.repetitions >= needed:
            return self.by_repetition(tally, "rules")
        full = next((c for c in tally.counts if c.plies_left <= 0 and not self._is_claimed(c)), None)
        return full.outcome() if full else None

    def _is_claimed(self, count: MoveCount) -> bool:
        return count.termination is Termination.NO_PROGRESS and self.said.no_progress_on_request

    def claimable(self, tally: PositionTally) -> MoveCount | None:
        """Return a count that is full and makes a draw only when a player says so."""
        return next((c for c in tally.counts if c.plies_left <= 0 and self._is_claimed(c)), None)

    @implements("wcdf.english:5.6")
    def can_claim_repetition(self, tally: PositionTally, positions: Sequence[Position]) -> bool:
        """Tell whether a claim of repetition holds: of the position on the board, or of the next one.

        Where the book wants the claim before the move, the player to move claims what they could bring about.

        Source:
            WCDF, 5.6 [wcdf.english].
        """
        if self.repetition is None:
            return False
        if tally.repetitions >= self.repetition:
            return True
        if not self.said.repetition_before_move:
            return False
        here = positions[-1]
        quiet = (here.play(move) for move in here.moves() if _is_quiet(here, move) or _men_come_back(here))
        return any(_repetitions(tally, positions, after) >= self.repetition for after in quiet)

    def by_repetition(self, tally: PositionTally, by: Declarer) -> Outcome:
        """Return the draw by repetition, declared by `by`."""
        article = article_of(self.book, Termination.REPETITION)
        return Outcome(None, Termination.REPETITION, article, by, tally.repetitions)

    @implements("fid.italian:10.5", "fid.english:10.5")
    @implements("damiera.alquerque.default:5.7", "damiera.bashni.default:5.7")
    @implements("damiera.cheskers.default:5.7", "damiera.contract.default:5.7")
    @implements("damiera.diagonal.default:5.7", "damiera.double-cross.default:5.7")
    @implements("damiera.keny.default:5.7", "damiera.reentry.default:5.7", "damiera.triestina.default:5.7")
    @implements("juegopedia.italian.2019:2.2", "stock:no-progress.15", "stock:no-progress.20")
    @implements("stock:no-progress.25", "stock:no-progress.40", "wcdf.english:5.7")
    def _begun(
        self, after: Position, tally: PositionTally | None, *, same_force: bool = False
    ) -> tuple[MoveCount, ...]:
        """Return the counts at a position that begins the game or follows a man's move or a capture.

        The count of king moves is annulled and, if a king each is left, begins again. The ending with a limit
        of its own goes on through the moves of its men, and begins again when it becomes another ending.
        """
        counts: list[MoveCount] = []
        old = tally.count(Termination.MOVE_COUNT) if tally else None
        if self.move_count is not None and (old or self.automatic_count) and self.allows_count(after):
            counts.append(self._resumed(after, old))
        counts += self._endings(after, tally, same_force=same_force)
        if self.no_capture is not None:
            article = article_of(self.book, Termination.NO_CAPTURE)
            counts.append(MoveCount(Termination.NO_CAPTURE, article, self.no_capture, after.side))
        if self.no_progress is not None and (
            has_king_each(after) or not self.said.no_progress_needs_king_each
        ):
            article = article_of(self.book, Termination.NO_PROGRESS)
            counts.append(MoveCount(Termination.NO_PROGRESS, article, self.no_progress, after.side))
        return tuple(counts)

    @implements("fid.italian:10.1", "fid.english:10.1")
    def allows_count(self, position: Position) -> bool:
        """Tell whether king moves may be counted here: a king on each side, where the book asks for it.

        Source:
            FID 2008, 10.1 [fid.italian].
            FID English 2008, 10.1 [fid.english].
        """
        return has_king_each(position) or not self.needs_king_each

    def _move_count(self, position: Position, by: Declarer) -> MoveCount:
        assert self.move_count is not None
        article = article_of(self.book, Termination.MOVE_COUNT)
        one = self.said.move_count_of == "counted"
        return MoveCount(
            Termination.MOVE_COUNT, article, self.move_count, position.side, asked_by=by, one_side=one
        )

    @implements("fid.italian.2006:10.5")
    def _resumed(self, after: Position, old: MoveCount | None) -> MoveCount:
        """Return the count begun anew: with the side to move, or with the one counted before."""
        fresh = self._move_count(after, old.asked_by if old else "rules")
        fresh = replace(fresh, limit=old.limit) if old else fresh
        if old is None or self.said.count_resumes != "same" or old.first is after.side:
            return fresh
        return replace(fresh, first=old.first, plies=-1)  # the ply of the other side comes first

    @implements("idf.russian:7.2.6", "idf.russian:7.2.7", "idf.russian:7.2.8", "wfd.frisian.2011:C.3")
    @implements("idf.brazilian:7.2.6", "idf.brazilian:7.2.7", "idf.brazilian:7.2.8")
    @implements("apca.pool:5.8", "damiera.frysk.default:5.6", "damiera.jamaican.default:5.8")
    @implements("damiera.spantsireti.default:5.8", "damiera.zimbabwean.default:5.8", "idf.brazilian:7.2.4")
    @implements("idf.russian:7.2.4", "juegopedia.italian.2019:2.3", "juegopedia.italian.2019:2.4")
    @implements("stock:three-against-one.16", "stock:two-against-one.5", "wfd.frisian.2011:C.2")
    def _endings(self, after: Position, tally: PositionTally | None, *, same_force: bool) -> list[MoveCount]:
        """Return the counts of endings: by what each side has, on the main road, by number of pieces."""
        limits: list[MaterialLimit | BalanceLimit] = [
            *self._material_limits(after),
            *self._balance_limits(after),
        ]
        counts = []
        for limit in limits:
            article = rulebook(self.book).cited(limit.article)
            old = _same(tally, article, limit.moves) if tally else None
            goes_on = old is not None and (same_force or isinstance(limit, MaterialLimit))
            new = MoveCount(Termination.MATERIAL, article, limit.moves, after.side)
            counts.append(replace(old, plies=old.plies + 1) if old is not None and goes_on else new)
        return counts

    def _material_limits(self, after: Position) -> list[MaterialLimit]:
        found = [_limit_of(self.material, after)] if self.material else []
        on_road = _limit_of(self.roads, after) if self.roads else None
        if on_road is not None and _weaker_king_on_main_road(after):
            found.append(on_road)
        return [limit for limit in found if limit is not None]

    def _balance_limits(self, after: Position) -> list[BalanceLimit]:
        if not self.balances or not has_king_each(after):
            return []
        pieces = len(after.pieces)
        return [limit for limit in self.balances if limit.least <= pieces <= limit.most]


def parameters_with(book: Rulebook, changed: Mapping[str, str | int | bool]) -> Parameters:
    """Return what a rulebook sets, with what the options of a game change.

    Raises:
        msgspec.ValidationError: for a value that a parameter cannot have.

    >>> parameters_with(rulebook("fid.italian.2008"), {"repetition": 3}).repetition
    3
    """
    return _to_parameters(asdict(book.parameters) | dict(changed)) if changed else book.parameters


_to_parameters = converter(Parameters)


def _same(tally: PositionTally, article: str, limit: int) -> MoveCount | None:
    """Return the count of this ending, if it was under way."""
    return next((c for c in tally.counts if (c.article, c.limit) == (article, limit)), None)


def _weaker_king_on_main_road(position: Position) -> bool:
    """Tell whether the weaker side's single king stands on the longest diagonal, the main road."""
    weak = min(
        (position.white_kings, position.white_men), (position.black_kings, position.black_men), key=_size
    )
    file, rank = position.rules.coordinates(weak[0][0])
    last = position.rules.files - 1
    return file == rank if position.rules.dark_corner == "left" else file + rank == last


def _size(pieces: tuple[tuple[int, ...], tuple[int, ...]]) -> int:
    return len(pieces[0]) + len(pieces[1])


def _is_ahead(position: Position, side: Side) -> bool:
    white = len(position.white_men) + len(position.white_kings)
    black = len(position.black_men) + len(position.black_kings)
    return white > black if side is Side.WHITE else black > white


def _blocked(position: Position) -> set[int]:
    """Return the squares of the pieces of either side that could not move if it were their turn."""
    lines = (line for side in (Side.WHITE, Side.BLACK) for line in position.with_side(side).capture_lines())
    capturing = {line.path[0] for line in lines}
    return {square for square in position.pieces if not _has_room(position, square)} - capturing


def _has_room(position: Position, square: int) -> bool:
    """Tell whether a piece has a free square beside it in a direction in which it moves."""
    traits, piece = position.rules.traits, piece_at(position, square)
    assert piece is not None
    ways = traits["king_moves" if piece.is_king else "man_moves"]
    assert isinstance(ways, tuple)
    turned = piece is Piece.BLACK_MAN
    beside = (position.rules.neighbour(square, _TURNED[way] if turned else way) for way in ways)
    return any(there is not None and position.piece_at(there) is None for there in beside)


_TURNED = {"n": "s", "s": "n", "e": "w", "w": "e", "ne": "sw", "sw": "ne", "nw": "se", "se": "nw"}


def has_king_each(position: Position) -> bool:
    """Tell whether both sides have a king.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> has_king_each(ITALIAN.start())
    False
    """
    return bool(position.white_kings) and bool(position.black_kings)


def article_of(book: Rulebook | str, termination: Termination) -> str | None:
    """Return the reference of the article under which a game ends so; None where the book has none.

    >>> article_of("fid.italian.2008", Termination.NO_MOVES)
    'fid.italian.2008:9.2.2'
    """
    opened = rulebook(book) if isinstance(book, str) else book
    return opened.ref(termination.topic) if opened.governs(termination.topic) else None


@implements("fid.italian:9.3.b2", "fid.italian:9.3.b3")
def time_after_wrong_claim(book: Rulebook, left_ms: int, check_ms: int, *, sheltered: bool) -> int:
    """Return what the clock of a player shows after their wrong claim of repetition.

    The time of the check is charged, 15 minutes at most, and leaves them at least 3. If they had less than 3
    already, their first claim so short of time costs nothing; the text shelters only that one, so later ones
    are charged like any other, down to nothing.

    Args:
        left_ms: what they had at the claim, milliseconds.
        check_ms: how long the check took, milliseconds.
        sheltered: they have already had that one free claim.
    Returns:
        Milliseconds left after the claim.
    Source:
        FID 2008, 9.3.b2, 9.3.b3 [fid.italian].

    >>> time_after_wrong_claim(rulebook("fid.italian.2008"), 600_000, 540_000, sheltered=False)
    180000
    """
    charged = left_ms - min(check_ms, book.parameters.repetition_check_max_minutes * _MINUTE_MS)
    if not is_short_of_time(book, left_ms):
        return max(_floor_ms(book), charged)
    return max(0, charged) if sheltered else left_ms


@implements("fid.italian:9.3.b3")
def is_short_of_time(book: Rulebook, left_ms: int) -> bool:
    """Tell whether a player has less time, in milliseconds, than a wrong claim may leave them.

    Source:
        FID 2008, 9.3.b3 [fid.italian].

    >>> is_short_of_time(rulebook("fid.italian.2008"), 120_000)
    True
    """
    return left_ms < _floor_ms(book)


def _floor_ms(book: Rulebook) -> int:
    return book.parameters.repetition_check_floor_minutes * _MINUTE_MS


@implements("fid.italian:11")
def _count_limit(book: Rulebook, chosen: int | None) -> int | None:
    """Return the count that makes the draw: the book's, or what an event chose within its bounds."""
    highest = book.parameters.move_count
    if chosen is None:
        return highest
    lowest = book.parameters.move_count_min or highest
    if highest is None or lowest is None or not lowest <= chosen <= highest:
        raise BadCountLimit(chosen, lowest, highest)
    return chosen


def _is_quiet(before: Position, move: Move) -> bool:
    """Tell whether a move of `before` is no man's and takes nothing: only such a move can be gone back on."""
    piece = None if move.is_capture else piece_at(before, move.origin)
    return piece is not None and (piece.is_king or piece in CHESSMEN)


def _men_come_back(position: Position) -> bool:
    """Tell whether men return, to the board, from under a tower or to their square: no move is for ever."""
    return _men_return(position.rules)


@lru_cache(maxsize=256)
def _men_return(rules: Rules) -> bool:
    ways = rules.traits.get("man_moves", ())
    assert isinstance(ways, tuple)
    return rules.family in ("reentry", "towers") or any(_TURNED[way] in ways for way in ways)


@implements("fid.italian:9.3.b", "fmjd.international:6.1")
@implements("damiera.contract.default:5.6", "damiera.diagonal.default:5.6")
@implements("damiera.double-cross.default:5.6", "damiera.triestina.default:5.6")
@implements("juegopedia.italian.2019:2.1", "stock:repetition.3", "stock:repetition.3.claim")
def _repetitions(tally: PositionTally, positions: Sequence[Position], after: Position) -> int:
    """Return how many times `after` has come. Keys sift; positions decide."""
    if after.key not in tally.tail:
        return 1
    return 1 + tuple(positions[-len(tally.tail) :]).count(after)


@implements("apca.pool:5.8", "damiera.frysk.default:5.6", "damiera.jamaican.default:5.8")
@implements("damiera.spantsireti.default:5.8", "damiera.zimbabwean.default:5.8", "idf.brazilian:7.2.4")
@implements("idf.russian:7.2.4", "juegopedia.italian.2019:2.3", "juegopedia.italian.2019:2.4")
@implements("stock:three-against-one.16", "stock:two-against-one.5", "wfd.frisian.2011:C.2")
def _limit_of(limits: Sequence[MaterialLimit], position: Position) -> MaterialLimit | None:
    white = "K" * len(position.white_kings) + "M" * len(position.white_men)
    black = "K" * len(position.black_kings) + "M" * len(position.black_men)
    for limit in limits:
        for strong, weak in ((white, black), (black, white)):
            if weak == limit.weaker and strong in limit.stronger:
                return limit
    return None
