"""Lessons: the articles of a book in the order in which they are learned, each with exercises, as data.

The lessons of a book are in `lessons/<book>.toml`, beside this module: parts with a title, lessons named by
the number of their article, exercises. What is asked in an exercise the rules can check, so no answer is
believed because it stands in a file; `answers` says what is right, and a test holds it against the rules.

| key of an exercise | meaning |
|---|---|
| `task` | what to do, in a sentence |
| `position` | FEN; the start where it is left out |
| `find` | what is right, of the table below |
| `answers` | all the right moves, or the squares of the pieces |

| `find` | what is right |
|---|---|
| `move` | any legal move |
| `capture`, `crown` | a legal move that takes, that crowns |
| `win` | a legal move that wins at once |
| `pieces` | every piece that may be moved is marked |
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Final, Literal

import msgspec

from damiera.decoding import converter, prepared
from damiera.messages import Text, message_of

__all__ = ["COURSES", "ArticleLesson", "Exercise", "LessonPart", "Sought", "lesson_parts"]

COURSES: Final = ("fid.italian.2008", "wcdf.english", "fmjd.international")
"""The books that have lessons, in the order in which they are shown."""

Sought = Literal["move", "capture", "crown", "win", "pieces"]

_FOLDER = Path(__file__).parent / "lessons"
_CONTEXT = "lesson"


@dataclass(frozen=True, slots=True)
class Exercise:
    """Something to do on the board: the keys of the table above."""

    task: Text
    find: Sought
    answers: tuple[str, ...]
    position: str = ""


@dataclass(frozen=True, slots=True)
class ArticleLesson:
    """An article to be learned: its number, a short title, and exercises, at least one."""

    number: str
    title: Text
    exercise: tuple[Exercise, ...]


@dataclass(frozen=True, slots=True)
class LessonPart:
    """Lessons that belong together, under a title."""

    title: Text
    lesson: tuple[ArticleLesson, ...]


prepared(Exercise)
prepared(ArticleLesson)
prepared(LessonPart)


@lru_cache
def lesson_parts(book: str) -> tuple[LessonPart, ...]:
    """Return the lessons of a book, by parts; nothing for a book that has none.

    >>> [lesson.number for lesson in lesson_parts("fid.italian.2008")[0].lesson]
    ['2.1', '4.1', '4.2', '4.7']
    >>> lesson_parts("idf.russian")
    ()
    """
    if book not in COURSES:
        return ()
    read = converter(tuple[LessonPart, ...], partial(message_of, context=_CONTEXT))
    tables = msgspec.toml.decode((_FOLDER / f"{book}.toml").read_bytes(), type=dict[str, list[object]])
    found: tuple[LessonPart, ...] = read(tables["part"])
    return found
