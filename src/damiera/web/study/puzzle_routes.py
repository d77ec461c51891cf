"""Puzzles: a move to be found, tried on the board or in a form; hints, solutions, how one fared."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import date, datetime

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.records.learning import PuzzleFormRecord
from damiera.service.errors import BadTerms, ServiceError
from damiera.service.identity import Visitor
from damiera.service.puzzle_form import THEMES
from damiera.service.refutations import refuted_by
from damiera.web.analysis.access import admit, answer
from damiera.web.common.bodies import LARGEST_WORDS
from damiera.web.common.forms import text_of
from damiera.web.common.identity import known_visitor, remember, welcome
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language, show
from damiera.web.common.parts import App, app_of
from damiera.web.study.views import (
    PuzzleReply,
    attempt_answer,
    help_answer,
    puzzle_page,
    puzzles_page,
    refuted_answer,
    reply_to,
    with_form,
)

__all__ = ["ROUTES"]


async def puzzles(request: Request) -> Response:
    """Show the puzzles there are, and how the visitor fared with each."""
    app, lang = app_of(request), language(request)
    visitor = await known_visitor(request)
    viewer = visitor.id if visitor else None
    wanted, theme = request.query_params.get("game", ""), request.query_params.get("theme", "")
    theme = theme if theme in THEMES else ""
    every = await app.database.read(app.puzzles.puzzles, viewer, None)
    fared = await app.database.read(app.puzzles.fared, viewer)
    number = whole(request.query_params.get("page")) or 1
    errors = request.query_params.get("errors") == "yes"
    today = datetime.fromtimestamp(app.clock.now_ms() / 1000).date()
    day = (today - date(1970, 1, 1)).days
    page = puzzles_page(every, fared, wanted, theme, number, lang, day=day, errors=errors)
    return show(request, page)


async def puzzle(request: Request) -> Response:
    """Show a puzzle."""
    return await _puzzle(request, await known_visitor(request))


async def _puzzle(
    request: Request, visitor: Visitor | None, reply: PuzzleReply | None = None, played: Sequence[str] = ()
) -> Response:
    app, lang = app_of(request), language(request)
    viewer = visitor.id if visitor else None
    found = await app.database.read(app.puzzles.puzzle, request.path_params["id"], viewer)
    every = await app.database.read(app.puzzles.puzzles, viewer, found.game)
    fared = await app.database.read(app.puzzles.fared, viewer)
    form = await app.database.read(app.puzzles.form, viewer, found.game)
    return show(request, puzzle_page(found, every, fared, form, reply, played, lang))


async def attempt(request: Request) -> Response:
    """Take a solver's move, a wish for a hint or for the solution, from a form."""
    app, lang, id = app_of(request), language(request), request.path_params["id"]
    fields = text_of(await request.form())
    who = await welcome(request)
    if fields.get("what") in ("hint", "solution"):
        shown = fields["what"] == "solution"
        await app.database.write(app.puzzles.help, id, who.visitor.id, solution=shown)
        return remember(request, RedirectResponse(f"/puzzles/{id}", 303), who)
    played = fields.get("played", "").split()
    try:
        texts = [*played, *fields.get("moves", "").split()]
        right, done = await app.database.write(app.puzzles.attempt, id, who.visitor.id, texts)
        reply = reply_to(right, lang)
        if done:
            return remember(request, RedirectResponse(f"/puzzles/{id}", 303), who)
        if right:
            found = await app.database.read(app.puzzles.puzzle, id, who.visitor.id)
            played = list(found.solution[: len(texts) + len(texts) % 2])
    except ServiceError:
        raise
    except DamieraError as error:
        reply = PuzzleReply("bad", error.text(lang))
    return remember(request, await _puzzle(request, who.visitor, reply, played), who)


class PuzzleRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a script says of a puzzle: the moves played so far, or a wish for help."""

    moves: tuple[str, ...] = ()
    help: str = ""


async def attempt_api(request: Request) -> Response:
    """Judge the moves a solver has made on the board; answer with the reply, or with what was asked for."""
    app, lang, id = app_of(request), language(request), request.path_params["id"]
    tried = _tried(await request.body())
    who = await welcome(request)
    found = await app.database.read(app.puzzles.puzzle, id, who.visitor.id)
    if tried.help:
        solution = tried.help == "solution"
        await app.database.write(app.puzzles.help, id, who.visitor.id, solution=solution)
        form = await _form(app, who.visitor, found.game)
        return remember(request, answer(with_form(help_answer(found, solution, lang), form, lang)), who)
    right, done = await app.database.write(app.puzzles.attempt, id, who.visitor.id, tried.moves)
    form = await _form(app, who.visitor, found.game)
    refutation = None
    if not right:
        admit(request)
        refutation = await asyncio.to_thread(
            refuted_by, found.game, found.position, tried.moves, app.analysts.ask
        )
    if refutation is not None:
        return remember(request, answer(with_form(refuted_answer(refutation, lang), form, lang)), who)
    said = attempt_answer(found, len(tried.moves), right, done, lang)
    return remember(request, answer(with_form(said, form, lang)), who)


async def _form(app: App, visitor: Visitor, game: str) -> PuzzleFormRecord | None:
    return await app.database.read(app.puzzles.form, visitor.id, game)


_tried_decoder = msgspec.json.Decoder(PuzzleRequest)


def _tried(body: bytes) -> PuzzleRequest:
    try:
        return _tried_decoder.decode(body)
    except (msgspec.DecodeError, UnicodeError) as error:
        said = Message("I do not understand this request: {why}.")
        raise BadTerms("body", said.format(why=error)) from error


BODIES = {"/api/puzzles/{id}": LARGEST_WORDS}
ROUTES = [
    Route("/puzzles", puzzles),
    Route("/puzzles/{id}", puzzle),
    Route("/puzzles/{id}", attempt, methods=["POST"]),
    Route("/api/puzzles/{id}", attempt_api, methods=["POST"]),
]
