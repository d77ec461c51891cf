"""The event itself, its players and teams: what is entered, changed, struck off."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.rules.ruleset import ruleset
from damiera.tournament.acts import ActFacts, EditAct, EnterAct, RemoveAct, TeamAct, given
from damiera.tournament.chain import LogEntry
from damiera.tournament.errors import BadTournament
from damiera.tournament.model import Event, EventPlayer, EventSettings, PlayerChange, Status
from damiera.tournament.procedures.refusals import bad
from damiera.tournament.state import EventState

__all__ = ["changed", "edited", "entered", "removed", "teamed"]


def changed(state: EventState, act: ActFacts, entry: LogEntry) -> EventState:
    """Facts or settings of the event change.

    Raises:
        BadTournament: for a game that does not exist, a scoring that cannot be, or one that changes once a
            round is paired.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> changed(state, acts.ChangeAct(name="Trofeo"), entry).told.name
    'Trofeo'
    """
    event, facts = state.told, given(act)
    settings = facts.pop("settings", None)
    if settings is not None:
        event = replace(event, settings=_settings(event, structs.replace(event.settings, **given(settings))))
    if "game" in facts:
        _check_game(facts["game"])
    return replace(state, told=replace(event, **facts))


def _check_game(game: str) -> None:
    try:
        ruleset(game)
    except DamieraError as error:
        raise BadTournament(error.message) from None


def _settings(event: Event, settings: EventSettings) -> EventSettings:
    """Return settings that may follow those of the event."""
    if event.rounds and settings.scoring != event.settings.scoring:
        raise bad(
            Message("The scoring cannot be changed once a round is paired."),
        )
    scoring = settings.scoring
    if not scoring.loss <= scoring.draw <= scoring.win or 2 * scoring.draw > scoring.win + scoring.loss:
        raise bad(
            Message("Two draws cannot be worth more than a win and a loss."),
        )
    if max(scoring.bye, scoring.full_bye) > scoring.win:
        raise bad(Message("A rest cannot be worth more than a win."))
    return settings


def entered(state: EventState, act: EnterAct, entry: LogEntry) -> EventState:
    """A player is entered; once rounds exist they play from the next one on.

    Raises:
        BadTournament: for a number that is taken, or facts that no player can have.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> len(entered(state, acts.EnterAct(number=3, name="Verdi"), entry).told.players)
    3
    """
    event, player = state.told, act.player
    _check_named(player)
    known = player.number in state.margin.keys  # as everybody is who has been entered: no need to look
    if known and any(p.number == player.number for p in event.players):
        raise bad(Message("Number {n} is someone else's."), n=player.number)
    event = replace(event, players=(*event.players, player))
    if event.played_rounds and not any(s.player == player.number for s in event.statuses):
        late = Status(player.number, PlayerChange.LATE, event.played_rounds + 1, reason=entry.why)
        event = replace(event, statuses=(*event.statuses, late))
    keys = {**state.margin.keys, player.number: entry.number}
    return replace(state, told=event, margin=structs.replace(state.margin, keys=keys))


def _check_named(player: EventPlayer) -> None:
    if player.number < 1 or not player.name.strip():
        raise bad(Message("A player has a number and a name."))


def edited(state: EventState, act: EditAct, entry: LogEntry) -> EventState:
    """Facts of a player change.

    Raises:
        NoSuchPlayer: for a number that nobody has.
        BadTournament: for a player without a number or a name.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> edited(state, acts.EditAct(number=1, elo=3000), entry).told.player(1).elo
    3000
    """
    event = state.told
    before = event.player(act.number)
    after = structs.replace(before, **given(act))
    _check_named(after)
    players = tuple(after if p.number == before.number else p for p in event.players)
    return replace(state, told=replace(event, players=players))


def removed(state: EventState, act: RemoveAct, entry: LogEntry) -> EventState:
    """A player who has not been paired is struck off, and all that names them.

    Raises:
        NoSuchPlayer: for a number that nobody has.
        BadTournament: for a player who has been paired already.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> len(removed(state, acts.RemoveAct(number=2), entry).told.players)
    1
    """
    event = state.told
    player = event.player(act.number)
    if any(player.number in (g.white, g.black) for g in event.games):
        raise bad(
            Message("{n} has been paired already: they can withdraw or be excluded, not deleted."),
            n=player.name,
        )  # fmt: skip
    event = replace(
        event,
        players=tuple(p for p in event.players if p.number != player.number),
        statuses=tuple(s for s in event.statuses if s.player != player.number),
        forbidden=tuple(f for f in event.forbidden if player.number not in (f.a, f.b)),
        accelerations=tuple(a for a in event.accelerations if a.player != player.number),
        teams=tuple(
            structs.replace(t, members=tuple(m for m in t.members if m != player.number)) for t in event.teams
        ),
    )
    keys = dict(state.margin.keys)
    gone = {**state.margin.gone, player.number: keys.pop(player.number, 0)}
    return replace(state, told=event, margin=structs.replace(state.margin, keys=keys, gone=gone))


def teamed(state: EventState, act: TeamAct, entry: LogEntry) -> EventState:
    """A team is entered, or changed.

    Raises:
        BadTournament: for a player who is in another team already.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> teamed(state, acts.TeamAct(number=1, name="Livorno", members=(1, 2)), entry).told.teams[0].members
    (1, 2)
    """
    event, team = state.told, act.team
    for number in team.members:
        event.player(number)
        other = next((t for t in event.teams if number in t.members and t.number != team.number), None)
        if other is not None:
            raise bad(Message("{n} is in team {t} already."), n=number, t=other.name)
    teams = (*(t for t in event.teams if t.number != team.number), team)
    return replace(state, told=replace(event, teams=teams))
