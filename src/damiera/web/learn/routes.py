"""Lessons: the list of a game's, an exercise, and the answers to it from a form or a script."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.service.errors import BadTerms, NotFound
from damiera.service.identity import Visitor
from damiera.service.learning import (
    ExerciseAnswer,
    OpenExercise,
    courses,
    find_exercise,
    marked,
    moved,
    state_at,
    typed,
)
from damiera.service.scenarios import PlayedPath
from damiera.web.analysis.access import answer
from damiera.web.common.bodies import LARGEST_WORDS
from damiera.web.common.identity import known_visitor, remember, welcome
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language, show
from damiera.web.common.parts import app_of
from damiera.web.learn.views import ExerciseReply, answer_reply, exercise_page, lessons_page

__all__ = ["BODIES", "ROUTES"]

_NO_LESSONS = Message("This game has no lessons yet.")


async def lessons(request: Request) -> Response:
    """Show the lessons of a game; the first game's where the address names none."""
    app, lang = app_of(request), language(request)
    game = request.path_params.get("game", "italian")
    book = dict(courses()).get(game)
    if book is None:
        raise NotFound(game, _NO_LESSONS)
    visitor = await known_visitor(request)
    done = await app.database.read(app.learning.done, visitor.id if visitor else None)
    return show(request, lessons_page(game, book, done, lang))


def _opened(request: Request, number: int) -> OpenExercise:
    names = request.path_params
    return find_exercise(names["game"], names["article"], number)


async def exercise(request: Request) -> Response:
    """Show an exercise of a lesson, the first if the address names none."""
    opened = _opened(request, whole(request.query_params.get("n")) or 1)
    return await _exercise(request, opened, await known_visitor(request))


async def _exercise(
    request: Request, opened: OpenExercise, visitor: Visitor | None, reply: ExerciseReply | None = None
) -> Response:
    app = app_of(request)
    done = await app.database.read(app.learning.done, visitor.id if visitor else None)
    return show(request, exercise_page(opened, done, reply, language(request)))


async def answered(request: Request) -> Response:
    """Take an answer from the form: a move that was typed, or pieces that were ticked."""
    lang = language(request)
    opened = _opened(request, whole(request.query_params.get("n")) or 1)
    form = await request.form()
    who = await welcome(request)
    text = " ".join(str(value) for _, value in form.multi_items())
    try:
        told = typed(opened, text, lang)
    except DamieraError as error:
        reply = ExerciseReply(False, "", error.text(lang), (), state_at(opened, lang))
    else:
        await _note(request, opened, who.visitor, told)
        reply = answer_reply(told)
    return remember(request, await _exercise(request, opened, who.visitor, reply), who)


async def _note(request: Request, opened: OpenExercise, visitor: Visitor, told: ExerciseAnswer) -> None:
    app = app_of(request)
    if told.right:
        await app.database.write(app.learning.note, opened, visitor.id)


class ExerciseRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a script says of an exercise: the move that was made, or the squares that were marked."""

    played: PlayedPath | None = None
    squares: tuple[int, ...] = ()


_asked_decoder = msgspec.json.Decoder(ExerciseRequest)


def _asked(body: bytes) -> ExerciseRequest:
    try:
        return _asked_decoder.decode(body)
    except (msgspec.DecodeError, UnicodeError) as error:
        said = Message("I do not understand this request: {why}.")
        raise BadTerms("body", said.format(why=error)) from error


async def answered_api(request: Request) -> Response:
    """Judge what was done on the board."""
    lang = language(request)
    opened = _opened(request, request.path_params["n"])
    asked = _asked(await request.body())
    who = await welcome(request)
    if asked.played is not None and opened.exercise.find != "pieces":
        told = moved(opened, asked.played, lang)
    else:
        told = marked(opened, asked.squares, lang)
    await _note(request, opened, who.visitor, told)
    return remember(request, answer(answer_reply(told)), who)


BODIES = {"/api/learn/{game}/{article}/{n:int}": LARGEST_WORDS}
ROUTES = [
    Route("/learn", lessons),
    Route("/learn/{game}", lessons),
    Route("/learn/{game}/{article}", exercise),
    Route("/learn/{game}/{article}", answered, methods=["POST"]),
    Route("/api/learn/{game}/{article}/{n:int}", answered_api, methods=["POST"]),
]
