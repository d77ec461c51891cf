"""The atlas of openings: a deck's openings in a list, and one with its board, games and traps."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from damiera.decoding import converter
from damiera.errors import DamieraError
from damiera.service.atlas import atlas_decks
from damiera.service.openings import find_deck
from damiera.web.book.views.atlas import AtlasQuery, atlas_opening_page, atlas_page
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language, show

__all__ = ["ROUTES"]

_read_query = converter(AtlasQuery)


def openings(request: Request) -> Response:
    """Show the openings of a deck, or of the first there is. Reading an atlas takes a while: no coroutine."""
    ids = atlas_decks()
    asked = request.path_params.get("deck", ids[0] if ids else "")
    if asked not in ids:
        raise HTTPException(404)
    query = _read_query(dict(request.query_params))
    return show(request, atlas_page(find_deck(asked), query, language(request)))


def opening(request: Request) -> Response:
    """Show one opening, after as many moves as are asked for."""
    lang, query = language(request), _read_query(dict(request.query_params))
    if request.path_params["deck"] not in atlas_decks():
        raise HTTPException(404)
    chosen = find_deck(request.path_params["deck"])
    try:
        one = chosen.opening(request.path_params["number"])
    except DamieraError as error:
        raise HTTPException(404, error.text(lang)) from error
    ply = None if query.ply is None else whole(query.ply)
    return show(request, atlas_opening_page(chosen, one, ply, lang, flipped=query.flip is not None))


ROUTES = [
    Route("/atlas", openings),
    Route("/atlas/{deck}", openings),
    Route("/atlas/{deck}/{number:int}", opening),
]
