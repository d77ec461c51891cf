"""Changes carried out: on a study one by one, or a whole log with what was undone left out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, assert_never

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.notation.pdn.errors import PdnError
from damiera.notation.pdn.model import PdnGame, PdnMove
from damiera.notation.pdn.reader import read_pdn
from damiera.notation.pdn.results import final_result
from damiera.notation.signs import is_sign, plain_sign
from damiera.study.edits import (
    AddChapterEdit,
    AddMovesEdit,
    CommentEdit,
    DeleteEdit,
    DrawingsEdit,
    FoldEdit,
    GlyphsEdit,
    JoinEdit,
    KindEdit,
    LoggedEdit,
    MoveChapterEdit,
    PromoteEdit,
    RemoveChapterEdit,
    RenameChapterEdit,
    RenameStudyEdit,
    StudyEdit,
    TagsEdit,
    UndoEdit,
)
from damiera.study.errors import StudyError, UnknownChapter
from damiera.study.files import chapter_of
from damiera.study.model import MOST_CHAPTERS, Study, StudyChapter
from damiera.study.remarks import Drawing, parsed, written
from damiera.study.tree import Path, added, altered, deleted, found, joined, promoted

__all__ = ["carried", "changed", "folded", "game_in", "own_last", "undone"]

_TOO_MANY: Final = Message("A study has {most} chapters at most: begin another study.")
_NO_GAME: Final = Message("There is no game in this text.")
_OTHER_START: Final = Message("These chapters do not start from the same position: they cannot be joined.")
_SAME: Final = Message("A chapter cannot be joined with itself.")
_NO_SQUARE: Final = Message("The drawing names square {square}: the board has {most}.")


def folded(entries: Iterable[LoggedEdit], title: str) -> Study:
    """Return the study that a log makes, without what was undone.

    A change that made sense only after one that was undone does as much as it still can.

    >>> from damiera.study.edits import RenameStudyEdit
    >>> log = [LoggedEdit(1, "a", RenameStudyEdit("Two")), LoggedEdit(2, "a", UndoEdit(1))]
    >>> folded(log[:1], "One").title, folded(log, "One").title
    ('Two', 'One')
    """
    log = list(entries)
    left_out = undone(log)
    study = Study(title)
    for entry in log:
        edit = entry.edit
        if isinstance(edit, UndoEdit):
            continue
        if entry.version in left_out:
            if not isinstance(edit, AddChapterEdit):
                continue
            study = carried(study, edit)  # what others write in it brings it back
            edit = RemoveChapterEdit(edit.id)
        study = carried(study, edit)
    return study


def carried(study: Study, edit: StudyEdit) -> Study:
    """Return the study after a change of its log; as it is, where the change makes no sense any more.

    >>> from damiera.study.edits import RenameStudyEdit
    >>> carried(Study("One"), RemoveChapterEdit("gone")).title
    'One'
    """
    try:
        return changed(study, edit)
    except DamieraError:
        return study


def undone(entries: Sequence[LoggedEdit]) -> frozenset[int]:
    """Return the numbers of the changes that are left out.

    >>> undone([LoggedEdit(1, "a", UndoEdit(1))])
    frozenset()
    """
    out = set[int]()
    for entry in reversed(entries):
        edit = entry.edit
        if isinstance(edit, UndoEdit) and entry.version not in out and edit.version < entry.version:
            out.add(edit.version)
    return frozenset(out)


def own_last(entries: Sequence[LoggedEdit], author: str, *, again: bool = False) -> int | None:
    """Return which change of an author is to be undone next, or, if `again`, which undoing.

    >>> from damiera.study.edits import RenameStudyEdit
    >>> log = [LoggedEdit(1, "a", RenameStudyEdit("Two")), LoggedEdit(2, "b", RenameStudyEdit("Three"))]
    >>> own_last(log, "a"), own_last(log, "c")
    (1, None)
    """
    left_out = undone(entries)
    for entry in reversed(entries):
        if entry.author != author or entry.version in left_out:
            continue
        is_undo = isinstance(entry.edit, UndoEdit)
        if again:
            return entry.version if is_undo and entry.edit.version in left_out else None  # type: ignore[union-attr]
        if not is_undo:
            return entry.version
    return None


def changed(study: Study, edit: StudyEdit) -> Study:
    """Return the study after a change.

    Raises:
        StudyError: a chapter that was never there, a text without a game, a drawing beside the board.
        NotationError: a move that is not legal.

    >>> from damiera.study.edits import edit_from
    >>> study = changed(Study("Ends"), AddChapterEdit("a", "First", "1. 21-17 *"))
    >>> study = changed(study, AddMovesEdit("a", ("22-18",)))
    >>> [node.path for node in study.chapters[0].nodes()]
    [('21-17',), ('22-18',)]
    """
    match edit:
        case RenameStudyEdit(title=title):
            return replace(study, title=_one_line(title))
        case AddChapterEdit():
            return _with_chapter(study, edit)
        case RemoveChapterEdit(chapter=id):
            return _without(study, id)
        case MoveChapterEdit(chapter=id, to=to):
            return _moved(study, id, to)
        case JoinEdit(chapter=id, other=other):
            return _joined(study, id, other)
        case UndoEdit():
            return study
        case DeleteEdit() | PromoteEdit() | FoldEdit() if _is_removed(study, edit.chapter):
            return study
        case _:
            return _in_chapter(study, edit.chapter, lambda chapter: _edited(chapter, edit))


def _edited(
    chapter: StudyChapter,
    edit: RenameChapterEdit
    | KindEdit
    | TagsEdit
    | AddMovesEdit
    | DeleteEdit
    | PromoteEdit
    | FoldEdit
    | CommentEdit
    | GlyphsEdit
    | DrawingsEdit,
) -> StudyChapter:
    match edit:
        case RenameChapterEdit(name=name):
            return replace(chapter, name=_one_line(name))
        case KindEdit(kind=kind, side=side):
            return replace(chapter, kind=kind, side=side)
        case TagsEdit(tags=tags):
            return _tagged(chapter, tags)
        case AddMovesEdit(path=path):
            return _with_moves(chapter, path)
        case DeleteEdit(path=path):
            moves = deleted(chapter.game.mainline, path)
            return replace(chapter, game=replace(chapter.game, mainline=moves))
        case PromoteEdit(path=path, whole=whole):
            return _promoted(chapter, path, whole)
        case FoldEdit(path=path, folded=is_folded):
            at = frozenset((path,))
            return replace(chapter, folded=chapter.folded | at if is_folded else chapter.folded - at)
        case CommentEdit():
            return _commented(chapter, edit)
        case GlyphsEdit(path=path):
            return _at(chapter, path, lambda entry: _marked(entry, edit))
        case DrawingsEdit(path=path, drawings=drawings):
            return _drawn(chapter, path, drawings)
        case _:
            assert_never(edit)


def _one_line(text: str) -> str:
    words = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return words or "?"


# Chapters


def _with_chapter(study: Study, edit: AddChapterEdit) -> Study:
    if any(one.id == edit.id for one in (*study.chapters, *study.removed)):
        return study
    if len(study.chapters) >= MOST_CHAPTERS:
        raise StudyError(_TOO_MANY.format(most=MOST_CHAPTERS))
    chapter = chapter_of(edit.id, _one_line(edit.name), game_in(edit.pdn))
    return replace(study, chapters=(*study.chapters, chapter))


@lru_cache(maxsize=256)
def game_in(pdn: str) -> PdnGame:
    """Return the first game of a text.

    Raises:
        StudyError: there is none, or it cannot be read to its end.

    >>> game_in("1. 21-17 *").result
    '*'
    """
    for found_game in read_pdn(pdn):
        if isinstance(found_game, PdnError):
            raise StudyError(found_game.message)
        return found_game
    raise StudyError(_NO_GAME)


def _without(study: Study, id: str) -> Study:
    """Return the study without a chapter; it may be the last one only while a log is carried out."""
    gone = tuple(one for one in study.chapters if one.id == id)
    rest = tuple(one for one in study.chapters if one.id != id)
    return replace(study, chapters=rest, removed=(*study.removed, *gone))


def _is_removed(study: Study, id: str) -> bool:
    return any(one.id == id for one in study.removed)


def _with_again(study: Study, id: str) -> Study:
    """Return the study with a chapter in its list: one that was taken out comes back."""
    if any(one.id == id for one in study.chapters):
        return study
    back = tuple(one for one in study.removed if one.id == id)
    if not back:
        raise UnknownChapter(id)
    rest = tuple(one for one in study.removed if one.id != id)
    return replace(study, chapters=(*study.chapters, *back), removed=rest)


def _in_chapter(study: Study, id: str, change: Callable[[StudyChapter], StudyChapter]) -> Study:
    study = _with_again(study, id)
    return replace(study, chapters=tuple(change(one) if one.id == id else one for one in study.chapters))


def _moved(study: Study, id: str, to: int) -> Study:
    study = _with_again(study, id)
    rest = [one for one in study.chapters if one.id != id]
    rest.insert(to, study.chapter(id))
    return replace(study, chapters=tuple(rest))


def _joined(study: Study, id: str, other: str) -> Study:
    if id == other:
        raise StudyError(_SAME)
    study = _with_again(_with_again(study, id), other)
    mine, theirs = study.chapter(id).game, study.chapter(other).game
    if mine.ruleset != theirs.ruleset or mine.start != theirs.start:
        raise StudyError(_OTHER_START)
    moves = joined(mine.mainline, theirs.mainline, mine.start)
    comment = " ".join(dict.fromkeys(filter(None, (mine.comment, theirs.comment))))
    closing = " ".join(dict.fromkeys(filter(None, (mine.closing, theirs.closing))))
    game = replace(mine, mainline=moves, comment=comment, closing=closing, tags={**theirs.tags, **mine.tags})
    study = _in_chapter(study, id, lambda chapter: replace(chapter, game=game))
    return _without(study, other)


def _tagged(chapter: StudyChapter, given: dict[str, str]) -> StudyChapter:
    kept = {name: value for name, value in chapter.game.tags.items() if name not in given}
    fixed = ("GameType", "FEN", "SetUp", "Variant")  # what the moves are played by
    tags = {name: _one_line(value) for name, value in given.items() if value.strip() and name not in fixed}
    own = {name: chapter.game.tags[name] for name in fixed if name in given and name in chapter.game.tags}
    result = final_result(tags["Result"], "*") if "Result" in tags else chapter.game.result
    if "Result" in given and "Result" not in tags:
        result = "*"
    game = replace(chapter.game, tags={**kept, **own, **tags}, result=result)
    return replace(chapter, game=game)


# Nodes


def _with_moves(chapter: StudyChapter, path: Path) -> StudyChapter:
    game = chapter.game
    return replace(chapter, game=replace(game, mainline=added(game.mainline, game.start, path)))


def _at(chapter: StudyChapter, path: Path, change: Callable[[PdnMove], PdnMove]) -> StudyChapter:
    """Change a node, which comes back if it is not there."""
    chapter = _with_moves(chapter, path)
    moves, game = chapter.game.mainline, chapter.game
    if found(moves, path) is None:  # it stood beside a move of the same name that is gone
        path = tuple(name.partition("~")[0] for name in path)
    return replace(chapter, game=replace(game, mainline=altered(moves, path, change)))


def _promoted(chapter: StudyChapter, path: Path, whole: bool) -> StudyChapter:
    moves = promoted(chapter.game.mainline, path)
    while whole and (further := promoted(moves, path)) is not moves:
        moves = further
    return replace(chapter, game=replace(chapter.game, mainline=moves))


def _marked(entry: PdnMove, edit: GlyphsEdit) -> PdnMove:
    signs = tuple(dict.fromkeys(plain_sign(sign) for sign in edit.signs if is_sign(sign)))
    return replace(entry, strength=edit.strength, nags=tuple(dict.fromkeys(edit.nags)), signs=signs)


def _commented(chapter: StudyChapter, edit: CommentEdit) -> StudyChapter:
    squares = chapter.game.ruleset.core.squares

    def said(comment: str) -> str:
        remark = parsed(comment, squares)
        words = " ".join(edit.words.split())
        if edit.was is not None and remark.words not in (" ".join(edit.was.split()), words):
            words = " / ".join(filter(None, (remark.words, words)))
        return written(replace(remark, words=words), squares)

    if not edit.path:
        return replace(chapter, game=replace(chapter.game, comment=said(chapter.game.comment)))
    return _at(chapter, edit.path, lambda entry: _signed(replace(entry, comment=said(entry.comment))))


def _signed(entry: PdnMove) -> PdnMove:
    """Return a move whose comment is only a sign with the sign for it, as PDN would read it."""
    if not is_sign(entry.comment):
        return entry
    return replace(entry, comment="", signs=(*entry.signs, plain_sign(entry.comment)))


def _drawn(chapter: StudyChapter, path: Path, given: Sequence[str]) -> StudyChapter:
    squares = chapter.game.ruleset.core.squares
    drawings = tuple(
        Drawing(one[0].upper(), tuple(int(number) for number in one[1:].split(","))) for one in given
    )
    for square in (number for drawing in drawings for number in drawing.path):
        if not 1 <= square <= squares:
            raise StudyError(_NO_SQUARE.format(square=square, most=squares))

    def said(comment: str) -> str:
        return written(replace(parsed(comment, squares), drawings=drawings), squares)

    if not path:
        return replace(chapter, game=replace(chapter.game, comment=said(chapter.game.comment)))
    return _at(chapter, path, lambda entry: replace(entry, comment=said(entry.comment)))
