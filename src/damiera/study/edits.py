"""What an author may change in a study: one class a change, told apart by the field `e`, kept as JSON.

A node is named by its `path` (see `tree`). A change that names a node which is no longer there brings it
back as a variation; one that takes away what is gone does nothing. So changes made without a connection are
carried out on top of whatever others have done, and nothing anybody wrote is lost.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from damiera.messages import Message
from damiera.study.errors import StudyError
from damiera.study.model import ChapterKind

__all__ = [
    "AddChapterEdit",
    "AddMovesEdit",
    "CommentEdit",
    "DeleteEdit",
    "DrawingsEdit",
    "FoldEdit",
    "GlyphsEdit",
    "JoinEdit",
    "KindEdit",
    "LoggedEdit",
    "MoveChapterEdit",
    "PromoteEdit",
    "RemoveChapterEdit",
    "RenameChapterEdit",
    "RenameStudyEdit",
    "StudyEdit",
    "TagsEdit",
    "UndoEdit",
    "edit_from",
    "edit_text",
]

LONGEST_PDN: Final = 2_000_000
LONGEST_WORDS: Final = 20_000

_Id = Annotated[str, Meta(min_length=1, max_length=40)]
_Name = Annotated[str, Meta(min_length=1, max_length=120)]
_Path = Annotated[tuple[Annotated[str, Meta(max_length=200)], ...], Meta(max_length=2_000)]
_Words = Annotated[str, Meta(max_length=LONGEST_WORDS)]


class _Edit(msgspec.Struct, frozen=True, tag_field="e", forbid_unknown_fields=True, omit_defaults=True):
    """A change."""


class RenameStudyEdit(_Edit, tag="title", frozen=True):
    """Call the study otherwise."""

    title: _Name


class AddChapterEdit(_Edit, tag="add-chapter", frozen=True):
    """Put a chapter at the end: the first game of a PDN text; `id` is new; a study may have begun with it."""

    id: _Id
    name: _Name
    pdn: Annotated[str, Meta(max_length=LONGEST_PDN)]
    begins: bool = False


class RemoveChapterEdit(_Edit, tag="remove-chapter", frozen=True):
    """Take a chapter out."""

    chapter: _Id


class RenameChapterEdit(_Edit, tag="rename-chapter", frozen=True):
    """Call a chapter otherwise."""

    chapter: _Id
    name: _Name


class MoveChapterEdit(_Edit, tag="move-chapter", frozen=True):
    """Put a chapter at another place of the list, counted from 0."""

    chapter: _Id
    to: Annotated[int, Meta(ge=0, le=10_000)]


class KindEdit(_Edit, tag="kind", frozen=True):
    """Have a chapter read in another way."""

    chapter: _Id
    kind: ChapterKind
    side: Literal["white", "black"] = "white"


class TagsEdit(_Edit, tag="tags", frozen=True):
    """Write tags of a chapter: players, event, result; an empty value takes a tag away."""

    chapter: _Id
    tags: dict[
        Annotated[str, Meta(pattern="^[A-Za-z][A-Za-z0-9_]*$", max_length=60)],
        Annotated[str, Meta(max_length=500)],
    ]


class AddMovesEdit(_Edit, tag="moves", frozen=True):
    """Have every move of a path in the tree."""

    chapter: _Id
    path: _Path


class DeleteEdit(_Edit, tag="delete", frozen=True):
    """Take a move away, and what follows it."""

    chapter: _Id
    path: _Path


class PromoteEdit(_Edit, tag="promote", frozen=True):
    """Put the variation of a node before the line it varies from; `whole`: make it the main line."""

    chapter: _Id
    path: _Path
    whole: bool = False


class FoldEdit(_Edit, tag="fold", frozen=True):
    """Show the variations to a move only when they are asked for, or always again."""

    chapter: _Id
    path: _Path
    folded: bool = True


class JoinEdit(_Edit, tag="join", frozen=True):
    """Put the tree of another chapter, from the same position, into this one; the other is taken out."""

    chapter: _Id
    other: _Id


class CommentEdit(_Edit, tag="comment", frozen=True):
    """Write a comment; `was` is what the author saw there. What another wrote meanwhile stays beside it."""

    chapter: _Id
    path: _Path
    words: _Words
    was: _Words | None = None


class GlyphsEdit(_Edit, tag="glyphs", frozen=True):
    """Set the marks of a move: its strength, numeric glyphs, signs that no glyph stands for."""

    chapter: _Id
    path: _Path
    strength: Literal["", "!", "!!", "?", "??", "!?", "?!"] = ""
    nags: Annotated[tuple[Annotated[int, Meta(ge=0, le=255)], ...], Meta(max_length=20)] = ()
    signs: Annotated[tuple[Annotated[str, Meta(max_length=10)], ...], Meta(max_length=20)] = ()


class DrawingsEdit(_Edit, tag="drawings", frozen=True):
    """Set what is drawn on the board: pen and squares, as `B22,15,6`; one square is a circle."""

    chapter: _Id
    path: _Path
    drawings: Annotated[
        tuple[Annotated[str, Meta(pattern="^[A-Za-z][0-9]+(,[0-9]+)*$", max_length=200)], ...],
        Meta(max_length=100),
    ]


class UndoEdit(_Edit, tag="undo", frozen=True):
    """Leave out an earlier change; left out itself, the change counts again."""

    version: Annotated[int, Meta(ge=1)]


StudyEdit: TypeAlias = (
    RenameStudyEdit
    | AddChapterEdit
    | RemoveChapterEdit
    | RenameChapterEdit
    | MoveChapterEdit
    | KindEdit
    | TagsEdit
    | AddMovesEdit
    | DeleteEdit
    | PromoteEdit
    | FoldEdit
    | JoinEdit
    | CommentEdit
    | GlyphsEdit
    | DrawingsEdit
    | UndoEdit
)

_DECODER: Final = msgspec.json.Decoder(StudyEdit)
_BAD: Final = Message(
    "This change cannot be read here ({why}): it may come from a newer version. Load the page again."
)


@dataclass(frozen=True, slots=True)
class LoggedEdit:
    """A change as the log keeps it.

    Attributes:
        version: its number, counted from 1: the order in which the server took it.
        author: the id of who made it.

    >>> LoggedEdit(1, "anna", UndoEdit(1)).version
    1
    """

    version: int
    author: str
    edit: StudyEdit


def edit_from(data: str | bytes) -> StudyEdit:
    """Return the change that a JSON text holds.

    Raises:
        StudyError: it is none that is known here.

    >>> edit_from('{"e": "title", "title": "Ends"}')
    RenameStudyEdit(title='Ends')
    """
    try:
        edit: StudyEdit = _DECODER.decode(data)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise StudyError(_BAD.format(why=str(error))) from error
    return edit


def edit_text(edit: StudyEdit) -> str:
    """Return a change as JSON.

    >>> edit_text(UndoEdit(3))
    '{"e":"undo","version":3}'
    """
    return msgspec.json.encode(edit).decode()
