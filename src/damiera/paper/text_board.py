"""Boards as lines of text, for a terminal and for mail."""

from __future__ import annotations

from typing import Final

from damiera._core import Position, Side
from damiera.rules.pieces import Piece, piece_at
from damiera.rules.ruleset import ruleset_of
from damiera.rules.squares import square_name

__all__ = ["board_lines"]

PIECE: Final = {
    Piece.WHITE_MAN: "o",
    Piece.WHITE_KING: "O",
    Piece.WHITE_BISHOP: "Ob",
    Piece.WHITE_CAMEL: "Oc",
    Piece.BLACK_MAN: "x",
    Piece.BLACK_KING: "X",
    Piece.BLACK_BISHOP: "Xb",
    Piece.BLACK_CAMEL: "Xc",
}


def board_lines(position: Position, bottom: Side = Side.WHITE) -> list[str]:
    """Return a board as text: o O White's man and king, x X Black's, names on the empty squares.

    `Ob` and `Oc` are White's bishop and camel, `Xb` and `Xc` Black's.
    """
    rules = position.rules
    ranks = range(rules.ranks) if bottom is Side.BLACK else reversed(range(rules.ranks))
    rows = []
    for rank in ranks:
        files = range(rules.files) if bottom is Side.WHITE else reversed(range(rules.files))
        cells = (_cell(position, rules.square_at(file, rank)) for file in files)
        rows.append("  " + "".join(cells).rstrip())
    return rows


def _cell(position: Position, square: int | None) -> str:
    if square is None:
        return "    "
    piece = piece_at(position, square)
    return f" {PIECE[piece]:<3}" if piece else f"{square_name(ruleset_of(position), square):>2}  "
