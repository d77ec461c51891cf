"""The book: the rules of each game, chapter by chapter, with their diagrams; an article by an example."""

from __future__ import annotations

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.service.catalogue import find_chapter, find_event_scenario, find_rulebook
from damiera.service.errors import BadTerms
from damiera.service.scenarios import PlayedPath, find_scenario, play_scenario
from damiera.web.book.views.article import article_page
from damiera.web.book.views.event_article import event_article_page
from damiera.web.book.views.rulebooks import books_page, chapter_page, first_chapter_address
from damiera.web.common.bodies import LARGEST_WORDS
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language, show

__all__ = ["ROUTES"]


async def all_books(request: Request) -> Response:
    """Show every rulebook."""
    return show(request, books_page(language(request)))


async def first_chapter(request: Request) -> Response:
    """Open a book at its first chapter."""
    try:
        book = find_rulebook(request.path_params["rulebook"])
    except DamieraError as error:
        raise HTTPException(404, error.text(language(request))) from error
    return RedirectResponse(first_chapter_address(book), 307)


async def one_chapter(request: Request) -> Response:
    """Show one chapter."""
    lang, names = language(request), request.path_params
    try:
        book = find_rulebook(names["rulebook"])
        chapter = find_chapter(book, names["chapter"])
    except DamieraError as error:
        raise HTTPException(404, error.text(lang)) from error
    return show(request, chapter_page(book, chapter, lang))


async def one_article(request: Request) -> Response:
    """Show one article with an example of it, the first if the address names none."""
    lang, names = language(request), request.path_params
    n = whole(request.query_params.get("n")) or 1
    try:
        book = find_rulebook(names["rulebook"])
        article = book.article(names["number"])
        if not book.game:
            return show(
                request, event_article_page(book, article, find_event_scenario(book, article, n), n, lang)
            )
        scenario = find_scenario(book.id, article.number, n)
    except DamieraError as error:
        raise HTTPException(404, error.text(lang)) from error
    return show(request, article_page(book, article, scenario, n, lang))


class ScenarioRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a script says of an example: the moves made in it, and whether its act is to be done."""

    played: tuple[PlayedPath, ...] = ()
    act: bool = False


async def scenario_api(request: Request) -> Response:
    """Carry out a reader's moves, or the act of the example; answer with the board, or with the refusal."""
    lang, names = language(request), request.path_params
    asked = _asked(await request.body())
    try:
        scenario = find_scenario(names["rulebook"], names["number"], names["n"])
    except DamieraError as error:
        raise HTTPException(404, error.text(lang)) from error
    state = play_scenario(scenario, asked.played, lang, act=asked.act)
    return Response(msgspec.json.encode(state), 200, {"Cache-Control": "no-store"}, "application/json")


_asked_decoder = msgspec.json.Decoder(ScenarioRequest)


def _asked(body: bytes) -> ScenarioRequest:
    try:
        return _asked_decoder.decode(body)
    except (msgspec.DecodeError, UnicodeError) as error:
        said = Message("I do not understand this request: {why}.")
        raise BadTerms("body", said.format(why=error)) from error


BODIES = {"/api/book/{rulebook}/{number}/{n:int}": LARGEST_WORDS}
ROUTES = [
    Route("/book", all_books),
    Route("/book/{rulebook}", first_chapter),
    Route("/book/{rulebook}/{chapter}", one_chapter),
    Route("/book/{rulebook}/{chapter}/{number}", one_article),
    Route("/api/book/{rulebook}/{number}/{n:int}", scenario_api, methods=["POST"]),
]
