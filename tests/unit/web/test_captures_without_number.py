"""Pages, sockets and the engine where a game has come to more captures than can be listed."""

from __future__ import annotations

from typing import Any

import pytest

from damiera.cli.main import main
from damiera.notation.moves import parse_move
from damiera.rules.ruleset import ruleset
from tests.unit.rules.endless import GAMES, MOVE, START

AT = tuple(map(int, MOVE.split("-")))


@pytest.mark.parametrize("slug", GAMES)
def test_a_running_game_goes_on(anna: Any, slug: str) -> None:
    start = ruleset(slug).core.read(START)
    endless = start.play(parse_move(start, MOVE))
    path = endless.paths(endless.moves()[0])[0]
    game = anna.begin(game=slug, fen=START, seat="both")
    with anna.sit(game) as talk:
        talk.ask("hello", "state")
        talk.ask("move", "ack", ply=0, path=list(AT), id="1")
        view = anna.view(game)
        assert view["moves"]
        assert anna.get(f"/g/{game}").status_code == 200
        refused = talk.ask("move", "failed", ply=1, path=[50, 64], id="2")
        assert refused["code"] == "refused"
        talk.ask("move", "ack", ply=1, path=list(path), id="3")
    view = anna.view(game)
    assert view["ply"] == 2
    assert anna.get(f"/g/{game}").status_code == 200
    assert anna.get(f"/g/{game}?ply=1").status_code == 200


@pytest.mark.parametrize("slug", GAMES)
def test_forms_and_analysis_say_it(anna: Any, slug: str) -> None:
    """A position set up so is refused in words, as before; one that comes to it is opened."""
    start = ruleset(slug).core.read(START)
    endless = start.play(parse_move(start, MOVE)).fen
    for fen, statuses in ((START, (200, 303)), (endless, (422,))):
        assert anna.get("/analysis", params={"game": slug, "fen": fen}).status_code in statuses
        answer = anna.post("/new", game=slug, against="here", clock="none", fen=fen)
        assert answer.status_code in statuses


def test_the_engine_answers(anna: Any) -> None:
    game = anna.begin(game=GAMES[0], fen=START, seat="black", level=1)
    with anna.sit(game) as talk:
        talk.ask("hello", "state")
        talk.ask("move", "ack", ply=0, path=list(AT), id="1")
    assert anna.wait(game, lambda view: view["ply"] >= 2)["ply"] >= 2


def test_the_command_refuses_it_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    start = ruleset(GAMES[0]).core.read(START)
    endless = start.play(parse_move(start, MOVE)).fen
    for fen, code in ((START, 0), (endless, 2)):
        with pytest.raises(SystemExit) as stop:
            main(["moves", GAMES[0], fen])
        assert (stop.value.code or 0) == code
        assert "Traceback" not in capsys.readouterr().err
