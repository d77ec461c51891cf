"""Why a move is refused, and why the legal moves are what they are: in words, by article.

The core decides what is legal; this module only says why. Whether a path is legal is asked of the core, so an
explanation never disagrees with it.

| topic | articles of fid.italian.2008 |
|---|---|
| moving | 4.1, 4.2, 4.6, 4.7 |
| capturing | 5.1 to 5.3, 5.6 to 5.9 |
| which capture | 6.1, 6.3 to 6.10 |
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from damiera import _core
from damiera.lang import Text
from damiera.regulations.book import Rulebook
from damiera.regulations.book import rulebook as load_rulebook
from damiera.regulations.citing import implements
from damiera.rules._comparing import compared, place_of_difference
from damiera.rules._hops import Fault, Hop, first_fault
from damiera.rules._precedence import Criterion, criteria, parting
from damiera.rules._situation import Situation, reach, situation
from damiera.rules._wording import said, titled
from damiera.rules._words import (
    AND,
    OR,
    colour,
    join,
    number,
    of_colour,
    piece,
    piece_count,
    to_colour,
)
from damiera.rules.ruleset import ruleset_of

__all__ = ["Explanation", "Reason", "explain_move", "explain_piece", "explain_position"]


_T = TypeVar("_T")


class Reason(Enum):
    """Why a move is refused; or that it is legal. The value names the wording."""

    LEGAL = "legal"
    AMBIGUOUS = "ambiguous"
    EMPTY_SQUARE = "empty-square"
    NOT_YOUR_PIECE = "not-your-piece"
    OFF_BOARD = "off-board"
    SAME_SQUARE = "same-square"
    OCCUPIED = "occupied"
    NOT_DIAGONAL = "not-diagonal"
    MAN_BACKWARD = "man-backward"
    TOO_FAR = "too-far"
    MUST_CAPTURE = "must-capture"
    MAN_CAPTURES_BACKWARD = "man-captures-backward"
    MAN_TAKES_KING = "man-takes-king"
    JUMPS_OWN_PIECE = "jumps-own-piece"
    NO_LANDING = "no-landing"
    PATH_BLOCKED = "path-blocked"
    NOTHING_TO_CAPTURE = "nothing-to-capture"
    JUMPS_TWICE = "jumps-twice"
    MUST_CONTINUE = "must-continue"
    PROMOTION_STOPS = "promotion-stops"
    FEWER_PIECES = "fewer-pieces"
    MAN_INSTEAD_OF_KING = "man-instead-of-king"
    FEWER_KINGS = "fewer-kings"
    KINGS_LATER = "kings-later"
    BLOCKED = "blocked"
    GAME_OVER = "game-over"


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why.

    Attributes:
        reason: the kind of reason.
        legal: whether the core accepts the move (or some move of the piece, or of the side).
        articles: references into the rulebook, the deciding one first.
        title: what happens, in a few words.
        text: why, in one or two short sentences.
        required: the moves that must be played instead; empty where nothing is compulsory.
        squares: where to look: the pieces that must move, or what stands in the way.
    """

    reason: Reason
    legal: bool
    articles: tuple[str, ...]
    title: Text
    text: Text
    required: tuple[_core.Move, ...] = ()
    squares: tuple[int, ...] = ()


def explain_move(position: _core.Position, path: Sequence[int], rulebook: str | None = None) -> Explanation:
    """Explain why a path is legal, or which article forbids it and what is required instead.

    Args:
        position: where the move is tried.
        path: the squares of the move: from, to, and any landings between them.
        rulebook: the book to cite; the game's first one where it is left out.
    Raises:
        ValueError: for a path without squares.
        UnknownRulebook: for a rulebook there is not.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> explain_move(ITALIAN.start(), [22, 26]).text.en
    'A man goes forward only; kings go back.'
    """
    if not path:
        raise ValueError("a path has at least one square: give the square of departure and that of arrival")
    told = _Teller(situation(position), _book(position, rulebook))
    return told.piece(path[0]) if len(path) == 1 else told.move(tuple(path))


def explain_piece(position: _core.Position, square: int, rulebook: str | None = None) -> Explanation:
    """Explain why the piece on a square may not move now, or where it may go.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> explain_piece(ITALIAN.start(), 25).title.en
    '25 cannot move now'
    """
    return _Teller(situation(position), _book(position, rulebook)).piece(square)


def explain_position(position: _core.Position, rulebook: str | None = None) -> Explanation:
    """Explain what the side to move must do, and why.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> explain_position(ITALIAN.start()).text.en
    'You may move 21, 22, 23 or 24.'
    """
    return _Teller(situation(position), _book(position, rulebook)).whole()


def _book(position: _core.Position, rulebook: str | None) -> Rulebook:
    return load_rulebook(rulebook or ruleset_of(position).rulebooks[0])


_HOPS: dict[Hop, Reason] = {hop: Reason[hop.name] for hop in Hop if hop.name in Reason.__members__}
_PARTINGS = {
    Criterion.NUMBER: Reason.FEWER_PIECES,
    Criterion.WITH_KING: Reason.MAN_INSTEAD_OF_KING,
    Criterion.KINGS: Reason.FEWER_KINGS,
    Criterion.KINGS_FIRST: Reason.KINGS_LATER,
}
_WHOLE = {
    Criterion.NUMBER: "position-capture",
    Criterion.WITH_KING: "position-with-king",
    Criterion.KINGS: "position-most-kings",
    Criterion.KINGS_FIRST: "position-kings-first",
}
_TOPICS = {
    Reason.EMPTY_SQUARE: "own_piece",
    Reason.NOT_YOUR_PIECE: "turns",
    Reason.OFF_BOARD: "numbering",
    Reason.MAN_BACKWARD: "man_moves",
    Reason.MUST_CAPTURE: "must_capture",
    Reason.MAN_CAPTURES_BACKWARD: "man_captures_forward",
    Reason.MAN_TAKES_KING: "man_takes_men",
    Reason.JUMPS_OWN_PIECE: "own_not_jumped",
    Reason.NO_LANDING: "landing",
    Reason.PATH_BLOCKED: "king_jump",
    Reason.JUMPS_TWICE: "jump_once",
    Reason.PROMOTION_STOPS: "promotion_ends_capture",
    Reason.FEWER_PIECES: "most_pieces",
    Reason.MAN_INSTEAD_OF_KING: "with_king",
    Reason.FEWER_KINGS: "most_kings",
    Reason.KINGS_LATER: "kings_first",
}
_MORE_TOPICS = {
    Reason.JUMPS_OWN_PIECE: ("own_not_captured",),
    Reason.PROMOTION_STOPS: ("new_king_waits",),
}


class _Teller:
    """Speaks of one position with one book in hand."""

    def __init__(self, at: Situation, book: Rulebook) -> None:
        self.at = at
        self.book = book

    # --- a move ------------------------------------------------------------------------------------------

    def move(self, path: tuple[int, ...]) -> Explanation:
        outside = next((square for square in path if not 1 <= square <= self.at.rules.squares), None)
        if outside is not None:
            return self._tell(Reason.OFF_BOARD, at=outside, last=self.at.rules.squares)
        if not self.at.moves:
            return self._over()
        status, found = _core.parse_move(self.at.position, "-".join(map(str, path)))
        if status == "ok":
            return self._legal_move(found[0])
        if status == "ambiguous":
            return self._ambiguous(found)
        return self._no_piece(path[0]) or self._refused(path)

    def _refused(self, path: tuple[int, ...]) -> Explanation:
        follows = [(line, end) for line in self.at.lines if (end := reach(line, path)) is not None]
        whole = [line for line, end in follows if end == len(line.path) - 1]
        if whole:
            return self._outranked(max(whole, key=lambda line: line.key), path)
        allowed = [(line, end) for line, end in follows if line in self.at.best]
        if allowed:
            return self._unfinished(allowed, path)
        if follows:
            return self._outranked(max((line for line, _ in follows), key=lambda line: line.key), path)
        return self._faulty(path)

    def _faulty(self, path: tuple[int, ...]) -> Explanation:
        if path[0] == path[1]:
            return self._tell(Reason.SAME_SQUARE, topic=self._moving(path[0]), piece=piece(path[0]))
        fault = first_fault(self.at, path)
        if fault.hop is Hop.STEP:
            return self._must_capture(path)
        return self._fault(fault, path)

    @implements(
        "fid.italian.2008:4.6", "fid.italian.2008:5.2", "fid.italian.2008:5.3.a", "fid.italian.2008:5.3.b"
    )
    @implements(
        "fid.italian.2008:6.2", "fid.italian.2008:6.3", "fid.italian.2008:6.4", "fid.italian.2008:6.5"
    )
    @implements(
        "fid.english.2008:4.7", "fid.english.2008:5.2", "fid.english.2008:5.3.a", "fid.english.2008:6.2"
    )
    @implements("fid.english.2008:6.3", "fid.english.2008:6.4", "fid.english.2008:6.5")
    @implements("fmjd.international:4.1", "fmjd.international:4.7", "fmjd.international:4.8")
    def _fault(self, fault: Fault, path: tuple[int, ...]) -> Explanation:
        reason = _HOPS[fault.hop]
        topic = _TOPICS.get(reason) or self._moving(path[0])
        if reason is Reason.NOTHING_TO_CAPTURE:
            topic = self._going_on(path[0])
        return self._tell(
            reason,
            topic=topic,
            title=self._title(path),
            required=self._required(),
            squares=(fault.over,) if fault.over else (fault.to,),
            here=fault.here,
            to=fault.to,
            over=fault.over,
            kind=self._kind(path[0]),
        )

    @implements(
        "fid.italian.2008:5.7", "fid.italian.2008:5.9", "fid.english.2008:5.7", "fid.english.2008:5.9"
    )
    @implements("fmjd.international:4.5", "fmjd.international:4.6")
    def _unfinished(self, allowed: list[tuple[_core.CaptureLine, int]], path: tuple[int, ...]) -> Explanation:
        line, end = allowed[0]
        moves = _unique(line.move for line, _ in allowed)
        return self._tell(
            Reason.MUST_CONTINUE,
            topic=self._going_on(path[0]),
            title=self._title(path),
            required=moves,
            squares=_unique(line.captured[end] for line, end in allowed),
            here=line.path[end],
            over=line.captured[end],
            kind=self._kind(path[0]),
        )

    def _outranked(self, line: _core.CaptureLine, path: tuple[int, ...]) -> Explanation:
        rival = self._rival(line)
        criterion = parting(rival, line)
        best, worse = compared(criterion, rival, line, self.at.origins)
        return self._tell(
            _PARTINGS[criterion],
            title=self._title(path),
            required=self.at.moves,
            squares=self.at.origins,
            best=best,
            worse=worse,
            ordinal=place_of_difference(rival, line) if criterion is Criterion.KINGS_FIRST else "",
        )

    def _rival(self, line: _core.CaptureLine) -> _core.CaptureLine:
        """The allowed capture to hold against another: of the same piece if it has one."""
        same = [best for best in self.at.best if best.path[0] == line.path[0]]
        return (same or self.at.best)[0]

    @implements(
        "fid.italian.2008:6.1", "fid.english.2008:6.1", "fmjd.international:4.2", "fmjd.international:4.3"
    )
    def _must_capture(self, path: tuple[int, ...]) -> Explanation:
        return self._tell(
            Reason.MUST_CAPTURE,
            title=self._title(path),
            required=self.at.moves,
            squares=self.at.origins,
            how=self._how(),
        )

    @implements("fid.italian.2008:6.10", "fid.english.2008:6.6", "fmjd.international:4.14")
    def _ambiguous(self, found: Sequence[_core.Move]) -> Explanation:
        wording = {
            "from": found[0].origin,
            "to": found[0].destination,
            "ways": number(len(found), feminine=True),
        }
        key = Reason.AMBIGUOUS.value
        return Explanation(
            Reason.AMBIGUOUS,
            True,
            self._refs("free_choice"),
            titled(key, **wording),
            said(key, **wording),
            required=tuple(found),
            squares=(found[0].origin,),
        )

    @implements(
        "fid.italian.2008:4.1", "fid.italian.2008:4.2", "fid.italian.2008:4.7", "fid.italian.2008:5.1"
    )
    @implements(
        "fid.english.2008:4.1", "fid.english.2008:4.2", "fid.english.2008:4.8", "fid.english.2008:5.1"
    )
    @implements("fmjd.international:3.4", "fmjd.international:3.5", "fmjd.international:3.9")
    def _legal_move(self, move: _core.Move) -> Explanation:
        key = "legal-capture" if move.is_capture else "legal-promotion" if move.promotes else "legal-move"
        topics = self._capture_topics() if move.is_capture else (self._moving(move.origin),)
        if move.promotes:
            topics = (*topics, "promotion")
        wording = {"from": move.origin, "to": move.destination}
        return Explanation(
            Reason.LEGAL,
            True,
            self._refs(*topics),
            titled(key, **wording),
            said(
                key,
                kind=self._kind(move.origin),
                taken=join([piece(square) for square in self._jumped(move)], AND),
                **wording,
            ),
            squares=(move.origin,),
        )

    def _jumped(self, move: _core.Move) -> tuple[int, ...]:
        """Return the captured squares in the order of one of the move's routes."""
        return next((line.captured for line in self.at.best if line.move == move), move.captured)

    # --- a piece -----------------------------------------------------------------------------------------

    def piece(self, square: int) -> Explanation:
        if not 1 <= square <= self.at.rules.squares:
            return self._tell(Reason.OFF_BOARD, at=square, last=self.at.rules.squares)
        if not self.at.moves:
            return self._over()
        missing = self._no_piece(square)
        if missing is not None:
            return missing
        moves = self.at.moves_of(square)
        if moves:
            return self._legal_piece(square, moves)
        lines = self.at.lines_of(square)
        if lines:
            return self._outranked(max(lines, key=lambda line: line.key), (square,))
        if self.at.lines:
            return self._must_capture((square,))
        return self._blocked(square)

    @implements(
        "fid.italian.2008:3.2.a", "fid.italian.2008:3.4", "fid.english.2008:3.2.a", "fid.english.2008:3.4"
    )
    @implements("fmjd.international:3.3")
    def _no_piece(self, square: int) -> Explanation | None:
        if square not in self.at.pieces:
            return self._tell(Reason.EMPTY_SQUARE, squares=(square,), at=square)
        if self.at.is_own(square):
            return None
        side = self.at.side
        return self._tell(
            Reason.NOT_YOUR_PIECE,
            squares=(square,),
            at=square,
            of_other=of_colour(side.opponent),
            of_side=of_colour(side),
            to_side=to_colour(side),
        )

    def _legal_piece(self, square: int, moves: tuple[_core.Move, ...]) -> Explanation:
        captures = moves[0].is_capture
        key = "legal-piece-capture" if captures else "legal-piece"
        ends = sorted({move.destination for move in moves})
        where = join([Text(f"in {end}", str(end)) for end in ends], OR)
        topics = self._capture_topics() if captures else (self._moving(square),)
        return Explanation(
            Reason.LEGAL,
            True,
            self._refs(*topics),
            titled(key, piece=piece(square)),
            said(key, where=where),
            required=moves if captures else (),
            squares=tuple(ends),
        )

    def _blocked(self, square: int) -> Explanation:
        is_man = not self.at.is_king(square)
        king = self._king_in_the_way(square) if is_man else None
        title = titled("title.piece", piece=piece(square))
        if king is not None:
            return self._tell(Reason.MAN_TAKES_KING, title=title, squares=(king,), over=king)
        around = Text("davanti a sé", "ahead") if is_man else Text("accanto", "beside it")
        return self._tell(
            Reason.BLOCKED,
            topic=self._moving(square),
            title=title,
            squares=(square,),
            piece=piece(square),
            around=around,
        )

    @implements("fid.italian.2008:5.3.b")
    def _king_in_the_way(self, square: int) -> int | None:
        """Return the king that a blocked man could jump if men took kings."""
        if self.at.nature.man_captures_king:
            return None
        for direction in ("ne", "nw", "se", "sw"):
            if not self.at.may_go(self.at.nature.man_captures, direction):
                continue
            over = self.at.rules.neighbour(square, direction)
            if over is None or not self.at.is_enemy(over) or not self.at.is_king(over):
                continue
            behind = self.at.rules.neighbour(over, direction)
            if behind is not None and behind not in self.at.pieces:
                return over
        return None

    # --- the whole position ------------------------------------------------------------------------------

    def whole(self) -> Explanation:
        if not self.at.moves:
            return self._over()
        return self._compulsory() if self.at.lines else self._free()

    def _compulsory(self) -> Explanation:
        moves = self.at.moves
        origins = self.at.origins
        asked = criteria(self.at.lines, self.at.best[0])
        key = _WHOLE[asked[-1]] if asked else "position-capture"
        if len(moves) > 1:
            key = "position-ways" if len(origins) == 1 else "position-pieces"
        return Explanation(
            Reason.MUST_CAPTURE,
            True,
            self._refs(*self._capture_topics()),
            titled(key),
            said(key, how=self._how(), ways=number(len(moves), feminine=True), to=moves[0].destination),
            required=moves,
            squares=origins,
        )

    def _free(self) -> Explanation:
        moves = self.at.moves
        origins = self.at.origins
        topics = _unique(self._moving(square) for square in origins)
        key = "position-one-move" if len(moves) == 1 else "position-free"
        named = join([piece(square) for square in origins], OR)
        wording = {"from": moves[0].origin, "to": moves[0].destination}
        return Explanation(
            Reason.LEGAL,
            True,
            self._refs(*topics),
            titled(key),
            said(key, pieces=named if len(origins) <= 4 else piece_count(len(origins)), **wording),
            squares=origins,
        )

    def _over(self) -> Explanation:
        side = self.at.side
        has_pieces = any(self.at.is_own(square) for square in self.at.pieces)
        key = "game-over" if has_pieces else "no-pieces"
        return Explanation(
            Reason.GAME_OVER,
            False,
            self._refs("no_moves" if has_pieces else "no_pieces"),
            titled(key),
            said(key, side=colour(side), other=colour(side.opponent)),
        )

    # --- words and articles ------------------------------------------------------------------------------

    def _tell(
        self,
        reason: Reason,
        *,
        legal: bool = False,
        topic: str | None = None,
        title: Text | None = None,
        required: tuple[_core.Move, ...] = (),
        squares: tuple[int, ...] = (),
        **wording: object,
    ) -> Explanation:
        return Explanation(
            reason,
            legal,
            self._refs(topic or _TOPICS[reason], *_MORE_TOPICS.get(reason, ())),
            title or titled(reason.value, **wording),
            said(reason.value, **wording),
            required,
            squares,
        )

    def _refs(self, *topics: str) -> tuple[str, ...]:
        return tuple(self.book.ref(topic) for topic in topics if self.book.governs(topic))

    def _title(self, path: tuple[int, ...]) -> Text:
        if len(path) == 1 or not self.at.moves_of(path[0]):
            return titled("title.piece", piece=piece(path[0]))
        return titled("title.path", piece=piece(path[0]), to=path[-1])

    def _required(self) -> tuple[_core.Move, ...]:
        return self.at.moves if self.at.lines else ()

    def _moving(self, square: int) -> str:
        return "king_moves" if self.at.is_king(square) else "man_moves"

    def _going_on(self, square: int) -> str:
        return "king_goes_on" if self.at.is_king(square) else "man_goes_on"

    def _kind(self, square: int) -> Text:
        return Text("la dama", "the king") if self.at.is_king(square) else Text("la pedina", "the man")

    def _capture_topics(self) -> tuple[str, ...]:
        asked = tuple(criterion.value for criterion in criteria(self.at.lines, self.at.best[0]))
        choice = ("free_choice",) if len(self.at.moves) > 1 else ()
        return ("must_capture", *asked, *choice)

    def _how(self) -> Text:
        """`con la 22, due pezzi`: who must capture, and how many where that is the same for all."""
        origins = self.at.origins
        who = join([Text(f"con la {square}", str(square)) for square in origins], OR)
        sizes = {len(line.captured) for line in self.at.best}
        if len(sizes) > 1:
            return Text(who.it, f"with {who.en}")
        count = piece_count(sizes.pop())
        return Text(f"{who.it}, {count.it}", f"with {who.en}, {count.en}")


def _unique(items: Iterable[_T]) -> tuple[_T, ...]:
    """Return the items in order, each once."""
    return tuple(dict.fromkeys(items))
