"""The tree of a chapter as a page shows it, and as its script walks it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from string import ascii_uppercase
from typing import Final
from urllib.parse import quote

import msgspec

from damiera.notation.pdn.model import PdnLine, PdnMove
from damiera.notation.pdn.writer import LineNumbering, first_count
from damiera.notation.signs import symbol_of_nag
from damiera.service.analysis_lines import line_view
from damiera.service.views import PlyView
from damiera.study.model import StudyChapter
from damiera.study.remarks import CommentParts, parsed
from damiera.study.tree import Path, StudyNode

__all__ = [
    "NodeData",
    "TreeComment",
    "TreeLine",
    "TreeMove",
    "TreePart",
    "TreeVariations",
    "chapter_tree",
    "clock_of",
    "node_address",
    "node_data",
    "path_text",
    "signs_of",
]

BAD: Final = ("?", "??", "!?")


class NodeData(msgspec.Struct, frozen=True):
    """A node for the script of the page: its parent by number (-1: the start), its name, how it is played.

    `text` is what is said of it, `drawings` what is drawn, as `B22,15,6`; `printed` are its marks as they are
    printed, after `strength`. `under` is the move that it is a variation to, by number; -1 where it opens
    none. `before` and `after` are said of the variation that it opens.
    """

    parent: int
    name: str
    ply: PlyView
    text: str = ""
    drawings: tuple[str, ...] = ()
    strength: str = ""
    nags: tuple[int, ...] = ()
    signs: tuple[str, ...] = ()
    folded: bool = False
    clock: str = ""
    printed: str = ""
    under: int = -1
    before: str = ""
    after: str = ""


class TreeMove(msgspec.Struct, frozen=True):
    """A move of a line: the number of its node, its count (`7.`, `7…` or nothing), its text and signs."""

    node: int
    address: str
    count: str
    text: str
    signs: str
    bad: bool
    now: bool
    clock: str


class TreeComment(msgspec.Struct, frozen=True):
    """What is said in a line."""

    text: str


class TreeVariations(msgspec.Struct, frozen=True):
    """Other lines from the position before a move; `folded`: only their number shows."""

    lines: tuple[TreeLine, ...]
    folded: bool


class TreePart(msgspec.Struct, frozen=True):
    """A part of a line: moves in a row, a comment or variations, whichever is there."""

    moves: tuple[TreeMove, ...] = ()
    comment: TreeComment | None = None
    variations: TreeVariations | None = None


class TreeLine(msgspec.Struct, frozen=True):
    """A line: its letter among its like (empty for the main line), and its parts in order."""

    letter: str
    parts: tuple[TreePart, ...]


def path_text(path: Sequence[str]) -> str:
    """Return a path as an address names it."""
    return " ".join(path)


def node_address(study: str, chapter: str, path: Sequence[str]) -> str:
    """Return the address of a node."""
    at = f"?at={quote(path_text(path))}" if path else ""
    return f"/study/{study}/{chapter}{at}"


def clock_of(told: CommentParts) -> str:
    """Return what the clock showed after a move; empty where nobody wrote it down."""
    return told.clock.removeprefix("[%clk").rstrip("]").strip()


def signs_of(entry: PdnMove, rulebook: str) -> str:
    """Return the marks of a move as they are printed."""
    glyphs = [symbol_of_nag(nag, rulebook) for nag in entry.nags]
    return " ".join(filter(None, (entry.strength, *glyphs, *entry.signs)))


def node_data(chapter: StudyChapter, among: Sequence[StudyNode]) -> tuple[NodeData, ...]:
    """Return nodes for a script, in the order of the tree."""
    numbers: dict[Path, int] = {(): -1}
    varied = dict[int, int]()
    squares = chapter.game.ruleset.core.squares
    out = []
    for number, node in enumerate(among):
        numbers[node.path] = number
        varied |= {id(line): number for line in node.entry.variations}
        told = parsed(node.entry.comment, squares)
        [ply] = line_view(node.before, (node.entry.move,), ply=len(node.path) - 1)
        out.append(
            NodeData(
                parent=numbers[node.path[:-1]],
                name=node.path[-1],
                ply=ply,
                text=told.words,
                drawings=tuple(f"{one.pen}{','.join(map(str, one.path))}" for one in told.drawings),
                strength=node.entry.strength,
                nags=node.entry.nags,
                signs=node.entry.signs,
                folded=node.path in chapter.folded,
                clock=clock_of(told),
                printed=signs_of(replace(node.entry, strength=""), chapter.game.ruleset.rulebooks[0]),
                under=varied.get(id(node.opens), -1) if node.opens else -1,
                before=parsed(node.opens.comment, squares).words if node.opens else "",
                after=parsed(node.opens.after, squares).words if node.opens else "",
            )
        )
    return tuple(out)


def chapter_tree(study: str, chapter: StudyChapter, among: Sequence[StudyNode], at: Path) -> TreeLine:
    """Return the tree as lines of moves, comments and variations; only the nodes `among` are shown."""
    builder = _TreeBuilder(study, chapter, among, at)
    game = chapter.game
    return builder.line(game.mainline, (), first_count(game), "", game.comment)


class _TreeBuilder:
    """Makes the lines of one chapter."""

    def __init__(self, study: str, chapter: StudyChapter, among: Sequence[StudyNode], at: Path) -> None:
        self.study = study
        self.chapter = chapter
        self.at = at
        self.book = chapter.game.ruleset.rulebooks[0]
        self.squares = chapter.game.ruleset.core.squares
        self.numbers: Mapping[Path, int] = {node.path: number for number, node in enumerate(among)}

    def line(
        self,
        moves: Sequence[PdnMove],
        before: Path,
        count: LineNumbering,
        letter: str,
        comment: str,
        names: dict[str, int] | None = None,
    ) -> TreeLine:
        """Return a line that begins behind a path; `names` are the moves that stand beside its first."""
        parts: list[TreePart] = self._said(comment)
        row: list[TreeMove] = []
        fresh = True
        for number, entry in enumerate(moves):
            seen = names if names is not None and number == 0 else {}
            path = (*before, _name(entry.text, seen))
            if path not in self.numbers:
                break
            row.append(self._move(entry, path, count.on(number), fresh))
            said = self._said(entry.comment)
            lines = self._variations(entry, before, count.on(number), seen)
            fresh = bool(said or lines)
            if fresh:
                parts += [TreePart(tuple(row)), *said]
                row = []
            if lines:
                parts.append(TreePart(variations=TreeVariations(lines, path in self.chapter.folded)))
            for other in entry.variations:
                parts += self._said(other.after)
            before = path
        if row:
            parts.append(TreePart(tuple(row)))
        return TreeLine(letter, tuple(parts))

    def _variations(
        self, entry: PdnMove, before: Path, count: LineNumbering, names: dict[str, int]
    ) -> tuple[TreeLine, ...]:
        out = []
        for number, other in enumerate(entry.variations):
            letter = ascii_uppercase[number % 26]
            line = self._variation(other, before, count, letter, names)
            if line.parts:
                out.append(line)
        return tuple(out)

    def _variation(
        self, other: PdnLine, before: Path, count: LineNumbering, letter: str, names: dict[str, int]
    ) -> TreeLine:
        return self.line(other.moves, before, count, letter, other.comment, names)

    def _move(self, entry: PdnMove, path: Path, count: LineNumbering, fresh: bool) -> TreeMove:
        turn, hand = divmod(count.ply, count.hands)
        return TreeMove(
            node=self.numbers[path],
            address=node_address(self.study, self.chapter.id, path),
            count=f"{turn + 1}." if hand == 0 else f"{turn + 1}…" if fresh else "",
            text=entry.text.replace("x", "×"),
            signs=signs_of(entry, self.book),
            bad=entry.strength in BAD,
            now=path == self.at,
            clock=clock_of(parsed(entry.comment, self.squares)),
        )

    def _said(self, comment: str) -> list[TreePart]:
        words = parsed(comment, self.squares).words
        return [TreePart(comment=TreeComment(words))] if words else []


def _name(text: str, seen: dict[str, int]) -> str:
    seen[text] = seen.get(text, 0) + 1
    return text if seen[text] == 1 else f"{text}~{seen[text]}"
