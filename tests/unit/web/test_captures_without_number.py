"""Pages, sockets and the engine where a game has come to more captures than can be listed."""

from __future__ import annotations

import re
from typing import Any

import pytest

from damiera.cli.main import main
from damiera.notation.moves import parse_move
from damiera.notation.pdn.errors import PdnError
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.rules.ruleset import ruleset
from tests.unit.rules.endless import GAMES, MOVE, START
from tests.unit.web.conftest import until

AT = tuple(map(int, MOVE.split("-")))
GAME, FREE = GAMES
PAGES_OF = (GAME, pytest.param(FREE, marks=pytest.mark.slow))  # every day one game; both without pages


@pytest.mark.parametrize("slug", PAGES_OF)
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


@pytest.mark.parametrize("slug", PAGES_OF)
def test_forms_and_analysis_say_it(anna: Any, slug: str) -> None:
    """A position set up so is refused in words, as before; one that comes to it is opened."""
    start = ruleset(slug).core.read(START)
    endless = start.play(parse_move(start, MOVE)).fen
    for fen, statuses in ((START, (200, 303)), (endless, (422,))):
        assert anna.get("/analysis", params={"game": slug, "fen": fen}).status_code in statuses
        answer = anna.post("/new", game=slug, against="here", clock="none", fen=fen)
        assert answer.status_code in statuses
        asked = anna.http.post("/api/games", json={"game": slug, "fen": fen}, headers={"Origin": anna.base})
        assert asked.status_code in (201, *statuses)
    for path in ("/analysis", "/api/analysis/at", "/analysis/line.pdn", "/study/law"):
        reached = anna.get(path, params={"game": slug, "fen": START, "moves": MOVE, "ply": "1"})
        assert reached.status_code == 200, path


def test_a_game_that_comes_to_it_is_brought_in(anna: Any) -> None:
    """It is read and judged; one that begins there is refused in words, and the other is not lost."""
    start = ruleset(GAME).core.read(START)
    endless = start.play(parse_move(start, MOVE)).fen
    games = [(START, f"1... {MOVE}"), (endless, "1. 50-64")]
    text = "".join(f'[GameType "218"]\n[SetUp "1"]\n[FEN "{fen}"]\n\n{moves} *\n\n' for fen, moves in games)
    read = list(read_pdn(text))
    assert [type(one) for one in read] == [PdnGame, PdnError]
    files = {"file": ("two.pdn", text.encode())}
    answer = anna.http.post("/import", files=files, headers={"Origin": anna.base})
    assert answer.status_code == 303
    job = answer.headers["Location"].rpartition("/")[2]
    until(lambda: anna.get(f"/api/imports/{job}").json()["status"] != "running")
    found = re.search(r"/archive/(\w+)\"", anna.get("/archive").text)
    assert found
    for behind in ("", "?ply=1", "/analysis", ".pdn", ".fen"):
        assert anna.get(f"/archive/{found[1]}{behind}").status_code == 200, behind


def test_the_engine_answers(anna: Any) -> None:
    game = anna.begin(game=GAME, fen=START, seat="black", level=1)
    with anna.sit(game) as talk:
        talk.ask("hello", "state")
        talk.ask("move", "ack", ply=0, path=list(AT), id="1")
    assert anna.wait(game, lambda view: view["ply"] >= 2)["ply"] >= 2


def test_the_command_refuses_it_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    start = ruleset(GAME).core.read(START)
    endless = start.play(parse_move(start, MOVE)).fen
    for fen, code in ((START, 0), (endless, 2)):
        with pytest.raises(SystemExit) as stop:
            main(["moves", GAME, fen])
        assert (stop.value.code or 0) == code
        assert "Traceback" not in capsys.readouterr().err
