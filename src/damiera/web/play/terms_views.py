"""The terms of the last game that a browser began, kept in a cookie of its own, to begin another like it."""

from __future__ import annotations

from enum import Enum
from typing import Final
from urllib.parse import parse_qsl, urlencode

from msgspec import structs
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from damiera.errors import DamieraError
from damiera.game.ways import Way
from damiera.messages import Lang, translations
from damiera.rules.ruleset import ruleset
from damiera.service.game_choices import CLOCKS, GameChoices
from damiera.web.play.board_views import terms
from damiera.web.play.forms import read_choices
from damiera.web.play.tastes import tastes

__all__ = ["COOKIE", "keep_terms", "last_terms", "terms_fields", "terms_line"]

COOKIE: Final = "damiera_terms"
LONGEST: Final = 1200
YEAR_S: Final = 365 * 24 * 3600
_NOT_KEPT: Final = (
    *("game", "losing", "options", "fen", "seed", "without", "white_name", "black_name"),
    *("rated", "private"),
)
"""What belongs to one game alone; the game's own name says how it is played."""


def terms_fields(chosen: GameChoices) -> dict[str, str]:
    """Return the fields of a form that asks for a game on these terms.

    >>> terms_fields(GameChoices(level=3, clock="5+3"))
    {'game': 'italian', 'against': 'engine', 'level': '3', 'clock': '5+3'}
    """
    kept = {"game": chosen.slug(), "against": chosen.against, "level": str(chosen.level)}
    usual = GameChoices()
    for field in structs.fields(GameChoices):
        value = getattr(chosen, field.name)
        if field.name in _NOT_KEPT or value == getattr(usual, field.name):
            continue
        kept[field.name] = _written(value)
    return kept


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value.value if isinstance(value, Enum) else value)


def keep_terms(request: Request, response: Response, chosen: GameChoices) -> Response:
    """Let a browser remember on what terms a game was begun; terms too long to be kept are not."""
    text = urlencode(terms_fields(chosen))
    if len(text) <= LONGEST:
        response.set_cookie(
            COOKIE,
            text,
            max_age=YEAR_S,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )
    return response


def last_terms(connection: HTTPConnection) -> GameChoices | None:
    """Return the terms of the last game begun here; None where there are none that still make a game."""
    text = connection.cookies.get(COOKIE, "")
    if not text or len(text) > LONGEST:
        return None
    given = dict(parse_qsl(text))
    if "game" not in given:
        return None
    chosen, refusal = read_choices(given)
    try:
        ruleset(chosen.slug())
    except DamieraError:
        return None
    return chosen if refusal is None and 1 <= chosen.level <= 20 else None


def terms_line(chosen: GameChoices, lang: Lang) -> str:
    """Return terms in one line: the game, its clock, a way of its own to play it, and who sits opposite."""
    game = chosen.house_name or ruleset(chosen.slug()).name.text(lang)
    way = () if chosen.way is Way.BOARD else (chosen.way.said.text(lang),)
    by_post = chosen.way is Way.CORRESPONDENCE and not chosen.timing and CLOCKS[chosen.clock] is None
    clock = () if by_post else (_clock(chosen, lang),)  # its days are those of the way
    return " · ".join((game, *clock, *way, _opponent(chosen, lang)))


def _clock(chosen: GameChoices, lang: Lang) -> str:
    if chosen.timing:
        return chosen.timing
    times = CLOCKS[chosen.clock]
    return terms(*times, lang) if times else translations(lang).gettext("No clock")


def _opponent(chosen: GameChoices, lang: Lang) -> str:
    _ = translations(lang).gettext
    if chosen.is_arbiters:
        return _("two players by link, you are the arbiter")
    if chosen.against == "here":
        return _("Two players, here")
    if chosen.against == "friend":
        return _("On another screen")
    named = {taste.level: taste.name for taste in tastes(lang)}
    if chosen.level in named:
        return _("the computer, {level}").format(level=named[chosen.level].lower())
    return _("the computer, level {level}").format(level=chosen.level)
