"""The law for a page without a connection: the legal moves where an author of a study may come to."""

from __future__ import annotations

import pytest

from damiera.notation.pdn.model import pdn_game
from damiera.rules.ruleset import CATALOGUE
from damiera.service import study_ahead
from damiera.service.study_ahead import positions_ahead
from damiera.study.files import chapter_of, read_chapters
from damiera.study.model import StudyChapter


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with other work finds as much."""
    monkeypatch.setattr(study_ahead, "PATIENCE_S", 60.0)


def chapter(text: str) -> StudyChapter:
    [(name, game)] = read_chapters(text).chapters
    return chapter_of("a", name, game)


def test_the_nearest_positions_come_first_and_say_what_is_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study_ahead, "MOST_AHEAD", 30)
    one = chapter("1. 22-19 10-14 2. 19x10 5x14 (2... 6x13) *")
    line, ahead = positions_ahead(one, ("22-19", "10-14"), "en", whole=False)
    assert len(ahead) == len(line.positions) == 30
    assert ahead[0].moves == "22-19 10-14"
    assert [move.text for move in ahead[0].state.moves] == ["19x10"]
    assert ahead[0].state.must == (19,)
    known = {there.moves: {move.text for move in there.state.moves} for there in ahead}
    for moves in known:
        before, _, last = moves.rpartition(" ")
        assert before not in known or last in known[before]
    depths = [len(there.moves.split()) for there in ahead]
    assert depths == sorted(depths)


def test_the_whole_tree_comes_on_demand() -> None:
    one = chapter("1. 22-19 10-14 2. 19x10 5x14 (2... 6x13 3. 23-20) *")
    known = {there.moves for there in positions_ahead(one, (), "en", whole=True)[1]}
    assert {"", "22-19", "22-19 10-14 19x10 6x13 23-20", "22-19 10-14 19x10 5x14"} <= known
    assert "22-19 10-14 19x10 6x13 23-20" not in {
        there.moves for there in positions_ahead(one, (), "en", whole=False)[1]
    }


def test_a_game_of_many_moves_is_not_looked_through_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four hundred positions of Halma took 80 seconds."""
    monkeypatch.setattr(study_ahead, "PATIENCE_S", 0.0)
    game = pdn_game(CATALOGUE["international"], ())
    line, ahead = positions_ahead(StudyChapter("a", "First", game), (), "en", whole=True)
    assert [there.moves for there in ahead] == [""]
    assert len(line.positions) == 1


@pytest.mark.parametrize("slug", ["international", "turkish", "lasca", "hexdame", "reentry"])
def test_every_board_has_its_law(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study_ahead, "MOST_AHEAD", 12)
    game = pdn_game(CATALOGUE[slug], ())
    ahead = positions_ahead(StudyChapter("a", "First", game), (), "fr", whole=True)[1]
    legal = [move.text for move in ahead[0].state.moves]
    assert [there.moves for there in ahead[1:]][: len(legal)] == legal[:11]
