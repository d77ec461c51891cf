"""What a study is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from damiera._core import Position
from damiera.notation.pdn.model import PdnGame
from damiera.study.errors import UnknownChapter
from damiera.study.tree import Path, StudyNode, line_to, nodes

__all__ = ["KINDS", "MOST_CHAPTERS", "ChapterKind", "Study", "StudyChapter"]

ChapterKind: TypeAlias = Literal["study", "guess", "find"]
"""Read; guess the moves of one side, one by one; find the shot from the first position."""
KINDS: Final[tuple[ChapterKind, ...]] = ("study", "guess", "find")
MOST_CHAPTERS: Final = 64


@dataclass(frozen=True, slots=True)
class StudyChapter:
    """One game tree of a study.

    Attributes:
        id: its name for programs.
        name: its title.
        game: tags, the position it starts from, the tree, the result. Parts played before the board changed
            without a move (`earlier`) are kept and not changed.
        kind: how it is read.
        side: whose moves are to be guessed.
        folded: nodes whose variations are not shown until they are asked for.

    >>> from damiera.notation.pdn.reader import read_pdn
    >>> StudyChapter("a", "First", next(read_pdn("1. 21-17 12-15 *"))).position(("21-17",)).fen[:4]
    'B:W1'
    """

    id: str
    name: str
    game: PdnGame
    kind: ChapterKind = "study"
    side: Literal["white", "black"] = "white"
    folded: frozenset[Path] = field(default_factory=frozenset)

    def position(self, path: Path) -> Position:
        """Return the position after a path, as far as it is there."""
        position = self.game.start
        for entry in line_to(self.game.mainline, path):
            position = position.play(entry.move)
        return position

    def nodes(self) -> tuple[StudyNode, ...]:
        """Return every node."""
        return tuple(nodes(self.game.mainline, self.game.start))


@dataclass(frozen=True, slots=True)
class Study:
    """A study.

    Attributes:
        title: what it is called.
        chapters: those that are read, in their order.
        removed: those taken out; a change that comes late brings one back.

    >>> Study("Ends").chapters
    ()
    """

    title: str
    chapters: tuple[StudyChapter, ...] = ()
    removed: tuple[StudyChapter, ...] = ()

    def chapter(self, id: str) -> StudyChapter:
        """Return a chapter.

        Raises:
            UnknownChapter: there is none, or it was taken out.
        """
        for one in self.chapters:
            if one.id == id:
                return one
        raise UnknownChapter(id)
