"""Appearance, language, voice and keys: one page, one form, one cookie; and leaving a shared browser."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from damiera.web.common.forms import text_of
from damiera.web.common.identity import COOKIE as SESSION
from damiera.web.common.identity import forget_token, known_visitor
from damiera.web.common.network_access import sits_here
from damiera.web.common.pages import language, preferences, show
from damiera.web.common.parts import app_of
from damiera.web.common.preferences import COOKIE
from damiera.web.home.views import preferences_page

__all__ = ["ROUTES"]

YEAR_S = 365 * 24 * 3600


async def ask(request: Request) -> Response:
    """Show what can be chosen."""
    back = local_path(request.query_params.get("back", "/"))
    visitor = await known_visitor(request)
    has = visitor is not None and visitor.has_account
    account = "has" if has else "" if sits_here(request) else "offered"
    name = visitor.name if visitor else ""
    return show(request, preferences_page(back, name, account, language(request)))


async def keep(request: Request) -> Response:
    """Keep what was chosen and go back; a script only wants to know that it was kept."""
    chosen = text_of(await request.form())
    changed = preferences(request).with_choices(chosen)
    response: Response
    if "application/json" in request.headers.get("accept", ""):
        response = JSONResponse({"kept": True})
    else:
        response = RedirectResponse(local_path(chosen.get("back", "/")), 303)
    response.set_cookie(
        COOKIE,
        changed.cookie(),
        max_age=YEAR_S,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return response


async def leave(request: Request) -> Response:
    """Make of this browser a stranger's; what its player holds stays, and nobody can come back to it."""
    token = request.cookies.get(SESSION)
    if token:
        app = app_of(request)
        await app.database.write(app.identity.leave, token)
    response = RedirectResponse("/", 303)
    forget_token(request, response)
    return response


def local_path(path: str) -> str:
    """Return a path of ours; anything that leads elsewhere becomes the home page.

    >>> local_path("/g/1?ply=3"), local_path("//evil.example"), local_path("https://evil.example")
    ('/g/1?ply=3', '/', '/')
    """
    ours = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if ours else "/"


ROUTES = [
    Route("/prefs", ask),
    Route("/prefs", keep, methods=["POST"]),
    Route("/leave", leave, methods=["POST"]),
]
