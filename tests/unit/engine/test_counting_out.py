"""The engine knows when a count is about to end the game: what it cannot win in time is a draw."""

from __future__ import annotations

from damiera import _core
from damiera._core import Side
from damiera.engine.builtin import BuiltinEngine
from damiera.engine.limits import SearchLimits
from damiera.rules.ruleset import ITALIAN

# Two kings against one: more than nothing, but not won in two plies.
WON_SLOWLY = ITALIAN.core.position(Side.WHITE, (), (30, 32), (), (1,))


def score(draw_in: int) -> int:
    search = _core.Search(ITALIAN.core, hash_mb=8)
    return search.think(WON_SLOWLY, depth=9, draw_in=draw_in).score_cp


def test_without_a_count_two_kings_are_worth_more_than_one() -> None:
    assert score(0) > 50


def test_a_count_that_runs_out_first_makes_it_a_draw() -> None:
    assert score(2) == 0


def test_a_count_that_lasts_longer_than_the_search_changes_nothing() -> None:
    assert score(200) == score(0)


def test_a_capture_begins_another_count() -> None:
    """White takes at once, and no count is left of the one before."""
    position = ITALIAN.core.position(Side.WHITE, (), (22, 32), (), (18,))
    search = _core.Search(ITALIAN.core, hash_mb=8)
    assert search.think(position, depth=5, draw_in=1).score_cp > 20_000


def test_a_mind_is_told_of_the_count() -> None:
    engine = BuiltinEngine("italian")
    choice = engine.choose(WON_SLOWLY, limits=SearchLimits(depth=9), draw_in=2)
    assert choice.score.cp == 0
