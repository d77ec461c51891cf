"""Endings that the rules draw by counting moves: what a win may take there."""

from __future__ import annotations

from damiera._core import Rules
from damiera.endgame.material import SliceMaterial
from damiera.regulations.book import rulebook
from damiera.rules.errors import UnknownGame
from damiera.rules.ruleset import ruleset_of

__all__ = ["counted_endings"]


def counted_endings(rules: Rules) -> dict[SliceMaterial, int]:
    """Return after how many plies the rules draw a small ending, by material as the stronger side sees it.

    By the first of the game's rulebooks; rules without a book count nothing. Counts that a capture, a
    crowning or a man's move begins anew are not among them.

    Source:
        FMJD, Annex 1, 6.3, 6.4 [fmjd.international]; IDF, 7.2.4, 7.2.8 [idf.russian]; WFD 2011, C.2, C.3
        [wfd.frisian].

    >>> from damiera.rules.ruleset import INTERNATIONAL, ITALIAN
    >>> {material.name: plies for material, plies in counted_endings(INTERNATIONAL.core).items()}
    {'0301': 32, '1201': 32, '2101': 32, '0201': 10, '1101': 10, '0101': 10}
    >>> counted_endings(ITALIAN.core)
    {}
    """
    try:
        book = ruleset_of(rules).rulebooks[0]
    except UnknownGame:  # one of the core's own, such as those that are solved to prove it
        return {}
    limits = rulebook(book).parameters.material_limits
    return {
        material: 2 * limit.moves
        for limit in limits
        for stronger in limit.stronger
        if (material := _material(stronger, limit.weaker)).is_named
    }


def _material(stronger: str, weaker: str) -> SliceMaterial:
    return SliceMaterial(stronger.count("M"), stronger.count("K"), weaker.count("M"), weaker.count("K"))
