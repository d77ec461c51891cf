"""The games of an event: boards played here, moves brought to boards, all of them as one PDN."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.service.errors import BadTerms, NotFound, NotYours
from damiera.service.identity import Visitor
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.games import PaperGameService, event_pdn
from damiera.web.common.forms import text_of
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language
from damiera.web.common.parts import App, app_of
from damiera.web.tournament.forms import read_board, read_round
from damiera.web.tournament.requests import arbiter, file_answer, look, sent, show_event, status_of
from damiera.web.tournament.views.games import event_games_page

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
    round = whole(request.query_params.get("round")) or whole(at.split(".")[0])
    who = visitor.id if visitor else None
    view = event_games_page(live, language(request), who, round, at=at, wrong=wrong)
    return show_event(request, view, status=status_of(wrong))


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
    if fields.get("do") == "open":
        app.online.open_round(id, who, read_round(fields).round)
        return
    form, service = read_board(fields), PaperGameService(app.tournaments)
    match fields.get("do"):
        case "attach":
            moves = data or fields.get("pdn", "")
            service.attach(id, who, form.round, form.board, moves, leg=form.leg)
        case "detach":
            service.detach(id, who, form.round, form.board, leg=form.leg)
        case _:
            raise BadTerms("do", Message("I do not know what to do."))


async def sit(request: Request) -> Response:
    """Seat a player's phone at the game of their board."""
    live, visitor = await look(request)
    fields, app = text_of(await request.form()), app_of(request)
    if visitor is None:
        return RedirectResponse(f"/hall/{live.id}/me", 303)
    form = read_board(fields)
    game_id = await app.database.write(
        partial(app.online.sit, live.id, visitor, form.round, form.board, leg=form.leg)
    )
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
