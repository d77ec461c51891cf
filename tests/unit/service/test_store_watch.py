"""The store does not answer for a while: nobody loses time by it, and nobody is flagged."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from damiera._core import Side
from damiera.game.events import Interrupted
from damiera.service.live import GameCache, LiveGame
from damiera.service.play import Play
from damiera.service.terms import NewGame
from tests.unit.service.kit import BEGIN, App

BASE_MS = 300_000


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    found = App(tmp_path)
    yield found
    found.close()


def _timed(app: App) -> tuple[str, str, str]:
    new = NewGame(friend=True, seat="white", base_ms=BASE_MS, first_move_s=0)
    live, anna, bruno = app.friends(new)
    return live.id, anna.id, bruno.id


def _be_silent(app: App, ms: int) -> None:
    """Have something wait for the store for a while; what came meanwhile is done after."""
    app.cache.watch.begins()
    app.clock.now += ms
    app.cache.watch.answered()


def _left(live: LiveGame, side: Side, now: int) -> int:
    assert live.game.clock is not None
    return live.game.clock.remaining(side, now)


def test_a_move_counts_from_when_it_came(app: App) -> None:
    game, anna, _ = _timed(app)
    app.clock.now += 2_000
    came = app.cache.watch.now_ms()
    app.clock.now += 900  # it waits among others
    with app.cache.watch.came(came):
        live = app.play.move(game, anna, 0, (22, 18)).live
    assert _left(live, Side.WHITE, came) == BASE_MS - 2_000
    assert _left(live, Side.BLACK, came + 5_000) == BASE_MS - 5_000


def test_who_moves_while_the_store_does_not_answer_pays_until_it_fell_silent(app: App) -> None:
    game, anna, bruno = _timed(app)
    app.clock.now += 4_000
    came = app.clock.now + 6_000
    _be_silent(app, 20_000)
    with app.cache.watch.came(came):
        live = app.play.move(game, anna, 0, (22, 18)).live
    assert live.game.ply == 1
    assert _left(live, Side.WHITE, app.clock.now) == BASE_MS - 4_000
    assert _left(live, Side.BLACK, app.clock.now) == BASE_MS
    app.clock.now += 3_000
    live = app.play.move(game, bruno, 1, (10, 14)).live
    assert _left(live, Side.BLACK, app.clock.now) == BASE_MS - 3_000


def test_the_opponent_loses_nothing_while_a_move_is_being_stored(app: App) -> None:
    game, anna, bruno = _timed(app)
    app.clock.now += 2_000
    app.cache.watch.begins()
    with app.cache.watch.came(app.clock.now):
        app.play.move(game, anna, 0, (22, 18))
    app.clock.now += 20_000  # the disk is slow; then the move is there
    app.cache.watch.answered()
    app.clock.now += 1_500
    live = app.play.move(game, bruno, 1, (10, 14)).live
    assert _left(live, Side.WHITE, app.clock.now) == BASE_MS - 2_000
    assert _left(live, Side.BLACK, app.clock.now) == BASE_MS - 1_500


def test_nobody_is_flagged_for_a_time_in_which_the_store_did_not_answer(app: App) -> None:
    game, _, _ = _timed(app)
    app.clock.now += BASE_MS - 5_000
    _be_silent(app, 20_000)
    live = app.play.claim_flag(game)
    assert live is not None, "who watches the clock is told that it has stood"
    assert live.game.outcome is None
    assert _left(live, Side.WHITE, app.clock.now) == 5_000
    app.clock.now += 4_000
    assert app.play.claim_flag(game) is None
    app.clock.now += 1_000
    over = app.play.claim_flag(game)
    assert over is not None
    assert over.game.outcome is not None


def test_a_claim_that_had_to_wait_for_the_store_itself_flags_nobody(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another worker may have the move of who would lose, and wait for the same store."""
    game, _, _ = _timed(app)
    app.clock.now += BASE_MS - 5_000
    app.cache.load(game)
    came = app.clock.now + 5_020
    watch = app.cache.watch
    monkeypatch.setattr(watch, "_since", came - 10)
    app.clock.now = came + 20_000
    with watch.came(came):
        live = app.play.claim_flag(game)
    assert live is not None
    assert live.game.outcome is not None, "its flag had fallen before the claim was made"
    other, _, _ = _timed(app)
    began = app.clock.now
    monkeypatch.setattr(watch, "_since", began + BASE_MS - 10)
    app.clock.now = began + BASE_MS + 20_000
    with watch.came(began + BASE_MS - 5):
        live = app.play.claim_flag(other)
    assert live is not None
    assert live.game.outcome is None


def test_a_flag_that_had_fallen_before_the_store_fell_silent_stays_fallen(app: App) -> None:
    game, _, _ = _timed(app)
    app.clock.now += BASE_MS + 1_000
    _be_silent(app, 20_000)
    live = app.play.claim_flag(game)
    assert live is not None
    assert live.game.outcome is not None


def test_what_was_not_stored_counts_until_the_store_answers(app: App) -> None:
    """It is away for a minute: each try fails, and whoever sends their move again has lost no time."""
    game, anna, _ = _timed(app)
    watch = app.cache.watch
    app.clock.now += 3_000
    for _ in range(4):
        watch.begins()
        app.clock.now += 15_000
    assert watch.is_silent
    watch.begins()
    with watch.came(app.clock.now - 500):
        live = app.play.move(game, anna, 0, (22, 18)).live
    watch.answered()
    assert not watch.is_silent
    assert _left(live, Side.WHITE, app.clock.now) == BASE_MS - 3_000


def test_a_time_is_given_back_once_however_much_came_in_it(app: App) -> None:
    game, anna, bruno = _timed(app)
    came = app.clock.now + 1_000
    _be_silent(app, 20_000)
    with app.cache.watch.came(came):
        app.play.act(game, anna, "offer-draw")
    with app.cache.watch.came(came + 1):
        app.play.act(game, bruno, "decline-draw")
    with app.cache.watch.came(came + 2):
        app.play.act(game, bruno, "offer-draw")
    live = app.play.load(game)
    assert [type(event) for event in live.game.events].count(Interrupted) == 1
    assert _left(live, Side.WHITE, app.clock.now) == BASE_MS


def test_an_ordinary_wait_is_none_and_games_without_a_clock_are_left_alone(app: App) -> None:
    game, _, _ = _timed(app)
    untimed, _, _ = app.friends()
    _be_silent(app, 999)
    assert app.play.interrupted(game) is None
    _be_silent(app, 20_000)
    assert app.play.interrupted(untimed.id) is None
    assert app.play.interrupted(game) is not None


def test_that_clocks_stood_is_read_again_from_the_store(app: App) -> None:
    game, _, _ = _timed(app)
    app.clock.now += 1_000
    _be_silent(app, 20_000)
    app.play.interrupted(game)
    again = Play(GameCache(app.store, app.clock)).load(game)
    assert _left(again, Side.WHITE, app.clock.now) == BASE_MS - 1_000
    assert again.game.events == (Interrupted(at=BEGIN + 1_000, until=BEGIN + 21_000, goes_on=True),)
