"""Learning from a judged game: the moves that somebody tries in the place of a mistake."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from damiera.service.lessons import TriedMove, move_tried, said_at_once, searched
from damiera.web.analysis.access import admit, answer
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language
from damiera.web.common.parts import app_of

__all__ = ["ROUTES"]


async def tried(request: Request) -> Response:
    """Say whether a move is good enough in the place of a mistake."""
    app, lang = app_of(request), language(request)
    admit(request)
    given, id = request.query_params, request.path_params["id"]
    ply = whole(given.get("ply"))
    lesson = await app.database.read(app.analysis.lesson, id, -1 if ply is None else ply)
    move = move_tried(lesson, given.get("move", ""))

    def search() -> TriedMove:
        engine, give_back = app.analysts.ask(lesson.position.rules.slug)
        try:
            return searched(lesson, move, engine, app.endgames.folder)
        finally:
            give_back()

    said = said_at_once(lesson, move)
    if said is None:
        said = await asyncio.to_thread(search)
    return answer({"right": said.is_right, "found": said.found.value, "text": said.text.text(lang)})


ROUTES = [Route("/api/analysis/lessons/{id}", tried)]
