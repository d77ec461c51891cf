"""Prints of an event as PDF: lists for the wall to anybody, what has personal facts to its arbiters."""

from __future__ import annotations

from base64 import b64decode
from datetime import datetime
from functools import partial
from typing import Final

from anyio import to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.messages import Lang, Message, languages
from damiera.paper.logo import LARGEST_LOGO, logo_png
from damiera.paper.prints import KINDS, PrintError
from damiera.paper.prints.of_event import PrintChoices, event_pdf
from damiera.service.errors import BadTerms, NotYours
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.screens import show_logo
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language
from damiera.web.common.parts import app_of
from damiera.web.tournament.forms import numbered
from damiera.web.tournament.requests import (
    arbiter,
    followed_at,
    look,
    sent,
    server_address,
    show_event,
    status_of,
)
from damiera.web.tournament.views.phones import report_address
from damiera.web.tournament.views.prints import is_reached, not_yet_printed, prints_page

__all__ = ["ROUTES"]

PUBLIC: Final = frozenset({"form", "pairings", "names", "standings", "crosstable"})
_MOST_PRIZES: Final = 99
_LONGEST_LINE: Final = 120
_ARBITERS = Message("This print is for the arbiters of the event.")
_NO_FILE = Message("Choose a file.")
_IN_GROUPS = Message("This event is played in groups: each group has its own prints.")


async def prints(request: Request) -> Response:
    """Show all prints of an event, and what can be chosen for them."""
    live, _ = await arbiter(request)
    round = whole(request.query_params.get("round"))
    return show_event(request, prints_page(live, language(request), round, server_address(request)))


async def marked(request: Request) -> Response:
    """Take a file as the logo of the event, or take the logo away."""
    live, visitor = await arbiter(request)
    app = app_of(request)
    try:
        fields, data = await sent(request, most=LARGEST_LOGO)
        gone = fields.get("do") == "remove"
        if not (data or gone):
            raise BadTerms("file", _NO_FILE)
        picture = b"" if gone else await to_thread.run_sync(logo_png, data)
        await app.database.write(app.tournaments.change, live.row.id, visitor, show_logo(picture))
    except NotYours:
        raise
    except DamieraError as error:
        view = prints_page(live, language(request), None, server_address(request), error)
        return show_event(request, view, status=status_of(error))
    return RedirectResponse(f"/hall/{live.id}/print#how-5", 303)


async def logo(request: Request) -> Response:
    """Give the logo of the event to anybody: it is on lists that anybody may print."""
    live, _ = await look(request)
    picture = live.whole.state.logo
    if not picture:
        raise HTTPException(404)
    return Response(b64decode(picture), media_type="image/png", headers={"Cache-Control": "no-cache"})


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
    Route("/hall/{id}/logo.png", logo),
    Route("/hall/{id}/print", prints),
    Route("/hall/{id}/print", marked, methods=["POST"]),
    Route("/hall/{id}/print/{what}.pdf", printed),
]
