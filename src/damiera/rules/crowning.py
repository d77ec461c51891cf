"""What becomes of a man that ends its move on the far row: a king, bishop, camel, or a man off the board."""

from __future__ import annotations

from damiera._core import Move, Rules

__all__ = ["becomes_king", "leaves_board"]


def becomes_king(rules: Rules, move: Move) -> bool:
    """Tell whether a move makes a man a king.

    >>> from damiera.rules.ruleset import CATALOGUE
    >>> arrived = CATALOGUE["reentry"].core.read("W:W6:B12").moves()[0]
    >>> becomes_king(CATALOGUE["reentry"].core, arrived), leaves_board(CATALOGUE["reentry"].core, arrived)
    (False, True)
    """
    return move.promotes and rules.family != "reentry" and move.becomes in ("", "K")


def leaves_board(rules: Rules, move: Move) -> bool:
    """Tell whether a man goes off the board by a move, to come back later (damiera.reentry.default:2.2).

    >>> from damiera.rules.ruleset import ITALIAN
    >>> crowned = ITALIAN.core.read("W:W6:B12").moves()[0]
    >>> leaves_board(ITALIAN.core, crowned), becomes_king(ITALIAN.core, crowned)
    (False, True)
    """
    return move.promotes and rules.family == "reentry"
