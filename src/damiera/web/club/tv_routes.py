"""Watching the games of the club: the page, and what its screen asks for now and then."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from damiera.records.games import GameFacts
from damiera.service.errors import NotFound
from damiera.service.live import LiveGame
from damiera.service.tv import TvGame, best_first
from damiera.web.club.tv_views import known_choice, tv_page
from damiera.web.common.pages import language, show
from damiera.web.common.parts import app_of

__all__ = ["ROUTES"]


class TvStand(msgspec.Struct, frozen=True):
    """What a screen that shows a game asks for: how many watch it, whether it is over, the best game now."""

    spectators: int
    over: bool
    best: str


async def tv(request: Request) -> Response:
    """Show the best game now, or the one that is asked for."""
    app, lang = app_of(request), language(request)
    game, speed = _chosen(request)
    every = await app.database.read(app.tv.games)
    games = _best(request, [one for one in every if game in ("", one.row.game) and speed in ("", one.speed)])
    live = await _asked(request, games)
    view = None
    if live is not None:
        present = app.running.present(live)
        view = await app.database.read(app.views.view, live, None, lang, present=present)
    page = tv_page(
        live,
        view,
        games,
        every,
        lang,
        game=game,
        speed=speed,
        spectators=_spectators(request, live.row) if live else 0,
    )
    return show(request, page)


async def now(request: Request) -> Response:
    """Tell how a game that is shown stands."""
    app = app_of(request)
    live = await app.database.read(app.play.load, request.path_params["id"])
    games = _best(request, await app.database.read(app.tv.games, *_chosen(request)))
    best = next((one.row.id for one in games if one.row.id != live.id), "")
    stand = TvStand(_spectators(request, live.row), live.game.outcome is not None, best)
    return Response(msgspec.json.encode(stand), media_type="application/json")


def _chosen(request: Request) -> tuple[str, str]:
    return known_choice(request.query_params.get("game", ""), request.query_params.get("speed", ""))


def _best(request: Request, games: Sequence[TvGame]) -> tuple[TvGame, ...]:
    return best_first(games, lambda row: _spectators(request, row))


async def _asked(request: Request, games: tuple[TvGame, ...]) -> LiveGame | None:
    """Return the game that is asked for, if it is one of the club, else the best; None if there is none."""
    app = app_of(request)
    ids = [one.row.id for one in games]
    wanted = request.query_params.get("at", "")
    for id in (wanted, *ids) if wanted in ids else ids:
        try:
            return await app.database.read(app.play.load, id)
        except NotFound:  # it is gone meanwhile
            continue
    return None


def _spectators(request: Request, game: GameFacts) -> int:
    """Return how many screens of this worker look at a game, beside those of its players."""
    seated = {seat.player_id for seat in game.seats} - {None}
    screens = app_of(request).running.rooms.screens(game.id)
    return sum(screen.player_id not in seated for screen in screens)


ROUTES: list[BaseRoute] = [
    Route("/tv", tv),
    Route("/tv/{id}/now", now),
]
