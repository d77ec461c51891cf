"""Openings by lot: a deck is opened, an opening is drawn from it, its list is searched and put in order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal, get_args

import msgspec

from damiera.analysis.ballots import judged, provenance
from damiera.game.openings import CLASSES, deck, draw, new_seed
from damiera.game.openings.drawing import DrawnOpening
from damiera.game.openings.model import Deck, Opening
from damiera.messages import Message
from damiera.service.errors import BadTerms

__all__ = [
    "ORDERS",
    "ChosenOpenings",
    "OpeningOrder",
    "choose_openings",
    "draw_opening",
    "find_deck",
    "is_judged",
    "seed_or_new",
]

OpeningOrder = Literal["number", "white", "black", "even"]
"""By number, by what the engine gives White or Black, or the most balanced first."""
ORDERS: Final[tuple[OpeningOrder, ...]] = get_args(OpeningOrder)
MOST_ROUNDS: Final = 9999
LONGEST_SEARCH: Final = 60


class ChosenOpenings(msgspec.Struct, frozen=True):
    """The openings of a deck that fit a search, and the search as it was understood.

    Attributes:
        find: a number, or the first moves.
        klass: a key of `CLASSES`; empty for all of them.
        order: in which order they are.
        openings: those found.
    """

    find: str
    klass: str
    order: OpeningOrder
    openings: tuple[Opening, ...]


def find_deck(id: str) -> Deck:
    """Return a deck.

    Raises:
        UnknownDeck: if there is none of this name.
    """
    return deck(id)


def seed_or_new(seed: str) -> str:
    """Return a seed without the blanks around it; a new one that nobody can foresee if it is empty."""
    return seed.strip() or new_seed()


def draw_opening(chosen: Deck, seed: str, round: int | None, board: str, *, repeat: bool) -> DrawnOpening:
    """Draw an opening.

    Args:
        chosen: the deck.
        seed: any short text.
        round: the round of the event, from 1; None for what is no number.
        board: which board of the round; empty for all of them.
        repeat: whether an opening may come again in a later round.
    Raises:
        BadTerms: for a round that is none.
        OpeningError: if the deck or what was given allows no draw.
    """
    if round is None or not 1 <= round <= MOST_ROUNDS:
        raise BadTerms("round", Message("The round is a number from 1 to {most}.", most=MOST_ROUNDS))
    return draw(chosen, seed, round=round, board=board, repeat=repeat)


def choose_openings(chosen: Deck, find: str = "", klass: str = "", order: str = "") -> ChosenOpenings:
    """Return the openings of a deck that fit a search. An unknown class or order counts as none."""
    find, klass, order = (text.strip()[:LONGEST_SEARCH] for text in (find, klass, order))
    if klass not in CLASSES:
        klass = ""
    named: OpeningOrder = "number"
    if is_judged(chosen):
        named = next((one for one in ORDERS if one == order), "number")
    found = [one for one in chosen.openings if _fits(one, find) and klass in ("", one.klass)]
    return ChosenOpenings(find, klass, named, tuple(_ordered(chosen, found, named)))


def is_judged(chosen: Deck) -> bool:
    """Tell whether the engine has judged any opening of a deck."""
    return bool(_scores(chosen.id))


def _fits(opening: Opening, find: str) -> bool:
    """Tell whether an opening has this number, or begins with these moves in one of its orders."""
    if not find or find == str(opening.number):
        return True
    wanted = find.lower().replace("×", "x").replace(":", "x").split()
    orders = (opening.moves, *opening.transpositions)
    return any(list(moves[: len(wanted)]) == wanted for moves in orders)


def _ordered(chosen: Deck, openings: Sequence[Opening], order: OpeningOrder) -> Sequence[Opening]:
    """Return openings by what the engine thinks of them; those it did not judge come last."""
    if order == "number":
        return openings
    scores = _scores(chosen.id)

    def place(opening: Opening) -> tuple[bool, int]:
        white = scores[opening.number]
        if white is None:
            return True, 0
        return False, {"white": -white, "black": white, "even": abs(white)}[order]

    return sorted(openings, key=place)


@lru_cache(maxsize=64)
def _scores(id: str) -> dict[int, int | None]:
    """Return White's score for each opening of a deck, None where there is none; nothing for all of them."""
    chosen = deck(id)
    if not provenance(chosen.game):
        return {}
    game = chosen.ruleset
    found = {one.number: judged(chosen.game, one.position(game)) for one in chosen.openings}
    if not any(found.values()):
        return {}
    return {number: verdict.score.white if verdict else None for number, verdict in found.items()}
