"""Endings that the rules draw by counting: a win that takes longer is none, to tables and to a search."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest

from damiera import _core, _endgame
from damiera._core import Position
from damiera.cli.main import main
from damiera.endgame.build import Builder
from damiera.endgame.counts import counted_endings
from damiera.endgame.errors import UnreadableTable
from damiera.endgame.files import counted_folder, path_of
from damiera.endgame.material import SliceMaterial, material_of, materials
from damiera.endgame.probe import EndgameTables, Verdict, sealed_tables
from damiera.endgame.sentences import table_sentences, value_sentence
from damiera.messages import Message
from damiera.rules.ruleset import ruleset
from tests.wording import holds

KILLER = ruleset("killer")
FMJD_6_4_PLIES = 10
WON_CP = 20_000


def _fail(fault: UnreadableTable) -> None:
    pytest.fail(str(fault))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("tables")
    Builder(KILLER.core, 3, distances=True, folder=found).run()
    Builder(KILLER.core, 3, counted=True, folder=found).run()
    return found


def _positions(material: SliceMaterial, *, every: int = 97) -> list[Position]:
    tables = _endgame.Tables(KILLER.core, cache_mb=1)
    found = (tables.position(material, place) for place in range(0, tables.places(material), every))
    return [one for one in found if one is not None and one.moves()]


def test_damiera_killer_5_9_a_king_and_a_man_have_five_moves_to_beat_a_king() -> None:
    limits = counted_endings(KILLER.core)
    assert limits[SliceMaterial(1, 1, 0, 1)] == FMJD_6_4_PLIES


def test_damiera_killer_5_9_what_leads_there_is_drawn_where_the_end_is_farther(folder: Path) -> None:
    plain, counted = (EndgameTables(KILLER.core, place) for place in (folder, counted_folder(folder)))
    two_men_and_a_king = SliceMaterial(2, 0, 0, 1)
    seen = set()
    for position in _positions(two_men_and_a_king):
        said, within = plain.need(position), counted.need(position)
        seen.add((said.verdict, within.verdict))
        if within.verdict is not said.verdict:
            assert within.verdict is Verdict.DRAW
    assert (Verdict.WIN, Verdict.DRAW) in seen
    assert (Verdict.WIN, Verdict.WIN) in seen


def test_damiera_killer_5_9_the_count_goes_on_through_a_crowning(folder: Path) -> None:
    """Of a king and a man the distances are the same, counted or not: his five moves have begun."""
    plain, counted = (EndgameTables(KILLER.core, place) for place in (folder, counted_folder(folder)))
    long = 0
    for position in _positions(SliceMaterial(1, 1, 0, 1)):
        said = plain.need(position)
        assert counted.need(position) == said
        long += said.plies is not None and said.plies > FMJD_6_4_PLIES
    assert long > 0


def test_a_file_of_verdicts_alone_says_what_the_count_leaves(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("damiera.endgame.files.SHIPPED", tmp_path / "nothing-shipped")
    slice = SliceMaterial(1, 1, 0, 1)
    for path in counted_folder(folder).rglob("*.wld"):
        copy = tmp_path / path.relative_to(counted_folder(folder))
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    plain, verdicts = EndgameTables(KILLER.core, folder), EndgameTables(KILLER.core, tmp_path)
    for position in _positions(slice):
        said = plain.need(position)
        if position.detect():
            continue  # there the capture is played, and what comes of it asked
        late = said.plies is not None and said.plies > FMJD_6_4_PLIES
        assert verdicts.need(position).verdict is (Verdict.DRAW if late else said.verdict)


def test_damiera_killer_5_9_a_search_takes_no_late_win_for_one(folder: Path) -> None:
    """Four pieces, and the one move captures: what is left is asked of the tables."""
    plain = EndgameTables(KILLER.core, folder)
    search = _core.Search(KILLER.core, hash_mb=1, tables=sealed_tables(KILLER.core, folder, _fail))
    seen = set()
    for position in _positions(SliceMaterial(1, 1, 1, 1), every=997):
        moves = position.moves()
        after = position.play(moves[0])
        if len(moves) > 1 or not position.detect() or after.detect():
            continue
        said = plain.need(after)
        if not after.moves() or said.plies is None or sorted(material_of(after)) != [0, 1, 1, 1]:
            continue
        if material_of(after)[1] != 1 or material_of(after)[3] != 1:
            continue  # no king each: the count is not of this ending
        search.clear()
        in_time = said.plies <= FMJD_6_4_PLIES
        seen.add(in_time)
        assert (abs(search.think(position, depth=2).score_cp) > WON_CP) is in_time, position.fen
    assert seen == {True, False}


def test_rules_without_a_book_count_nothing(tmp_path: Path) -> None:
    rules = _core.rules("proof-english-6x6")
    assert counted_endings(rules) == {}
    assert sealed_tables(rules, tmp_path, _fail) is None


def test_what_is_won_is_told_where_the_table_that_counts_is_damaged(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the command that is named writes the table anew."""
    monkeypatch.setattr("damiera.endgame.files.SHIPPED", tmp_path / "nothing-shipped")
    place = tmp_path / "my tables"
    shutil.copytree(folder / "killer", place / "killer")
    for path in (place / "killer").rglob("*.dtw"):
        path.unlink()
    shutil.copytree(counted_folder(folder), counted_folder(place))
    slice = SliceMaterial(1, 1, 0, 1)
    position = next(one for one in _positions(slice) if not one.detect())
    value = EndgameTables(KILLER.core, place).need(position)
    sound = [text.text("en") for text in table_sentences(position, place)]
    damaged = path_of(counted_folder(place), KILLER.core, slice, distances=False)
    for path in (damaged, damaged.with_suffix(".dtw")):
        path.write_bytes(path.read_bytes()[:-1])
    told = table_sentences(position, place)
    assert told[0] == value_sentence(value)
    assert holds(told[1], Message("Whether the rules draw it by counting moves is not known. {why}"))
    command = f"damiera endgame build killer --pieces 3 --only 1101 --counted --folder '{place}'"
    assert command in str(told[1])
    with pytest.raises(SystemExit) as done:
        main(shlex.split(command)[1:])
    assert not done.value.code
    assert [text.text("en") for text in table_sentences(position, place)] == sound


def test_every_material_of_an_ending_has_a_table() -> None:
    for slug in ("international", "killer", "russian", "brazilian", "pool", "frisian"):
        game = ruleset(slug).core
        limits = counted_endings(game)
        assert limits
        assert all(one in materials(game, one.pieces) for one in limits)
