"""A mind with endgame tables plays what they know: the shortest win, the longest loss, no lost draw."""

from __future__ import annotations

import logging
import random
from pathlib import Path

import pytest

from damiera import _endgame
from damiera._core import Position
from damiera.endgame.build import Builder
from damiera.endgame.probe import EndgameTables, Verdict
from damiera.engine.builtin import BuiltinMind
from damiera.engine.limits import Limits
from damiera.engine.tabled import Adviser
from damiera.notation.fen import parse_fen
from damiera.notation.moves import format_move
from damiera.rules.ruleset import ITALIAN, ruleset

FEN = "W:W29,32:B23"
BRIEFLY = Limits(nodes=200)


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
    choice = BuiltinMind("italian", hash_mb=1, tables=folder).choose(position, limits=BRIEFLY)
    assert format_move(position, choice.move) == "29-25"
    assert choice.score.plies == 65
    assert choice.score.is_win
    assert choice.pv[0] == choice.move
    for move in choice.pv:
        position = position.play(move)


def test_every_ending_of_three_pieces_is_won_in_time(folder: Path) -> None:
    """The winner plays by the tables, the loser at random: he wins in the plies foretold or fewer."""
    mind = BuiltinMind("italian", hash_mb=1, tables=folder)
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
            assert _plies_to_win(mind, position, rng) <= answer.plies
    assert games > 8


def _plies_to_win(mind: BuiltinMind, position: Position, rng: random.Random) -> int:
    winner, plies = position.side, 0
    while position.has_moves():
        mine = position.side is winner
        move = mind.choose(position, limits=BRIEFLY).move if mine else rng.choice(position.moves())
        position = position.play(move)
        plies += 1
    assert position.side is not winner
    return plies


def test_verdicts_alone_leave_the_choice_to_the_search(verdicts: Path) -> None:
    advice = Adviser(ITALIAN.core, verdicts).advise(italian(FEN))
    assert advice is not None
    assert advice.score is None
    assert [format_move(italian(FEN), move) for move in advice.moves] == ["29-25"]
    choice = BuiltinMind("italian", hash_mb=1, tables=verdicts).choose(italian(FEN), limits=BRIEFLY)
    assert format_move(italian(FEN), choice.move) == "29-25"


def test_a_win_that_comes_too_late_is_no_advice(folder: Path) -> None:
    adviser = Adviser(ITALIAN.core, folder)
    assert adviser.advise(italian(FEN), draw_in=64) is None
    assert adviser.advise(italian(FEN), draw_in=65) is not None


def test_nothing_is_advised_where_nothing_is_known(folder: Path, tmp_path: Path) -> None:
    adviser = Adviser(ITALIAN.core, folder)
    assert adviser.advise(ITALIAN.start()) is None
    assert adviser.advise(italian("W:W29,30,32:B23")) is None
    assert Adviser(ITALIAN.core, tmp_path).advise(italian(FEN)) is None
    lasca = ruleset("lasca")
    assert Adviser(lasca.core, folder).advise(lasca.start()) is None


def test_a_damaged_table_harms_no_game(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    Builder(ITALIAN.core, 3, distances=True, folder=tmp_path).run()
    for path in tmp_path.rglob("1020.*"):
        path.write_bytes(b"damaged")
    mind = BuiltinMind("italian", hash_mb=1, tables=tmp_path)
    with caplog.at_level(logging.WARNING):
        assert mind.choose(italian(FEN), limits=BRIEFLY).move in italian(FEN).moves()
        mind.choose(italian(FEN), limits=BRIEFLY)
    assert sum("1020" in record.message for record in caplog.records) == 1


def test_low_levels_do_without(folder: Path) -> None:
    """A beginner's mistakes stay a beginner's."""
    mind = BuiltinMind("italian", hash_mb=1, tables=folder)
    chosen = {format_move(italian(FEN), mind.choose(italian(FEN), level=1, seed=n).move) for n in range(30)}
    assert len(chosen) > 1
