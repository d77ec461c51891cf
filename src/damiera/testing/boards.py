"""Positions and moves as short texts, for tests that read like the book."""

from __future__ import annotations

from damiera import _core
from damiera.notation.fen import parse_fen
from damiera.rules.ruleset import ITALIAN, Ruleset

__all__ = ["board", "destinations", "routes"]


def board(fen: str, game: Ruleset = ITALIAN) -> _core.Position:
    """Return the position of a FEN. Raises what `parse_fen` and `Setup.position` raise."""
    return parse_fen(fen, game).position()


def routes(position: _core.Position) -> set[str]:
    """Return every legal move by its route: `22-18`, `22x13x6`.

    >>> sorted(routes(board("W:W22:B5")))
    ['22-18', '22-19']
    """
    return {
        ("x" if move.is_capture else "-").join(map(str, path))
        for move in position.moves()
        for path in position.paths(move)
    }


def destinations(position: _core.Position, square: int) -> set[int]:
    """Return where the piece on `square` may go.

    >>> sorted(destinations(board("W:WK18:B4"), 18))
    [13, 14, 21, 22]
    """
    return {move.destination for move in position.moves() if move.origin == square}
