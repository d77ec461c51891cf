"""Home: a board on which the first move is the whole form."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from damiera.web.common.house import house_view
from damiera.web.common.identity import known_visitor
from damiera.web.common.pages import language, show
from damiera.web.common.parts import app_of
from damiera.web.home.views import home_page

__all__ = ["ROUTES"]

RESUMED = 3


async def home(request: Request) -> Response:
    """Show the board of Italian draughts, ready to begin, and the games that wait."""
    lang, app = language(request), app_of(request)
    visitor = await known_visitor(request)
    if visitor is None:
        return show(request, home_page((), house_view(request), lang))
    mine = await app.database.read(app.archive.my_games, visitor.id, lang, size=RESUMED + 1)
    return show(request, home_page(mine.items, house_view(request), lang))


ROUTES = [Route("/", home)]
