"""Every game of draughts, by the book.

>>> position = ITALIAN.start()
>>> explain_move(position, [22, 26]).text.get("en")
'A man goes forward only; kings go back.'
"""

from __future__ import annotations

from damiera._core import Move, Position, Side
from damiera.rules.explain import Explanation, Reason, explain_move, explain_piece, explain_position
from damiera.rules.ruleset import CATALOGUE, ENGLISH, INTERNATIONAL, ITALIAN, Ruleset, ruleset
from damiera.rules.setup import IllegalSetup, Setup, SetupProblem

__all__ = [
    "CATALOGUE",
    "ENGLISH",
    "INTERNATIONAL",
    "ITALIAN",
    "Explanation",
    "IllegalSetup",
    "Move",
    "Position",
    "Reason",
    "Ruleset",
    "Setup",
    "SetupProblem",
    "Side",
    "explain_move",
    "explain_piece",
    "explain_position",
    "ruleset",
]
