"""The process did not run for a while: games on a clock stand still, and nobody has lost time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from damiera.game.state import Game
from damiera.game.ways import Way
from damiera.messages import Message
from damiera.service.conduct import ConductService, rights_of
from damiera.service.errors import RefusedAct
from damiera.service.game_choices import GameChoices, new_game
from damiera.service.live import GameCache, LiveGame
from damiera.service.play import Play
from damiera.service.pulse import LONGEST_MS, Interruption, Pulse
from damiera.service.terms import NewGame
from tests.unit.service.kit import BEGIN, App, FakeClock
from tests.wording import holds, raises

HOUR = 3_600_000


class Passing:
    """Milliseconds that have passed, and the clock of the games beside them."""

    def __init__(self, clock: FakeClock) -> None:
        self.clock = clock
        self.passed = 0

    def __call__(self) -> int:
        return self.passed

    def wait(self, ms: int) -> None:
        self.passed += ms
        self.clock.now += ms


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    found = App(tmp_path)
    yield found
    found.close()


@pytest.fixture
def time(app: App) -> Passing:
    passing = Passing(app.clock)
    app.cache.pulse = Pulse(app.clock, passed_ms=passing)
    return passing


def _timed(app: App) -> tuple[LiveGame, str, str]:
    new = NewGame(friend=True, seat="white", base_ms=300_000, first_move_s=0)
    live, anna, bruno = app.friends(new)
    return live, anna.id, bruno.id


def test_a_beat_that_comes_late_is_an_interruption_from_the_beat_before(app: App, time: Passing) -> None:
    pulse = app.cache.pulse
    assert pulse is not None
    time.wait(1_000)
    assert not pulse.beat()
    time.wait(LONGEST_MS)
    assert not pulse.beat()
    time.wait(HOUR)
    assert pulse.beat()
    assert pulse.last == Interruption(BEGIN + 1_000 + LONGEST_MS, BEGIN + 1_000 + LONGEST_MS + HOUR)
    assert not pulse.beat()


def test_a_clock_that_is_set_is_no_interruption(app: App, time: Passing) -> None:
    pulse = app.cache.pulse
    assert pulse is not None
    app.clock.now += HOUR
    assert not pulse.beat()


def test_whoever_is_to_move_loses_no_time_while_the_computer_sleeps(app: App, time: Passing) -> None:
    live, anna, bruno = _timed(app)
    time.wait(2_000)
    assert app.cache.pulse is not None
    app.cache.pulse.beat()
    time.wait(HOUR)
    with raises(
        RefusedAct, Message("The game stands still since the computer did not run: resume it to go on.")
    ):
        app.play.move(live.id, anna, 0, (22, 18))
    stood = app.play.interrupted(live.id)
    assert stood is not None
    assert stood.game.conduct.halt == "interrupted"
    assert stood.game.clock is not None
    assert stood.game.clock.remaining(stood.game.side, app.clock.now) == 298_000
    assert "resumed" in rights_of(stood, anna)
    assert "resumed" in rights_of(stood, bruno)
    time.wait(1_000)
    going = ConductService(app.cache).do(live.id, bruno, {"e": "resumed", "side": "black"})
    assert going.game.conduct.halt is None
    time.wait(3_000)
    moved = app.play.move(live.id, anna, 0, (22, 18)).live
    assert moved.game.clock is not None
    assert moved.game.clock.remaining(moved.game.side.opponent, app.clock.now) == 295_000


def test_a_flag_that_had_fallen_before_stays_fallen(app: App, time: Passing) -> None:
    live, _, _ = _timed(app)
    assert app.cache.pulse is not None
    for _ in range(40):
        time.wait(10_000)
        app.cache.pulse.beat()
    time.wait(HOUR)
    over = app.play.interrupted(live.id)
    assert over is not None
    assert over.game.outcome is not None


def test_games_without_a_clock_or_by_correspondence_go_on(app: App, time: Passing) -> None:
    untimed, anna, bruno = app.friends()
    days = new_game(GameChoices(way=Way.CORRESPONDENCE, days="3d", against="friend"))
    letters, _, _ = app.friends(days)
    time.wait(HOUR)
    assert app.play.interrupted(untimed.id) is None
    assert app.play.interrupted(letters.id) is None
    mover = next(one.id for one in (anna, bruno) if untimed.game.side in untimed.sides_of(one.id))
    assert app.play.move(untimed.id, mover, 0, (22, 18)).ply == 0
    assert app.play.load(letters.id).game.clock is not None


def test_a_game_begun_or_moved_since_is_left_alone(app: App, time: Passing) -> None:
    time.wait(HOUR)
    live, anna, _ = _timed(app)
    assert app.play.interrupted(live.id) is None
    time.wait(1_000)
    assert app.play.move(live.id, anna, 0, (22, 18)).ply == 0


def test_what_was_switched_off_is_known_by_its_mark(tmp_path: Path) -> None:
    clock = FakeClock()
    mark = tmp_path / "alive"
    assert Pulse(clock, mark=mark).last is None
    assert mark.stat().st_mtime_ns == BEGIN * 1_000_000
    clock.now += LONGEST_MS
    assert Pulse(clock, mark=mark).last is None
    clock.now += HOUR
    assert Pulse(clock, mark=mark).last == Interruption(BEGIN + LONGEST_MS, BEGIN + LONGEST_MS + HOUR)


def test_a_mark_of_tomorrow_or_one_that_cannot_be_written_is_let_be(tmp_path: Path) -> None:
    clock, mark = FakeClock(), tmp_path / "alive"
    mark.touch()
    os.utime(mark, ns=(0, (BEGIN + 24 * HOUR) * 1_000_000))
    assert Pulse(clock, mark=mark).last is None
    assert Pulse(clock, mark=tmp_path / "nowhere" / "alive").last is None


def test_a_stored_interruption_is_read_again(app: App, time: Passing) -> None:
    live, _, _ = _timed(app)
    time.wait(HOUR)
    stood = app.play.interrupted(live.id)
    assert stood is not None
    again = Play(GameCache(app.store, app.clock)).load(live.id)
    assert isinstance(again.game, Game)
    assert again.game.conduct.halt == "interrupted"
    said = Message(
        "The computer slept or was switched off for {n} minute: the clocks stood meanwhile.",
        plural="The computer slept or was switched off for {n} minutes: the clocks stood meanwhile.",
    )
    assert holds(again.game.conduct.log[-1].text, said.format(n=60))
