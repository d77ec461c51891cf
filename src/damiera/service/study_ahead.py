"""The law for a page without a connection: the legal moves where an author of a study may come to.

The server alone knows what is legal. So a page asks, while it can, for the positions round the node it shows:
moves made there later, without a connection, are legal ones, and leave when the connection is back.
"""

from __future__ import annotations

from collections import deque
from typing import Final

import msgspec

from damiera._core import Move, Position
from damiera.messages import Lang
from damiera.notation.moves import format_move
from damiera.service.analysis import AnalysisLine, PositionView, state_of
from damiera.study.model import StudyChapter
from damiera.study.tree import Path, line_to

__all__ = ["MOST_AHEAD", "MOST_NODES", "PositionAhead", "positions_ahead"]

MOST_AHEAD: Final = 400
"""Positions behind one node, the nearest first: three or four moves deep as a rule."""
MOST_NODES: Final = 400
"""Nodes of the tree."""


class PositionAhead(msgspec.Struct, frozen=True):
    """A position, by the moves that lead there from the start of its chapter, with its legal moves."""

    moves: str
    state: PositionView


def positions_ahead(
    chapter: StudyChapter, path: Path, lang: Lang, *, whole: bool
) -> tuple[AnalysisLine, tuple[PositionAhead, ...]]:
    """Return the positions that an author may come to from a node, and a line that has them all.

    Args:
        path: the node; where it is not there, the last one before it.
        whole: with those of the tree.
    """
    out = dict[str, Position]()
    if whole:
        out[""] = chapter.game.start
        ways: dict[Path, Path] = {(): ()}
        for node in chapter.nodes()[:MOST_NODES]:
            way = ways[node.path] = (*ways[node.path[:-1]], format_move(node.before, node.entry.move))
            out[" ".join(way)] = node.position
    position, way = chapter.game.start, ()
    for entry in line_to(chapter.game.mainline, path):
        way = (*way, format_move(position, entry.move))
        position = position.play(entry.move)
    for texts, one in _behind(position, way).items():
        out.setdefault(texts, one)
    line = AnalysisLine(chapter.game.ruleset, chapter.game.start, (), tuple(out.values()))
    return line, tuple(PositionAhead(texts, _state(chapter, one, lang)) for texts, one in out.items())


def _behind(position: Position, way: Path) -> dict[str, Position]:
    """Return a position and those that moves from it lead to, the nearest first, by all moves up to there."""
    out, waiting = dict[str, Position](), deque([(way, position)])
    while waiting and len(out) < MOST_AHEAD:
        texts, here = waiting.popleft()
        out[" ".join(texts)] = here
        waiting += [((*texts, format_move(here, move)), here.play(move)) for move in _distinct(here)]
    return out


def _distinct(position: Position) -> tuple[Move, ...]:
    """Return the moves of a position; those that are written alike once."""
    return tuple({format_move(position, move): move for move in position.moves()}.values())


def _state(chapter: StudyChapter, position: Position, lang: Lang) -> PositionView:
    return state_of(AnalysisLine(chapter.game.ruleset, position, (), (position,)), lang)
