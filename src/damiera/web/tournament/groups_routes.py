"""Groups: the field proposed by Elo, moved by hand, and made into events of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.messages import Lang, Message
from damiera.rating.categories import letters
from damiera.service.errors import BadTerms
from damiera.service.identity import Visitor
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.groups import (
    FinalWanted,
    GroupWanted,
    dissolve_groups,
    make_final,
    make_groups,
)
from damiera.tournament.groups import GroupProposal, propose
from damiera.tournament.model import System
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language, page
from damiera.web.tournament.requests import arbiter, number_of, posting, status_of
from damiera.web.tournament.view import head_facts
from damiera.web.tournament.words import SYSTEMS

__all__ = ["ROUTES"]

MOST_GROUPS = 12


async def groups(request: Request) -> Response:
    """Show how the field would be split, and each player's group to be changed."""
    live, _ = await arbiter(request)
    return await _page(request, live, dict(request.query_params))


async def _page(
    request: Request, live: LiveEvent, fields: Mapping[str, str], wrong: DamieraError | None = None
) -> Response:
    lang = language(request)
    proposal: GroupProposal | None = None
    refused = ""
    if not live.groups and "name1" not in fields:
        try:
            proposal = _proposed(live, fields)
        except DamieraError as error:
            refused = error.text(lang)
    parts = _parts(live, proposal, fields, lang)
    return page(
        request,
        "tournament/groups.html",
        status=status_of(wrong),
        head=head_facts(live, lang),
        tab="players",
        parts=parts,
        reasons=[r.text(lang) for r in proposal.reasons] if proposal else [],
        refused_by=refused,
        rows=_rows(live, parts),
        finals=[(s.value, SYSTEMS[s].text(lang)) for s in (System.ROUND_ROBIN, System.KNOCKOUT)],
        fields=fields,
        wrong=wrong.text(lang) if wrong else "",
    )


def _proposed(live: LiveEvent, fields: Mapping[str, str]) -> GroupProposal:
    apart = {"yes": True, "no": False}.get(fields.get("provincials", ""))
    return propose(
        live.event.players,
        groups=whole(fields.get("groups")) or None,
        rounds=whole(fields.get("rounds")) or None,
        provincials=apart,
        national=fields.get("national") == "yes",
    )


def _parts(
    live: LiveEvent, proposal: GroupProposal | None, fields: Mapping[str, str], lang: Lang
) -> list[dict[str, Any]]:
    """Return the groups of the page: as typed, or as proposed, or two halves where nothing is proposed."""
    if "name1" in fields:
        wanted = _wanted(live, fields, strict=False)
        return [{"name": g.name, "numbers": g.numbers, "rounds": g.rounds, "reason": ""} for g in wanted]
    if proposal is not None:
        return [
            {"name": g.name, "numbers": g.numbers, "rounds": g.rounds, "reason": g.reason.text(lang)}
            for g in proposal.groups
        ]
    ordered = [p.number for p in sorted(live.event.players, key=lambda p: (-p.elo, p.number))]
    half = (len(ordered) + 1) // 2
    rounds = live.announced.rounds or 5
    return [
        {"name": name, "numbers": tuple(numbers), "rounds": rounds, "reason": ""}
        for name, numbers in (("A", ordered[:half]), ("B", ordered[half:]))
    ]


def _rows(live: LiveEvent, parts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    place = {n: at for at, part in enumerate(parts, 1) for n in part["numbers"]}
    ordered = sorted(live.event.players, key=lambda p: (place.get(p.number, 99), -p.elo, p.number))
    return [{"player": p, "category": letters(p.category), "place": place.get(p.number, 0)} for p in ordered]


def _wanted(live: LiveEvent, fields: Mapping[str, str], *, strict: bool) -> list[GroupWanted]:
    """Return the groups of the form, players by Elo. Raises `BadTerms` for rounds that are no number."""
    out = []
    ordered = sorted(live.event.players, key=lambda p: (-p.elo, p.number))
    for at in range(1, MOST_GROUPS + 1):
        if f"name{at}" not in fields:
            break
        word = fields.get(f"rounds{at}", "")
        rounds = number_of(word, f"rounds{at}") if strict else whole(word) or 0
        numbers = tuple(p.number for p in ordered if fields.get(f"g{p.number}") == str(at))
        out.append(GroupWanted(fields[f"name{at}"], numbers, rounds))
    return out


def _final(fields: Mapping[str, str]) -> FinalWanted:
    try:
        system = System(fields.get("system", ""))
    except ValueError:
        raise BadTerms("system", Message("There is no such system.")) from None
    first, last = (number_of(fields.get(name, ""), name) for name in ("first", "last"))
    return FinalWanted(fields.get("final", ""), first, last, system)


def _make(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    if fields.get("do") == "dissolve":
        return tournaments.change(live.id, who, dissolve_groups())
    if fields.get("do") == "final":
        return tournaments.change(live.id, who, make_final(_final(fields)))
    return tournaments.change(
        live.id,
        who,
        make_groups(_wanted(live, fields, strict=True)),
        seen=number_of(fields.get("seen", ""), "seen"),
    )


async def _again(
    request: Request, live: LiveEvent, error: DamieraError, fields: Mapping[str, str]
) -> Response:
    return await _page(request, live, fields, error)


def _to_groups(live: LiveEvent, fields: Mapping[str, str]) -> str:
    made = live.groups[-1:]
    return f"/hall/{made[0].id}" if fields.get("do") == "final" and made else f"/hall/{live.id}/groups"


ROUTES: list[BaseRoute] = [
    Route("/hall/{id}/groups", groups),
    Route("/hall/{id}/groups", posting(_make, _to_groups, _again), methods=["POST"]),
]
