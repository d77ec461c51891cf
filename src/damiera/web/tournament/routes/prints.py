"""Prints of an event as PDF: lists for the wall to anybody, what has personal facts to its arbiters."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Final

from anyio import to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from damiera.messages import Lang, Message, languages
from damiera.paper.prints import KINDS, PrintError
from damiera.paper.prints.of_event import PrintChoices, event_pdf
from damiera.service.errors import BadTerms, NotYours
from damiera.service.tournament.event import LiveEvent
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language
from damiera.web.tournament.forms import numbered
from damiera.web.tournament.requests import arbiter, followed_at, look, server_address, show_event
from damiera.web.tournament.views.phones import report_address
from damiera.web.tournament.views.prints import is_reached, not_yet_printed, prints_page

__all__ = ["ROUTES"]

PUBLIC: Final = frozenset({"form", "pairings", "names", "standings", "crosstable"})
_MOST_PRIZES: Final = 99
_LONGEST_LINE: Final = 120
_ARBITERS = Message("This print is for the arbiters of the event.")
_IN_GROUPS = Message("This event is played in groups: each group has its own prints.")


async def prints(request: Request) -> Response:
    """Show all prints of an event, and what can be chosen for them."""
    live, _ = await arbiter(request)
    round = whole(request.query_params.get("round"))
    return show_event(request, prints_page(live, language(request), round, server_address(request)))


async def printed(request: Request) -> Response:
    """Return a print.

    In the address: `round`, `lang`, `paper=A3` for the wall, `time` when the round begins; for prizes `money`
    (whole euro, by place, with commas), `share=equal`, `places`, `medals=no`; for certificates `top`,
    `line` (words of one's own), `signed` (place and day beside the signatures).
    """
    live, visitor = await look(request)
    what = request.path_params["what"]
    if what not in KINDS:
        raise HTTPException(404)
    if live.groups and what in not_yet_printed(live):
        raise BadTerms("what", _IN_GROUPS)
    if what not in PUBLIC and not live.is_arbiter(visitor.id if visitor else None):
        raise NotYours(_ARBITERS)
    chosen = _chosen(request, live)
    try:
        data = await to_thread.run_sync(partial(event_pdf, live, _lang(request), what, chosen))
    except PrintError as error:
        raise BadTerms("what", error.message) from None
    headers = {"Content-Disposition": f'inline; filename="{live.id}-{what}.pdf"', "Cache-Control": "no-store"}
    return Response(data, media_type="application/pdf", headers=headers)


def _lang(request: Request) -> Lang:
    wanted = request.query_params.get("lang", "")
    return wanted if wanted in languages() else language(request)


def _chosen(request: Request, live: LiveEvent) -> PrintChoices:
    """Return what an address chooses. Raises `BadTerms` with the part of it that is wrong."""
    query, server = request.query_params, server_address(request)
    places = numbered(query["places"], "places") if query.get("places") else live.announced.prize_places
    sums = [numbered(word, "money") for word in query.get("money", "").split(",") if word.strip()]
    reached = is_reached(server)
    return PrintChoices(
        address=followed_at(request, live) if reached else "",
        link=partial(report_address, server, live.id) if reached and live.margin.reporting else None,
        line=" ".join(query.get("line", "").split())[:_LONGEST_LINE],
        signed=" ".join(query.get("signed", "").split())[:_LONGEST_LINE],
        round=numbered(query.get("round") or "0", "round"),
        paper="A3" if query.get("paper", "").upper() == "A3" else "A4",
        time=query.get("time", "")[:12],
        printed=datetime.now(),
        money=tuple(sums[:_MOST_PRIZES]),
        places=min(places, _MOST_PRIZES),
        share="equal" if query.get("share") == "equal" else "technical",
        medals=query.get("medals") != "no",
        top=numbered(query.get("top") or "0", "top"),
    )


ROUTES: list[BaseRoute] = [
    Route("/hall/{id}/print", prints),
    Route("/hall/{id}/print/{what}.pdf", printed),
]
