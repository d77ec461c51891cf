"""The book: the rules of each game, chapter by chapter, with their diagrams."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from damiera.errors import DamieraError
from damiera.service.catalogue import find_chapter, find_rulebook
from damiera.web.book.views.rulebooks import books_page, chapter_page, first_chapter_address
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


ROUTES = [
    Route("/book", all_books),
    Route("/book/{rulebook}", first_chapter),
    Route("/book/{rulebook}/{chapter}", one_chapter),
]
