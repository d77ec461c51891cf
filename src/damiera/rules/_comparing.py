"""Two captures held against each other, in words: what the allowed one has and the other has not."""

from __future__ import annotations

from collections.abc import Sequence

from damiera import _core
from damiera.lang import Text
from damiera.rules._precedence import Criterion, first_difference
from damiera.rules._words import AND, join, number, ordinal, piece

__all__ = ["compared", "place_of_difference"]


def compared(
    criterion: Criterion, best: _core.CaptureLine, worse: _core.CaptureLine, movable: Sequence[int]
) -> tuple[Text, Text]:
    """Return what to say of an allowed capture and of one that is not.

    Args:
        criterion: the question that parts them.
        movable: the squares of all the pieces that may capture.
    """
    match criterion:
        case Criterion.NUMBER:
            counts = (len(best.captured), len(worse.captured))
            return _by_count(best, worse, movable, counts, feminine=False)
        case Criterion.WITH_KING:
            return _by_taker(best, worse)
        case Criterion.KINGS:
            return _by_count(best, worse, movable, (sum(best.kings), sum(worse.kings)), feminine=True)
        case Criterion.KINGS_FIRST:
            return _by_order(best, worse)


def place_of_difference(best: _core.CaptureLine, worse: _core.CaptureLine) -> Text:
    """Say at which captured piece two captures part: `secondo`, `second`."""
    return ordinal(first_difference(best, worse))


def _by_taker(best: _core.CaptureLine, worse: _core.CaptureLine) -> tuple[Text, Text]:
    return (
        Text(f"alla dama in {best.path[0]}", f"the king on {best.path[0]}"),
        Text(f"alla pedina in {worse.path[0]}", f"the man on {worse.path[0]}"),
    )


def _by_count(
    best: _core.CaptureLine,
    worse: _core.CaptureLine,
    movable: Sequence[int],
    counts: tuple[int, int],
    *,
    feminine: bool,
) -> tuple[Text, Text]:
    much = number(counts[0], feminine=feminine)
    little = _only(counts[1], feminine=feminine)
    if best.path[0] == worse.path[0]:
        here, there = _branches(best, worse)
        return (
            Text(f"{here.it} ne prendi {much.it}", f"{here.en} you take {much.en}"),
            Text(f"{there.it} {little.it}", f"{there.en} {little.en}"),
        )
    takes = Text("ne prende", "takes") if len(movable) == 1 else Text("ne prendono", "take")
    named = join([piece(square) for square in movable], AND)
    return (
        Text(f"{named.it} {takes.it} {much.it}", f"{named.en} {takes.en} {much.en}"),
        Text(f"la {worse.path[0]} {little.it}", f"{worse.path[0]} {little.en}"),
    )


def _by_order(best: _core.CaptureLine, worse: _core.CaptureLine) -> tuple[Text, Text]:
    if best.path[0] == worse.path[0]:
        return _branches(best, worse)
    return (
        Text(f"preso dalla {best.path[0]}", f"that {best.path[0]} takes"),
        Text(f"dalla {worse.path[0]}", f"for {worse.path[0]}"),
    )


def _only(n: int, *, feminine: bool) -> Text:
    """`uno solo`, `una sola`, `nessuna`, `due`."""
    said = number(n, feminine=feminine)
    if n != 1:
        return said
    return Text(f"{said.it} {'sola' if feminine else 'solo'}", f"only {said.en}")


def _branches(one: _core.CaptureLine, other: _core.CaptureLine) -> tuple[Text, Text]:
    """Name two captures of one piece by where they end, or by the first landing that parts them."""
    if one.path[-1] != other.path[-1]:
        return _towards(one.path[-1]), _towards(other.path[-1])
    pairs = zip(one.path, other.path, strict=False)
    a, b = next(((a, b) for a, b in pairs if a != b), (one.path[-1], other.path[-1]))
    return _by_way_of(a), _by_way_of(b)


def _towards(square: int) -> Text:
    return Text(f"verso la {square}", f"towards {square}")


def _by_way_of(square: int) -> Text:
    return Text(f"per la {square}", f"by way of {square}")
