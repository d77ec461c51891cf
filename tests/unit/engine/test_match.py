"""Matches of engines: openings, colours, clocks, faults, and games that are not lost."""

from __future__ import annotations

import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from damiera._core import Side
from damiera.engine.adjudicate import Ending, Verdict
from damiera.engine.builtin import BuiltinMind
from damiera.engine.limits import Limits
from damiera.engine.match import (
    EngineSpec,
    MatchError,
    MatchSettings,
    Played,
    Player,
    Start,
    Table,
    openings_from,
    play_match,
    read_played,
    to_pdn,
)
from damiera.engine.protocol import Choice
from damiera.game.clock import ClockSettings
from damiera.game.openings import UnknownDeck
from damiera.game.state import Game
from damiera.lang import Text
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.rules.ruleset import CATALOGUE, ENGLISH, ITALIAN, Ruleset, ruleset

BUILTIN = EngineSpec.parse("builtin:hash=1")
QUICK = Limits(nodes=200)


def settings(
    a: EngineSpec = BUILTIN,
    b: EngineSpec = BUILTIN,
    *,
    games: int = 2,
    game: Ruleset = ITALIAN,
    limits: Limits = QUICK,
    clock: ClockSettings | None = None,
    max_plies: int = 120,
    patience_s: float = 20.0,
    openings: str = "random:4",
) -> MatchSettings:
    starts = openings_from(game, openings, 7, (games + 1) // 2)
    return MatchSettings(game, (a, b), starts, games, clock, limits, max_plies, 7, patience_s)


def engine(body: str, extra: str = "") -> EngineSpec:
    """A Hub engine that obeys `body` at `go`, with `n` counting the positions it was sent."""
    code = f"""
import sys, time
def say(text): print(text, flush=True)
n = 0
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "hub": say("id name=Other version=1"); {extra or "pass"}; say("wait")
    elif word == "init": say("ready")
    elif word == "quit": break
    elif word == "pos": n += 1
    elif word == "go":
        {body}
"""
    return EngineSpec("hub:other", (sys.executable, "-c", code))


# ------------------------------------------------------------------------------------------------ names


def test_engines_are_named() -> None:
    assert EngineSpec.parse("builtin").name == "Damiera"
    assert EngineSpec.parse("builtin:level=3,threads=2").threads == 2
    assert EngineSpec.parse("hub:'my engine' --hub").command == ("my engine", "--hub")


@pytest.mark.parametrize(
    "text",
    ["", "scan", "hub:", "hub:'", "builtin:level=0", "builtin:level=99", "builtin:level=x", "builtin:book=1"],
)
def test_other_names_are_refused(text: str) -> None:
    with pytest.raises(MatchError) as refusal:
        EngineSpec.parse(text)
    assert refusal.value.text("it") != refusal.value.text("en")


# ------------------------------------------------------------------------------------------------ openings


def test_openings_of_a_deck_are_shuffled_by_the_seed() -> None:
    one, same = (openings_from(ITALIAN, "it-2m-43", 5, 43) for _ in range(2))
    other = openings_from(ITALIAN, None, 6, 43)
    assert one == same != other
    assert {start.name for start in one} == {start.name for start in other}
    assert all(len(start.moves) == 2 for start in one)


def test_random_openings_differ_and_come_again() -> None:
    starts = openings_from(ENGLISH, "random:5", 3, 20)
    assert starts == openings_from(ENGLISH, "random:5", 3, 20)
    assert len({start.moves for start in starts}) == 20
    assert {len(start.moves) for start in starts} == {5}


def test_openings_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "some.pdn"
    games = ('[GameType "22"]\n1. 21-18 12-16 2. 26-21 10-14 *', '[GameType "22"]\n1. 99-1 *')
    file.write_text("\n\n".join((*games, '[GameType "20"]\n1. 32-28 *\n')))
    (start,) = openings_from(ITALIAN, f"{file}:3", 1, 9)
    assert len(start.moves) == 3
    with pytest.raises(MatchError):
        openings_from(ENGLISH, str(file), 1, 9)
    with pytest.raises(MatchError, match="cannot be read"):
        openings_from(ITALIAN, str(tmp_path / "none.pdn"), 1, 9)


@pytest.mark.parametrize("source", ["random:0", "random:x", "random:61", "en-3m-156", "it-3m-125"])
def test_sources_without_openings_are_refused(source: str) -> None:
    with pytest.raises(MatchError):
        openings_from(ITALIAN, source, 1, 9)
    with pytest.raises(UnknownDeck):
        openings_from(ITALIAN, "no-such-deck", 1, 9)


# ------------------------------------------------------------------------------------------------ play


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
    assert game.verdict.ending in (Ending.LENGTH, Ending.RULES)


def test_more_than_two_do_not_play() -> None:
    with pytest.raises(MatchError, match="more than two"):
        settings(game=ruleset("chinese-checkers~seats=3"))


def test_long_games_are_drawn() -> None:
    (game,) = play_match(settings(games=1, max_plies=10))
    assert len(game.moves) == 10
    assert game.verdict == Verdict(None, Ending.LENGTH, game.verdict.said)


class _Scripted:
    """A player that plays the first move it finds, after a pause."""

    late = False

    def __init__(self, pause_s: float = 0.0) -> None:
        self.pause_s = pause_s
        self.limits: list[Limits] = []
        self._mind = BuiltinMind("italian", hash_mb=1)

    def new_game(self) -> None:
        pass

    def choose(self, game: Game, limits: Limits, seed: int) -> Choice:
        self.limits.append(limits)
        time.sleep(self.pause_s)
        return self._mind.choose(game.position, limits=Limits(nodes=50))

    def ponder(self, expected: Game, limits: Limits) -> None:
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

    def make(spec: EngineSpec) -> Player:
        return players[spec]

    (game,) = play_match(match, make=make)
    assert game.verdict.ending is Ending.TIME
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
    assert game.verdict.ending is Ending.LENGTH


def test_engines_ponder_on_the_reply_they_expect() -> None:
    ours = (sys.executable, "-m", "damiera", "hub", "--game", "italian")
    clock = ClockSettings(base_ms=4_000, increment_ms=50)
    match = settings(BUILTIN, EngineSpec("hub:ours", ours), games=2, clock=clock, max_plies=16)
    match = replace(match, ponder=True)
    assert match.pace.endswith(" ponder")
    games = list(play_match(match))
    assert [game.verdict.ending.is_fault for game in games] == [False, False]
    assert all(len(game.moves) == 16 for game in games)


# ------------------------------------------------------------------------------------------------ faults


def test_a_good_hub_engine_plays_to_the_end() -> None:
    ours = EngineSpec("hub:ours", (sys.executable, "-m", "damiera", "hub", "--game", "italian"))
    (game,) = play_match(settings(ours, games=1, max_plies=20))
    assert len(game.moves) == 20 or game.verdict.ending is Ending.RULES
    assert game.answers[0] > 0


@pytest.mark.parametrize(
    ("body", "ending"),
    [
        ("sys.exit(3)", Ending.CRASH),
        ("say('done move=1-32')", Ending.ILLEGAL),
        ("say('done move=hello')", Ending.ILLEGAL),
        ("say('done')", Ending.ILLEGAL),
        ("say('error message=no')", Ending.REFUSAL),
        ("time.sleep(60)", Ending.SILENCE),
        ("exec('while True: say(\"info depth=1\"); time.sleep(0.01)')", Ending.SILENCE),
    ],
)
def test_an_engine_at_fault_loses_and_play_goes_on(body: str, ending: Ending) -> None:
    match = settings(engine(body), games=2, patience_s=1.5 if ending is Ending.SILENCE else 20.0)
    games = list(play_match(match))
    assert [g.verdict.ending for g in games] == [ending, ending]
    assert [match.engine_at(g.number, g.verdict.winner or Side.WHITE) for g in games] == [1, 1]
    table = Table(match)
    for game in games:
        table.add(game)
    assert (table.losses, table.faults, table.pairs) == (2, (2, 0), (1, 0, 0, 0, 0))
    assert "«" not in games[0].verdict.said.en


def test_an_engine_that_does_not_start_ends_the_match() -> None:
    nobody = EngineSpec.parse("hub:/no/such/engine")
    with pytest.raises(MatchError, match="does not start"):
        list(play_match(settings(nobody)))


def test_a_match_stops_when_told() -> None:
    match = settings(games=1000, limits=Limits(nodes=20))
    stop = threading.Event()
    begun = time.monotonic()
    for count, _ in enumerate(play_match(match, stop=stop, concurrency=2), 1):
        if count == 3:
            stop.set()
    assert count < 10
    assert time.monotonic() - begun < 20


# ----------------------------------------------------------------------------------------------- the table


def played(number: int, winner: Side | None) -> Played:
    return Played(number, ITALIAN.start(), (), Verdict(winner, Ending.RULES, Text("", "")))


def test_the_table_counts_for_the_first_engine() -> None:
    table = Table(settings(games=6))
    for game in (played(1, Side.WHITE), played(2, Side.BLACK), played(4, None), played(3, Side.BLACK)):
        table.add(game)
    table.add(played(5, None))
    assert (table.wins, table.draws, table.losses, table.games) == (2, 2, 1, 5)
    assert table.pairs == (0, 1, 0, 0, 1)  # games 3 and 4: ½; games 1 and 2: 2; game 5 waits for its pair


@pytest.mark.parametrize("game", [ITALIAN, ENGLISH, CATALOGUE["international"]], ids=lambda g: g.slug)
def test_games_on_paper_are_read_back(game: Ruleset) -> None:
    match = settings(games=4, game=game, max_plies=60)
    games = list(play_match(match))
    text = "\n".join(to_pdn(match, g) for g in games)
    again, kept = read_played(match, text)
    assert [(g.number, g.moves, g.verdict.winner, g.verdict.ending, g.answers) for g in again] == [
        (g.number, g.moves, g.verdict.winner, g.verdict.ending, g.answers) for g in games
    ]
    assert all(isinstance(entry, PdnGame) for entry in read_pdn(kept))
    cut = text[: text.rindex("\n\n") + 20]
    fewer, _ = read_played(match, cut)
    assert [g.number for g in fewer] == [1, 2, 3]


def test_games_of_another_match_are_not_taken() -> None:
    match = settings(games=1)
    text = to_pdn(match, next(iter(play_match(match))))
    with pytest.raises(MatchError, match="another match"):
        read_played(settings(games=1, limits=Limits(nodes=300)), text)
    with pytest.raises(MatchError, match="another match"):
        read_played(match, '[GameType "22"]\n1. 22-18 *\n')


def test_what_is_played_already_is_not_played_again() -> None:
    match = settings(games=4)
    assert [g.number for g in play_match(match, skip=(1, 3))] == [2, 4]


def test_nothing_to_play_is_refused() -> None:
    with pytest.raises(MatchError):
        MatchSettings(ITALIAN, (BUILTIN, BUILTIN), (Start(ITALIAN.start()),), 0)
    with pytest.raises(MatchError, match="Engines do not play"):
        settings(clock=ClockSettings.parse("5d"))
