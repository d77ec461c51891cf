"""What was played in a chapter before its board changed without a move: shown, and never edited."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from damiera._core import Position
from damiera.notation.moves import best_route
from damiera.notation.pdn.model import PdnGame, PdnMove, PdnPart, readable
from damiera.notation.pdn.writer import LineNumbering, numbered, resumed
from damiera.regulations.book import UnknownArticle, UnknownRulebook
from damiera.service.analysis_lines import line_view
from damiera.service.game_views import pieces_view
from damiera.service.links import article_link
from damiera.service.views import ArticleLink, PlyView
from damiera.study.model import StudyChapter
from damiera.web.study.tree_views import BAD, signs_of

__all__ = [
    "EarlierData",
    "EarlierMove",
    "EarlierPart",
    "earlier_data",
    "earlier_parts",
    "earlier_position",
]


class EarlierMove(msgspec.Struct, frozen=True):
    """A move of an earlier part: the number of the position it leads to, its count, text, signs and remark.

    Positions are counted through all parts, the first of each being where it begins.
    """

    number: int
    count: str
    text: str
    signs: str
    bad: bool
    said: str


class EarlierPart(msgspec.Struct, frozen=True):
    """A part, and how it ended: why the board changed, and by which article (None where none is named)."""

    said: str
    moves: tuple[EarlierMove, ...]
    why: str
    article: ArticleLink | None
    unknown: str


class EarlierData(msgspec.Struct, frozen=True):
    """A part for the script of the page: the pieces it begins with, and how its moves are played."""

    pieces: dict[str, str]
    plies: tuple[PlyView, ...]


def _counts(game: PdnGame) -> Sequence[LineNumbering]:
    """Return with which count each earlier part begins."""
    if not game.earlier:
        return ()
    counts = [numbered(game.parts[0].start)]
    for part, then in pairwise(game.parts[:-1]):
        counts.append(resumed(counts[-1], len(part.mainline), then.start))
    return counts


def earlier_parts(chapter: StudyChapter) -> tuple[EarlierPart, ...]:
    """Return the earlier parts of a chapter, as its page shows them."""
    game = chapter.game
    parts, number = [], 0
    for part, count in zip(game.earlier, _counts(game), strict=True):
        moves = tuple(
            _move(entry, number + at + 1, count.on(at), at == 0, game.ruleset.rulebooks[0])
            for at, entry in enumerate(part.mainline)
        )
        link = _link(part.article)
        unknown = part.article if link is None else ""
        parts.append(EarlierPart(readable(part.comment), moves, part.text, link, unknown))
        number += len(moves) + 1
    return tuple(parts)


def _move(entry: PdnMove, number: int, count: LineNumbering, fresh: bool, book: str) -> EarlierMove:
    turn, hand = divmod(count.ply, count.hands)
    before = f"{turn + 1}." if hand == 0 else f"{turn + 1}…" if fresh else ""
    return EarlierMove(
        number,
        before,
        entry.text.replace("x", "×"),
        signs_of(entry, book),
        entry.strength in BAD,
        readable(entry.comment),
    )


def _link(ref: str) -> ArticleLink | None:
    """Return the link to an article as a file names it; None where no book of ours has it."""
    try:
        return article_link(ref) if ref else None
    except (UnknownArticle, UnknownRulebook):
        return None


def earlier_position(game: PdnGame, number: int) -> tuple[Position, tuple[int, ...]] | None:
    """Return a position of the earlier parts and the route that led to it; None where there is none."""
    for part in game.earlier:
        if 0 <= number <= len(part.mainline):
            return _reached(part, number)
        number -= len(part.mainline) + 1
    return None


def _reached(part: PdnPart, moves: int) -> tuple[Position, tuple[int, ...]]:
    position, path = part.start, tuple[int, ...]()
    for entry in part.mainline[:moves]:
        path = best_route(position, entry.move)
        position = position.play(entry.move)
    return position, path


def earlier_data(chapter: StudyChapter) -> tuple[EarlierData, ...]:
    """Return the earlier parts of a chapter for a script."""
    return tuple(
        EarlierData(pieces_view(part.start), line_view(part.start, [entry.move for entry in part.mainline]))
        for part in chapter.game.earlier
    )
