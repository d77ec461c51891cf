"""A round by hand: the arbiter chooses, the check speaks at once; boards kept, a round made again."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.service.errors import NotFound, NotYours
from damiera.service.identity import Visitor
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.by_hand import filled_up, held_pairs, round_to_pair, written_pairs
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.pairing import by_hand, pair_again, protect
from damiera.web.common.forms import text_of
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language
from damiera.web.common.parts import app_of
from damiera.web.tournament.forms import read_board, read_round, read_seats, read_seen
from damiera.web.tournament.requests import arbiter, posting, show_event, status_of
from damiera.web.tournament.views.by_hand import manual_round_page

__all__ = ["ROUTES"]


async def hand(request: Request) -> Response:
    """Show the boards of a round to be chosen by hand: as they are, or empty."""
    live, _ = await arbiter(request)
    round = round_to_pair(live, whole(request.query_params.get("round")))
    return await _held(request, live, round, {})


async def _held(
    request: Request,
    live: LiveEvent,
    round: int,
    fields: Mapping[str, str],
    wrong: DamieraError | None = None,
) -> Response:
    """Show a round with its boards as they are."""
    lang, pairs = language(request), held_pairs(live, round)
    view = await app_of(request).database.read(
        partial(manual_round_page, live, lang, round, pairs, fields=fields, wrong=wrong)
    )
    return show_event(request, view, status=status_of(wrong))


async def choose(request: Request) -> Response:
    """Check the boards that were chosen, fill the rest by the system, or pair the round so."""
    live, visitor = await arbiter(request)
    lang, fields, app = language(request), text_of(await request.form()), app_of(request)
    typed = read_seats(fields)
    page = partial(manual_round_page, lang=lang, typed=typed, fields=fields)
    round, pairs = live.event.played_rounds + 1, written_pairs((), "", ())
    try:
        round = read_round(fields).round
        pairs = written_pairs(typed, fields.get("pairs", ""), live.field.players)
        if fields.get("do") == "fill":
            pairs = await app.database.read(filled_up, live, round, pairs)
        if fields.get("do") not in ("check", "fill"):
            step = by_hand(round, pairs, fields.get("reason", ""))
            seen = read_seen(fields).seen
            await app.database.write(partial(app.tournaments.change, live.id, visitor, step, seen=seen))
            return RedirectResponse(f"/hall/{live.id}", 303)
    except (NotYours, NotFound):
        raise
    except DamieraError as error:
        live = await app.database.read(app.tournaments.load, live.id)
        view = await app.database.read(partial(page, live, round=round, pairs=pairs, wrong=error))
        return show_event(request, view, status=status_of(error))
    return show_event(request, await app.database.read(partial(page, live, round=round, pairs=pairs)))


def _again(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    form = read_round(fields)
    return tournaments.change(live.id, who, pair_again(form.round, form.reason))


def _protect(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    form = read_board(fields)
    return tournaments.change(live.id, who, protect(form.round, form.board, kept=fields.get("kept") == "yes"))


def _to_desk(live: LiveEvent, fields: Mapping[str, str]) -> str:
    board = whole(fields.get("board"))
    return f"/hall/{live.id}" + (f"?board={board}#board" if board else "")


async def _refused(
    request: Request, live: LiveEvent, error: DamieraError, fields: Mapping[str, str]
) -> Response:
    return await _held(request, live, round_to_pair(live), fields, error)


ROUTES: list[BaseRoute] = [
    Route("/hall/{id}/hand", hand),
    Route("/hall/{id}/hand", choose, methods=["POST"]),
    Route("/hall/{id}/again", posting(_again, _to_desk, _refused), methods=["POST"]),
    Route("/hall/{id}/protect", posting(_protect, _to_desk, _refused), methods=["POST"]),
]
