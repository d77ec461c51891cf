"""What the engine thinks of the openings drawn by lot: complete, true to the board, and found again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from damiera.analysis.ballots import judge, judged, provenance, read, write
from damiera.cli.main import main
from damiera.engine.builtin import BuiltinEngine
from damiera.game.openings import deck
from damiera.notation.moves import parse_move
from damiera.rules.ruleset import ITALIAN
from tests.wording import shows

DECKS = ("it-2m-49", "it-3m-174", "it-3m-156e", "en-2m-49", "en-3m-144", "en-3m-156", "en-3m-174")


@pytest.mark.parametrize("id", DECKS)
def test_every_opening_has_its_verdict_and_its_line_is_legal(id: str) -> None:
    chosen = deck(id)
    for opening in chosen.openings:
        position = opening.position(chosen.ruleset)
        found = judged(chosen.game, position)
        assert found is not None, opening
        assert found.depth >= 15
        assert found.score.side is position.side
        for text in found.line:
            position = position.play(parse_move(position, text))


@pytest.mark.parametrize("game", ["italian", "english"])
def test_the_file_says_how_it_was_found(game: str) -> None:
    what, engine, how = provenance(game)
    assert "openings" in what
    assert "nodes an opening" in engine
    assert f"damiera ballot judge {game}" in how


def test_a_game_or_a_position_that_was_not_looked_at_has_none() -> None:
    assert judged("italian", ITALIAN.start()) is None
    assert judged("russian", deck("ru-2m").openings[0].position(deck("ru-2m").ruleset)) is None
    assert judged("../italian", ITALIAN.start()) is None
    assert provenance("turkish") == ()


def test_verdicts_are_written_and_read_again() -> None:
    openings = [one.position(ITALIAN) for one in deck("it-2m-43").openings[:3]]
    once, again = (list(judge(BuiltinEngine("italian", hash_mb=4), openings, 20_000)) for _ in range(2))
    assert once == again
    rows = read(write(["how"], once))
    assert [int(rows[one.position.fen]["cp"]) for one in once] == [one.score.cp for one in once]


def test_the_command_writes_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "verdicts.csv"
    with pytest.raises(SystemExit) as stop:
        main(
            (
                "ballot",
                "judge",
                "italian",
                "--deck",
                "it-2m-43",
                "--nodes",
                "1000",
                "--hash",
                "1",
                "--out",
                str(out),
            )
        )
    assert not stop.value.code
    assert len(read(out.read_text(encoding="utf-8"))) == 43
    with pytest.raises(SystemExit) as stop:
        main(("ballot", "judge", "turkish"))
    assert stop.value.code == 2
    assert shows(
        capsys.readouterr().err, "{game}: no openings are drawn in this game; see damiera ballot decks."
    )


def test_the_list_shows_them(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(("ballot", "list", "it-2m-43", "--json"))
    first = json.loads(capsys.readouterr().out)["openings"][0]
    assert first["engine"]["depth"] >= 15
    assert len(first["engine"]["line"]) == 6
