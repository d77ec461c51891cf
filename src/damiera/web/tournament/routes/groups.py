"""Groups: the field proposed by Elo, moved by hand, and made into events of their own."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.service.identity import Visitor
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.groups import (
    dissolve_groups,
    final_called,
    make_final,
    make_groups,
    written_groups,
)
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language
from damiera.web.tournament.forms import MOST_ROUNDS, numbered, read_final, read_group_rounds
from damiera.web.tournament.requests import arbiter, posting, show_event, status_of
from damiera.web.tournament.views.groups import ProposalWanted, groups_page

__all__ = ["ROUTES"]

MOST_GROUPS = 12


async def groups(request: Request) -> Response:
    """Show how the field would be split, and each player's group to be changed."""
    live, _ = await arbiter(request)
    return _shown(request, live, dict(request.query_params))


def _shown(
    request: Request, live: LiveEvent, fields: Mapping[str, str], wrong: DamieraError | None = None
) -> Response:
    wanted = ProposalWanted(
        groups=whole(fields.get("groups")) or None,
        rounds=whole(fields.get("rounds")) or None,
        provincials={"yes": True, "no": False}.get(fields.get("provincials", "")),
        national=fields.get("national") == "yes",
    )
    heads = [(name, whole(rounds) or 0) for name, rounds in read_group_rounds(fields, MOST_GROUPS)]
    typed = written_groups(live, heads, _places(live, fields))
    view = groups_page(live, language(request), wanted, typed, fields=fields, wrong=wrong)
    return show_event(request, view, status=status_of(wrong))


def _places(live: LiveEvent, fields: Mapping[str, str]) -> dict[int, int]:
    """Return the place of each player's group among the groups of a form."""
    return {p.number: whole(fields.get(f"g{p.number}")) or 0 for p in live.event.players}


def _make(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    if fields.get("do") == "dissolve":
        return tournaments.change(live.id, who, dissolve_groups())
    if fields.get("do") == "final":
        form = read_final(fields)
        wanted = final_called(form.final, form.first, form.last, form.system)
        return tournaments.change(live.id, who, make_final(wanted))
    heads = [
        (name, numbered(rounds, f"rounds{place}", MOST_ROUNDS))
        for place, (name, rounds) in enumerate(read_group_rounds(fields, MOST_GROUPS), 1)
    ]
    groups = written_groups(live, heads, _places(live, fields))
    seen = numbered(fields.get("seen", ""), "seen")
    return tournaments.change(live.id, who, make_groups(groups), seen=seen)


async def _again(
    request: Request, live: LiveEvent, error: DamieraError, fields: Mapping[str, str]
) -> Response:
    return _shown(request, live, fields, error)


def _to_groups(live: LiveEvent, fields: Mapping[str, str]) -> str:
    made = live.groups[-1:]
    return f"/hall/{made[0].id}" if fields.get("do") == "final" and made else f"/hall/{live.id}/groups"


ROUTES: list[BaseRoute] = [
    Route("/hall/{id}/groups", groups),
    Route("/hall/{id}/groups", posting(_make, _to_groups, _again), methods=["POST"]),
]
