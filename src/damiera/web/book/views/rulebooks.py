"""The rulebooks as their pages show them: all of them, and one chapter with its articles and diagrams."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import ClassVar, Final

import msgspec
from markupsafe import Markup

from damiera.errors import DamieraError
from damiera.game.scenarios import scenarios_of
from damiera.messages import Lang, translations
from damiera.notation.fen import parse_fen
from damiera.paper.boards import crop_round, game_picture
from damiera.paper.geometry import geometry
from damiera.paper.svg import Marks, diagram
from damiera.regulations.book import Article, Chapter, Diagram, Rulebook, competition, competitions, rulebook
from damiera.regulations.event_scenario import event_scenarios
from damiera.rules.ruleset import CATALOGUE, Ruleset, ruleset
from damiera.web.common.pages import PageView

__all__ = ["books_page", "chapter_page", "first_chapter_address"]


# ---------------------------------------------------------------------------------------------- all the books


class RulebookCard(msgspec.Struct, frozen=True):
    """A rulebook among the others, with the board of its game."""

    id: str
    game_name: str
    short: str
    title: str
    picture: Markup


class BooksPage(PageView, frozen=True):
    """Every rulebook."""

    template: ClassVar[str] = "book/books.html"

    books: Sequence[RulebookCard]


def books_page(lang: Lang) -> BooksPage:
    """Return every rulebook, in the order of the catalogue."""
    games = [game for game in CATALOGUE.values() if not game.slug.endswith("-losing")]
    of_games = [_card(rulebook(id), lang) for game in games for id in game.rulebooks]
    return BooksPage([*of_games, *(_card(competition(id), lang) for id in competitions())])


def _card(book: Rulebook, lang: Lang) -> RulebookCard:
    return RulebookCard(
        id=book.id,
        game_name=_game_name(book, lang),
        short=book.short.text(lang),
        title=book.title.text(lang),
        picture=game_picture(book.game or _ANY_GAME),
    )


def _game_name(book: Rulebook, lang: Lang) -> str:
    """Return the game of a book; what is said of competitions is said of all."""
    return ruleset(book.game).name.text(lang) if book.game else translations(lang).gettext("Competitions")


_ANY_GAME: Final = "italian"
"""The board beside a book about competitions."""


# ----------------------------------------------------------------------------------------------- one chapter


class ChapterLink(msgspec.Struct, frozen=True):
    """A chapter of the book."""

    number: str
    title: str


class OpenRulebook(msgspec.Struct, frozen=True):
    """The book that is read. `game` is a slug."""

    id: str
    game: str
    game_name: str
    short: str
    title: str
    source: str
    note: str
    chapters: Sequence[ChapterLink]


class DrawnDiagram(msgspec.Struct, frozen=True):
    """A diagram of an article. `fen` is empty where nobody can move in it."""

    fen: str
    caption: str
    picture: Markup


class ShownArticle(msgspec.Struct, frozen=True):
    """An article. `printed` is its number as the regulation prints it; title and note may be empty.

    `example_url` is where an example of it is played; empty where there is none.
    """

    number: str
    printed: str
    title: str
    text: str
    note: str
    diagrams: Sequence[DrawnDiagram]
    example_url: str


class ArticleRun(msgspec.Struct, frozen=True):
    """Articles that follow one another, all with diagrams (`drawn`) or all without: each has its layout."""

    drawn: bool
    articles: Sequence[ShownArticle]


class BriefStep(msgspec.Struct, frozen=True):
    """One step of what a chapter says in short, with the number of its article."""

    number: str
    text: str


class OpenChapter(msgspec.Struct, frozen=True):
    """The chapter that is read. `place` names it as an article; brief and ladder may be empty."""

    number: str
    title: str
    place: str
    brief: str
    ladder: Sequence[BriefStep]
    runs: Sequence[ArticleRun]


class EditionLink(msgspec.Struct, frozen=True):
    """A book of the same game, and whether it is the one that is read."""

    href: str
    short: str
    on: bool


class ChapterPage(PageView, frozen=True):
    """A chapter of a rulebook, with the chapters before and after it."""

    template: ClassVar[str] = "book/book.html"

    book: OpenRulebook
    chapter: OpenChapter
    editions: Sequence[EditionLink]
    before: ChapterLink | None
    after: ChapterLink | None


def first_chapter_address(book: Rulebook) -> str:
    """Return where a book begins."""
    return f"/book/{book.id}/{book.chapters[0].number}"


def chapter_page(book: Rulebook, chapter: Chapter, lang: Lang) -> ChapterPage:
    """Return the page of a chapter."""
    place = book.chapters.index(chapter)
    before, after = book.chapters[:place][-1:], book.chapters[place + 1 :][:1]
    return ChapterPage(
        book=_book(book, lang),
        chapter=_chapter(book, chapter, lang),
        editions=_editions(book, lang),
        before=_link(before[0], lang) if before else None,
        after=_link(after[0], lang) if after else None,
    )


def _link(chapter: Chapter, lang: Lang) -> ChapterLink:
    return ChapterLink(chapter.number, chapter.title.text(lang))


def _book(book: Rulebook, lang: Lang) -> OpenRulebook:
    return OpenRulebook(
        id=book.id,
        game=book.game,
        game_name=_game_name(book, lang),
        short=book.short.text(lang),
        title=book.title.text(lang),
        source=book.source,
        note=book.note.text(lang) if book.note else "",
        chapters=[_link(chapter, lang) for chapter in book.chapters],
    )


def _chapter(book: Rulebook, chapter: Chapter, lang: Lang) -> OpenChapter:
    articles = [_article(book, one, lang) for one in book.articles_of(chapter.number)]
    return OpenChapter(
        number=chapter.number,
        title=chapter.title.text(lang),
        place=translations(lang).gettext("article {number}").format(number=chapter.number),
        brief=chapter.brief.text(lang) if chapter.brief else "",
        ladder=[BriefStep(step.number, step.text.text(lang)) for step in chapter.ladder],
        runs=[ArticleRun(drawn, list(run)) for drawn, run in groupby(articles, lambda a: bool(a.diagrams))],
    )


def _article(book: Rulebook, article: Article, lang: Lang) -> ShownArticle:
    return ShownArticle(
        number=article.number,
        printed=article.printed,
        title=article.title.text(lang) if article.title else "",
        text=article.text.text(lang),
        note=article.note.text(lang) if article.note else "",
        diagrams=[_diagram(ruleset(book.game), one, lang) for one in article.diagrams],
        example_url=_example_url(book, article),
    )


def _example_url(book: Rulebook, article: Article) -> str:
    told = scenarios_of(book.id, article.number) if book.game else event_scenarios(book.id, article.number)
    return f"/book/{book.id}/{article.chapter}/{article.number}" if told else ""


def _diagram(game: Ruleset, drawn: Diagram, lang: Lang) -> DrawnDiagram:
    caption = drawn.caption.text(lang)
    return DrawnDiagram(
        drawn.fen if _playable(drawn.fen, game) else "", caption, _picture(game, drawn, caption)
    )


def _picture(game: Ruleset, drawn: Diagram, label: str) -> Markup:
    """Draw a diagram of the book: what must move, the route that answers, what it takes."""
    marks = Marks(must=drawn.must, route=drawn.route, jumped=drawn.jumped, marked=drawn.marked)
    pieces = parse_fen(drawn.fen, game).standing
    return diagram(
        geometry(game.core),
        pieces,
        label=label,
        marks=marks,
        numbers=bool(drawn.marked),
        small=True,
        crop=None if drawn.marked else crop_round(game, {*pieces, *drawn.route, *drawn.must}),
    )


def _playable(fen: str, game: Ruleset) -> bool:
    """Tell whether a diagram is a position in which somebody can move."""
    try:
        return parse_fen(fen, game).position().has_moves()
    except DamieraError:
        return False


def _editions(book: Rulebook, lang: Lang) -> list[EditionLink]:
    """Return the books of the same game, to change from one to the other."""
    if not book.game:
        return []
    books = [rulebook(id) for id in ruleset(book.game).rulebooks]
    return [EditionLink(f"/book/{one.id}", one.short.text(lang), one.id == book.id) for one in books]
