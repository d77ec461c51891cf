"""Studies by several hands: one log, undoing, sharing, searching."""

from __future__ import annotations

from pathlib import Path

import pytest

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.notation.pdn.errors import PdnError
from damiera.records.studies import EditRecord
from damiera.rules.ruleset import CATALOGUE
from damiera.service.errors import NotFound, NotYours
from damiera.service.identity import Visitor
from damiera.service.names import new_id
from damiera.service.studies import StudyRefusal, StudyService, UnreadableStudy, wanted_of
from damiera.service.study_acts import study_file
from damiera.study.edits import (
    AddMovesEdit,
    CommentEdit,
    DeleteEdit,
    RemoveChapterEdit,
    RenameStudyEdit,
    StudyEdit,
)
from damiera.study.errors import UnknownChapter
from damiera.study.files import read_chapters, study_text
from tests.unit.service.kit import App
from tests.wording import raises

TEXT = """[StudyName "All"]
[White "Anna"]
[Black "Bruno"]
1. 21-17! {good} (1. 22-18 12-15) 12-15 *

[ChapterName "Ends"]
[GameType "22"]
[FEN "W:W22:B11"]
*
"""


@pytest.fixture
def studies(app: App) -> StudyService:
    return StudyService(app.store, app.clock)


@pytest.fixture
def anna(app: App) -> Visitor:
    return app.guest("Anna")


@pytest.fixture
def bruno(app: App) -> Visitor:
    return app.guest("Bruno")


def begun(studies: StudyService, who: Visitor, text: str = TEXT) -> str:
    return studies.create(who.id, title="", text=text, game="italian")[0]


def write(studies: StudyService, id: str, who: Visitor, edit: StudyEdit, given: str = "") -> int:
    return studies.edit(id, who.id, [(given or new_id(), edit)])


def tree(studies: StudyService, id: str, who: Visitor) -> list[tuple[str, ...]]:
    return [node.path for node in studies.open(id, who.id).study.chapters[0].nodes()]


def test_a_study_of_one_game_is_called_after_its_players(studies: StudyService, anna: Visitor) -> None:
    game = '[White "Anna"]\n[Black "Bruno"]\n\n1. 22-18 11-14 *\n'
    for text, title in ((game, "Anna – Bruno"), (f"{game}\n{game}", "A study"), ("", "A study")):
        id, _ = studies.create(anna.id, title="", text=text, game="italian", words=("A study", "First"))
        assert studies.open(id, anna.id).record.title == title
    id, _ = studies.create(anna.id, title="Shots", text=game, game="italian")
    assert studies.open(id, anna.id).record.title == "Shots"


def test_a_study_is_begun_with_a_text(studies: StudyService, anna: Visitor) -> None:
    opened = studies.open(begun(studies, anna), anna.id)
    assert opened.study.title == opened.record.title == "All"
    assert [one.name for one in opened.study.chapters] == ["Anna – Bruno", "Ends"]
    assert opened.study.chapters[1].game.start.fen.startswith("W:W22:B11")
    assert (opened.owner, opened.may_edit, opened.is_owner) == ("Anna", True, True)


@pytest.mark.parametrize("slug", sorted(CATALOGUE))
def test_a_study_is_begun_empty_in_every_game(studies: StudyService, anna: Visitor, slug: str) -> None:
    id, _ = studies.create(anna.id, title="New", text="", game=slug)
    [chapter] = studies.open(id, anna.id).study.chapters
    assert chapter.game.ruleset.slug == slug
    assert chapter.game.start == CATALOGUE[slug].start()


def test_a_study_is_begun_with_a_position(studies: StudyService, anna: Visitor) -> None:
    id = begun(studies, anna, "W:WK22:B11")
    assert studies.open(id, anna.id).study.chapters[0].game.start.pieces == {22: "W", 11: "b"}


def test_what_cannot_be_read_begins_nothing(studies: StudyService, anna: Visitor) -> None:
    for text in ("W:W99:B11", "no game at all", '[GameType "22"] 1. 21-22 *'):
        with pytest.raises(DamieraError):
            begun(studies, anna, text)
    assert studies.listed(anna.id) == ([], [])


def test_a_study_that_cannot_be_begun_leaves_nothing(
    studies: StudyService, anna: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("damiera.service.studies.MOST_EDITS", 1)
    with pytest.raises(StudyRefusal):
        begun(studies, anna)
    assert studies.listed(anna.id) == ([], [])


def test_two_write_at_once_in_the_order_of_the_server(
    studies: StudyService, app: App, anna: Visitor, bruno: Visitor
) -> None:
    id = begun(studies, anna)
    opened = studies.open(id, anna.id)
    chapter = opened.study.chapters[0].id
    studies.join(id, bruno.id, opened.record.key)
    other = StudyService(app.store, app.clock)  # another process
    write(studies, id, anna, AddMovesEdit(chapter, ("21-17", "12-15", "22-18")))
    write(other, id, bruno, AddMovesEdit(chapter, ("21-17", "12-15", "23-20")))
    write(studies, id, anna, DeleteEdit(chapter, ("21-17", "12-15")))
    late = CommentEdit(chapter, ("21-17", "12-15", "23-20"), "Written on the train.")
    write(other, id, bruno, late)
    assert tree(studies, id, anna) == tree(other, id, bruno)
    assert ("21-17", "12-15", "23-20") in tree(studies, id, anna)
    assert ("21-17", "12-15", "22-18") not in tree(studies, id, anna)


def test_a_change_sent_twice_counts_once(studies: StudyService, anna: Visitor) -> None:
    id = begun(studies, anna)
    chapter = studies.open(id, anna.id).study.chapters[0].id
    version = write(studies, id, anna, CommentEdit(chapter, (), "a", ""), "one")
    assert write(studies, id, anna, CommentEdit(chapter, (), "a", ""), "one") == version
    assert studies.open(id, anna.id).record.version == version


def test_several_changes_are_made_all_or_none(studies: StudyService, anna: Visitor) -> None:
    id = begun(studies, anna)
    opened = studies.open(id, anna.id)
    with pytest.raises(UnknownChapter):
        studies.edit(
            id, anna.id, [("1", RenameStudyEdit("Other")), ("2", AddMovesEdit("nowhere", ("21-17",)))]
        )
    assert studies.open(id, anna.id) == opened


def test_what_a_study_began_with_is_not_to_be_undone(studies: StudyService, anna: Visitor) -> None:
    """Undo was offered where nothing had been changed, and took the last chapter of a file away."""
    id = begun(studies, anna)
    assert not studies.open(id, anna.id).can_undo
    with raises(StudyRefusal, Message("There is nothing of yours to undo here.")):
        studies.undo(id, anna.id)
    studies.add_text(id, anna.id, text="1. 22-18 *", game="italian", name="More")
    assert studies.open(id, anna.id).can_undo
    studies.undo(id, anna.id)
    opened = studies.open(id, anna.id)
    assert [one.name for one in opened.study.chapters] == ["Anna – Bruno", "Ends"]
    assert (opened.can_undo, opened.can_redo) == (False, True)


def test_each_undoes_their_own(studies: StudyService, anna: Visitor, bruno: Visitor) -> None:
    id = begun(studies, anna)
    opened = studies.open(id, anna.id)
    chapter = opened.study.chapters[0].id
    studies.join(id, bruno.id, opened.record.key)
    write(studies, id, anna, AddMovesEdit(chapter, ("24-20",)))
    write(studies, id, bruno, AddMovesEdit(chapter, ("22-19",)))
    assert not studies.open(id, anna.id).can_redo
    studies.undo(id, anna.id)
    assert ("24-20",) not in tree(studies, id, anna)
    assert ("22-19",) in tree(studies, id, anna)
    assert studies.open(id, anna.id).can_redo
    studies.undo(id, anna.id, again=True)
    assert ("24-20",) in tree(studies, id, anna)
    studies.undo(id, bruno.id)
    with raises(StudyRefusal, Message("There is nothing of yours to undo here.")):
        studies.undo(id, bruno.id)


def test_who_reads_and_who_writes(studies: StudyService, anna: Visitor, bruno: Visitor) -> None:
    id = begun(studies, anna)
    for viewer in (bruno.id, None):
        with pytest.raises(NotFound):
            studies.open(id, viewer)
    studies.share(id, anna.id, sharing="link")
    opened = studies.open(id, bruno.id)
    assert not opened.may_edit
    assert studies.listed(bruno.id) == ([], [])
    with pytest.raises(NotYours):
        write(studies, id, bruno, RenameStudyEdit("Mine"))
    with pytest.raises(NotYours):
        studies.share(id, bruno.id, sharing="public")
    with pytest.raises(NotYours):
        studies.remove(id, bruno.id)
    studies.share(id, anna.id, sharing="public", new_key=True)
    assert [record.id for record in studies.listed(None)[1]] == [id]
    with pytest.raises(NotFound):
        studies.join(id, bruno.id, opened.record.key)
    studies.join(id, bruno.id, studies.open(id, anna.id).record.key)
    assert studies.open(id, bruno.id).may_edit
    assert [record.id for record in studies.listed(bruno.id)[0]] == [id]
    studies.remove(id, anna.id)
    assert studies.listed(bruno.id) == ([], [])


def test_an_author_is_taken_off_and_does_not_come_back(
    studies: StudyService, anna: Visitor, bruno: Visitor
) -> None:
    id = begun(studies, anna)
    key = studies.open(id, anna.id).record.key
    studies.join(id, bruno.id, key)
    write(studies, id, bruno, RenameStudyEdit("Ours"))
    with pytest.raises(NotYours):
        studies.take_off(id, bruno.id, anna.id)
    studies.take_off(id, anna.id, bruno.id)
    assert studies.open(id, anna.id).study.title == "Ours", "what they wrote stays"
    with pytest.raises(NotFound):
        studies.open(id, bruno.id)
    with pytest.raises(NotFound):
        studies.join(id, bruno.id, key)
    studies.join(id, bruno.id, studies.open(id, anna.id).record.key)
    studies.take_off(id, bruno.id, bruno.id)
    assert studies.listed(bruno.id) == ([], []), "of their own will"


def test_a_study_is_one_file_and_comes_back(studies: StudyService, anna: Visitor) -> None:
    opened = studies.open(begun(studies, anna), anna.id)
    text = study_text(opened.study)
    again = studies.open(begun(studies, anna, text), anna.id)
    assert study_text(again.study) == text


def test_positions_and_patterns_are_found(studies: StudyService, anna: Visitor, bruno: Visitor) -> None:
    id = begun(studies, anna)
    [hit] = studies.search(anna.id, wanted_of("?:W18:E22", "italian"))
    assert (hit.record.id, hit.chapter.name, hit.path) == (id, "Anna – Bruno", ("22-18",))
    start = CATALOGUE["italian"].start().fen
    assert [hit.path for hit in studies.search(anna.id, wanted_of(f"={start}", "italian"))] == [()]
    assert studies.search(bruno.id, wanted_of("?:W18:E22", "italian")) == []
    studies.share(id, anna.id, sharing="public")
    assert len(studies.search(bruno.id, wanted_of("?:W18:E22", "italian"))) == 1
    with pytest.raises(DamieraError):
        wanted_of("nonsense", "italian")


def test_a_pattern_is_found_in_the_archive(
    studies: StudyService, app: App, anna: Visitor, bruno: Visitor
) -> None:
    text = '[White "Rossi"] [Black "Verdi"] [GameType "22"] 1. 21-17 12-15 2. 22-18 15-20 *'
    job = app.imports.start(anna.id, "games.pdn", text.encode()).id
    while app.imports.step(job):
        pass
    wanted = wanted_of("B:W18:E21", "italian")
    [hit] = studies.search_archive(anna.id, wanted, "italian")
    assert (hit.white, hit.black, hit.ply) == ("Rossi", "Verdi", 3)
    assert studies.search_archive(bruno.id, wanted, "italian") == []
    assert studies.search_archive(anna.id, wanted, "english") == []
    start = CATALOGUE["italian"].start()
    assert [hit.ply for hit in studies.search_archive(anna.id, start, "italian")] == [0]


def test_a_study_of_a_newer_version_says_so(studies: StudyService, app: App, anna: Visitor) -> None:
    id = begun(studies, anna)
    version = studies.open(id, anna.id).record.version
    with app.store.write() as work:
        record = EditRecord(version + 1, anna.id, "x", 0, '{"e":"of a later version"}')
        work.studies.append(id, record, title="t", game="italian")
    said = Message("This study was written by a newer version of Damiera: open it with that one.")
    with raises(StudyRefusal, said):
        studies.open(id, anna.id)
    other = begun(studies, anna)
    assert [hit.record.id for hit in studies.search(anna.id, wanted_of("?:W18:E22", "italian"))] == [other]


def damaged(app: App, studies: StudyService, id: str, *bodies: str) -> int:
    """Add rows as a failing disk or another hand may leave them; return how many there are then."""
    with app.store.write() as work:
        record = work.studies.get(id)
        assert record is not None
        for n, body in enumerate(bodies, record.version + 1):
            work.studies.append(
                id, EditRecord(n, record.owner_id, f"x{n}", 0, body), title="t", game="italian"
            )
    return record.version + len(bodies)


DAMAGED = Message("This study is damaged: change {n} of {total} cannot be read ({why}).")
CHAPTER = (
    '{"e":"add-chapter","id":"third","name":"Third","pdn":"[Event \\"T\\"] 1. 22-18 12-16 2. 26-9 11-15 *"}'
)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ('{"e":"title","tit', Message("it breaks off after {n} signs", n=17)),
        ('{"e":"title","title":"a"\x00}', Message("it is no JSON from sign {n} on", n=24)),
        ("", Message("it breaks off after {n} signs", n=0)),
        ("{}", Message("it names no change")),
        ("[]", Message("it names no change")),
        ('{"e":"title"}', Message("it has no `{field}`", field="title")),
        (
            '{"e":"moves","chapter":"a","path":["22-18",3]}',
            Message("its `{field}` is not what should stand there"),
        ),
    ],
)
def test_a_damaged_study_is_not_called_newer(
    studies: StudyService, app: App, anna: Visitor, bruno: Visitor, body: str, why: Message
) -> None:
    id = begun(studies, anna)
    whole = study_text(studies.open(id, anna.id).study)
    total = damaged(app, studies, id, body)
    with raises(UnreadableStudy, DAMAGED.format(n=total, total=total, why=why)):
        StudyService(app.store, app.clock).open(id, anna.id)
    later = damaged(app, studies, id, '{"e":"add-chapter","id":"after","name":"After","pdn":"1. 21-17 *"}')
    opened = StudyService(app.store, app.clock).open_readable(id, anna.id)
    assert [one.name for one in opened.study.chapters] == ["Anna – Bruno", "Ends", "After"]
    told = study_file(opened, {})
    assert told.startswith(f"% Damiera: change {total} of {later} could not be read")
    assert [name for name, _ in read_chapters(told).chapters] == ["Anna – Bruno", "Ends", "After"]
    assert read_chapters(whole).chapters == read_chapters(told).chapters[:2]
    with app.store.read() as work:
        assert work.studies.edits(id)[total - 1].body == body, "what is damaged stays as it is kept"
    studies.share(id, anna.id, sharing="public")
    with pytest.raises(UnreadableStudy):
        studies.open_readable(id, bruno.id)
    studies.remove(id, anna.id)


def test_a_chapter_whose_text_is_damaged_is_given_out_up_to_there(
    studies: StudyService, app: App, anna: Visitor
) -> None:
    id = begun(studies, anna)
    damaged(app, studies, id, CHAPTER)
    with pytest.raises(UnreadableStudy):
        studies.open(id, anna.id)
    opened = studies.open_readable(id, anna.id)
    assert [one.name for one in opened.study.chapters] == ["Anna – Bruno", "Ends", "Third"]
    assert "1. 22-18 12-16" in study_file(opened, {})


def test_a_wrong_game_in_a_text_is_told(studies: StudyService, anna: Visitor) -> None:
    id = begun(studies, anna)
    notes = studies.add_text(id, anna.id, text="1. 21-17 12-15 2. 17-1 *", game="italian", name="x")
    assert len(notes) == 1
    with pytest.raises(PdnError):
        studies.add_text(id, anna.id, text="1. 21-1 *", game="italian", name="x")
    assert len(studies.open(id, anna.id).study.chapters) == 3
    write(studies, id, anna, RemoveChapterEdit(studies.open(id, anna.id).study.chapters[2].id))
    assert len(studies.open(id, anna.id).study.chapters) == 2


def test_a_log_has_no_gaps(app: App, studies: StudyService, anna: Visitor, tmp_path: Path) -> None:
    """What another process wrote first is never overwritten."""
    id = begun(studies, anna)
    with app.store.write() as work:
        assert not work.studies.append(id, EditRecord(99, anna.id, "x", 0, "{}"), title="t", game="italian")
        assert [one.version for one in work.studies.edits(id)] == [1, 2, 3]
        assert work.studies.versions([id, "gone"]) == {id: 3}
