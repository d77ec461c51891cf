"""Standings, crosstables and play-offs of an event, to anybody."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.service.identity import Visitor
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.rulings import playoff
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language
from damiera.web.common.parts import app_of
from damiera.web.tournament.forms import numbered
from damiera.web.tournament.requests import look, posting, show_event, status_of, wanted_of
from damiera.web.tournament.views.crosstable import crosstable_page
from damiera.web.tournament.views.standings import standings_page

__all__ = ["ROUTES"]


async def standings(request: Request) -> Response:
    """Show the standing after a round, to anybody."""
    live, visitor = await look(request)
    return await _standings_page(request, live, live.is_arbiter(visitor.id if visitor else None))


async def _standings_page(
    request: Request, live: LiveEvent, is_arbiter: bool, wrong: DamieraError | None = None
) -> Response:
    lang, query, app = language(request), request.query_params, app_of(request)
    view = await app.database.read(
        partial(
            standings_page,
            live,
            lang,
            arbiter=is_arbiter,
            after=whole(query.get("after")),
            by=query.get("by", "all"),
            wanted=wanted_of(query),
            wrong=wrong,
        )
    )
    return show_event(request, view, status=status_of(wrong))


async def crosstable(request: Request) -> Response:
    """Show the crosstable, the square or the bracket, to anybody."""
    live, visitor = await look(request)
    lang, who = language(request), visitor.id if visitor else None
    return show_event(request, await app_of(request).database.read(crosstable_page, live, lang, who))


async def _again(
    request: Request, live: LiveEvent, error: DamieraError, _fields: Mapping[str, str]
) -> Response:
    return await _standings_page(request, live, is_arbiter=True, wrong=error)


def _to_standings(live: LiveEvent, _fields: Mapping[str, str]) -> str:
    return f"/hall/{live.id}/standings"


def _playoff(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    """Write down, or take back, the order in which a play-off ended."""
    words = {
        name: fields.get(name, "") for n in range(1, len(live.event.players) + 1) if (name := f"place{n}")
    }
    order = [numbered(word, name) for name, word in words.items() if word.strip()]
    held = fields.get("held", "yes") == "yes"
    return tournaments.change(live.id, who, playoff(order, held=held, reason=fields.get("reason", "")))


ROUTES: list[BaseRoute] = [
    Route("/hall/{id}/standings", standings),
    Route("/hall/{id}/crosstable", crosstable),
    Route("/hall/{id}/playoff", posting(_playoff, _to_standings, _again), methods=["POST"]),
]
