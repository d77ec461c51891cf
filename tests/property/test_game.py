"""Random games with everything that can happen in one: the rules of a game as a value hold throughout."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from damiera._core import Side
from damiera.game.clock import ClockSettings
from damiera.game.draws import plies_to_draw
from damiera.game.errors import GameError, GameOver
from damiera.game.events import (
    CountRequested,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    Event,
    Flagged,
    Moved,
    RepetitionClaimed,
    Resigned,
    UndoAccepted,
    UndoAsked,
    UndoDeclined,
    decode,
    encode,
)
from damiera.game.outcome import Termination
from damiera.game.sides import SideName
from damiera.game.state import Game
from damiera.rules.ruleset import CATALOGUE

# A start of each game and a few endings where kings soon repeat and count.
STARTS: list[tuple[str, tuple[tuple[int, ...], ...] | None]] = [
    ("italian", None),
    ("english", None),
    ("international", None),
    ("italian", ((), (32,), (), (1,))),
    ("italian", ((21, 26), (29,), (8,), (4, 5))),
    ("english", ((21,), (32,), (), (1, 2))),
    ("international", ((), (47, 48), (), (4,))),
    ("international", ((45,), (47, 48), (16,), (3, 4))),
]


@dataclass(frozen=True)
class Script:
    """A start and, for each step, a number that picks what happens and how long it takes."""

    start: Game
    steps: list[tuple[int, int]]


def _start(index: int, clock: ClockSettings | None, recorded: bool, automatic: bool) -> Game:
    slug, pieces = STARTS[index]
    ruleset = CATALOGUE[slug]
    position = None
    if pieces:
        a, b, c, d = pieces
        position = ruleset.core.position(Side.WHITE, a, b, c, d)
    return Game.start(
        ruleset, position=position, clock=clock, recorded=recorded, automatic_count=automatic, at=1_000
    )


OTHER_CLOCKS = [
    ClockSettings.parse(text)
    for text in (
        "2/30s,1/10s+1,20s",
        "20s delay 3",
        "20s bronstein 3",
        "10s+3x5s byo",
        "3/20s byo",
        "1 hourglass",
    )
]
clocks = st.one_of(
    st.none(),
    st.builds(ClockSettings, base_ms=st.integers(1, 400_000), increment_ms=st.sampled_from([0, 1, 3_000])),
    st.sampled_from(OTHER_CLOCKS),
)
scripts = st.builds(
    Script,
    st.builds(_start, st.integers(0, len(STARTS) - 1), clocks, st.booleans(), st.booleans()),
    st.lists(st.tuples(st.integers(0, 2**16), st.integers(0, 9_000)), max_size=60),
)

Make = Callable[[SideName, int], Event]
SIDES: tuple[SideName, SideName] = ("white", "black")
RARE: list[Make] = [
    lambda side, at: Resigned(side=side, at=at) if at % 16 == 0 else DrawOffered(side=side, at=at),
    lambda side, at: DrawOffered(side=side, at=at),
    lambda side, at: DrawAccepted(side=side, at=at) if at % 8 == 0 else DrawDeclined(side=side, at=at),
    lambda side, at: DrawDeclined(side=side, at=at),
    lambda side, at: RepetitionClaimed(side=side, at=at),
    lambda side, at: RepetitionClaimed(side=side, at=at, check_ms=at % 70_000),
    lambda side, at: CountRequested(side=side, at=at),
    lambda side, at: Flagged(at=at),
    lambda side, at: UndoAsked(side=side, at=at),
    lambda side, at: UndoAccepted(side=side, at=at),
    lambda side, at: UndoAccepted(side=side, at=at),
    lambda side, at: UndoDeclined(side=side, at=at),
]


def _event(game: Game, pick: int, at: int) -> Event:
    """Two steps in three are moves; the others anything else, sensible or not."""
    if pick % 3:
        moves = game.position.moves()
        move = moves[pick // 3 % len(moves)]
        return Moved(path=game.position.paths(move)[-1], at=at)
    return RARE[pick // 6 % len(RARE)](SIDES[pick % 2], at)


def _played(script: Script) -> Iterator[tuple[Game, Event, Game]]:
    """Yield each game, the event that fits it and the game after."""
    game, now = script.start, 1_000
    for pick, took in script.steps:
        if game.outcome is not None:
            return
        now += took
        event = _event(game, pick, now)
        try:
            after = game.apply(event)
        except GameError:
            continue
        if isinstance(event, RepetitionClaimed):
            now += event.check_ms
        yield game, event, after
        game = after


def _end(script: Script) -> Game:
    return [script.start, *(after for _, _, after in _played(script))][-1]


everyday = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@everyday
@given(scripts)
def test_events_through_json_replay_to_the_same_game(script: Script) -> None:
    game = _end(script)
    stored = [encode(event) for event in game.events]
    again = script.start.replay(decode(text) for text in stored)
    assert again == game
    assert [encode(event) for event in again.events] == stored


@everyday
@given(scripts)
def test_the_rows_of_a_game_fit_each_other(script: Script) -> None:
    game = _end(script)
    assert len(game.positions) == len(game.tallies) == game.ply + 1 == len(game.paths) + 1
    for before, move, path, after in zip(
        game.positions, game.moves, game.paths, game.positions[1:], strict=False
    ):
        assert before.play(move) == after
        assert path in before.paths(move)
    for ply, tally in enumerate(game.tallies):
        assert tally.repetitions == game.positions[: ply + 1].count(game.positions[ply])


@everyday
@given(scripts)
def test_time_is_conserved_and_never_negative(script: Script) -> None:
    for before, event, after in _played(script):
        if before.clock is None or after.clock is None:
            continue
        assert min(after.clock.white_ms, after.clock.black_ms) >= 0
        if before.clock.settings in OTHER_CLOCKS:
            continue  # what these give and take, tests/property/test_clock.py reckons
        elapsed = max(0, event.at - before.clock.since)
        spent = min(elapsed, before.clock.remaining(before.side, before.clock.since))
        left = sum(after.clock.remaining(side, max(event.at, after.clock.since)) for side in after.sides)
        had = before.clock.white_ms + before.clock.black_ms
        gained = after.clock.settings.increment_ms if after.ply > before.ply else 0
        if isinstance(event, RepetitionClaimed):
            assert had - spent - event.check_ms <= left <= had - spent
        else:
            assert left == had - spent + gained


@everyday
@given(scripts)
def test_counts_never_exceed_their_limits(script: Script) -> None:
    for before, _, after in _played(script):
        for count in after.tally.counts:
            assert 0 <= count.plies <= 2 * count.limit
            assert abs(count.white - count.black) <= 1
            assert count.white + count.black == count.plies
        if after.outcome is None:
            left = plies_to_draw(after)
            assert left is None or left > 0
        elif after.outcome.termination in {
            Termination.MOVE_COUNT,
            Termination.NO_PROGRESS,
            Termination.MATERIAL,
        }:
            assert plies_to_draw(before) == 1


@everyday
@given(scripts, st.integers(0, 2**16))
def test_after_the_end_every_event_is_refused(script: Script, pick: int) -> None:
    game = _end(script)
    if game.outcome is None:
        game = game.apply(Resigned(side="white", at=10**9))
    late: list[Event] = [Moved(path=(22, 18), at=10**9), *(make(SIDES[pick % 2], 10**9) for make in RARE)]
    for event in late:
        with pytest.raises(GameOver):
            game.apply(event)
    assert game.outcome is not None
    assert game.outcome.text("it")
    assert game.clock is None or game.clock.running is None


@everyday
@given(scripts)
def test_a_refused_event_changes_nothing_and_an_accepted_one_is_kept(script: Script) -> None:
    for before, event, after in _played(script):
        assert after.events == (*before.events, event)
        assert before.outcome is None
        assert abs(after.ply - before.ply) <= 2
