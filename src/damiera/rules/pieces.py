"""What stands on a square: men, kings, bishops and camels, towers, marbles of a star; and their letters.

The core, FEN and pages write a piece as a letter; this is the one place that knows which.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from damiera._core import Position, Rules, Side

__all__ = ["CHESSMEN", "DRAUGHTSMEN", "Piece", "kinds_of", "piece_at", "pieces_of", "tower_of"]


class Piece(Enum):
    """A piece, by the letter that FEN and the pages write; a marble by the number of its seat.

    Attributes:
        side: whose it is.
        is_king: whether it is a king.
        is_marble: whether it is a marble, which stands on stars only.
        sign: what FEN writes before its square: `K`, `B` of a bishop, `C` of a camel; nothing before a man's.

    >>> Piece.BLACK_KING.letter, Piece.BLACK_KING.side.name, Piece.BLACK_KING.is_king
    ('B', 'BLACK', True)
    """

    WHITE_MAN = "w"
    WHITE_KING = "W"
    BLACK_MAN = "b"
    BLACK_KING = "B"
    WHITE_BISHOP = "s"
    BLACK_BISHOP = "t"
    WHITE_CAMEL = "c"
    BLACK_CAMEL = "d"
    WHITE_MARBLE = "0"
    RED_MARBLE = "1"
    GREEN_MARBLE = "2"
    BLACK_MARBLE = "3"
    BLUE_MARBLE = "4"
    YELLOW_MARBLE = "5"

    def __init__(self, letter: str) -> None:
        colour, _, kind = self.name.partition("_")
        self.letter: Final = letter
        self.side: Final = Side[colour]
        self.is_king: Final = kind == "KING"
        self.is_marble: Final = kind == "MARBLE"
        self.sign: Final = "" if kind in ("MAN", "MARBLE") else kind[0]

    @staticmethod
    def man_of(side: Side) -> Piece:
        """Return the man of White or of Black."""
        return Piece.WHITE_MAN if side is Side.WHITE else Piece.BLACK_MAN

    @staticmethod
    def named(letter: str) -> Piece | None:
        """Return the piece that a letter stands for; None where it stands for none.

        >>> Piece.named("W"), Piece.named("e")
        (<Piece.WHITE_KING: 'W'>, None)
        """
        return _BY_LETTER.get(letter)


DRAUGHTSMEN: Final = (Piece.WHITE_MAN, Piece.WHITE_KING, Piece.BLACK_MAN, Piece.BLACK_KING)
"""The pieces of every game but those on stars, and but for Cheskers all of them."""
CHESSMEN: Final = (Piece.WHITE_BISHOP, Piece.WHITE_CAMEL, Piece.BLACK_BISHOP, Piece.BLACK_CAMEL)
"""The pieces that only Cheskers has."""
_BY_LETTER: Final = {piece.letter: piece for piece in Piece}


def kinds_of(rules: Rules) -> tuple[Piece, ...]:
    """Return what may stand alone on a square of a game; nothing where towers or marbles do.

    >>> from damiera import _core
    >>> ["".join(one.letter for one in kinds_of(_core.rules(game))) for game in ("cheskers", "ugolki")]
    ['wWbBsctd', 'wb']
    """
    if rules.family in ("towers", "stars"):
        return ()
    crowns = rules.family != "reentry" and bool(rules.promotion_squares(Side.WHITE))
    men_and_kings = tuple(one for one in DRAUGHTSMEN if crowns or not one.is_king)
    return (*men_and_kings, *CHESSMEN) if rules.family == "chessmen" else men_and_kings


def piece_at(position: Position, square: int) -> Piece | None:
    """Return what stands on a square, of a tower its top piece; None where nothing does.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> piece_at(ITALIAN.start(), 22), piece_at(ITALIAN.start(), 18)
    (<Piece.WHITE_MAN: 'w'>, None)
    """
    letter = position.piece_at(square)
    return None if letter is None else _BY_LETTER[letter]


def pieces_of(position: Position) -> dict[int, Piece]:
    """Return what stands on each occupied square, of a tower its top piece.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> pieces_of(ITALIAN.core.read("W:W22:BK5"))
    {5: <Piece.BLACK_KING: 'B'>, 22: <Piece.WHITE_MAN: 'w'>}
    """
    return {square: _BY_LETTER[letter] for square, letter in position.pieces.items()}


def tower_of(letters: str) -> tuple[Piece, ...] | None:
    """Return the pieces of a tower as FEN writes it, from the bottom up; None where it is no tower.

    >>> tower_of("wB"), tower_of(""), tower_of("wx")
    ((<Piece.WHITE_MAN: 'w'>, <Piece.BLACK_KING: 'B'>), None, None)
    """
    found = tuple(_BY_LETTER.get(letter) for letter in letters)
    pieces = tuple(piece for piece in found if piece in DRAUGHTSMEN)
    return pieces if pieces and len(pieces) == len(found) else None
