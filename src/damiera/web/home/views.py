"""The home page, and the page on which a person says how things are to look."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

import msgspec
from markupsafe import Markup

from damiera.game.state import Game
from damiera.messages import Lang, translations
from damiera.paper.boards import board_shape
from damiera.paper.svg import diagram, piece_set_symbols
from damiera.regulations.book import rulebook
from damiera.rules.ruleset import ITALIAN
from damiera.service.game_choices import GameChoices
from damiera.service.game_views import facts_view, moves_view, pieces_view
from damiera.service.views import GameLine, GameView, PlayerView
from damiera.web.common.network_access import AccessView
from damiera.web.common.pages import PageView, as_json
from damiera.web.home.map_views import MapColumn, site_map
from damiera.web.play.board_views import draw, shown_at
from damiera.web.play.tastes import FIRST, Taste, tastes
from damiera.web.play.terms_views import terms_fields, terms_line

__all__ = ["HomePage", "PreferencesPage", "game_title", "home_page", "preferences_page"]

SAMPLE = {21: "w", 22: "W", 13: "b", 14: "B"}
TRIAL, TRIAL_LAST = "W:W18,24,25,26,28,29,K31,32:B1,3,4,8,9,K12,15,16", (11, 15)


class OpenGame(msgspec.Struct, frozen=True):
    """A game that goes on: who sits opposite, and whose turn it is in `text`; `yours` if the reader's."""

    id: str
    title: str
    game_name: str
    yours: bool
    text: str


class AgainOffer(msgspec.Struct, frozen=True):
    """Another game on the terms of the last one: the terms in a line, and the fields of the form."""

    line: str
    fields: tuple[tuple[str, str], ...]


class HomePage(PageView, frozen=True):
    """A board on which the first move is the whole form.

    Attributes:
        view: the game that would begin.
        open_games: games of the reader that are not over.
        again: another game on the terms of the last one; None for a newcomer.
        tastes: levels of the computer that a tap begins with; `level` is the one outlined.
        asks_name: the reader has no name of their own yet, and may want one.
        site_map: all pages.
        house: the door to the other screens of the house.
        at_club: how many wait at the club for somebody to play with; empty where nobody does.
    """

    template: ClassVar[str] = "home/home.html"
    view: GameView
    view_json: Markup
    geometry_json: Markup
    drawn: Markup
    open_games: tuple[OpenGame, ...]
    again: AgainOffer | None
    tastes: tuple[Taste, ...]
    level: int
    asks_name: bool
    site_map: tuple[MapColumn, ...]
    house: AccessView
    at_club: str


class PreferencesPage(PageView, frozen=True):
    """How things are to look.

    Attributes:
        back: the path of the page to go back to.
        view: a position to try what is chosen on, before which somebody moved along `last`.
        sample: part of a board, to see its colours.
        sets: the pieces of every set, as symbols.
        visitor_name: who the reader is here; empty for a stranger.
        account: `has` one, or it is `offered`; empty at the computer itself, where nobody needs one.
    """

    template: ClassVar[str] = "home/prefs.html"
    back: str
    view: GameView
    view_json: Markup
    geometry_json: Markup
    drawn: Markup
    last: tuple[int, ...]
    sample: Markup
    sets: Markup
    visitor_name: str
    account: str


def home_page(
    mine: Sequence[GameLine],
    last: GameChoices | None,
    house: AccessView,
    lang: Lang,
    *,
    asks_name: bool = False,
    at_club: str = "",
    laboratory: bool = False,
) -> HomePage:
    """Return the home page of a reader with games.

    Args:
        last: the terms of the last game begun here; None for a newcomer.
        house: the door to the house, as they may see it.
        asks_name: whether to ask what they want to be called.
        at_club: how many wait at the club, in words.
        laboratory: whether they may look into it.
    """
    level = last.level if last and last.against == "engine" else FIRST
    view = _first_view(level, lang)
    return HomePage(
        view=view,
        view_json=as_json(view),
        geometry_json=as_json(board_shape(ITALIAN.slug)),
        drawn=draw(view, shown_at(view, None), flipped=False, lang=lang),
        open_games=tuple(_open_game(game, lang) for game in mine if not game.score),
        again=AgainOffer(terms_line(last, lang), tuple(terms_fields(last).items())) if last else None,
        tastes=tastes(lang),
        level=level,
        asks_name=asks_name,
        site_map=site_map(lang, laboratory=laboratory),
        house=house,
        at_club=at_club,
    )


def preferences_page(back: str, visitor_name: str, account: str, lang: Lang) -> PreferencesPage:
    """Return the page of preferences; `account` as its page has it."""
    shape, view = board_shape(ITALIAN.slug), _trial_view(lang)
    shown = msgspec.structs.replace(shown_at(view, None), last=TRIAL_LAST)
    return PreferencesPage(
        back,
        view,
        as_json(view),
        as_json(shape),
        draw(view, shown, flipped=False, lang=lang),
        TRIAL_LAST,
        diagram(shape, SAMPLE, crop=(0, 300, 400, 300)),
        piece_set_symbols(),
        visitor_name,
        account,
    )


def game_title(game: GameLine, lang: Lang) -> str:
    """Return what a list calls a game: who sits opposite."""
    _ = translations(lang).gettext
    if game.waiting:
        return _("Nobody sits opposite yet")
    if game.you == "both":
        return _("Two players, here")
    other = game.black if game.you == "white" else game.white
    if other.level is not None:
        return _("With the computer, level {level}").format(level=other.level)
    return _("With {name}").format(name=other.name)


def _open_game(game: GameLine, lang: Lang) -> OpenGame:
    return OpenGame(
        game.id, game_title(game, lang), game.game_name, game.your_turn, game.due_text or game.text
    )


@lru_cache
def _trial_view(lang: Lang) -> GameView:
    """Return a position with men and kings of both, White to move and with nothing to capture."""
    position = ITALIAN.core.read(TRIAL)
    pieces = pieces_view(position)
    return msgspec.structs.replace(
        _first_view(FIRST, lang),
        fen=position.fen,
        start_fen=position.fen,
        start_pieces=pieces,
        pieces=pieces,
        moves=moves_view(position),
    )


@lru_cache
def _first_view(level: int, lang: Lang) -> GameView:
    """Return the game that would begin against a level: nobody has it yet, so it has no name."""
    _ = translations(lang).gettext
    game = Game.start(ITALIAN)
    position = game.position
    book = rulebook(game.rulebook)
    return GameView(
        id="",
        version=0,
        game=ITALIAN.slug,
        game_name=ITALIAN.name.text(lang),
        rulebook=book.id,
        rulebook_name=book.short.text(lang),
        lang=lang,
        fen=position.fen,
        start_fen=position.fen,
        start_pieces=pieces_view(position),
        pieces=pieces_view(position),
        ply=0,
        side="white",
        you="white",
        white=PlayerView(_("White"), "human"),
        black=PlayerView(_("Computer"), "engine", level),
        turn_text=_("Your move."),
        moves=moves_view(position),
        must=(),
        refusals={},
        book=None,
        history=(),
        clock=None,
        outcome=None,
        draw_offer=None,
        undo_request=None,
        can_undo=False,
        thinking=False,
        facts=facts_view(game, lang),
    )
