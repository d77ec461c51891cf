"""Why one capture is refused because of another: the first question of the ladder that parts them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from damiera import _core
from damiera.regulations.citations import implements

__all__ = ["Criterion", "criteria", "first_difference", "parting"]


class Criterion(Enum):
    """The questions asked of two captures, in order; the value is the topic of the article that asks."""

    NUMBER = "most_pieces"
    VALUE = "most_value"
    WITH_KING = "with_king"
    KINGS = "most_kings"
    KINGS_FIRST = "kings_first"


_ITALIAN = (Criterion.NUMBER, Criterion.WITH_KING, Criterion.KINGS, Criterion.KINGS_FIRST)
_LADDERS: dict[str, tuple[Criterion, ...]] = {
    "number": (Criterion.NUMBER,),
    "quality": (Criterion.NUMBER, Criterion.KINGS),
    "number_king": (Criterion.NUMBER, Criterion.WITH_KING),
    "king_first": (Criterion.WITH_KING,),
    "weight": (Criterion.VALUE,),
    "frisian": (Criterion.VALUE, Criterion.WITH_KING),
    "frisian_half": (Criterion.VALUE, Criterion.WITH_KING),
}


@implements(
    "fid.italian.2008:6.6",
    "fid.italian.2008:6.7",
    "fid.italian.2008:6.8",
    "fid.italian.2008:6.9",
    "fmjd.international:4.13",
    "stock:choice.most-pieces",
)
@implements("stock:choice.with-king", "stock:choice.most-kings", "stock:choice.kings-first")
@implements("stock:choice.weight", "stock:choice.frisian", "stock:choice.frisian-king")
@implements("stock:choice.king-first", "stock:choice.frisian-half", "stock:choice.first-king")
def parting(choice: str, best: _core.CaptureLine, worse: _core.CaptureLine) -> Criterion:
    """Return the question that parts an allowed capture from one that is not.

    The core has decided that `worse` is not allowed; here it is only said why. Captured kings are compared
    over the whole sequence, from the first piece to the last, or by the first king where the game has it so.

    Args:
        choice: the game's way to choose, as its traits name it.
        best: a capture that may be played.
        worse: one that may not.
    """
    asked = _LADDERS.get(choice, _ITALIAN)
    return next((c for c in asked if _answer(c, choice, best) != _answer(c, choice, worse)), asked[-1])


@implements("fid.italian.ten-rules:7")
def criteria(
    choice: str, lines: Iterable[_core.CaptureLine], best: _core.CaptureLine
) -> tuple[Criterion, ...]:
    """Return every question that refused one of `lines`, in the order of the ladder."""
    asked = {parting(choice, best, line) for line in lines if line.key < best.key}
    return tuple(criterion for criterion in Criterion if criterion in asked)


def first_difference(best: _core.CaptureLine, worse: _core.CaptureLine) -> int:
    """Return the place, counting from 1, of the first piece that is a king in one row only."""
    pairs = zip(best.kings, worse.kings, strict=True)
    return next(place for place, (a, b) in enumerate(pairs, 1) if a != b)


def _answer(criterion: Criterion, choice: str, line: _core.CaptureLine) -> object:
    match criterion:
        case Criterion.NUMBER:
            return len(line.captured)
        case Criterion.VALUE if choice == "frisian_half":
            return 2 * len(line.captured) + sum(line.kings)
        case Criterion.VALUE:
            return len(line.captured), sum(line.kings)
        case Criterion.WITH_KING:
            return line.by_king
        case Criterion.KINGS:
            return sum(line.kings)
        case Criterion.KINGS_FIRST if choice == "italian_first":
            return _first_king(line)
        case Criterion.KINGS_FIRST:
            return line.kings


def _first_king(line: _core.CaptureLine) -> int:
    """Return how many pieces are taken before the first king."""
    return next((place for place, king in enumerate(line.kings) if king), len(line.kings))
