"""The criteria of FIDE's Dutch system as in force from 1 February 2026 (FIDE Handbook C.04.3), as data.

| article | criteria |
|---|---|
| 2.1 | absolute: C1 to C3, never broken |
| 2.2 | C4, completion: who is not yet paired can still be paired |
| 2.3 | C5: the bye goes to the fewest points |
| 2.4 | C6 to C21, each only among what the ones before it leave |
"""

from __future__ import annotations

from typing import Final

import msgspec

from damiera.messages import Message, Text

__all__ = ["DUTCH_CRITERIA", "DutchCriterion", "dutch_criterion"]


class DutchCriterion(msgspec.Struct, frozen=True):
    """A criterion: its `name` in the handbook, its `article` of C.04.3, and `said`, what it counts.

    >>> DUTCH_CRITERIA[0].name, DUTCH_CRITERIA[0].article
    ('C1', '2.1.1')
    """

    name: str
    article: str
    said: Text


DUTCH_CRITERIA: Final = (
    DutchCriterion("C1", "2.1.1", Message("players who have met already")),
    DutchCriterion("C2", "2.1.2", Message("a second bye, or a bye after a win without play")),
    DutchCriterion("C3", "2.1.3", Message("players who must both have the same colour")),
    DutchCriterion("C4", "2.2.1", Message("players who could no longer be paired")),
    DutchCriterion("C5", "2.3.1", Message("points of whoever has the bye")),
    DutchCriterion("C6", "2.4.1", Message("players who float down")),
    DutchCriterion("C7", "2.4.2", Message("points of those who float down")),
    DutchCriterion("C8", "2.4.3", Message("the same for the next group of points")),
    DutchCriterion("C9", "2.4.4", Message("unplayed games of whoever has the bye")),
    DutchCriterion("C10", "2.4.5", Message("differences of colours beyond two, of the leaders")),
    DutchCriterion("C11", "2.4.6", Message("third games in a row with the same colour, of the leaders")),
    DutchCriterion("C12", "2.4.7", Message("wishes of colour denied")),
    DutchCriterion("C13", "2.4.8", Message("strong wishes of colour denied")),
    DutchCriterion("C14", "2.4.9", Message("players who float down as in the last round")),
    DutchCriterion("C15", "2.4.10", Message("players who float up as in the last round")),
    DutchCriterion("C16", "2.4.11", Message("players who float down as two rounds ago")),
    DutchCriterion("C17", "2.4.12", Message("players who float up as two rounds ago")),
    DutchCriterion("C18", "2.4.13", Message("points bridged by those who floated down in the last round")),
    DutchCriterion("C19", "2.4.14", Message("points bridged to those who floated up in the last round")),
    DutchCriterion("C20", "2.4.15", Message("points bridged by those who floated down two rounds ago")),
    DutchCriterion("C21", "2.4.16", Message("points bridged to those who floated up two rounds ago")),
)
"""Every criterion, the weightiest first."""

_BY_NAME: Final = {criterion.name: criterion for criterion in DUTCH_CRITERIA}


def dutch_criterion(name: str) -> DutchCriterion | None:
    """The criterion called so; None where there is none.

    >>> dutch_criterion("C12").article
    '2.4.7'
    """
    return _BY_NAME.get(name)
