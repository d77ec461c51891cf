"""Programs of another make in the engine's chair."""

from __future__ import annotations

import asyncio
import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from damiera._core import Side, rules
from damiera.cli.serve import _seated
from damiera.engine.errors import EngineError, MatchError
from damiera.engine.hub.client import HubClient
from damiera.engine.protocol import Choice
from damiera.engine.spec import EngineSpec
from damiera.rules.errors import UnknownGame
from damiera.service.engine_moves import EngineTask
from damiera.service.workers.engines import Engines
from tests.wording import words_of

SCRIPT = """
import sys
import time
from collections.abc import Callable
def say(text): print(text, flush=True)
for line in sys.stdin:
    word = line.split()[0]
    if word == "hub": say("id name=Other version=1"); say("wait")
    elif word == "init": say("ready")
    elif word == "quit": break
    elif word == "go": say("info score=0.77"); say("done move={move}")
"""


def task(game: str) -> EngineTask:
    return EngineTask("g", 1, "move", rules(game).start(), (), Side.WHITE, 1, None)


def answers(engines: Engines, *games: str) -> tuple[list[Choice], list[EngineError]]:
    troubles: list[EngineError] = []

    async def ask() -> list[Choice]:
        return [await engines.choose(task(game), troubles.append) for game in games]

    try:
        return asyncio.run(ask()), troubles
    finally:
        engines.close()


def other(folder: Path, move: str) -> EngineSpec:
    file = folder / "other.py"
    file.write_text(SCRIPT.replace("{move}", move))
    return EngineSpec.parse(f"hub:{shlex.join((sys.executable, str(file)))}")


def test_a_foreign_engine_plays_its_game_and_ours_the_others(tmp_path: Path) -> None:
    engines = Engines("thread", 1, foreign={"international": other(tmp_path, "35-30")})
    (theirs, ours), troubles = answers(engines, "international", "italian")
    assert (theirs.move.origin, theirs.move.destination, theirs.score.cp) == (35, 30, 77)
    assert ours.move in rules("italian").start().moves()
    assert troubles == []


def test_a_foreign_engine_that_plays_illegally_is_replaced(tmp_path: Path) -> None:
    engines = Engines("thread", 1, foreign={"international": other(tmp_path, "1-50")})
    (choice,), troubles = answers(engines, "international")
    assert choice.move in rules("international").start().moves()
    assert len(troubles) == 2


def test_a_program_that_never_shakes_hands_is_replaced_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("damiera.engine.hub.client.FIRST_WORD_S", 0.3)
    spec = EngineSpec.parse(f"hub:{shlex.join((sys.executable, '-c', 'import time; time.sleep(60)'))}")

    def impatient(game: str) -> HubClient:
        return HubClient(game, spec.command, patience_s=0.3)

    engines = Engines("thread", 1, make=impatient)
    (choice,), troubles = answers(engines, "international")
    assert choice.move in rules("international").start().moves()
    assert [str(one) for one in troubles] == [
        words_of(
            'The engine did not answer "{request}" within {seconds} s and was closed. Try again.',
            request="hub",
            seconds="0.3",
        )
    ]


def test_the_command_line_names_game_and_program(tmp_path: Path) -> None:
    spec = other(tmp_path, "35-30")
    assert _seated(spec.text) == ("international", spec)
    game, seated = _seated(f"frisian={spec.text} --depth=3")
    assert (game, seated.command[-1]) == ("frisian", "--depth=3")
    game, seated = _seated(spec.text.replace("hub:", f"hub(dir={tmp_path}):", 1))
    assert (game, seated.folder) == ("international", str(tmp_path))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("scan", MatchError),
        ("builtin", click.BadParameter),
        ("nogame=hub:x", UnknownGame),
        ("hub:/no/such/program", MatchError),
        ("dxp:127.0.0.1:0", MatchError),
        ("bashni=dxp:127.0.0.1:27531", MatchError),
    ],
)
def test_what_cannot_be_seated_is_refused(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        _seated(text)


@pytest.mark.parametrize("seats", [3, 6])
def test_a_game_of_several_seats_is_known_to_the_engine_process(seats: int) -> None:
    """The process names the game by its options, the server by its slug; nothing falls back on our thread."""
    game = f"chinese-checkers-{seats}"
    (choice,), troubles = answers(Engines("process", 1), game)
    assert choice.move in rules(game).start().moves()
    assert troubles == []


GAMES = ("italian", "russian", "frisian", "brazilian")


def _alive(engine_moves: list[HubClient]) -> list[str]:
    return [engine.game for engine in engine_moves if engine.alive]


def _wait_for(told: Callable[[], list[str]], wanted: list[str]) -> None:
    deadline = time.monotonic() + 30.0
    while told() != wanted:
        assert time.monotonic() < deadline, told()
        time.sleep(0.02)


@pytest.mark.slow
def test_engines_that_nobody_asks_are_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    engine_moves: list[HubClient] = []

    def made(game: str) -> HubClient:
        engine_moves.append(HubClient(game))
        return engine_moves[-1]

    engines = Engines("process", 1, made, kept=2, idle_s=1000)

    async def ask(*games: str) -> None:
        for game in games:
            await engines.choose(task(game), lambda error: pytest.fail(str(error)))

    try:
        asyncio.run(ask(*GAMES, "frisian"))
        _wait_for(lambda: _alive(engine_moves), ["frisian", "brazilian"])
        assert len(engine_moves) == 4, "the engine of frisian was still there"
        monkeypatch.setattr(engines, "_idle_s", 0.2)

        async def rest() -> None:
            await ask("italian")
            await asyncio.to_thread(_wait_for, lambda: _alive(engine_moves), [])

        asyncio.run(rest())
        asyncio.run(ask("italian"))
        assert len(engine_moves) == 6, "an engine that was let go is made anew"
    finally:
        engines.close()
    assert _alive(engine_moves) == []
