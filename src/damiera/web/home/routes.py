"""Home: a board on which the first move is the whole form."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from damiera.web.club.views import waiting_line
from damiera.web.common.forms import text_of
from damiera.web.common.identity import asks_name, known_visitor, remember, stay_guest, welcome
from damiera.web.common.laboratory_access import may_see_laboratory
from damiera.web.common.network_access import access_view
from damiera.web.common.pages import language, show
from damiera.web.common.parts import app_of
from damiera.web.home.preferences_routes import local_path
from damiera.web.home.views import home_page
from damiera.web.play.terms_views import last_terms

__all__ = ["ROUTES"]

RESUMED = 3


async def home(request: Request) -> Response:
    """Show the board of Italian draughts, ready to begin, and the games that wait."""
    lang, app = language(request), app_of(request)
    visitor = await known_visitor(request)
    last, house = last_terms(request), access_view(request)
    here = app.club_presence.ids | app.running.rooms.players
    at_club = waiting_line(await app.database.read(app.club.waiting, here), lang)
    lab = await may_see_laboratory(request, visitor)
    if visitor is None:
        return show(request, home_page((), last, house, lang, at_club=at_club, laboratory=lab))
    mine = await app.database.read(app.archive.my_games, visitor.id, lang, size=RESUMED + 1)
    asks = asks_name(request, visitor)
    view = home_page(mine.items, last, house, lang, asks_name=asks, at_club=at_club, laboratory=lab)
    return show(request, view)


async def name(request: Request) -> Response:
    """Keep what a guest wants to be called, or that they want no name; go back to where they were."""
    given = text_of(await request.form())
    response = RedirectResponse(local_path(given.get("back", "/")), 303)
    if "later" not in given:
        who = await welcome(request)
        app = app_of(request)
        await app.database.write(app.identity.rename, who.visitor.id, given.get("name", ""))
        return remember(request, response, who)
    stay_guest(request, response)
    return response


ROUTES = [Route("/", home), Route("/name", name, methods=["POST"])]
