"""Players' phones: who may report and register, what they reported, boards played here, moves kept."""

from __future__ import annotations

from dataclasses import replace

from msgspec import UNSET, structs

from damiera.messages import Message
from damiera.tournament import acts
from damiera.tournament.chain import LogEntry
from damiera.tournament.procedures.refusals import bad
from damiera.tournament.state import (
    AttachedGame,
    Evening,
    EventState,
    OnlineBoard,
    PlayerReport,
    RegistrationWindow,
)

__all__ = ["answered", "evening_set", "kept", "looked", "opened", "opened_here", "recoded", "reported"]
__all__ += ["switched", "switched_online"]


def switched(state: EventState, act: acts.ReportingNote, entry: LogEntry) -> EventState:
    """Players may report results, or not any more.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> switched(state, acts.ReportingNote(on=True), entry).margin.reporting
    True
    """
    return replace(state, margin=structs.replace(state.margin, reporting=act.on))


def switched_online(state: EventState, act: acts.PlaysOnlineNote, entry: LogEntry) -> EventState:
    """Boards are played here, or not any more.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> switched_online(state, acts.PlaysOnlineNote(on=True, clock="15+5"), entry).margin.clock
    '15+5'
    """
    clock = state.margin.clock if act.clock is UNSET else act.clock
    return replace(state, margin=structs.replace(state.margin, plays_online=act.on, clock=clock))


def evening_set(state: EventState, act: acts.EveningNote, entry: LogEntry) -> EventState:
    """The event is an evening, or another kind of evening than before.

    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Friday"), who="arbiter", at=0)
    >>> log.add(acts.EveningNote(club="", starts=0, wait=3), who="arbiter", at=0).state.evening.wait
    3
    """
    match = act.match if isinstance(act.match, str) else ""
    evening = Evening(
        act.club,
        act.starts,
        act.wait,
        act.pause,
        act.by_itself,
        act.rated,
        act.open,
        match,
        act.bots is True,
    )
    return replace(state, evening=evening)


def looked(state: EventState, act: acts.LookedNote, entry: LogEntry) -> EventState:
    """It was looked who has come: those who did not have forfeited by acts of their own.

    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Friday"), who="arbiter", at=0)
    >>> log.add(acts.LookedNote(until=5), who="Damiera", at=5).state == log.state
    True
    """
    return state


def opened(state: EventState, act: acts.RegistrationNote, entry: LogEntry) -> EventState:
    """Registration by link is opened or closed.

    Raises:
        BadTournament: for a line of the log that does not exist.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> opened(state, acts.RegistrationNote(open=True, at_once=False), entry).margin.door.line
    3
    """
    line = act.line or entry.number
    if not 1 <= line <= entry.number:
        raise bad(Message("There is no act {n}."), n=line)
    return replace(
        state, margin=structs.replace(state.margin, door=RegistrationWindow(line, act.open, act.at_once))
    )


def recoded(state: EventState, act: acts.NewCodeNote, entry: LogEntry) -> EventState:
    """A player gets another code; nobody who was taken off the list since.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> recoded(state, acts.NewCodeNote(number=1), entry).margin.issues
    {2: 1}
    """
    key = state.margin.keys.get(act.number)
    if key is None:
        return state
    issues = {**state.margin.issues, key: state.margin.issues.get(key, 0) + 1}
    return replace(state, margin=structs.replace(state.margin, issues=issues))


def reported(state: EventState, act: acts.ReportedNote, entry: LogEntry) -> EventState:
    """One of two players tells how their game ended.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> act = acts.ReportedNote(round=1, board=1, colour="white", result="win")
    >>> reported(state, act, entry).margin.said[1, 1, 1]["white"].result
    'win'
    """
    place, said = (act.round, act.board, act.leg), state.margin.said
    both = {**said.get(place, {}), act.colour: PlayerReport(act.result, entry.at)}
    return replace(state, margin=structs.replace(state.margin, said={**said, place: both}))


def opened_here(state: EventState, act: acts.OnlineNote, entry: LogEntry) -> EventState:
    """A board is played in a game on this server.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> act = acts.OnlineNote(round=1, board=1, game="g", white=1, black=2)
    >>> opened_here(state, act, entry).margin.online[1, 1, 1].game
    'g'
    """
    place = (act.round, act.board, act.leg)
    online = {**state.margin.online, place: OnlineBoard(act.game, act.white, act.black)}
    return replace(state, margin=structs.replace(state.margin, online=online))


def kept(state: EventState, act: acts.GameKeptNote, entry: LogEntry) -> EventState:
    """The moves of a board are kept, or taken away.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> kept(state, acts.GameKeptNote(round=1, board=1, pdn="1. 22-18 *"), entry).margin.games[1, 1, 1].pdn
    '1. 22-18 *'
    """
    place = (act.round, act.board, act.leg)
    games = {at: game for at, game in state.margin.games.items() if at != place}
    if act.pdn:
        games[place] = AttachedGame(act.pdn, act.game or "")
    return replace(state, margin=structs.replace(state.margin, games=games))


def answered(
    state: EventState, act: acts.AdmittedNote | acts.RefusedNote | acts.RefusedAllNote, entry: LogEntry
) -> EventState:
    """Somebody who asked to play was answered: who was taken is entered by an act of its own.

    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> answered(log.state, acts.RefusedNote(name="Verdi"), log.entries[-1]) == log.state
    True
    """
    return state
