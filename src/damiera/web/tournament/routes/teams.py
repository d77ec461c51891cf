"""The teams of an event: their players in the order of the boards."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.service.errors import BadTerms
from damiera.service.identity import Visitor
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.by_hand import someone
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.teams import club_teams, put_team, team_leaves
from damiera.service.tournament.teams import line_up as line_up_step
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language
from damiera.web.tournament.forms import read_line_up, read_number, read_team
from damiera.web.tournament.requests import arbiter, posting, show_event, status_of
from damiera.web.tournament.views.head import EventPage
from damiera.web.tournament.views.line_up import line_up_page
from damiera.web.tournament.views.teams import teams_page

__all__ = ["ROUTES"]

MOST_SEATS = 30


async def teams(request: Request) -> Response:
    """Show the teams."""
    live, _ = await arbiter(request)
    return show_event(request, teams_page(live, language(request), fields={}))


def _put(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    match fields.get("do"):
        case "clubs":
            return tournaments.change(live.id, who, club_teams())
        case "leave":
            gone = read_number(fields)
            return tournaments.change(live.id, who, team_leaves(gone.number, gone.reason))
        case _:
            pass
    form = read_team(fields)
    members = []
    for seat in range(1, MOST_SEATS + 1):
        try:
            found = someone(fields.get(f"seat{seat}", ""), live.event.players, f"seat{seat}")
        except BadTerms as error:
            raise BadTerms("members", error.message) from None
        if found is not None:
            members.append(found)
    step = put_team(form.number, form.name, members, form.club, seen=form.seen)
    return tournaments.change(live.id, who, step)


async def _again(
    request: Request, live: LiveEvent, error: DamieraError, fields: Mapping[str, str]
) -> Response:
    view = teams_page(live, language(request), fields=fields, wrong=error)
    return show_event(request, view, status=status_of(error))


async def line_up(request: Request) -> Response:
    """Show who plays at a table."""
    live, _ = await arbiter(request)
    return _line_up_page(request, live, request.query_params, {})


def _line_up_page(
    request: Request,
    live: LiveEvent,
    asked: Mapping[str, str],
    fields: Mapping[str, str],
    wrong: DamieraError | None = None,
) -> Response:
    """Show the form of a match, or the teams with what is wrong where there is no such match."""
    round, table = (whole(asked.get(name)) or 0 for name in ("round", "table"))
    lang = language(request)
    try:
        view: EventPage = line_up_page(live, lang, round, table, fields=fields, wrong=wrong)
    except DamieraError as error:
        wrong = error
        view = teams_page(live, lang, fields={}, wrong=error)
    return show_event(request, view, status=status_of(wrong))


def _line_up(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    form = read_line_up(fields)
    sides = [
        tuple(whole(fields.get(f"{side}{n}")) or 0 for n in range(1, live.event.settings.boards + 1))
        for side in ("white", "black")
    ]
    step = line_up_step(form.round, form.table, sides[0], sides[1], form.reason)
    return tournaments.change(live.id, who, step, seen=form.seen)


async def _line_up_again(
    request: Request, live: LiveEvent, error: DamieraError, fields: Mapping[str, str]
) -> Response:
    return _line_up_page(request, live, fields, fields, error)


def _to_desk(live: LiveEvent, _fields: Mapping[str, str]) -> str:
    return f"/hall/{live.id}"


def _to_teams(live: LiveEvent, _fields: Mapping[str, str]) -> str:
    return f"/hall/{live.id}/teams"


ROUTES: list[BaseRoute] = [
    Route("/hall/{id}/lineup", line_up),
    Route("/hall/{id}/lineup", posting(_line_up, _to_desk, _line_up_again), methods=["POST"]),
    Route("/hall/{id}/teams", teams),
    Route("/hall/{id}/teams", posting(_put, _to_teams, _again), methods=["POST"]),
]
