"""Files of an event."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from damiera.tournament.crosstable import crosstable_csv, square_csv
from damiera.tournament.log import dump
from damiera.tournament.model import System
from damiera.tournament.players_csv import write_players
from damiera.tournament.standings import standing
from damiera.tournament.trf.write import Version, write_trf
from damiera.web.common.pages import language
from damiera.web.common.parts import app_of
from damiera.web.tournament.requests import arbiter, file_answer, look
from damiera.web.tournament.standings import standing_now

__all__ = ["ROUTES"]


async def trf(request: Request) -> Response:
    """Give the event as a report file, to its arbiters: it holds cards and dates of birth."""
    live, _ = await arbiter(request)
    app = app_of(request)
    version: Version = "trf16" if request.query_params.get("version") == "16" else "trf26"
    alone = standing(live.event) if live.event.settings.boards else standing_now(live)
    ranks = {r.number: r.technical for r in alone.rows if r.technical}
    text = await app.database.read(write_trf, live.event, version, ranks=ranks)
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
    table = square_csv if live.event.settings.system is System.ROUND_ROBIN else crosstable_csv
    text = table(live.field, standing_now(live), language(request))
    return file_answer("\ufeff" + text, f"{live.id}-standings.csv")


async def log_file(request: Request) -> Response:
    """Give the whole event as one file: its log, line by line, with its seals."""
    live, _ = await arbiter(request)
    return file_answer(dump(live.log), f"{live.id}.damiera", "application/x-ndjson")


ROUTES: list[BaseRoute] = [
    Route("/hall/{id}/event.damiera", log_file),
    Route("/hall/{id}/event.trf", trf),
    Route("/hall/{id}/players.csv", players_csv),
    Route("/hall/{id}/standings.csv", standings_csv),
]
