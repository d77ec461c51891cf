"""How many examples a property gets that is tried game by game."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import settings

SOAKS = os.environ.get("HYPOTHESIS_PROFILE") == "soak"


def of_each_game(whole: int, **more: Any) -> settings:
    """Return settings with a quarter of these examples; `make soak` starts from all of them.

    Some seventy games share most of their code, so that a quarter of each is many examples of everything.

    >>> of_each_game(40).max_examples in (10, 40)
    True
    """
    return settings(max_examples=whole if SOAKS else max(1, whole // 4), **more)
