"""Lessons: the list of a game's, an exercise, and the answers to it from a form or a script."""

from __future__ import annotations

import asyncio
from typing import TypeVar

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.records.learning import ExerciseRecord
from damiera.service.endings import (
    SIZE,
    EndingAnswer,
    OpenEnding,
    ending_record,
    find_ending,
    line_from,
    played_on,
    state_of,
    typed_on,
)
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
from damiera.web.common.forms import text_of
from damiera.web.common.identity import known_visitor, remember, welcome
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language, show
from damiera.web.common.parts import app_of
from damiera.web.learn.views import ExerciseReply, answer_reply, ending_page, exercise_page, lessons_page

__all__ = ["BODIES", "ROUTES"]

Asked = TypeVar("Asked")

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
        await app.database.write(app.learning.note, opened.record, visitor.id)


async def ending(request: Request) -> Response:
    """Show an ending that the tables defend: the first that is not done where the address names none."""
    names, asked = request.path_params, request.query_params
    visitor = await known_visitor(request)
    done = await _done(request, visitor)
    set, number = whole(asked.get("set")) or 1, whole(asked.get("n"))
    opened = await asyncio.to_thread(find_ending, names["game"], set, number or 1)
    if number is None:
        left = (n for n in range(1, SIZE + 1) if ending_record(replace(opened, number=n)) not in done)
        opened = await asyncio.to_thread(find_ending, names["game"], set, next(left, 1))
    return show(request, await asyncio.to_thread(ending_page, opened, done, None, language(request)))


async def _done(request: Request, visitor: Visitor | None) -> frozenset[ExerciseRecord]:
    app = app_of(request)
    return await app.database.read(app.learning.done, visitor.id if visitor else None)


async def ending_answered(request: Request) -> Response:
    """Take a move from the form, and answer it."""
    lang, names, asked = language(request), request.path_params, request.query_params
    set, number = whole(asked.get("set")) or 1, whole(asked.get("n")) or 1
    opened = await asyncio.to_thread(find_ending, names["game"], set, number)
    form = text_of(await request.form())
    who = await welcome(request)
    line = line_from(form.get("line", ""))
    try:
        told = await asyncio.to_thread(typed_on, opened, line, form.get("answer", ""), lang)
    except DamieraError as error:
        reply = ExerciseReply(False, "", error.text(lang), (), state_of(opened, lang, line), False, line)
    else:
        await _note_ending(request, opened, who.visitor, told)
        reply = answer_reply(told)
    done = await _done(request, who.visitor)
    return remember(
        request, show(request, await asyncio.to_thread(ending_page, opened, done, reply, lang)), who
    )


async def _note_ending(request: Request, opened: OpenEnding, visitor: Visitor, told: EndingAnswer) -> None:
    app = app_of(request)
    if told.over and told.right:
        await app.database.write(app.learning.note, ending_record(opened), visitor.id)


class EndingRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a script says of an ending: all moves from its beginning, the new one last."""

    line: tuple[PlayedPath, ...]


async def ending_api(request: Request) -> Response:
    """Judge a move that was made on the board of an ending, and answer it."""
    lang, names = language(request), request.path_params
    opened = await asyncio.to_thread(find_ending, names["game"], names["set"], names["n"])
    asked = _read(_line_decoder, await request.body())
    who = await welcome(request)
    told = await asyncio.to_thread(played_on, opened, asked.line, lang)
    await _note_ending(request, opened, who.visitor, told)
    return remember(request, answer(answer_reply(told)), who)


class ExerciseRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a script says of an exercise: the move that was made, or the squares that were marked."""

    played: PlayedPath | None = None
    squares: tuple[int, ...] = ()


_asked_decoder = msgspec.json.Decoder(ExerciseRequest)
_line_decoder = msgspec.json.Decoder(EndingRequest)


def _read(decoder: msgspec.json.Decoder[Asked], body: bytes) -> Asked:
    try:
        return decoder.decode(body)
    except (msgspec.DecodeError, UnicodeError) as error:
        said = Message("I do not understand this request: {why}.")
        raise BadTerms("body", said.format(why=error)) from error


async def answered_api(request: Request) -> Response:
    """Judge what was done on the board."""
    lang = language(request)
    opened = _opened(request, request.path_params["n"])
    asked = _read(_asked_decoder, await request.body())
    who = await welcome(request)
    if asked.played is not None and opened.exercise.find != "pieces":
        told = moved(opened, asked.played, lang)
    else:
        told = marked(opened, asked.squares, lang)
    await _note(request, opened, who.visitor, told)
    return remember(request, answer(answer_reply(told)), who)


BODIES = {
    "/api/learn/{game}/endings/{set:int}/{n:int}": LARGEST_WORDS,
    "/api/learn/{game}/{article}/{n:int}": LARGEST_WORDS,
}
ROUTES = [
    Route("/learn", lessons),
    Route("/learn/{game}", lessons),
    Route("/learn/{game}/endings", ending),
    Route("/learn/{game}/endings", ending_answered, methods=["POST"]),
    Route("/api/learn/{game}/endings/{set:int}/{n:int}", ending_api, methods=["POST"]),
    Route("/learn/{game}/{article}", exercise),
    Route("/learn/{game}/{article}", answered, methods=["POST"]),
    Route("/api/learn/{game}/{article}/{n:int}", answered_api, methods=["POST"]),
]
