"""How many men and kings each side has: the name of a slice of the tables."""

from __future__ import annotations

from typing import NamedTuple

from damiera import _endgame
from damiera._core import Position, Rules, Side
from damiera.endgame.errors import NoTablesFor

__all__ = ["FEWEST", "MOST", "SliceMaterial", "material_of", "materials", "serves"]

FEWEST = 2
"""Pieces of the smallest tables, both sides together."""
MOST = 8
"""Pieces of the largest tables that have a name, both sides together."""


class SliceMaterial(NamedTuple):
    """The pieces of a slice; White is to move.

    >>> SliceMaterial(2, 0, 1, 1).pieces, SliceMaterial(2, 0, 1, 1).turned()
    (4, SliceMaterial(white_men=1, white_kings=1, black_men=2, black_kings=0))
    """

    white_men: int
    white_kings: int
    black_men: int
    black_kings: int

    @property
    def pieces(self) -> int:
        """Of both sides together."""
        return sum(self)

    @property
    def name(self) -> str:
        """Four digits, in the order of the fields.

        >>> SliceMaterial(2, 0, 1, 1).name
        '2011'
        """
        return "".join(map(str, self))

    @property
    def is_named(self) -> bool:
        """Whether there can be a table for it: both sides have pieces, and not too many.

        >>> [SliceMaterial(*one).is_named for one in ((0, 7, 0, 1), (0, 8, 0, 1), (2, 0, 0, 0))]
        [True, False, False]
        """
        both = min(self.white_men + self.white_kings, self.black_men + self.black_kings) > 0
        return both and self.pieces <= MOST and max(self) < MOST

    def turned(self) -> SliceMaterial:
        """Return the material as the opponent sees it, who is to move then."""
        return SliceMaterial(self.black_men, self.black_kings, self.white_men, self.white_kings)


def serves(rules: Rules) -> bool:
    """Return whether a game can have tables: one of men and kings on at most 64 squares.

    >>> from damiera.rules.ruleset import CATALOGUE
    >>> serves(CATALOGUE["international"].core), serves(CATALOGUE["canadian"].core)
    (True, False)
    """
    return _endgame.serves(rules)


def materials(rules: Rules, pieces: int) -> tuple[SliceMaterial, ...]:
    """Return every material of so many pieces, in the order in which the slices are solved.

    Raises:
        NoTablesFor: the game cannot have tables.
    >>> from damiera.rules.ruleset import ITALIAN
    >>> [material.name for material in materials(ITALIAN.core, 2)]
    ['0101', '1001', '0110', '1010']
    """
    if not serves(rules):
        raise NoTablesFor(rules.slug)
    return tuple(SliceMaterial(*one) for one in _endgame.materials(rules, pieces))


def material_of(position: Position) -> SliceMaterial:
    """Return the slice that a position belongs to, turned if Black is to move.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> material_of(ITALIAN.core.position(Side.BLACK, [30], [], [4, 5], [])).name
    '2010'
    """
    seen = SliceMaterial(
        len(position.white_men),
        len(position.white_kings),
        len(position.black_men),
        len(position.black_kings),
    )
    return seen if position.side is Side.WHITE else seen.turned()
