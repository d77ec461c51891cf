"""Titles and prizes of an event: shown to anybody, offered by its arbiters."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.service.identity import Visitor
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.event import EventAwards, LiveEvent, PrizeOffered
from damiera.service.tournament.rights import Right
from damiera.service.tournament.titles import MOST_PRIZES, offer
from damiera.web.common.forms import ROOF
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language
from damiera.web.common.parts import app_of
from damiera.web.tournament.forms import numbered
from damiera.web.tournament.requests import look, posting, show_event, status_of
from damiera.web.tournament.views.titles import titles_page

__all__ = ["ROUTES"]

MOST_PLACE: Final = 999


async def titles(request: Request) -> Response:
    """Show titles and prizes to anybody; with `propose=1` the prizes as the announcement makes them."""
    live, _ = await look(request)
    return await _shown(request, live)


async def _shown(
    request: Request, live: LiveEvent, wrong: DamieraError | None = None, typed: EventAwards | None = None
) -> Response:
    reader = request.state.reader
    view = await app_of(request).database.read(
        partial(
            titles_page,
            live,
            language(request),
            arbiter=reader.runs,
            may_change=reader.role == "arbiter" and not live.over,
            propose=request.query_params.get("propose") == "1",
            typed=typed,
            wrong=wrong,
        )
    )
    return show_event(request, view, status=status_of(wrong))


def _awards(fields: Mapping[str, str], *, kindly: bool = False) -> EventAwards:
    """Return the prizes of a form; a line without a classification is left out.

    Raises:
        BadTerms: for a number that is none, unless it is read `kindly`, to be shown again.
    """

    def count(name: str, most: int = ROOF) -> int:
        word = fields.get(name, "").replace(".", "").strip()
        return (whole(word, 6) or 0) if kindly else numbered(word, name, most) if word else 0

    return EventAwards(
        prizes=tuple(
            PrizeOffered(
                fields[f"of{at}"],
                count(f"place{at}", MOST_PLACE),
                " ".join(fields.get(f"what{at}", "").split())[:120],
                count(f"value{at}"),
            )
            for at in range(1, MOST_PRIZES + 1)
            if fields.get(f"of{at}")
        ),
        single=fields.get("single") == "yes",
        share="equal" if fields.get("share") == "equal" else "technical",
        clubs_by="places" if fields.get("clubs_by") == "places" else "points",
    )


def _offer(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    seen = numbered(fields.get("seen", ""), "seen")
    return tournaments.change(live.id, who, offer(_awards(fields)), seen=seen, right=Right.LEAD)


async def _again(
    request: Request, live: LiveEvent, error: DamieraError, fields: Mapping[str, str]
) -> Response:
    return await _shown(request, live, error, _awards(fields, kindly=True))


def _to_titles(live: LiveEvent, _fields: Mapping[str, str]) -> str:
    return f"/hall/{live.id}/titles"


ROUTES: list[BaseRoute] = [
    Route("/hall/{id}/titles", titles),
    Route("/hall/{id}/titles", posting(_offer, _to_titles, _again, right=Right.LEAD), methods=["POST"]),
]
