"""Appearance, language, voice and keys: one page, one form, one cookie; and leaving a shared browser."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from damiera._core import rules
from damiera.paper.geometry import geometry
from damiera.paper.svg import diagram
from damiera.web.common.identity import COOKIE as SESSION
from damiera.web.common.identity import known_visitor
from damiera.web.common.pages import page, preferences
from damiera.web.common.parts import app_of
from damiera.web.common.preferences import COOKIE

__all__ = ["ROUTES"]

YEAR_S = 365 * 24 * 3600
SAMPLE = {21: "w", 22: "W", 13: "b", 14: "B"}


async def show(request: Request) -> Response:
    """Show what can be chosen."""
    back = local_path(request.query_params.get("back", "/"))
    sample = diagram(geometry(rules("italian")), SAMPLE, crop=(0, 300, 400, 300))
    visitor = await known_visitor(request)
    return page(
        request, "home/prefs.html", back=back, sample=sample, visitor_name=visitor.name if visitor else ""
    )


async def keep(request: Request) -> Response:
    """Keep what was chosen and go back; a script only wants to know that it was kept."""
    form = await request.form()
    chosen = {name: value for name, value in form.items() if isinstance(value, str)}
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
    """Make of this browser a stranger's; what its player holds stays his, and nobody can come back to it."""
    token = request.cookies.get(SESSION)
    if token:
        app = app_of(request)
        await app.database.write(app.identity.leave, token)
    response = RedirectResponse("/", 303)
    response.delete_cookie(SESSION, httponly=True, samesite="lax", secure=request.url.scheme == "https")
    return response


def local_path(path: str) -> str:
    """Return a path of ours; anything that leads elsewhere becomes the home page.

    >>> local_path("/g/1?ply=3"), local_path("//evil.example"), local_path("https://evil.example")
    ('/g/1?ply=3', '/', '/')
    """
    ours = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if ours else "/"


ROUTES = [
    Route("/prefs", show),
    Route("/prefs", keep, methods=["POST"]),
    Route("/leave", leave, methods=["POST"]),
]
