"""Openings by lot: the decks, and a draw with a public seed that has an address of its own."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from damiera.decoding import converter
from damiera.errors import DamieraError
from damiera.service.openings import draw_opening, find_deck, seed_or_new
from damiera.web.book.views.openings import DeckQuery, deck_page, decks_page, draw_address
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language, show

__all__ = ["ROUTES"]

_read_query = converter(DeckQuery)


def all_decks(request: Request) -> Response:
    """Show every deck, game by game. Finding the longest takes a while, so it is no coroutine."""
    return show(request, decks_page(language(request)))


def one_deck(request: Request) -> Response:
    """Show a deck and, where a seed is given, what it draws."""
    lang, query = language(request), _read_query(dict(request.query_params))
    try:
        chosen = find_deck(request.path_params["deck"])
    except DamieraError as error:
        raise HTTPException(404, error.text(lang)) from error
    if query.draw is not None and chosen.openings:
        return RedirectResponse(draw_address(chosen, query, seed_or_new(query.seed)), 303)
    drawn, wrong = None, ""
    if chosen.openings and query.seed.strip():
        round = 1 if query.round is None else whole(query.round)
        try:
            drawn = draw_opening(chosen, query.seed, round, query.board, repeat=bool(query.repeat))
        except DamieraError as error:
            wrong = error.text(lang)
    return show(request, deck_page(chosen, query, drawn, wrong, lang), status=400 if wrong else 200)


ROUTES = [Route("/openings", all_decks), Route("/openings/{deck}", one_deck)]
