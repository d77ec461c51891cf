"""A bot at a board whose line is a list of frames: what it sends, and what it sends again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

import msgspec
import pytest

from damiera._core import Position
from damiera.bot.board import BotBoard
from damiera.bot.messages import AskedGame, SeenClock
from damiera.bot.move_choice import limits_of
from damiera.bot.rules import BotRules
from damiera.engine.limits import SearchLimits
from damiera.engine.protocol import Choice
from damiera.engine.score import Score
from damiera.messages import Message, Text, Verbatim
from damiera.rules.ruleset import ITALIAN

FEN = ITALIAN.start().fen
OVER = {"score": "2-0"}


class SteadyEngine:
    """Plays the first move, and thinks of every position the same."""

    def __init__(self, score_cp: int = 0) -> None:
        self.score_cp = score_cp
        self.asked = 0

    def choose(
        self,
        position: Position,
        *,
        history: Sequence[Position] = (),
        level: int | None = None,
        limits: SearchLimits | None = None,
        seed: int | None = None,
        draw_in: int = 0,
    ) -> Choice:
        self.asked += 1
        move = position.moves()[0]
        return Choice(move, Score(self.score_cp, position.side), 1, (move,))

    def analyse(self, position: Position, **_: object) -> Any:
        raise NotImplementedError

    def stop(self) -> None:
        pass


class FrameLine:
    """A line that has some frames to say, each once so many messages were sent; then it is cut."""

    def __init__(self, frames: Sequence[tuple[int, object]]) -> None:
        self._frames = frames
        self.sent: list[dict[str, Any]] = []
        self._came = asyncio.Event()

    async def send(self, text: str) -> None:
        self.sent.append(msgspec.json.decode(text))
        self._came.set()

    async def close(self) -> None:
        pass

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for after, frame in self._frames:
            while len(self.sent) < after:
                self._came.clear()
                await self._came.wait()
            yield msgspec.json.encode(frame)


def _state(version: int = 1, **more: object) -> dict[str, object]:
    view = {
        "id": "g",
        "game": "italian",
        "fen": FEN,
        "start_fen": FEN,
        "ply": 0,
        "side": "white",
        "you": "white",
    }
    return {"t": "state", "view": {**view, "version": version, **more}}


def _played(
    *lines: Sequence[tuple[int, object]], engine: Any = None, **more: Any
) -> list[list[Mapping[str, Any]]]:
    """Return what a bot sends on each of its lines, the last of which tells the end of the game."""
    open_ones: list[FrameLine] = []

    async def connect() -> Any:
        if len(open_ones) == len(lines):
            raise AssertionError("the game is not over")
        open_ones.append(FrameLine(lines[len(open_ones)]))
        return open_ones[-1]

    async def play() -> None:
        said = {
            "level": None,
            "resigns_at_cp": None,
            "tell": lambda text: None,
            "chance": lambda: -0.99,
            **more,
        }
        async with asyncio.timeout(20):
            await BotBoard("g", connect, engine or SteadyEngine(), **said).play()

    asyncio.run(play())
    return [[one for one in line.sent if one["t"] != "hello"] for line in open_ones]


def test_a_move_that_was_not_acknowledged_is_sent_again_and_not_thought_of_anew() -> None:
    engine = SteadyEngine()
    first, second = _played(
        [(1, _state()), (2, {"t": "pong", "at": 0, "now_ms": 0})],
        [(1, _state()), (2, _state(3, outcome=OVER))],
        engine=engine,
    )
    assert first == second
    assert first[0]["ply"] == 0
    assert engine.asked == 1


class BrokenOnce(SteadyEngine):
    """Fails in a way that no engine should, and then plays."""

    def choose(self, position: Position, **_: Any) -> Choice:
        choice = super().choose(position)
        if self.asked == 1:
            raise RuntimeError("out of order")
        return choice


def test_an_engine_that_breaks_is_told_of_and_asked_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("damiera.bot.board._AGAIN_S", 0.0)
    engine, told = BrokenOnce(), list[Text]()
    [sent] = _played(
        [(1, _state()), (2, _state()), (3, _state(3, outcome=OVER))], engine=engine, tell=told.append
    )
    assert [(one["t"], one["ply"]) for one in sent] == [("move", 0)]
    assert engine.asked == 2
    why = "RuntimeError: out of order"
    assert told == [Message("The engine does not play on in game {id}: {why}", id="g", why=Verbatim(why))]
    assert caplog.records[0].exc_info is not None


class SlowStarter(SteadyEngine):
    """Takes a while to get ready, and remembers how long it may think."""

    may: SearchLimits | None = None

    def start(self) -> None:
        time.sleep(0.3)

    def choose(self, position: Position, *, limits: SearchLimits | None = None, **_: Any) -> Choice:
        self.may = limits
        return super().choose(position)


def test_a_first_move_comes_before_the_game_is_called_off_however_much_the_clock_shows() -> None:
    for seconds, base_s, increment_s in ((20, 60, 0), (30, 300, 3), (45, 900, 10), (60, 1800, 10)):
        engine, ms = SlowStarter(), 1000 * base_s
        clock = SeenClock(ms, ms, 1000 * increment_s, first="white", first_ms=1000 * seconds)
        _played([(1, _state(clock=clock)), (2, _state(2, outcome=OVER))], engine=engine)
        assert engine.may is not None, base_s
        assert 0 < engine.may.soft_ms <= engine.may.time_ms <= (1000 * seconds - 300) / 2, base_s


def test_the_time_for_the_first_move_of_the_other_says_nothing_about_one_s_own() -> None:
    clock = SeenClock(1_800_000, 1_800_000, 10_000, first="black", first_ms=60_000)
    assert limits_of(clock, "white") == limits_of(SeenClock(1_800_000, 1_800_000, 10_000), "white")


def test_nothing_is_sent_when_it_is_the_other_s_turn_or_the_game_stands_still() -> None:
    quiet: list[dict[str, Any]] = [{"side": "black"}, {"waiting": True}, {"conduct": {"halt": "pause"}}]
    for more in quiet:
        assert _played([(1, _state(**more)), (1, _state(2, outcome=OVER))]) == [[]], more


def test_a_game_that_the_server_interrupted_is_resumed_once_the_other_is_back() -> None:
    halted = {"conduct": {"halt": "interrupted"}}
    away = {"players": {"white": {}, "black": {"here": False}}}
    back = {"players": {"white": {}, "black": {"here": True}}}
    [sent] = _played(
        [(1, _state(5, **halted, **away)), (1, _state(5, **halted, **back)), (2, _state(6, outcome=OVER))]
    )
    assert sent == [{"t": "do", "event": {"e": "resumed", "side": "white"}}]


def test_a_draw_is_declined_while_nothing_is_known_and_no_move_is_taken_back() -> None:
    [sent] = _played([
        (1, _state(2, side="black", draw_offer="black")),
        (2, _state(3, side="black", undo_request="black")),
        (3, _state(4, outcome=OVER)),
    ])  # fmt: skip
    assert [one["what"] for one in sent] == ["decline-draw", "decline-undo"]


def test_it_resigns_when_asked_to_after_two_such_moves_and_never_else() -> None:
    lost = SteadyEngine(-900)
    states = [(1, _state()), (2, _state(2, ply=2)), (3, _state(4, outcome=OVER))]
    [kept] = _played(states, engine=lost)
    assert [one["t"] for one in kept] == ["move", "move"]
    [left] = _played(states, engine=lost, resigns_at_cp=-600)
    assert [one.get("what", one["t"]) for one in left] == ["move", "resign"]


def test_which_challenges_are_accepted() -> None:
    rules = BotRules(games=frozenset({"italian"}), shortest_s=60, longest_s=600, guests=False, at_once=2)
    fits = AskedGame("1", "italian", 300_000)
    cases = {
        "it fits": (fits, 1, True),
        "too many": (fits, 2, False),
        "another game": (AskedGame("1", "russian", 300_000), 0, False),
        "too short": (AskedGame("1", "italian", 30_000), 0, False),
        "too long": (AskedGame("1", "italian", 900_000), 0, False),
        "days": (AskedGame("1", "italian", days=True), 0, False),
        "a guest": (AskedGame("1", "italian", 300_000, has_account=False), 0, False),
    }
    for name, (asked, playing, accepted) in cases.items():
        assert rules.accepts(asked, playing) is accepted, name
