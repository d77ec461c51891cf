"""Named openings: every move of the data is legal, and a position has its name by any order of moves."""

from __future__ import annotations

import pytest

from damiera._core import Position, replay
from damiera.analysis.names import named, names_at
from damiera.rules.ruleset import ENGLISH, ruleset

GAMES = {"english": 47, "international": 2}


def after(moves: str, game: str = "english") -> Position:
    played = replay(ruleset(game).start(), moves.split())
    assert played.error is None
    return played.final


@pytest.mark.parametrize("game", GAMES)
def test_the_moves_of_every_name_are_legal(game: str) -> None:
    for one in named(game):
        played = replay(ruleset(game).start(), one.moves)
        assert (played.error, played.index) == (None, len(one.moves)), one.name
        assert played.final == one.position
        assert one.source


@pytest.mark.parametrize("game", GAMES)
def test_no_name_and_no_position_comes_twice(game: str) -> None:
    assert len(named(game)) == GAMES[game]
    assert len({one.name for one in named(game)}) == GAMES[game]
    assert len({one.position for one in named(game)}) == GAMES[game]


def test_each_first_move_of_english_draughts_has_its_name() -> None:
    start = ENGLISH.start()
    assert all(names_at(start.play(move)) for move in start.moves())
    assert names_at(start) == ()


def test_a_name_is_the_positions_whatever_the_order_of_moves() -> None:
    assert names_at(after("11-15 23-19 8-11 22-17 4-8")) == ("Old Fourteenth",)
    assert names_at(after("11-15 22-17 8-11 23-19 4-8")) == ("Old Fourteenth",)
    assert names_at(after("11-15 22-17 8-11 23-19 9-14")) == ()


@pytest.mark.parametrize("game", ["italian", "russian", "../data/names-english", "bashni"])
def test_a_game_without_names_has_none(game: str) -> None:
    assert named(game) == ()
