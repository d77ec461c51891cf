"""Forms of a study made into changes of it: for readers without script, and for what is rare."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from damiera._core import Side
from damiera.messages import Message
from damiera.notation.moves import format_move, parse_move
from damiera.notation.pdn.model import PdnMove
from damiera.notation.signs import nag_of_sign
from damiera.service.errors import BadTerms
from damiera.study.edits import (
    AddMovesEdit,
    CommentEdit,
    DeleteEdit,
    FoldEdit,
    GlyphsEdit,
    JoinEdit,
    KindEdit,
    MoveChapterEdit,
    PromoteEdit,
    RemoveChapterEdit,
    RenameChapterEdit,
    RenameStudyEdit,
    StudyEdit,
    TagsEdit,
)
from damiera.study.model import Study, StudyChapter
from damiera.study.tree import Path, found

__all__ = ["edit_of"]

STRENGTHS: Final = ("!", "!!", "?", "??", "!?", "?!")
_UNKNOWN: Final = Message("'{word}' is not offered here.")


def edit_of(
    fields: Mapping[str, str], study: Study, chapter: StudyChapter, path: Path
) -> tuple[StudyEdit, Path]:
    """Return the change that a form asks for, and the node to show after it.

    Raises:
        BadTerms: the form asks for nothing that is known, or with values that do not fit.
        NotationError: a move that is not legal.
    """
    try:
        return _edit(fields, study, chapter, path)
    except msgspec.ValidationError as error:
        raise BadTerms("study", Message("This cannot be kept: {why}.", why=str(error))) from error


def _edit(
    fields: Mapping[str, str], study: Study, chapter: StudyChapter, path: Path
) -> tuple[StudyEdit, Path]:
    what, id = fields.get("what", ""), chapter.id
    match what:
        case "move":
            to = _further(chapter, path, fields.get("move", ""))
            return AddMovesEdit(id, to), to
        case "comment":
            words, was = fields.get("words", ""), fields.get("was")
            return CommentEdit(id, path, words, was), path
        case "delete":
            return DeleteEdit(id, path), path[:-1]
        case "promote" | "main":
            return PromoteEdit(id, path, whole=what == "main"), path
        case "fold" | "unfold":
            return FoldEdit(id, path, folded=what == "fold"), path
        case "kind":
            data = {
                "e": "kind",
                "chapter": id,
                "kind": fields.get("kind"),
                "side": fields.get("side", "white"),
            }
            return msgspec.convert(data, KindEdit), path
        case "tags":
            return TagsEdit(
                id, {name[4:]: value for name, value in fields.items() if name[:4] == "tag-"}
            ), path
        case "rename":
            return RenameChapterEdit(id, _word(fields, "name")), path
        case "title":
            return RenameStudyEdit(_word(fields, "name")), path
        case "remove-chapter":
            return RemoveChapterEdit(id), ()
        case "up" | "down":
            at = [one.id for one in study.chapters].index(id)
            return MoveChapterEdit(id, max(0, at + (1 if what == "down" else -1))), path
        case "join":
            return JoinEdit(id, _word(fields, "other")), path
        case _ if what.startswith("sign:"):
            return _glyphs(chapter, path, what.removeprefix("sign:")), path
    raise BadTerms("what", _UNKNOWN.format(word=what[:40]))


def _word(fields: Mapping[str, str], name: str) -> str:
    value = " ".join(fields.get(name, "").split())[:120]
    if not value:
        raise BadTerms(name, Message("'{field}' is empty: fill it in.", field=name))
    return value


def _further(chapter: StudyChapter, path: Path, text: str) -> Path:
    position = chapter.position(path)
    return (*path, format_move(position, parse_move(position, text)))


def _glyphs(chapter: StudyChapter, path: Path, sign: str) -> GlyphsEdit:
    """Return the marks of a move with one set or taken off; without any for `none`."""
    entry = found(chapter.game.mainline, path)
    if entry is None or sign == "none":
        return GlyphsEdit(chapter.id, path)
    if sign in STRENGTHS:
        strength = "" if entry.strength == sign else sign
        return msgspec.convert(
            {
                "e": "glyphs",
                "chapter": chapter.id,
                "path": path,
                "strength": strength,
                "nags": entry.nags,
                "signs": entry.signs,
            },
            GlyphsEdit,
        )
    return _with_nag(chapter, path, entry, sign)


def _with_nag(chapter: StudyChapter, path: Path, entry: PdnMove, sign: str) -> GlyphsEdit:
    white = chapter.position(path[:-1]).side is Side.WHITE
    nag = nag_of_sign(sign, Side.WHITE if white else Side.BLACK, chapter.game.ruleset.rulebooks[0])
    if nag is None:
        raise BadTerms("what", _UNKNOWN.format(word=sign[:10]))
    nags = tuple(one for one in entry.nags if one != nag) if nag in entry.nags else (*entry.nags, nag)
    data = {"e": "glyphs", "chapter": chapter.id, "path": path, "nags": nags, "signs": entry.signs}
    if entry.strength in STRENGTHS:
        data["strength"] = entry.strength
    return msgspec.convert(data, GlyphsEdit)
