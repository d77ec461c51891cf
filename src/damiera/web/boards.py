"""Small pictures of games, as lists and cards show them."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

from damiera.rules.ruleset import Ruleset, ruleset
from damiera.web.geometry import geometry
from damiera.web.svg import diagram

__all__ = ["game_picture", "game_size", "small_board"]


@lru_cache(maxsize=64)
def game_picture(slug: str) -> Markup:
    """Return a game's board as it stands at the beginning, as decoration."""
    game = ruleset(slug)
    return diagram(geometry(game.core), game.start().pieces)


def small_board(slug: str, pieces: dict[str, str]) -> Markup:
    """Return a game's board with these pieces, as decoration."""
    return diagram(geometry(ruleset(slug).core), {int(square): piece for square, piece in pieces.items()})


def game_size(game: Ruleset) -> str:
    """Return the size of the board and the men a side, as a card prints it.

    >>> from damiera.rules.ruleset import INTERNATIONAL
    >>> game_size(INTERNATIONAL)
    '10×10 · 20'
    """
    return f"{game.core.files}×{game.core.ranks} · {game.core.men}"
