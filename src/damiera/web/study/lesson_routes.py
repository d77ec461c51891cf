"""Learning from a judged game: the moves that somebody tries in the place of a mistake."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from damiera._core import Move
from damiera.analysis.engine_view import look
from damiera.analysis.lessons import Lesson, TriedMove, at_once, tried_again
from damiera.analysis.odds import curve_of
from damiera.analysis.truth import TableTruth
from damiera.engine.limits import SearchLimits
from damiera.notation.moves import parse_move
from damiera.service.analysis import NODES
from damiera.web.analysis.access import admit, answer
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language
from damiera.web.common.parts import App, app_of

__all__ = ["ROUTES"]


async def tried(request: Request) -> Response:
    """Say whether a move is good enough in the place of a mistake."""
    app, lang = app_of(request), language(request)
    admit(request)
    given, id = request.query_params, request.path_params["id"]
    ply = whole(given.get("ply"))
    lesson = await app.database.read(app.analysis.lesson, id, -1 if ply is None else ply)
    move = parse_move(lesson.position, given.get("move", ""))
    said = at_once(lesson, move)
    if said is None:
        said = await asyncio.to_thread(_searched, app, lesson, move)
    return answer({"right": said.is_right, "found": said.found.value, "text": said.text.text(lang)})


def _searched(app: App, lesson: Lesson, move: Move) -> TriedMove:
    """Look at what comes after a move, as deep as when the game was judged."""
    game, after = lesson.position.rules.slug, lesson.position.play(move)
    engine, give_back = app.analysts.ask(game)
    try:
        there = look(engine, after, (*lesson.history, lesson.position), SearchLimits(nodes=NODES), lines=1)
    finally:
        give_back()
    return tried_again(lesson, move, there, curve_of(game), truth=TableTruth(app.endgames.folder))


ROUTES = [Route("/api/analysis/lessons/{id}", tried)]
