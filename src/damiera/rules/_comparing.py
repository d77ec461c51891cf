"""Two captures held against each other, in words: what the allowed one has and the other has not."""

from __future__ import annotations

from collections.abc import Callable

from damiera import _core
from damiera.lang import Text
from damiera.rules._precedence import Criterion, first_difference
from damiera.rules._situation import Situation
from damiera.rules._words import AND, haul, join, number, ordinal, piece

__all__ = ["compared", "place_of_difference"]

_Line = _core.CaptureLine


def compared(at: Situation, criterion: Criterion, best: _Line, worse: _Line) -> tuple[Text, Text]:
    """Return what to say of an allowed capture and of one that is not.

    Args:
        at: where both are possible.
        criterion: the question that parts them.
        best: the allowed one.
        worse: the other.
    """
    match criterion:
        case Criterion.NUMBER:
            return _by_count(at, best, worse, lambda line: len(line.captured), feminine=False)
        case Criterion.KINGS:
            return _by_count(at, best, worse, lambda line: sum(line.kings), feminine=True)
        case Criterion.VALUE:
            return _by_value(at, best, worse)
        case Criterion.WITH_KING:
            return _by_taker(at, best, worse)
        case Criterion.KINGS_FIRST:
            return _by_order(at, best, worse)


def place_of_difference(best: _Line, worse: _Line) -> Text:
    """Say at which captured piece two captures part: `secondo`, `second`."""
    return ordinal(first_difference(best, worse))


def _by_taker(at: Situation, best: _Line, worse: _Line) -> tuple[Text, Text]:
    king, man = at.name(best.path[0]), at.name(worse.path[0])
    return (
        Text(f"alla dama in {king}", f"the king on {king}"),
        Text(f"alla pedina in {man}", f"the man on {man}"),
    )


def _by_count(
    at: Situation, best: _Line, worse: _Line, count: Callable[[_Line], int], *, feminine: bool
) -> tuple[Text, Text]:
    much = number(count(best), feminine=feminine)
    little = _only(count(worse), feminine=feminine)
    if best.path[0] == worse.path[0]:
        here, there = _branches(at, best, worse)
        return (
            Text(f"{here.it} ne prendi {much.it}", f"{here.en} you take {much.en}"),
            Text(f"{there.it} {little.it}", f"{there.en} {little.en}"),
        )
    takes = Text("ne prende", "takes") if len(at.origins) == 1 else Text("ne prendono", "take")
    named = join([piece(at.name(square)) for square in at.origins], AND)
    other = piece(at.name(worse.path[0]))
    return (
        Text(f"{named.it} {takes.it} {much.it}", f"{named.en} {takes.en} {much.en}"),
        Text(f"{other.it} {little.it}", f"{other.en} {little.en}"),
    )


def _by_value(at: Situation, best: _Line, worse: _Line) -> tuple[Text, Text]:
    much, little = _haul(best), _haul(worse)
    if best.path[0] == worse.path[0]:
        here, there = _branches(at, best, worse)
        return (
            Text(f"{here.it} prendi {much.it}", f"{here.en} you take {much.en}"),
            Text(f"{there.it} {little.it}", f"{there.en} {little.en}"),
        )
    rich, poor = piece(at.name(best.path[0])), piece(at.name(worse.path[0]))
    return (
        Text(f"{rich.it} prende {much.it}", f"{rich.en} takes {much.en}"),
        Text(f"{poor.it} {little.it}", f"{poor.en} {little.en}"),
    )


def _haul(line: _Line) -> Text:
    kings = sum(line.kings)
    return haul(len(line.captured) - kings, kings)


def _by_order(at: Situation, best: _Line, worse: _Line) -> tuple[Text, Text]:
    if best.path[0] == worse.path[0]:
        return _branches(at, best, worse)
    first, second = at.name(best.path[0]), at.name(worse.path[0])
    return (
        Text(f"preso dalla {first}", f"that {first} takes"),
        Text(f"dalla {second}", f"for {second}"),
    )


def _only(n: int, *, feminine: bool) -> Text:
    """`uno solo`, `una sola`, `nessuna`, `due`."""
    said = number(n, feminine=feminine)
    if n != 1:
        return said
    return Text(f"{said.it} {'sola' if feminine else 'solo'}", f"only {said.en}")


def _branches(at: Situation, one: _Line, other: _Line) -> tuple[Text, Text]:
    """Name two captures of one piece by where they end, or by the first landing that parts them."""
    if one.path[-1] != other.path[-1]:
        return _towards(at.name(one.path[-1])), _towards(at.name(other.path[-1]))
    pairs = zip(one.path, other.path, strict=False)
    a, b = next(((a, b) for a, b in pairs if a != b), (one.path[-1], other.path[-1]))
    return _by_way_of(at.name(a)), _by_way_of(at.name(b))


def _towards(square: str) -> Text:
    return Text(f"verso la {square}", f"towards {square}")


def _by_way_of(square: str) -> Text:
    return Text(f"per la {square}", f"by way of {square}")
