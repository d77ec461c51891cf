"""What is written down of the event itself: announced, checked in, closed, played off, grouped."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from damiera.errors import DamieraError
from damiera.game.openings import deck
from damiera.messages import Message
from damiera.rating.editions import edition, editions, replaced
from damiera.rating.event import Override
from damiera.rules.ruleset import ruleset
from damiera.tournament import acts
from damiera.tournament.announcement import LinkedEvent
from damiera.tournament.chain import LogEntry
from damiera.tournament.errors import BadTournament
from damiera.tournament.procedures.refusals import bad
from damiera.tournament.standings import parse_tiebreaks
from damiera.tournament.state import EventState, SecondEntry
from damiera.tournament.tiebreak.unplayed_rounds import RULES
from damiera.tournament.titles import is_title_key

__all__ = [
    "announced",
    "awarded",
    "checked_in",
    "finished",
    "grouped",
    "made_final",
    "numbered",
    "overridden",
    "part_of",
    "played_off",
    "read_again",
    "ruled",
    "tabled",
    "trusted",
]


def announced(state: EventState, act: acts.AnnouncedFacts, entry: LogEntry) -> EventState:
    """What is announced of the event: a game, openings and tie-breaks that there are.

    Raises:
        BadTournament: for a game, an opening deck, a tie-break or a rule that does not exist.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> from damiera.tournament.announcement import Announcement
    >>> announced(state, acts.AnnouncedFacts(facts=Announcement("Coppa")), entry).announced.name
    'Coppa'
    """
    facts = act.facts
    try:
        ruleset(facts.game)
        parse_tiebreaks(facts.tiebreaks)
        if facts.deck:
            deck(facts.deck)
    except DamieraError as error:
        raise BadTournament(error.message) from None
    if facts.unplayed and facts.unplayed not in RULES:
        raise bad(Message("There is no rule '{r}'."), r=facts.unplayed)
    return replace(state, announced=facts)


def awarded(state: EventState, act: acts.AwardsAct, entry: LogEntry) -> EventState:
    """The prizes of the event, and the rules by which they are given.

    Raises:
        BadTournament: for a classification there cannot be, a place below the first, one prize named twice.

    >>> from damiera.tournament.announcement import EventAwards, PrizeOffered
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> act = acts.AwardsAct(awards=EventAwards((PrizeOffered("club", 1, "Trophy"),)))
    >>> awarded(log.state, act, log.entries[-1]).awards.prizes[0].what
    'Trophy'
    """
    named: set[tuple[str, int]] = set()
    for prize in act.awards.prizes:
        if not is_title_key(prize.of):
            raise bad(Message("There is no classification '{c}'."), c=prize.of)
        if prize.place < 1 or prize.value < 0:
            raise bad(Message("A prize is for the first place or a later one, and worth nothing or more."))
        if (prize.of, prize.place) in named:
            raise bad(
                Message("Place {n} of one classification has two prizes: write both as one."), n=prize.place
            )
        named.add((prize.of, prize.place))
    return replace(state, awards=act.awards)


def checked_in(state: EventState, act: acts.CheckInNote, entry: LogEntry) -> EventState:
    """Players are here, or not after all; who was taken off the list since counts for nobody.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> checked_in(state, acts.CheckInNote(players=(1, 7), here=True), entry).here
    frozenset({1})
    """
    numbers = {p.number for p in state.told.players} & set(act.players)
    return replace(state, here=state.here | numbers if act.here else state.here - numbers)


def finished(state: EventState, act: acts.OverNote, entry: LogEntry) -> EventState:
    """The event is closed, or opened again.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> finished(state, acts.OverNote(over=True), entry).over
    True
    """
    return replace(state, over=act.over)


def numbered(state: EventState, act: acts.NumberedNote, entry: LogEntry) -> EventState:
    """Start numbers were given anew: who is here and which line entered whom go with the players.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> numbered(state, acts.NumberedNote(how="lot", seed="x", new={"1": 2, "2": 1}), entry).here
    frozenset()
    """
    new = {int(old): number for old, number in act.new.items()}
    margin = state.margin
    moved = {number: key for old, number in new.items() if (key := margin.gone.get(old))}
    return replace(
        state,
        here=frozenset(new[number] for number in state.here if number in new),
        margin=structs.replace(margin, keys={**margin.keys, **moved}, gone={}),
    )


def played_off(state: EventState, act: acts.PlayOffNote, entry: LogEntry) -> EventState:
    """A play-off ended in this order, or does not hold after all; an earlier one between them is gone.

    Raises:
        BadTournament: for less than two players, or one named twice.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> played_off(state, acts.PlayOffNote(order=(2, 1)), entry).playoffs
    ((2, 1),)
    """
    if len(act.order) < 2 or len(set(act.order)) < len(act.order):
        raise bad(
            Message("A play-off has at least two players, each of them once."),
        )
    others = tuple(one for one in state.playoffs if not set(one) & set(act.order))
    return replace(state, playoffs=(*others, act.order) if act.held else others)


def overridden(state: EventState, act: acts.OverriddenNote, entry: LogEntry) -> EventState:
    """A commission lets a player gain rating; no author takes it back.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> overridden(state, acts.OverriddenNote(player=1, author="CTF"), entry).overrides[1].author
    'CTF'
    """
    others = {number: one for number, one in state.overrides.items() if number != act.player}
    if act.author:
        others[act.player] = Override(act.author, act.reason)
    return replace(state, overrides=others)


def grouped(state: EventState, act: acts.GroupsNote, entry: LogEntry) -> EventState:
    """The event is played in groups, or in one field again.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> grouped(state, acts.GroupsNote(groups=(acts.GroupLinkNote(id="a", name="A"),)), entry).groups[0].name
    'A'
    """
    return replace(state, groups=tuple(LinkedEvent(one.id, one.name) for one in act.groups))


def made_final(state: EventState, act: acts.FinalMadeNote, entry: LogEntry) -> EventState:
    """The groups lead to a final.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> made_final(state, acts.FinalMadeNote(id="f", name="Final", first=1, last=2), entry).groups[0].final
    True
    """
    return replace(state, groups=(*state.groups, LinkedEvent(act.id, act.name, final=True)))


def part_of(state: EventState, act: acts.PartOfNote, entry: LogEntry) -> EventState:
    """The event is a group or a final of another.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> part_of(state, acts.PartOfNote(id="main", name="Coppa"), entry).part_of.name
    'Coppa'
    """
    return replace(state, part_of=LinkedEvent(act.id, act.name, act.final))


def tabled(state: EventState, act: acts.SlotsNote, entry: LogEntry) -> EventState:
    """The arbiter's own rating tables.

    Raises:
        BadTournament: for tables of ratings that cannot be used.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> tabled(state, acts.SlotsNote(toml="[slot.floor]\\nvalue = 250"), entry).slots.splitlines()[-1]
    'value = 250'
    """
    try:
        replaced(edition(editions()[0]), act.toml)
    except DamieraError as error:
        raise BadTournament(error.message) from None
    return replace(state, slots=act.toml)


def ruled(state: EventState, act: acts.RulingNote, entry: LogEntry) -> EventState:
    """A ruling in words: it changes nothing by itself.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> ruled(state, acts.RulingNote(text="Board 3 plays on."), entry) == state
    True
    """
    return state


def trusted(state: EventState, act: acts.PersonNote, entry: LogEntry) -> EventState:
    """Somebody got a code, or lost it: players, rounds and results stay as they are.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> from damiera.tournament.model import EventRole
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> trusted(state, acts.PersonNote(name="Anna", role=EventRole.RESULTS, change="given"), entry) == state
    True
    """
    return state


def read_again(state: EventState, act: acts.SecondEntryNote, entry: LogEntry) -> EventState:
    """The slip of a board was read a second time: the result stays, the two readings can be compared.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> act = acts.SecondEntryNote(round=1, board=1, result="win", white=1, black=2)
    >>> read_again(state, act, entry).second[1, 1, 1].result
    'win'
    """
    made = SecondEntry(act.result, entry.who, act.white, act.black)
    return replace(state, second={**state.second, (act.round, act.board, act.leg): made})
