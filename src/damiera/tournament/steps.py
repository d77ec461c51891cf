"""The steps of a pairing, as codes with their values: a log keeps these, and they are worded when read.

In JSON a step is a list, its code first: `["paired", 3, 4, 7, 2]`. Logs written by earlier versions keep
sentences instead: these are `StepNote`, and are shown as they were stored.
"""

from __future__ import annotations

from typing import Final, assert_never

from msgspec import Struct

from damiera.messages import Joined, Message, Recorded, Text
from damiera.tournament.dutch_rules import dutch_criterion

__all__ = [
    "Barred",
    "Blocks",
    "FirstRound",
    "GroupPaired",
    "LowerResult",
    "Met",
    "Paired",
    "Rest",
    "StartStep",
    "Step",
    "StepNote",
    "ThirdColour",
    "points_text",
    "worded",
]


class FirstRound(Struct, frozen=True, array_like=True, tag="first-round"):
    """Round 1: in the order of the lots.

    >>> worded(FirstRound()).text("en")
    'First round: in the order of the lots.'
    """


class StartStep(Struct, frozen=True, array_like=True, tag="start"):
    """Reading starts at `number`, who had Black in the last pair of round `before`.

    >>> worded(StartStep(3, 1)).text("en")
    'Reading starts at 3, who had Black in the last pair of round 1.'
    """

    number: int
    before: int


class Rest(Struct, frozen=True, array_like=True, tag="rest"):
    """The player who rests, with points and Elo.

    >>> Rest(5, 0, 2600).elo
    2600
    """

    number: int
    points: int
    elo: int


class Paired(Struct, frozen=True, array_like=True, tag="paired"):
    """`a`, who has `points`, meets `b`, who has `others`.

    >>> worded(Paired(1, 2, 3, 2)).text("en")
    '1 (2 points) meets 3 (2 points).'
    """

    a: int
    points: int
    b: int
    others: int


class Met(Struct, frozen=True, array_like=True, tag="met"):
    """Passed over: these two have met.

    >>> worded(Met(1, 3)).text("en")
    '1 and 3 have met already: on.'
    """

    a: int
    b: int


class Barred(Struct, frozen=True, array_like=True, tag="barred"):
    """Passed over: these two are not to meet.

    >>> worded(Barred(1, 3)).text("en")
    '1 and 3 are not to meet: on.'
    """

    a: int
    b: int


class Blocks(Struct, frozen=True, array_like=True, tag="blocks"):
    """Passed over: with this pair the others could not be paired.

    >>> worded(Blocks(1, 3)).text("en")
    'With 1 and 3 together the others could not be paired: on.'
    """

    a: int
    b: int


class ThirdColour(Struct, frozen=True, array_like=True, tag="third"):
    """Passed over: one of them would have the same colour once more than is allowed in a row.

    >>> worded(ThirdColour(1, 3)).text("en")
    'With 1 and 3 together one would have the same colour too often in a row: on.'
    """

    a: int
    b: int


class LowerResult(Struct, frozen=True, array_like=True, tag="lower"):
    """All those with `points` examined: on to those with `lower`.

    >>> worded(LowerResult(2, 1)).text("en")
    'All those with 2 points examined: on to those with 1.'
    """

    points: int
    lower: int


class GroupPaired(Struct, frozen=True, array_like=True, tag="group"):
    """A group of points with those who came down into it, by the Dutch system of 2026.

    `moved` came down into it and `floaters` go down from it, by number; `counted` are the criteria that came
    to something.

    >>> worded(GroupPaired(4, 6, (), 3, (), (("C12", 2),))).text("en")
    'Group of 4 points: 6 players, 3 pairs. C12 (2.4.7), wishes of colour denied: 2.'
    """

    points: int
    players: int
    moved: tuple[int, ...]
    pairs: int
    floaters: tuple[int, ...]
    counted: tuple[tuple[str, int], ...]


class StepNote(Struct, frozen=True, array_like=True, tag="told"):
    """A step kept as sentences, by an earlier version.

    >>> worded(StepNote("Riposa 3.", "3 rests.")).text("it")
    'Riposa 3.'
    """

    it: str
    en: str


Step = (
    FirstRound
    | StartStep
    | Rest
    | Paired
    | Met
    | Barred
    | Blocks
    | ThirdColour
    | LowerResult
    | GroupPaired
    | StepNote
)
"""Anything a pairing notes down while it works, to be explained later."""

_START: Final = Message("Reading starts at {n}, who had Black in the last pair of round {r}.")
_FIRST_ROUND: Final = Message("First round: in the order of the lots.")
_REST: Final = Message("{n} rests: {p} points, Elo {e}.")
_PAIRED: Final = Message("{a} ({p}) meets {b} ({q}).")
_POINTS: Final = Message("{points} point", plural="{points} points")
_MET: Final = Message("{a} and {b} have met already: on.")
_BARRED: Final = Message("{a} and {b} are not to meet: on.")
_BLOCKS: Final = Message("With {a} and {b} together the others could not be paired: on.")
_THIRD: Final = Message("With {a} and {b} together one would have the same colour too often in a row: on.")
_LOWER: Final = Message("All those with {p} points examined: on to those with {q}.")


_GROUP: Final = Message("Group of {p}: {players}, {pairs}.")
_PLAYERS: Final = Message("{n} player", plural="{n} players")
_PAIRS: Final = Message("{n} pair", plural="{n} pairs")
_CAME_DOWN: Final = Message("Came down: {numbers}.")
_GO_DOWN: Final = Message("Go down: {numbers}.")
_COUNTED: Final = Message("{name} ({article}), {what}: {x}.")


def points_text(said: str) -> Text:
    """Count points in words: 1 point, 2 points.

    >>> points_text("1").text("en"), points_text("2").text("en")
    ('1 point', '2 points')
    """
    return _POINTS.format(n=int(said) if said.isdecimal() else 2, points=said)


def worded(step: Step) -> Text:
    """Return a step in words.

    >>> worded(Paired(3, 1, 7, 0)).text("en")
    '3 (1 point) meets 7 (0 points).'
    """
    match step:
        case FirstRound():
            return _FIRST_ROUND
        case StartStep(number, before):
            return _START.format(n=number, r=before)
        case Rest(number, points, elo):
            return _REST.format(n=number, p=points, e=elo)
        case Paired(a, points, b, others):
            return _PAIRED.format(a=a, p=points_text(str(points)), b=b, q=points_text(str(others)))
        case Met(a, b):
            return _MET.format(a=a, b=b)
        case Barred(a, b):
            return _BARRED.format(a=a, b=b)
        case Blocks(a, b):
            return _BLOCKS.format(a=a, b=b)
        case ThirdColour(a, b):
            return _THIRD.format(a=a, b=b)
        case LowerResult(points, lower):
            return _LOWER.format(p=points, q=lower)
        case GroupPaired():
            return _group(step)
        case StepNote(it, en):
            return Recorded({"it": it, "en": en})
        case _:
            assert_never(step)


def _group(step: GroupPaired) -> Text:
    told: list[Text] = [
        _GROUP.format(
            p=points_text(str(step.points)),
            players=_PLAYERS.format(n=step.players),
            pairs=_PAIRS.format(n=step.pairs),
        )
    ]
    if step.moved:
        told.append(_CAME_DOWN.format(numbers=", ".join(map(str, step.moved))))
    if step.floaters:
        told.append(_GO_DOWN.format(numbers=", ".join(map(str, step.floaters))))
    for name, value in step.counted:
        criterion = dutch_criterion(name)
        if criterion is not None:
            told.append(_COUNTED.format(name=name, article=criterion.article, what=criterion.said, x=value))
    return Joined(tuple(told))
