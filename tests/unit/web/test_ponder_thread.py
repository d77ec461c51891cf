"""The engine in the player's time: when it ponders, what ends that, and what it is good for."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from damiera._core import Position, Side, rules
from damiera.engine.builtin import BuiltinEngine
from damiera.engine.errors import EngineError, EngineSilent
from damiera.engine.hub.client import HubClient
from damiera.engine.limits import SearchLimits, TimeLeft
from damiera.engine.protocol import Choice, Ponderer
from damiera.engine.score import Score
from damiera.service.engine_moves import EngineTask, Expected
from damiera.service.workers.engines import Engines
from damiera.web.common.settings import ServerSettings

from .conftest import FirstMove, Person, Running, Talk

CLOCK = {"base_ms": 300_000}
PATIENCE_S = 60.0  # an upper bound: nothing waits for it where all goes well


def until(happened: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.005)


class Thinker(FirstMove):
    """Plays the first move of the list, expects the first reply, and keeps a diary."""

    def __init__(self) -> None:
        self.diary: list[str] = []
        self.limits: SearchLimits | None = None
        self.refuses_to_leave_off = False
        self._pondered: Position | None = None

    def choose(self, position: Position, **question: Any) -> Choice:
        self.ponder_miss()
        self.diary.append("choose")
        return self._first(position)

    @property
    def is_pondering(self) -> bool:
        return self._pondered is not None

    def ponder(self, position: Position, *, limits: SearchLimits, **question: Any) -> None:
        self.diary.append("ponder")
        self._pondered, self.limits = position, limits

    def ponder_hit(self) -> Choice:
        self.diary.append("hit")
        position, self._pondered = self._pondered, None
        assert position is not None
        return self._first(position)

    def ponder_miss(self) -> None:
        if self._pondered is not None:
            self.diary.append("miss")
            self._pondered = None
            if self.refuses_to_leave_off:
                raise EngineSilent("stop", 1)

    def _first(self, position: Position) -> Choice:
        move = position.moves()[0]
        after = position.play(move)
        return Choice(move, Score(0, position.side), 1, (move, *after.moves()[:1]))


# ------------------------------------------------------------------------------- at the board


class Board:
    """A game on a clock against the highest level, with the player at his screen."""

    def __init__(self, server: Running, engine: Thinker, person: Person, game: str, talk: Talk) -> None:
        self.server, self.engine, self.person, self.game, self.talk = server, engine, person, game, talk

    def play(self, which: int = 0) -> None:
        """Play a move of the list, and let the engine answer it."""
        view = self.person.view(self.game)
        self.talk.ask("move", "ack", ply=view["ply"], path=view["moves"][which]["paths"][0])
        self.person.wait(self.game, lambda after: after["ply"] == view["ply"] + 2)

    def heard(self, *diary: str) -> None:
        """Wait until the mind has been asked just this."""
        until(lambda: self.engine.diary[: len(diary)] == [*diary])
        time.sleep(0.03)
        assert self.engine.diary == [*diary]


@pytest.fixture
def table(tmp_path: Path, run_server: Any) -> Callable[..., Any]:
    """Return how to sit down at a board; `settings` are the server's, `terms` the game's."""

    @contextmanager
    def sit(*, settings: dict[str, Any] | None = None, **terms: Any) -> Iterator[Board]:
        engine = Thinker()
        set_up = ServerSettings(data_dir=tmp_path, engine="thread", limits=False, **(settings or {}))
        with run_server(set_up, engine=lambda game: engine) as server:
            person = server.person()
            game = person.begin(**{"seat": "white", "level": 20, "clock": CLOCK, **terms})
            with person.sit(game) as talk:
                talk.ask("hello", "state")
                yield Board(server, engine, person, game, talk)

    return sit


def test_the_expected_move_goes_on_with_what_was_found(table: Any) -> None:
    with table() as board:
        board.play()
        board.heard("choose", "ponder")
        board.play()
        board.heard("choose", "ponder", "hit", "ponder")
        assert board.engine.limits is not None
        assert 0 < board.engine.limits.soft_ms <= board.engine.limits.time_ms <= 1_500
    assert board.engine.diary[-1] == "miss"  # the server has ended


def test_another_move_starts_anew(table: Any) -> None:
    with table() as board:
        board.play()
        board.heard("choose", "ponder")
        board.play(which=1)
        board.heard("choose", "ponder", "miss", "choose", "ponder")


@pytest.mark.slow
@pytest.mark.parametrize("what", ["resign", "ask-undo"])
def test_the_end_of_the_game_and_a_move_taken_back_end_it(table: Any, what: str) -> None:
    with table() as board:
        board.play()
        board.heard("choose", "ponder")
        board.talk.send("act", what=what, side="white")
        board.heard("choose", "ponder", "miss")
        assert board.server.parts.engines.pondering is None


def test_an_offer_of_a_draw_is_answered_and_ends_it(table: Any) -> None:
    with table() as board:
        board.play()
        board.heard("choose", "ponder")
        board.talk.send("act", what="offer-draw", side="white")
        board.heard("choose", "ponder", "miss", "choose")


def test_a_player_who_goes_away_ends_it_and_a_watcher_does_not(table: Any) -> None:
    with table() as board:
        board.play()
        board.heard("choose", "ponder")
        watcher = board.server.person()
        watcher.begin()  # somebody with a name
        with watcher.sit(board.game) as talk:
            talk.ask("hello", "state")
        until(lambda: len(board.server.parts.running.rooms.screens(board.game)) == 1)
        board.heard("choose", "ponder")
        board.talk.connection.close()
        board.heard("choose", "ponder", "miss")


@pytest.mark.slow
@pytest.mark.parametrize(
    "terms", [{"level": 19}, {"clock": None}, {"settings": {"ponders": False}}], ids=["level", "clock", "off"]
)
def test_there_is_none_at_lower_levels_without_a_clock_or_when_turned_off(table: Any, terms: Any) -> None:
    with table(**terms) as board:
        board.play()
        board.play()
        board.heard("choose", "choose")


def test_there_is_none_while_nobody_sits_there(tmp_path: Path, run_server: Any) -> None:
    engine = Thinker()
    with run_server(ServerSettings(data_dir=tmp_path, limits=False), engine=lambda game: engine) as server:
        person = server.person()
        game = person.begin(path=[22, 18], level=20, clock=CLOCK)
        person.wait(game, lambda view: view["ply"] == 2)
        time.sleep(0.05)
    assert engine.diary == ["choose"]


def test_another_game_that_needs_its_engine_ends_it(table: Any) -> None:
    with table() as board:
        board.play()
        board.heard("choose", "ponder")
        other = board.server.person()
        game = other.begin(path=[22, 18], level=1)
        other.wait(game, lambda view: view["ply"] == 2)
        assert board.server.parts.engines.pondering is None
        until(lambda: "miss" in board.engine.diary)


def test_it_gives_way_to_analysis(table: Any) -> None:
    with table() as board:
        board.play()
        board.heard("choose", "ponder")
        _, give_back = board.server.parts.analysts.ask("italian")
        board.heard("choose", "ponder", "miss")
        board.play()
        board.heard("choose", "ponder", "miss", "choose")
        give_back()
        board.play()
        board.heard("choose", "ponder", "miss", "choose", "choose", "ponder")


# ------------------------------------------------------------------------------- in the chair

START = rules("italian").start()


def task(game_id: str = "g") -> EngineTask:
    return EngineTask(game_id, 1, "move", START, (), Side.WHITE, 20, TimeLeft(10_000))


def choose(engines: Engines, asked: EngineTask, troubles: list[EngineError] | None = None) -> Choice:
    return asyncio.run(engines.choose(asked, (troubles if troubles is not None else []).append))


@contextmanager
def chair(engine: Any, ponder_s: float = 60.0) -> Iterator[Engines]:
    engines = Engines("thread", 1, lambda game: engine, ponder_s=ponder_s)
    try:
        yield engines
    finally:
        engines.close()


def test_it_rests_after_a_while() -> None:
    engine = Thinker()
    with chair(engine, ponder_s=0.05) as engines:
        engines.ponder(Expected(task(), "anna"))
        until(lambda: engines.pondering is None)
        until(lambda: engine.diary == ["ponder", "miss"])
        choose(engines, task())
        assert engine.diary == ["ponder", "miss", "choose"]


def test_one_is_pondered_on_at_a_time() -> None:
    engine = Thinker()
    with chair(engine) as engines:
        for game_id in ("a", "b", "c"):
            engines.ponder(Expected(task(game_id), "anna"))
        until(lambda: engines.pondering == "c" and engine.diary and engine.diary[-1] == "ponder")
        assert engine.diary.count("ponder") - engine.diary.count("miss") == 1
        engines.leave_off("a")
        engines.leave_off("c", "bruno")
        assert engines.pondering == "c"
        engines.leave_off("c", "anna")
        assert engines.pondering is None


def test_nobody_waits_for_a_mind_that_does_not_leave_off() -> None:
    engine = Thinker()
    engine.refuses_to_leave_off = True
    with chair(engine) as engines:
        engines.ponder(Expected(task(), "anna"))
        until(lambda: engine.diary == ["ponder"])
        engines.leave_off("g")
        until(lambda: engine.diary == ["ponder", "miss"])
        troubles: list[EngineError] = []
        assert choose(engines, task(), troubles).move in START.moves()
        assert troubles == []


class Breaking(Thinker):
    """Fails as no engine should when it is to ponder."""

    def ponder(self, position: Position, **question: Any) -> None:
        self.diary.append("ponder")
        raise RuntimeError("out of order")


def test_an_engine_that_breaks_while_it_ponders_is_asked_all_the_same() -> None:
    engine = Breaking()
    with chair(engine) as engines:
        engines.ponder(Expected(task(), "anna"))
        until(lambda: engine.diary == ["ponder"] and engines.pondering is None)
        assert choose(engines, task()).move in START.moves()
        assert engine.diary == ["ponder", "choose"]


def test_where_no_engine_is_to_be_had_for_pondering_the_game_goes_on() -> None:
    made: list[Thinker] = []

    def make(game: str) -> Thinker:
        made.append(Thinker())
        if len(made) == 1:
            raise RuntimeError("can't start new thread")
        return made[-1]

    engines = Engines("thread", at_once=1, make=make)
    try:
        engines.ponder(Expected(task(), "anna"))
        assert choose(engines, task()).move in START.moves()
        assert len(made) == 2
    finally:
        engines.close()


def test_a_mind_that_cannot_ponder_is_left_alone() -> None:
    engine = FirstMove()
    assert not isinstance(engine, Ponderer)
    with chair(engine) as engines:
        engines.ponder(Expected(task(), "anna"))
        assert choose(engines, task()).move in START.moves()


def test_the_search_in_this_process_ponders_too() -> None:
    engine = BuiltinEngine("italian", hash_mb=4)
    with chair(engine) as engines:
        engines.ponder(Expected(task(), "anna"))
        until(lambda: engine.is_pondering)
        time.sleep(0.1)
        assert choose(engines, task()).time_ms > 100


# ------------------------------------------------------------------------------- as a process


@pytest.mark.slow
@pytest.mark.parametrize(
    ("how", "expected", "patience_s"),
    [(signal.SIGKILL, True, 10.0), (signal.SIGSTOP, False, 4.0)],
    ids=["killed", "hung"],
)
def test_an_engine_that_fails_while_it_ponders_is_replaced(
    how: signal.Signals, expected: bool, patience_s: float, tmp_path: Path, run_server: Any
) -> None:
    made: list[HubClient] = []

    def hub(game: str) -> HubClient:
        made.append(HubClient(game, hash_mb=1, patience_s=patience_s))
        return made[-1]

    with run_server(ServerSettings(data_dir=tmp_path, limits=False), engine=hub) as server:
        person = server.person()
        game = person.begin(seat="white", level=20, clock={"base_ms": 60_000})
        with person.sit(game) as talk:
            talk.ask("hello", "state")
            talk.ask("move", "ack", ply=0, path=[22, 18])
            person.wait(game, lambda view: view["ply"] == 2)
            until(lambda: made[0].is_pondering)
            here, pid = server.parts.play.load(game).game.position, made[0].pid
            assert pid is not None
            os.kill(pid, how)
            reply = next(m for m in here.moves() if (here.play(m) == pondered(made[0])) is expected)
            talk.send("move", ply=2, path=list(here.paths(reply)[0]))
            assert talk.hear("failed")["code"] == "busy"
            person.wait(game, lambda view: view["ply"] == 4)
            assert made[0].pid not in (None, pid)
    assert [engine.alive for engine in made] == [False]


def pondered(engine: HubClient) -> Position:
    assert engine._pondered is not None
    return engine._pondered[0]


def test_the_end_of_the_server_ends_an_engine_that_ponders() -> None:
    engine = HubClient("italian", hash_mb=1)
    with chair(engine) as engines:
        engines.ponder(Expected(task(), "anna"))
        until(lambda: engine.is_pondering)
        ended = time.monotonic()
    assert time.monotonic() - ended < 2
    assert not engine.alive
    engines.ponder(Expected(task(), "anna"))
    assert engines.pondering is None
