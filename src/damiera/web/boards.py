"""Small pictures of games, as lists and cards show them."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from markupsafe import Markup

from damiera.notation.fen import parse_fen
from damiera.rules.ruleset import Ruleset, ruleset
from damiera.web.geometry import UNIT, geometry
from damiera.web.svg import diagram

__all__ = ["crop_round", "game_picture", "game_size", "pieces_of", "small_board"]

LEAST_ROWS = 5


@lru_cache(maxsize=128)
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
    if game.core.shape in ("hexagon", "star"):
        return f"{game.core.squares} · {game.core.men}"
    return f"{game.core.files}×{game.core.ranks} · {game.core.men}"


def crop_round(rules: Ruleset, squares: Collection[int]) -> tuple[int, int, int, int] | None:
    """Return the part of a board that a diagram is about: whole rows, with one to spare on either side.

    None is the whole board: boards that are no rectangle are shown whole.
    """
    shape = geometry(rules.core)
    if not squares or rules.core.shape in ("hexagon", "star"):
        return None
    rows = [shape.points[square - 1].row for square in squares]
    last = rules.core.ranks - 1
    top, bottom = max(0, min(rows) - 1), min(last, max(rows) + 1)
    while bottom - top + 1 < min(LEAST_ROWS, last + 1):
        top, bottom = max(0, top - 1), min(last, bottom + 1)
    return (0, top * UNIT, shape.width, (bottom - top + 1) * UNIT)


def pieces_of(fen: str, rules: Ruleset) -> dict[int, str]:
    """Return the pieces of a position, legal or not. Raises `FenError`."""
    if rules.core.family != "draughts":
        return rules.core.read(fen).pieces
    setup = parse_fen(fen, rules)
    kinds = {"w": setup.white_men, "W": setup.white_kings, "b": setup.black_men, "B": setup.black_kings}
    return {square: kind for kind, squares in kinds.items() for square in squares}
