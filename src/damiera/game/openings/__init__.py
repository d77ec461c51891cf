"""Openings drawn by lot: the decks, the draw with a public seed, and how a game begins from it.

>>> from damiera.game.openings import draw, start_of, verify
>>> drawn = draw("it-2m-43", "Livorno 2026", round=1)
>>> verify(drawn), len(start_of(drawn)[1])
(True, 2)
"""

from __future__ import annotations

from damiera.game.openings.decks import deck, decks, decks_of, default_deck, filled
from damiera.game.openings.drawing import (
    CheckStep,
    DrawnOpening,
    LotHash,
    draw,
    new_seed,
    recipe,
    start_of,
    steps,
    verify,
)
from damiera.game.openings.errors import (
    BadDeckFile,
    BadDraw,
    EmptyDeck,
    OpeningError,
    UnknownDeck,
    UnknownOpening,
)
from damiera.game.openings.model import CLASSES, Deck, Opening, OpeningClass, Status

__all__ = [
    "CLASSES",
    "BadDeckFile",
    "BadDraw",
    "CheckStep",
    "Deck",
    "DrawnOpening",
    "EmptyDeck",
    "LotHash",
    "Opening",
    "OpeningClass",
    "OpeningError",
    "Status",
    "UnknownDeck",
    "UnknownOpening",
    "deck",
    "decks",
    "decks_of",
    "default_deck",
    "draw",
    "filled",
    "new_seed",
    "recipe",
    "start_of",
    "steps",
    "verify",
]
