"""What happens in a game beside moves: the forms of its page, and the parts of the page that tell of it."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.service.analysis_lines import read_line, state_of
from damiera.service.errors import ServiceError
from damiera.service.event_forms import event_of
from damiera.service.move_plans import require_plan
from damiera.web.common.forms import text_of
from damiera.web.common.identity import known_visitor
from damiera.web.common.pages import language, show
from damiera.web.common.parts import app_of
from damiera.web.play.event_forms import read_event
from damiera.web.play.page_views import panels
from damiera.web.play.routes import refused_page

__all__ = ["ROUTES"]


async def do(request: Request) -> Response:
    """Let happen what a form of the game page says; scripts ask for the parts of the page anew afterwards."""
    fields, app = text_of(await request.form()), app_of(request)
    visitor, game_id = await known_visitor(request), request.path_params["id"]
    try:
        live = await app.database.read(app.play.load, game_id)
        event = event_of(read_event(fields), live.game.ruleset)
        who = visitor.id if visitor else None
        away_ms = app.running.away_ms(live, who)
        live = await app.database.write(app.conduct.do, game_id, who, event, away_ms=away_ms)
    except ServiceError as error:
        return await refused_page(request, error)
    app.running.changed(live)
    return RedirectResponse(f"/g/{game_id}", 303)


async def conduct(request: Request) -> Response:
    """Return the parts of a game's page that tell how it is conducted, for scripts to put in place."""
    app, lang = app_of(request), language(request)
    visitor = await known_visitor(request)
    viewer = visitor.id if visitor else None
    live = await app.database.read(app.play.load, request.path_params["id"])
    present = app.running.present(live)
    view = await app.database.read(
        app.views.view, live, viewer, lang, present=present, absent=app.running.absent(live)
    )
    path = request.query_params.get("path", "")
    return show(request, panels(live, view, lang, path=path, is_arbiter=live.is_arbiter(viewer)))


async def ahead(request: Request) -> Response:
    """Return a position behind moves that may come, with its moves, for who lays answers ahead on a board."""
    app, visitor = app_of(request), await known_visitor(request)
    live = await app.database.read(app.play.load, request.path_params["id"])
    require_plan(live, visitor.id if visitor else None)
    moves = request.query_params.get("moves", "")
    line = read_line(live.game.ruleset.slug, live.game.position.fen, moves)
    state = msgspec.json.encode(state_of(line, language(request)))
    return Response(state, 200, {"Cache-Control": "no-store"}, "application/json")


ROUTES: list[BaseRoute] = [
    Route("/g/{id}/ahead", ahead),
    Route("/g/{id}/do", do, methods=["POST"]),
    Route("/g/{id}/panels", conduct),
]
