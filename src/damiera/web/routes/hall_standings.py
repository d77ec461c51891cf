"""Standings of an event, to anybody."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from damiera.web.halldoor import (
    asked,
    look,
)
from damiera.web.hallstand import standing_facts
from damiera.web.hallview import head_facts
from damiera.web.house import house_of
from damiera.web.pages import language, page

__all__ = ["ROUTES"]


async def standings(request: Request) -> Response:
    """Show the standing after a round, to anybody."""
    live, visitor = await look(request)
    lang, query, house = language(request), request.query_params, house_of(request)
    by = query.get("by", "all")
    facts = await house.database.read(
        standing_facts,
        live,
        lang,
        after=asked(query.get("after")),
        by=by if by in ("all", "category", "club", "province", "women") else "all",
        opened=asked(query.get("row")),
    )
    return page(
        request,
        "hall_standings.html",
        head=head_facts(live, lang),
        tab="standings",
        arbiter=live.is_arbiter(visitor.id if visitor else None),
        stand=facts,
    )


ROUTES: list[BaseRoute] = [
    Route("/hall/{id}/standings", standings),
]
