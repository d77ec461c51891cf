"""Learning from a judged game: the moves that somebody tries in the place of a mistake."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from damiera._core import Move
from damiera.analysis.lessons import Lesson, Tried, at_once, tried_again
from damiera.analysis.looking import look
from damiera.analysis.odds import curve_of
from damiera.analysis.truth import TableTruth
from damiera.engine.limits import Limits
from damiera.notation.moves import parse_move
from damiera.service.analysis import NODES
from damiera.web.bench.door import admit, answer
from damiera.web.house import House, house_of
from damiera.web.numbers import whole
from damiera.web.pages import language

__all__ = ["ROUTES"]


async def tried(request: Request) -> Response:
    """Say whether a move is good enough in the place of a mistake."""
    house, lang = house_of(request), language(request)
    admit(request)
    given, id = request.query_params, request.path_params["id"]
    ply = whole(given.get("ply"))
    lesson = await house.database.read(house.analysis.lesson, id, -1 if ply is None else ply)
    move = parse_move(lesson.position, given.get("move", ""))
    said = at_once(lesson, move)
    if said is None:
        said = await asyncio.to_thread(_searched, house, lesson, move)
    return answer({"right": said.is_right, "found": said.found.value, "text": said.text.text(lang)})


def _searched(house: House, lesson: Lesson, move: Move) -> Tried:
    """Look at what comes after a move, as deep as when the game was judged."""
    game, after = lesson.position.rules.slug, lesson.position.play(move)
    mind, give_back = house.analysts.ask(game)
    try:
        there = look(mind, after, (*lesson.history, lesson.position), Limits(nodes=NODES), lines=1)
    finally:
        give_back()
    return tried_again(lesson, move, there, curve_of(game), truth=TableTruth(house.endgames.folder))


ROUTES = [Route("/api/analysis/lessons/{id}", tried)]
