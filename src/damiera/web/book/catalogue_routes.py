"""The games there are, shelf by shelf, and what each is like."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection
from dataclasses import dataclass
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from damiera.messages import Lang, translations
from damiera.paper.boards import game_picture, game_size
from damiera.rules.entry import has_twin
from damiera.rules.ruleset import CATALOGUE, Ruleset, ruleset, sections
from damiera.web.common.pages import language, page

__all__ = ["ROUTES"]

_LOSING = "-losing"
_MANY = 12


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a visitor looks for: words, filters that all must hold, and whether to play to lose."""

    words: str
    only: tuple[str, ...]
    lose: bool

    @classmethod
    def of(cls, request: Request) -> _Asked:
        given = request.query_params
        only = tuple(dict.fromkeys(key for key in given.getlist("only") if key in _FILTERS))
        return cls(given.get("q", "").strip()[:80], only, bool(given.get("lose")))

    def keeps(self, game: Ruleset) -> bool:
        """Tell whether a game is among those looked for."""
        if self.lose and not has_twin(game.slug):
            return False
        said = _plain(_said_of(game))
        return all(word in said for word in _plain(self.words).split()) and self.fits(game)

    def fits(self, game: Ruleset) -> bool:
        """Tell whether all filters keep a game."""
        return all(_FILTERS[key](game) for key in self.only)

    def address(self, only: Collection[str]) -> str:
        """Return the address of the same with other filters."""
        fields = [("q", self.words)] if self.words else []
        fields += [("only", key) for key in only]
        fields += [("lose", "1")] if self.lose else []
        return "/catalogue" + (f"?{urlencode(fields)}" if fields else "")


async def show(request: Request) -> Response:
    """Show the catalogue, or the part of it that words and filters leave."""
    lang, asked = language(request), _Asked.of(request)
    found = [
        {"key": shelf.key, "title": shelf.title.text(lang), "games": cards}
        for shelf in sections()
        if (cards := [_card(game, asked, lang) for game in _games(shelf.games) if asked.keeps(game)])
    ]
    return page(
        request,
        "book/catalogue.html",
        shelves=found,
        count=sum(len(shelf["games"]) for shelf in found),
        total=len(_games(tuple(CATALOGUE))),
        asked=asked,
        filters=_filters(asked, lang),
    )


def _games(slugs: tuple[str, ...]) -> list[Ruleset]:
    """Return games without their losing twins: these are a switch."""
    return [CATALOGUE[slug] for slug in slugs if not slug.endswith(_LOSING)]


def _card(game: Ruleset, asked: _Asked, lang: Lang) -> dict[str, object]:
    played = ruleset(game.slug + _LOSING) if asked.lose else game
    return {
        "slug": played.slug,
        "name": played.name.text(lang),
        "summary": game.summary.text(lang),
        "size": game_size(game),
        "confidence": played.confidence,
        "picture": game_picture(game.slug),
    }


def _said_of(game: Ruleset) -> str:
    said = (*game.name.everywhere().values(), *game.summary.everywhere().values())
    return " ".join((game.slug, *said, *game.aliases))


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
    "others": lambda game: game.core.family != "draughts" or game.core.shape == "hexagon",
    "official": _trust("official"),
    "published": _trust("published"),
    "reconstructed": _trust("reconstructed"),
}


def _filters(asked: _Asked, lang: Lang) -> list[dict[str, object]]:
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
    every = {
        "name": _("All"),
        "href": asked.address(()),
        "on": not asked.only,
    }
    return [every, *(_filter(key, name, asked) for key, name in names.items())]


def _filter(key: str, name: str, asked: _Asked) -> dict[str, object]:
    on = key in asked.only
    only = [one for one in asked.only if one != key] if on else [*asked.only, key]
    return {"name": name, "href": asked.address(only), "on": on}


ROUTES = [Route("/catalogue", show)]
