"""How many examples a property gets that is tried game by game."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "everyday")
PARTS = {"everyday": 10, "soak": 1}
"""One in so many examples of each game: some ninety games share most of their code, so that few of each are
many of everything. Any other profile, as that of the checking machine, takes one in four.
"""


def of_each_game(whole: int, **more: Any) -> settings:
    """Return settings with some of these examples; `make soak` starts from all of them.

    >>> of_each_game(40).max_examples in (4, 10, 40)
    True
    """
    return settings(max_examples=max(1, whole // PARTS.get(PROFILE, 4)), **more)


def in_turn(cases: Iterable[Any], one_in: int = 3) -> list[Any]:
    """Return all of these parameters: the first of so many runs every day, the others are `slow`.

    For what is tried game by game: one rule broken is a rule broken in many games.

    >>> [case if isinstance(case, str) else case.values for case in in_turn(["italian", "thai"], 2)]
    ['italian', ('thai',)]
    """
    return [
        pytest.param(case, marks=pytest.mark.slow) if number % one_in else case
        for number, case in enumerate(cases)
    ]


def samples(whole: int) -> int:
    """Return how many positions or games of each game are compared: a third of these in the everyday run.

    >>> samples(9) in (3, 9)
    True
    """
    return max(1, whole // 3) if PROFILE == "everyday" else whole
