"""Files of an event."""

from __future__ import annotations

from typing import Literal

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from damiera.service.tournament.files import log_file, players_table, report_file, standings_table
from damiera.web.common.pages import language
from damiera.web.common.parts import app_of
from damiera.web.tournament.requests import arbiter, file_answer, look

__all__ = ["ROUTES"]


async def trf(request: Request) -> Response:
    """Give the event as a report file, to its arbiters: it holds cards and dates of birth."""
    live, _ = await arbiter(request)
    version: Literal["trf16", "trf26"] = "trf16" if request.query_params.get("version") == "16" else "trf26"
    text = await app_of(request).database.read(report_file, live, version)
    return file_answer(text, f"{live.id}.trf", "text/plain; charset=utf-8")


async def players_csv(request: Request) -> Response:
    """Give the list of players as a table."""
    live, _ = await arbiter(request)
    return file_answer("\ufeff" + players_table(live, language(request)), f"{live.id}-players.csv")


async def standings_csv(request: Request) -> Response:
    """Give the standing with its crosstable as a table."""
    live, _ = await look(request)
    return file_answer("\ufeff" + standings_table(live, language(request)), f"{live.id}-standings.csv")


async def whole_log(request: Request) -> Response:
    """Give the whole event as one file: its log, line by line, with its seals."""
    live, _ = await arbiter(request)
    return file_answer(log_file(live), f"{live.id}.damiera", "application/x-ndjson")


ROUTES: list[BaseRoute] = [
    Route("/hall/{id}/event.damiera", whole_log),
    Route("/hall/{id}/event.trf", trf),
    Route("/hall/{id}/players.csv", players_csv),
    Route("/hall/{id}/standings.csv", standings_csv),
]
