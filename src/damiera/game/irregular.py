"""Irregularities: what may go wrong on a real board, and what then stands on it.

| what | FID 2008 | FID English | call of 2006 |
|---|---|---|---|
| moving twice | 8.1.1 | 8.1.1 | 8.1.5 |
| a man or a king moved wrongly | 8.1.2 | 8.1.2 | 8.1.4 |
| one piece touched, another moved | 8.1.3 | 8.1.3 | 8.1.1 |
| a move taken back | 8.1.4 | 8.1.4 | 8.1.2 |
| a piece of the opponent's moved | 8.1.5 | 8.1.5 | 8.1.3 |
| a capture omitted | 8.1.6 | 8.1.6 | 8.1.7 |
| pieces removed without reason | 8.1.7 | 8.1.7 | 8.1.6 |
| more or fewer captured than allowed | 8.1.8 | 8.1.8 | 8.1.10 |
| stopping inside a capture | 8.1.9 | 8.1.9 | 8.1.11 |
| the piece of a single capture left | 8.1.10 | 8.1.10 | |
| fewer removed than captured | 8.1.11 | 8.1.11 | 8.1.12 |
| pieces removed that were not captured | 8.1.12 | 8.1.12 | 8.1.13 |
| own pieces removed after a capture | 8.1.13 | 8.1.13 | 8.1.14 |
| own piece captured | | | 8.1.9 |
| an impossible capture | 8.1.14 | 8.1.14 | 8.1.8 |
| priorities ignored | 8.1.15 | | 8.1.15 |
| an uncrowned man moved as a king | 8.1.16 | 8.1.15 | 8.1.16 |
| the wrong man crowned | 8.1.17 | 8.1.16 | 8.1.17 |

The numbers are not in the code: each article of a rulebook says which of these it governs. A book that lists
none leaves the list of FID 2008 open to the arbiter, without an article.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from damiera._core import Position, Side
from damiera.game.errors import CannotStand
from damiera.game.events import CaptureFault
from damiera.messages import Message, Text
from damiera.regulations.book import Rulebook
from damiera.regulations.citations import implements

__all__ = [
    "FAULT_TOPICS",
    "WRONG_CAPTURE",
    "IrregularKind",
    "after_irregularity",
    "article_of_kind",
    "crowned_late",
    "kinds_of",
    "loses_at_once",
]

FAULT_TOPICS: dict[CaptureFault, str] = {
    "unclear": "show_the_capture",
    "out_of_order": "removal_at_the_end",
}
"""What the article governs that has a capture done badly, but rightly, be put right on demand."""

WRONG_CAPTURE = "wrong_capture"
"""What an article governs that has whoever does not capture, or captures wrongly, lose the game."""


@implements(
    "fid.italian:8.1.1",
    "fid.italian:8.1.2",
    "fid.italian:8.1.3",
    "fid.italian:8.1.4",
    "fid.italian:8.1.5",
    "fid.italian:8.1.6",
    "fid.italian:8.1.7",
    "fid.italian:8.1.8",
    "fid.italian:8.1.9",
    "fid.italian:8.1.10",
    "fid.italian:8.1.11",
    "fid.italian:8.1.12",
    "fid.italian:8.1.13",
    "fid.italian:8.1.14",
    "fid.italian:8.1.15",
    "fid.italian:8.1.16",
    "fid.italian:8.1.17",
)
@implements(
    "fid.english:8.1.1",
    "fid.english:8.1.2",
    "fid.english:8.1.3",
    "fid.english:8.1.4",
    "fid.english:8.1.5",
    "fid.english:8.1.6",
    "fid.english:8.1.7",
    "fid.english:8.1.8",
    "fid.english:8.1.9",
    "fid.english:8.1.10",
    "fid.english:8.1.11",
    "fid.english:8.1.12",
    "fid.english:8.1.13",
    "fid.english:8.1.14",
    "fid.english:8.1.15",
    "fid.english:8.1.16",
)
@implements(
    "fid.italian.2006:8.1.1",
    "fid.italian.2006:8.1.2",
    "fid.italian.2006:8.1.3",
    "fid.italian.2006:8.1.4",
    "fid.italian.2006:8.1.5",
    "fid.italian.2006:8.1.6",
    "fid.italian.2006:8.1.7",
    "fid.italian.2006:8.1.8",
    "fid.italian.2006:8.1.9",
    "fid.italian.2006:8.1.10",
    "fid.italian.2006:8.1.11",
    "fid.italian.2006:8.1.12",
    "fid.italian.2006:8.1.13",
    "fid.italian.2006:8.1.14",
    "fid.italian.2006:8.1.15",
    "fid.italian.2006:8.1.16",
    "fid.italian.2006:8.1.17",
)
class IrregularKind(StrEnum):
    """What was done against the rules of moving and capturing.

    Source:
        FID 2008, 8.1.1 to 8.1.17 [fid.italian].
        FID English 2008, 8.1.1 to 8.1.16 [fid.english].
        FID 2006, 8.1.1 to 8.1.17 [fid.italian.2006].

    >>> IrregularKind("moved_wrongly").said.text("en")
    'Moved a piece wrongly'
    """

    MOVED_TWICE = "moved_twice"
    MOVED_WRONGLY = "moved_wrongly"
    TOUCHED_ANOTHER = "touched_another"
    TOOK_BACK = "took_back"
    MOVED_THEIRS = "moved_theirs"
    OMITTED_CAPTURE = "omitted_capture"
    REMOVED_WITHOUT_REASON = "removed_without_reason"
    WRONG_NUMBER = "wrong_number"
    STOPPED_SHORT = "stopped_short"
    LEFT_CAPTURED = "left_captured"
    REMOVED_FEWER = "removed_fewer"
    REMOVED_UNCAPTURED = "removed_uncaptured"
    REMOVED_OWN = "removed_own"
    CAPTURED_OWN = "captured_own"
    IMPOSSIBLE_CAPTURE = "impossible_capture"
    IGNORED_PRIORITY = "ignored_priority"
    MOVED_UNCROWNED = "moved_uncrowned"
    CROWNED_WRONG = "crowned_wrong"

    @property
    def topic(self) -> str:
        """What a rulebook's article on this irregularity governs."""
        return f"irregular.{self.value}"

    @property
    def said(self) -> Text:
        """The irregularity in a few words."""
        return _SAID[self]


_SAID: dict[IrregularKind, Text] = {
    IrregularKind.MOVED_TWICE: Message("Moved twice"),
    IrregularKind.MOVED_WRONGLY: Message("Moved a piece wrongly"),
    IrregularKind.TOUCHED_ANOTHER: Message("Touched one piece and moved another"),
    IrregularKind.TOOK_BACK: Message("Took a move back"),
    IrregularKind.MOVED_THEIRS: Message("Moved a piece of the opponent's"),
    IrregularKind.OMITTED_CAPTURE: Message("Did not capture"),
    IrregularKind.REMOVED_WITHOUT_REASON: Message("Took pieces off without reason"),
    IrregularKind.WRONG_NUMBER: Message("Captured too many or too few"),
    IrregularKind.STOPPED_SHORT: Message("Stopped inside a capture"),
    IrregularKind.LEFT_CAPTURED: Message("Left the captured piece"),
    IrregularKind.REMOVED_FEWER: Message("Took off fewer than captured"),
    IrregularKind.REMOVED_UNCAPTURED: Message("Took off pieces not captured"),
    IrregularKind.REMOVED_OWN: Message("Took off own pieces"),
    IrregularKind.CAPTURED_OWN: Message("Captured an own piece"),
    IrregularKind.IMPOSSIBLE_CAPTURE: Message("Made an impossible capture"),
    IrregularKind.IGNORED_PRIORITY: Message("Ignored the priorities"),
    IrregularKind.MOVED_UNCROWNED: Message("Moved an uncrowned man as a king"),
    IrregularKind.CROWNED_WRONG: Message("Crowned the wrong man"),
}


def kinds_of(book: Rulebook) -> tuple[IrregularKind, ...]:
    """Return the irregularities a rulebook lists; all of FID 2008 where it lists none.

    >>> from damiera.regulations.book import rulebook
    >>> [len(kinds_of(rulebook(id))) for id in ("fid.italian.2008", "fid.english.2008", "fid.italian.2006")]
    [17, 16, 17]
    """
    listed = tuple(kind for kind in IrregularKind if book.governs(kind.topic))
    return listed or tuple(kind for kind in IrregularKind if kind is not IrregularKind.CAPTURED_OWN)


def article_of_kind(book: Rulebook, kind: IrregularKind) -> str | None:
    """Return the reference of the article that names this irregularity; None where the book is silent.

    >>> from damiera.regulations.book import rulebook
    >>> article_of_kind(rulebook("fid.italian.2008"), IrregularKind.MOVED_TWICE)
    'fid.italian.2008:8.1.1'
    """
    return book.ref(kind.topic) if book.governs(kind.topic) else None


_WRONG_CAPTURES = frozenset(
    {
        IrregularKind.OMITTED_CAPTURE,
        IrregularKind.WRONG_NUMBER,
        IrregularKind.STOPPED_SHORT,
        IrregularKind.IMPOSSIBLE_CAPTURE,
        IrregularKind.IGNORED_PRIORITY,
    }
)


@implements("juegopedia.turkish.2019:1.10")
def loses_at_once(book: Rulebook, kind: IrregularKind) -> bool:
    """Return whether a book has this irregularity lose the game, with nothing for the opponent to decide.

    Source:
        Juegopedia, Turkish draughts, 1.10 [juegopedia.turkish.2019:1.10].

    >>> from damiera.regulations.book import rulebook
    >>> ids = ("juegopedia.turkish.2019", "fid.italian.2008")
    >>> [loses_at_once(rulebook(id), IrregularKind.OMITTED_CAPTURE) for id in ids]
    [True, False]
    """
    return kind in _WRONG_CAPTURES and book.governs(WRONG_CAPTURE)


def after_irregularity(
    position: Position,
    side: Side,
    path: tuple[int, ...],
    removed: Iterable[int],
    crowned: Iterable[int],
    restored: Iterable[tuple[int, str]] = (),
) -> Position:
    """Return what stands on the board after an irregularity, the opponent of `side` to move.

    Those on `removed` are off the board; the piece on the first square of `path` stands on its last; those of
    `restored` are put back; those on `crowned` are kings. Nothing else is judged: a position that the rules
    could not reach is a position.

    Args:
        position: what stood before.
        side: who did it.
        path: the squares of the piece moved; empty if none was.
        removed: the squares of the pieces taken off.
        crowned: the squares of the men made kings.
        restored: the squares and letters of the pieces put on the board.
    Raises:
        CannotStand: for a square off the board or without a piece, or an occupied destination.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> after_irregularity(ITALIAN.start(), Side.WHITE, (22, 14), (), ()).piece_at(14)
    'w'
    """
    men = {Side.WHITE: set(position.white_men), Side.BLACK: set(position.black_men)}
    kings = {Side.WHITE: set(position.white_kings), Side.BLACK: set(position.black_kings)}
    sets = (men[Side.WHITE], men[Side.BLACK], kings[Side.WHITE], kings[Side.BLACK])
    back = tuple(restored)
    for square in (*path, *(at for at, _ in back)):
        if not 1 <= square <= position.rules.squares:
            raise CannotStand(square, _OFF_BOARD)
    for square in removed:
        _holder(sets, square).discard(square)
    if path:
        holder = _holder(sets, path[0])
        if path[-1] != path[0] and any(path[-1] in some for some in sets):
            raise CannotStand(path[-1], _OCCUPIED)
        holder.discard(path[0])
        holder.add(path[-1])
    for square, letter in back:
        if any(square in some for some in sets):
            raise CannotStand(square, _OCCUPIED)
        place = "wbWB".index(letter)
        if len(sets[place]) + len(sets[(place + 2) % 4]) >= position.rules.men:
            raise CannotStand(square, _NONE_BESIDE)
        sets[place].add(square)
    for square in crowned:
        holder = _holder(sets, square)
        owner = Side.WHITE if holder in (sets[0], sets[2]) and square in sets[0] | sets[2] else Side.BLACK
        holder.discard(square)
        kings[owner].add(square)
    men_w, men_b, kings_w, kings_b = (sorted(some) for some in sets)
    return position.rules.position(side.opponent, men_w, kings_w, men_b, kings_b)


def crowned_late(position: Position, squares: Iterable[int]) -> Position:
    """Return the position where the men on `squares` are kings, the same side to move.

    Raises:
        CannotStand: for a square off the board or without a piece.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> crowned_late(ITALIAN.core.position(Side.WHITE, (3,), (), (30,), ()), (3,)).white_kings
    (3,)
    """
    return after_irregularity(position, position.side.opponent, (), (), squares)


def _holder(sets: tuple[set[int], ...], square: int) -> set[int]:
    for some in sets:
        if square in some:
            return some
    raise CannotStand(square, _EMPTY)


_OFF_BOARD = Message("this board has no square {square}")
_OCCUPIED = Message("square {square} is occupied")
_EMPTY = Message("there is no piece on {square}")
_NONE_BESIDE = Message("beside the board there is no piece for {square}: all of that side stand on it")
