"""Finding a position or a pattern in trees and in games.

A pattern is written as a position is, and says only what matters: `W:W22,K31:B18:E14` finds every position
with White to move, a white man on 22, a white king on 31, a black man on 18 and nothing on 14. With `?` in
the place of the first letter either side may move. In Cheskers `B` before a square is a bishop, `C` a camel.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from damiera._core import Position, Side
from damiera.messages import Message
from damiera.notation.errors import SquareError, quoted
from damiera.notation.numbering import parse_square
from damiera.rules.pieces import Piece, kinds_of
from damiera.rules.ruleset import Ruleset
from damiera.study.errors import StudyError
from damiera.study.model import StudyChapter
from damiera.study.tree import Path

__all__ = ["BoardPattern", "hits", "is_wanted", "read_pattern"]

_SIDES: Final = {"W": Side.WHITE, "B": Side.BLACK, "?": None, "": None}
_LETTERS: Final = {(piece.side.letter, piece.sign): piece.letter for piece in Piece if not piece.is_marble}
_RANGE: Final = re.compile(r"(\d+)-(\d+)")
_SHAPE: Final = Message(
    "{found} is no pattern: write the side to move or ?, then white and black pieces and empty squares, "
    "as in {example}."
)
_ALL_FREE: Final = Message("This pattern names no square: every position would fit it.")


@dataclass(frozen=True, slots=True)
class BoardPattern:
    """What must stand where.

    Attributes:
        game: of which game (slug); another is never found.
        side: who is to move; None for either.
        pieces: the letter that a position has for each square that is named.
        empty: squares on which nothing stands.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> read_pattern("?:W22:B11:E18", ITALIAN).fits(ITALIAN.start())
    True
    """

    game: str
    side: Side | None
    pieces: Mapping[int, str]
    empty: frozenset[int]

    def fits(self, position: Position) -> bool:
        """Whether a position has all that the pattern names."""
        if self.side is not None and position.side is not self.side:
            return False
        there = position.pieces
        return all(there.get(square) == letter for square, letter in self.pieces.items()) and not (
            self.empty & there.keys()
        )


def read_pattern(text: str, ruleset: Ruleset) -> BoardPattern:
    """Return the pattern that a text means.

    Raises:
        StudyError: it is no pattern, or fits everything.
        SquareError: the board has no such square.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> read_pattern("W:WK1,21-23:E9", ITALIAN).pieces
    {1: 'W', 21: 'w', 22: 'w', 23: 'w'}
    """
    first, *groups = text.strip().strip('"').rstrip(".").split(":")
    if first.upper() not in _SIDES or not groups:
        raise _unread(text)
    pieces: dict[int, str] = {}
    empty = set[int]()
    for group in filter(None, (one.strip() for one in groups)):
        owner = group[0].upper()
        if owner not in "WBE":
            raise _unread(text)
        for sign, square in _squares(group[1:], ruleset):
            if owner == "E":
                empty.add(square)
            else:
                pieces[square] = _LETTERS[owner, sign]
    if not pieces and not empty:
        raise StudyError(_ALL_FREE)
    return BoardPattern(ruleset.slug, _SIDES[first.upper()], pieces, frozenset(empty))


def _unread(text: str) -> StudyError:
    return StudyError(_SHAPE.format(found=quoted(text.strip()), example="W:W22,K31:B18:E14"))


def _squares(listed: str, ruleset: Ruleset) -> Iterator[tuple[str, int]]:
    """The squares of a group, each with the sign before it: nothing for a man, `K` for a king."""
    signs = {piece.sign for piece in kinds_of(ruleset.core)} - {"", "K"}
    for part in filter(None, (one.strip() for one in listed.split(","))):
        sign = "K" if part[0] in "Kk" else part[0] if part[0] in signs else ""
        name = part[len(sign) :]
        run = _RANGE.fullmatch(name)
        if run is None:
            yield sign, parse_square(ruleset, name)
            continue
        first, last = (parse_square(ruleset, end) for end in run.groups())
        if first > last:
            raise SquareError(name, str(ruleset.core.squares))
        for square in range(first, last + 1):
            yield sign, square


def hits(
    chapters: Iterable[StudyChapter], wanted: Position | BoardPattern
) -> Iterator[tuple[StudyChapter, Path]]:
    """Yield where a position or a pattern stands, once for each chapter: its first place in the tree.

    >>> from damiera.study.files import chapter_of, read_chapters
    >>> [(name, game)] = read_chapters("1. 21-17 (1. 22-18) *").chapters
    >>> chapter = chapter_of("a", name, game)
    >>> [path for _, path in hits([chapter], chapter.position(("22-18",)))]
    [('22-18',)]
    """
    for chapter in chapters:
        game = wanted.game if isinstance(wanted, BoardPattern) else wanted.rules.slug
        if game != chapter.game.ruleset.slug:
            continue
        places = _places(chapter)
        path = next((path for path, position in places if is_wanted(position, wanted)), None)
        if path is not None:
            yield chapter, path


def _places(chapter: StudyChapter) -> Iterator[tuple[Path, Position]]:
    yield (), chapter.game.start
    for node in chapter.nodes():
        yield node.path, node.position


def is_wanted(position: Position, wanted: Position | BoardPattern) -> bool:
    """Tell whether a position is the one that is looked for, or fits the pattern.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> is_wanted(ITALIAN.start(), ITALIAN.start())
    True
    """
    if isinstance(wanted, BoardPattern):
        return wanted.fits(position)
    return position.side is wanted.side and position.pieces == wanted.pieces
