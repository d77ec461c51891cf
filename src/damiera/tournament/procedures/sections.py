"""Sections: made, changed, taken away; who is put in which; what is theirs and what is the event's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from msgspec import structs

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.tournament import acts
from damiera.tournament.announcement import Announcement
from damiera.tournament.chain import LogEntry
from damiera.tournament.errors import BadTournament
from damiera.tournament.model import BY_TABLE, Event
from damiera.tournament.procedures import entries
from damiera.tournament.procedures.refusals import bad
from damiera.tournament.standings import parse_tiebreaks
from damiera.tournament.state import EventSection, EventState
from damiera.tournament.tiebreak.unplayed_rounds import RULES

__all__ = ["OF_A_SECTION", "assigned", "followed", "made", "unmade", "within"]

OF_A_SECTION = (
    acts.StatusAct,
    acts.ReturnAct,
    acts.ForbidAct,
    acts.AllowAct,
    acts.AccelerateAct,
    acts.PairAct,
    acts.SwapAct,
    acts.TurnAct,
    acts.ProtectAct,
    acts.ExtraAct,
    acts.ResultAct,
    acts.CloseAct,
    acts.ReopenAct,
    acts.PlayOffNote,
    acts.ReportedNote,
    acts.OnlineNote,
    acts.GameKeptNote,
    acts.SecondEntryNote,
    acts.OverriddenNote,
    acts.OverNote,
    acts.RulingNote,
)
"""What is done within one section, where there are any; all else is the whole event's."""

_OF_BOTH = (acts.OverNote, acts.RulingNote)
"""What can be done within a section and in the whole event."""

_IN_SECTIONS = Message("This event is played in sections: do it in the section it is about.")
_NO_SECTION = Message("There is no section {n}.")
_OF_THE_EVENT = Message("This is of the whole event, not of one section.")
_BEGUN = Message("Sections are made before the first round.")
_IN_GROUPS = Message("This event is played in groups: dissolve them before sections are made.")
_TEAMS = Message("Teams are not divided into sections.")
_NAMED = Message("Each section has a name of its own, of at most 40 letters.")
_PLAYED = Message("Section {s} has a round already: it stays.")
_NO_RULE = Message("There is no rule '{r}'.")
_FIXED = Message("Once a section has a round, game and scoring stay, and so do the games of a match.")
_GOES_ON = Message("A section that has begun stays a knockout, an all-play-all of its cycles, or neither.")


def made(state: EventState, act: acts.SectionAct, entry: LogEntry) -> EventState:
    """A section is made, or changed; whom its rule admits and no section has is put in it.

    Raises:
        BadTournament: once the event has a round as one field, for a name that is taken or none, and for
            tie-breaks that there are not.

    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, sex in ((1, "m"), (2, "f")):
    ...     log = log.add(acts.EnterAct(number=number, name=str(number), sex=sex), who="arbiter", at=0)
    >>> rule = acts.SectionRule(sex="f")
    >>> act = acts.SectionAct(number=1, name="Women", rule=rule)
    >>> made(log.state, act, log.entries[-1]).sections[1].members
    frozenset({2})
    """
    _check_divisible(state)
    _check_facts(state, act)
    before = state.sections.get(act.number)
    section = EventSection(
        number=act.number,
        name=" ".join(act.name.split()),
        called=act.called,
        rule=act.rule,
        members=before.members if before else frozenset(),
        system=act.system,
        rounds=act.rounds,
        cycles=act.cycles,
        tiebreaks=act.tiebreaks,
        unplayed=act.unplayed,
        state=before.state if before else EventState(),
    )
    if before is not None and before.state.told.rounds:
        _check_begun(before, section)
    state = replace(state, sections={**state.sections, act.number: section})
    for player in state.told.players:
        if state.section_of(player.number) is None and section.rule.admits(player):
            state = _put(state, player.number, act.number, entry)
    return state


def _check_divisible(state: EventState) -> None:
    if state.told.rounds:
        raise BadTournament(_BEGUN)
    if state.groups:
        raise BadTournament(_IN_GROUPS)
    if state.told.settings.boards:
        raise BadTournament(_TEAMS)


def _check_facts(state: EventState, act: acts.SectionAct) -> None:
    name = " ".join(act.name.split())
    others = {s.name.casefold() for s in state.sections.values() if s.number != act.number}
    if not 0 < len(name) <= 40 or name.casefold() in others:
        raise BadTournament(_NAMED)
    try:
        parse_tiebreaks(act.tiebreaks)
    except DamieraError as error:
        raise BadTournament(error.message) from None
    if act.unplayed and act.unplayed not in RULES:
        raise bad(_NO_RULE, r=act.unplayed)


def _check_begun(before: EventSection, after: EventSection) -> None:
    """Make sure that a section goes on as it began where its first rounds would not fit another way."""
    changes = before.system is not after.system and (before.system in BY_TABLE or after.system in BY_TABLE)
    if changes or before.cycles != after.cycles:
        raise BadTournament(_GOES_ON)


def unmade(state: EventState, act: acts.RemoveSectionAct, entry: LogEntry) -> EventState:
    """A section is taken away; its players are in none.

    Raises:
        BadTournament: where there is none, or it has a round.

    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> log = log.add(acts.SectionAct(number=1, name="Women"), who="arbiter", at=0)
    >>> unmade(log.state, acts.RemoveSectionAct(number=1), log.entries[-1]).sections
    {}
    """
    section = _section(state, act.number)
    if section.state.told.rounds:
        raise bad(_PLAYED, s=section.title)
    return replace(state, sections={n: one for n, one in state.sections.items() if n != act.number})


def assigned(state: EventState, act: acts.AssignAct, entry: LogEntry) -> EventState:
    """A player changes section; where rounds are played there, they play from the next one on.

    Raises:
        NoSuchPlayer: for a number that nobody has.
        BadTournament: where there is no such section, or the player has been paired in their own.

    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> log = log.add(acts.EnterAct(number=1, name="Rossi"), who="arbiter", at=0)
    >>> log = log.add(acts.SectionAct(number=1, name="A"), who="arbiter", at=0)
    >>> assigned(log.state, acts.AssignAct(player=1, into=1), log.entries[-1]).sections[1].members
    frozenset({1})
    """
    state.told.player(act.player)
    if act.into:
        _section(state, act.into)
    return _put(_left(state, act.player, entry), act.player, act.into, entry)


def _section(state: EventState, number: int) -> EventSection:
    found = state.sections.get(number)
    if found is None:
        raise bad(_NO_SECTION, n=number)
    return found


def _left(state: EventState, player: int, entry: LogEntry) -> EventState:
    """Take a player out of their section. Raises `BadTournament` for one who has been paired in it."""
    section = state.section_of(player)
    if section is None:
        return state
    inner = entries.removed(section.state, acts.RemoveAct(number=player), entry)
    after = structs.replace(section, members=section.members - {player}, state=inner)
    return replace(state, sections={**state.sections, section.number: after})


def _put(state: EventState, player: int, number: int, entry: LogEntry) -> EventState:
    """Put a player who is in none into a section; 0: into none."""
    if not number:
        return state
    section = state.sections[number]
    inner = entries.entered(section.state, acts.EnterAct.of(state.told.player(player)), entry)
    after = structs.replace(section, members=section.members | {player}, state=inner)
    return replace(state, sections={**state.sections, number: after})


_Applied = Callable[[EventState], EventState]


def within(state: EventState, number: int, act: acts.Act, procedure: _Applied) -> EventState:
    """Let an act happen in a section.

    Raises:
        BadTournament: where there is no such section, or the act is of the whole event.

    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> log = log.add(acts.SectionAct(number=1, name="A"), who="arbiter", at=0)
    >>> over = acts.OverNote(over=True)
    >>> within(log.state, 1, over, lambda inner: replace(inner, over=True)).sections[1].state.over
    True
    """
    section = _section(state, number)
    if not isinstance(act, OF_A_SECTION):
        raise BadTournament(_OF_THE_EVENT)
    after = structs.replace(section, state=procedure(section.state))
    return replace(state, sections={**state.sections, number: after})


def followed(before: EventState, act: acts.Act, entry: LogEntry, procedure: _Applied) -> EventState:
    """Let an act of the whole event happen, and its sections follow: players come, change and go there too.

    Raises:
        BadTournament: for an act that is of one section, where there are any.

    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> women = acts.SectionRule(sex="f")
    >>> log = log.add(acts.SectionAct(number=1, name="W", rule=women), who="arbiter", at=0)
    >>> log = log.add(acts.EnterAct(number=1, name="Rossi", sex="f"), who="arbiter", at=0)
    >>> log.state.sections[1].state.told.players[0].name
    'Rossi'
    """
    apart = (acts.TeamAct, acts.GroupsNote, acts.FinalMadeNote)
    if before.sections and isinstance(act, (*OF_A_SECTION, *apart)) and not isinstance(act, _OF_BOTH):
        raise BadTournament(_IN_SECTIONS)
    if isinstance(act, acts.RemoveAct):
        before.told.player(act.number)
        before = _left(before, act.number, entry)
    after = procedure(before)
    if not after.sections:
        return after
    _check_kept(before, after)
    if isinstance(act, acts.EnterAct):
        first = next((s for s in after.sections.values() if s.rule.admits(act.player)), None)
        after = _put(after, act.number, first.number if first else 0, entry)
    sections = {n: structs.replace(one, state=_of_event(after, one)) for n, one in after.sections.items()}
    return replace(after, sections=sections)


def _check_kept(before: EventState, after: EventState) -> None:
    """Make sure that what games are worth, and what is played, stays once a section has a round."""
    begun = any(one.state.told.rounds for one in after.sections.values())
    if begun and _played(before.told) != _played(after.told):
        raise BadTournament(_FIXED)
    if after.told.settings.boards:
        raise BadTournament(_TEAMS)


def _played(event: Event) -> tuple[object, ...]:
    settings = event.settings
    return event.game, settings.scoring, settings.games, settings.match_points, settings.boards


def _of_event(whole: EventState, section: EventSection) -> EventState:
    """What a section has of the event: its players, what is announced, who is here, phones and tables."""
    own, margin = section.state, section.state.margin
    return replace(
        own,
        told=_event_of(whole.told, section),
        announced=_announced_of(whole.announced, section),
        here=whole.here & section.members,
        slots=whole.slots,
        margin=structs.replace(whole.margin, said=margin.said, online=margin.online, games=margin.games),
    )


def _event_of(whole: Event, section: EventSection) -> Event:
    own = section.state.told
    settings = structs.replace(
        whole.settings, system=section.system, rounds=section.rounds, cycles=section.cycles
    )
    return replace(
        whole,
        name=f"{whole.name} · {section.name}",
        players=tuple(p for p in whole.players if p.number in section.members),
        settings=settings,
        teams=(),
        rounds=own.rounds,
        statuses=own.statuses,
        forbidden=own.forbidden,
        accelerations=own.accelerations,
    )


def _announced_of(whole: Announcement, section: EventSection) -> Announcement:
    return structs.replace(
        whole,
        name=f"{whole.name} · {section.name}",
        system=section.system,
        rounds=section.rounds,
        cycles=section.cycles,
        tiebreaks=section.tiebreaks or whole.tiebreaks,
        unplayed=section.unplayed or whole.unplayed,
    )
