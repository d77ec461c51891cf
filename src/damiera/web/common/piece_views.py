"""The pieces that are put on a board by hand, as a page offers them."""

from __future__ import annotations

import msgspec

from damiera.messages import Lang
from damiera.paper.svg import SYMBOLS
from damiera.rules.pieces import kinds_of
from damiera.rules.ruleset import Ruleset
from damiera.service.spoken import piece_words

__all__ = ["PlacedPiece", "placed_pieces"]


class PlacedPiece(msgspec.Struct, frozen=True):
    """A piece to be put on a board: its letter, its name and the name of its picture."""

    letter: str
    name: str
    symbol: str


def placed_pieces(game: Ruleset, lang: Lang) -> tuple[PlacedPiece, ...]:
    """Return the pieces of a game that can be put on its squares one by one; none of towers and marbles.

    >>> from damiera.rules.ruleset import CATALOGUE, ITALIAN
    >>> [one.name for one in placed_pieces(ITALIAN, "en")]
    ['white man', 'white king', 'black man', 'black king']
    >>> placed_pieces(CATALOGUE["cheskers"], "en")[4]
    PlacedPiece(letter='s', name='white bishop', symbol='p-wb')
    """
    return tuple(
        PlacedPiece(one.letter, piece_words(one.letter).text(lang), SYMBOLS[one.letter])
        for one in kinds_of(game.core)
    )
