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

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeVar

from damiera import _core
from damiera.messages import Joined, Message, Text, Verbatim
from damiera.regulations.book import Rulebook
from damiera.regulations.book import rulebook as load_rulebook
from damiera.regulations.citations import implements
from damiera.rules._comparison import compared, place_of_difference
from damiera.rules._hops import Fault, Hop, first_fault
from damiera.rules._lines import step
from damiera.rules._precedence import Criterion, criteria, parting
from damiera.rules._situation import Situation, entered, reach, situation
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
from damiera.rules.crowning import leaves_board
from damiera.rules.errors import OtherGamesBook
from damiera.rules.pieces import CHESSMEN, Piece
from damiera.rules.routes import moves_along
from damiera.rules.ruleset import ruleset_of
from damiera.rules.squares import ends

__all__ = ["Explainer", "Explanation", "Reason", "explain_move", "explain_piece", "explain_position"]


_T = TypeVar("_T")


class Reason(Enum):
    """Why a move is refused; or that it is legal. The value names the wording.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> explain_piece(ITALIAN.start(), 25).reason, explain_piece(ITALIAN.start(), 13).reason.value
    (<Reason.BLOCKED: 'blocked'>, 'empty-square')
    """

    LEGAL = "legal"
    AMBIGUOUS = "ambiguous"
    EMPTY_SQUARE = "empty-square"
    NOT_YOUR_PIECE = "not-your-piece"
    OFF_BOARD = "off-board"
    OUT_OF_REACH = "out-of-reach"
    ONE_OF_SEVERAL = "one-of-several"
    SAME_TOWER_TWICE = "same-tower-twice"
    MEN_ENTER_FIRST = "men-enter-first"
    SAME_SQUARE = "same-square"
    OCCUPIED = "occupied"
    NOT_DIAGONAL = "not-diagonal"
    MAN_BACKWARD = "man-backward"
    CAPTURES_ONLY = "captures-only"
    LINE_BROKEN = "line-broken"
    TOO_FAR = "too-far"
    MUST_CAPTURE = "must-capture"
    MAN_CAPTURES_BACKWARD = "man-captures-backward"
    MOVES_ONLY = "moves-only"
    MAN_TAKES_KING = "man-takes-king"
    JUMPS_OWN_PIECE = "jumps-own-piece"
    NO_LANDING = "no-landing"
    LANDS_TOO_FAR = "lands-too-far"
    KILLER_LANDING = "killer-landing"
    LANDING_GOES_ON = "landing-goes-on"
    PATH_BLOCKED = "path-blocked"
    NOTHING_TO_CAPTURE = "nothing-to-capture"
    JUMPS_TWICE = "jumps-twice"
    TURNS_BACK = "turns-back"
    MUST_CONTINUE = "must-continue"
    PROMOTION_STOPS = "promotion-stops"
    FEWER_PIECES = "fewer-pieces"
    LESS_VALUE = "less-value"
    MAN_INSTEAD_OF_KING = "man-instead-of-king"
    FEWER_KINGS = "fewer-kings"
    KINGS_LATER = "kings-later"
    KING_LIMIT = "king-limit"
    NOT_LISTED = "not-listed"
    BLOCKED = "blocked"
    GAME_OVER = "game-over"


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a move, a piece or a whole position is as it is, by the articles of one rulebook.

    Attributes:
        reason: the kind of reason.
        legal: whether the core accepts the move (or some move of the piece, or of the side).
        articles: references into the rulebook, the deciding one first.
        title: what happens, in a few words.
        text: why, in one or two short sentences.
        required: the moves that must be played instead; empty where nothing is compulsory.
        squares: where to look: the pieces that must move, or what stands in the way.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> told = explain_move(ITALIAN.start(), [22, 26])
    >>> told.reason, told.legal, told.articles[0].partition(":")[2]
    (<Reason.MAN_BACKWARD: 'man-backward'>, False, '4.1')
    """

    reason: Reason
    legal: bool
    articles: tuple[str, ...]
    title: Text
    text: Text
    required: tuple[_core.Move, ...] = ()
    squares: tuple[int, ...] = ()


def explain_move(
    position: _core.Position,
    path: Sequence[int],
    rulebook: str | None = None,
    *,
    drops: Sequence[int] = (),
    by_number: bool = False,
    unknown: str = "",
) -> Explanation:
    """Explain why a path is legal, or which article forbids it and what is required instead.

    Args:
        position: where the move is tried.
        path: the squares of the move: from, to, and any landings between them; of a move as it is written
            `notation.moves.squares_of` names them.
        rulebook: the book to cite; the game's first one where it is left out.
        drops: where men have come back first; left out of account where they cannot.
        by_number: name squares by their numbers, for whoever typed numbers in a game that writes `c3`.
        unknown: what was typed for a square that the board has not, which is 0 in `path`.
    Raises:
        TypeError: for a move, or its text, in place of a path.
        ValueError: for a path without squares.
        UnknownRulebook: for a rulebook there is not.
        OtherGamesBook: for a rulebook of another game.
    Source:
        The articles of the rulebook, which `Explanation.articles` names.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> explain_move(ITALIAN.start(), [22, 26]).text.text("en")
    'A man goes forward only; kings go back.'
    """
    if isinstance(path, str | _core.Move):
        raise TypeError(f"a path is the squares of a move, such as (22, 18), not {path!r}")
    if not path:
        raise ValueError("a path has at least one square: give the square of departure and that of arrival")
    if drops and any(set(drops) <= set(move.drops) for move in position.moves()):
        position = entered(position, drops)
    at = replace(situation(position), by_number=by_number, unknown=unknown)
    told = Explainer(at, _book(position, rulebook))
    return told.piece(path[0]) if len(path) == 1 else told.move(tuple(path))


def explain_piece(position: _core.Position, square: int, rulebook: str | None = None) -> Explanation:
    """Explain why the piece on a square may not move now, or where it may go.

    Args:
        position: where the question is asked.
        square: any square of the board; what is wrong with it is part of the answer.
        rulebook: the book to cite; the game's first one where it is left out.
    Raises:
        UnknownRulebook: for a rulebook there is not.
        OtherGamesBook: for a rulebook of another game.
    Source:
        The articles of the rulebook, which `Explanation.articles` names.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> explain_piece(ITALIAN.start(), 25).title.text("en")
    '25 cannot move now'
    """
    return Explainer(situation(position), _book(position, rulebook)).piece(square)


def explain_position(position: _core.Position, rulebook: str | None = None) -> Explanation:
    """Explain what the side to move must do, and why.

    Args:
        position: where the question is asked.
        rulebook: the book to cite; the game's first one where it is left out.
    Raises:
        UnknownRulebook: for a rulebook there is not.
        OtherGamesBook: for a rulebook of another game.
    Source:
        The articles of the rulebook, which `Explanation.articles` names.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> explain_position(ITALIAN.start()).text.text("en")
    'You may move 21, 22, 23 or 24.'
    """
    return Explainer(situation(position), _book(position, rulebook)).whole()


def _book(position: _core.Position, rulebook: str | None) -> Rulebook:
    game = ruleset_of(position)
    book = load_rulebook(rulebook or game.rulebooks[0])
    if book.game != game.slug and book.id not in game.rulebooks:
        raise OtherGamesBook(book.id, game.slug, game.rulebooks)
    return book


_HOPS: dict[Hop, Reason] = {hop: Reason[hop.name] for hop in Hop if hop.name in Reason.__members__}
_PARTINGS = {
    Criterion.NUMBER: Reason.FEWER_PIECES,
    Criterion.VALUE: Reason.LESS_VALUE,
    Criterion.WITH_KING: Reason.MAN_INSTEAD_OF_KING,
    Criterion.KINGS: Reason.FEWER_KINGS,
    Criterion.KINGS_FIRST: Reason.KINGS_LATER,
}
_WHOLE = {
    Criterion.NUMBER: "position-capture",
    Criterion.VALUE: "position-most-value",
    Criterion.WITH_KING: "position-with-king",
    Criterion.KINGS: "position-most-kings",
    Criterion.KINGS_FIRST: "position-kings-first",
}
# Which king captures first, and why, depends on what is asked before that question.
_KING_FIRST = {"king_first": "first", "frisian": "value", "frisian_half": "value"}
_TOPICS = {
    Reason.EMPTY_SQUARE: "own_piece",
    Reason.NOT_YOUR_PIECE: "turns",
    Reason.OFF_BOARD: "numbering",
    Reason.MAN_BACKWARD: "man_moves",
    Reason.LINE_BROKEN: "man_lines",
    Reason.OUT_OF_REACH: "jumps",
    Reason.ONE_OF_SEVERAL: "several_first",
    Reason.SAME_TOWER_TWICE: "no_turning_back",
    Reason.MEN_ENTER_FIRST: "reentry",
    Reason.MUST_CAPTURE: "must_capture",
    Reason.MAN_CAPTURES_BACKWARD: "man_captures_forward",
    Reason.MAN_TAKES_KING: "man_takes_men",
    Reason.JUMPS_OWN_PIECE: "own_not_jumped",
    Reason.NO_LANDING: "landing",
    Reason.LANDS_TOO_FAR: "king_lands_behind",
    Reason.KILLER_LANDING: "killer_landing",
    Reason.LANDING_GOES_ON: "landing_goes_on",
    Reason.PATH_BLOCKED: "king_jump",
    Reason.JUMPS_TWICE: "jump_once",
    Reason.TURNS_BACK: "no_turning_back",
    Reason.PROMOTION_STOPS: "promotion_ends_capture",
    Reason.FEWER_PIECES: "most_pieces",
    Reason.LESS_VALUE: "most_value",
    Reason.MAN_INSTEAD_OF_KING: "with_king",
    Reason.FEWER_KINGS: "most_kings",
    Reason.KINGS_LATER: "kings_first",
    Reason.KING_LIMIT: "king_move_limit",
}
_MORE_TOPICS = {
    Reason.JUMPS_OWN_PIECE: ("own_not_captured",),
    Reason.PROMOTION_STOPS: ("new_king_waits",),
}


class Explainer:
    """Speaks of one position with one book in hand: what `explain_move` and its like make.

    Args:
        at: the position, with the moves that the core allows in it.
        book: the rulebook to cite.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> teller = Explainer(situation(ITALIAN.start()), load_rulebook("fid.italian.2008"))
    >>> teller.piece(22).legal, teller.move((22, 18)).legal, teller.whole().required
    (True, True, ())
    """

    def __init__(self, at: Situation, book: Rulebook) -> None:
        self.at = at
        self.book = book

    # --- a move ------------------------------------------------------------------------------------------

    def move(self, path: tuple[int, ...]) -> Explanation:
        """Explain a path of at least two squares, as `explain_move`."""
        outside = next((square for square in path if not 1 <= square <= self.at.rules.squares), None)
        if outside is not None:
            return self._outside(outside)
        if not self.at.moves:
            return self._over()
        found = moves_along(self.at.position, path)
        if len(found) > 1:
            return self._ambiguous(found)
        if found and found[0].drops:
            return Explainer(situation(entered(self.at.position, found[0].drops)), self.book).move(path)
        if found:
            return self._legal_move(found[0])
        return (
            self._of_family(path) or self._no_piece(path[0]) or self._not_listed(path) or self._refused(path)
        )

    def _of_family(self, path: tuple[int, ...]) -> Explanation | None:
        """Return what only a family of games knows of its own; None where the rest says."""
        match self.at.rules.family:
            case "stars" | "corners" if self.at.is_own(path[0]):
                return self._beyond_reach(path)
            case "towers" if len(path) > 2 and self.at.is_own(path[0]):
                return self._same_tower(path)
            case "chessmen" if self.at.is_own(path[0]):
                return self._of_chessmen(path)
            case "reentry" if path[0] not in self.at.pieces and any(self.at.moves[0].drops):
                return self._entering(legal=False)
        return None

    @implements("damiera.reentry.default:2.5", "damiera.reentry.default:2.6", "juegopedia.reentry.2019:1.3")
    def _entering(self, *, legal: bool) -> Explanation:
        """Tell that men come back first, and where."""
        drops = tuple(sorted({square for move in self.at.moves for square in move.drops}))
        men = len(self.at.moves[0].drops)
        names = [_onto(self.at.name(sq)) for sq in drops]
        where = join(names, AND if men == len(drops) else OR)
        key = "men-enter-first" if men == 1 else "men-enter-first-several"
        told = self._tell(
            Reason.MEN_ENTER_FIRST,
            legal=legal,
            key=key,
            where=where,
            men=number(men, feminine=True),
            squares=drops,
        )
        told = replace(told, articles=(*told.articles, *self._refs("reentry_first")))
        if men == self.at.position.hands[self.at.side.value]:
            return told
        return replace(told, articles=(*told.articles, *self._refs("reentry_all")))

    @implements("damiera.chinese-checkers.default:2.2", "damiera.chinese-checkers.default:2.3")
    @implements("damiera.ugolki.default:2.2", "damiera.ugolki.default:2.3")
    @implements("damiera.halma.default:2.2", "damiera.halma.default:2.3")
    def _beyond_reach(self, path: tuple[int, ...]) -> Explanation:
        taken = next((hole for hole in path[1:] if hole in self.at.pieces and hole != path[0]), None)
        if taken is not None:
            return self._tell(
                Reason.OCCUPIED,
                topic="jumps",
                title=self._title(path),
                to=self.at.name(taken),
                squares=(taken,),
            )
        moves = self.at.moves_of(path[0])
        ends = tuple(sorted({move.destination for move in moves}))
        return self._tell(
            Reason.OUT_OF_REACH,
            topic="no_mixing" if self._steps(path) else "",
            title=self._title(path),
            to=self.at.name(path[-1]),
            squares=ends,
        )

    @implements(
        "damiera.cheskers.default:2.5", "damiera.cheskers.default:2.6", "damiera.cheskers.default:4.2"
    )
    def _of_chessmen(self, path: tuple[int, ...]) -> Explanation | None:
        """Tell of bishops and camels, and of one piece taken where several may be."""
        origin, last = path[0], path[-1]
        moved = self.at.pieces[origin]
        if moved in CHESSMEN and not self._commands(origin, last):
            return self._tell(
                Reason.OUT_OF_REACH,
                topic=self._moving(origin),
                key="bishop-reach" if moved.sign == "B" else "camel-reach",
                title=self._title(path),
                to=self.at.name(last),
                squares=tuple(sorted({move.destination for move in self.at.moves_of(origin)})),
            )
        takes = (moved in CHESSMEN and self.at.is_enemy(last)) or self._jumps_to(path)
        begun = any(reach(line, path) is not None for line in self.at.lines)
        if takes and not begun and self.at.lines and min(len(move.captured) for move in self.at.moves) > 1:
            return self._tell(
                Reason.ONE_OF_SEVERAL,
                title=self._title(path),
                required=self.at.moves,
                squares=self.at.origins,
            )
        if moved in CHESSMEN:
            return self._must_capture((origin,))
        return None

    def _commands(self, origin: int, last: int) -> bool:
        """Whether a bishop or camel could go to a square, were nothing to be taken elsewhere."""
        if last == origin or self.at.is_own(last):
            return False
        place = self.at.rules.coordinates
        (a, b), (c, d) = place(origin), place(last)
        if self.at.pieces[origin].sign == "C":
            return sorted((abs(c - a), abs(d - b))) == [1, 3]
        if abs(c - a) != abs(d - b):
            return False
        files, ranks = (1 if c > a else -1), (1 if d > b else -1)
        between = (self.at.rules.square_at(a + i * files, b + i * ranks) for i in range(1, abs(c - a)))
        return all(square not in self.at.pieces for square in between)

    def _jumps_to(self, path: tuple[int, ...]) -> bool:
        """Whether the man or king jumps a piece of the opponent's to the square behind, and no other."""
        place = self.at.rules.coordinates
        (a, b), (c, d) = place(path[0]), place(path[-1])
        if len(path) > 2 or (abs(c - a), abs(d - b)) != (2, 2) or path[-1] in self.at.pieces:
            return False
        over = self.at.rules.square_at((a + c) // 2, (b + d) // 2)
        ahead = (d > b) == (self.at.side is _core.Side.WHITE)
        return over is not None and self.at.is_enemy(over) and (ahead or self.at.is_king(path[0]))

    def _steps(self, path: tuple[int, ...]) -> bool:
        """Whether a path of several hops has a step among them: steps and jumps do not mix."""
        rules = self.at.rules
        beside = ({rules.neighbour(hole, way) for way in rules.directions} for hole in path)
        return len(path) > 2 and any(hole in near for hole, near in zip(path[1:], beside, strict=False))

    def _same_tower(self, path: tuple[int, ...]) -> Explanation | None:
        """Tell of a jump straight back over the column that was jumped last."""
        for a, _, c in zip(path, path[1:], path[2:], strict=False):
            if a == c:
                return self._tell(Reason.SAME_TOWER_TWICE, title=self._title(path), squares=(a,))
        return None

    def _outside(self, square: int) -> Explanation:
        first, last = ends(self.at.game)
        return self._tell(Reason.OFF_BOARD, at=square or self.at.unknown or square, first=first, last=last)

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

    def _not_listed(self, path: tuple[int, ...]) -> Explanation | None:
        """Tell that a capture is not among those that were found, where there are more than are listed."""
        if not self.at.position.is_cut_short:
            return None
        return self._tell(
            Reason.NOT_LISTED,
            topic="must_capture",
            title=self._title(path),
            required=self.at.moves,
            squares=self.at.origins,
        )

    def _faulty(self, path: tuple[int, ...]) -> Explanation:
        if path[0] == path[1]:
            return self._tell(Reason.SAME_SQUARE, topic=self._moving(path[0]), piece=self._piece(path[0]))
        fault = first_fault(self.at, path)
        if fault.hop is Hop.STEP:
            return self._must_capture(path) if self.at.lines else self._resting(path)
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
    @implements(
        "fid.italian.2008:5.3", "fid.italian.2008:5.6", "fid.english.2008:5.3", "fid.english.2008:5.6"
    )
    @implements("fid.english.2008:6.3", "fid.english.2008:6.4", "fid.english.2008:6.5")
    @implements("fmjd.international:4.1", "fmjd.international:4.7", "fmjd.international:4.8")
    @implements("stock:landing.adjacent", "stock:landing-goes-on", "stock:no-turning-back")
    @implements(
        "stock:own-pieces", "stock:own-pieces.capturing", "stock:removal.end", "stock:removal.immediate"
    )
    @implements("stock:promotion-in-capture.stop")
    def _fault(self, fault: Fault, path: tuple[int, ...]) -> Explanation:
        reason = self._reason(fault)
        hops = self._would_hop(reason, fault, path[0])
        return self._tell(
            reason,
            topic="man_hops" if hops else self._topic(reason, path[0]),
            key=self._key(reason),
            title=self._title(path),
            required=self._required(),
            squares=(fault.over,) if fault.over and reason is not Reason.OCCUPIED else (fault.to,),
            here=self.at.name(fault.here),
            to=self.at.name(fault.to),
            over=self.at.name(fault.over),
            kind=self._kind(path[0]),
        )

    def _would_hop(self, reason: Reason, fault: Fault, origin: int) -> bool:
        """Whether a man sets out to jump its own side, in a game where men do, and this time may not."""
        if reason not in (Reason.OCCUPIED, Reason.JUMPS_OWN_PIECE) or not self.at.nature.man_hops:
            return False
        return fault.here == origin and not self.at.is_king(origin) and self.at.is_own(fault.over)

    @implements("stock:landing.killer")
    def _reason(self, fault: Fault) -> Reason:
        """Name the fault. A jump that is none leads where the capture may not end."""
        if fault.hop is not Hop.JUMP:
            return _HOPS[fault.hop]
        killed = self.at.nature.landing == "killer" and self.at.is_king(fault.over)
        return Reason.KILLER_LANDING if killed else Reason.LANDING_GOES_ON

    @implements("damiera.lasca.default:3.4", "damiera.bashni.default:3.4", "damiera.tobit.default:3.4")
    @implements("damiera.hexdame.default:3.4", "stock:own-pieces")
    def _topic(self, reason: Reason, square: int) -> str:
        if reason is Reason.NOTHING_TO_CAPTURE:
            return self._going_on(square)
        if reason is Reason.MOVES_ONLY:
            return "king_jump" if self.at.is_king(square) else "man_jump"
        if reason is Reason.NO_LANDING and self.at.is_king(square) and self._lands_by_the_mans_article():
            return "king_jump"
        return _TOPICS.get(reason) or self._moving(square)

    def _lands_by_the_mans_article(self) -> bool:
        """Whether the room behind is told of men and kings apart, each where its capture is told."""
        told = [self.book.governs(topic) for topic in ("landing", "man_jump", "king_jump")]
        return all(told) and self.book.ref("landing") == self.book.ref("man_jump")

    def _key(self, reason: Reason) -> str:
        """The sentence of a reason; some have one for boards and men of another kind."""
        nature = self.at.nature
        if reason is Reason.NOT_DIAGONAL and self.at.rules.shape in ("lined", "ended"):
            return "not-diagonal-lined"
        if reason is Reason.NOT_DIAGONAL and not {"ne", "nw", "se", "sw"} & set(nature.directions):
            return "not-diagonal-orthogonal"
        if reason is Reason.NOT_DIAGONAL and {"n", "e"} & set(nature.directions):
            return "not-diagonal-straight"
        if reason is Reason.MAN_BACKWARD and nature.men_go_to_a_corner:
            return "man-backward-corner"
        if reason is Reason.MAN_BACKWARD and self._never_kings() and not nature.men_go_sideways:
            return "man-backward-always"
        sideways = (reason is Reason.MAN_BACKWARD and nature.men_go_sideways) or (
            reason is Reason.MAN_CAPTURES_BACKWARD and nature.men_take_sideways
        )
        return f"{reason.value}-sideways" if sideways else reason.value

    @implements("stock:king-limit")
    def _resting(self, path: tuple[int, ...]) -> Explanation:
        """Refuse a step that nothing else forbids: the king has made its three moves in a row."""
        return self._tell(
            Reason.KING_LIMIT,
            title=self._title(path),
            squares=(path[0],),
            piece=self._piece(path[0]),
        )

    @implements(
        "fid.italian.2008:5.7", "fid.italian.2008:5.9", "fid.english.2008:5.7", "fid.english.2008:5.9"
    )
    @implements("fmjd.international:4.5", "fmjd.international:4.6", "stock:goes-on")
    def _unfinished(self, allowed: list[tuple[_core.CaptureLine, int]], path: tuple[int, ...]) -> Explanation:
        line, end = allowed[0]
        moves = _unique(line.move for line, _ in allowed)
        return self._tell(
            Reason.MUST_CONTINUE,
            topic=self._going_on(path[0]),
            title=self._title(path),
            required=moves,
            squares=_unique(line.captured[end] for line, end in allowed),
            here=self.at.name(line.path[end]),
            over=self.at.name(line.captured[end]),
            kind=self._kind(path[0]),
        )

    def _outranked(self, line: _core.CaptureLine, path: tuple[int, ...]) -> Explanation:
        rival = self._rival(line)
        criterion = parting(self.at.nature.choice, rival, line)
        best, worse = compared(self.at, criterion, rival, line)
        return self._tell(
            _PARTINGS[criterion],
            key=self._ranked(_PARTINGS[criterion].value, criterion),
            title=self._title(path),
            required=self.at.moves,
            squares=self.at.origins,
            best=best,
            worse=worse,
            ordinal=place_of_difference(rival, line) if criterion is Criterion.KINGS_FIRST else "",
        )

    def _ranked(self, key: str, criterion: Criterion) -> str:
        """The sentence on a question; that of the king has one for each place on the ladder."""
        place = _KING_FIRST.get(self.at.nature.choice)
        return f"{key}-{place}" if place and criterion is Criterion.WITH_KING else key

    def _rival(self, line: _core.CaptureLine) -> _core.CaptureLine:
        """The allowed capture to hold against another: of the same piece if it has one."""
        same = [best for best in self.at.best if best.path[0] == line.path[0]]
        return (same or self.at.best)[0]

    @implements(
        "fid.italian.2008:6.1", "fid.english.2008:6.1", "fmjd.international:4.2", "fmjd.international:4.3"
    )
    @implements("stock:must-capture")
    def _must_capture(self, path: tuple[int, ...]) -> Explanation:
        return self._tell(
            Reason.MUST_CAPTURE,
            title=self._title(path),
            required=self.at.moves,
            squares=self.at.origins,
            how=self._how(),
        )

    @implements("fid.italian.2008:6.10", "fid.english.2008:6.6", "fmjd.international:4.14")
    @implements("stock:choice.free", "stock:choice.rest")
    def _ambiguous(self, found: Sequence[_core.Move]) -> Explanation:
        wording = {**self._ends(found[0]), "ways": number(len(found), feminine=True)}
        key = Reason.AMBIGUOUS.value
        topics: tuple[str, ...] = ("free_choice",)
        if len({move.destination for move in found}) == 1 and len({move.drops for move in found}) == len(
            found
        ):
            # one move; the men that wait may enter in several ways
            key, topics = "ambiguous-entry", ("reentry", "reentry_first")
        return Explanation(
            Reason.AMBIGUOUS,
            True,
            self._refs(*topics),
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
    @implements("stock:man-moves.forward-diagonals", "stock:man-moves.forward-sideways")
    @implements("stock:man-moves.front", "stock:man-moves.hex-forward", "stock:promotion.last-row")
    @implements("stock:man-moves.ahead", "stock:man-moves.ahead-right", "stock:man-lines")
    @implements("stock:man-hops.moves", "stock:man-hops.captures")
    @implements("stock:king-moves.adjacent.diagonals", "stock:king-moves.flying.diagonals")
    @implements("stock:king-moves.flying.orthogonals", "stock:king-moves.adjacent.all")
    @implements("stock:king-moves.flying.all", "stock:king-moves.flying.hex")
    @implements("stock:man-moves.diagonals", "stock:man-moves.orthogonals", "stock:man-moves.all")
    @implements(
        "stock:man-moves.hex", "stock:king-moves.adjacent.orthogonals", "stock:king-moves.adjacent.hex"
    )
    @implements("stock:promotion.corner", "stock:promotion.squares")
    def _legal_move(self, move: _core.Move) -> Explanation:
        key = "legal-capture" if move.is_capture else self._arrival(move)
        must = move.is_capture and bool(self.at.lines)
        topics = self._capture_topics() if must else (self._moving(move.origin),)
        if self._goes_over_its_own(move):
            key, topics = (
                ("legal-line", ("man_lines",)) if self.at.nature.man_lines else ("legal-hop", ("man_hops",))
            )
        if move.promotes:
            topics = (*topics, "promotion")
        further = [one for one in (self._crossing(move), *self._taken_towers(move)) if one[0]]
        text = said(
            key,
            kind=self._kind(move.origin),
            taken=join([self._piece(square) for square in self._jumped(move)], AND),
            **self._ends(move),
        )
        return Explanation(
            Reason.LEGAL,
            True,
            self._refs(*topics, *(topic for found, _ in further for topic in found)),
            titled(key, **self._ends(move)),
            Joined((text, *(words for _, words in further))) if further else text,
            squares=(move.origin,),
        )

    def _goes_over_its_own(self, move: _core.Move) -> bool:
        """Whether a man goes over others of its side, in a line or alone: never with a capture."""
        nature = self.at.nature
        if not (nature.man_lines or nature.man_hops) or move.is_capture or self.at.is_king(move.origin):
            return False
        beside = {step(self.at.rules, move.origin, way) for way in self.at.nature.directions}
        return move.destination not in beside

    def _arrival(self, move: _core.Move) -> str:
        """Return what becomes of a piece that moves without capturing."""
        if leaves_board(self.at.rules, move):
            return "legal-leaving"
        chosen = {"B": "legal-promotion-bishop", "C": "legal-promotion-camel"}
        return chosen.get(move.becomes, "legal-promotion") if move.promotes else "legal-move"

    @implements("fmjd.international:4.15")
    @implements("stock:promotion-in-capture.pass", "stock:promotion-in-capture.king")
    def _crossing(self, move: _core.Move) -> tuple[tuple[str, ...], Text]:
        """Say what becomes of a man that touches the far end on its way: the topic and the sentence."""
        nothing = (), Verbatim("")
        if not move.is_capture or self.at.is_king(move.origin):
            return nothing
        route = next((line.path for line in self.at.best if line.move == move), ())
        crowned = next((square for square in route[1:-1] if self.at.crowns(square)), None)
        if crowned is None:
            return nothing
        if self.at.nature.promotion == "king":
            return ("promotion_goes_on",), said("crosses-as-king", at=self.at.name(crowned))
        return ("promotion_passes",), said("crosses-as-man", at=self.at.name(crowned))

    @implements("damiera.bashni.default:3.7", "damiera.bashni.default:3.12", "damiera.lasca.default:3.7")
    def _taken_towers(self, move: _core.Move) -> Iterator[tuple[tuple[str, ...], Text]]:
        """Say what becomes of the towers that are jumped, and of the kings that commanded them."""
        if self.at.rules.family != "towers" or not move.is_capture:
            return
        stacks = [self.at.position.stacks[square] for square in self._jumped(move)]
        if any(len(stack) > 1 for stack in stacks):
            yield ("towers",), said("takes-top-of-tower")
        if any(stack[-1].isupper() for stack in stacks) and self.book.governs("prisoners"):
            yield ("prisoners",), said("taken-king-stays")

    def _jumped(self, move: _core.Move) -> tuple[int, ...]:
        """Return the captured squares in the order of one of the move's routes."""
        return next((line.captured for line in self.at.best if line.move == move), move.captured)

    # --- a piece -----------------------------------------------------------------------------------------

    def piece(self, square: int) -> Explanation:
        """Explain a square, as `explain_piece`; it may be off the board."""
        if not 1 <= square <= self.at.rules.squares:
            return self._outside(square)
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
    @implements("fmjd.international:3.3", "fmjd.international:3.7")
    @implements("stock:turns.white", "stock:turns.black", "stock:new-king-waits")
    @implements("damiera.ugolki.default:1.5", "damiera.halma.default:1.5")
    def _no_piece(self, square: int) -> Explanation | None:
        if square not in self.at.pieces:
            key = "empty-hole" if self.at.rules.family == "stars" else Reason.EMPTY_SQUARE.value
            title = titled(key, at=self.at.name(square))
            return self._tell(Reason.EMPTY_SQUARE, key=key, title=title, squares=(square,))
        if self.at.is_own(square):
            return None
        side = self.at.side
        return self._tell(
            Reason.NOT_YOUR_PIECE,
            squares=(square,),
            at=self.at.name(square),
            of_other=of_colour(self.at.owner(square)),
            of_side=of_colour(side),
            to_side=to_colour(side),
        )

    def _legal_piece(self, square: int, moves: tuple[_core.Move, ...]) -> Explanation:
        captures = moves[0].is_capture and bool(self.at.lines)
        key = "legal-piece-capture" if captures else "legal-piece"
        reached = sorted({move.destination for move in moves})
        where = join([_onto(self.at.name(end)) for end in reached], OR)
        topics = self._capture_topics() if captures else (self._moving(square),)
        return Explanation(
            Reason.LEGAL,
            True,
            self._refs(*topics),
            titled(key, piece=self._piece(square)),
            said(key, where=where),
            required=moves if captures else (),
            squares=tuple(reached),
        )

    def _blocked(self, square: int) -> Explanation:
        if self.at.has_free_step(square):
            return self._resting((square,))
        is_man = not self.at.is_king(square)
        king = self._king_in_the_way(square) if is_man else None
        title = titled("title.piece", piece=self._piece(square))
        if king is not None:
            return self._tell(Reason.MAN_TAKES_KING, title=title, squares=(king,), over=self.at.name(king))
        return self._tell(
            Reason.BLOCKED,
            topic=self._moving(square),
            title=title,
            squares=(square,),
            piece=self._piece(square),
            around=self._around(square, is_man=is_man),
        )

    def _around(self, square: int, *, is_man: bool) -> Text:
        if self.at.pieces[square] in CHESSMEN:
            return Message("where it goes")
        if not is_man:
            return Message("beside it")
        if self.at.nature.men_go_to_a_corner:
            return Message("ahead or to its right")
        if self.at.nature.men_go_sideways:
            return Message("ahead or beside it")
        return Message("ahead")

    @implements("fid.italian.2008:5.3.b", "stock:man-takes.men")
    def _king_in_the_way(self, square: int) -> int | None:
        """Return the king that a blocked man could jump if men took kings."""
        if self.at.nature.man_captures_king:
            return None
        for direction in self.at.nature.directions:
            if not self.at.may_go(self.at.nature.man_captures, direction):
                continue
            over = step(self.at.rules, square, direction)
            if over is None or not self.at.is_enemy(over) or not self.at.is_king(over):
                continue
            behind = step(self.at.rules, over, direction)
            if behind is not None and behind not in self.at.pieces:
                return over
        return None

    # --- the whole position ------------------------------------------------------------------------------

    def whole(self) -> Explanation:
        """Explain what the side to move must do, as `explain_position`."""
        if not self.at.moves:
            return self._over()
        if self.at.moves[0].drops:
            return self._entering(legal=True)
        return self._compulsory() if self.at.lines else self._free()

    def _compulsory(self) -> Explanation:
        moves = self.at.moves
        origins = self.at.origins
        if self.at.position.is_cut_short:
            return self._tell(
                Reason.NOT_LISTED,
                legal=True,
                topic="must_capture",
                key="position-not-listed",
                title=titled("position-not-listed"),
                required=moves,
                squares=origins,
            )
        asked = self._asked()
        key = self._ranked_whole(asked[-1]) if asked else "position-capture"
        if len(moves) > 1:
            key = "position-ways" if len(origins) == 1 else "position-pieces"
        return Explanation(
            Reason.MUST_CAPTURE,
            True,
            self._refs(*self._capture_topics()),
            titled(key),
            said(key, how=self._how(), ways=number(len(moves), feminine=True), **self._ends(moves[0])),
            required=moves,
            squares=origins,
        )

    def _ranked_whole(self, criterion: Criterion) -> str:
        place = _KING_FIRST.get(self.at.nature.choice)
        return f"position-king-{place}" if place and criterion is Criterion.WITH_KING else _WHOLE[criterion]

    def _free(self) -> Explanation:
        moves = self.at.moves
        origins = self.at.origins
        topics = _unique(self._moving(square) for square in origins)
        key = "position-one-move" if len(moves) == 1 else "position-free"
        named = join([self._piece(square) for square in origins], OR)
        return Explanation(
            Reason.LEGAL,
            True,
            self._refs(*topics),
            titled(key),
            said(
                key,
                pieces=named if len(origins) <= 4 else piece_count(len(origins)),
                **self._ends(moves[0]),
            ),
            squares=origins,
        )

    @implements("stock:no-moves", "stock:no-pieces")
    def _over(self) -> Explanation:
        side = self.at.side
        has_pieces = any(self.at.is_own(square) for square in self.at.pieces)
        if has_pieces and self.at.rules.family == "chessmen" and not _has_kings(self.at.pieces.values()):
            winner = self.at.position.winner()
            assert winner is not None
            return self._tell(
                Reason.GAME_OVER,
                topic="no_kings",
                key="no-kings",
                side=colour(winner.opponent),
                other=colour(winner),
            )
        key = "game-over" if has_pieces else "no-pieces"
        if self.at.nature.goal == "lose":
            key = f"{key}-losing"
        return Explanation(
            Reason.GAME_OVER,
            False,
            self._refs("no_moves" if has_pieces else "no_pieces"),
            titled(key),
            said(key, side=colour(side), other=colour(self.at.next_side)),
        )

    # --- words and articles ------------------------------------------------------------------------------

    def _tell(
        self,
        reason: Reason,
        *,
        legal: bool = False,
        topic: str | None = None,
        key: str | None = None,
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
            said(key or reason.value, **wording),
            required,
            squares,
        )

    def _refs(self, *topics: str) -> tuple[str, ...]:
        refs = (self.book.ref(topic) for topic in topics if self.book.governs(topic))
        return tuple(dict.fromkeys(refs))

    def _title(self, path: tuple[int, ...]) -> Text:
        moved = self._piece(path[0])
        if len(path) == 1 or not self.at.moves_of(path[0]):
            return titled("title.piece", piece=moved)
        if path[0] == path[-1]:
            return titled("title.circuit", piece=moved)
        return titled("title.path", piece=moved, to=self.at.name(path[-1]))

    def _piece(self, square: int) -> Text:
        return piece(self.at.name(square))

    def _ends(self, move: _core.Move) -> dict[str, str]:
        return {"from": self.at.name(move.origin), "to": self.at.name(move.destination)}

    def _required(self) -> tuple[_core.Move, ...]:
        return self.at.moves if self.at.lines else ()

    def _moving(self, square: int) -> str:
        return _MOVING.get(self.at.pieces[square].sign, "man_moves")

    def _going_on(self, square: int) -> str:
        return "king_goes_on" if self.at.is_king(square) else "man_goes_on"

    def _never_kings(self) -> bool:
        """Whether no king ever moves: there are none, or the first one ends the game."""
        rules = self.at.position.rules
        crowns = bool(rules.promotion_squares(self.at.side)) or rules.family == "stars"
        return rules.family == "reentry" or rules.goal == "breakthrough" or not crowns

    def _kind(self, square: int) -> Text:
        if self.at.position.rules.family == "stars":
            return Message("the marble")
        if self.at.pieces[square] in CHESSMEN:
            return Message("the bishop") if self.at.pieces[square].sign == "B" else Message("the camel")
        return Message("the king") if self.at.is_king(square) else Message("the man")

    @implements("stock:choice.free", "stock:choice.rest")
    def _capture_topics(self) -> tuple[str, ...]:
        asked = tuple(criterion.value for criterion in self._asked())
        choice = ("free_choice",) if len(self.at.moves) > 1 else ()
        return ("must_capture", *asked, *choice)

    def _asked(self) -> tuple[Criterion, ...]:
        """The questions of the ladder that refused some capture here."""
        return criteria(self.at.nature.choice, self.at.lines, self.at.best[0])

    def _how(self) -> Text:
        """`con la 22, due pezzi`: who must capture, and how many where that is the same for all."""
        names = [self.at.name(square) for square in self.at.origins]
        who = join([Message("{name}", context="with the piece on a square", name=name) for name in names], OR)
        sizes = {len(line.captured) for line in self.at.best}
        if len(sizes) > 1:
            return Message("with {who}", who=who)
        count = piece_count(sizes.pop())
        return Message("with {who}, {count}", who=who, count=count)


_MOVING = {"K": "king_moves", "B": "bishop_moves", "C": "camel_moves"}


def _has_kings(pieces: Iterable[Piece]) -> bool:
    """Tell whether both sides have a king."""
    return {piece.side for piece in pieces if piece.is_king} == {_core.Side.WHITE, _core.Side.BLACK}


def _onto(square: str) -> Text:
    return Message("{square}", context="to a square", square=square)


def _unique(items: Iterable[_T]) -> tuple[_T, ...]:
    """Return the items in order, each once."""
    return tuple(dict.fromkeys(items))
