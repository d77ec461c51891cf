"""What is announced of an event, to anybody: when, what, how, for which prizes, and who took them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from damiera.messages import Lang, Message
from damiera.service.tournament.event import LiveEvent
from damiera.tournament.standings import prizes
from damiera.web.common.pages import language, page
from damiera.web.common.parts import app_of
from damiera.web.tournament.requests import look
from damiera.web.tournament.standings import winners_of
from damiera.web.tournament.view import head_facts
from damiera.web.tournament.words import CLASSIFIED, SYSTEMS

__all__ = ["ROUTES"]


async def about(request: Request) -> Response:
    """Show the announcement of an event."""
    live, visitor = await look(request)
    lang, app = language(request), app_of(request)
    facts = await app.database.read(_facts, live, lang)
    return page(
        request,
        "tournament/about.html",
        head=head_facts(live, lang),
        tab="about",
        arbiter=live.is_arbiter(visitor.id if visitor else None),
        about=facts,
    )


def _facts(live: LiveEvent, lang: Lang) -> dict[str, Any]:
    facts, event = live.announced, live.event
    return {
        "arbiter": facts.arbiter,
        "deadline": _moment(facts.deadline, lang),
        "timetable": [
            {
                "day": f"{line.day:%d/%m/%Y}" if line.day else "",
                "time": line.time,
                "rounds": line.rounds,
                "what": line.what,
            }
            for line in facts.timetable
        ],
        "system": SYSTEMS[event.settings.system].text(lang),
        "rounds": live.planned,
        "scoring": facts.scoring,
        "clock": event.time_control,
        "weight": facts.elo_weight,
        "titles": [CLASSIFIED[c].text(lang) for c in facts.classifications],
        "prizes": facts.prizes.splitlines(),
        "medals": facts.medals,
        "exclusion": facts.exclusion.splitlines(),
        "notes": facts.notes.splitlines(),
        "winners": _winners(live, lang) if live.over else [],
    }


def _moment(text: str, lang: Lang) -> str:
    if not text:
        return ""
    moment = datetime.fromisoformat(text)
    at = Message("at {h}").format(h=f"{moment:%H:%M}").text(lang)
    return f"{moment:%d/%m/%Y}, {at}"


def _winners(live: LiveEvent, lang: Lang) -> list[dict[str, Any]]:
    """Return who takes the prizes, of the whole and of each title."""
    whole = live.standing
    return [
        {
            "title": title.text(lang) if title else "",
            "places": [
                (prize.name.text(lang), whole.names[prize.number])
                for prize in prizes(rows, places=live.announced.prize_places)
            ],
        }
        for title, rows in winners_of(live, whole)
    ]


ROUTES: list[BaseRoute] = [Route("/hall/{id}/about", about)]
