"""Games kept in memory, and the order in which a capture jumps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from random import Random

import pytest

from damiera._core import CaptureLine, Move, Position
from damiera.rules.ruleset import ruleset
from damiera.service.cache import ATTEMPTS
from damiera.service.errors import Conflict
from damiera.service.live import GameCache, captured_in_order, rebuild
from damiera.service.play import Play
from damiera.service.ports import StorePort, Transaction
from damiera.service.terms import NewGame
from tests.unit.service.kit import App, moves_of


def test_only_the_games_used_last_are_kept(app: App) -> None:
    anna = app.guest("Anna")
    names = [app.play.create(anna, NewGame()).id for _ in range(4)]
    cache = GameCache(app.store, app.clock, kept=2)
    loaded = [cache.load(name) for name in names]
    assert cache.load(names[3]) is loaded[3]
    assert cache.load(names[2]) is loaded[2]
    assert cache.load(names[0]) is not loaded[0]
    assert cache.load(names[3]) is not loaded[3]


def test_an_older_game_does_not_replace_a_newer(app: App) -> None:
    anna = app.guest("Anna")
    old = app.play.create(anna, NewGame(seat="both"))
    new = app.play.move(old.id, anna.id, 0, (22, 18)).live
    app.cache.keep(old)
    assert app.cache.load(old.id) is new


def test_a_game_that_fell_behind_takes_in_what_it_missed(app: App, tmp_path: Path) -> None:
    game, anna, bruno = app.friends()
    other = App(tmp_path, app.clock)
    other.play.load(game.id)
    app.play.move(game.id, anna.id, 0, (22, 18))
    app.play.act(game.id, anna.id, "ask-undo")
    app.play.act(game.id, bruno.id, "accept-undo")
    app.play.move(game.id, anna.id, 0, (22, 19))
    here, there = app.play.load(game.id), other.play.load(game.id)
    other.close()
    assert (there.game, there.history, there.seqs, there.version) == (
        here.game,
        here.history,
        here.seqs,
        here.version,
    )


def test_what_others_write_while_we_read_is_left_for_the_next_time(app: App) -> None:
    game, anna, bruno = app.friends()
    app.play.move(game.id, anna.id, 0, (22, 18))
    with app.opened.read() as work:
        earlier = work.games.get(game.id)
        assert earlier is not None
    app.play.move(game.id, bruno.id, 1, (10, 14))
    with app.opened.read() as work:
        work.games.get = lambda id: earlier  # type: ignore[method-assign]
        live = rebuild(work, game.id)
    assert (live.version, moves_of(live)) == (earlier.version, ["22-18"])


class BusyStore:
    """A store where somebody else writes to a game, unseen, just before us, a few times."""

    def __init__(self, store: StorePort, game: str, times: int) -> None:
        self._store = store
        self._game = game
        self._times = times

    def changes(self) -> int | None:
        return self._store.changes()

    def read(self) -> AbstractContextManager[Transaction]:
        return self._store.read()

    @contextmanager
    def write(self, *, bare: bool = False) -> Iterator[Transaction]:
        with self._store.write() as work:
            if self._times:
                self._times -= 1
                self._overtake(work)
            yield work

    def _overtake(self, work: Transaction) -> None:
        version = work.games.version(self._game)
        assert version is not None
        work.games.touch(self._game, version=version, at=0)
        work.games.version = lambda id: version  # type: ignore[method-assign]


@pytest.mark.parametrize(("times", "played"), [(0, True), (ATTEMPTS - 1, True), (ATTEMPTS, False)])
def test_who_was_overtaken_looks_again(app: App, times: int, played: bool) -> None:
    game, anna, _ = app.friends()
    play = Play(GameCache(BusyStore(app.store, game.id, times), app.clock))
    play.load(game.id)
    if played:
        assert play.move(game.id, anna.id, 0, (22, 18)).ply == 0
    else:
        with pytest.raises(Conflict):
            play.move(game.id, anna.id, 0, (22, 18))
    assert app.play.load(game.id).game.ply == played


def long_captures(game: str, wanted: int) -> Iterator[tuple[Position, Move, CaptureLine]]:
    """Yield captures of several pieces out of random games, each with the line the core reports."""
    random, found = Random(7), 0
    while found < wanted:
        position = ruleset(game).start()
        while position.has_moves() and found < wanted:
            for line in position.capture_lines():
                if len(line.captured) > 1 and position.is_legal(line.move):
                    found += 1
                    yield position, line.move, line
            position = position.play(random.choice(position.moves()))


@pytest.mark.parametrize("game", ["italian", "english", "international"])
def test_captured_squares_come_in_the_order_jumped(game: str) -> None:
    out_of_order = 0
    for position, move, line in long_captures(game, 60):
        assert captured_in_order(position, move, line.path) == line.captured
        out_of_order += line.captured != move.captured
    assert out_of_order > 5


def test_a_held_game_is_kept_however_many_others_are_used(app: App) -> None:
    anna = app.guest("Anna")
    names = [app.play.create(anna, NewGame()).id for _ in range(4)]
    cache = GameCache(app.store, app.clock, kept=1)
    held = cache.load(names[0])
    cache.hold(names[0])
    cache.hold(names[1])
    loaded = [cache.load(name) for name in names]
    assert cache.load(names[0]) is loaded[0] is held
    assert cache.load(names[1]) is loaded[1]
    assert cache.load(names[3]) is loaded[3]
    cache.release(names[0])
    assert cache.load(names[0]) is held
    cache.load(names[3])
    assert cache.load(names[0]) is not held
    cache.forget(names[1])
    assert cache.load(names[1]) is not loaded[1]


def test_a_held_game_is_the_newest(app: App) -> None:
    game, anna, _ = app.friends()
    app.cache.hold(game.id)
    moved = app.play.move(game.id, anna.id, 0, (22, 18)).live
    app.cache.keep(game)
    assert app.cache.load(game.id) is moved
    app.cache.release(game.id)
    assert app.cache.load(game.id) is moved


def test_the_versions_of_many_games_are_told_at_once(app: App) -> None:
    game, anna, _ = app.friends()
    other = app.play.create(anna, NewGame()).id
    moved = app.play.move(game.id, anna.id, 0, (22, 18)).live
    many = [game.id, *(f"none{n}" for n in range(1200)), other]
    assert app.play.versions(many) == {game.id: moved.version, other: app.play.load(other).version}
    assert app.play.versions([]) == {}
