"""JSON for our own scripts and for programs: begin a game, see a game, the shape of a board."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.paper.boards import board_shape
from damiera.service.errors import BadTerms, NotFound
from damiera.service.game_choices import GameChoices
from damiera.service.hand_views import HandsDone, hands_view
from damiera.service.terms import DEFAULT_LEVEL, NewGame
from damiera.web.common.bodies import LARGEST_WORDS
from damiera.web.common.identity import known_visitor, remember, welcome
from damiera.web.common.pages import language
from damiera.web.common.parts import app_of
from damiera.web.play.forms import choices_of
from damiera.web.play.terms_views import keep_terms

__all__ = ["ROUTES", "ClockTimes", "MadeGame", "WantedGame"]

MONTH_S = 30 * 24 * 3600


class ClockTimes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A clock: time for each side, and what every move adds."""

    base_ms: int
    increment_ms: int = 0


class WantedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new game as it is asked for; `path` is its first move, if that is made already."""

    game: str = "italian"
    seat: Literal["white", "black", "both", "lot"] = "white"
    level: int | None = None
    friend: bool = False
    clock: ClockTimes | None = None
    fen: str | None = None
    rulebook: str | None = None
    path: tuple[int, ...] | None = None


class RecordedEvent(msgspec.Struct, frozen=True):
    """The game after what was recorded."""

    id: str
    version: int
    fen: str


class MadeGame(msgspec.Struct, frozen=True):
    """The game that has begun, and where its page is."""

    id: str
    url: str


async def create(request: Request) -> Response:
    """Begin a game."""
    app = app_of(request)
    wanted = _read(_wanted_decoder, await request.body())
    who = await welcome(request)
    live = await app.database.write(app.play.create, who.visitor, _terms(wanted))
    app.running.changed(live)
    made = _json(MadeGame(live.id, f"/g/{live.id}"), 201)
    if wanted.fen is None and wanted.clock is None and wanted.rulebook is None:  # else no form offers it so
        made = keep_terms(request, made, _choices(wanted))
    return remember(request, made, who)


def _choices(wanted: WantedGame) -> GameChoices:
    """Return the terms of a game as a form has them."""
    against = "here" if wanted.seat == "both" else "friend" if wanted.friend else "engine"
    level = DEFAULT_LEVEL if wanted.level is None else wanted.level
    seat = {"lot": "any", "both": "white"}.get(wanted.seat, wanted.seat)
    return choices_of({"game": wanted.game, "against": against, "level": str(level), "seat": seat})


async def see(request: Request) -> Response:
    """Return a game as the asking person sees it."""
    app, visitor = app_of(request), await known_visitor(request)
    live = await app.database.read(app.play.load, request.path_params["id"])
    view = await app.database.read(
        app.views.view,
        live,
        visitor.id if visitor else None,
        language(request),
        present=app.running.present(live),
        absent=app.running.absent(live),
    )
    return _json(view)


async def shape(request: Request) -> Response:
    """Return the geometry of a game's board; it never changes."""
    slug = request.path_params["slug"]
    try:
        board = board_shape(slug)
    except DamieraError as error:
        raise NotFound(slug, error.message) from error
    return _json(board, headers={"Cache-Control": f"public, max-age={MONTH_S}, immutable"})


async def hands(request: Request) -> Response:
    """Tell the arbiter what hands did on the board; nothing is recorded."""
    app, visitor = app_of(request), await known_visitor(request)
    done = _read(_hands_decoder, await request.body())
    live = await app.database.read(app.play.load, request.path_params["id"])
    viewer = visitor.id if visitor else None
    return _json(hands_view(live, viewer, done, language(request), app.clock.now_ms()))


async def record(request: Request) -> Response:
    """Let happen what an event says, or several, of which all happen or none."""
    app, visitor = app_of(request), await known_visitor(request)
    told = _read(_events_decoder, await request.body())
    given = told if isinstance(told, list) else [told]
    if not 1 <= len(given) <= MOST_EVENTS:
        raise BadTerms("body", Message("Send 1 to {most} events.", most=MOST_EVENTS))
    game_id = request.path_params["id"]
    live = await app.database.write(app.conduct.do_all, game_id, visitor.id if visitor else None, given)
    app.running.changed(live)
    return _json(RecordedEvent(live.id, live.version, live.game.position.fen))


_wanted_decoder = msgspec.json.Decoder(WantedGame)
_hands_decoder = msgspec.json.Decoder(HandsDone)
_Told = dict[str, Any]
_events_decoder: msgspec.json.Decoder[_Told | list[_Told]] = msgspec.json.Decoder(_Told | list[_Told])


T = TypeVar("T")


def _read(decoder: msgspec.json.Decoder[T], body: bytes) -> T:
    try:
        return decoder.decode(body)
    except (msgspec.DecodeError, UnicodeError) as error:
        said = Message("I do not understand this request: {why}.")
        raise BadTerms("body", said.format(why=error)) from error


def _terms(wanted: WantedGame) -> NewGame:
    clock = wanted.clock
    return NewGame(
        game=wanted.game,
        seat=wanted.seat,
        level=wanted.level,
        friend=wanted.friend,
        base_ms=clock.base_ms if clock else None,
        increment_ms=clock.increment_ms if clock else 0,
        fen=wanted.fen,
        rulebook=wanted.rulebook,
        path=wanted.path or (),
    )


def _json(value: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    body = msgspec.json.encode(value)
    return Response(body, status, {"Cache-Control": "no-store", **(headers or {})}, "application/json")


MOST_EVENTS = 8
BODIES = {
    "/api/games": LARGEST_WORDS,
    "/api/games/{id}/hands": LARGEST_WORDS,
    "/api/games/{id}/events": LARGEST_WORDS,
}
ROUTES = [
    Route("/api/games", create, methods=["POST"]),
    Route("/api/games/{id}", see),
    Route("/api/games/{id}/hands", hands, methods=["POST"]),
    Route("/api/games/{id}/events", record, methods=["POST"]),
    Route("/api/geometry/{slug}", shape),
]
