"""The tree of a study, its changes, undoing, PDN both ways."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damiera._core import Position
from damiera.messages import Message
from damiera.notation.errors import IllegalMove, SquareError
from damiera.notation.moves import format_move
from damiera.notation.pdn.errors import PdnError
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.rules.ruleset import CATALOGUE, ENGLISH, ITALIAN
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
    edit_from,
    edit_text,
)
from damiera.study.errors import StudyError, UnknownChapter
from damiera.study.files import chapter_of, chapter_text, read_chapters, study_text
from damiera.study.fold import changed, folded, own_last
from damiera.study.model import MOST_CHAPTERS, Study, StudyChapter
from damiera.study.remarks import CommentParts, Drawing, parsed, written
from damiera.study.search import hits, read_pattern
from damiera.study.tree import added, deleted, found, main_path, nodes, promoted
from tests.wording import raises

PDN: Final = """[Event "Club"]
[White "Anna"]
[Black "Bruno"]
[Result "1-0"]
[GameType "22,W,8,8,N2,1"]
[Annotator "Carla"]
[XyzOfElsewhere "kept"]

{Prelude} 1. 21-17! $14 {[%clk 0:59:10] [%eval 0.3] Well played. [%csl R17][%cal B2117]}
(1. 22-18 {or} 12-15 (1... 11-14?? {no} 2. 18x11) 2. 18-14) (1. 23-20 {the third})
1... 12-15 {[%clk 0:58:00]} 2. 23-20 {+1} 10-13 *
"""


def chapter(pdn: str = PDN) -> StudyChapter:
    [game] = read_pdn(pdn)
    assert isinstance(game, PdnGame)
    return chapter_of("a", "First", game)


def study(pdn: str = PDN) -> Study:
    return changed(Study("All"), AddChapterEdit("a", "First", pdn))


def paths(one: Study | StudyChapter) -> list[tuple[str, ...]]:
    tree = one.chapters[0] if isinstance(one, Study) else one
    return [node.path for node in tree.nodes()]


def after(*edits: StudyEdit, pdn: str = PDN) -> Study:
    here = study(pdn)
    for edit in edits:
        here = changed(here, edit)
    return here


# PDN


def again(one: StudyChapter) -> StudyChapter:
    return chapter(chapter_text(one))


def test_pasted_pdn_keeps_everything() -> None:
    first = chapter()
    second = again(first)
    assert second.game.mainline == first.game.mainline
    assert second.game.comment == first.game.comment == "Prelude"
    assert second.game.tags.items() >= {"XyzOfElsewhere": "kept", "Annotator": "Carla"}.items()
    assert "[%eval 0.3]" in chapter_text(second)
    assert second.game.result == "1-0"


def test_a_study_is_one_file() -> None:
    one = after(KindEdit("a", "guess", "black"), AddChapterEdit("b", "Other", '[FEN "W:W22:B11"] *'))
    read = read_chapters(study_text(one))
    assert read.title == "All"
    assert [name for name, _ in read.chapters] == ["First", "Other"]
    back = chapter_of("a", *read.chapters[0])
    assert (back.kind, back.side) == ("guess", "black")
    assert "ChapterKind" not in back.game.tags
    assert read.chapters[1][1].start.fen.startswith("W:W22:B11")


@pytest.mark.parametrize("slug", ["italian", "russian", "international", "turkish", "frisian", "lasca"])
def test_a_tree_of_any_game_goes_through_pdn(slug: str) -> None:
    game = CATALOGUE[slug]
    start = game.start()
    here = Study("All")
    here = changed(here, AddChapterEdit("a", "x", f'[GameType "{game.pdn_game_type}"] *'))
    assert here.chapters[0].game.ruleset == game
    names = [_text(start, n) for n in range(3)]
    for name in names:
        here = changed(here, AddMovesEdit("a", (name,)))
    here = changed(here, DrawingsEdit("a", (names[1],), ("B1,2,3", "R4")))
    assert again(here.chapters[0]).game.mainline == here.chapters[0].game.mainline
    assert paths(again(here.chapters[0])) == [(name,) for name in names]


def _text(position: Position, n: int) -> str:
    moves = position.moves()
    return format_move(position, moves[n % len(moves)])


def test_what_cannot_be_read_says_why() -> None:
    with raises(StudyError, Message("There is no game in this text.")):
        read_chapters("")
    with pytest.raises(PdnError):
        read_chapters('[White "Anna"] 1. 21-99 *')
    with pytest.raises(StudyError):
        read_chapters("x" * 2_000_001)
    with pytest.raises(StudyError):
        read_chapters("1. 21-17 * " * (MOST_CHAPTERS + 1))


def test_a_game_is_kept_up_to_a_wrong_move() -> None:
    read = read_chapters("1. 21-17 12-15 2. 17-1 *")
    assert len(read.chapters[0][1].mainline) == 2
    assert len(read.notes) == 1
    assert "17-1" in read.chapters[0][1].closing


# Trees


def test_moves_are_added_where_they_belong() -> None:
    tree = added((), ITALIAN.start(), ("21-17", "12-15"))
    tree = added(tree, ITALIAN.start(), ("22-18", "12-16"))
    tree = added(tree, ITALIAN.start(), ("22-18", "10-13"))
    assert [node.path for node in nodes(tree, ITALIAN.start())] == [
        ("21-17",),
        ("22-18",),
        ("22-18", "12-16"),
        ("22-18", "10-13"),
        ("21-17", "12-15"),
    ]
    assert added(tree, ITALIAN.start(), ("22-18", "10-13")) is tree
    assert main_path(tree) == ("21-17", "12-15")
    with pytest.raises(IllegalMove):
        added(tree, ITALIAN.start(), ("21-17", "21-17"))


def test_lines_that_begin_alike_are_told_apart() -> None:
    one = chapter("1. 21-17 (1. 22-18 12-15) (1. 22-18 12-16) *")
    assert paths(one) == [("21-17",), ("22-18",), ("22-18", "12-15"), ("22-18~2",), ("22-18~2", "12-16")]
    tree = deleted(one.game.mainline, ("22-18~2",))
    assert [node.path for node in nodes(tree, one.game.start)] == paths(one)[:3]


def test_the_first_variation_takes_the_place_of_what_is_deleted() -> None:
    here = after(DeleteEdit("a", ("21-17",)))
    assert main_path(here.chapters[0].game.mainline) == ("22-18", "12-15", "18-14")
    assert ("23-20",) in paths(here)
    here = changed(here, DeleteEdit("a", ("22-18", "12-15")))
    assert main_path(here.chapters[0].game.mainline) == ("22-18", "11-14", "18x11")


def test_promoting_twice_makes_the_main_line() -> None:
    deep = ("22-18", "11-14", "18x11")
    once = after(PromoteEdit("a", deep))
    assert main_path(once.chapters[0].game.mainline)[0] == "21-17"
    assert main_path(once.chapters[0].game.mainline, ("22-18",)) == deep
    whole = after(PromoteEdit("a", deep, whole=True))
    assert main_path(whole.chapters[0].game.mainline) == deep
    assert set(paths(whole)) == set(paths(study()))
    assert again(whole.chapters[0]).game.mainline == whole.chapters[0].game.mainline


def test_a_mark_of_a_jump_does_not_reach_the_main_line() -> None:
    one = chapter("1. 21-17 (1. 22-18 {[%jump nothing]}) *")
    moves = promoted(one.game.mainline, ("22-18",))
    kept = replace(one, game=replace(one.game, mainline=moves))
    assert again(kept).game.mainline == moves


# Changes


def test_a_comment_of_two_keeps_both() -> None:
    mine = CommentEdit("a", ("21-17",), "Mine.", "Well played.")
    theirs = CommentEdit("a", ("21-17",), "Theirs.", "Well played.")
    entry = after(mine, theirs).chapters[0].game.mainline[0]
    remark = parsed(entry.comment, 32)
    assert remark.words == "Mine. / Theirs."
    assert remark.clock == "[%clk 0:59:10]"
    assert remark.drawings == (Drawing("R", (17,)), Drawing("B", (21, 17)))


def test_drawings_and_signs_stay_beside_words() -> None:
    path = ("21-17", "12-15")
    here = after(
        DrawingsEdit("a", path, ("Y15", "B22,15,6")),
        CommentEdit("a", path, "Look {here}."),
        GlyphsEdit("a", path, "?!", (7, 18), ("+1", "nonsense")),
    )
    entry = found(here.chapters[0].game.mainline, path)
    assert entry is not None
    assert parsed(entry.comment, 32).words == "Look (here)."
    assert (entry.strength, entry.nags, entry.signs) == ("?!", (7, 18), ("+1",))
    assert entry.clock_ms == 58 * 60_000
    assert again(here.chapters[0]).game.mainline == here.chapters[0].game.mainline
    with pytest.raises(StudyError):
        changed(here, DrawingsEdit("a", path, ("B33",)))


def test_what_is_written_late_comes_back_as_a_variation() -> None:
    """An author without a connection writes below a move that another deletes."""
    path = ("21-17", "12-15", "23-20", "10-13")
    here = after(DeleteEdit("a", ("21-17", "12-15")), CommentEdit("a", path, "Still here."))
    entry = found(here.chapters[0].game.mainline, path)
    assert entry is not None
    assert entry.comment == "Still here."
    here = after(RemoveChapterEdit("a"), DeleteEdit("a", ("21-17",)))
    assert here.chapters == ()
    here = changed(here, AddMovesEdit("a", ("24-20",)))
    assert ("24-20",) in paths(here)
    with pytest.raises(UnknownChapter):
        changed(here, AddMovesEdit("nowhere", ("24-20",)))


def test_chapters_are_joined() -> None:
    here = after(
        AddChapterEdit("b", "Second", '[Site "Rome"] 1. 21-17 {also} 10-13 (1... 12-16) *'),
        JoinEdit("a", "b"),
    )
    assert [one.id for one in here.chapters] == ["a"]
    assert {("21-17", "10-13"), ("21-17", "12-16"), ("21-17", "12-15")} <= set(paths(here))
    assert here.chapters[0].game.mainline[0].comment.endswith("also")
    assert here.chapters[0].game.tags["Site"] == "Rome"
    other = after(AddChapterEdit("b", "Ends", '[FEN "W:W22:B11"] *'))
    for edit in (JoinEdit("a", "b"), JoinEdit("a", "a")):
        with pytest.raises(StudyError):
            changed(other, edit)


def test_chapters_have_names_an_order_and_tags() -> None:
    here = after(
        AddChapterEdit("b", "Second", "1. 22-18 *"),
        AddChapterEdit("b", "Again", "*"),
        MoveChapterEdit("b", 0),
        RenameChapterEdit("a", "  One\nline "),
        RenameStudyEdit("Mine"),
        TagsEdit("a", {"White": "", "Round": "3", "Result": "1/2-1/2", "GameType": "20"}),
        FoldEdit("a", ("21-17",)),
    )
    assert [(one.id, one.name) for one in here.chapters] == [("b", "Second"), ("a", "One line")]
    game = here.chapters[1].game
    assert (here.title, game.result, game.tags["Round"]) == ("Mine", "1/2-1/2", "3")
    assert "White" not in game.tags
    assert game.tags["GameType"] == "22,W,8,8,N2,1"
    assert here.chapters[1].folded == {("21-17",)}


# Undoing


def log(*edits: tuple[str, StudyEdit]) -> list[LoggedEdit]:
    return [LoggedEdit(n, author, edit) for n, (author, edit) in enumerate(edits, 1)]


def test_each_undoes_their_own() -> None:
    entries = log(
        ("anna", AddChapterEdit("a", "First", "1. 21-17 *")),
        ("anna", AddMovesEdit("a", ("21-17", "12-15"))),
        ("bruno", AddMovesEdit("a", ("21-17", "12-15", "23-20"))),
        ("anna", CommentEdit("a", ("21-17",), "Mine.")),
    )
    assert own_last(entries, "bruno") == 3
    assert own_last(entries, "carla") is None
    entries.append(LoggedEdit(5, "anna", UndoEdit(4)))
    assert folded(entries, "t").chapters[0].game.mainline[0].comment == ""
    assert own_last(entries, "anna") == 2
    assert own_last(entries, "anna", again=True) == 5
    entries.append(LoggedEdit(6, "anna", UndoEdit(2)))
    assert ("21-17", "12-15", "23-20") in paths(folded(entries, "t")), (
        "what another wrote holds what it needs"
    )
    entries.append(LoggedEdit(7, "anna", UndoEdit(6)))
    entries.append(LoggedEdit(8, "anna", UndoEdit(5)))
    assert folded(entries, "t").chapters[0].game.mainline[0].comment == "Mine."


def test_a_chapter_that_is_undone_stays_where_another_writes_in_it() -> None:
    entries = log(("anna", AddChapterEdit("a", "First", "1. 21-17 *")), ("anna", UndoEdit(1)))
    assert folded(entries, "t").chapters == ()
    entries.insert(1, LoggedEdit(2, "bruno", AddMovesEdit("a", ("22-18",))))
    entries[2] = LoggedEdit(3, "anna", UndoEdit(1))
    assert paths(folded(entries, "t")) == [("21-17",), ("22-18",)]


def test_a_change_is_kept_as_text() -> None:
    edit = CommentEdit("a", ("21-17",), "è", None)
    assert edit_from(edit_text(edit)) == edit
    for text in ("{}", '{"e":"of a later version"}', "no", '{"e":"undo","version":0}', b"\xff"):
        with pytest.raises(StudyError):
            edit_from(text)


# Properties

_PICK = st.integers(0, 200)


@st.composite
def edits(draw: st.DrawFn) -> list[StudyEdit]:
    """Changes of a tree by several hands, each made on some earlier state of it."""
    here = study("1. 21-17 *")
    states = [here]
    out: list[StudyEdit] = []
    for _ in range(draw(st.integers(1, 25))):
        seen = states[draw(_PICK) % len(states)].chapters[0]
        known = [(), *(node.path for node in seen.nodes())]
        path = known[draw(_PICK) % len(known)]
        edit = _edit(draw, seen, path)
        here = changed(here, edit)
        states.append(here)
        out.append(edit)
    return out


def _edit(draw: st.DrawFn, seen: StudyChapter, path: tuple[str, ...]) -> StudyEdit:
    position = seen.position(path)
    kinds = ["comment", "draw", *(["move"] * 4 if position.has_moves() else [])]
    if path:
        kinds += ["delete", "promote", "main", "glyphs"]
    match draw(st.sampled_from(kinds)):
        case "move":
            return AddMovesEdit("a", (*path, _text(position, draw(_PICK))))
        case "delete":
            return DeleteEdit("a", path)
        case "promote":
            return PromoteEdit("a", path)
        case "main":
            return PromoteEdit("a", path, whole=True)
        case "glyphs":
            return GlyphsEdit("a", path, draw(st.sampled_from(("", "!", "??"))), (14,))
        case "draw":
            return DrawingsEdit("a", path, ("B1,5", "R32"))
        case _:
            return CommentEdit("a", path, draw(st.text("ab{}()[]%+ é\n", max_size=12)))


@pytest.mark.slow
@given(edits())
def test_any_tree_goes_through_pdn_without_loss(made: list[StudyEdit]) -> None:
    here = after(*made, pdn="1. 21-17 *").chapters[0]
    back = again(here)
    assert back.game.mainline == here.game.mainline
    assert back.game.comment == here.game.comment
    assert len({*paths(here)}) == len(paths(here)), "every node has a name of its own"
    for node in here.nodes():
        assert found(here.game.mainline, node.path) is node.entry
        assert here.position(node.path) == node.position


@pytest.mark.slow
@given(edits(), st.lists(_PICK, max_size=6))
def test_any_changes_may_be_undone(made: list[StudyEdit], picks: list[int]) -> None:
    """Whatever is undone, the rest is carried out; undoing the undoing gives the same tree again."""
    entries = log(("anna", AddChapterEdit("a", "First", "1. 21-17 *")), *(("anna", edit) for edit in made))
    whole = folded(entries, "t")
    undoings = [LoggedEdit(100 + n, "anna", UndoEdit(2 + pick % len(made))) for n, pick in enumerate(picks)]
    without = folded([*entries, *undoings], "t").chapters[0]
    kept = {2 + pick % len(made) for pick in picks}
    for number, edit in enumerate(made, 2):
        deletes = any(isinstance(later, DeleteEdit) for later in made[number - 1 :])
        if number not in kept and isinstance(edit, AddMovesEdit) and not deletes:
            plain = tuple(name.partition("~")[0] for name in edit.path)
            assert found(without.game.mainline, plain) is not None
    back = [LoggedEdit(200 + n, "anna", UndoEdit(one.version)) for n, one in enumerate(undoings)]
    assert folded([*entries, *undoings, *back], "t") == whole


@given(
    st.builds(
        CommentParts,
        words=st.text("abc è!", max_size=20).map(lambda text: " ".join(text.split())),
        drawings=st.lists(
            st.builds(
                Drawing,
                st.sampled_from("BRYG"),
                st.lists(st.integers(1, 144), min_size=1, max_size=4).map(tuple),
            ),
            max_size=5,
        ).map(lambda drawn: tuple(sorted(drawn, key=lambda one: one.kind == "arrow"))),
        clock=st.sampled_from(("", "[%clk 0:05:00]")),
        commands=st.sampled_from(((), ("[%eval 1]",))),
        conduct=st.sampled_from(("", "[%conduct a:3.7] Touched.")),
    )
)
def test_a_remark_is_read_as_it_was_written(remark: CommentParts) -> None:
    assert parsed(written(remark, 144), 144) == remark


# Searching


def test_a_position_is_found_in_a_tree() -> None:
    one = chapter()
    wanted = one.position(("22-18", "12-15"))
    assert [path for _, path in hits([one], wanted)] == [("22-18", "12-15")]
    assert [path for _, path in hits([one], one.game.start)] == [()]
    assert not list(hits([one], CATALOGUE["english"].start()))


def test_a_pattern_is_found_in_a_tree() -> None:
    one = chapter()
    assert [path for _, path in hits([one], read_pattern("B:W18:B11:E22", ITALIAN))] == [("22-18",)]
    assert not list(hits([one], read_pattern("?:WK18", ITALIAN)))
    assert not list(hits([one], read_pattern("B:W18:B11:E22", ENGLISH))), "another game, another board"
    for text in ("", "W22", "X:W22", "W:Z22", "W:", "W:W23-22"):
        with pytest.raises((StudyError, SquareError)):
            read_pattern(text, ITALIAN)
