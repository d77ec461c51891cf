"""The ratings of an event: line by line, promotions, a commission's decisions, files for the federation."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.service.identity import Visitor
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.ratings import rating_data, rating_table
from damiera.service.tournament.rulings import override, put_slots
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language
from damiera.web.common.parts import app_of
from damiera.web.tournament.forms import read_rated_player
from damiera.web.tournament.requests import arbiter, file_answer, posting, show_event, status_of, wanted_of
from damiera.web.tournament.views.ratings import RatingMethod, ratings_page

__all__ = ["ROUTES"]

METHODS: Final[tuple[RatingMethod, ...]] = ("rubele", "fide", "glicko")
USUAL_K = 20
MOST_K = 400


async def ratings(request: Request) -> Response:
    """Show the ratings of an event to its arbiters."""
    live, _ = await arbiter(request)
    return await _page(request, live)


async def _page(
    request: Request,
    live: LiveEvent,
    wrong: DamieraError | None = None,
    fields: Mapping[str, str] | None = None,
) -> Response:
    query = request.query_params
    view = await app_of(request).database.read(
        partial(
            ratings_page,
            live,
            language(request),
            by=next((known for known in METHODS if known == query.get("by")), "rubele"),
            wanted=query.get("edition", ""),
            k=min(whole(query.get("k")) or USUAL_K, MOST_K),
            part=wanted_of(query),
            fields=fields or {},
            wrong=wrong,
        )
    )
    return show_event(request, view, status=status_of(wrong))


async def rating_files(request: Request) -> Response:
    """Give a table of the ratings, or all of it as data."""
    live, _ = await arbiter(request)
    lang, app, wanted = language(request), app_of(request), request.query_params.get("edition", "")
    what = request.path_params["what"]
    if what == "report.json":
        text = await app.database.read(rating_data, live, lang, wanted)
        return file_answer(text, f"{live.id}-ratings.json", "application/json")
    table = await app.database.read(rating_table, live, lang, what.removesuffix(".csv"), wanted)
    if table is None:
        raise HTTPException(404)
    return file_answer("\ufeff" + table, f"{live.id}-{what}")


def _override(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    form = read_rated_player(fields)
    author = "" if fields.get("do") == "lift" else form.author or "?"
    return tournaments.change(live.id, who, override(form.player, author, form.reason))


def _slots(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    return tournaments.change(live.id, who, put_slots(fields.get("slots", "")))


async def _again(
    request: Request, live: LiveEvent, error: DamieraError, fields: Mapping[str, str]
) -> Response:
    return await _page(request, live, error, fields)


def _to_ratings(live: LiveEvent, _fields: Mapping[str, str]) -> str:
    return f"/hall/{live.id}/ratings"


ROUTES: list[BaseRoute] = [
    Route("/hall/{id}/ratings", ratings),
    Route("/hall/{id}/ratings/override", posting(_override, _to_ratings, _again), methods=["POST"]),
    Route("/hall/{id}/ratings/slots", posting(_slots, _to_ratings, _again), methods=["POST"]),
    Route("/hall/{id}/ratings/{what}", rating_files),
]
