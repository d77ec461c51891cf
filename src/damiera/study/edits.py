"""What an author may change in a study: one class a change, told apart by the field `e`, kept as JSON.

A node is named by its `path` (see `tree`). A change that names a node which is no longer there brings it
back as a variation; one that takes away what is gone does nothing. So changes made without a connection are
carried out on top of whatever others have done, and nothing anybody wrote is lost.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta

from damiera.messages import Message, Text
from damiera.study.errors import UnreadEdit
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

_BROKEN_OFF: Final = Message("it breaks off after {n} signs")
_NO_JSON: Final = Message("it is no JSON from sign {n} on")
_NO_TEXT: Final = Message("it is no text")
_NO_CHANGE: Final = Message("it names no change")
_WITHOUT: Final = Message("it has no `{field}`")
_WRONG: Final = Message("its `{field}` is not what should stand there")
_KIND: Final = Message("`{kind}` is no change that is known here")
_FURTHER: Final = Message("it says `{field}`, which is not known here")


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
        UnreadEdit: it is none that is known here; tells whether it is a newer one, or damaged.

    >>> edit_from('{"e": "title", "title": "Ends"}')
    RenameStudyEdit(title='Ends')
    """
    try:
        edit: StudyEdit = _DECODER.decode(data)
    except (msgspec.DecodeError, UnicodeError) as error:
        is_newer, why = _fault(data, str(error))
        raise UnreadEdit(_BAD.format(why=why), is_newer=is_newer, why=why) from error
    return edit


def _fault(data: str | bytes, said: str) -> tuple[bool, Text]:
    """Return whether a change that was not read is one of a newer version, and what is wrong with it."""
    try:
        found: object = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeError) as error:
        return False, _torn(data, error)
    kind = found.get("e") if isinstance(found, dict) else None
    if not isinstance(found, dict) or not isinstance(kind, str):
        return False, _NO_CHANGE
    known = _FIELDS.get(kind)
    if known is None:
        return True, _KIND.format(kind=kind[:40])
    further = next((name for name in found if name not in known), None)
    if further is not None:
        return True, _FURTHER.format(field=str(further)[:40])
    missing = re.search("missing required field `(.*?)`", said)
    if missing:
        return False, _WITHOUT.format(field=missing[1])
    place = re.search(r"at `\$\.(.*?)`", said)
    return False, _WRONG.format(field=place[1] if place else "e")


def _torn(data: str | bytes, error: Exception) -> Text:
    """Return where a text is JSON no longer."""
    if isinstance(error, UnicodeError):
        return _NO_TEXT
    place = re.search(r"\(byte (\d+)\)", str(error))
    return _NO_JSON.format(n=int(place[1])) if place else _BROKEN_OFF.format(n=len(data))


_FIELDS: Final = {
    str(kind.__struct_config__.tag): frozenset(("e", *kind.__struct_fields__)) for kind in get_args(StudyEdit)
}
"""What each change says, by the word that tells it apart."""


def edit_text(edit: StudyEdit) -> str:
    """Return a change as JSON.

    >>> edit_text(UndoEdit(3))
    '{"e":"undo","version":3}'
    """
    return msgspec.json.encode(edit).decode()
