"""A game on paper: its board as a picture, its score sheet as a PDF."""

from __future__ import annotations

from functools import partial

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from damiera._core import Position
from damiera.messages import Message, Text
from damiera.notation.clipboard import FORMS, GAME_FORMS, Form, GameForm, write_game, write_position
from damiera.notation.pdn.model import PdnGame
from damiera.paper.pictures import board_png, board_svg
from damiera.paper.sheet import score_sheet
from damiera.service.record import position_at
from damiera.web.common.identity import known_visitor
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language, page
from damiera.web.common.parts import app_of

__all__ = ["ROUTES"]

_SMALLEST, _LARGEST, _USUAL = 64, 2048, 960


async def svg(request: Request) -> Response:
    """Return a position of a game, the last one or the one after `?ply=`, as an SVG picture."""
    position, flipped, size = await _asked(request)
    text = await to_thread.run_sync(
        partial(board_svg, position, flipped=flipped, size=size, lang=language(request))
    )
    return Response(text, headers=_named(request, "svg"), media_type="image/svg+xml")


async def png(request: Request) -> Response:
    """Return the same as a PNG picture."""
    position, flipped, size = await _asked(request)
    data = await to_thread.run_sync(
        partial(board_png, position, flipped=flipped, size=size, lang=language(request))
    )
    return Response(data, headers=_named(request, "png"), media_type="image/png")


async def sheet(request: Request) -> Response:
    """Return the score sheet of a game."""
    app, visitor = app_of(request), await known_visitor(request)
    game_id = request.path_params["id"]
    viewer = visitor.id if visitor else None
    game, outcome = await app.database.read(app.archive.record, game_id, viewer)
    earlier = await app.database.read(app.archive.earlier, game_id, viewer)
    draw = partial(score_sheet, game, lang=language(request), outcome=outcome, earlier=earlier)
    data = await to_thread.run_sync(draw)
    return Response(data, headers=_named(request, "pdf"), media_type="application/pdf")


async def forms(request: Request) -> Response:
    """Show a position of a game, and the game, as other programs write them."""
    app, visitor, lang = app_of(request), await known_visitor(request), language(request)
    game_id = request.path_params["id"]
    position, _, _ = await _asked(request)
    game, _ = await app.database.read(app.archive.record, game_id, visitor.id if visitor else None)
    positions = [
        (form, _FORMS[form].text(lang), write_position(position, form)) for form in _possible(position)
    ]
    games = [(form, _GAMES[form].text(lang), write_game(game, form)) for form in _writable(game)]
    ply = whole(request.query_params.get("ply"))
    last = len(game.mainline)
    return page(
        request,
        "book/forms.html",
        id=game_id,
        ply=last if ply is None else ply,
        positions=positions,
        games=games,
    )


def _possible(position: Position) -> tuple[Form, ...]:
    """Return the forms in which a position can be written."""
    return FORMS if position.rules.family == "draughts" else ("fen",)


def _writable(game: PdnGame) -> tuple[GameForm, ...]:
    return GAME_FORMS if game.ruleset.core.family == "draughts" else ("pdn", "moves")


_FORMS: dict[Form, Text] = {
    "fen": Message("FEN"),
    "checkerboard": Message("FEN of CheckerBoard"),
    "lidraughts": Message("FEN of lidraughts"),
    "hub": Message("Hub"),
    "dxp": Message("DXP"),
    "diagram": Message("Diagram"),
}
_GAMES: dict[GameForm, Text] = {
    "pdn": Message("PDN"),
    "checkerboard": Message("PDN of CheckerBoard"),
    "moves": Message("The moves alone"),
    "hub": Message("Moves of Hub"),
}


async def _asked(request: Request) -> tuple[Position, bool, int]:
    app, query = app_of(request), request.query_params
    size = whole(query.get("size"))
    wide = _USUAL if size is None else max(_SMALLEST, min(size, _LARGEST))
    positions = await app.database.read(app.archive.positions, request.path_params["id"])
    return position_at(positions, whole(query.get("ply"))), "flip" in query, wide


def _named(request: Request, ending: str) -> dict[str, str]:
    name = f"damiera-{request.path_params['id']}.{ending}"
    return {"Content-Disposition": f'inline; filename="{name}"', "Cache-Control": "private, no-cache"}


ROUTES: list[BaseRoute] = [
    Route("/g/{id}.svg", svg),
    Route("/g/{id}.png", png),
    Route("/g/{id}/sheet.pdf", sheet),
    Route("/g/{id}/forms", forms),
]
