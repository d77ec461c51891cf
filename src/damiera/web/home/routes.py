"""Home: a board on which the first move is the whole form."""

from __future__ import annotations

from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from damiera.engine.levels import USUAL
from damiera.game.state import Game
from damiera.messages import Lang, translations
from damiera.paper.geometry import geometry
from damiera.regulations.book import rulebook
from damiera.rules.ruleset import ITALIAN, ruleset
from damiera.service.game_views import facts_view, moves_view, pieces_view
from damiera.service.identity import Visitor
from damiera.service.views import GameLine, GamePage, GameView, PlayerView
from damiera.web.common.boards import game_picture, game_size
from damiera.web.common.identity import known_visitor
from damiera.web.common.pages import as_json, language, page
from damiera.web.common.parts import App, app_of
from damiera.web.common.qr import qr
from damiera.web.play.board_page import draw, shown_at

__all__ = ["ROUTES", "game_title"]

RESUMED = 3
OTHERS = ("international", "english", "russian", "turkish", "hexdame", "bashni")


async def show(request: Request) -> Response:
    """Show the board of Italian draughts, ready to begin, and the games that wait."""
    lang, app = language(request), app_of(request)
    visitor = await known_visitor(request)
    mine = await _my_games(app, visitor, lang) if visitor else None
    view = _first_view(lang)
    address = app.settings.house
    return page(
        request,
        "home/home.html",
        view=view,
        view_json=as_json(view),
        geometry_json=as_json(geometry(ITALIAN.core)),
        drawn=draw(view, shown_at(view, None), flipped=False, lang=lang),
        open_games=[_line(g, lang) for g in mine.items if not g.score] if mine else [],
        others=[_other(slug, lang) for slug in OTHERS],
        house=address.removeprefix("http://") if address else None,
        house_qr=qr(address) if address else "",
    )


async def _my_games(app: App, visitor: Visitor, lang: Lang) -> GamePage:
    return await app.database.read(app.archive.my_games, visitor.id, lang, size=RESUMED + 1)


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


def _line(game: GameLine, lang: Lang) -> dict[str, object]:
    return {
        "id": game.id,
        "title": game_title(game, lang),
        "game_name": game.game_name,
        "yours": game.your_turn,
        "text": game.text,
    }


def _other(slug: str, lang: Lang) -> dict[str, object]:
    game = ruleset(slug)
    return {
        "slug": slug,
        "name": game.name.text(lang),
        "size": game_size(game),
        "picture": game_picture(slug),
    }


@lru_cache
def _first_view(lang: Lang) -> GameView:
    """Return the game that would begin: nobody has it yet, so it has no name."""
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
        black=PlayerView(_("Computer"), "engine", USUAL),
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


ROUTES = [Route("/", show)]
