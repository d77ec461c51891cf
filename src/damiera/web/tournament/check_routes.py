"""The independent check of every round, ours or brought in from another program."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from damiera.messages import Lang
from damiera.service.tournament.event import LiveEvent
from damiera.tournament.check import check_event
from damiera.web.common.pages import language, page
from damiera.web.common.parts import app_of
from damiera.web.tournament.requests import arbiter
from damiera.web.tournament.view import head_facts

__all__ = ["ROUTES"]


async def check(request: Request) -> Response:
    """Show what the check says of every round."""
    live, _ = await arbiter(request)
    lang, app = language(request), app_of(request)
    rounds = await app.database.read(_judged, live, lang)
    return page(
        request,
        "tournament/check.html",
        head=head_facts(live, lang),
        tab="log",
        rounds=rounds,
        errors=sum(r["errors"] for r in rounds),
        brought=request.query_params.get("brought") == "1",
    )


def _judged(live: LiveEvent, lang: Lang) -> list[dict[str, Any]]:
    return [
        {
            "number": verdict.round,
            "boards": verdict.boards,
            "gaps": verdict.gaps,
            "least": verdict.least,
            "clashes": verdict.clashes,
            "errors": sum(f.gravity == "error" for f in verdict.findings),
            "findings": [{"gravity": f.gravity, "said": f.text(lang)} for f in verdict.findings],
        }
        for verdict in check_event(live.field)
    ]


ROUTES: list[BaseRoute] = [Route("/hall/{id}/check", check)]
