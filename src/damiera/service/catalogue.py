"""Games and their rulebooks, found by the names that addresses have."""

from __future__ import annotations

from damiera.regulations.book import Chapter, Rulebook, rulebook
from damiera.rules.ruleset import Ruleset, ruleset

__all__ = ["find_chapter", "find_game", "find_rulebook"]


def find_game(slug: str) -> Ruleset:
    """Return a game, or a variant of one.

    Raises:
        UnknownGame: if there is no such game.
        UnknownOption: if a variant cannot be played, with every reason.
    """
    return ruleset(slug)


def find_rulebook(id: str) -> Rulebook:
    """Return a rulebook.

    Raises:
        UnknownRulebook: if there is none of this name.
    """
    return rulebook(id)


def find_chapter(book: Rulebook, number: str) -> Chapter:
    """Return a chapter of a rulebook.

    Raises:
        UnknownArticle: if it has none of this number.
    """
    return book.chapter(number)
