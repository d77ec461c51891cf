"""Files and prints of an event."""

from __future__ import annotations

from datetime import datetime

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from damiera.game.openings import deck
from damiera.tournament.crosstable import crosstable_csv
from damiera.tournament.log import dump
from damiera.tournament.players_csv import write_players
from damiera.tournament.standings import standing
from damiera.tournament.trf.write import Version, write_trf
from damiera.web.halldoor import (
    arbiter,
    asked,
    file_answer,
    followed_at,
    look,
)
from damiera.web.hallstand import standing_now
from damiera.web.house import house_of
from damiera.web.pages import language
from damiera.web.prints import KINDS, Ballot, pdf

__all__ = ["ROUTES"]


async def trf(request: Request) -> Response:
    """Give the event as a report file, to its arbiters: it holds cards and dates of birth."""
    live, _ = await arbiter(request)
    house = house_of(request)
    version: Version = "trf16" if request.query_params.get("version") == "16" else "trf26"
    alone = standing(live.event) if live.event.settings.boards else standing_now(live)
    ranks = {r.number: r.technical for r in alone.rows if r.technical}
    text = await house.database.read(write_trf, live.event, version, ranks=ranks)
    return file_answer(text, f"{live.id}.trf", "text/plain; charset=utf-8")


async def players_csv(request: Request) -> Response:
    """Give the list of players as a table."""
    live, _ = await arbiter(request)
    return file_answer(
        "\ufeff" + write_players(live.event.players, language(request)), f"{live.id}-players.csv"
    )


async def standings_csv(request: Request) -> Response:
    """Give the standing with its crosstable as a table."""
    live, _ = await look(request)
    text = crosstable_csv(live.field, standing_now(live), language(request))
    return file_answer("\ufeff" + text, f"{live.id}-standings.csv")


async def log_file(request: Request) -> Response:
    """Give the whole event as one file: its log, line by line, with its seals."""
    live, _ = await arbiter(request)
    return file_answer(dump(live.log), f"{live.id}.damiera", "application/x-ndjson")


async def printed(request: Request) -> Response:
    """Give a list, cards, slips, sheets or certificates as PDF."""
    live, _ = await arbiter(request)
    what, query = request.path_params["what"], request.query_params
    if what not in KINDS:
        raise HTTPException(404)
    lang, house = language(request), house_of(request)
    number = asked(query.get("round")) or 0
    drawn = live.ballots.get(number or live.event.played_rounds)
    ballot = None
    if drawn is not None:
        chosen = deck(drawn.deck)
        ballot = Ballot(chosen.opening(drawn.number), chosen.id, drawn.seed)
    data = await house.database.read(
        pdf,
        live.event,
        what,
        lang,
        number=number if live.event.round(number) else 0,
        paper="A3" if query.get("paper") == "A3" else "A4",
        printed=datetime.now(),
        address=followed_at(request, live),
        drawn=ballot,
        rules=live.rules,
    )
    headers = {"Content-Disposition": f'inline; filename="{live.id}-{what}.pdf"', "Cache-Control": "no-store"}
    return Response(data, media_type="application/pdf", headers=headers)


ROUTES: list[BaseRoute] = [
    Route("/hall/{id}/print/{what}.pdf", printed),
    Route("/hall/{id}/event.damiera", log_file),
    Route("/hall/{id}/event.trf", trf),
    Route("/hall/{id}/players.csv", players_csv),
    Route("/hall/{id}/standings.csv", standings_csv),
]
