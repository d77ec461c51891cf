"""The atlas of openings as its pages ask for it: a deck chosen from and put in order, and a line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, get_args

import msgspec

from damiera.analysis.atlas import VERDICTS, AtlasRow, AtlasVerdict, atlas_of
from damiera.game.openings import deck, decks_of
from damiera.game.openings.model import Deck, Opening
from damiera.rules.ruleset import CATALOGUE
from damiera.service.analysis_lines import AnalysisLine, read_line
from damiera.service.openings import choose_openings

__all__ = [
    "ATLAS_ORDERS",
    "AtlasItem",
    "AtlasOrder",
    "ChosenAtlas",
    "atlas_decks",
    "atlas_item",
    "atlas_line",
    "choose_atlas",
]

AtlasOrder = Literal["number", "white", "black", "even", "score"]
"""By number; White's points, most or least first; the most balanced; the engine's score."""
ATLAS_ORDERS: Final[tuple[AtlasOrder, ...]] = get_args(AtlasOrder)


class AtlasItem(msgspec.Struct, frozen=True):
    """An opening of a deck with what the atlas has about it."""

    opening: Opening
    row: AtlasRow


class ChosenAtlas(msgspec.Struct, frozen=True):
    """The openings of a deck that fit a search, and the search as it was understood.

    Attributes:
        find: a number, or the first moves.
        verdict: only openings of this verdict; empty for all of them.
        order: in which order they are.
        items: those found.
        total: openings of the deck that are in the atlas.
    """

    find: str
    verdict: AtlasVerdict | Literal[""]
    order: AtlasOrder
    items: tuple[AtlasItem, ...]
    total: int


def atlas_decks() -> tuple[str, ...]:
    """Return the decks whose openings are all in the atlas, the largest of each game first."""
    games = [slug for slug in CATALOGUE if atlas_of(slug)]
    ids = [id for slug in games for id in sorted(decks_of(slug), key=lambda id: -len(deck(id)))]
    return tuple(id for id in ids if _is_complete(deck(id)))


def choose_atlas(chosen: Deck, find: str = "", verdict: str = "", order: str = "") -> ChosenAtlas:
    """Return the openings of a deck that fit a search. An unknown verdict or order counts as none."""
    fitting = choose_openings(chosen, find)
    wanted: AtlasVerdict | Literal[""] = next((one for one in VERDICTS if one == verdict), "")
    named: AtlasOrder = next((one for one in ATLAS_ORDERS if one == order), "number")
    found = [item for one in fitting.openings if (item := atlas_item(chosen, one)) is not None]
    items = [item for item in found if wanted in ("", item.row.verdict)]
    total = sum(atlas_item(chosen, one) is not None for one in chosen.openings)
    return ChosenAtlas(fitting.find, wanted, named, tuple(sorted(items, key=_KEYS[named])), total)


def atlas_item(chosen: Deck, opening: Opening) -> AtlasItem | None:
    """Return an opening with what the atlas has about it; None where that is nothing."""
    row = atlas_of(chosen.game).get(opening.position(chosen.ruleset).fen)
    return None if row is None else AtlasItem(opening, row)


def atlas_line(chosen: Deck, item: AtlasItem) -> AnalysisLine:
    """Return the moves of an opening and the play that the engine expects after them."""
    game = chosen.ruleset
    moves = (*item.opening.moves, *item.row.line)
    start = item.opening.start(game)
    return read_line(chosen.game, "" if start == game.start() else start.fen, " ".join(moves))


def _is_complete(chosen: Deck) -> bool:
    return bool(chosen.openings) and all(atlas_item(chosen, one) for one in chosen.openings)


_KEYS: Final[dict[AtlasOrder, Callable[[AtlasItem], tuple[float, int]]]] = {
    "number": lambda item: (item.opening.number, 0),
    "white": lambda item: (-item.row.score, -item.row.cp),
    "black": lambda item: (item.row.score, item.row.cp),
    "even": lambda item: (abs(item.row.score - 0.5), abs(item.row.cp)),
    "score": lambda item: (-item.row.cp, item.opening.number),
}
