"""Draws that the engine takes: not in the opening, and the stronger it is the less gladly."""

from __future__ import annotations

import pytest

from damiera.engine.draws import EARLIEST_PLY, OPENING_PLIES, GamePhase, most_for_a_draw, takes_draw
from damiera.engine.levels import LEVELS
from damiera.rules.ruleset import ruleset

MIDDLE, ENDING = GamePhase(30, 14, 24), GamePhase(70, 6, 24)


@pytest.mark.parametrize("level", [settings.number for settings in LEVELS])
def test_no_level_takes_a_draw_in_the_opening(level: int) -> None:
    for ply in range(EARLIEST_PLY):
        assert not takes_draw(-1_000, level, GamePhase(ply, 4, 24))
        assert not takes_draw(0, level, GamePhase(ply, 8, 24)), "an ending, but not the last of one"
    assert takes_draw(0, level, GamePhase(0, 2, 24)), "king against king"
    assert not takes_draw(0, level, GamePhase(0, 4, 8)), "a small game that begins so"
    assert not takes_draw(-1_000, level, GamePhase(OPENING_PLIES - 1, 20, 24)), "nearly all pieces stand"
    assert takes_draw(-1_000, level, GamePhase(OPENING_PLIES, 24, 24)), "nothing is captured on a star"


def test_the_stronger_a_level_the_more_it_wants_to_play_on() -> None:
    bounds = [most_for_a_draw(settings.number, MIDDLE) for settings in LEVELS]
    assert bounds == sorted(set(bounds), reverse=True)
    assert takes_draw(0, 1, MIDDLE)
    assert not takes_draw(0, 20, MIDDLE)
    assert takes_draw(-50, 20, MIDDLE)


@pytest.mark.parametrize("level", [1, 20])
def test_in_an_ending_equal_is_equal(level: int) -> None:
    assert takes_draw(0, level, ENDING)
    assert not takes_draw(100, level, ENDING)


@pytest.mark.parametrize("slug", ["italian", "bashni", "reentry", "chinese-checkers", "breakthrough"])
def test_the_pieces_of_a_game_are_counted_from_its_own_start(slug: str) -> None:
    stage = GamePhase.of(0, ruleset(slug).start())
    assert stage.pieces == stage.at_start > 0
    assert stage.is_opening
