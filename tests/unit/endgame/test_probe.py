"""What the tables answer, and how it is said."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from damiera import _endgame
from damiera._core import Position, Side
from damiera.endgame.build import Builder
from damiera.endgame.errors import DamagedTable
from damiera.endgame.files import path_of, shipped_folder
from damiera.endgame.material import material_of
from damiera.endgame.probe import EndgameTables, PositionValue, Verdict
from damiera.endgame.sentences import moves_sentences, table_sentences, value_sentence
from damiera.notation.fen import parse_fen
from damiera.notation.moves import format_move
from damiera.rules.ruleset import ITALIAN, ruleset
from tests.examples import in_turn
from tests.wording import words_of


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> EndgameTables:
    folder = tmp_path_factory.mktemp("tables")
    Builder(ITALIAN.core, 3, distances=True, folder=folder).run()
    return EndgameTables(ITALIAN.core, folder, cache_mb=1)


def italian(fen: str) -> Position:
    return parse_fen(fen, ITALIAN).position()


def test_the_longest_win_of_three_pieces(tables: EndgameTables) -> None:
    position = italian("W:W29,32:B23")
    assert tables.probe(position) == PositionValue(Verdict.WIN, 65)
    answers = tables.moves(position)
    assert [(format_move(position, one.move), one.answer.verdict.value) for one in answers] == [
        ("29-25", "win"),
        ("29-26", "draw"),
        ("32-28", "loss"),
    ]
    assert [format_move(position, move) for move in tables.best(position)] == ["29-25"]
    assert value_sentence(answers[0].answer).text("en") == words_of("Won in {n} moves with best play.", n=33)
    assert moves_sentences(position, answers).text("en") == "Only 29-25 (33) wins."
    assert moves_sentences(position, answers).text("it") == "Vince solo 29-25 (33)."


def test_black_to_move_is_white_turned(tables: EndgameTables) -> None:
    for fen in ("W:W29,32:B23", "W:WK18:BK14", "W:W12,K30:BK1", "W:WK3:B20,K5"):
        position = italian(fen)
        turned = position.rotated()
        assert turned.side is Side.BLACK
        assert tables.probe(turned) == tables.probe(position)


def test_the_end_of_the_game(tables: EndgameTables) -> None:
    over = italian("W:W22:B18").play(italian("W:W22:B18").moves()[0])
    assert tables.probe(over) == PositionValue(Verdict.LOSS, 0)
    blocked = italian("B:W9,K2:B5")
    assert tables.need(blocked) == PositionValue(Verdict.LOSS, 0) or blocked.moves()
    alone = ITALIAN.core.position(Side.WHITE, [22], [], [], [])
    assert tables.probe(alone) == PositionValue(Verdict.WIN, 1)


def test_the_end_of_a_losing_game(tmp_path: Path) -> None:
    losing = ruleset("italian-losing")
    Builder(losing.core, 2, distances=True, folder=tmp_path).run()
    tables = EndgameTables(losing.core, tmp_path)
    position = parse_fen("W:W22:B18", losing).position()
    assert tables.probe(position) == PositionValue(Verdict.LOSS, 1)
    assert tables.probe(position.play(position.moves()[0])) == PositionValue(Verdict.WIN, 0)


def test_house_rules_have_tables_of_their_own(tmp_path: Path) -> None:
    game = ruleset("italian~man-captures-king=yes")
    Builder(game.core, 2, distances=True, folder=tmp_path).run()
    position = parse_fen("W:W22:BK18", game).position()
    assert EndgameTables(game.core, tmp_path).probe(position) == PositionValue(Verdict.WIN, 1)
    assert (tmp_path / game.slug / "2" / "1001.wld").is_file()


@pytest.mark.parametrize("slug", in_turn(["italian", "russian", "italian-losing", "turkish"], 4))
def test_verdicts_alone_say_the_same(slug: str, tmp_path: Path) -> None:
    """Files of verdicts leave out positions with a capture: those are asked through what comes after."""
    rules = ruleset(slug).core
    Builder(rules, 3, folder=tmp_path).run()
    solver = _endgame.Tables(rules)
    tables = EndgameTables(rules, tmp_path)
    captures = 0
    for material in [m for n in (2, 3) for m in _endgame.materials(rules, n)]:
        if not solver.has(material):
            assert solver.solve(material, distances=False)
        for place in range(0, solver.places(material), 97):
            position = solver.position(material, place)
            if position is not None:
                captures += position.detect()
                assert tables.need(position).verdict.value == solver.verdict(position)
    assert captures > 100


def test_many_ask_at_once(tables: EndgameTables) -> None:
    fresh = EndgameTables(ITALIAN.core, tables.folder, cache_mb=1)
    solver = _endgame.Tables(ITALIAN.core)
    for pieces in (2, 3):
        for material in _endgame.materials(ITALIAN.core, pieces):
            if not solver.has(material):
                assert solver.solve(material, distances=True)
    asked = []
    for material in _endgame.materials(ITALIAN.core, 3):
        for place in range(0, solver.places(material), 131):
            position = solver.position(material, place)
            if position is not None:
                asked.append(position)
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(fresh.need, asked))
    for position, answer in zip(asked, answers, strict=True):
        value = solver.value(position)
        assert value is not None
        assert (answer.verdict.value, answer.plies or 0) == (value[0], value[1] if value[0] != "draw" else 0)


def test_a_position_of_another_game(tables: EndgameTables) -> None:
    with pytest.raises(ValueError, match=r"for italian.* of english"):
        tables.probe(parse_fen("W:W22:BK18", ruleset("english")).position())


@pytest.mark.usefixtures("nothing_shipped")
def test_sentences_about_a_position(tables: EndgameTables, tmp_path: Path) -> None:
    position = italian("W:W29,32:B23")
    said = table_sentences(position, tables.folder)
    assert [text.text("en") for text in said] == [
        words_of("Won in {n} moves with best play.", n=33),
        "Only 29-25 (33) wins.",
    ]
    assert table_sentences(position, tmp_path) == ()
    assert table_sentences(ITALIAN.start(), tables.folder) == ()
    assert table_sentences(ruleset("lasca").start(), tables.folder) == ()
    damaged = tmp_path / "italian" / "3" / "2010.wld"
    damaged.parent.mkdir(parents=True)
    damaged.write_bytes(b"nothing")
    (trouble,) = table_sentences(position, tmp_path)
    assert str(damaged) in trouble.text("en")


def test_what_is_shipped_serves_for_a_file_cut_short(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    position = italian("W:WK1:BK30,K32")
    cut = path_of(tmp_path, ITALIAN.core, material_of(position), distances=False)
    cut.parent.mkdir(parents=True)
    shipped = path_of(shipped_folder(), ITALIAN.core, material_of(position), distances=False)
    cut.write_bytes(shipped.read_bytes()[:60])
    for _ in range(2):
        assert EndgameTables(ITALIAN.core, tmp_path).probe(position) == PositionValue(Verdict.LOSS, 30)
    assert [str(cut) in record.message for record in caplog.records] == [True]


@pytest.mark.usefixtures("nothing_shipped")
def test_distances_serve_for_verdicts_cut_short(tmp_path: Path) -> None:
    Builder(ITALIAN.core, 2, distances=True, folder=tmp_path, threads=1).run()
    position = italian("W:WK30:B10")
    cut = path_of(tmp_path, ITALIAN.core, material_of(position), distances=False)
    cut.write_bytes(cut.read_bytes()[:60])
    assert EndgameTables(ITALIAN.core, tmp_path).probe(position) == PositionValue(Verdict.WIN, 7)
    path_of(tmp_path, ITALIAN.core, material_of(position), distances=True).unlink()
    with pytest.raises(DamagedTable):
        EndgameTables(ITALIAN.core, tmp_path).probe(position)


def test_moves_that_draw(tables: EndgameTables) -> None:
    found = set()
    for fen in ("W:WK32:BK1,K10", "W:WK28:BK19", "B:WK17,K22:B5"):
        position = italian(fen)
        found.add(moves_sentences(position, tables.moves(position)).text("en").split(" ")[0])
    position = italian("W:W29:B20")
    assert moves_sentences(position, tables.moves(position)).text("en") in (
        "",
        "Only 29-26 draws.",
        "Only 29-25 draws.",
    )
    assert found <= {"", "Only", "These"}
