"""Sections of an event: proposed by rule, made, changed, taken away, and who plays in which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from damiera.messages import Message
from damiera.service.errors import BadTerms
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.transaction import EventTransaction, Step
from damiera.tournament import acts
from damiera.tournament.errors import BadTournament
from damiera.tournament.model import System
from damiera.tournament.sections import (
    ProposedSection,
    SectionRule,
    SectionWay,
    category_id,
    propose_sections,
    proposed_name,
)

__all__ = [
    "SectionWanted",
    "add_section",
    "assign",
    "change_section",
    "make_sections",
    "proposed_sections",
    "remove_section",
    "rule_written",
]

_THERE = Message("The event has sections already: change them, or take them away first.")
_NONE = Message("A section needs a name.")
MOST_SECTIONS: Final = 99
"""How many sections an event can have in all, those that were taken away counted: they have two digits."""
_TOO_MANY: Final = Message("An event can have {n} sections, those taken away counted.", n=MOST_SECTIONS)


class SectionWanted(msgspec.Struct, frozen=True):
    """A section to be made: how it is played, who belongs in it, and whom the arbiter puts there by hand.

    `called`: what it was proposed as. A name that says something else in every language is the arbiter's own.
    """

    name: str
    rule: SectionRule = msgspec.field(default_factory=SectionRule)
    system: System = System.OPTIMAL
    rounds: int = 0
    cycles: int = 1
    tiebreaks: str = ""
    unplayed: str = ""
    numbers: tuple[int, ...] = ()
    called: str = ""

    def act(self, number: int) -> acts.SectionAct:
        """Return the act that makes it. Raises `BadTerms` without a name, of the field "name"."""
        name = " ".join(self.name.split())
        if not name:
            raise BadTerms("name", _NONE)
        proposed = proposed_name(self.called)
        return acts.SectionAct(
            number=number,
            name=name,
            called=self.called if proposed and name in proposed.everywhere().values() else "",
            rule=self.rule,
            system=self.system,
            rounds=self.rounds,
            cycles=self.cycles,
            tiebreaks=self.tiebreaks,
            unplayed=self.unplayed,
        )


def rule_written(
    *, sex: str, least_elo: int, most_elo: int, born_from: int, born_until: int, categories: str
) -> SectionRule:
    """Return the rule of a section as somebody wrote it.

    Args:
        sex: "f", "m" or anything else for both.
        categories: with commas, the federation's or as players have them.

    >>> rule_written(sex="", least_elo=0, most_elo=0, born_from=0, born_until=0, categories="A1, ").is_told
    True
    """
    ids = (category_id(word) for word in categories.split(","))
    return SectionRule(
        sex="f" if sex == "f" else "m" if sex == "m" else None,
        least_elo=least_elo,
        most_elo=most_elo,
        born_from=born_from,
        born_until=born_until,
        categories=tuple(id for id in ids if id),
    )


def proposed_sections(live: LiveEvent, by: SectionWay) -> tuple[ProposedSection, ...]:
    """Return how the field of an event would be parted.

    Raises:
        BadTournament: where that would make less than two sections.
    """
    facts = live.announced
    day = facts.ends or facts.starts
    system = facts.system if facts.system not in (System.ROUND_ROBIN, System.KNOCKOUT) else System.OPTIMAL
    return propose_sections(
        live.event.players,
        by,
        rounds=facts.rounds,
        under=facts.under,
        year=day.year if day else 0,
        system=system,
    )


def make_sections(wanted: Sequence[SectionWanted]) -> Step:
    """Make the sections of an event that has none: those whom the arbiter names go where they are named."""

    def step(transaction: EventTransaction) -> None:
        if transaction.log.whole.sections:
            raise BadTournament(_THERE)
        first = _next_number(transaction)
        for number, section in enumerate(wanted, first):
            transaction.act(section.act(number))
        for number, section in enumerate(wanted, first):
            _gather(transaction, number, section.numbers)

    return step


def add_section(wanted: SectionWanted) -> Step:
    """Make one section more."""

    def step(transaction: EventTransaction) -> None:
        number = _next_number(transaction)
        transaction.act(wanted.act(number))
        _gather(transaction, number, wanted.numbers)

    return step


def _next_number(transaction: EventTransaction) -> int:
    """Return a number that no section ever had: what was written of one is never another's."""
    made = [line.act.number for line in transaction.log.lines if isinstance(line.act, acts.SectionAct)]
    if max(made, default=0) >= MOST_SECTIONS:
        raise BadTournament(_TOO_MANY)
    return max(made, default=0) + 1


def _gather(transaction: EventTransaction, section: int, numbers: Sequence[int]) -> None:
    for number in numbers:
        held = transaction.log.whole.section_of(number)
        if held is None or held.number != section:
            transaction.act(acts.AssignAct(player=number, into=section))


def change_section(number: int, wanted: SectionWanted) -> Step:
    """Change how a section is called and played, or its rule: whom it admits and no section has comes in."""

    def step(transaction: EventTransaction) -> None:
        if number not in transaction.log.whole.sections:
            raise BadTournament(_GONE.format(n=number))
        transaction.act(wanted.act(number))

    return step


_GONE = Message("There is no section {n}.")


def remove_section(number: int) -> Step:
    """Take a section without rounds away; its players are in none then."""
    return lambda transaction: transaction.act(acts.RemoveSectionAct(number=number))


def assign(chosen: Mapping[int, int], reason: str = "") -> Step:
    """Put players into sections by hand: the number of each player's section, 0 for none."""

    def step(transaction: EventTransaction) -> None:
        for player, section in chosen.items():
            held = transaction.log.whole.section_of(player)
            if (held.number if held else 0) != section:
                transaction.act(acts.AssignAct(player=player, into=section), reason)

    return step
