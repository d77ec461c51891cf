"""The book: the rules of each game, chapter by chapter, with their diagrams."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from damiera.errors import DamieraError
from damiera.messages import Lang, translations
from damiera.notation.fen import parse_fen
from damiera.paper.boards import crop_round, game_picture
from damiera.paper.geometry import geometry
from damiera.paper.svg import Marks, diagram
from damiera.regulations.book import (
    Article,
    Chapter,
    Diagram,
    Rulebook,
    UnknownArticle,
    UnknownRulebook,
    rulebook,
)
from damiera.rules.ruleset import CATALOGUE, Ruleset, ruleset
from damiera.web.common.pages import language, page

__all__ = ["ROUTES"]


async def shelf(request: Request) -> Response:
    """Show every rulebook."""
    lang = language(request)
    games = [game for game in CATALOGUE.values() if not game.slug.endswith("-losing")]
    books = [_book_card(game, rulebook(id), lang) for game in games for id in game.rulebooks]
    return page(request, "book/books.html", books=books)


async def first_chapter(request: Request) -> Response:
    """Open a book at its first chapter."""
    book = _open(request)
    return RedirectResponse(f"/book/{book.id}/{book.chapters[0].number}", 307)


async def read(request: Request) -> Response:
    """Show one chapter."""
    lang = language(request)
    book = _open(request)
    chapter = _turn_to(book, request.path_params["chapter"])
    place = book.chapters.index(chapter)
    return page(
        request,
        "book/book.html",
        book=_book(book, lang),
        chapter=_chapter(book, chapter, lang),
        editions=_editions(book, lang),
        before=_neighbour(book.chapters[:place], -1, lang),
        after=_neighbour(book.chapters[place + 1 :], 0, lang),
    )


def _open(request: Request) -> Rulebook:
    try:
        return rulebook(request.path_params["rulebook"])
    except UnknownRulebook as error:
        raise HTTPException(404, error.text(language(request))) from error


def _turn_to(book: Rulebook, number: str) -> Chapter:
    try:
        return book.chapter(number)
    except UnknownArticle as error:
        raise HTTPException(404) from error


def _neighbour(chapters: Sequence[Chapter], which: int, lang: Lang) -> dict[str, str] | None:
    return {"number": chapters[which].number, "title": chapters[which].title.text(lang)} if chapters else None


def _book_card(game: Ruleset, book: Rulebook, lang: Lang) -> dict[str, object]:
    return {
        "id": book.id,
        "game_name": game.name.text(lang),
        "short": book.short.text(lang),
        "title": book.title.text(lang),
        "picture": game_picture(game.slug),
    }


def _book(book: Rulebook, lang: Lang) -> dict[str, object]:
    return {
        "id": book.id,
        "game": book.game,
        "game_name": ruleset(book.game).name.text(lang),
        "short": book.short.text(lang),
        "title": book.title.text(lang),
        "source": book.source,
        "note": book.note.text(lang) if book.note else "",
        "chapters": [{"number": c.number, "title": c.title.text(lang)} for c in book.chapters],
    }


def _chapter(book: Rulebook, chapter: Chapter, lang: Lang) -> dict[str, object]:
    place = translations(lang).gettext("article {number}").format(number=chapter.number)
    return {
        "number": chapter.number,
        "title": chapter.title.text(lang),
        "place": place,
        "brief": chapter.brief.text(lang) if chapter.brief else "",
        "ladder": [{"number": s.number, "text": s.text.text(lang)} for s in chapter.ladder],
        "runs": _runs([_article(book, a, lang) for a in book.articles_of(chapter.number)]),
    }


def _runs(articles: Sequence[dict[str, object]]) -> list[tuple[bool, list[dict[str, object]]]]:
    """Group articles that follow one another with a diagram, or without: each group has its layout."""
    return [(drawn, list(run)) for drawn, run in groupby(articles, key=lambda a: bool(a["diagrams"]))]


def _article(book: Rulebook, article: Article, lang: Lang) -> dict[str, object]:
    return {
        "number": article.number,
        "printed": article.printed,
        "title": article.title.text(lang) if article.title else "",
        "text": article.text.text(lang),
        "note": article.note.text(lang) if article.note else "",
        "diagrams": [_diagram(book, d, lang) for d in article.diagrams],
    }


def _diagram(book: Rulebook, drawn: Diagram, lang: Lang) -> dict[str, object]:
    return {
        "fen": drawn.fen if _playable(drawn.fen, ruleset(book.game)) else "",
        "caption": drawn.caption.text(lang),
        "picture": picture(book.game, drawn, lang),
    }


def picture(game: str, drawn: Diagram, lang: Lang) -> Markup:
    """Draw a diagram of the book: what must move, the route that answers, what it takes."""
    rules = ruleset(game)
    marks = Marks(must=drawn.must, route=drawn.route, jumped=drawn.jumped, marked=drawn.marked)
    pieces = parse_fen(drawn.fen, rules).standing
    return diagram(
        geometry(rules.core),
        pieces,
        label=drawn.caption.text(lang),
        marks=marks,
        numbers=bool(drawn.marked),
        small=True,
        crop=None if drawn.marked else crop_round(rules, {*pieces, *drawn.route, *drawn.must}),
    )


def _playable(fen: str, rules: Ruleset) -> bool:
    """Tell whether a diagram is a position in which somebody can move."""
    try:
        return parse_fen(fen, rules).position().has_moves()
    except DamieraError:
        return False


def _editions(book: Rulebook, lang: Lang) -> list[dict[str, object]]:
    """Return the books of the same game, to change from one to the other."""
    books = [rulebook(id) for id in ruleset(book.game).rulebooks]
    return [{"href": f"/book/{b.id}", "short": b.short.text(lang), "on": b.id == book.id} for b in books]


ROUTES = [
    Route("/book", shelf),
    Route("/book/{rulebook}", first_chapter),
    Route("/book/{rulebook}/{chapter}", read),
]
