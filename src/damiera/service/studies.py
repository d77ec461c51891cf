"""Studies: begun, read, changed by several people at once, shared, searched.

The log of a study is its only truth: one line a change, in the order in which the server took them. A study
that was read lately is kept folded, and only what is new in its log is carried out on it.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, get_args

import msgspec

from damiera._core import Position, replay
from damiera.messages import Message, Text
from damiera.notation.fen import parse_fen
from damiera.notation.pdn.errors import PdnError
from damiera.notation.pdn.model import pdn_game
from damiera.notation.pdn.reader import read_pdn
from damiera.notation.pdn.writer import write_pdn
from damiera.records.archive import ArchiveRecord
from damiera.records.studies import EditRecord, StudyRecord
from damiera.rules.ruleset import Ruleset, ruleset
from damiera.service.errors import Code, NotFound, NotYours, ServiceError
from damiera.service.identity import LOCAL_PLAYER
from damiera.service.names import new_id
from damiera.service.ports import ServerClock, StorePort, Transaction
from damiera.study.edits import (
    AddChapterEdit,
    LoggedEdit,
    RenameStudyEdit,
    StudyEdit,
    UndoEdit,
    edit_from,
    edit_text,
)
from damiera.study.errors import StudyError, UnreadEdit
from damiera.study.files import chapter_of, chapter_text, read_chapters
from damiera.study.fold import carried, changed, folded, game_in, own_last
from damiera.study.model import Study, StudyChapter
from damiera.study.search import BoardPattern, hits, is_wanted, read_pattern
from damiera.study.tree import Path

__all__ = [
    "SHARINGS",
    "ArchiveHit",
    "OpenStudy",
    "Sharing",
    "StudyHit",
    "StudyRefusal",
    "StudyService",
    "UnreadableStudy",
    "folded_log",
    "wanted_of",
]

Sharing = Literal["private", "link", "public"]
"""Who may read a study: its authors, whoever has the link, everybody who looks at the list."""
SHARINGS: Final[tuple[Sharing, ...]] = get_args(Sharing)

LISTED: Final = 100
SEARCHED: Final = 300
ARCHIVE_SEARCHED: Final = 2_000
"""Games of an archive that are looked through for a pattern, those brought in last."""
ARCHIVE_SHOWN: Final = 60
KEPT: Final = 32
TRIES: Final = 5
MOST_EDITS: Final = 20_000
LARGEST_TITLE: Final = 120

_NOT_HERE: Final = Message("This study is not here, or not open to you.")
_NOT_AUTHOR: Final = Message("You may read this study; only its authors write in it.")
_NOT_OWNER: Final = Message("Only who began a study may do this.")
_NOTHING_TO_UNDO: Final = Message("There is nothing of yours to undo here.")
_NOTHING_AGAIN: Final = Message("You have undone nothing since your last change.")
_BUSY: Final = Message("Others are writing here at this moment: try again.")
_FULL: Final = Message("This study has {n} changes: export it and begin a new one with the file.")
_UNTITLED: Final = Message("Study")
_FIRST_CHAPTER: Final = Message("Chapter 1")
_LAST_CHAPTER: Final = Message("A study has at least one chapter: add another one before this goes.")
_UNREADABLE: Final = Message("This study was written by a newer version of Damiera: open it with that one.")
_DAMAGED: Final = Message("This study is damaged: change {n} of {total} cannot be read ({why}).")
_MORE_DAMAGED: Final = Message(
    "This study is damaged: {count} of {total} changes cannot be read, the first is {n} ({why})."
)
_MISSING: Final = Message("it is missing")
_REMARK: Final = Message("Damiera: change {n} of {total} could not be read and is not in this file: {why}.")


class StudyRefusal(ServiceError):
    """A change that a study cannot take; `message` says why."""

    code: Code = "refused"


class UnreadableStudy(StudyRefusal):
    """A study of which not everything that is kept can be read; all of it stays kept.

    Attributes:
        id: the study.
        for_author: whether one of its authors asks, who may take along what can be read.
        remarks: what cannot be read, and why.
    """

    def __init__(self, message: Text, remarks: tuple[Text, ...] = ()) -> None:
        super().__init__(message)
        self.id = ""
        self.for_author = False
        self.remarks = remarks


class OpenStudy(msgspec.Struct, frozen=True):
    """A study as somebody may read it.

    Attributes:
        record: what is kept of it.
        study: what stands in it.
        authors: who writes in it beside its owner: ids with names.
        owner: the name of who began it.
        may_edit, is_owner: what the reader may do.
        can_undo, can_redo: whether there is anything of the reader's to undo, or undone.
        solved: the chapters that ask for moves and from which the reader has had them all.
        unread: what is missing since it cannot be read; only where that was asked for.
    """

    record: StudyRecord
    study: Study
    authors: Mapping[str, str]
    owner: str
    may_edit: bool
    is_owner: bool
    can_undo: bool
    can_redo: bool
    solved: frozenset[str]
    unread: tuple[Text, ...] = ()

    @property
    def id(self) -> str:
        """Its name for programs."""
        return self.record.id


class StudyHit(msgspec.Struct, frozen=True):
    """Where a search has found something: the study, a chapter of it, the way to the first place there."""

    record: StudyRecord
    chapter: StudyChapter
    path: Path


class ArchiveHit(msgspec.Struct, frozen=True):
    """Where a search has found something in an archived game: behind how many half-moves."""

    id: str
    white: str
    black: str
    event: str
    date: str
    ply: int
    position: Position


class _Known(msgspec.Struct, frozen=True):
    """A study as it was read last."""

    version: int
    log: tuple[LoggedEdit, ...]
    study: Study


class StudyService:
    """The studies of a server."""

    def __init__(self, store: StorePort, clock: ServerClock) -> None:
        self._store = store
        self._clock = clock
        self._lock = threading.Lock()
        self._known: OrderedDict[str, _Known] = OrderedDict()

    # Reading

    def open(self, id: str, player_id: str | None) -> OpenStudy:
        """Return a study that this person may read.

        Raises:
            NotFound: there is none, or it is private.
            UnreadableStudy: not everything that is kept of it can be read.
        """
        with self._store.read() as work:
            return self._open(work, id, player_id)

    def open_readable(self, id: str, player_id: str | None) -> OpenStudy:
        """Return a study to take along; to its authors what can be read of it, where that is not everything.

        Raises:
            NotFound: there is none, or it is private.
            UnreadableStudy: not everything can be read, and who asks does not write in it.
        """
        with self._store.read() as work:
            return self._open(work, id, player_id, or_part=True)

    def _open(self, work: Transaction, id: str, player_id: str | None, *, or_part: bool = False) -> OpenStudy:
        record = work.studies.get(id)
        if record is None:
            raise NotFound(id, _NOT_HERE)
        authors = work.studies.authors(id)
        is_owner = player_id is not None and player_id == record.owner_id
        may_edit = is_owner or player_id in authors
        if record.sharing == "private" and not may_edit:
            raise NotFound(id, _NOT_HERE)
        unread = tuple[Text, ...]()
        try:
            known = self._read(work, record)
        except UnreadableStudy as error:
            error.id, error.for_author = id, may_edit
            if not (or_part and may_edit):
                raise
            known, unread = _readable(work.studies.edits(id), record.title), error.remarks
        owner = work.players.get(record.owner_id)
        me, added = player_id or "", _added(known.log)
        return OpenStudy(
            record=record,
            study=known.study,
            authors=authors,
            owner=owner.name if owner else "?",
            may_edit=may_edit,
            is_owner=is_owner,
            can_undo=may_edit and own_last(added, me) is not None,
            can_redo=may_edit and own_last(added, me, again=True) is not None,
            solved=work.studies.solved(id, me) if me else frozenset(),
            unread=unread,
        )

    def _read(self, work: Transaction, record: StudyRecord) -> _Known:
        """Return a study as its log has it now."""
        with self._lock:
            known = self._known.get(record.id)
        if known is None or known.version > record.version:
            known = _Known(0, (), Study(record.title))
        if known.version < record.version:
            known = _further(known, work.studies.edits(record.id, after=known.version))
        with self._lock:
            self._known[record.id] = known
            self._known.move_to_end(record.id)
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        return known

    def listed(self, player_id: str | None) -> tuple[Sequence[StudyRecord], Sequence[StudyRecord]]:
        """Return the studies of a player, and those open to all that are not theirs."""
        with self._store.read() as work:
            own = work.studies.of_player(player_id, limit=LISTED) if player_id else []
            mine = {record.id for record in own}
            public = [record for record in work.studies.public(limit=LISTED) if record.id not in mine]
        return own, public

    def stamps(self, ids: Sequence[str]) -> Mapping[str, tuple[int, int]]:
        """Return how far some studies have come, for the screens that show them."""
        with self._store.read() as work:
            return {id: (version, 0) for id, version in work.studies.versions(ids).items()}

    # Writing

    def note_solved(self, id: str, chapter: str, player_id: str) -> None:
        """Write down that a reader has found all the moves that a chapter asks for.

        Raises:
            NotFound: they may not read the study.
            UnknownChapter: there is no such chapter.
        """
        with self._store.write() as work:
            opened = self._open(work, id, player_id)
            work.studies.solve(id, player_id, opened.study.chapter(chapter).id, at=self._clock.now_ms())

    def create(
        self, player_id: str, *, title: str, text: str, game: str, words: tuple[str, str] = ("", "")
    ) -> tuple[str, tuple[Text, ...]]:
        """Begin a study, with the games of a PDN text, with a position, or with an empty board.

        Args:
            title: what it is called; as the text says where it is empty, or as the players of its only game.
            text: PDN of any dialect, a FEN, or nothing.
            game: the game (slug) where the text does not say.
            words: what to call a study and a first chapter without a name.
        Returns:
            Its id, and what was read round in the text.
        Raises:
            PdnError, StudyError, FenError: the text cannot be read.
            UnknownGame: there is no such game.
        """
        read_title, chapters, notes = _chapters(text, ruleset(game), words[1] or _FIRST_CHAPTER.text("en"))
        players = chapters[0][0] if len(chapters) == 1 and " – " in chapters[0][0] else ""
        name = " ".join((title.strip() or read_title or players or words[0] or _UNTITLED.text("en")).split())
        id, now = new_id(), self._clock.now_ms()
        record = StudyRecord(id, player_id, name[:LARGEST_TITLE], game, "private", new_id(), 0, now, now)
        edits: list[StudyEdit] = [RenameStudyEdit(name[:LARGEST_TITLE])]
        edits += [AddChapterEdit(new_id(), name, pdn, begins=True) for name, pdn in chapters]
        with self._store.write() as work:
            work.studies.add(record)
            self._edit(work, id, player_id, [(new_id(), edit) for edit in edits])
        return id, notes

    def add_text(self, id: str, player_id: str, *, text: str, game: str, name: str) -> tuple[Text, ...]:
        """Put the games of a text behind the chapters; return what was read round.

        Raises:
            PdnError, StudyError, FenError: the text cannot be read.
        """
        _, chapters, notes = _chapters(text, ruleset(game), name)
        edits = [AddChapterEdit(new_id(), title, pdn) for title, pdn in chapters]
        self.edit(id, player_id, [(new_id(), edit) for edit in edits])
        return notes

    def edit(self, id: str, player_id: str, edits: Sequence[tuple[str, StudyEdit]]) -> int:
        """Carry out changes in their order, each on top of whatever others have done, all or none.

        Args:
            edits: each with a name that its author's page gave it; one that has come already is passed over.
        Returns:
            The version of the study.
        Raises:
            StudyRefusal: a change cannot be made; says why.
            NotYours: this person only reads.
        """
        for _ in range(TRIES):
            with self._store.write() as work:
                version = self._edit(work, id, player_id, edits)
            if version is not None:
                return version
        raise StudyRefusal(_BUSY)

    def _edit(
        self, work: Transaction, id: str, player_id: str, edits: Sequence[tuple[str, StudyEdit]]
    ) -> int | None:
        opened = self._open(work, id, player_id)
        if not opened.may_edit:
            raise NotYours(_NOT_AUTHOR)
        version, study = opened.record.version, opened.study
        log = list(self._read(work, opened.record).log)
        for given, edit in edits:
            if work.studies.version_of(id, given) is not None:
                continue
            if version >= MOST_EDITS:
                raise StudyRefusal(_FULL.format(n=MOST_EDITS))
            edit = edit_from(edit_text(edit))  # what cannot be read again is not kept
            version += 1
            log.append(LoggedEdit(version, player_id, edit))
            study = folded(log, _first_title(log)) if isinstance(edit, UndoEdit) else changed(study, edit)
            if not study.chapters and version > 1:
                raise StudyRefusal(_LAST_CHAPTER)
            record = EditRecord(version, player_id, given, self._clock.now_ms(), edit_text(edit))
            game = study.chapters[0].game.ruleset.slug if study.chapters else opened.record.game
            if not work.studies.append(id, record, title=study.title, game=game):
                return None
        return version

    def undo(self, id: str, player_id: str, *, again: bool = False) -> int:
        """Leave out the last change of this person, or, if `again`, make what they have undone last count.

        Raises:
            StudyRefusal: there is none.
        """
        with self._store.read() as work:
            opened = self._open(work, id, player_id)
            log = _added(self._read(work, opened.record).log)
        target = own_last(log, player_id, again=again)
        if target is None:
            raise StudyRefusal(_NOTHING_AGAIN if again else _NOTHING_TO_UNDO)
        return self.edit(id, player_id, [(new_id(), UndoEdit(target))])

    def share(self, id: str, player_id: str, *, sharing: Sharing, new_key: bool = False) -> None:
        """Say who may read a study; `new_key`: have the old invitation open nothing any more.

        Raises:
            NotYours: this person did not begin it.
        """
        with self._store.write() as work:
            opened = self._open(work, id, player_id, or_part=True)
            if not opened.is_owner:
                raise NotYours(_NOT_OWNER)
            work.studies.share(id, sharing=sharing, key=new_id() if new_key else opened.record.key)

    def invited(self, id: str, key: str) -> str:
        """Return the title of the study that an invitation is for.

        Raises:
            NotFound: there is no such study, or the key is another.
        """
        with self._store.read() as work:
            record = work.studies.get(id)
        if record is None or record.key != key:
            raise NotFound(id, _NOT_HERE)
        return record.title

    def join(self, id: str, player_id: str, key: str) -> None:
        """Let somebody write in a study to whom its owner has given the key.

        Raises:
            NotFound: there is no such study, or the key is another.
        """
        with self._store.write() as work:
            record = work.studies.get(id)
            if record is None or record.key != key:
                raise NotFound(id, _NOT_HERE)
            if record.owner_id != player_id:
                work.studies.add_author(id, player_id)

    def take_off(self, id: str, player_id: str, author_id: str) -> None:
        """Let an author write in a study no more: its owner may say so of any, an author of themselves.

        What they wrote stays. Its old invitation brings nobody back.

        Raises:
            NotYours: this person may not.
        """
        with self._store.write() as work:
            opened = self._open(work, id, player_id, or_part=True)
            if not opened.is_owner and author_id != player_id:
                raise NotYours(_NOT_OWNER)
            work.studies.remove_author(id, author_id)
            if opened.is_owner:
                work.studies.share(id, sharing=opened.record.sharing, key=new_id())

    def remove(self, id: str, player_id: str) -> None:
        """Take a study away for good.

        Raises:
            NotYours: this person did not begin it.
        """
        with self._store.write() as work:
            if not self._open(work, id, player_id, or_part=True).is_owner:
                raise NotYours(_NOT_OWNER)
            work.studies.remove(id)
        with self._lock:
            self._known.pop(id, None)

    # Searching

    def search(self, player_id: str | None, wanted: Position | BoardPattern) -> list[StudyHit]:
        """Return where a position or a pattern stands in the studies that this person may read."""
        found: list[StudyHit] = []
        with self._store.read() as work:
            own = work.studies.of_player(player_id, limit=SEARCHED) if player_id else []
            public = work.studies.public(limit=SEARCHED)
            for record in {one.id: one for one in (*own, *public)}.values():
                found += [
                    StudyHit(record, chapter, path)
                    for chapter, path in self._hits(work, record, wanted)
                    if chapter.kind == "study"
                ]
        return found

    def search_archive(
        self, player_id: str | None, wanted: Position | BoardPattern, game: str
    ) -> list[ArchiveHit]:
        """Return where a position or a pattern stands in the archive of this person.

        The games brought in last are searched, `ARCHIVE_SEARCHED` at most; each is named once.
        """
        players = (LOCAL_PLAYER,) if player_id in (None, LOCAL_PLAYER) else (player_id, LOCAL_PLAYER)
        rules, out = ruleset(game), list[ArchiveHit]()
        with self._store.read() as work:
            lines = work.archive.page(
                players, words=(), game_slug=rules.slug, limit=ARCHIVE_SEARCHED, offset=0
            )
            for line in lines:
                row = work.archive.get(line.id)
                hit = _archived(row, rules, wanted) if row is not None else None
                if hit is not None:
                    out.append(hit)
                if len(out) == ARCHIVE_SHOWN:
                    break
        return out

    def _hits(
        self, work: Transaction, record: StudyRecord, wanted: Position | BoardPattern
    ) -> Iterator[tuple[StudyChapter, Path]]:
        try:
            chapters = self._read(work, record).study.chapters
        except StudyRefusal:  # of a newer version: the others are searched
            return iter(())
        return hits(chapters, wanted)


def _archived(row: ArchiveRecord, rules: Ruleset, wanted: Position | BoardPattern) -> ArchiveHit | None:
    """Return the first place of an archived game that is wanted."""
    position = rules.core.read(row.start_fen) if row.start_fen else rules.start()
    moves = replay(position, row.moves.split()).moves
    for ply in range(len(moves) + 1):
        if is_wanted(position, wanted):
            return ArchiveHit(row.id, row.white, row.black, row.event, row.date, ply, position)
        if ply < len(moves):
            position = position.play(moves[ply])
    return None


def folded_log(records: Sequence[EditRecord]) -> Study:
    """Return the study that a whole log makes. Raises `UnreadableStudy` if not all of it can be read."""
    return _further(_Known(0, (), Study("")), records).study


def _further(known: _Known, records: Sequence[EditRecord]) -> _Known:
    """Return a study with what is new in its log."""
    fresh, unread = _read_log(records, after=known.version)
    if unread:
        raise _refusal(unread, records[-1].version)
    log = (*known.log, *fresh)
    if not log:
        return known
    if not known.log or any(isinstance(one.edit, UndoEdit) for one in fresh):
        return _Known(log[-1].version, log, folded(log, _first_title(log)))
    study = known.study
    for one in fresh:
        study = carried(study, one.edit)
    return _Known(log[-1].version, log, study)


class _Unread(msgspec.Struct, frozen=True):
    """A change that cannot be read."""

    version: int
    is_newer: bool
    why: Text


def _read_log(
    records: Sequence[EditRecord], *, after: int = 0
) -> tuple[tuple[LoggedEdit, ...], tuple[_Unread, ...]]:
    """Return what can be read of a log, with what is whole of a chapter that is not; and what cannot be read.

    Args:
        after: the number of the change before the first of them.
    """
    log, unread = list[LoggedEdit](), list[_Unread]()
    for one in records:
        unread += [_Unread(n, is_newer=False, why=_MISSING) for n in range(after + 1, one.version)]
        after = one.version
        try:
            edit = edit_from(one.body)
        except UnreadEdit as error:
            unread.append(_Unread(one.version, error.is_newer, error.why))
            continue
        if isinstance(edit, AddChapterEdit):
            try:
                game_in(edit.pdn)
            except StudyError as error:
                unread.append(_Unread(one.version, is_newer=False, why=error.message))
                edit = _beginning(edit)
        log.append(LoggedEdit(one.version, one.player_id, edit))
    return tuple(log), tuple(unread)


def _beginning(edit: AddChapterEdit) -> AddChapterEdit:
    """Return a chapter as far as its game can be read."""
    for item in read_pdn(edit.pdn):
        if isinstance(item, PdnError) and item.beginning is not None:
            return AddChapterEdit(edit.id, edit.name, write_pdn(item.beginning), edit.begins)
        break
    return edit


def _refusal(unread: Sequence[_Unread], total: int) -> UnreadableStudy:
    remarks = tuple(_REMARK.format(n=one.version, total=total, why=one.why) for one in unread)
    if all(one.is_newer for one in unread):
        return UnreadableStudy(_UNREADABLE, remarks)
    first = next(one for one in unread if not one.is_newer)
    if len(unread) == 1:
        return UnreadableStudy(_DAMAGED.format(n=first.version, total=total, why=first.why), remarks)
    said = _MORE_DAMAGED.format(count=len(unread), total=total, n=first.version, why=first.why)
    return UnreadableStudy(said, remarks)


def _readable(records: Sequence[EditRecord], title: str) -> _Known:
    """Return as much of a study as can be read of its log."""
    log, _ = _read_log(records)
    named = _first_title(log) if log and log[0].version == 1 else title
    return _Known(records[-1].version if records else 0, log, folded(log, named))


def _added(log: Sequence[LoggedEdit]) -> Sequence[LoggedEdit]:
    """Return what came to a study since it was begun with a title and its chapters: only that is undone."""
    for number, entry in enumerate(log):
        edit = entry.edit
        if isinstance(edit, AddChapterEdit) and (edit.begins or number < _TITLE_AND_CHAPTER):
            continue
        if number or not isinstance(edit, RenameStudyEdit):
            return log[number:]
    return ()


_TITLE_AND_CHAPTER: Final = 2
"""With so many changes every study begins, those too that were written before it was said of each."""


def _first_title(log: Sequence[LoggedEdit]) -> str:
    """Return what a study was called when it was begun: its first line says so."""
    first = log[0].edit
    return first.title if isinstance(first, RenameStudyEdit) else _UNTITLED.text("en")


def _chapters(
    text: str, game: Ruleset, name: str
) -> tuple[str, tuple[tuple[str, str], ...], tuple[Text, ...]]:
    """Return the title of a text, a name and PDN for each chapter of it, and what was read round."""
    plain = text.strip()
    if not plain:
        return "", ((name, _empty(game)),), ()
    if _is_fen(plain):
        return "", ((name, _empty(game, parse_fen(plain, game).position())),), ()
    read = read_chapters(plain, game)
    chapters = tuple((title, chapter_text(chapter_of("", title, found))) for title, found in read.chapters)
    return read.title, chapters, read.notes


def _empty(game: Ruleset, start: Position | None = None) -> str:
    return write_pdn(pdn_game(game, (), start=start))


def _is_fen(text: str) -> bool:
    """Whether a text is a position and no game: one line that begins with the side to move and a colon."""
    return "\n" not in text and len(text) > 1 and text[0] in "WBwb?" and text[1] == ":"


def wanted_of(text: str, game: str) -> Position | BoardPattern:
    """Return what a search asks for: a pattern, or with `=` before it a whole position.

    Raises:
        StudyError, NotationError: it is neither.
    """
    rules = ruleset(game)
    plain = text.strip()
    if plain.startswith("="):
        return parse_fen(plain[1:].strip(), rules).position()
    return read_pattern(plain, rules)
