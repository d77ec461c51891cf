"""Why one capture is refused because of another: the first question of the ladder that parts them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from damiera import _core
from damiera.regulations.citing import implements

__all__ = ["Criterion", "criteria", "first_difference", "parting"]


class Criterion(Enum):
    """The questions asked of two captures, in order; the value is the topic of the article that asks."""

    NUMBER = "most_pieces"
    WITH_KING = "with_king"
    KINGS = "most_kings"
    KINGS_FIRST = "kings_first"


@implements(
    "fid.italian.2008:6.6",
    "fid.italian.2008:6.7",
    "fid.italian.2008:6.8",
    "fid.italian.2008:6.9",
    "fmjd.international:4.13",
)
def parting(best: _core.CaptureLine, worse: _core.CaptureLine) -> Criterion:
    """Return the question that parts an allowed capture from one that is not.

    The core has decided that `worse` is not allowed; here it is only said why. Captured kings are compared
    over the whole sequence, from the first piece to the last.
    """
    if len(best.captured) != len(worse.captured):
        return Criterion.NUMBER
    if best.by_king != worse.by_king:
        return Criterion.WITH_KING
    if sum(best.kings) != sum(worse.kings):
        return Criterion.KINGS
    return Criterion.KINGS_FIRST


def criteria(lines: Iterable[_core.CaptureLine], best: _core.CaptureLine) -> tuple[Criterion, ...]:
    """Return every question that refused one of `lines`, in the order of the ladder."""
    asked = {parting(best, line) for line in lines if line.key < best.key}
    return tuple(criterion for criterion in Criterion if criterion in asked)


def first_difference(best: _core.CaptureLine, worse: _core.CaptureLine) -> int:
    """Return the place, counting from 1, of the first piece that is a king in one row only."""
    pairs = zip(best.kings, worse.kings, strict=True)
    return next(place for place, (a, b) in enumerate(pairs, 1) if a != b)
