"""Rating lists: who is rated how, in which game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from damiera.rating.elo_rubele import Report

__all__ = ["Listed", "ranking", "updated"]


@dataclass(frozen=True, slots=True)
class Listed:
    """A line of a rating list; `category` is '' in a list without categories."""

    name: str
    rating: int
    category: str = ""
    card: str = ""
    club: str = ""


def ranking(listed: Iterable[Listed]) -> tuple[tuple[int, Listed], ...]:
    """Return the list in order of rating, equal ratings sharing a place.

    >>> [(place, one.name) for place, one in ranking([Listed("B", 300), Listed("A", 300), Listed("C", 9)])]
    [(1, 'A'), (1, 'B'), (3, 'C')]
    """
    ordered = sorted(listed, key=lambda one: (-one.rating, one.name))
    out: list[tuple[int, Listed]] = []
    for n, one in enumerate(ordered, 1):
        same = out and out[-1][1].rating == one.rating
        out.append((out[-1][0] if same else n, one))
    return tuple(out)


def updated(listed: Iterable[Listed], report: Report) -> tuple[Listed, ...]:
    """Return the list after an event: ratings and categories of those who played replaced, newcomers added.

    Players are known by their federation card, or by name where either side has no card.
    """
    old = list(listed)
    place = {key: n for n, one in enumerate(old) for key in _keys(one.card, one.name)}
    for change in report.changes:
        who = change.entrant
        found = next((place[key] for key in _keys(who.card, who.name) if key in place), None)
        club = who.club or (old[found].club if found is not None else "")
        new = Listed(who.name, change.final, change.after, who.card, club)
        if found is None:
            old.append(new)
        else:
            old[found] = (
                new if who.card else Listed(who.name, change.final, change.after, old[found].card, club)
            )
    return tuple(old)


def _keys(card: str, name: str) -> tuple[str, ...]:
    return (f"card {card}", f"name {name.casefold()}") if card else (f"name {name.casefold()}",)
