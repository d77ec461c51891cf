"""The arbiter's desk: rounds, results, pairing by hand, the log and what is taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.service.errors import Conflict, NotFound, NotYours
from damiera.service.identity import Visitor
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.board_search import find_board
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.pairing import play_off
from damiera.service.tournament.registration import Registration
from damiera.service.tournament.rights import Right, is_screen, may
from damiera.web.common.failures import wants_json
from damiera.web.common.forms import text_of
from damiera.web.common.identity import known_visitor
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language
from damiera.web.common.parts import app_of
from damiera.web.tournament.forms import (
    read_board,
    read_pair_round,
    read_play_off,
    read_result,
    read_swap,
    read_undo,
)
from damiera.web.tournament.requests import allowed, arbiter, look, posting, show_event, status_of
from damiera.web.tournament.views.boards import boards_answer, changed_since
from damiera.web.tournament.views.head import refusal
from damiera.web.tournament.views.log import log_page
from damiera.web.tournament.views.reasons import board_reasons
from damiera.web.tournament.views.rounds import round_page, round_view
from damiera.web.tournament.views.second import second_page

__all__ = ["ROUTES"]

_AT_ONCE: Final = 4
_CLOSED: Final = Message("Round {n} is closed: the arbiter corrects its results. Yours was not written.")


async def desk(request: Request) -> Response:
    """Show the desk of a round to those who enter results, and to everybody else the page that is theirs."""
    live, visitor = await look(request)
    who = visitor.id if visitor else None
    if not may(live, who, Right.RESULTS):
        shows = is_screen(live, who)
        theirs = "players" if may(live, who, Right.CHECK_IN) else "screen" if shows else "public"
        return RedirectResponse(f"/hall/{live.id}/{theirs}", 303)
    wanted = request.query_params.get("find", "").strip()
    if not wanted:
        return await _desk_page(request, live)
    round = whole(request.query_params.get("round")) or live.event.played_rounds
    try:
        found = find_board(live.event, round, wanted)
    except NotFound as error:
        return await _desk_page(request, live, error, round)
    return RedirectResponse(f"/hall/{live.id}?round={round}#b{found}", 303)


async def _desk_page(
    request: Request,
    live: LiveEvent,
    wrong: DamieraError | None = None,
    round: int | None = None,
    fields: Mapping[str, str] | None = None,
) -> Response:
    lang, app = language(request), app_of(request)
    query = {**(fields or {}), **request.query_params}  # what was refused is asked about again
    shown = round_view(live, lang, round or whole(query.get("round")), whole(query.get("board")))
    waiting = next(((r.board, r.leg) for r in shown.rows if not r.over), (None, 1))
    board, leg = (shown.asked, whole(query.get("leg")) or 1) if shown.asked else waiting
    about = None
    if board:
        versus = whole(query.get("versus"))
        about = await app.database.read(board_reasons, live, lang, shown.round, board, versus, leg)
    asks = await app.database.read(Registration(app.tournaments, app.store, app.clock).count, live.row.id)
    runs = request.state.reader.runs
    view = round_page(live, lang, shown, about, asks=asks, fields=fields or {}, wrong=wrong, arbiter=runs)
    return show_event(request, view, status=status_of(wrong))


def _to_desk(live: LiveEvent, fields: Mapping[str, str]) -> str:
    if fields.get("back") in ("players", "log"):
        return f"/hall/{live.id}/{fields['back']}"
    round = whole(fields.get("round"))
    return f"/hall/{live.id}" + (f"?round={round}" if round and round < live.event.played_rounds else "")


def _pair(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    form = read_pair_round(fields)
    return tournaments.pair(live.id, who, form.round, only_present=bool(form.present))


def _result(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    return _report(tournaments, live.id, who, fields)


def _report(tournaments: TournamentService, id: str, who: Visitor, fields: Mapping[str, str]) -> LiveEvent:
    form = read_result(fields)
    return tournaments.report(
        id,
        who,
        form.round,
        form.board,
        form.result,
        leg=form.leg,
        was=form.was,
        reason=form.reason,
    )


async def result(request: Request) -> Response:
    """Write a result down: answered by the desk, or by its row alone where a script asks for JSON."""
    if not wants_json(request):
        return await posting(_result, _to_desk, _again, right=Right.RESULTS)(request)
    fields, app = text_of(await request.form()), app_of(request)
    visitor, id = await known_visitor(request), request.path_params["id"]
    if visitor is None:
        await allowed(request, Right.RESULTS)
        raise NotYours  # of a session that ended between these two looks
    wrong: DamieraError | None = None
    try:  # the event is not looked at before: what writes looks whether they may
        live = await app.database.write(_report, app.tournaments, id, visitor, fields)
    except NotFound:
        raise
    except NotYours:  # of a result clerk whose round was closed meanwhile: their slip waits for nothing more
        live, _ = await allowed(request, Right.RESULTS)
        wrong = Conflict(live.version, _CLOSED.format(n=whole(fields.get("round")) or 0))
    except DamieraError as error:
        wrong, (live, _) = error, await allowed(request, Right.RESULTS)
    round, board = whole(fields.get("round")) or 0, whole(fields.get("board")) or 0
    return await _boards(request, live, round, [(board, whole(fields.get("leg")) or 1)], wrong=wrong)


async def boards(request: Request) -> Response:
    """Give the rows of a round that have changed since the version a screen shows."""
    live, _ = await allowed(request, Right.RESULTS)
    round, since = whole(request.query_params.get("round")), whole(request.query_params.get("since"))
    found = changed_since(live, round, since) if round and since is not None else None
    return await _boards(request, live, round or 0, found)


async def _boards(
    request: Request,
    live: LiveEvent,
    round: int,
    places: Sequence[tuple[int, int]] | None,
    wrong: DamieraError | None = None,
) -> Response:
    lang = language(request)
    rows = partial(
        boards_answer, live, lang, round, places or (), whole=places is None, wrong=refusal(wrong, lang)
    )
    few = len(places or ()) <= _AT_ONCE  # to go to another thread and back takes longer than a few rows
    answer = rows() if few else await app_of(request).database.read(rows)
    headers = {"Cache-Control": "no-store"}
    return Response(msgspec.json.encode(answer), status_of(wrong), headers, "application/json")


def _swap(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    form = read_swap(fields)
    return tournaments.swap(live.id, who, form.round, form.a, form.b, form.reason)


def _turn(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    form = read_board(fields)
    return tournaments.turn(live.id, who, form.round, form.board, form.reason)


def _extra(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    form = read_play_off(fields)
    step = play_off(
        form.round,
        form.board,
        clock=form.clock,
        games=form.games,
        draw_for=form.draw_for or None,
        rated=form.rated,
    )
    return tournaments.change(live.id, who, step)


def _to_board(live: LiveEvent, fields: Mapping[str, str]) -> str:
    return f"/hall/{live.id}?board={whole(fields.get('board')) or 1}#board"


def _undo(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    form = read_undo(fields)
    return tournaments.undo(live.id, who, form.first, form.last, seen=form.seen, reason=form.reason)


def _finish(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    return tournaments.finish(live.id, who, over=fields.get("over") == "yes")


async def log(request: Request) -> Response:
    """Show the whole log, and whether its chain holds."""
    live, _ = await arbiter(request)
    return await _log_page(request, live)


async def _log_page(request: Request, live: LiveEvent, wrong: DamieraError | None = None) -> Response:
    broken = await app_of(request).database.read(app_of(request).tournaments.proved, live.id)
    page = whole(request.query_params.get("page")) or 1
    return show_event(
        request, log_page(live, language(request), broken, wrong, page), status=status_of(wrong)
    )


async def _again(
    request: Request, live: LiveEvent, error: DamieraError, fields: Mapping[str, str]
) -> Response:
    if fields.get("back") == "log":
        return await _log_page(request, live, error)
    return await _desk_page(request, live, error, whole(fields.get("round")), fields)


async def second(request: Request) -> Response:
    """Show the slips of a round, to be read a second time."""
    live, visitor = await allowed(request, Right.RESULTS)
    return _second_page(request, live, visitor, whole(request.query_params.get("round")))


def _second_page(
    request: Request,
    live: LiveEvent,
    visitor: Visitor,
    round: int | None,
    wrong: DamieraError | None = None,
) -> Response:
    shown, reader = round or live.event.played_rounds, live.name_of(visitor.id)
    runs = request.state.reader.runs
    view = second_page(live, language(request), shown, reader, arbiter=runs, wrong=wrong)
    return show_event(request, view, status=status_of(wrong))


async def read_again(request: Request) -> Response:
    """Write down what was read on a slip a second time."""
    live, visitor = await allowed(request, Right.RESULTS)
    fields, app = text_of(await request.form()), app_of(request)
    try:
        await app.database.write(_read_again, app.tournaments, live.id, visitor, fields)
    except (NotYours, NotFound):
        raise
    except DamieraError as error:
        live = await app.database.read(app.tournaments.load, live.id)
        return _second_page(request, live, visitor, whole(fields.get("round")), error)
    return RedirectResponse(f"/hall/{live.id}/second?round={whole(fields.get('round'))}", 303)


def _read_again(
    tournaments: TournamentService, id: str, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    form = read_result(fields)
    return tournaments.read_again(id, who, form.round, form.board, form.result, leg=form.leg)


ROUTES: list[BaseRoute] = [
    Route("/hall/{id}", desk),
    Route("/hall/{id}/pair", posting(_pair, _to_desk, _again), methods=["POST"]),
    Route("/hall/{id}/swap", posting(_swap, _to_desk, _again), methods=["POST"]),
    Route("/hall/{id}/turn", posting(_turn, _to_desk, _again), methods=["POST"]),
    Route("/hall/{id}/extra", posting(_extra, _to_board, _again), methods=["POST"]),
    Route("/hall/{id}/result", result, methods=["POST"]),
    Route("/hall/{id}/boards", boards),
    Route("/hall/{id}/second", second),
    Route("/hall/{id}/second", read_again, methods=["POST"]),
    Route("/hall/{id}/undo", posting(_undo, _to_desk, _again), methods=["POST"]),
    Route("/hall/{id}/finish", posting(_finish, _to_desk, _again, right=Right.LEAD), methods=["POST"]),
    Route("/hall/{id}/log", log),
]
