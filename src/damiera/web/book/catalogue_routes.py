"""The catalogue of games."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from damiera.decoding import converter
from damiera.web.book.views.catalogue import CatalogueQuery, catalogue_page
from damiera.web.common.pages import language, show

__all__ = ["ROUTES"]

_read_query = converter(CatalogueQuery)


async def catalogue(request: Request) -> Response:
    """Show the catalogue, or the part of it that words and filters leave."""
    given = request.query_params
    query = _read_query({**given, "only": given.getlist("only")})
    return show(request, catalogue_page(query, language(request)))


ROUTES = [Route("/catalogue", catalogue)]
