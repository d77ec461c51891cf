"""The teams of an event: their players in the order of the boards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.messages import Lang
from damiera.service.errors import BadTerms
from damiera.service.identity import Visitor
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.teams import club_teams, put_team, team_leaves
from damiera.tournament.model import Team, status
from damiera.web.common.pages import language, page
from damiera.web.tournament.by_hand import said_name, someone
from damiera.web.tournament.requests import arbiter, number_of, posting, status_of
from damiera.web.tournament.view import head_facts
from damiera.web.tournament.words import CHANGES

__all__ = ["ROUTES"]

RESERVES = 2


async def teams(request: Request) -> Response:
    """Show the teams."""
    live, _ = await arbiter(request)
    return _page(request, live)


def _page(
    request: Request,
    live: LiveEvent,
    wrong: DamieraError | None = None,
    fields: Mapping[str, str] | None = None,
) -> Response:
    lang, event = language(request), live.event
    taken = {n for t in event.teams for n in t.members}
    boards = event.settings.boards or 4
    return page(
        request,
        "tournament/teams.html",
        status=status_of(wrong),
        head=head_facts(live, lang),
        tab="teams",
        teams=[
            _row(live, team, lang, boards, fields or {})
            for team in sorted(event.teams, key=lambda t: t.number)
        ],
        free=[said_name(p) for p in event.players if p.number not in taken],
        people=[said_name(p) for p in event.players],
        boards=event.settings.boards,
        seats=range(1, boards + RESERVES + 1),
        fields=fields or {},
        wrong=wrong.text(lang) if wrong else "",
        field=getattr(wrong, "field", ""),
    )


def _row(live: LiveEvent, team: Team, lang: Lang, boards: int, fields: Mapping[str, str]) -> dict[str, Any]:
    event = live.event
    mine = fields.get("number") == str(team.number)
    typed = [fields.get(f"seat{n}", "") for n in range(1, boards + RESERVES + 1)] if mine else []
    held = status(live.field, team.number, event.played_rounds + 1) if event.settings.boards else None
    members = [event.player(n) for n in team.members]
    return {
        "team": team,
        "members": members,
        "said": typed or [said_name(p) for p in members] + [""] * max(0, boards + RESERVES - len(members)),
        "name": fields.get("name", team.name) if typed else team.name,
        "short": len(members) < boards,
        "away": CHANGES[held.change].text(lang) if held else "",
    }


def _put(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    match fields.get("do"):
        case "clubs":
            return tournaments.change(live.id, who, club_teams())
        case "leave":
            gone = number_of(fields.get("number", ""), "number")
            return tournaments.change(live.id, who, team_leaves(gone, fields.get("reason", "")))
        case _:
            pass
    number = number_of(fields["number"], "number") if fields.get("number") else None
    members = []
    for seat in range(1, 31):
        try:
            found = someone(fields.get(f"seat{seat}", ""), live.event.players, f"seat{seat}")
        except BadTerms as error:
            raise BadTerms("members", error.message) from None
        if found is not None:
            members.append(found)
    seen = number_of(fields["seen"], "seen") if fields.get("seen") else None
    step = put_team(number, fields.get("name", ""), members, fields.get("club", ""), seen=seen)
    return tournaments.change(live.id, who, step)


async def _again(
    request: Request, live: LiveEvent, error: DamieraError, fields: Mapping[str, str]
) -> Response:
    return _page(request, live, error, fields)


def _to_teams(live: LiveEvent, _fields: Mapping[str, str]) -> str:
    return f"/hall/{live.id}/teams"


ROUTES: list[BaseRoute] = [
    Route("/hall/{id}/teams", teams),
    Route("/hall/{id}/teams", posting(_put, _to_teams, _again), methods=["POST"]),
]
