"""The players of an event: entering them, and what happens to each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.rules.ruleset import CATALOGUE
from damiera.service.errors import BadTerms, NotFound, NotYours
from damiera.service.identity import Visitor
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.happenings import correct, happen_to, rate_by_list
from damiera.service.tournament.transaction import Step
from damiera.tournament.model import EventPlayer, Kind, PlayerChange
from damiera.tournament.players_csv import read_players, read_rating_list
from damiera.web.common.forms import text_of
from damiera.web.common.pages import language, page
from damiera.web.common.parts import app_of
from damiera.web.tournament.requests import (
    arbiter,
    number_of,
    posting,
    sent,
    status_of,
)
from damiera.web.tournament.view import head_facts, player_rows
from damiera.web.tournament.words import CHANGES, EFFECTS_SAID

__all__ = ["ROUTES"]

MOST_RATINGS: Final = 40
_TYPED: Final = ("name", "club", "province", "category", "card", "born", "title", "group", "federation")
_NO_NAME = Message("Write the player's name.")
_NO_FILE = Message("Choose a file or paste the list.")


async def players(request: Request) -> Response:
    """Show the list of players."""
    live, _ = await arbiter(request)
    return _players_page(request, live)


def _players_page(
    request: Request,
    live: LiveEvent,
    wrong: DamieraError | None = None,
    fields: Mapping[str, str] | None = None,
) -> Response:
    lang = language(request)
    return page(
        request,
        "tournament/players.html",
        status=status_of(wrong),
        head=head_facts(live, lang),
        tab="players",
        rows=player_rows(live, lang),
        present=len(live.here),
        started=bool(live.event.rounds),
        next=live.event.played_rounds + 1,
        waits=live.next_round().waits.text(lang) if live.next_round().waits else "",  # type: ignore[union-attr]
        wrong=wrong.text(lang) if wrong else "",
        fields=fields or {},
        forbidden=[
            (live.event.player(f.a), live.event.player(f.b), f) for f in live.event.forbidden if f.a > 0
        ],
        now=live.event.played_rounds if live.open_games else live.event.played_rounds + 1,
        changes=[(c.value, CHANGES[c].text(lang)) for c in PlayerChange],
        effects=[(CHANGES[c].text(lang), EFFECTS_SAID[c].text(lang)) for c in PlayerChange],
        games=[(g.slug, g.name.text(lang)) for g in CATALOGUE.values()],
        game=live.event.game,
        groups=live.groups,
        listed=request.query_params.get("listed", "") if request.method == "GET" else "",
    )


async def add_player(request: Request) -> Response:
    """Enter one player from the form."""
    live, visitor = await arbiter(request)
    fields, app = text_of(await request.form()), app_of(request)
    try:
        one = _player(fields)
        await app.database.write(app.tournaments.enter, live.id, visitor, [one])
    except (NotYours, NotFound):
        raise
    except DamieraError as error:
        return _players_page(request, live, error, fields)
    return RedirectResponse(f"/hall/{live.id}/players#add", 303)


def _player(fields: Mapping[str, str]) -> EventPlayer:
    typed = {name: " ".join(fields.get(name, "").split())[:80] for name in _TYPED}
    if not typed["name"]:
        raise BadTerms("name", _NO_NAME)
    sex = fields.get("sex", "")
    return EventPlayer(
        0,
        elo=number_of(fields.get("elo", "").replace(".", "") or "0", "elo"),
        sex="f" if sex == "f" else "m" if sex == "m" else None,
        ratings=_ratings(fields),
        **typed,  # type: ignore[arg-type]
    )


def _ratings(fields: Mapping[str, str]) -> tuple[tuple[str, int], ...]:
    """Return the ratings by discipline of a form; a line without a number is left out."""
    found: dict[str, int] = {}
    for n in range(1, MOST_RATINGS + 1):
        game, word = fields.get(f"game{n}", ""), fields.get(f"rating{n}", "").strip()
        if game and word:
            if game not in CATALOGUE:
                raise BadTerms(f"game{n}", Message("There is no such game."))
            found[game] = number_of(word.replace(".", ""), f"rating{n}")
    return tuple(found.items())


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
        found = await app.database.read(read_players, data)
        await app.database.write(app.tournaments.enter, live.id, visitor, found.players)
    except (NotYours, NotFound):
        raise
    except DamieraError as error:
        return _players_page(request, live, error, fields)
    return RedirectResponse(f"/hall/{live.id}/players", 303)


async def player(request: Request) -> Response:
    """Show one player: his facts, and what may happen to him."""
    live, _ = await arbiter(request)
    return _player_page(request, live)


def _player_page(
    request: Request,
    live: LiveEvent,
    wrong: DamieraError | None = None,
    fields: Mapping[str, str] | None = None,
) -> Response:
    lang, number = language(request), int(request.path_params["number"])
    who = live.event.player(number)
    row = next(r for r in player_rows(live, lang) if r["player"].number == number)
    return page(
        request,
        "tournament/player.html",
        status=status_of(wrong),
        head=head_facts(live, lang),
        tab="players",
        row=row,
        who=who,
        next=live.event.played_rounds + 1,
        now=live.event.played_rounds if live.open_games else live.event.played_rounds + 1,
        changes=[(c.value, CHANGES[c].text(lang)) for c in PlayerChange],
        effects=[(CHANGES[c].text(lang), EFFECTS_SAID[c].text(lang)) for c in PlayerChange],
        games=[(g.slug, g.name.text(lang)) for g in CATALOGUE.values()],
        typed=fields if fields and fields.get("do") == "edit" else {},
        version=live.version,
        others=[p for p in live.event.players if p.number != number],
        forbidden=[
            (live.event.player(f.b if f.a == number else f.a), f)
            for f in live.event.forbidden
            if number in (f.a, f.b)
        ],
        wrong=wrong.text(lang) if wrong else "",
        fields=fields or {},
    )


async def change_player(request: Request) -> Response:
    """Do what a form says to one player."""
    live, visitor = await arbiter(request)
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
            one = _player(fields)
            facts: dict[str, Any] = {n: getattr(one, n) for n in (*_TYPED, "elo", "sex")}
            facts["ratings"] = one.ratings
            seen = number_of(fields.get("seen", "") or str(live.version), "seen")
            return tournaments.change(id, who, correct(number, facts, seen=seen))
        case "forbid":
            other = number_of(fields.get("other", ""), "other")
            absolute = fields.get("weak") != "yes"
            return tournaments.forbid(id, who, number, other, absolute=absolute, reason=reason)
        case "allow":
            return tournaments.allow(id, who, number, number_of(fields.get("other", ""), "other"))
        case "status":
            return tournaments.change(id, who, _happening([number], fields))
        case _:
            raise BadTerms("do", Message("I do not know what to do."))


def _happening(numbers: Sequence[int], fields: Mapping[str, str]) -> Step:
    try:
        change = PlayerChange(fields.get("change", ""))
    except ValueError:
        raise BadTerms("change", Message("This cannot happen.")) from None
    until = fields.get("until", "").strip()
    worth = {"half": Kind.HALF_BYE, "full": Kind.FULL_BYE}.get(fields.get("worth", ""), Kind.ZERO_BYE)
    return happen_to(
        numbers,
        change,
        from_round=number_of(fields.get("from", ""), "from"),
        until_round=number_of(until, "until") if until else None,
        worth=worth,
        reason=fields.get("reason", ""),
    )


def _happen_to_several(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    numbers = [p.number for p in live.event.players if fields.get(f"p{p.number}") == "yes"]
    return tournaments.change(live.id, who, _happening(numbers, fields))


def _allow(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    a, b = number_of(fields.get("a", ""), "a"), number_of(fields.get("b", ""), "b")
    return tournaments.allow(live.id, who, a, b)


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
        listed = await app.database.read(read_rating_list, data)
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
    how = fields.get("how", "")
    if how not in ("elo", "name", "lot"):
        raise BadTerms("how", Message("By Elo, by name or by lot."))
    return tournaments.number(live.id, who, cast(Any, how))


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
    Route("/hall/{id}/players/import", import_players, methods=["POST"]),
    Route("/hall/{id}/players/number", posting(_renumber, _to_players, _again), methods=["POST"]),
    Route("/hall/{id}/players/happen", posting(_happen_to_several, _to_players, _again), methods=["POST"]),
    Route("/hall/{id}/players/allow", posting(_allow, _to_players, _again), methods=["POST"]),
    Route("/hall/{id}/players/ratings", rating_list, methods=["POST"]),
    Route("/hall/{id}/players/check-in", posting(_check_all, _to_players, _again), methods=["POST"]),
    Route("/hall/{id}/players/{number:int}", player),
    Route("/hall/{id}/players/{number:int}", change_player, methods=["POST"]),
]
