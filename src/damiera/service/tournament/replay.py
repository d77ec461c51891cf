"""An event of a file told by acts, as if it had been run here."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from msgspec import UNSET, structs

from damiera.messages import Message
from damiera.service.tournament.announcement import only_changed, points_said
from damiera.service.tournament.event import Announcement, Appointment
from damiera.service.tournament.transaction import EventTransaction
from damiera.tournament import acts
from damiera.tournament.errors import BadTournament
from damiera.tournament.model import (
    Event,
    GameMark,
    Kind,
    PlayerChange,
    Round,
    RoundGame,
    Status,
    System,
    Team,
    scores,
    status,
)
from damiera.tournament.pairing.teams import as_teams

__all__ = ["announced_of", "retold"]


def announced_of(event: Event) -> Announcement:
    """Return what an event of a file announces."""
    settings = event.settings
    own = settings.system is System.KNOCKOUT  # which counts its rounds by itself where none are told
    return Announcement(
        event.name or "TRF",
        place=event.place,
        starts=event.starts,
        ends=event.ends,
        game=event.game,
        system=settings.system,
        rounds=settings.rounds if own else max(settings.rounds, event.played_rounds),
        time_control=event.time_control,
        arbiter=event.arbiter,
        scoring="1-½-0" if settings.scoring.halved else "2-1-0",
        timetable=tuple(Appointment(day, "", str(n)) for n, day in enumerate(event.dates, 1) if day),
        games=settings.games,
        boards=settings.boards,
        points=points_said(settings.scoring),
        team_points=points_said(settings.match_scoring),
        cycles=settings.cycles,
        match_points=settings.match_points,
        third_place=settings.third_place,
        last_bye_lowest=settings.last_bye_lowest,
        weak_rounds=settings.weak_rounds,
        weak_by=settings.weak_by,
        acceleration=settings.acceleration,
        late_points=settings.late_points,
    )


_BROUGHT: Final = "TRF"
_OTHER_POINTS: Final = Message(
    "The points of player {n} do not agree: {a} in the file, {b} by its rounds. Nothing was brought in."
)
_OTHER_MATCHES: Final = Message(
    "The points of team {n} do not agree: {a} in the file, {b} by its rounds. Nothing was brought in."
)


def retold(transaction: EventTransaction, event: Event) -> None:
    """Tell an event by acts: players, who was away, rounds, results, who left."""
    wanted = structs.replace(event.settings, seed=transaction.log.event.settings.seed)
    changed = only_changed(
        transaction.log.event.settings, structs.replace(wanted, rounds=transaction.log.event.settings.rounds)
    )
    if acts.given(changed):
        transaction.act(acts.ChangeAct(settings=changed))
    transaction.act_all(map(acts.EnterAct.of, event.players))
    for team in event.teams:
        transaction.act(
            acts.TeamAct(number=team.number, name=team.name, members=team.members, club=team.club)
        )
    passing = (PlayerChange.LATE, PlayerChange.ABSENT)
    for away in event.statuses:
        if away.change in passing:
            _restate(transaction, away)
    for pair_ in event.forbidden:
        kept = {f.name: getattr(pair_, f.name) for f in structs.fields(pair_)}
        transaction.act(acts.ForbidAct(**kept), pair_.reason)
    for given in event.accelerations:
        told = acts.AccelerateAct(
            player=given.player, points=given.points, first=given.first, last=given.last
        )
        transaction.act(told)
    for held in event.rounds:
        _retold_round(transaction, event, held)
    for gone in event.statuses:
        if gone.change not in passing:
            _restate(transaction, gone)
    before, now = scores(event), scores(transaction.log.event)
    if event.settings.boards:
        _same_matches(transaction, event)
    said = event.settings.scoring.said
    for number, points in before.items():
        if now[number] != points:
            raise BadTournament(_OTHER_POINTS.format(n=number, a=said(points), b=said(now[number])))


def _same_matches(transaction: EventTransaction, event: Event) -> None:
    """Raise unless the teams have as many points as in the file."""
    field = as_teams(event)
    now, said = scores(_field(transaction)), field.settings.scoring.said
    for number, points in scores(field).items():
        if now[number] != points:
            raise BadTournament(_OTHER_MATCHES.format(n=number, a=said(points), b=said(now[number])))


def _field(transaction: EventTransaction) -> Event:
    """The event as it is paired: of teams, where teams play."""
    event = transaction.log.event
    return as_teams(event) if event.settings.boards else event


def _restate(transaction: EventTransaction, away: Status) -> None:
    told = acts.StatusAct(
        player=away.player,
        change=away.change,
        from_round=away.from_round,
        until_round=away.until_round,
        worth=away.worth,
    )
    transaction.act(told, away.reason or _BROUGHT)


def _retold_round(transaction: EventTransaction, event: Event, held: Round) -> None:
    asked = (Kind.FULL_BYE, Kind.HALF_BYE, Kind.ZERO_BYE)
    bracket = event.settings.system is System.KNOCKOUT  # whose rests have their place in it
    seated: list[RoundGame] = []
    field = as_teams(event) if event.settings.boards else event
    paired = field.round(held.number) or held
    for game in sorted(paired.games, key=lambda g: (g.black is None and not bracket, g.board)):
        if game.leg > 1:
            continue
        if game.black is not None or game.kind not in asked:
            seated.append(game)
        elif status(_field(transaction), game.white, held.number) is None:
            number = -game.white if event.settings.boards else game.white
            _restate(transaction, Status(number, PlayerChange.ABSENT, held.number, held.number, game.kind))
    pairs = tuple((g.white, g.black or 0) for g in seated)
    told = acts.PairAct(round=held.number, system=event.settings.system, pairs=pairs, manual=True)
    transaction.act(told, _BROUGHT)
    boards = [g.board for g in seated]
    if event.settings.boards:
        lines = [_line_up(transaction, event, held, match, table) for table, match in enumerate(seated, 1)]
        boards = [board for line in lines for board in line]
    new = {board: place for place, board in enumerate(boards, 1)}
    games = sorted((g for g in held.games if g.board in new), key=lambda g: max(g.leg, event.settings.games))
    results: list[acts.Act] = []
    for game in games:
        if game.leg > event.settings.games and game.black is not None:
            transaction.act_all(results)
            results.clear()
            _play_on(transaction, event, held, game, new[game.board])
        if game.black is not None and game.white_mark is not None and game.kind is not Kind.ANNULLED:
            results.append(_result(game, new[game.board]))
    transaction.act_all(results)
    if all(g.is_over for g in games) and held.number < event.played_rounds:
        transaction.act(acts.CloseAct(round=held.number))


def _result(game: RoundGame, board: int) -> acts.ResultAct:
    return acts.ResultAct(
        round=game.round,
        board=board,
        leg=game.leg,
        white=game.white_mark,
        black=game.black_mark,
        kind=game.kind,
        was="none",
    )


def _play_on(transaction: EventTransaction, event: Event, held: Round, game: RoundGame, board: int) -> None:
    """Add a game to a match that was played on, with the one after it where both count whoever is ahead.

    Where teams play, one game at each of its boards.
    """
    told = transaction.log.event.round(held.number)
    if told is not None and any(g.board == board and g.leg == game.leg for g in told.games):
        return
    legs = [g for g in held.games if g.board == game.board and g.leg > game.leg]
    both = bool(legs) and _is_ahead(event, held, game)
    last = legs[0] if both else game
    act = acts.ExtraAct(
        round=held.number,
        board=board,
        games=2 if both else UNSET,
        draw_for=last.draw_for or UNSET,
        rated=UNSET if last.rated else False,
    )
    transaction.act(act, _BROUGHT)


def _is_ahead(event: Event, held: Round, game: RoundGame) -> bool:
    """Tell whether the games of a play-off up to this one have put somebody ahead; they were level before."""
    if not event.settings.boards:
        return game.white_mark is not GameMark.DRAW
    whole = [g for g in held.games if g.match == game.match and g.leg <= game.leg]
    sofar = as_teams(replace(event, rounds=(structs.replace(held, games=tuple(whole)),))).rounds[0].games[0]
    return sofar.white_mark is not GameMark.DRAW


def _line_up(
    transaction: EventTransaction, event: Event, held: Round, match: RoundGame, table: int
) -> list[int]:
    """Seat the players of a match as the file has them; return its boards."""
    games = [g for g in held.games if g.match == match.board and g.leg == 1]
    if match.black is None:
        return [g.board for g in games]
    seen = next(g for g in (_field(transaction).rounds[-1]).games if g.board == table)
    white = next(t for t in event.teams if t.number == seen.white)
    black = next(t for t in event.teams if t.number == seen.black)
    seats = [[_seat(g, team) for g in games] for team in (white, black)]
    act = acts.LineUpAct(round=held.number, table=table, white=tuple(seats[0]), black=tuple(seats[1]))
    transaction.act(act, _BROUGHT)
    sitting = [g for g in transaction.log.event.rounds[-1].games if g.match == table and g.leg == 1]
    for game, now in zip(games, sorted(sitting, key=lambda g: g.board), strict=True):
        if game.black is not None and game.white != now.white:
            transaction.act(acts.TurnAct(round=held.number, board=now.board), _BROUGHT)
    return [g.board for g in games]


def _seat(game: RoundGame, team: Team) -> int:
    return next((n for n in (game.white, game.black) if n in team.members), 0) or 0
