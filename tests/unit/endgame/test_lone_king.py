"""Whether two flying kings catch one: the tables know it, and the evaluation has to think the same."""

from __future__ import annotations

from pathlib import Path
from statistics import median

import pytest

from damiera import _core
from damiera._core import Side
from damiera.endgame.build import Builder
from damiera.endgame.files import path_of, read_head
from damiera.endgame.material import SliceMaterial

CAUGHT = ("armenian", "croda", "frisian", "frysk", "harzdame", "killer", "thai", "turkish")
HOLDS = (
    *("argentine", "brazilian", "czech", "german", "ghanaian", "hexdame", "international"),
    *("portuguese", "russian", "spanish"),
)
TWO_AGAINST_ONE = SliceMaterial(0, 2, 0, 1)
CAUTIOUS_CP = 100
"""Two kings against one who mostly holds are worth less, against one who is caught more."""


def worth_of_two_kings_against_one(game: str) -> float:
    """The median of positions all over the board, in centipieces, by the evaluation made by hand."""
    rules = _core.rules(game)
    last = rules.squares
    some = [
        (a, b, c)
        for a in range(1, last + 1, 3)
        for b in range(a + 2, last + 1, 5)
        for c in range(2, last + 1, 7)
        if c not in (a, b)
    ]
    return median(_core.evaluate(rules.position(Side.WHITE, [], [a, b], [], [c])) for a, b, c in some)


@pytest.mark.parametrize("game", CAUGHT)
def test_two_kings_are_worth_a_win_where_they_catch_one(game: str) -> None:
    assert worth_of_two_kings_against_one(game) > CAUTIOUS_CP


@pytest.mark.parametrize("game", HOLDS)
def test_two_kings_are_worth_little_where_one_holds(game: str) -> None:
    assert 0 < worth_of_two_kings_against_one(game) < CAUTIOUS_CP


@pytest.mark.slow
@pytest.mark.parametrize("game", CAUGHT + HOLDS)
def test_by_the_tables_two_kings_catch_one_or_mostly_do_not(game: str, tmp_path: Path) -> None:
    """Positions with White to move: 99 in a hundred are won, or fewer than half."""
    rules = _core.rules(game)
    Builder(rules, 3, folder=tmp_path).run()
    path = path_of(tmp_path, rules, TWO_AGAINST_ONE, distances=False)
    head = read_head(path, rules, TWO_AGAINST_ONE, distances=False)
    share = head.wins / head.positions
    assert share > 0.98 if game in CAUGHT else share < 0.5
