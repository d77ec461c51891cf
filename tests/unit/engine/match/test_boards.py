"""Games of engines: colours, clocks, faults, and a match that is stopped."""

from __future__ import annotations

import sys
import threading
import time
from dataclasses import replace

import pytest

from damiera._core import Side
from damiera.engine.builtin import BuiltinEngine
from damiera.engine.errors import MatchError
from damiera.engine.limits import SearchLimits
from damiera.engine.match.boards import play_match
from damiera.engine.match.player import MatchPlayer
from damiera.engine.match.table import MatchScore
from damiera.engine.match.verdict import MatchGameEnding, MatchGameResult
from damiera.engine.protocol import Choice
from damiera.engine.spec import EngineSpec
from damiera.game.clock import ClockSettings
from damiera.game.state import Game
from damiera.messages import Message
from damiera.rules.ruleset import ENGLISH, ruleset
from tests.unit.engine.match.kit import BUILTIN, engine, settings
from tests.wording import raises


def test_pairs_share_an_opening_with_colours_reversed() -> None:
    match = settings(games=4, game=ENGLISH)
    games = list(play_match(match))
    assert [g.number for g in games] == [1, 2, 3, 4]
    assert games[0].moves[:4] == games[1].moves[:4] != games[2].moves[:4]
    assert [match.engine_at(n, Side.BLACK) for n in (1, 2, 3, 4)] == [0, 1, 0, 1]
    assert [match.engine_at(n, Side.WHITE) for n in (1, 2, 3, 4)] == [1, 0, 1, 0]


def test_a_match_with_nodes_and_a_seed_comes_again() -> None:
    match = settings(EngineSpec.parse("builtin:level=2"), games=6)
    alone = sorted(play_match(match), key=lambda g: g.number)
    three = sorted(play_match(match, concurrency=3), key=lambda g: g.number)
    assert [g.moves for g in alone] == [g.moves for g in three]
    assert [g.verdict for g in alone] == [g.verdict for g in three]


@pytest.mark.parametrize("slug", ["international", "turkish", "lasca", "reentry", "chinese-checkers"])
def test_every_family_plays(slug: str) -> None:
    match = settings(game=ruleset(slug), games=1, max_plies=30)
    (game,) = play_match(match)
    assert len(game.moves) <= 30
    assert game.verdict.ending in (MatchGameEnding.LENGTH, MatchGameEnding.RULES)


def test_long_games_are_drawn() -> None:
    (game,) = play_match(settings(games=1, max_plies=10))
    assert len(game.moves) == 10
    assert game.verdict == MatchGameResult(None, MatchGameEnding.LENGTH, game.verdict.said)


class _Scripted:
    """A player that plays the first move it finds, after a pause."""

    late = False
    processor_s = None

    def __init__(self, pause_s: float = 0.0) -> None:
        self.pause_s = pause_s
        self.limits: list[SearchLimits] = []
        self._engine = BuiltinEngine("italian", hash_mb=1)

    def new_game(self) -> None:
        pass

    def choose(self, game: Game, limits: SearchLimits, seed: int) -> Choice:
        self.limits.append(limits)
        time.sleep(self.pause_s)
        return self._engine.choose(game.position, limits=SearchLimits(nodes=50))

    def ponder(self, expected: Game, limits: SearchLimits) -> None:
        pass

    def restart(self) -> None:
        pass

    def close(self) -> None:
        pass


def test_the_clock_decides() -> None:
    clock = ClockSettings(base_ms=300, increment_ms=10)
    slow, quick = EngineSpec.parse("builtin:level=1"), EngineSpec.parse("builtin:level=2")
    match = settings(slow, quick, games=1, clock=clock)
    players = {slow: _Scripted(0.2), quick: _Scripted()}

    def make(spec: EngineSpec) -> MatchPlayer:
        return players[spec]

    (game,) = play_match(match, make=make)
    assert game.verdict.ending is MatchGameEnding.TIME
    assert game.verdict.winner is not None
    assert match.engine_at(1, game.verdict.winner) == 1
    asked = players[quick].limits[0]
    assert 1 <= asked.soft_ms <= asked.time_ms <= 100
    assert game.thought_ms[0] >= 400 > game.thought_ms[1]


def test_a_margin_forgives_a_move_that_comes_a_little_late() -> None:
    clock = ClockSettings(base_ms=150, increment_ms=100)
    slow, quick = EngineSpec.parse("builtin:level=1"), EngineSpec.parse("builtin:level=2")
    match = replace(settings(slow, quick, games=1, clock=clock, max_plies=8), margin_ms=5_000)
    players = {slow: _Scripted(0.2), quick: _Scripted()}
    (game,) = play_match(match, make=lambda spec: players[spec])
    assert game.verdict.ending is MatchGameEnding.LENGTH


@pytest.mark.slow
def test_engines_ponder_on_the_reply_they_expect() -> None:
    ours = (sys.executable, "-m", "damiera", "hub", "--game", "italian")
    clock = ClockSettings(base_ms=4_000, increment_ms=50)
    match = settings(BUILTIN, EngineSpec("hub:ours", ours), games=2, clock=clock, max_plies=16)
    match = replace(match, ponder=True)
    assert match.pace.endswith(" ponder")
    games = list(play_match(match))
    assert [game.verdict.ending.is_fault for game in games] == [False, False]
    assert all(len(game.moves) == 16 for game in games)


def test_a_good_hub_engine_plays_to_the_end() -> None:
    ours = EngineSpec("hub:ours", (sys.executable, "-m", "damiera", "hub", "--game", "italian"))
    (game,) = play_match(settings(ours, games=1, max_plies=20))
    assert len(game.moves) == 20 or game.verdict.ending is MatchGameEnding.RULES
    assert game.answers[0] > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "ending"),
    [
        ("sys.exit(3)", MatchGameEnding.CRASH),
        ("say('done move=1-32')", MatchGameEnding.ILLEGAL),
        ("say('done move=hello')", MatchGameEnding.ILLEGAL),
        ("say('done')", MatchGameEnding.ILLEGAL),
        ("say('error message=no')", MatchGameEnding.REFUSAL),
        ("time.sleep(60)", MatchGameEnding.SILENCE),
        ("exec('while True: say(\"info depth=1\"); time.sleep(0.01)')", MatchGameEnding.SILENCE),
    ],
)
def test_an_engine_at_fault_loses_and_play_goes_on(body: str, ending: MatchGameEnding) -> None:
    match = settings(engine(body), games=2, patience_s=1.5 if ending is MatchGameEnding.SILENCE else 20.0)
    games = list(play_match(match))
    assert [g.verdict.ending for g in games] == [ending, ending]
    assert [match.engine_at(g.number, g.verdict.winner or Side.WHITE) for g in games] == [1, 1]
    table = MatchScore(match)
    for game in games:
        table.add(game)
    assert (table.losses, table.faults, table.pairs) == (2, (2, 0), (1, 0, 0, 0, 0))
    assert "«" not in games[0].verdict.said.text("en")


def test_an_engine_that_does_not_start_ends_the_match() -> None:
    nobody = EngineSpec.parse("hub:/no/such/engine")
    with raises(
        MatchError,
        Message(
            'The engine "{engine}" does not start: {why}',
            engine="hub:/no/such/engine",
            why="/no/such/engine: No such file or directory",
        ),
    ):
        list(play_match(settings(nobody)))


def test_a_match_stops_when_told() -> None:
    match = settings(games=1000, limits=SearchLimits(nodes=20))
    stop = threading.Event()
    begun = time.monotonic()
    for count, _ in enumerate(play_match(match, stop=stop, concurrency=2), 1):
        if count == 3:
            stop.set()
    assert count < 10
    assert time.monotonic() - begun < 20


def test_what_is_played_already_is_not_played_again() -> None:
    match = settings(games=4)
    assert [g.number for g in play_match(match, skip=(1, 3))] == [2, 4]
