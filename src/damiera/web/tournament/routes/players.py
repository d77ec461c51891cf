"""The players of an event: entering them, and what happens to each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.service.errors import BadTerms, NotFound, NotYours
from damiera.service.identity import Visitor
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.files import read_player_list
from damiera.service.tournament.happenings import (
    change_called,
    correct,
    facts_of,
    happen_to,
    listed_ratings,
    rate_by_list,
    worth_called,
)
from damiera.service.tournament.rights import Right
from damiera.service.tournament.transaction import Step
from damiera.web.common.failures import wants_json
from damiera.web.common.federation_access import federation_rights
from damiera.web.common.forms import text_of
from damiera.web.common.pages import language
from damiera.web.common.parts import App, app_of
from damiera.web.tournament.forms import (
    read_happening,
    read_other,
    read_seen,
    read_two,
    written_player,
)
from damiera.web.tournament.requests import allowed, arbiter, posting, sent, show_event, status_of
from damiera.web.tournament.views.players import (
    check_in_page,
    entered_answer,
    entered_refused,
    found_people,
    player_page,
    players_page,
)

__all__ = ["ROUTES"]

_NO_FILE = Message("Choose a file or paste the list.")
_ORDERS: Final[tuple[Literal["elo", "name", "lot"], ...]] = ("elo", "name", "lot")


async def players(request: Request) -> Response:
    """Show the list of players: all about them, or who is here alone."""
    live, _ = await allowed(request, Right.CHECK_IN)
    return _players_page(request, live)


def _players_page(
    request: Request,
    live: LiveEvent,
    wrong: DamieraError | None = None,
    fields: Mapping[str, str] | None = None,
) -> Response:
    if not request.state.reader.runs:
        here = check_in_page(live, language(request), wrong)
        return show_event(request, here, status=status_of(wrong))
    listed = request.query_params.get("listed", "") if request.method == "GET" else ""
    view = players_page(live, language(request), fields=fields or {}, listed=listed, wrong=wrong)
    return show_event(request, view, status=status_of(wrong))


async def add_player(request: Request) -> Response:
    """Enter one player from the form: answered by the list, or by their row where a script asks for JSON."""
    live, visitor = await arbiter(request)
    fields, app = text_of(await request.form()), app_of(request)
    try:
        live = await app.database.write(_enter, app, live.id, visitor, fields)
    except (NotYours, NotFound):
        raise
    except DamieraError as error:
        if wants_json(request):
            return _as_json(entered_refused(error, language(request)), status_of(error))
        return _players_page(request, live, error, fields)
    if wants_json(request):
        return _as_json(await app.database.read(entered_answer, live, language(request)))
    return RedirectResponse(f"/hall/{live.id}/players#add", 303)


def _enter(app: App, id: str, who: Visitor, fields: Mapping[str, str]) -> LiveEvent:
    live = app.tournaments.enter(id, who, [written_player(fields)])
    if person := fields.get("person", ""):
        app.register.link(who, live.row.id, max(live.whole.margin.keys.values()), person)
    return live


async def find_people(request: Request) -> Response:
    """Give those of the archive whose names begin as somebody types."""
    live, visitor = await arbiter(request)
    app, text = app_of(request), request.query_params.get("q", "")[:80]
    found = await app.database.read(app.register.found, text)
    entered = await app.database.read(app.event_links.people_in, live) if found else {}
    private = await federation_rights(request, visitor)
    told = app.settings.public is None or private.reads
    return _as_json(found_people(found, live.event.game, entered, private=told))


def _as_json(answer: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(answer), status, {"Cache-Control": "no-store"}, "application/json")


async def import_players(request: Request) -> Response:
    """Enter the players of a CSV file or of a pasted list: all of them, or none."""
    live, visitor = await arbiter(request)
    app = app_of(request)
    fields: dict[str, str] = {}
    try:
        fields, file = await sent(request)
        data: bytes | str = file or fields.get("list", "")
        if not data.strip():
            raise BadTerms("list", _NO_FILE)
        found = await app.database.read(read_player_list, data)
        await app.database.write(app.tournaments.enter, live.id, visitor, found)
    except (NotYours, NotFound):
        raise
    except DamieraError as error:
        return _players_page(request, live, error, fields)
    return RedirectResponse(f"/hall/{live.id}/players", 303)


async def player(request: Request) -> Response:
    """Show one player: their facts, and what may happen to them."""
    live, _ = await arbiter(request)
    return _player_page(request, live)


def _player_page(
    request: Request,
    live: LiveEvent,
    wrong: DamieraError | None = None,
    fields: Mapping[str, str] | None = None,
) -> Response:
    number = int(request.path_params["number"])
    view = player_page(live, language(request), number, fields=fields or {}, wrong=wrong)
    return show_event(request, view, status=status_of(wrong))


async def change_player(request: Request) -> Response:
    """Do what a form says to one player."""
    live, visitor = await allowed(request, Right.CHECK_IN)
    fields, app = text_of(await request.form()), app_of(request)
    number = int(request.path_params["number"])
    try:
        live.event.player(number)
        await app.database.write(_change_player, app.tournaments, live, visitor, number, fields)
    except (NotYours, NotFound):
        raise
    except DamieraError as error:
        if fields.get("back") == "players" or not any(p.number == number for p in live.event.players):
            return _players_page(request, live, error, {})
        return _player_page(request, live, error, fields)
    where = "" if fields.get("back") == "players" or fields.get("do") == "remove" else f"/{number}"
    return RedirectResponse(f"/hall/{live.id}/players{where}", 303)


def _change_player(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, number: int, fields: Mapping[str, str]
) -> LiveEvent:
    id, reason = live.id, fields.get("reason", "")
    match fields.get("do"):
        case "here" | "away":
            return tournaments.check_in(id, who, [number], here=fields["do"] == "here")
        case "remove":
            return tournaments.remove(id, who, number)
        case "return":
            return tournaments.come_back(id, who, number, reason)
        case "edit":
            seen = read_seen(fields).seen
            step = correct(
                number,
                facts_of(written_player(fields, live.event.player(number))),
                seen=live.version if seen is None else seen,
            )
            return tournaments.change(id, who, step)
        case "forbid":
            absolute = fields.get("weak") != "yes"
            other = read_other(fields).other
            return tournaments.forbid(id, who, number, other, absolute=absolute, reason=reason)
        case "allow":
            return tournaments.allow(id, who, number, read_other(fields).other)
        case "status":
            return tournaments.change(id, who, _happening([number], fields))
        case _:
            raise BadTerms("do", Message("I do not know what to do."))


def _happening(numbers: Sequence[int], fields: Mapping[str, str]) -> Step:
    change = change_called(fields.get("change", ""))
    form = read_happening(fields)
    return happen_to(
        numbers,
        change,
        from_round=form.from_round,
        until_round=form.until,
        worth=worth_called(form.worth),
        reason=form.reason,
    )


def _happen_to_several(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    numbers = [p.number for p in live.event.players if fields.get(f"p{p.number}") == "yes"]
    return tournaments.change(live.id, who, _happening(numbers, fields))


def _allow(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    form = read_two(fields)
    return tournaments.allow(live.id, who, form.a, form.b)


async def rating_list(request: Request) -> Response:
    """Give the players the ratings of a list: all that are in it, or nobody where a line is wrong."""
    live, visitor = await arbiter(request)
    app = app_of(request)
    fields: dict[str, str] = {}
    try:
        fields, file = await sent(request)
        data: bytes | str = file or fields.get("ratings", "")
        if not data.strip():
            raise BadTerms("ratings", _NO_FILE)
        listed = await app.database.read(listed_ratings, data)
        before = {p.number: p for p in live.event.players}
        discipline = fields.get("discipline", "")
        live = await app.database.write(
            app.tournaments.change, live.id, visitor, rate_by_list(listed, discipline)
        )
    except (NotYours, NotFound):
        raise
    except DamieraError as error:
        return _players_page(request, live, error, {**fields, "back": "ratings"})
    changed = sum(before.get(p.number) != p for p in live.event.players)
    return RedirectResponse(f"/hall/{live.id}/players?listed={changed}", 303)


def _renumber(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    how = next((known for known in _ORDERS if known == fields.get("how")), None)
    if how is None:
        raise BadTerms("how", Message("By Elo, by name or by lot."))
    return tournaments.number(live.id, who, how)


def _check_all(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    here = fields.get("here") == "yes"
    numbers = [p.number for p in live.event.players if (p.number in live.here) != here]
    return tournaments.check_in(live.id, who, numbers, here=here) if numbers else live


async def _again(
    request: Request, live: LiveEvent, error: DamieraError, fields: Mapping[str, str]
) -> Response:
    return _players_page(request, live, error, fields)


def _to_players(live: LiveEvent, fields: Mapping[str, str]) -> str:
    return f"/hall/{live.id}/players"


ROUTES: list[BaseRoute] = [
    Route("/hall/{id}/players", players),
    Route("/hall/{id}/players", add_player, methods=["POST"]),
    Route("/hall/{id}/players/find", find_people),
    Route("/hall/{id}/players/import", import_players, methods=["POST"]),
    Route("/hall/{id}/players/number", posting(_renumber, _to_players, _again), methods=["POST"]),
    Route("/hall/{id}/players/happen", posting(_happen_to_several, _to_players, _again), methods=["POST"]),
    Route("/hall/{id}/players/allow", posting(_allow, _to_players, _again), methods=["POST"]),
    Route("/hall/{id}/players/ratings", rating_list, methods=["POST"]),
    Route(
        "/hall/{id}/players/check-in",
        posting(_check_all, _to_players, _again, right=Right.CHECK_IN),
        methods=["POST"],
    ),
    Route("/hall/{id}/players/{number:int}", player),
    Route("/hall/{id}/players/{number:int}", change_player, methods=["POST"]),
]
