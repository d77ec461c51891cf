"""Who plays at the boards of a match of teams: reserves, substitutes, boards left empty."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest

from msgspec import structs

from damiera.messages import Message
from damiera.tournament.acts import LineUpAct
from damiera.tournament.chain import LogEntry
from damiera.tournament.model import Event, Round, RoundGame, System, Team, with_round
from damiera.tournament.pairing.scheveningen import scheveningen_board
from damiera.tournament.pairing.teams import seated, team_of
from damiera.tournament.procedures.places import open_round
from damiera.tournament.procedures.refusals import bad, need_reason
from damiera.tournament.state import EventState

__all__ = ["lined_up", "out_of_order", "teams_at"]

_NO_TABLE = Message("There is no match at table {t}.")
_BEGUN = Message("The match at table {t} has results: undo them first.")
_NOT_THEIRS = Message("{p} does not play for {t}.")
_TWICE = Message("{p} sits at two boards.")
_NOBODY = Message("A team that plays has somebody at a board.")
_TOO_MANY = Message("A match has {n} boards.")
_OTHERS = Message("The number of boards changes only before the round has results.")


def teams_at(event: Event, held: Round, table: int) -> tuple[Team, Team]:
    """The two teams of a match, the one with White on the first board before the other.

    Raises:
        BadTournament: if no two teams meet at this table.

    >>> from damiera.tournament.model import EventPlayer, EventSettings
    >>> four = tuple(EventPlayer(n, name) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four, teams=(Team(1, "Livorno", (1, 2)), Team(2, "Pisa", (3, 4))))
    >>> [team.name for team in teams_at(event, Round(1, (RoundGame(1, 1, 3, 1, match=1),)), 1)]
    ['Pisa', 'Livorno']
    """
    facing = next((g for g in held.games if g.match == table and g.black is not None), None)
    one = None if facing is None else team_of(event, facing.white)
    two = None if facing is None else team_of(event, facing.black or 0)
    if one is None or two is None:
        raise bad(_NO_TABLE, t=table)
    return one, two


def out_of_order(team: Team, seats: tuple[int, ...]) -> bool:
    """Do players of a team sit in another order than that of its list?

    >>> out_of_order(Team(1, "Pisa", (3, 4, 5)), (3, 5)), out_of_order(Team(1, "Pisa", (3, 4, 5)), (5, 3))
    (False, True)
    """
    places = [team.members.index(n) for n in seats if n]
    return places != sorted(places)


def lined_up(state: EventState, act: LineUpAct, entry: LogEntry) -> EventState:
    """The boards of a match are taken by others of the two teams, before it has a result.

    Players sit in the order of their team's list, reserves after the others; for another order, the arbiter
    says why.

    Raises:
        BadTournament: for a match that has begun, players of another team or named twice, too many boards,
            or another order than the list's without a reason.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa", settings=acts.SettingsFacts(boards=2)), who="a", at=0)
    >>> for number, name in enumerate("ABCDE", 1):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="a", at=0)
    >>> teams = (acts.TeamAct(number=1, name="Livorno", members=(1, 2, 5)),
    ...          acts.TeamAct(number=2, name="Pisa", members=(3, 4)))
    >>> others = acts.LineUpAct(round=1, table=1, white=(1, 5), black=(3, 4))
    >>> for act in (*teams, acts.PairAct(round=1, pairs=((1, 2),)), others):
    ...     log = log.add(act, who="a", at=0)
    >>> [(game.white, game.black) for game in log.event.games]
    [(1, 3), (4, 5)]
    """
    event, held = state.told, open_round(state.told, act.round)
    teams = teams_at(event, held, act.table)
    for team, seats in zip(teams, (act.white, act.black), strict=True):
        _check(event, team, seats)
        if out_of_order(team, seats) and event.settings.system is not System.SCHEVENINGEN:
            need_reason(entry)
    if any(g.match == act.table and g.black is not None and g.white_mark is not None for g in held.games):
        raise bad(_BEGUN, t=act.table)
    games = _replaced(event, held, act)
    if len(games) != len(held.games) and any(g.white_mark is not None for g in held.games):
        raise bad(_OTHERS)
    return replace(state, told=with_round(event, structs.replace(held, games=games)))


def _check(event: Event, team: Team, seats: tuple[int, ...]) -> None:
    taken = [n for n in seats if n]
    if not taken:
        raise bad(_NOBODY)
    if event.settings.boards and len(seats) > event.settings.boards:
        raise bad(_TOO_MANY, n=event.settings.boards)
    for number in taken:
        if number not in team.members:
            raise bad(_NOT_THEIRS, p=event.player(number).name, t=team.name)
        if taken.count(number) > 1:
            raise bad(_TWICE, p=event.player(number).name)


def _replaced(event: Event, held: Round, act: LineUpAct) -> tuple[RoundGame, ...]:
    """The games of the round with other seats at one table, the boards numbered through."""
    boards: list[list[RoundGame]] = []
    tables = sorted({game.match for game in held.games})
    for table in tables:
        if table == act.table:
            boards += _seats(event, held.number, act)
        else:
            there = [game for game in held.games if game.match == table]
            boards += [[g for g in there if g.board == number] for number in sorted({g.board for g in there})]
    return tuple(structs.replace(g, board=number) for number, games in enumerate(boards, 1) for g in games)


def _seats(event: Event, round: int, act: LineUpAct) -> list[list[RoundGame]]:
    """The boards of the match as the act wants them; White's team has White on the odd ones."""
    boards = []
    table = event.settings.system is System.SCHEVENINGEN
    for at, (white, black) in enumerate(zip_longest(act.white, act.black, fillvalue=0)):
        pair = (white or None, black or None)
        if any(pair):
            first = at % 2 == 0
            if table:
                first = scheveningen_board(event.settings.boards, round - 1, at)[1]
            one, two = pair if first else pair[::-1]
            boards.append(seated(event.settings, round, 1, act.table, (one, two)))
    return boards
