"""What pages ask of a study, in plain words and data, made into changes, files and answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, get_args

from damiera._core import Side, replay
from damiera.messages import Message, Text
from damiera.notation.moves import format_move, parse_move
from damiera.notation.pdn.decode import Source
from damiera.notation.pdn.model import PdnGame, PdnMove
from damiera.notation.pdn.writer import write_pdn
from damiera.notation.signs import nag_of_sign
from damiera.service.analysis_lines import AnalysisLine, line_view, read_line
from damiera.service.errors import BadTerms
from damiera.service.refutations import LendEngine, refuted_by
from damiera.service.studies import OpenStudy
from damiera.service.views import PlyView
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
    edit_from,
)
from damiera.study.files import LARGEST_FILE, LARGEST_TEXT, chapter_text, study_text
from damiera.study.model import KINDS, Study, StudyChapter
from damiera.study.quiz import QuizAnswer, is_unsolved, tried, without_solutions
from damiera.study.tree import Path, found

__all__ = [
    "LARGEST_FILE",
    "LARGEST_TEXT",
    "answered_move",
    "chapter_file",
    "edit_of",
    "game_file",
    "given_edit",
    "line_of_quiz",
    "study_file",
    "taken_along",
    "text_in",
    "tried_move",
]

Strength: TypeAlias = Literal["", "!", "!!", "?", "??", "!?", "?!"]
STRENGTHS: Final[tuple[Strength, ...]] = get_args(Strength)
_UNKNOWN: Final = Message("'{word}' is not offered here.")


def edit_of(
    fields: Mapping[str, str], study: Study, chapter: StudyChapter, path: Path
) -> tuple[StudyEdit, Path]:
    """Return the change that a form asks for, and the node to show after it.

    Raises:
        BadTerms: the form asks for nothing that is known, or with values that do not fit.
        NotationError: a move that is not legal.
    """
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
            kind = next((one for one in KINDS if one == fields.get("kind")), None)
            if kind is None:
                raise BadTerms("kind", _UNKNOWN.format(word=fields.get("kind", "")[:40]))
            return KindEdit(id, kind, "black" if fields.get("side") == "black" else "white"), path
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
    strength = _strength(sign)
    if strength:
        now = "" if entry.strength == sign else strength
        return GlyphsEdit(chapter.id, path, now, entry.nags, entry.signs)
    return _with_nag(chapter, path, entry, sign)


def _strength(sign: str) -> Strength:
    """Return a mark of strength; none for any other sign."""
    return next((one for one in STRENGTHS if one == sign), "")


def _with_nag(chapter: StudyChapter, path: Path, entry: PdnMove, sign: str) -> GlyphsEdit:
    white = chapter.position(path[:-1]).side is Side.WHITE
    nag = nag_of_sign(sign, Side.WHITE if white else Side.BLACK, chapter.game.ruleset.rulebooks[0])
    if nag is None:
        raise BadTerms("what", _UNKNOWN.format(word=sign[:10]))
    nags = tuple(one for one in entry.nags if one != nag) if nag in entry.nags else (*entry.nags, nag)
    return GlyphsEdit(chapter.id, path, _strength(entry.strength), nags, entry.signs)


def given_edit(data: bytes) -> StudyEdit:
    """Return the change that a script has sent as JSON.

    Raises:
        StudyError: it is none that is known here.
    """
    return edit_from(data)


def tried_move(opened: OpenStudy, chapter: str, path: Path, move: str) -> QuizAnswer:
    """Return what is said of a move that somebody tries in a chapter that asks.

    Raises:
        UnknownChapter: there is no such chapter.
        NotationError: it is no legal move there.
    """
    return tried(opened.study.chapter(chapter), path, move)


def line_of_quiz(opened: OpenStudy, chapter: str, told: QuizAnswer) -> AnalysisLine:
    """Return where somebody stands who tries a chapter that asks, as the engine is asked about it."""
    found_chapter = opened.study.chapter(chapter)
    return read_line(found_chapter.game.ruleset.slug, found_chapter.position(told.path).fen, "")


def answered_move(
    opened: OpenStudy, chapter: str, told: QuizAnswer, move: str, lend: LendEngine | None
) -> tuple[Text, tuple[PlyView, ...]]:
    """Return what is said of a wrong move, and the play that answers it: its author's, else the engine's.

    Args:
        told: what was said of it so far.
        lend: what lends an engine; None where it may not be asked.
    """
    found_chapter = opened.study.chapter(chapter)
    here = found_chapter.position(told.path)
    if lend is None or told.answered or told.remark:
        after = here.play(parse_move(here, move))
        return told.text, line_view(after, replay(after, told.answered).moves)
    refutation = refuted_by(found_chapter.game.ruleset.slug, here, [move], lend)
    if refutation is None:
        return told.text, ()
    return refutation.text, line_view(refutation.position, refutation.moves)


def taken_along(opened: OpenStudy, found: Mapping[str, Path]) -> tuple[Study, frozenset[str]]:
    """Return a study as whoever reads it may take it along, and the chapters whose moves they still seek.

    Its authors have the whole of it; readers have of a chapter that asks only what they have found.

    Args:
        found: the moves that a reader has found, by the id of the chapter.
    """
    if opened.may_edit:
        return opened.study, frozenset()
    sought = (one.id for one in opened.study.chapters if is_unsolved(one, found.get(one.id, ())))
    return without_solutions(opened.study, found), frozenset(sought)


def study_file(opened: OpenStudy, found: Mapping[str, Path]) -> str:
    """Return a study as PDN: for a reader who has found some moves of chapters that ask.

    What could not be read of it is told in lines that readers of PDN pass over.
    """
    unread = "".join(f"% {' '.join(remark.text('en').split())}\n" for remark in opened.unread)
    return unread + study_text(taken_along(opened, found)[0])


def chapter_file(opened: OpenStudy, chapter: str, found: Mapping[str, Path]) -> str:
    """Return a chapter as PDN: for a reader who has found some moves of chapters that ask.

    Raises:
        UnknownChapter: there is no such chapter.
    """
    return chapter_text(taken_along(opened, found)[0].chapter(chapter))


def text_in(data: bytes) -> str:
    """Return the text of a file, in whatever encoding PDN comes."""
    return Source(data).text


def game_file(game: PdnGame) -> str:
    """Return a game as PDN, to begin a study with."""
    return write_pdn(game)
