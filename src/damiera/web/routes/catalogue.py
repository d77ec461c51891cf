"""The games there are, and what each is like."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from damiera.lang import Lang
from damiera.rules.ruleset import CATALOGUE, Ruleset
from damiera.web.boards import game_picture, game_size
from damiera.web.i18n import translations
from damiera.web.pages import language, page

__all__ = ["ROUTES"]


async def show(request: Request) -> Response:
    """Show the catalogue, or the part of it that a filter leaves."""
    lang = language(request)
    only = request.query_params.get("only", "")
    kept = [game for game in CATALOGUE.values() if _FILTERS.get(only, _everything)(game)]
    return page(
        request,
        "catalogue.html",
        games=[_card(game, lang) for game in kept],
        filters=_filters(only, lang),
    )


def _card(game: Ruleset, lang: Lang) -> dict[str, object]:
    return {
        "slug": game.slug,
        "name": game.name.get(lang),
        "summary": game.summary.get(lang),
        "size": game_size(game),
        "confidence": game.confidence,
        "rulebook": game.rulebooks[0],
        "picture": game_picture(game.slug),
    }


def _everything(_game: Ruleset) -> bool:
    return True


def _board(files: int) -> Callable[[Ruleset], bool]:
    return lambda game: game.core.files == files


_FILTERS: dict[str, Callable[[Ruleset], bool]] = {
    "": _everything,
    "8x8": _board(8),
    "10x10": _board(10),
    "flying": lambda game: game.core.traits["king_range"] == "flying",
    "free": lambda game: game.core.traits["choice"] == "free",
}


def _filters(only: str, lang: Lang) -> list[dict[str, object]]:
    """Return the filters that leave something out, each with its address."""
    _ = translations(lang).gettext
    names = {
        "": _("All"),
        "8x8": "8×8",
        "10x10": "10×10",
        "flying": _("Flying kings"),
        "free": _("Free choice of capture"),
    }
    games = CATALOGUE.values()
    useful = [key for key, keeps in _FILTERS.items() if not key or 0 < sum(map(keeps, games)) < len(games)]
    return [
        {
            "name": names[key],
            "href": "/catalogue" + (f"?{urlencode({'only': key})}" if key else ""),
            "on": key == only,
        }
        for key in useful
    ]


ROUTES = [Route("/catalogue", show)]
