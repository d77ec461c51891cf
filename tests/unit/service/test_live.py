"""Games kept in memory, and the order in which a capture jumps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from damiera._core import CaptureLine, Move, Position
from damiera.rules.ruleset import ruleset
from damiera.service.live import Desk, captured_in_order
from damiera.service.terms import NewGame
from tests.unit.service.kit import House


def test_only_the_games_used_last_are_kept(house: House) -> None:
    anna = house.guest("Anna")
    names = [house.play.create(anna, NewGame()).id for _ in range(4)]
    desk = Desk(house.store, house.clock, kept=2)
    loaded = [desk.load(name) for name in names]
    assert desk.load(names[3]) is loaded[3]
    assert desk.load(names[2]) is loaded[2]
    assert desk.load(names[0]) is not loaded[0]
    assert desk.load(names[3]) is not loaded[3]


def test_an_older_game_does_not_replace_a_newer(house: House) -> None:
    anna = house.guest("Anna")
    old = house.play.create(anna, NewGame(seat="both"))
    new = house.play.move(old.id, anna.id, 0, (22, 18)).live
    house.desk.keep(old)
    assert house.desk.load(old.id) is new


def test_a_game_that_fell_behind_takes_in_what_it_missed(house: House, tmp_path: Path) -> None:
    game, anna, bruno = house.friends()
    other = House(tmp_path, house.clock)
    other.play.load(game.id)
    house.play.move(game.id, anna.id, 0, (22, 18))
    house.play.act(game.id, anna.id, "ask-undo")
    house.play.act(game.id, bruno.id, "accept-undo")
    house.play.move(game.id, anna.id, 0, (22, 19))
    here, there = house.play.load(game.id), other.play.load(game.id)
    other.close()
    assert (there.game, there.history, there.seqs, there.version) == (
        here.game,
        here.history,
        here.seqs,
        here.version,
    )


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
