"""A mind with endgame tables plays what they know: the shortest win, the longest loss, no lost draw."""

from __future__ import annotations

import gc
import logging
import random
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from damiera import _core, _endgame
from damiera._core import Position
from damiera.endgame.build import Builder
from damiera.endgame.files import open_table, path_of
from damiera.endgame.material import SliceMaterial
from damiera.endgame.probe import EndgameTables, Verdict, sealed_tables
from damiera.engine.adviser import TableAdviser
from damiera.engine.builtin import BuiltinEngine
from damiera.engine.limits import SearchLimits
from damiera.engine.score import Score
from damiera.engine.spec import EngineSpec
from damiera.notation.fen import parse_fen
from damiera.notation.moves import format_move
from damiera.rules.ruleset import ITALIAN, ruleset

FEN = "W:W29,32:B23"
BRIEFLY = SearchLimits(nodes=200)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("tables")
    Builder(ITALIAN.core, 3, distances=True, folder=place).run()
    return place


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("verdicts")
    Builder(ITALIAN.core, 3, folder=place).run()
    return place


def italian(fen: str) -> Position:
    return parse_fen(fen, ITALIAN).position()


def test_the_only_winning_move(folder: Path) -> None:
    position = italian(FEN)
    choice = BuiltinEngine("italian", hash_mb=1, tables=folder).choose(position, limits=BRIEFLY)
    assert format_move(position, choice.move) == "29-25"
    assert choice.score.plies == 65
    assert choice.score.is_win
    assert choice.pv[0] == choice.move
    for move in choice.pv:
        position = position.play(move)


def test_every_ending_of_three_pieces_is_won_in_time(folder: Path) -> None:
    """The winner plays by the tables, the loser at random: he wins in the plies foretold or fewer."""
    engine = BuiltinEngine("italian", hash_mb=1, tables=folder)
    tables, rng = EndgameTables(ITALIAN.core, folder), random.Random(7)
    solver, games = _endgame.Tables(ITALIAN.core), 0
    for material in _endgame.materials(ITALIAN.core, 3):
        places = solver.places(material)
        for _ in range(3):
            position = solver.position(material, rng.randrange(places))
            answer = tables.probe(position) if position is not None else None
            if position is None or answer is None or answer.verdict is not Verdict.WIN:
                continue
            games += 1
            assert answer.plies is not None
            assert _plies_to_win(engine, position, rng) <= answer.plies
    assert games > 8


def _plies_to_win(engine: BuiltinEngine, position: Position, rng: random.Random) -> int:
    winner, plies = position.side, 0
    while position.has_moves():
        mine = position.side is winner
        move = engine.choose(position, limits=BRIEFLY).move if mine else rng.choice(position.moves())
        position = position.play(move)
        plies += 1
    assert position.side is not winner
    return plies


@pytest.mark.usefixtures("nothing_shipped")
def test_verdicts_alone_leave_the_choice_to_the_search(verdicts: Path) -> None:
    advice = TableAdviser(ITALIAN.core, verdicts).advise(italian(FEN))
    assert advice is not None
    assert advice.score is None
    assert [format_move(italian(FEN), move) for move in advice.moves] == ["29-25"]
    choice = BuiltinEngine("italian", hash_mb=1, tables=verdicts).choose(italian(FEN), limits=BRIEFLY)
    assert format_move(italian(FEN), choice.move) == "29-25"


def test_a_win_that_comes_too_late_is_no_advice(folder: Path) -> None:
    adviser = TableAdviser(ITALIAN.core, folder)
    assert adviser.advise(italian(FEN), draw_in=64) is None
    assert adviser.advise(italian(FEN), draw_in=65) is not None


@pytest.mark.usefixtures("nothing_shipped")
def test_nothing_is_advised_where_nothing_is_known(folder: Path, tmp_path: Path) -> None:
    adviser = TableAdviser(ITALIAN.core, folder)
    assert adviser.advise(ITALIAN.start()) is None
    assert adviser.advise(italian("W:W29,30,32:B23")) is None
    assert TableAdviser(ITALIAN.core, tmp_path).advise(italian(FEN)) is None
    lasca = ruleset("lasca")
    assert TableAdviser(lasca.core, folder).advise(lasca.start()) is None


def test_a_damaged_table_harms_no_game(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    Builder(ITALIAN.core, 3, distances=True, folder=tmp_path).run()
    for path in tmp_path.rglob("1020.*"):
        path.write_bytes(b"damaged")
    engine = BuiltinEngine("italian", hash_mb=1, tables=tmp_path)
    with caplog.at_level(logging.WARNING):
        assert engine.choose(italian(FEN), limits=BRIEFLY).move in italian(FEN).moves()
        engine.choose(italian(FEN), limits=BRIEFLY)
        BuiltinEngine("italian", hash_mb=1, tables=tmp_path).choose(italian(FEN), limits=BRIEFLY)
    said = [record.message for record in caplog.records]
    assert [sum(f"1020.{kind}" in text for text in said) for kind in ("wld", "dtw")] == [1, 1]


def test_one_damaged_table_leaves_the_others(tmp_path: Path) -> None:
    Builder(ITALIAN.core, 3, distances=True, folder=tmp_path).run()
    for path in tmp_path.rglob("0102.*"):
        path.write_bytes(path.read_bytes()[:60])
    adviser = TableAdviser(ITALIAN.core, tmp_path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("damiera.endgame.files.SHIPPED", tmp_path / "nothing-shipped")
        assert adviser.advise(italian("W:WK1:BK30,K32")) is None
        advice = adviser.advise(italian(FEN))
    assert advice is not None
    assert advice.score is not None


def test_low_levels_do_without(folder: Path) -> None:
    """A beginner's mistakes stay a beginner's."""
    engine = BuiltinEngine("italian", hash_mb=1, tables=folder)
    chosen = {format_move(italian(FEN), engine.choose(italian(FEN), level=1, seed=n).move) for n in range(30)}
    assert len(chosen) > 1


# ------------------------------------------------------------ inside the search


@pytest.fixture(scope="module")
def pairs(verdicts: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables of two pieces alone."""
    place = tmp_path_factory.mktemp("pairs")
    shutil.copytree(verdicts / "italian" / "2", place / "italian" / "2")
    return place


def opened(folder: Path, *, cache_mb: int = 1) -> object:
    def fail(error: Exception) -> None:
        raise error

    tables = sealed_tables(ITALIAN.core, folder, fail, cache_mb=cache_mb)
    assert tables is not None
    return tables


def three_pieces(count: int, seed: int) -> Iterator[Position]:
    rng, numbering = random.Random(seed), _endgame.Tables(ITALIAN.core, cache_mb=1)
    materials = _endgame.materials(ITALIAN.core, 3)
    while count:
        material = rng.choice(materials)
        position = numbering.position(material, rng.randrange(numbering.places(material)))
        if position is not None and position.has_moves():
            count -= 1
            yield position


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 3])
def test_what_the_search_has_from_the_tables_is_true(pairs: Path, verdicts: Path, threads: int) -> None:
    """Of three pieces it calls won and lost by the tables of two only what the tables of three do."""
    truth = EndgameTables(ITALIAN.core, verdicts)
    search = _core.Search(ITALIAN.core, hash_mb=1, threads=threads, tables=opened(pairs))
    said = Counter[tuple[Verdict, bool]]()
    for position in three_pieces(2_500, seed=threads):
        score = Score(search.think(position, depth=9).score_cp, position.side)
        if score.is_tabled:
            said[truth.need(position).verdict, score.cp > 0] += 1
    assert set(said) == {(Verdict.WIN, True), (Verdict.LOSS, False)}, said
    assert min(said.values()) > 5, said


def test_a_win_by_the_tables_says_how_near_it_is(pairs: Path, verdicts: Path) -> None:
    """So many plies of the line expected lead to two pieces, no capture, and that verdict."""
    truth = EndgameTables(ITALIAN.core, verdicts)
    search = _core.Search(ITALIAN.core, hash_mb=1, tables=opened(pairs))
    reached = 0
    for position in three_pieces(2_500, seed=9):
        result = search.think(position, depth=9)
        score = Score(result.score_cp, position.side)
        plies = 28_800 - abs(score.cp)
        if not score.is_tabled or len(result.pv) < plies:
            continue
        winner = position.side if score.cp > 0 else position.side.opponent
        for move in result.pv[:plies]:
            position = position.play(move)
        reached += 1
        assert len(position.pieces) == 2
        assert not position.detect()
        expected = Verdict.WIN if position.side is winner else Verdict.LOSS
        assert truth.need(position).verdict is expected
    assert reached > 5


def test_tables_of_as_many_pieces_as_there_are_say_nothing(pairs: Path, verdicts: Path) -> None:
    """Or all that wins would look alike, and nothing be gained."""
    for position in three_pieces(20, seed=3):
        found = []
        for folder in (pairs, verdicts):
            result = _core.Search(ITALIAN.core, hash_mb=1, tables=opened(folder)).think(position, depth=8)
            found.append((result.score_cp, result.nodes, result.pv))
        assert found[0] == found[1]


def test_what_was_learnt_with_other_tables_is_not_believed(verdicts: Path) -> None:
    """First four pieces with the tables of three, then three: the second search is as one that begins."""
    before = italian("W:WK10,K14,20:BK3")
    after = italian("W:WK10,K14:BK3")
    engine, fresh = (_core.Search(ITALIAN.core, hash_mb=4, tables=opened(verdicts)) for _ in range(2))
    engine.think(before, depth=10)
    said, expected = engine.think(after, depth=9), fresh.think(after, depth=9)
    assert (said.score_cp, said.nodes) == (expected.score_cp, expected.nodes)


def test_kings_that_must_rest_are_not_asked_about(tmp_path: Path) -> None:
    """A king of Frisian draughts beside a man may have to rest, which the tables do not know."""
    frisian = ruleset("frisian")
    tables = _endgame.Tables(frisian.core, cache_mb=1)
    Builder(frisian.core, 3, folder=tmp_path).run()
    for material in ((1, 1, 0, 1), (0, 1, 1, 1)):
        path = path_of(tmp_path, frisian.core, SliceMaterial(*material), distances=False)
        open_table(path, frisian.core, SliceMaterial(*material), distances=False).attach_to(tables)
    kings = _endgame.Tables(frisian.core, cache_mb=1)
    for material in ((0, 2, 0, 1), (0, 1, 0, 2)):
        path = path_of(tmp_path, frisian.core, SliceMaterial(*material), distances=False)
        open_table(path, frisian.core, SliceMaterial(*material), distances=False).attach_to(kings)
    position = parse_fen("W:WK28,30,K6:BK2", frisian).position()
    plain, silent, asked = (
        _core.Search(frisian.core, hash_mb=16, tables=given).think(position, depth=7)
        for given in (None, tables.sealed(), kings.sealed())
    )
    assert (plain.score_cp, plain.nodes) == (silent.score_cp, silent.nodes)
    assert plain.nodes != asked.nodes


@pytest.mark.slow
def test_sealed_tables_stay_as_they_are_and_outlive_their_owner(verdicts: Path) -> None:
    tables = _endgame.Tables(ITALIAN.core, cache_mb=1)
    material = SliceMaterial(0, 2, 0, 1)
    path = path_of(verdicts, ITALIAN.core, material, distances=False)
    open_table(path, ITALIAN.core, material, distances=False).attach_to(tables)
    search = _core.Search(ITALIAN.core, hash_mb=1, tables=tables.sealed())
    other = _core.Search(ITALIAN.core, hash_mb=1, tables=tables.sealed())
    with pytest.raises(RuntimeError, match="sealed"):
        tables.drop(material)
    with pytest.raises(RuntimeError, match="sealed"):
        tables.attach(material, b"")
    assert tables.verdict(italian("W:WK32,K31:BK1")) is not None
    del tables
    gc.collect()
    position = italian("W:WK10,K14,20:BK3")
    assert search.think(position, depth=7).nodes == other.think(position, depth=7).nodes


def test_a_search_takes_no_tables_of_another_game(verdicts: Path) -> None:
    with pytest.raises(ValueError, match="for italian, the search is of english"):
        _core.Search(_core.rules("english"), tables=opened(verdicts))
    with pytest.raises(TypeError, match="sealed"):
        _core.Search(ITALIAN.core, tables="endgame")


def test_an_engine_of_a_match_has_tables_if_asked_for() -> None:
    assert EngineSpec.parse("builtin:tables=1").tables
    assert not EngineSpec.parse("builtin:tables=0").tables
    assert not EngineSpec.parse("builtin").tables


def test_a_mind_searches_with_its_tables(folder: Path) -> None:
    """A king is taken next, and what is left the tables of three pieces know."""
    position = italian("W:WK10,K14,20:BK3")
    bare, tabled = (BuiltinEngine("italian", hash_mb=1, tables=place) for place in (None, folder))
    limits = SearchLimits(depth=9)
    assert bare.choose(position, limits=limits).nodes != tabled.choose(position, limits=limits).nodes
