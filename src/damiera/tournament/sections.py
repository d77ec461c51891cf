"""Sections of an event: who plays in which, by a rule or by hand, and how a field would be parted.

A section has its own system, rounds, tie-breaks, pairings and standing; players, check-in, announcement and
log are the event's. An event without sections is one field. What no announcement says (when a section is
small enough to play all against all) is ours, and every proposal gives its reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from damiera.messages import Message, Text, Verbatim
from damiera.rating.categories import CATEGORIES, known_category, rank
from damiera.tournament.errors import BadTournament
from damiera.tournament.groups import propose
from damiera.tournament.model import EventPlayer, Sex, System

__all__ = [
    "WAYS",
    "ProposedSection",
    "SectionRule",
    "SectionWay",
    "birth_year",
    "category_id",
    "propose_sections",
    "proposed_name",
]

SectionWay = Literal["sex", "age", "category", "elo"]
"""A way to part a field."""
WAYS: Final[tuple[SectionWay, ...]] = ("sex", "age", "category", "elo")
"""By what a field can be parted."""

_MEN = Message("Men", context="section")
_WOMEN = Message("Women", context="section")
_UNDER = Message("Under {n}")
_OTHERS = Message("{n} and over", context="ages")
_ALL_PLAY_ALL = Message("{n} players: all play all takes {r} rounds, no more than the event plans.")
_TOO_SMALL = Message("{n} players are too few for {r} rounds without meeting twice: all play all.")
_ROUNDS = Message("{n} players in {r} rounds.")
_NOBODY = Message("Nobody is entered yet.")
_ONE_ONLY = Message("All players would be in one section: choose another way to part the field.")


class SectionRule(msgspec.Struct, frozen=True):
    """Who belongs in a section. What is not said lets everybody in; a rule that says nothing, nobody.

    Attributes:
        sex: women or men only.
        least_elo, most_elo: both counted in; 0: no limit.
        born_from, born_until: years of birth, both counted in; 0: no limit.
        categories: ids of the federation's, or age groups as they are written.

    >>> rossi = EventPlayer(1, "Rossi", sex="f")
    >>> SectionRule(sex="f").admits(rossi), SectionRule().admits(rossi)
    (True, False)
    """

    sex: Sex | None = None
    least_elo: int = 0
    most_elo: int = 0
    born_from: int = 0
    born_until: int = 0
    categories: tuple[str, ...] = ()

    @property
    def is_told(self) -> bool:
        """Whether the rule says anything: without one, players are put in by hand."""
        return self != SectionRule()

    def admits(self, player: EventPlayer) -> bool:
        """Tell whether a player belongs in the section. Without a year of birth nobody is of an age."""
        born = birth_year(player.born)
        return (
            self.is_told
            and self.sex in (None, player.sex)
            and self.least_elo <= player.elo
            and (not self.most_elo or player.elo <= self.most_elo)
            and (not self.born_from or born >= self.born_from)
            and (not self.born_until or 0 < born <= self.born_until)
            and (not self.categories or category_id(player.category) in self.categories)
        )


class ProposedSection(msgspec.Struct, frozen=True):
    """A section as it would be: its rule, the numbers of who is in it, how it is played, and why.

    `called` is what it is proposed as (see `proposed_name`); "" where its name is the same in every language.

    >>> field = [EventPlayer(n, str(n), sex="f" if n < 4 else "m") for n in range(1, 13)]
    >>> found = propose_sections(field, "sex", rounds=5)
    >>> [(s.rule.sex, len(s.numbers), s.system.value, s.rounds) for s in found]
    [('m', 9, 'optimal', 5), ('f', 3, 'round-robin', 0)]
    """

    name: Text
    rule: SectionRule
    numbers: tuple[int, ...]
    system: System
    rounds: int
    reason: Text
    called: str = ""


def birth_year(born: str) -> int:
    """Return the year of a date of birth, however it is written; 0 if there is none.

    >>> birth_year("1980"), birth_year("12/03/1980"), birth_year("")
    (1980, 1980, 0)
    """
    found = re.search(r"(?:19|20)[0-9]{2}", born)
    return int(found[0]) if found else 0


def category_id(text: str) -> str:
    """Return the id of a category of the federation; any other text (an age group, say) as it is.

    >>> category_id("  Juniores "), category_id("") == ""
    ('Juniores', True)
    """
    found = known_category(text)
    return found.id if found else text.strip()


def propose_sections(
    players: Sequence[EventPlayer],
    by: SectionWay,
    *,
    rounds: int = 0,
    under: int = 18,
    year: int = 0,
    system: System = System.OPTIMAL,
) -> tuple[ProposedSection, ...]:
    """Return how a field would be parted, the largest rule first where it matters.

    Args:
        rounds: the rounds that the event plans; 0 where nobody said: five.
        under: of "age": the younger play apart. `year`: the year in which the event ends.
        system: how a section is played that is large enough.
    Raises:
        BadTournament: for nobody, for one section only, or a field that the tables of Elo do not part.

    >>> field = [EventPlayer(n, str(n), born=str(1990 + 3 * n)) for n in range(1, 9)]
    >>> [s.numbers for s in propose_sections(field, "age", rounds=5, under=18, year=2026)]
    [(7, 8), (1, 2, 3, 4, 5, 6)]
    """
    if not players:
        raise BadTournament(_NOBODY)
    found = []
    for name, rule, called in _PARTED[by](players, under, year):
        numbers = tuple(p.number for p in players if rule.admits(p))
        if numbers:
            found.append(replace(_proposed(name, rule, numbers, rounds or 5, system), called=called))
    if len(found) < 2:
        raise BadTournament(_ONE_ONLY)
    return tuple(found)


def proposed_name(called: str) -> Text | None:
    """Return the name of a section by what it was proposed as; None for anything else.

    Args:
        called: "men", "women", "under:18", "over:18" (18 and over), "category:A1".

    >>> [str(proposed_name(called)) for called in ("women", "over:18", "A")]
    ['Women', '18 and over', 'None']
    """
    kind, _, fact = called.partition(":")
    if kind in _BY_AGE and fact.isascii() and fact.isdecimal():
        return _BY_AGE[kind].format(n=int(fact))
    return _NAMES.get(fact) if kind == "category" else _BY_SEX.get(called)


def _proposed(
    name: Text, rule: SectionRule, numbers: tuple[int, ...], rounds: int, system: System
) -> ProposedSection:
    """Say how a section is played: all play all where that takes no more rounds or a Swiss cannot go."""
    count = len(numbers)
    needed = count - 1 + count % 2
    if needed <= rounds:
        reason = _ALL_PLAY_ALL.format(n=count, r=needed)
        return ProposedSection(name, rule, numbers, System.ROUND_ROBIN, 0, reason)
    if count <= rounds:
        reason = _TOO_SMALL.format(n=count, r=rounds)
        return ProposedSection(name, rule, numbers, System.ROUND_ROBIN, 0, reason)
    return ProposedSection(name, rule, numbers, system, rounds, _ROUNDS.format(n=count, r=rounds))


_Parts = list[tuple[Text, SectionRule, str]]
"""The sections of a way: the name of each, its rule, and what it is proposed as."""


def _by_sex(players: Sequence[EventPlayer], under: int, year: int) -> _Parts:
    return [(_MEN, SectionRule(sex="m"), "men"), (_WOMEN, SectionRule(sex="f"), "women")]


def _by_age(players: Sequence[EventPlayer], under: int, year: int) -> _Parts:
    """Return the young, then all others whose year of birth is known."""
    border = year - under
    return [
        (_UNDER.format(n=under), SectionRule(born_from=border + 1), f"under:{under}"),
        (_OTHERS.format(n=under), SectionRule(born_until=border), f"over:{under}"),
    ]


def _by_category(players: Sequence[EventPlayer], under: int, year: int) -> _Parts:
    there = {category_id(p.category) for p in players} - {""}
    ordered = sorted(there, key=lambda id: (-rank(id), id))
    known = {id: f"category:{id}" for id in _NAMES}
    return [
        (_NAMES.get(id, Verbatim(id)), SectionRule(categories=(id,)), known.get(id, "")) for id in ordered
    ]


def _by_elo(players: Sequence[EventPlayer], under: int, year: int) -> _Parts:
    """Return the groups by Elo that the federation's limits give."""
    groups = propose(players, provincials=False).groups
    out: _Parts = []
    above = 0
    for group in groups:
        last = group is groups[-1]
        rule = SectionRule(least_elo=0 if last else group.lowest, most_elo=above)
        out.append((Verbatim(group.name), rule, ""))  # the tables name their groups
        above = group.lowest - 1
    return out


_BY_SEX: Mapping[str, Text] = {"men": _MEN, "women": _WOMEN}
_BY_AGE: Mapping[str, Text] = {"under": _UNDER, "over": _OTHERS}
_NAMES: Mapping[str, Text] = {c.id: c.name for c in CATEGORIES}
_PARTED: Mapping[SectionWay, Callable[[Sequence[EventPlayer], int, int], _Parts]] = {
    "sex": _by_sex,
    "age": _by_age,
    "category": _by_category,
    "elo": _by_elo,
}
