"""Files of an event."""

from __future__ import annotations

from typing import Literal

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from damiera.messages import known_language
from damiera.service.tournament.files import (
    log_file,
    players_table,
    players_workbook,
    report_file,
    standings_table,
    standings_workbook,
)
from damiera.service.tournament.publication import calendar_file, event_feed
from damiera.web.common.pages import language
from damiera.web.common.parts import app_of
from damiera.web.tournament.requests import arbiter, file_answer, look
from damiera.web.tournament.views.site import site_archive

__all__ = ["ROUTES"]

_WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


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


async def players_xlsx(request: Request) -> Response:
    """Give the list of players as a workbook."""
    live, _ = await arbiter(request)
    data = await app_of(request).database.read(players_workbook, live, language(request))
    return file_answer(data, f"{live.id}-players.xlsx", _WORKBOOK)


async def standings_xlsx(request: Request) -> Response:
    """Give the standing with its crosstable as a workbook."""
    live, _ = await look(request)
    data = await app_of(request).database.read(standings_workbook, live, language(request))
    return file_answer(data, f"{live.id}-standings.xlsx", _WORKBOOK)


async def whole_log(request: Request) -> Response:
    """Give the whole event as one file: its log, line by line, with its seals."""
    live, _ = await arbiter(request)
    return file_answer(log_file(live), f"{live.id}.damiera", "application/x-ndjson")


async def site(request: Request) -> Response:
    """Give the site of the event as a zip of plain files, to its arbiters: to be put on any web space."""
    live, _ = await arbiter(request)
    data = await app_of(request).database.read(site_archive, live, language(request))
    return file_answer(data, f"{live.row.id}-site.zip", "application/zip")


async def feed(request: Request) -> Response:
    """Give what other programs read of the event, to anybody; in the language of `?lang=`, or theirs."""
    live, _ = await look(request)
    lang = known_language(request.query_params.get("lang", "")) or language(request)
    data = await app_of(request).database.read(event_feed, live, lang)
    headers = {
        "Cache-Control": "no-cache",
        "Access-Control-Allow-Origin": "*",
        "Content-Language": lang,
        "Vary": "Cookie, Accept-Language",
    }
    return Response(data, media_type="application/json", headers=headers)


async def calendar(request: Request) -> Response:
    """Give the timetable of the event as a calendar file, to anybody."""
    live, _ = await look(request)
    return file_answer(
        calendar_file(live, language(request)), f"{live.row.id}.ics", "text/calendar; charset=utf-8"
    )


ROUTES: list[BaseRoute] = [
    Route("/hall/{id}/event.damiera", whole_log),
    Route("/hall/{id}/event.ics", calendar),
    Route("/hall/{id}/event.json", feed),
    Route("/hall/{id}/event.trf", trf),
    Route("/hall/{id}/players.csv", players_csv),
    Route("/hall/{id}/players.xlsx", players_xlsx),
    Route("/hall/{id}/site.zip", site),
    Route("/hall/{id}/standings.csv", standings_csv),
    Route("/hall/{id}/standings.xlsx", standings_xlsx),
]
