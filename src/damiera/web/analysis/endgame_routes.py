"""Endgame tables: what there is, building what is missing, asking about a position."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from damiera.decoding import converter
from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.service.endgame import ask_tables, game_with_tables, pieces_offered
from damiera.web.analysis.views.endgame import endgame_page, table_answer
from damiera.web.common.failures import RefusedRequest
from damiera.web.common.forms import form_reader, text_of
from damiera.web.common.network_access import sits_here
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language, show
from damiera.web.common.parts import app_of

__all__ = ["ROUTES"]

LONGEST_FEN: Final = 400
DEFAULT_GAME: Final = "italian"


class TablesQuery(msgspec.Struct, frozen=True):
    """Which game and position an address asks about."""

    game: str | None = None
    fen: str = ""


class BuildForm(msgspec.Struct, frozen=True):
    """What the form of a build brings; the game and the position are those of the page it stands on."""

    game: str | None = None
    pieces: str = ""
    distances: str = ""
    fen: str = ""


class IdleForm(msgspec.Struct, frozen=True):
    """Whether tables may be built while nobody plays; the rest is of the page it stands on."""

    allowed: str = ""
    game: str | None = None
    fen: str = ""


class QuestionError(msgspec.Struct, frozen=True):
    """What is wrong with the position that a script asks about."""

    error: str


_read_query = converter(TablesQuery)
_read_build = form_reader(BuildForm)
_read_idle = form_reader(IdleForm)


def tables(request: Request) -> Response:
    """Show the tables and what they say of a position that is asked about. Reads files: no coroutine."""
    app, lang = app_of(request), language(request)
    work = app.endgames
    query = _read_query(dict(request.query_params))
    game = game_with_tables(DEFAULT_GAME if query.game is None else query.game)
    fen, report, wrong = query.fen[:LONGEST_FEN], None, ""
    try:
        report = ask_tables(game, fen, work.folder, names_folder=sits_here(request)) if fen else None
    except DamieraError as error:
        wrong = error.text(lang)
    view = endgame_page(
        game,
        fen,
        report,
        work.job(),
        work.folder,
        lang,
        wrong=wrong,
        may_build=sits_here(request),
        when_idle=app.idle_tables.is_allowed,
    )
    return show(request, view, status=400 if wrong else 200)


def ask(request: Request) -> Response:
    """Tell a script what the tables say of a position, if they say anything."""
    lang, query = language(request), _read_query(dict(request.query_params))
    game = game_with_tables(query.game or "")
    try:
        folder = app_of(request).endgames.folder
        report = ask_tables(game, query.fen[:LONGEST_FEN], folder, names_folder=sits_here(request))
    except DamieraError as error:
        return _json(QuestionError(error.text(lang)), 422)
    return _json(table_answer(report, lang))


async def build(request: Request) -> Response:
    """Begin to build tables; only from the computer on which the app runs."""
    if not sits_here(request):
        raise RefusedRequest(403, _ONLY_AT_HOME)
    form = _read_build(text_of(await request.form()))
    game = game_with_tables(form.game or "")
    offered, pieces = pieces_offered(game), whole(form.pieces)
    if pieces is None or pieces not in offered:
        raise RefusedRequest(400, _TOO_MANY.format(most=offered[-1]))
    work = app_of(request).endgames
    try:
        begun = work.start(game.slug, pieces, distances=bool(form.distances), lang=language(request))
    except OSError as error:
        raise RefusedRequest(503, _NO_START.format(why=error.strerror or error)) from error
    if not begun:
        raise RefusedRequest(409, _BUSY)
    return _back(form.game or "", form.fen)


async def stop(request: Request) -> Response:
    """End the build that is going on."""
    if not sits_here(request):
        raise RefusedRequest(403, _ONLY_AT_HOME)
    app_of(request).endgames.stop()
    form = _read_build(text_of(await request.form()))
    return _back(DEFAULT_GAME if form.game is None else form.game, form.fen)


async def when_idle(request: Request) -> Response:
    """Say whether tables may be built while nobody plays."""
    if not sits_here(request):
        raise RefusedRequest(403, _ONLY_AT_HOME)
    form = _read_idle(text_of(await request.form()))
    try:
        app_of(request).idle_tables.allow(bool(form.allowed))
    except OSError as error:
        raise RefusedRequest(503, _NO_MARK.format(why=error.strerror or error)) from error
    return _back(DEFAULT_GAME if form.game is None else form.game, form.fen)


def _back(game: str, fen: str) -> Response:
    query = {"game": game} | ({"fen": fen[:LONGEST_FEN]} if fen else {})
    return RedirectResponse(f"/endgame?{urlencode(query)}#work", 303)


def _json(value: msgspec.Struct, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


_ONLY_AT_HOME: Final = Message("Tables are built only from the computer on which Damiera runs.")
_TOO_MANY: Final = Message("Choose from 2 to {most} pieces.")
_BUSY: Final = Message("Tables are being built already: wait until that ends, or stop it.")
_NO_START: Final = Message(
    "The program that builds the tables does not start ({why}). Close other programs and try again."
)
_NO_MARK: Final = Message(
    "The folder of the tables cannot be written ({why}). Look at its permissions and try again."
)

ROUTES = [
    Route("/endgame", tables),
    Route("/endgame/ask", ask),
    Route("/endgame/build", build, methods=["POST"]),
    Route("/endgame/stop", stop, methods=["POST"]),
    Route("/endgame/when-idle", when_idle, methods=["POST"]),
]
