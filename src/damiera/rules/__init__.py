"""The typed face of the core: games, arrangements of pieces, and why a move is or is not allowed."""

from __future__ import annotations

from damiera.rules.errors import UnknownGame
from damiera.rules.explain import Explanation, Reason, explain_move, explain_piece, explain_position
from damiera.rules.ruleset import (
    CATALOGUE,
    ENGLISH,
    INTERNATIONAL,
    ITALIAN,
    Ruleset,
    ruleset,
    ruleset_of,
    ruleset_of_pdn_type,
)
from damiera.rules.setup import IllegalSetup, Setup, SetupProblem

__all__ = [
    "CATALOGUE",
    "ENGLISH",
    "INTERNATIONAL",
    "ITALIAN",
    "Explanation",
    "IllegalSetup",
    "Reason",
    "Ruleset",
    "Setup",
    "SetupProblem",
    "UnknownGame",
    "explain_move",
    "explain_piece",
    "explain_position",
    "ruleset",
    "ruleset_of",
    "ruleset_of_pdn_type",
]
