"""Sections: proposed by a rule, made, changed, taken away; players put into them by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.service.identity import Visitor
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.announcement import system_called
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.rights import Right
from damiera.service.tournament.sections import (
    SectionWanted,
    add_section,
    assign,
    change_section,
    make_sections,
    remove_section,
    rule_written,
)
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language
from damiera.web.tournament.forms import MOST_ROUNDS, numbered
from damiera.web.tournament.requests import arbiter, posting, show_event, status_of
from damiera.web.tournament.views.sections import section_way, sections_page

__all__ = ["ROUTES"]

MOST_SECTIONS: Final = 20
_MOST_YEAR_OR_ELO: Final = 9_999


async def sections(request: Request) -> Response:
    """Show the sections of an event, or how its field would be parted."""
    live, _ = await arbiter(request)
    return _shown(request, live, dict(request.query_params))


def _shown(
    request: Request, live: LiveEvent, fields: Mapping[str, str], wrong: DamieraError | None = None
) -> Response:
    typed = tuple(_typed(live, fields, kindly=True)) if wrong is not None and not live.sections else ()
    reader = request.state.reader
    view = sections_page(
        live,
        language(request),
        section_way(fields.get("by", "")),
        may_change=reader.role != "deputy",
        typed=typed,
        fields=fields,
        wrong=wrong,
    )
    return show_event(request, view, status=status_of(wrong))


def _typed(live: LiveEvent, fields: Mapping[str, str], *, kindly: bool = False) -> Iterator[SectionWanted]:
    """Yield the sections of a form, each with whom its list puts there.

    Raises:
        BadTerms: for a number that is none, unless it is read `kindly`, to be shown again.
    """
    for at in range(1, MOST_SECTIONS + 1):
        if f"name{at}" not in fields:
            return
        numbers = tuple(p.number for p in live.event.players if whole(fields.get(f"s{p.number}")) == at)
        yield _section(fields, str(at), numbers, kindly=kindly)


def _section(
    fields: Mapping[str, str], at: str, numbers: tuple[int, ...] = (), *, kindly: bool = False
) -> SectionWanted:
    def count(name: str, most: int = _MOST_YEAR_OR_ELO) -> int:
        word = fields.get(f"{name}{at}", "").strip()
        return (whole(word) or 0) if kindly else numbered(word, f"{name}{at}", most) if word else 0

    return SectionWanted(
        name=fields.get(f"name{at}", ""),
        rule=rule_written(
            sex=fields.get(f"sex{at}", ""),
            least_elo=count("least"),
            most_elo=count("most"),
            born_from=count("from"),
            born_until=count("until"),
            categories=fields.get(f"categories{at}", ""),
        ),
        system=system_called("" if kindly else fields.get(f"system{at}", "")),
        rounds=count("rounds", MOST_ROUNDS),
        cycles=2 if fields.get(f"cycles{at}") == "2" else 1,
        tiebreaks=fields.get(f"tiebreaks{at}", "").strip(),
        numbers=numbers,
        called=fields.get(f"called{at}", ""),
    )


def _act(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    do, number = fields.get("do", ""), whole(fields.get("number")) or 0
    if do == "assign":
        places = {p.number: whole(fields.get(f"s{p.number}")) for p in live.event.players}
        ids = [0, *(one.number for one in live.sections)]
        chosen = {n: ids[at] for n, at in places.items() if at is not None and at < len(ids)}
        return tournaments.change(live.id, who, assign(chosen, fields.get("reason", "")))
    if do == "remove":
        return tournaments.change(live.id, who, remove_section(number), right=Right.LEAD)
    if do == "change":
        step = change_section(number, _section(fields, ""))
        return tournaments.change(live.id, who, step, right=Right.LEAD)
    if do == "add":
        return tournaments.change(live.id, who, add_section(_section(fields, "")), right=Right.LEAD)
    seen = numbered(fields.get("seen", ""), "seen")
    step = make_sections(tuple(_typed(live, fields)))
    return tournaments.change(live.id, who, step, seen=seen, right=Right.LEAD)


async def _again(
    request: Request, live: LiveEvent, error: DamieraError, fields: Mapping[str, str]
) -> Response:
    return _shown(request, live, fields, error)


def _to_sections(live: LiveEvent, _fields: Mapping[str, str]) -> str:
    return f"/hall/{live.id}/sections"


ROUTES: list[BaseRoute] = [
    Route("/hall/{id}/sections", sections),
    Route("/hall/{id}/sections", posting(_act, _to_sections, _again), methods=["POST"]),
]
