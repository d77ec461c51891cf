"""A person's games: played here, brought in from files, replayed."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from damiera.service.archive import LARGEST_PAGE
from damiera.web.common.identity import known_visitor
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language, show
from damiera.web.common.parts import app_of
from damiera.web.games.views import (
    FoundGamesPage,
    GamesPage,
    archive_page,
    games_page,
    known_game,
    replay_page,
)
from damiera.web.play.board_views import shown_at
from damiera.web.play.routes import fen, keep_note, pdn

__all__ = ["ROUTES"]


async def games(request: Request) -> Response:
    """Show the games played here, unfinished first."""
    lang, app = language(request), app_of(request)
    visitor = await known_visitor(request)
    if visitor is None:
        return show(request, GamesPage())
    found = await app.database.read(app.archive.my_games, visitor.id, lang, page=_page(request))
    archive = await app.database.read(app.archive.search, visitor.id, lang, size=1)
    return show(request, games_page(found, archive.total, lang))


async def archive(request: Request) -> Response:
    """Show the games brought in, those that a search finds."""
    lang, app = language(request), app_of(request)
    query, game = _asked(request)
    visitor = await known_visitor(request)
    if visitor is None:
        return show(request, FoundGamesPage(query, game or ""))
    found = await app.database.read(
        app.archive.search, visitor.id, lang, query=query, game=game, page=_page(request)
    )
    return show(request, archive_page(found, query, game, lang))


async def taken(request: Request) -> Response:
    """Return as one PDN file the games that were ticked, all that the search finds if none was."""
    app, visitor = app_of(request), await known_visitor(request)
    who, ticked = visitor.id if visitor else None, request.query_params.getlist("id")
    if ticked:
        text = await app.database.read(app.archive.export, ticked[:LARGEST_PAGE], who, language(request))
    else:
        query, game = _asked(request)
        text = await app.database.read(
            app.archive.export_search, who, query=query, game=game, lang=language(request)
        )
    headers = {"Content-Disposition": 'attachment; filename="damiera.pdn"'}
    return PlainTextResponse(text, headers=headers)


def _asked(request: Request) -> tuple[str, str | None]:
    """Return the words and the game of a search."""
    return request.query_params.get("q", "")[:200], known_game(request.query_params.get("game", ""))


async def replay(request: Request) -> Response:
    """Show an archived game, to be walked through."""
    lang, app = language(request), app_of(request)
    visitor = await known_visitor(request)
    found = await app.database.read(
        app.archive.archived, request.path_params["id"], visitor.id if visitor else None, lang
    )
    shown, flipped = shown_at(found.view, request.query_params.get("ply")), "flip" in request.query_params
    text = await app.database.read(app.archive.fen, found.view.id, shown.ply)
    return show(request, replay_page(found, shown, text, lang, flipped=flipped))


async def note(request: Request) -> Response:
    """Keep a note on a move of an archived game."""
    return await keep_note(request, f"/archive/{request.path_params['id']}")


async def remove(request: Request) -> Response:
    """Take a game out of the archive."""
    app, visitor = app_of(request), await known_visitor(request)
    await app.database.write(app.archive.remove, request.path_params["id"], visitor.id if visitor else "")
    return RedirectResponse("/archive", 303)


def _page(request: Request) -> int:
    return max(1, whole(request.query_params.get("page"), digits=6) or 1)


ROUTES = [
    Route("/games", games),
    Route("/archive", archive),
    Route("/archive.pdn", taken),
    Route("/archive/{id}.pdn", pdn),
    Route("/archive/{id}.fen", fen),
    Route("/archive/{id}", replay),
    Route("/archive/{id}/note", note, methods=["POST"]),
    Route("/archive/{id}/remove", remove, methods=["POST"]),
]
