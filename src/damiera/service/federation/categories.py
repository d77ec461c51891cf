"""The category that each has in a game: counted from the acts, kept so that a search has it at once.

A category is reached, or given, in one game, and from a day on. The rating office says it (its opening lists,
promotions, corrections), and so does a list that is brought in; the later day holds. What somebody writes by
hand after that holds in every game, until the office or a list says another one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Final

import msgspec

from damiera.rating.categories import known_category
from damiera.rating.office import OfficeState
from damiera.records.federation import FederationCategoryRecord
from damiera.service.federation.acts import (
    FederationActLine,
    ListImportedAct,
    PersonWrittenAct,
    TakenBackAct,
    line_of_act,
)
from damiera.service.ports import Transaction

__all__ = ["held_categories", "keep_categories", "last_told"]

_TELLING: Final = ("list", "event", "correct", "tables", "merge", "undo", "person")
"""The kinds of acts that can change a category."""
_LONGEST: Final = 400


class _HeldCategory(msgspec.Struct, frozen=True):
    """A category, since when, told by which act, and where it comes from."""

    day: str
    seq: int
    category: str
    source: str


def last_told(work: Transaction) -> int:
    """Return the last act that may have changed a category; 0 before the first."""
    last = work.federation.last_act(kinds=_TELLING)
    return last.seq if last else 0


def keep_categories(
    work: Transaction, lines: Iterable[FederationActLine], state: OfficeState, roots: Mapping[str, str]
) -> None:
    """Write down the categories that all acts lead to.

    Args:
        lines: the acts of the office. `state`: what they lead to; `roots`: whom people were merged into.
    """
    written = [line_of_act(one) for one in work.federation.acts(kinds=("person", "undo"))]
    wanted = held_categories([*lines, *written], state, roots)
    before = {(one.person_id, one.discipline): one for one in work.federation.categories()}
    fresh = [one for key, one in wanted.items() if before.get(key) != one]
    work.federation.put_categories(fresh, before.keys() - wanted.keys(), upto=last_told(work))


def held_categories(
    lines: Iterable[FederationActLine], state: OfficeState, roots: Mapping[str, str]
) -> Mapping[tuple[str, str], FederationCategoryRecord]:
    """Return the category of everybody who has one in a game, by person and game.

    >>> from damiera.rating.office import HeldRating, OfficeState
    >>> since = datetime(2026, 5, 2).date()
    >>> held = HeldRating(2500, "nazionale", category_source="Coppa", category_day=since)
    >>> [found] = held_categories((), OfficeState({"italian": {"p1": held}}), {}).values()
    >>> found.category, found.day, found.source
    ('nazionale', '2026-05-02', 'Coppa')
    """
    acts = {one.seq: one for one in lines}
    undone = {one.act.seq for one in acts.values() if isinstance(one.act, TakenBackAct)}
    holding = [one for seq, one in sorted(acts.items()) if seq not in undone]
    told = [*_of_office(state), *(found for line in holding for found in _of_list(line, roots))]
    out: dict[tuple[str, str], _HeldCategory] = {}
    for key, one in sorted(told, key=lambda pair: (pair[1].day, pair[1].seq)):
        before = out.get(key)
        same = before is not None and before.category == one.category
        out[key] = msgspec.structs.replace(before, seq=one.seq) if before and same else one
    by_hand = _by_hand(holding, roots)
    for (person, game), one in out.items():
        written = by_hand.get(person)
        if written and written.seq > one.seq and written.category != one.category:
            out[person, game] = written
    return {
        (person, game): FederationCategoryRecord(person, game, one.category, one.day, one.source[:_LONGEST])
        for (person, game), one in out.items()
    }


def _of_office(state: OfficeState) -> Iterable[tuple[tuple[str, str], _HeldCategory]]:
    for game, people in state.held.items():
        for person, held in people.items():
            if held.category and held.category_day:
                day = held.category_day.isoformat()
                yield (
                    (person, game),
                    _HeldCategory(day, held.category_seq, held.category, held.category_source),
                )


def _of_list(
    line: FederationActLine, roots: Mapping[str, str]
) -> Iterable[tuple[tuple[str, str], _HeldCategory]]:
    """Return what a list says on which the office does not count: such a one is in its state."""
    act = line.act
    if not isinstance(act, ListImportedAct) or act.opens:
        return
    for game, people in act.ratings.items():
        for one in people:
            if found := known_category(one.category):
                person = roots.get(one.person, one.person)
                yield (person, game), _HeldCategory(act.day, line.seq, found.id, act.name)


def _by_hand(lines: Iterable[FederationActLine], roots: Mapping[str, str]) -> Mapping[str, _HeldCategory]:
    """Return what was written last of each person, where it is another category than before."""
    out: dict[str, _HeldCategory] = {}
    for line in lines:
        act = line.act
        if not isinstance(act, PersonWrittenAct) or not act.facts.category:
            continue
        if act.before is None or act.before.category != act.facts.category:
            day = datetime.fromtimestamp(line.at / 1000, UTC).date().isoformat()
            person = roots.get(act.person, act.person)
            out[person] = _HeldCategory(day, line.seq, act.facts.category, line.who)
    return out
