"""Two captures held against each other, in words: what the allowed one has and the other has not."""

from __future__ import annotations

from collections.abc import Callable

from damiera import _core
from damiera.messages import Message, Text
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
        Message("the king on {king}", king=king),
        Message("the man on {man}", man=man),
    )


def _by_count(
    at: Situation, best: _Line, worse: _Line, count: Callable[[_Line], int], *, feminine: bool
) -> tuple[Text, Text]:
    much = number(count(best), feminine=feminine)
    little = _only(count(worse), feminine=feminine)
    if best.path[0] == worse.path[0]:
        here, there = _branches(at, best, worse)
        return (
            Message("{here} you take {much}", context="pieces counted", here=here, much=much),
            Message("{there} {little}", there=there, little=little),
        )
    takes = Message("takes") if len(at.origins) == 1 else Message("take")
    named = join([piece(at.name(square)) for square in at.origins], AND)
    other = piece(at.name(worse.path[0]))
    return (
        Message("{named} {takes} {much}", named=named, takes=takes, much=much),
        Message("{other} {little}", other=other, little=little),
    )


def _by_value(at: Situation, best: _Line, worse: _Line) -> tuple[Text, Text]:
    much, little = _haul(best), _haul(worse)
    if best.path[0] == worse.path[0]:
        here, there = _branches(at, best, worse)
        return (
            Message("{here} you take {much}", here=here, much=much),
            Message("{there} {little}", there=there, little=little),
        )
    rich, poor = piece(at.name(best.path[0])), piece(at.name(worse.path[0]))
    return (
        Message("{rich} takes {much}", rich=rich, much=much),
        Message("{poor} {little}", poor=poor, little=little),
    )


def _haul(line: _Line) -> Text:
    kings = sum(line.kings)
    return haul(len(line.captured) - kings, kings)


def _by_order(at: Situation, best: _Line, worse: _Line) -> tuple[Text, Text]:
    if best.path[0] == worse.path[0]:
        return _branches(at, best, worse)
    first, second = at.name(best.path[0]), at.name(worse.path[0])
    return (
        Message("that {first} takes", first=first),
        Message("for {second}", second=second),
    )


def _only(n: int, *, feminine: bool) -> Text:
    """`uno solo`, `una sola`, `nessuna`, `due`."""
    if n != 1:
        return number(n, feminine=feminine)
    return Message("only one", context="feminine") if feminine else Message("only one")


def _branches(at: Situation, one: _Line, other: _Line) -> tuple[Text, Text]:
    """Name two captures of one piece by where they end, or by the first landing that parts them."""
    if one.path[-1] != other.path[-1]:
        return _towards(at.name(one.path[-1])), _towards(at.name(other.path[-1]))
    pairs = zip(one.path, other.path, strict=False)
    a, b = next(((a, b) for a, b in pairs if a != b), (one.path[-1], other.path[-1]))
    return _by_way_of(at.name(a)), _by_way_of(at.name(b))


def _towards(square: str) -> Text:
    return Message("towards {square}", square=square)


def _by_way_of(square: str) -> Text:
    return Message("by way of {square}", square=square)
