"""The ratings of an event: line by line, promotions, a commission's decisions, files for the federation."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.rating.report import as_data
from damiera.service.identity import Visitor
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.rulings import override, put_slots
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language, page
from damiera.web.common.parts import app_of
from damiera.web.tournament.ratings import rated, rating_facts, rating_file
from damiera.web.tournament.requests import arbiter, file_answer, number_of, posting, status_of
from damiera.web.tournament.view import head_facts

__all__ = ["ROUTES"]

WAYS = ("rubele", "fide", "glicko")
USUAL_K = 20


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
    lang, query, app = language(request), request.query_params, app_of(request)
    by = query.get("by", "rubele")
    by = by if by in WAYS else "rubele"
    wanted, k = query.get("edition", ""), min(whole(query.get("k")) or USUAL_K, 400)
    opened = whole(query.get("row"))
    try:
        facts = await app.database.read(rating_facts, live, lang, by, wanted, k, opened)
    except DamieraError as error:
        wrong = wrong or error
        facts = await app.database.read(rating_facts, live, lang, "fide", "", k, opened)
        facts |= {"by": "rubele", "rows": []}
    return page(
        request,
        "tournament/ratings.html",
        status=status_of(wrong) if request.method == "POST" else 200,
        head=head_facts(live, lang),
        tab="ratings",
        rate=facts,
        fields=fields or {},
        wrong=wrong.text(lang) if wrong else "",
    )


async def rating_files(request: Request) -> Response:
    """Give a table of the ratings, or all of it as data."""
    live, _ = await arbiter(request)
    lang, app, wanted = language(request), app_of(request), request.query_params.get("edition", "")
    what = request.path_params["what"]
    if what == "report.json":
        report = await app.database.read(rated, live, wanted)
        text = msgspec.json.format(msgspec.json.encode(as_data(report, lang)), indent=2).decode()
        return file_answer(text, f"{live.id}-ratings.json", "application/json")
    table = await app.database.read(rating_file, live, lang, what.removesuffix(".csv"), wanted)
    if table is None:
        raise HTTPException(404)
    return file_answer("\ufeff" + table, f"{live.id}-{what}")


def _override(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    number = number_of(fields.get("player", ""), "player")
    author = "" if fields.get("do") == "lift" else fields.get("author", "") or "?"
    return tournaments.change(live.id, who, override(number, author, fields.get("reason", "")))


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
