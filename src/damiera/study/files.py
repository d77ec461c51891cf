"""Studies as PDN files: every chapter a game, its name and kind in tags of their own; nothing else is ours.

| tag | what |
|---|---|
| `StudyName`, `ChapterName` | titles, as other servers write them |
| `ChapterKind` | `guess white`, `guess black` or `find`; none for a chapter that is read |

Other tags, comments, glyphs and variations are kept as PDN has them, those of unknown programs too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from damiera._core import Side
from damiera.messages import Message, Text
from damiera.notation.pdn.errors import PdnError
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.notation.pdn.writer import write_pdn, write_pdn_file
from damiera.rules.ruleset import Ruleset
from damiera.study.errors import StudyError
from damiera.study.model import KINDS, MOST_CHAPTERS, ChapterKind, Study, StudyChapter

__all__ = [
    "LARGEST_FILE",
    "LARGEST_TEXT",
    "ReadChapters",
    "chapter_of",
    "chapter_text",
    "read_chapters",
    "study_text",
]

LARGEST_TEXT: Final = 2_000_000
"""Letters of a text that a study takes at once."""
LARGEST_FILE: Final = 4 * LARGEST_TEXT
"""Bytes of a file that may hold so many letters, in whatever encoding."""

_OWN: Final = ("StudyName", "ChapterName", "ChapterKind")
_UNKNOWN: Final = ("", "?", "-")
_TOO_LARGE: Final = Message(
    "This text has {n} letters, and a study takes {most} at once: bring a collection of games in by My games."
)
_TOO_MANY: Final = Message(
    "This text has more than {most} games, and a study has no more chapters: bring it in by My games."
)
_NO_GAME: Final = Message("There is no game in this text.")
_KEPT: Final = Message("{why} The game is kept up to there; the rest stands behind it as a remark.")


@dataclass(frozen=True, slots=True)
class ReadChapters:
    """What a text holds.

    Attributes:
        title: the name of the study; empty where the text does not say.
        chapters: a name and a game for each.
        notes: what was read round, and what could not be read.

    >>> read_chapters("1. 21-17 12-15 *").chapters[0][1].result
    '*'
    """

    title: str
    chapters: tuple[tuple[str, PdnGame], ...]
    notes: tuple[Text, ...]


def read_chapters(text: str, default: Ruleset | None = None) -> ReadChapters:
    """Return the chapters of a PDN text, in whatever dialect it is written.

    Raises:
        PdnError: nothing of it can be read; tells what is wrong with the first game.
        StudyError: it holds no game, too many, or too much.

    >>> read_chapters('[ChapterName "Ends"] [StudyName "All"] 1. 21-17 *').title
    'All'
    """
    if len(text) > LARGEST_TEXT:
        raise StudyError(_TOO_LARGE.format(n=len(text), most=LARGEST_TEXT))
    chapters: list[tuple[str, PdnGame]] = []
    notes: list[Text] = []
    first: PdnError | None = None
    title = ""
    for item in read_pdn(text, default=default):
        game = item.beginning if isinstance(item, PdnError) else item
        if isinstance(item, PdnError):
            first = first or item
            notes.append(_KEPT.format(why=item.message) if game is not None else item.message)
        else:
            notes += [note.text for note in item.notes]
        if game is None:
            continue
        if len(chapters) == MOST_CHAPTERS:
            raise StudyError(_TOO_MANY.format(most=MOST_CHAPTERS))
        title = title or game.tags.get("StudyName", "")
        chapters.append((_name(game, len(chapters) + 1), game))
    if not chapters:
        raise first or StudyError(_NO_GAME)
    return ReadChapters(title, tuple(chapters), tuple(notes))


def _name(game: PdnGame, number: int) -> str:
    said = game.tags.get("ChapterName", "").strip()
    if said:
        return said[:120]
    players = [game.tags.get(side, "").strip() for side in ("White", "Black")]
    if any(name not in _UNKNOWN for name in players):
        return " – ".join(players)[:120]
    event = game.tags.get("Event", "").strip()
    return event[:120] if event not in _UNKNOWN else str(number)


def chapter_of(id: str, name: str, game: PdnGame) -> StudyChapter:
    """Return a chapter of a game that was read: its kind is in its tags, which are ours no longer.

    >>> [game] = read_pdn('[ChapterKind "guess black"] 1. 21-17 *')
    >>> chapter_of("a", "First", game).side
    'black'
    """
    kind, _, side = game.tags.get("ChapterKind", "").partition(" ")
    tags = {name: value for name, value in game.tags.items() if name not in _OWN}
    begins = "white" if game.start.side is Side.WHITE else "black"
    return StudyChapter(
        id,
        name,
        replace(game, tags=tags),
        _kind(kind),
        "black" if side == "black" or (not side and begins == "black") else "white",
    )


def _kind(word: str) -> ChapterKind:
    return next((kind for kind in KINDS if kind == word), "study")


def chapter_text(chapter: StudyChapter) -> str:
    """Return one chapter as PDN 3.0.

    >>> [game] = read_pdn("1. 21-17 {well} *")
    >>> chapter_text(chapter_of("a", "First", game)).splitlines()[-1]
    '1. 21-17 {well} *'
    """
    return write_pdn(_game(chapter, ""))


def study_text(study: Study) -> str:
    """Return a study as one PDN text.

    >>> [game] = read_pdn("1. 21-17 {well} *")
    >>> "[StudyName" in study_text(Study("Ends", (chapter_of("a", "First", game),)))
    True
    """
    return write_pdn_file(_game(chapter, study.title) for chapter in study.chapters)


def _game(chapter: StudyChapter, title: str) -> PdnGame:
    kind = {"guess": f"guess {chapter.side}", "find": "find", "study": ""}[chapter.kind]
    own = {"StudyName": title, "ChapterName": chapter.name, "ChapterKind": kind}
    tags = {**chapter.game.tags, **{name: value for name, value in own.items() if value}}
    return replace(chapter.game, tags=tags)
