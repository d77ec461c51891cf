"""The games of an event: boards played here, moves brought to boards, all of them as one PDN."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.messages import Lang, Message
from damiera.service.errors import BadTerms, NotFound, NotYours
from damiera.service.identity import Visitor
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.games import PaperGameService, event_pdn
from damiera.tournament.model import Round
from damiera.web.common.forms import text_of
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language, page
from damiera.web.common.parts import App, app_of
from damiera.web.tournament.phones import board_games
from damiera.web.tournament.requests import arbiter, file_answer, look, number_of, sent, status_of
from damiera.web.tournament.view import head_facts

__all__ = ["ROUTES"]


async def games(request: Request) -> Response:
    """Show which boards have their games, by round."""
    live, visitor = await look(request)
    return _games_page(request, live, visitor)


def _games_page(
    request: Request,
    live: LiveEvent,
    visitor: Visitor | None,
    wrong: DamieraError | None = None,
    at: str = "",
) -> Response:
    lang = language(request)
    shown = whole(request.query_params.get("round")) or whole(at.split(".")[0]) or live.event.played_rounds
    held = live.event.round(shown) or live.event.round(live.event.played_rounds)
    return page(
        request,
        "tournament/games.html",
        status=status_of(wrong),
        head=head_facts(live, lang),
        tab="games",
        arbiter=live.is_arbiter(visitor.id if visitor else None),
        rounds=[r.number for r in live.event.rounds],
        round=held.number if held else 0,
        closed=bool(held and held.closed),
        rows=_rows(live, held, lang) if held else [],
        margin=live.margin,
        at=at,
        wrong=wrong.text(lang) if wrong else "",
    )


def _rows(live: LiveEvent, held: Round, lang: Lang) -> list[dict[str, Any]]:
    event, found = live.event, board_games(live, held.number)
    return [
        {
            "board": game.board,
            "leg": game.leg,
            "white": event.player(game.white).name,
            "black": event.player(game.black).name,
            "said": game.result(event.settings.scoring),
            **found.get(f"{game.board}.{game.leg}", {"game": "", "moves": False}),
        }
        for game in held.games
        if game.black is not None
    ]


async def bring(request: Request) -> Response:
    """Keep the moves of a board, or take them away; open the boards of a round here, or say which are."""
    live, visitor = await arbiter(request)
    app = app_of(request)
    fields: dict[str, str] = {}
    try:
        fields, data = await sent(request)
        await app.database.write(_bring, app, live.id, visitor, fields, data)
    except (NotFound, NotYours):
        raise
    except DamieraError as error:
        live = await app.database.read(app.tournaments.load, live.id)
        at = f"{fields.get('round', '')}.{fields.get('board', '')}.{fields.get('leg', '')}"
        return _games_page(request, live, visitor, error, at)
    round = whole(fields.get("round")) or live.event.played_rounds
    return RedirectResponse(f"/hall/{live.id}/games?round={round}", 303)


def _bring(app: App, id: str, who: Visitor, fields: Mapping[str, str], data: bytes) -> None:
    if fields.get("do") == "play-here":
        on = fields.get("on") == "yes"
        app.online.switch(id, who, on=on, clock=fields.get("clock", "") if on else "")
        return
    if fields.get("do") == "attach-all":
        PaperGameService(app.tournaments).attach_all(id, who, data or fields.get("pdn", ""))
        return
    round = number_of(fields.get("round", ""), "round")
    if fields.get("do") == "open":
        app.online.open_round(id, who, round)
        return
    board, leg = number_of(fields.get("board", ""), "board"), number_of(fields.get("leg", "") or "1", "leg")
    match fields.get("do"):
        case "attach":
            PaperGameService(app.tournaments).attach(
                id, who, round, board, data or fields.get("pdn", ""), leg=leg
            )
        case "detach":
            PaperGameService(app.tournaments).detach(id, who, round, board, leg=leg)
        case _:
            raise BadTerms("do", Message("I do not know what to do."))


async def sit(request: Request) -> Response:
    """Seat a player's phone at the game of his board."""
    live, visitor = await look(request)
    fields, app = text_of(await request.form()), app_of(request)
    if visitor is None:
        return RedirectResponse(f"/hall/{live.id}/me", 303)
    round, board = number_of(fields.get("round", ""), "round"), number_of(fields.get("board", ""), "board")
    leg = number_of(fields.get("leg", "") or "1", "leg")
    game_id = await app.database.write(app.online.sit, live.id, visitor, round, board, leg=leg)
    app.running.changed(await app.database.read(app.play.load, game_id))
    return RedirectResponse(f"/g/{game_id}", 303)


async def pdn(request: Request) -> Response:
    """Give all games of an event as one PDN, to anybody."""
    live, _ = await look(request)
    text = await app_of(request).database.read(event_pdn, live)
    return file_answer(text, f"{live.id}.pdn", "application/x-draughts-pdn; charset=utf-8")


ROUTES: list[BaseRoute] = [
    Route("/hall/{id}/games", games),
    Route("/hall/{id}/games", bring, methods=["POST"]),
    Route("/hall/{id}/sit", sit, methods=["POST"]),
    Route("/hall/{id}/event.pdn", pdn),
]
