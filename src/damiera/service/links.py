"""Where an article can be read: its address in the app, and its number as a page prints it."""

from __future__ import annotations

from functools import lru_cache

from damiera.regulations.book import article, rulebook, rulebooks, split_ref
from damiera.rules.ruleset import read_every_game
from damiera.service.views import ArticleLink

__all__ = ["article_link", "article_links", "read_all_rules"]


@lru_cache(maxsize=4096)
def article_link(ref: str) -> ArticleLink:
    """Return the link to the article that a reference names.

    Raises:
        UnknownRulebook, UnknownArticle: if there is none.

    >>> article_link("fid.italian.2008:6.1")
    ArticleLink(number='6.1', href='/book/fid.italian.2008/6#a6.1')
    """
    book, number = split_ref(ref)
    found = article(ref)
    return ArticleLink(number=found.printed, href=f"/book/{book}/{found.chapter}#a{number}")


def article_links(refs: tuple[str, ...]) -> tuple[ArticleLink, ...]:
    """Return the links to several articles, in their order, each once."""
    return tuple(article_link(ref) for ref in dict.fromkeys(refs))


def read_all_rules() -> None:
    """Have every game and rulebook read before anybody asks, so that whoever comes back finds them there."""
    read_every_game()
    for id in rulebooks():
        rulebook(id)
