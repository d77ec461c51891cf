"""The tables that come with Damiera: all there, right to the last position, and asked without being built."""

from __future__ import annotations

from pathlib import Path

import pytest

from damiera.endgame.build import Builder
from damiera.endgame.errors import UnreadableTable
from damiera.endgame.files import counted_folder, open_table, path_of, shipped_folder
from damiera.endgame.material import materials
from damiera.endgame.probe import EndgameTables, PositionValue, Verdict, sealed_tables
from damiera.endgame.stock import TableStock, stock
from damiera.endgame.verify import Verifier
from damiera.engine.adviser import TableAdviser
from damiera.notation.fen import parse_fen
from damiera.notation.moves import format_move
from damiera.rules.ruleset import ITALIAN, ruleset
from tests.examples import in_turn

GAMES = ("italian", "english", "international", "russian", "brazilian", "pool", "spanish", "killer")
COUNTED = ("killer",)
MOST_BYTES = 1_000_000


@pytest.mark.parametrize("slug", GAMES)
def test_verdicts_to_four_pieces_and_distances_to_three(slug: str) -> None:
    found = stock(ruleset(slug).core, shipped_folder())
    assert [(one.pieces, one.is_complete, one.distances == one.total) for one in found] == [
        (2, True, True),
        (3, True, True),
        (4, True, False),
    ]
    assert sum(one.size for one in found) < MOST_BYTES


def test_no_other_game_has_any() -> None:
    assert {place.name for place in shipped_folder().iterdir()} == {*GAMES, "counted"}
    assert {place.name for place in counted_folder(shipped_folder()).iterdir()} == set(COUNTED)


@pytest.mark.parametrize("slug", COUNTED)
def test_those_that_count_with_the_rules_are_verdicts_to_four_pieces(slug: str) -> None:
    rules = ruleset(slug).core
    found = stock(rules, counted_folder(shipped_folder()))
    assert [(one.pieces, one.is_complete, one.distances) for one in found] == [
        (2, True, 0),
        (3, True, 0),
        (4, True, 0),
    ]
    assert sum(one.size for one in found) < MOST_BYTES


@pytest.mark.parametrize("slug", GAMES)
def test_every_file_is_sound(slug: str) -> None:
    rules = ruleset(slug).core
    for pieces in (2, 3, 4):
        for material in materials(rules, pieces):
            for distances in (False, True) if pieces < 4 else (False,):
                path = path_of(shipped_folder(), rules, material, distances=distances)
                head = open_table(path, rules, material, distances=distances).head
                assert head.positions == head.wins + head.draws + head.losses


@pytest.mark.parametrize("slug", in_turn(list(GAMES), 1))
def test_built_again_to_three_pieces_they_are_the_same(slug: str, tmp_path: Path) -> None:
    rules = ruleset(slug).core
    Builder(rules, 3, distances=True, folder=tmp_path).run()
    _compare(slug, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_built_again_to_four_pieces_they_are_the_same(slug: str, tmp_path: Path) -> None:
    Builder(ruleset(slug).core, 4, folder=tmp_path).run()
    _compare(slug, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("slug", COUNTED)
def test_counted_again_to_four_pieces_they_are_the_same(slug: str, tmp_path: Path) -> None:
    Builder(ruleset(slug).core, 4, counted=True, folder=tmp_path).run()
    folder = counted_folder(tmp_path)
    for path in folder.rglob("*.dtw"):
        path.unlink()  # of these only the verdicts come with Damiera
    _compare(slug, folder, counted_folder(shipped_folder()))


def _compare(slug: str, folder: Path, shipped: Path | None = None) -> None:
    shipped = shipped or shipped_folder()
    built = [path for path in (folder / slug).rglob("*.*") if path.is_file()]
    assert built
    for path in built:
        assert path.read_bytes() == (shipped / path.relative_to(folder)).read_bytes(), path


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_every_position_agrees_with_what_comes_after_it(slug: str) -> None:
    found = list(Verifier(ruleset(slug).core, 4, folder=shipped_folder()).run())
    assert len(found) == 41
    assert all(one.is_right for one in found)


def test_they_are_asked_where_nothing_was_built(tmp_path: Path) -> None:
    tables = EndgameTables(ITALIAN.core, tmp_path)
    assert tables.need(parse_fen("W:W29,32:B23", ITALIAN).position()) == PositionValue(Verdict.WIN, 65)
    four = parse_fen("W:W29,30,32:B23", ITALIAN).position()
    assert tables.need(four) == PositionValue(Verdict.WIN)
    assert not (tmp_path / "italian").exists()


def test_an_engine_plays_by_them_from_its_first_game(tmp_path: Path) -> None:
    adviser = TableAdviser(ITALIAN.core, tmp_path)
    assert adviser.for_search() is not None
    position = parse_fen("W:W29,32:B23", ITALIAN).position()
    advice = adviser.advise(position)
    assert advice is not None
    assert [format_move(position, move) for move in advice.moves] == ["29-25"]


def test_one_that_was_built_goes_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Builder(ITALIAN.core, 2, folder=tmp_path).run()
    path = tmp_path / "italian" / "2" / "0101.wld"
    path.write_bytes(b"spoilt")
    position = parse_fen("W:WK30:BK1", ITALIAN).position()
    tables = EndgameTables(ITALIAN.core, tmp_path)
    tables.need(position)
    assert [fault.path for fault in tables.faults] == [path]  # it was tried first
    monkeypatch.setattr("damiera.endgame.files.SHIPPED", tmp_path / "nothing-shipped")
    with pytest.raises(UnreadableTable) as refused:
        EndgameTables(ITALIAN.core, tmp_path).need(position)
    assert refused.value.path == path


def test_a_search_does_with_them_where_one_that_was_built_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "italian" / "2" / "0101.wld"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"spoilt")
    told: list[UnreadableTable] = []
    assert sealed_tables(ITALIAN.core, tmp_path, told.append) is not None
    assert [one.path for one in told] == [path]


def test_house_rules_have_none_of_them(tmp_path: Path) -> None:
    game = ruleset("italian~man-captures-king=yes")
    assert stock(game.core, shipped_folder()) == []
    assert EndgameTables(game.core, tmp_path).probe(parse_fen("W:W22:BK18", game).position()) is None


def test_what_is_built_is_counted_apart(tmp_path: Path) -> None:
    assert stock(ITALIAN.core, tmp_path) == []
    Builder(ITALIAN.core, 2, folder=tmp_path).run()
    (found,) = stock(ITALIAN.core, tmp_path)
    assert isinstance(found, TableStock)
    assert found.pieces == 2
