"""An event of a file told by acts, as if it had been run here."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Final

from damiera.messages import Message
from damiera.service.hall.announcing import only_changed
from damiera.service.hall.event import Announced, Appointment
from damiera.service.hall.sitting import Sitting
from damiera.tournament import acts
from damiera.tournament.errors import BadEvent
from damiera.tournament.model import Change, Event, Game, Kind, Round, Status, System, scores, status

__all__ = ["announced_of", "retold"]


def announced_of(event: Event) -> Announced:
    """Return what an event of a file announces."""
    settings = event.settings
    return Announced(
        event.name or "TRF",
        place=event.place,
        starts=event.starts,
        ends=event.ends,
        game=event.game,
        system=settings.system,
        rounds=0 if settings.system is System.KNOCKOUT else max(settings.rounds, event.played_rounds),
        time_control=event.time_control,
        arbiter=event.arbiter,
        scoring="1-½-0" if settings.scoring.halved else "2-1-0",
        timetable=tuple(Appointment(day, "", str(n)) for n, day in enumerate(event.dates, 1) if day),
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
_TEAMS: Final = Message("Team events cannot be brought in.")
_OTHER_POINTS: Final = Message(
    "The points of player {n} do not agree: {a} in the file, {b} by its rounds. Nothing was brought in."
)


def retold(sitting: Sitting, event: Event) -> None:
    """Tell an event by acts: players, who was away, rounds, results, who left."""
    if event.settings.boards or event.teams or event.settings.games > 1:
        raise BadEvent(_TEAMS)
    wanted = replace(event.settings, seed=sitting.log.event.settings.seed)
    changed = only_changed(
        sitting.log.event.settings, replace(wanted, rounds=sitting.log.event.settings.rounds)
    )
    if acts.given(changed):
        sitting.act(acts.Change(settings=changed))
    for player in event.players:
        sitting.act(acts.Enter.of(player))
    passing = (Change.LATE, Change.ABSENT)
    for away in event.statuses:
        if away.change in passing:
            _restate(sitting, away)
    for pair_ in event.forbidden:
        kept = {f.name: getattr(pair_, f.name) for f in fields(pair_)}
        sitting.act(acts.Forbid(**kept), pair_.reason)
    for given in event.accelerations:
        told = acts.Accelerate(player=given.player, points=given.points, first=given.first, last=given.last)
        sitting.act(told)
    for held in event.rounds:
        _retold_round(sitting, event, held)
    for gone in event.statuses:
        if gone.change not in passing:
            _restate(sitting, gone)
    before, now = scores(event), scores(sitting.log.event)
    said = event.settings.scoring.said
    for number, points in before.items():
        if now[number] != points:
            raise BadEvent(_OTHER_POINTS.format(n=number, a=said(points), b=said(now[number])))


def _restate(sitting: Sitting, away: Status) -> None:
    told = acts.Status(
        player=away.player,
        change=away.change,
        from_round=away.from_round,
        until_round=away.until_round,
        worth=away.worth,
    )
    sitting.act(told, away.reason or _BROUGHT)


def _retold_round(sitting: Sitting, event: Event, held: Round) -> None:
    asked = (Kind.FULL_BYE, Kind.HALF_BYE, Kind.ZERO_BYE)
    bracket = event.settings.system is System.KNOCKOUT  # whose rests have their place in it
    seated: list[Game] = []
    for game in sorted(held.games, key=lambda g: (g.black is None and not bracket, g.board)):
        if game.black is not None or game.kind not in asked:
            seated.append(game)
        elif status(sitting.log.event, game.white, held.number) is None:
            _restate(sitting, Status(game.white, Change.ABSENT, held.number, held.number, game.kind))
    pairs = tuple((g.white, g.black or 0) for g in seated)
    told = acts.Pair(round=held.number, system=event.settings.system, pairs=pairs, manual=True)
    sitting.act(told, _BROUGHT)
    for board, game in enumerate(seated, 1):
        if game.black is not None and game.white_mark is not None and game.kind is not Kind.ANNULLED:
            result = acts.Result(
                round=held.number,
                board=board,
                white=game.white_mark,
                black=game.black_mark,
                kind=game.kind,
                was="none",
            )
            sitting.act(result)
    if all(g.is_over for g in seated) and held.number < event.played_rounds:
        sitting.act(acts.Close(round=held.number))
