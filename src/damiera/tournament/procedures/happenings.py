"""What happens to players: statuses and returns, pairs kept apart, points to be paired with."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from damiera.messages import Message
from damiera.tournament.acts import AccelerateAct, AllowAct, ForbidAct, ReturnAct, StatusAct
from damiera.tournament.chain import LogEntry
from damiera.tournament.model import Event, PlayerChange
from damiera.tournament.procedures.refusals import bad, need_reason
from damiera.tournament.state import EventState

__all__ = ["accelerated", "allowed", "forbidden", "happened", "returned"]

_FOR_GOOD = (PlayerChange.EXPELLED, PlayerChange.EXCLUDED)


def _known(event: Event, number: int) -> None:
    """A player's number, or a team's with a minus sign."""
    if number >= 0:
        event.player(number)
    elif not any(t.number == -number for t in event.teams):
        raise bad(Message("No team has number {n}."), n=-number)


def happened(state: EventState, act: StatusAct, entry: LogEntry) -> EventState:
    """A player or a team enters late, is absent, leaves, or is sent away.

    Raises:
        BadTournament: for a team or rounds that do not exist, or an exclusion without a reason.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> act = acts.StatusAct(player=1, change=PlayerChange.ABSENT, from_round=1)
    >>> happened(state, act, entry).told.statuses[0].player
    1
    """
    event, status = state.told, act.status(entry.why)
    _known(event, status.player)
    if status.from_round < 1 or (status.until_round is not None and status.until_round < status.from_round):
        raise bad(Message("The rounds of this absence do not exist."))
    if status.change in _FOR_GOOD:
        need_reason(entry)
    return replace(state, told=replace(event, statuses=(*event.statuses, status)))


def returned(state: EventState, act: ReturnAct, entry: LogEntry) -> EventState:
    """A player who was away plays again; nobody who was sent away does.

    Raises:
        BadTournament: for a team that does not exist, or who was expelled or excluded.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> returned(state, acts.ReturnAct(player=1, round=2), entry).told.statuses
    ()
    """
    event = state.told
    _known(event, act.player)
    out = []
    for status in event.statuses:
        if status.player != act.player or not status.holds(act.round):
            out.append(status)
        elif status.change in _FOR_GOOD:
            raise bad(Message("Who was expelled or excluded cannot return."))
        elif status.from_round < act.round:
            out.append(structs.replace(status, until_round=act.round - 1))
    return replace(state, told=replace(event, statuses=tuple(out)))


def forbidden(state: EventState, act: ForbidAct, entry: LogEntry) -> EventState:
    """Two must not meet, or should not.

    Raises:
        BadTournament: unless two different players, or two different teams, are named.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> forbidden(state, acts.ForbidAct(a=1, b=2), entry).told.forbidden[0].absolute
    True
    """
    event, pair = state.told, act.pair(entry.why)
    if pair.a == pair.b:
        raise bad(Message("Two different players are needed."))
    if (pair.a < 0) != (pair.b < 0):
        raise bad(Message("Two players or two teams."))
    for number in (pair.a, pair.b):
        _known(event, number)
    return replace(state, told=replace(event, forbidden=(*event.forbidden, pair)))


def allowed(state: EventState, act: AllowAct, entry: LogEntry) -> EventState:
    """Two may meet after all.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> allowed(state, acts.AllowAct(a=1, b=2), entry).told.forbidden
    ()
    """
    kept = tuple(f for f in state.told.forbidden if {f.a, f.b} != {act.a, act.b})
    return replace(state, told=replace(state.told, forbidden=kept))


def accelerated(state: EventState, act: AccelerateAct, entry: LogEntry) -> EventState:
    """A player is paired with more points than they have.

    Raises:
        BadTournament: for a team that does not exist.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> act = acts.AccelerateAct(player=1, points=2, first=1, last=2)
    >>> accelerated(state, act, entry).told.accelerations[0].points
    2
    """
    event = state.told
    _known(event, act.player)
    return replace(state, told=replace(event, accelerations=(*event.accelerations, act.acceleration)))
