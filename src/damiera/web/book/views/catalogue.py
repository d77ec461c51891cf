"""The catalogue of games as its page shows it: sections of cards, found by words and filters."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Sequence
from typing import ClassVar
from urllib.parse import urlencode

import msgspec
from markupsafe import Markup

from damiera.messages import Lang, translations
from damiera.paper.boards import game_picture, game_size
from damiera.rules.entry import has_twin
from damiera.rules.ruleset import CATALOGUE, Ruleset, ruleset, sections
from damiera.web.common.pages import PageView

__all__ = ["CatalogueQuery", "catalogue_page"]

_LOSING = "-losing"
_MANY = 12
_LONGEST_WORDS = 80


class CatalogueQuery(msgspec.Struct, frozen=True):
    """What the address of the catalogue asks for: words, filters, and whether to play to lose."""

    q: str = ""
    only: tuple[str, ...] = ()
    lose: str = ""


class GameSearch(msgspec.Struct, frozen=True):
    """What a visitor looks for: words, filters that all must hold, and whether to play to lose."""

    words: str
    only: tuple[str, ...]
    lose: bool

    @classmethod
    def of(cls, query: CatalogueQuery) -> GameSearch:
        """Return the search of an address; filters that there are not are left out."""
        only = tuple(dict.fromkeys(key for key in query.only if key in _FILTERS))
        return cls(query.q.strip()[:_LONGEST_WORDS], only, bool(query.lose))

    def finds(self, game: Ruleset) -> bool:
        """Tell whether a game is among those looked for."""
        if self.lose and not has_twin(game.slug):
            return False
        text = _plain(_searched_text(game))
        return all(word in text for word in _plain(self.words).split()) and self.fits(game)

    def fits(self, game: Ruleset) -> bool:
        """Tell whether all filters keep a game."""
        return all(_FILTERS[key](game) for key in self.only)

    def address(self, only: Collection[str]) -> str:
        """Return the address of the same search with other filters."""
        fields = [("q", self.words)] if self.words else []
        fields += [("only", key) for key in only]
        fields += [("lose", "1")] if self.lose else []
        return "/catalogue" + (f"?{urlencode(fields)}" if fields else "")


class CatalogueCard(msgspec.Struct, frozen=True):
    """One game of the catalogue."""

    slug: str
    name: str
    summary: str
    size: str
    confidence: str
    picture: Markup


class SectionCards(msgspec.Struct, frozen=True):
    """The games of one section that were found."""

    key: str
    title: str
    games: Sequence[CatalogueCard]


class CatalogueFilter(msgspec.Struct, frozen=True):
    """A filter: the address that puts it on, or takes it off where it is `on`."""

    name: str
    href: str
    on: bool


class CataloguePage(PageView, frozen=True):
    """The catalogue, or the part of it that words and filters leave."""

    template: ClassVar[str] = "book/catalogue.html"

    sections: Sequence[SectionCards]
    count: int
    total: int
    asked: GameSearch
    filters: Sequence[CatalogueFilter]


def catalogue_page(query: CatalogueQuery, lang: Lang) -> CataloguePage:
    """Return the catalogue as an address asks for it."""
    asked = GameSearch.of(query)
    found = [
        SectionCards(section.key, section.title.text(lang), cards)
        for section in sections()
        if (cards := [_card(game, asked, lang) for game in _games(section.games) if asked.finds(game)])
    ]
    return CataloguePage(
        sections=found,
        count=sum(len(section.games) for section in found),
        total=len(_games(tuple(CATALOGUE))),
        asked=asked,
        filters=_filters(asked, lang),
    )


def _games(slugs: tuple[str, ...]) -> list[Ruleset]:
    """Return games without their losing twins: these are a switch."""
    return [CATALOGUE[slug] for slug in slugs if not slug.endswith(_LOSING)]


def _card(game: Ruleset, asked: GameSearch, lang: Lang) -> CatalogueCard:
    played = ruleset(game.slug + _LOSING) if asked.lose else game
    return CatalogueCard(
        slug=played.slug,
        name=played.name.text(lang),
        summary=game.summary.text(lang),
        size=game_size(game),
        confidence=played.confidence,
        picture=game_picture(game.slug),
    )


def _searched_text(game: Ruleset) -> str:
    texts = (*game.name.everywhere().values(), *game.summary.everywhere().values())
    return " ".join((game.slug, *texts, *game.aliases))


def _plain(text: str) -> str:
    """Return a text without capitals, accents and hyphens."""
    letters = unicodedata.normalize("NFD", text.casefold().replace("-", " "))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _board(files: int) -> Callable[[Ruleset], bool]:
    return lambda game: (game.core.files, game.core.ranks) == (files, files) and game.core.shape != "hexagon"


def _trait(name: str, value: str) -> Callable[[Ruleset], bool]:
    return lambda game: game.core.traits.get(name) == value


def _trust(level: str) -> Callable[[Ruleset], bool]:
    return lambda game: game.confidence == level


_FILTERS: dict[str, Callable[[Ruleset], bool]] = {
    "8x8": _board(8),
    "10x10": _board(10),
    "12x12": lambda game: game.core.files >= _MANY and game.core.family == "draughts",
    "flying": _trait("king_range", "flying"),
    "free": _trait("choice", "free"),
    "mirrored": lambda game: game.core.shape == "diagonal" and game.core.dark_corner == "right",
    "straight": lambda game: game.core.shape in ("full", "crossed"),
    "others": lambda game: game.core.family != "draughts" or game.core.shape in ("hexagon", "lined", "ended"),
    "official": _trust("official"),
    "published": _trust("published"),
    "reconstructed": _trust("reconstructed"),
}


def _filters(asked: GameSearch, lang: Lang) -> list[CatalogueFilter]:
    """Return the filters, each with the address that puts it on or takes it off."""
    _ = translations(lang).gettext
    names = {
        "8x8": "8×8",
        "10x10": "10×10",
        "12x12": _("12×12 and more"),
        "flying": _("Flying kings"),
        "free": _("Free choice of capture"),
        "mirrored": _("Mirrored board"),
        "straight": _("Straight captures"),
        "others": _("Towers, hexagons, stars"),
        "official": _("Official"),
        "published": _("Published"),
        "reconstructed": _("Reconstructed"),
    }
    every = CatalogueFilter(_("All"), asked.address(()), not asked.only)
    return [every, *(_filter(key, name, asked) for key, name in names.items())]


def _filter(key: str, name: str, asked: GameSearch) -> CatalogueFilter:
    on = key in asked.only
    only = [one for one in asked.only if one != key] if on else [*asked.only, key]
    return CatalogueFilter(name, asked.address(only), on)
