"""Chapters that ask: the moves of one side are found one by one; the other replies as the author has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from damiera._core import Side
from damiera.messages import Message, Text
from damiera.notation.moves import format_move, parse_move
from damiera.study.model import Study, StudyChapter
from damiera.study.remarks import parsed
from damiera.study.tree import Path, found, main_path

__all__ = ["QuizAnswer", "found_so_far", "is_unsolved", "solver", "tried", "without_solutions"]


LONGEST: Final = 6
"""Moves of the author's answer to a wrong one that are shown."""


@dataclass(frozen=True, slots=True)
class QuizAnswer:
    """What is said of a move that was tried.

    Attributes:
        right: whether it is the author's.
        done: whether nothing is left to be found.
        path: how far the reader is now, with the reply of the other side.
        text: what is said of it.
        remark: what the author says of it; empty if nothing.
        answered: the texts of the moves by which the author answers a wrong one; none where they do not.
    """

    right: bool
    done: bool
    path: Path
    text: Text
    remark: str = ""
    answered: Path = ()


def solver(chapter: StudyChapter) -> Side:
    """Return whose moves are to be found.

    >>> from damiera.study.files import chapter_of, read_chapters
    >>> [(name, game)] = read_chapters('[ChapterKind "guess black"] 1. 21-17 12-15 *').chapters
    >>> solver(chapter_of("a", name, game))
    Side.BLACK
    """
    if chapter.kind == "find":
        return chapter.game.start.side
    return Side.WHITE if chapter.side == "white" else Side.BLACK


def found_so_far(chapter: StudyChapter, path: Path) -> Path:
    """Return how far somebody is who has found the moves of a path, with the reply of the other side.

    What does not agree with the author's line counts for nothing.
    """
    whole = main_path(chapter.game.mainline)
    known = 0
    while known < min(len(path), len(whole)) and path[known] == whole[known]:
        known += 1
    while known < len(whole) and chapter.position(whole[:known]).side is not solver(chapter):
        known += 1
    return whole[:known]


def is_unsolved(chapter: StudyChapter, path: Path = ()) -> bool:
    """Whether a chapter asks for moves that somebody who has found those of a path does not know yet.

    >>> from damiera.study.files import chapter_of, read_chapters
    >>> [(name, game)] = read_chapters('[ChapterKind "find"] 1. 21-17 12-15 *').chapters
    >>> chapter = chapter_of("a", name, game)
    >>> is_unsolved(chapter), is_unsolved(chapter, ("21-17", "12-15"))
    (True, False)
    """
    return chapter.kind != "study" and found_so_far(chapter, path) != main_path(chapter.game.mainline)


def without_solutions(study: Study, found: Mapping[str, Path]) -> Study:
    """Return a study as its readers may take it along: of chapters that ask only what has been found.

    Args:
        found: the moves found so far, by the id of the chapter; one that is solved is whole.

    >>> from damiera.study.files import chapter_of, read_chapters
    >>> [(name, game)] = read_chapters('[ChapterKind "find"] 1. 21-17 12-15 *').chapters
    >>> study = Study("Shots", (chapter_of("a", name, game),))
    >>> without_solutions(study, {}).chapters[0].nodes()
    ()
    """
    kept = (
        _without_solution(one, found.get(one.id, ())) if is_unsolved(one, found.get(one.id, ())) else one
        for one in study.chapters
    )
    return replace(study, chapters=tuple(kept))


def _without_solution(chapter: StudyChapter, path: Path) -> StudyChapter:
    game = chapter.game
    known = len(found_so_far(chapter, path))
    moves = tuple(replace(entry, variations=()) for entry in game.mainline[:known])
    bare = replace(game, mainline=moves, closing="", earlier=())
    return replace(chapter, game=bare, folded=frozenset())


def tried(chapter: StudyChapter, path: Path, move: str) -> QuizAnswer:
    """Return what is said of a move that a reader tries behind what they have found.

    Raises:
        NotationError: the text is no legal move there; tells why.

    >>> from damiera.study.files import chapter_of, read_chapters
    >>> [(name, game)] = read_chapters('[ChapterKind "guess white"] 1. 21-17 12-15 2. 22-18 *').chapters
    >>> answer = tried(chapter_of("a", name, game), (), "21-17")
    >>> answer.right, answer.done, answer.path
    (True, False, ('21-17', '12-15'))
    """
    so_far = found_so_far(chapter, path)
    whole = main_path(chapter.game.mainline)
    position = chapter.position(so_far)
    text = format_move(position, parse_move(position, move))
    here = (*so_far, text)
    entry = found(chapter.game.mainline, here)
    remark = parsed(entry.comment, chapter.game.ruleset.core.squares).words if entry else ""
    if so_far == whole:
        return QuizAnswer(True, True, whole, _SOLVED, remark)
    if whole[len(so_far)] != text:
        answered = main_path(chapter.game.mainline, here)[len(here) :] if entry else ()
        return QuizAnswer(False, False, so_far, _KNOWN if entry else _WRONG, remark, answered[:LONGEST])
    after = found_so_far(chapter, here)
    done = after == whole
    return QuizAnswer(True, done, after, _SOLVED if done else _RIGHT, remark)


_WRONG = Message("That is not it. Look again.")
_KNOWN = Message("The author has looked at this move, and prefers another one.")
_RIGHT = Message("Right. Go on.")
_SOLVED = Message("Solved.")
