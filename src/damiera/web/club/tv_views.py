"""What whoever watches is shown: one game of the club on its board, and the way to the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar
from urllib.parse import urlencode

import msgspec
from markupsafe import Markup

from damiera.messages import Lang, Message
from damiera.paper.geometry import geometry
from damiera.rules.ruleset import CATALOGUE, ruleset
from damiera.service.live import LiveGame, clock_of
from damiera.service.tv import TvGame
from damiera.service.views import GameView
from damiera.web.common.pages import PageView, as_json
from damiera.web.people.profile_views import SPEEDS
from damiera.web.play.board_views import Plate, draw, plates, shown_at, timing

__all__ = ["TvPage", "known_choice", "tv_address", "tv_page"]


class TvShown(msgspec.Struct, frozen=True):
    """The game on the board.

    Attributes:
        terms: how it is timed.
        number, of: its place among the games that may be watched, from 1.
        previous, next: the pages of its neighbours; empty where it is alone.
        spectators: how many watch it.
    """

    id: str
    view_json: Markup
    geometry_json: Markup
    drawn: Markup
    top: Plate
    bottom: Plate
    slug: str
    name: str
    terms: str
    number: int
    of: int
    previous: str
    next: str
    spectators: int


class TvPage(PageView, frozen=True):
    """The page of whoever watches.

    Attributes:
        shown: the game on the board; None while nothing is played.
        games: which games may be chosen: slug, name, whether it is chosen. `speeds`: likewise.
        query: what is chosen, as the address has it.
    """

    template: ClassVar[str] = "club/tv.html"
    shown: TvShown | None
    games: tuple[tuple[str, str, bool], ...]
    speeds: tuple[tuple[str, str, bool], ...]
    query: str


def known_choice(game: str, speed: str) -> tuple[str, str]:
    """Return the game and the speed that are asked for; what is not ours is left out.

    >>> known_choice("italian", "fast")
    ('italian', '')
    """
    return game if game in CATALOGUE else "", speed if speed in SPEEDS else ""


def tv_address(id: str, game: str, speed: str) -> str:
    """Return the page that shows a game, with what is chosen.

    >>> tv_address("abc", "italian", "")
    '/tv?game=italian&at=abc'
    """
    chosen = {"game": game, "speed": speed, "at": id}
    return "/tv?" + urlencode({name: value for name, value in chosen.items() if value})


def tv_page(
    live: LiveGame | None,
    view: GameView | None,
    games: Sequence[TvGame],
    every: Sequence[TvGame],
    lang: Lang,
    *,
    game: str,
    speed: str,
    spectators: int,
) -> TvPage:
    """Return the page.

    Args:
        live, view: the game on the board, as a stranger sees it; None while nothing is played.
        games: those that may be watched, the best first. `every`: of all games and speeds.
    """
    known = dict.fromkeys((*(one.row.game for one in every), *([game] if game else [])))
    all_games = Message("All games").text(lang)
    any_speed = Message("Any pace").text(lang)
    return TvPage(
        shown=None
        if live is None or view is None
        else _shown(live, view, games, lang, game, speed, spectators),
        games=(
            ("", all_games, not game),
            *((slug, ruleset(slug).name.text(lang), slug == game) for slug in known),
        ),
        speeds=(
            ("", any_speed, not speed),
            *((id, said.text(lang), id == speed) for id, said in SPEEDS.items()),
        ),
        query=tv_address("", game, speed).partition("?")[2],
    )


def _shown(
    live: LiveGame,
    view: GameView,
    games: Sequence[TvGame],
    lang: Lang,
    game: str,
    speed: str,
    spectators: int,
) -> TvShown:
    ids = [one.row.id for one in games]
    at = ids.index(live.id) if live.id in ids else 0
    others = len(ids) > 1 or live.id not in ids
    above, bottom = plates(view, False, lang)
    return TvShown(
        id=live.id,
        view_json=as_json(view),
        geometry_json=as_json(geometry(live.game.ruleset.core)),
        drawn=draw(view, shown_at(view, None), flipped=False, lang=lang),
        top=above[0],
        bottom=bottom,
        slug=view.game,
        name=view.game_name,
        terms=timing(clock_of(live.row), lang),
        number=at + 1,
        of=max(1, len(ids)),
        previous=tv_address(ids[at - 1], game, speed) if others and ids else "",
        next=tv_address(ids[(at + 1) % len(ids)], game, speed) if others and ids else "",
        spectators=spectators,
    )
