"""The law for a page without a connection: the legal moves where an author of a study may come to.

The server alone knows what is legal. So a page asks, while it can, for the positions round the node it shows:
moves made there later, without a connection, are legal ones, and leave when the connection is back.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from itertools import chain, islice
from typing import Final

import msgspec

from damiera._core import Position
from damiera.messages import Lang
from damiera.notation.moves import format_move
from damiera.service.analysis_lines import AnalysisLine, PositionView, state_of
from damiera.study.model import StudyChapter
from damiera.study.tree import Path, line_to

__all__ = ["MOST_AHEAD", "MOST_NODES", "PositionAhead", "positions_ahead"]

MOST_AHEAD: Final = 400
"""Positions behind one node, the nearest first: three or four moves deep as a rule."""
MOST_NODES: Final = 400
"""Nodes of the tree."""
PATIENCE_S: Final = 0.4
"""How long is looked in a game of many moves, where a position alone takes a tenth of a second (Halma)."""


class PositionAhead(msgspec.Struct, frozen=True):
    """A position, by the moves that lead there from the start of its chapter, with its legal moves."""

    moves: str
    state: PositionView


def positions_ahead(
    chapter: StudyChapter, path: Path, lang: Lang, *, whole: bool
) -> tuple[AnalysisLine, tuple[PositionAhead, ...]]:
    """Return the positions that an author may come to from a node, and a line that has them all.

    In a game of many moves they are fewer: as many as are found in `PATIENCE_S`, and one at least.

    Args:
        path: the node; where it is not there, the last one before it.
        whole: with those of the tree.
    """
    until = time.monotonic() + PATIENCE_S
    position = chapter.game.start
    way: Path = ()
    for entry in line_to(chapter.game.mainline, path):
        way = (*way, format_move(position, entry.move))
        position = position.play(entry.move)
    behind, ahead = _behind(position, way), dict[str, tuple[Position, PositionView]]()
    for texts, one in chain(
        islice(behind, 1), _tree(chapter) if whole else (), islice(behind, MOST_AHEAD - 1)
    ):
        if texts not in ahead:
            ahead[texts] = (one, _state(chapter, one, lang))
        if time.monotonic() > until:
            break
    seen = tuple(one for one, _ in ahead.values())
    line = AnalysisLine(chapter.game.ruleset, chapter.game.start, (), seen)
    return line, tuple(PositionAhead(texts, state) for texts, (_, state) in ahead.items())


def _tree(chapter: StudyChapter) -> Iterator[tuple[str, Position]]:
    """Yield the positions of a tree by the moves that lead to each."""
    yield "", chapter.game.start
    ways: dict[Path, Path] = {(): ()}
    for node in islice(chapter.nodes(), MOST_NODES):
        way = ways[node.path] = (*ways[node.path[:-1]], format_move(node.before, node.entry.move))
        yield " ".join(way), node.position


def _behind(position: Position, way: Path) -> Iterator[tuple[str, Position]]:
    """Yield a position and those that its moves lead to, the nearest first, by the moves up to there."""
    yield " ".join(way), position
    known, waiting = {way}, deque([(way, position, move) for move in position.moves()])
    while waiting:
        before, here, move = waiting.popleft()
        texts = (*before, format_move(here, move))
        if texts in known:  # routes that are written alike
            continue
        known.add(texts)
        there = here.play(move)
        yield " ".join(texts), there
        waiting += [(texts, there, further) for further in there.moves()]


def _state(chapter: StudyChapter, position: Position, lang: Lang) -> PositionView:
    return state_of(AnalysisLine(chapter.game.ruleset, position, (), (position,)), lang)
