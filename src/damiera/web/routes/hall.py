"""The tournament hall: the events of this house, new ones, and what is announced of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.lang import Lang, Text
from damiera.rules.ruleset import CATALOGUE, ruleset
from damiera.service.errors import BadTerms, Conflict, NotFound, ServiceError
from damiera.service.hall_event import Announced, LiveEvent
from damiera.service.names import show_code
from damiera.tournament.model import System
from damiera.tournament.trf.read import read_trf
from damiera.web.forms import text_of
from damiera.web.halldoor import (
    arbiter,
    day_of,
    decoded,
    followed_at,
    number_of,
    sent,
    status_of,
)
from damiera.web.hallview import head_facts
from damiera.web.hallwords import SYSTEMS, deck_choices
from damiera.web.house import house_of
from damiera.web.identity import known_visitor, remember, welcome
from damiera.web.pages import language, page
from damiera.web.qr import qr
from damiera.web.routes import hall_desk, hall_files, hall_players, hall_standings

__all__ = ["ROUTES"]

MOST_BROUGHT: Final = 1000
_TOO_LARGE = Text("Il file è troppo grande.", "The file is too large.")


async def hall(request: Request) -> Response:
    """Show the events of this house."""
    return await _hall_page(request)


async def _hall_page(request: Request, wrong: DamieraError | None = None, code: str = "") -> Response:
    lang, house = language(request), house_of(request)
    visitor = await known_visitor(request)
    lines = await house.database.read(house.hall.listed, visitor.id if visitor else None)
    events = [
        {
            "line": line,
            "game": _game_name(line.game, lang),
            "where": " · ".join(filter(None, (line.place, line.starts))),
        }
        for line in lines
    ]
    return page(
        request,
        "hall.html",
        status=status_of(wrong),
        mine=[e for e in events if e["line"].yours],  # type: ignore[attr-defined]
        others=[e for e in events if not e["line"].yours],  # type: ignore[attr-defined]
        wrong=wrong.text(lang) if wrong else "",
        code=code,
    )


def _game_name(slug: str, lang: Lang) -> str:
    try:
        return ruleset(slug).name.get(lang)
    except DamieraError:
        return slug


async def new(request: Request) -> Response:
    """Show the form of a new event."""
    return _form_page(request, None, {"game": request.query_params.get("game", "italian")})


async def create(request: Request) -> Response:
    """Make an event."""
    fields, house = text_of(await request.form()), house_of(request)
    who = await welcome(request)
    try:
        live = await house.database.write(house.hall.create, who.visitor, _announced(fields))
    except BadTerms as error:
        return remember(request, _form_page(request, None, fields, error), who)
    return remember(request, RedirectResponse(f"/hall/{live.id}/players", 303), who)


async def join(request: Request) -> Response:
    """Let in another arbiter, who has the code."""
    fields, house = text_of(await request.form()), house_of(request)
    code, who = fields.get("code", ""), await welcome(request)
    try:
        live = await house.database.write(house.hall.join, code, who.visitor, fields.get("name", ""))
    except (NotFound, BadTerms) as error:
        return remember(request, await _hall_page(request, error, code), who)
    return remember(request, RedirectResponse(f"/hall/{live.id}", 303), who)


async def bring_in(request: Request) -> Response:
    """Make an event of a report file, or of the file of a log: all of it, or nothing."""
    house = house_of(request)
    who = await welcome(request)
    try:
        _, data = await sent(request)
        if not data:
            raise BadTerms("file", Text("Scegli un file.", "Choose a file."))
        text = decoded(data)
        if text.lstrip().startswith("{"):
            live = await house.database.write(house.hall.restore, who.visitor, text)
        else:
            event = await house.database.read(read_trf, text)
            if len(event.players) > MOST_BROUGHT:
                raise BadTerms("file", _TOO_LARGE)
            live = await house.database.write(house.hall.bring_in, who.visitor, event)
    except DamieraError as error:
        return remember(request, await _hall_page(request, error), who)
    return remember(request, RedirectResponse(f"/hall/{live.id}", 303), who)


async def settings(request: Request) -> Response:
    """Show what is announced of an event, to be changed."""
    live, _ = await arbiter(request)
    return _form_page(request, live, _fields_of(live.announced))


async def announce(request: Request) -> Response:
    """Change what is announced of an event."""
    live, visitor = await arbiter(request)
    fields, house = text_of(await request.form()), house_of(request)
    try:
        facts = replace(_announced(fields), seed=fields.get("seed", "") or live.announced.seed)
        seen = number_of(fields.get("seen", "0"), "seen")
        await house.database.write(house.hall.announce, live.id, visitor, facts, seen=seen)
    except (BadTerms, Conflict) as error:
        return _form_page(request, live, fields, error)
    return RedirectResponse(f"/hall/{live.id}", 303)


def _form_page(
    request: Request, live: LiveEvent | None, fields: Mapping[str, str], wrong: ServiceError | None = None
) -> Response:
    lang = language(request)
    game = fields.get("game", "italian")
    return page(
        request,
        "hall_settings.html" if live else "hall_new.html",
        status=status_of(wrong),
        head=head_facts(live, lang) if live else None,
        tab="settings",
        fields=fields,
        wrong=wrong.text(lang) if wrong else "",
        field=getattr(wrong, "field", ""),
        games=[(g.slug, g.name.get(lang)) for g in CATALOGUE.values()],
        systems=[(s.value, SYSTEMS[s].get(lang)) for s in System],
        decks=[
            (_game_name(slug, lang), deck_choices(lang, slug))
            for slug in ([game] if live else CATALOGUE)
            if deck_choices(lang, slug)
        ],
        code=show_code(live.row.code) if live else "",
        address=followed_at(request, live) if live else "",
        qr=qr(followed_at(request, live)) if live else "",
        arbiters=[name for _, name in live.arbiters] if live else [],
        started=bool(live and live.event.rounds),
        version=live.version if live else 0,
        over=bool(live and live.over),
    )


def _announced(fields: Mapping[str, str]) -> Announced:
    """Return what a form announces. Raises `BadTerms` with the field."""
    try:
        system = System(fields.get("system", System.OPTIMAL))
    except ValueError:
        raise BadTerms("system", Text("Questo sistema non c'è.", "There is no such system.")) from None
    return Announced(
        name=fields.get("name", ""),
        place=fields.get("place", ""),
        starts=day_of(fields.get("starts", ""), "starts"),
        ends=day_of(fields.get("ends", ""), "ends"),
        game=fields.get("game", "italian"),
        rulebook=fields.get("rulebook", ""),
        system=system,
        rounds=number_of(fields.get("rounds", "") or "0", "rounds"),
        games=number_of(fields.get("games", "") or "1", "games"),
        time_control=fields.get("time_control", ""),
        arbiter=fields.get("arbiter", ""),
        deck=fields.get("deck", ""),
        seed=fields.get("seed", ""),
        elo_weight=number_of(fields.get("elo_weight", "") or "100", "elo_weight"),
        tiebreaks=fields.get("tiebreaks", ""),
        scoring="1-½-0" if fields.get("scoring") == "1-½-0" else "2-1-0",
        notes=fields.get("notes", ""),
    )


def _fields_of(facts: Announced) -> dict[str, str]:
    days = {name: day.isoformat() if (day := getattr(facts, name)) else "" for name in ("starts", "ends")}
    plain = (
        "name",
        "place",
        "game",
        "rulebook",
        "time_control",
        "arbiter",
        "deck",
        "seed",
        "tiebreaks",
        "notes",
    )
    numbers = {name: str(getattr(facts, name)) for name in ("rounds", "games", "elo_weight")}
    typed = {name: str(getattr(facts, name)) for name in plain}
    return {**typed, **numbers, **days, "system": facts.system.value, "scoring": facts.scoring}


ROUTES: list[BaseRoute] = [
    Route("/hall", hall),
    Route("/hall", create, methods=["POST"]),
    Route("/hall/new", new),
    Route("/hall/join", join, methods=["POST"]),
    Route("/hall/import", bring_in, methods=["POST"]),
    Route("/hall/{id}/settings", settings),
    Route("/hall/{id}/settings", announce, methods=["POST"]),
    *hall_desk.ROUTES,
    *hall_players.ROUTES,
    *hall_standings.ROUTES,
    *hall_files.ROUTES,
]
