"""Games and their rulebooks, found by the names that addresses have."""

from __future__ import annotations

from damiera.regulations.book import (
    Article,
    Chapter,
    Rulebook,
    UnknownArticle,
    competition,
    competitions,
    rulebook,
)
from damiera.regulations.event_scenario import EventScenario, event_scenarios
from damiera.rules.ruleset import Ruleset, ruleset

__all__ = ["find_chapter", "find_event_scenario", "find_game", "find_rulebook"]


def find_game(slug: str) -> Ruleset:
    """Return a game, or a variant of one.

    Raises:
        UnknownGame: if there is no such game.
        UnknownOption: if a variant cannot be played, with every reason.
    """
    return ruleset(slug)


def find_rulebook(id: str) -> Rulebook:
    """Return a rulebook, or a book about competitions.

    Raises:
        UnknownRulebook: if there is none of this name.
    """
    return competition(id) if id in competitions() else rulebook(id)


def find_chapter(book: Rulebook, number: str) -> Chapter:
    """Return a chapter of a rulebook.

    Raises:
        UnknownArticle: if it has none of this number.
    """
    return book.chapter(number)


def find_event_scenario(book: Rulebook, article: Article, n: int) -> EventScenario:
    """Return one of the examples of an article on competitions, counted from 1.

    Raises:
        UnknownArticle: if it has none of this number.
    """
    told = event_scenarios(book.id, article.number)
    if not 1 <= n <= len(told):
        raise UnknownArticle(book.id, article.number)
    return told[n - 1]
