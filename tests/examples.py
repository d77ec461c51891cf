"""How many examples a property gets that is tried game by game."""

from __future__ import annotations

import os
from typing import Any

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


def samples(whole: int) -> int:
    """Return how many positions or games of each game are compared: a third of these in the everyday run.

    >>> samples(9) in (3, 9)
    True
    """
    return max(1, whole // 3) if PROFILE == "everyday" else whole
