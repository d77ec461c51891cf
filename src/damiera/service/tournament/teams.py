"""Teams: who plays in which, in the order of the boards."""

from __future__ import annotations

from collections.abc import Sequence

from damiera.messages import Message
from damiera.service.errors import BadTerms, Conflict
from damiera.service.tournament.transaction import EventTransaction, Step
from damiera.tournament.acts import LineUpAct, StatusAct, TeamAct
from damiera.tournament.errors import BadTournament
from damiera.tournament.log import LogRecord
from damiera.tournament.model import Event, PlayerChange, Round
from damiera.tournament.pairing.teams import team_of
from damiera.tournament.procedures.line_up import teams_at

__all__ = ["club_teams", "line_up", "put_team", "seats_at", "team_leaves"]

_NO_NAME = Message("A team has a name.")
_TWICE = Message("A player is in the team twice.")
_NO_TEAM = Message("No team has number {n}.")
_SAME_NAME = Message("There is a team {t} already.")
_MEANWHILE = Message(
    "Meanwhile {who} has changed the same team: here it is as it stands, yours is still below it."
)
_NO_CLUBS = Message("No club has {n} players without a team.")


def put_team(
    number: int | None, name: str, members: Sequence[int], club: str = "", *, seen: int | None = None
) -> Step:
    """Enter a team (None), or change one; `members` in the order of the boards, reserves last.

    `seen`: the version that whoever changes the team has looked at.
    """

    def step(transaction: EventTransaction) -> None:
        _meanwhile(transaction, number, seen)
        event, called = transaction.log.event, " ".join(name.split())[:80]
        if not called:
            raise BadTerms("name", _NO_NAME)
        if len(set(members)) < len(members):
            raise BadTerms("members", _TWICE)
        if number is not None and all(t.number != number for t in event.teams):
            raise BadTerms("number", _NO_TEAM.format(n=number))
        if any(t.name.casefold() == called.casefold() and t.number != number for t in event.teams):
            raise BadTerms("name", _SAME_NAME.format(t=called))
        own = number or max((t.number for t in event.teams), default=0) + 1
        team = TeamAct(number=own, name=called, members=tuple(members), club=" ".join(club.split())[:80])
        transaction.act(team)

    return step


def _meanwhile(transaction: EventTransaction, number: int | None, seen: int | None) -> None:
    """Raise `Conflict` if another arbiter has changed the same team since."""
    live = transaction.live
    since = live.log.lines[seen:] if seen is not None and number is not None else ()
    others = sorted({line.entry.who for line in since if _changes(line, number)})
    if others:
        raise Conflict(live.version, _MEANWHILE.format(who=", ".join(others)))


def _changes(line: LogRecord, number: int | None) -> bool:
    return isinstance(line.act, TeamAct) and line.act.number == number


def club_teams() -> Step:
    """Enter a team for each club that has enough players without one, the highest Elo first."""

    def step(transaction: EventTransaction) -> None:
        event = transaction.log.event
        taken = {n for t in event.teams for n in t.members}
        clubs: dict[str, list[int]] = {}
        for player in sorted(event.players, key=lambda p: (-p.elo, p.number)):
            if player.club.strip() and player.number not in taken:
                clubs.setdefault(player.club.strip(), []).append(player.number)
        boards = max(event.settings.boards, 1)
        names = {t.name.casefold() for t in event.teams}
        made = [c for c in sorted(clubs) if len(clubs[c]) >= boards and c.casefold() not in names]
        if not made:
            raise BadTournament(_NO_CLUBS.format(n=boards))
        for club in made:
            put_team(None, club, clubs[club], club)(transaction)

    return step


def team_leaves(number: int, reason: str = "") -> Step:
    """Let a team play no more, from the next round on; what it has played stands."""

    def step(transaction: EventTransaction) -> None:
        event = transaction.log.event
        gone = StatusAct(player=-number, change=PlayerChange.WITHDRAWN, from_round=event.played_rounds + 1)
        transaction.act(gone, reason)

    return step


def line_up(round: int, table: int, white: Sequence[int], black: Sequence[int], reason: str = "") -> Step:
    """Let others play at a table, board by board; 0 leaves a board to nobody."""
    act = LineUpAct(round=round, table=table, white=tuple(white), black=tuple(black))
    return lambda transaction: transaction.act(act, reason)


def seats_at(event: Event, held: Round, table: int) -> tuple[list[int], list[int]]:
    """Return who sits at the boards of a match, board by board, as `LineUpAct` has it; 0 for an empty seat.

    Raises:
        BadTournament: if no two teams meet at this table.
    """
    white, _ = teams_at(event, held, table)
    seats: tuple[list[int], list[int]] = ([], [])
    for game in (one for one in held.games if one.match == table and one.leg == 1):
        for own in seats:
            own.append(0)
        for number in (game.white, game.black):
            if number is not None:
                seats[0 if team_of(event, number) == white else 1][-1] = number
    return seats
