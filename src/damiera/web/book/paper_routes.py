"""A game on paper: its board as a picture, its score sheet as a PDF, its moves as text."""

from __future__ import annotations

from functools import partial

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from damiera.decoding import converter
from damiera.paper.pictures import board_png, board_svg
from damiera.paper.sheet import score_sheet
from damiera.web.book.views.game_texts import PicturePlace, PictureQuery, picture_place, texts_page
from damiera.web.common.identity import known_visitor
from damiera.web.common.pages import language, show
from damiera.web.common.parts import app_of

__all__ = ["ROUTES"]

_read_query = converter(PictureQuery)


async def svg(request: Request) -> Response:
    """Return a position of a game, the last one or the one after `?ply=`, as an SVG picture."""
    here = await _place(request)
    text = await to_thread.run_sync(
        partial(board_svg, here.position, flipped=here.flipped, size=here.size, lang=language(request))
    )
    return Response(text, headers=_named(request, "svg"), media_type="image/svg+xml")


async def png(request: Request) -> Response:
    """Return the same as a PNG picture."""
    here = await _place(request)
    data = await to_thread.run_sync(
        partial(board_png, here.position, flipped=here.flipped, size=here.size, lang=language(request))
    )
    return Response(data, headers=_named(request, "png"), media_type="image/png")


async def sheet(request: Request) -> Response:
    """Return the score sheet of a game."""
    app, visitor = app_of(request), await known_visitor(request)
    game_id = request.path_params["id"]
    viewer = visitor.id if visitor else None
    game, outcome = await app.database.read(app.archive.record, game_id, viewer, language(request))
    earlier = await app.database.read(app.archive.earlier, game_id, viewer, language(request))
    draw = partial(score_sheet, game, lang=language(request), outcome=outcome, earlier=earlier)
    data = await to_thread.run_sync(draw)
    return Response(data, headers=_named(request, "pdf"), media_type="application/pdf")


async def texts(request: Request) -> Response:
    """Show a position of a game, and the game, as other programs write them."""
    app, visitor, game_id = app_of(request), await known_visitor(request), request.path_params["id"]
    here = await _place(request)
    viewer, lang = visitor.id if visitor else None, language(request)
    game, _ = await app.database.read(app.archive.record, game_id, viewer, lang)
    query = _read_query(dict(request.query_params))
    return show(request, texts_page(game_id, game, here.position, query, lang))


async def _place(request: Request) -> PicturePlace:
    app = app_of(request)
    positions = await app.database.read(app.archive.positions, request.path_params["id"])
    return picture_place(positions, _read_query(dict(request.query_params)))


def _named(request: Request, ending: str) -> dict[str, str]:
    name = f"damiera-{request.path_params['id']}.{ending}"
    return {"Content-Disposition": f'inline; filename="{name}"', "Cache-Control": "private, no-cache"}


ROUTES: list[BaseRoute] = [
    Route("/g/{id}.svg", svg),
    Route("/g/{id}.png", png),
    Route("/g/{id}/sheet.pdf", sheet),
    Route("/g/{id}/forms", texts),
]
