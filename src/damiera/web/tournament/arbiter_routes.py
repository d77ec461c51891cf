"""The arbiter's desk: rounds, results, pairing by hand, the log and what is taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.paper.prints import KINDS, title_of
from damiera.service.identity import Visitor
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.registration import Registration
from damiera.tournament.errors import Unpairable
from damiera.tournament.model import EventPlayer
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language, page
from damiera.web.common.parts import app_of
from damiera.web.tournament.log import log_groups
from damiera.web.tournament.phones import board_games, report_marks
from damiera.web.tournament.requests import (
    arbiter,
    look,
    number_of,
    posting,
    status_of,
)
from damiera.web.tournament.view import board_facts, desk_facts, head_facts
from damiera.web.tournament.words import result_choices

__all__ = ["ROUTES"]


async def desk(request: Request) -> Response:
    """Show the desk of a round to its arbiters, and the public page to everybody else."""
    live, visitor = await look(request)
    if not live.is_arbiter(visitor.id if visitor else None):
        return RedirectResponse(f"/hall/{live.id}/public", 303)
    return await _desk_page(request, live)


async def _desk_page(
    request: Request,
    live: LiveEvent,
    wrong: DamieraError | None = None,
    round: int | None = None,
    fields: Mapping[str, str] | None = None,
) -> Response:
    lang, app = language(request), app_of(request)
    query = {**(fields or {}), **request.query_params}  # what was refused is asked about again
    shown = round or whole(query.get("round"))
    facts = desk_facts(live, lang, shown, whole(query.get("board")))
    waiting = next(((r["board"], r["leg"]) for r in facts["rows"] if not r["over"]), (None, 1))
    board, leg = (facts["asked"], whole(query.get("leg")) or 1) if facts["asked"] else waiting
    versus = whole(query.get("versus"))
    about = (
        await app.database.read(board_facts, live, lang, facts["round"], board, versus, leg)
        if board
        else None
    )
    return page(
        request,
        "tournament/desk.html",
        status=status_of(wrong),
        head=head_facts(live, lang),
        tab="desk",
        desk=facts,
        about=about,
        choices=result_choices(live.event.settings.scoring, lang),
        log=log_groups(live, lang, last=6),
        reports=report_marks(live, lang, facts["round"]),
        played=board_games(live, facts["round"]),
        asks=await app.database.read(Registration(app.tournaments, app.store, app.clock).count, live.id),
        seated=_seated(live, facts["round"]),
        prints=[(what, title_of(what).text(lang)) for what in KINDS],
        wrong=wrong.text(lang) if wrong else "",
        blocked=_named(live, wrong.blocked if isinstance(wrong, Unpairable) else ()),
        rivals=_named(live, wrong.rivals if isinstance(wrong, Unpairable) else ()),
        fields=fields or {},
    )


def _named(live: LiveEvent, numbers: Sequence[int]) -> list[EventPlayer]:
    """Return players, or teams, by number; the rest is nobody."""
    known = {p.number: p for p in live.field.players}
    return [known[n] for n in numbers if n in known]


def _seated(live: LiveEvent, round: int) -> list[EventPlayer]:
    held = live.event.round(round)
    numbers = {n for g in held.games for n in (g.white, g.black) if n is not None} if held else set()
    return [p for p in sorted(live.event.players, key=lambda p: p.name.casefold()) if p.number in numbers]


def _to_desk(live: LiveEvent, fields: Mapping[str, str]) -> str:
    if fields.get("back") in ("players", "log"):
        return f"/hall/{live.id}/{fields['back']}"
    round = whole(fields.get("round"))
    return f"/hall/{live.id}" + (f"?round={round}" if round and round < live.event.played_rounds else "")


def _pair(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    round = number_of(fields.get("round", ""), "round")
    return tournaments.pair(live.id, who, round, only_present=bool(fields.get("present")))


def _result(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    return tournaments.report(
        live.id,
        who,
        number_of(fields.get("round", ""), "round"),
        number_of(fields.get("board", ""), "board"),
        fields.get("result", ""),
        leg=number_of(fields.get("leg", "") or "1", "leg"),
        was=fields.get("was"),
        reason=fields.get("reason", ""),
    )


def _swap(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    round = number_of(fields.get("round", ""), "round")
    a, b = number_of(fields.get("a", ""), "a"), number_of(fields.get("b", ""), "b")
    return tournaments.swap(live.id, who, round, a, b, fields.get("reason", ""))


def _turn(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    round, board = number_of(fields.get("round", ""), "round"), number_of(fields.get("board", ""), "board")
    return tournaments.turn(live.id, who, round, board, fields.get("reason", ""))


def _undo(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    first, last = number_of(fields.get("first", ""), "first"), number_of(fields.get("last", ""), "last")
    seen = number_of(fields.get("seen", ""), "seen")
    return tournaments.undo(live.id, who, first, last, seen=seen, reason=fields.get("reason", ""))


def _finish(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    return tournaments.finish(live.id, who, over=fields.get("over") == "yes")


async def log(request: Request) -> Response:
    """Show the whole log, and whether its chain holds."""
    live, _ = await arbiter(request)
    return await _log_page(request, live)


async def _log_page(request: Request, live: LiveEvent, wrong: DamieraError | None = None) -> Response:
    lang, app = language(request), app_of(request)
    broken = await app.database.read(app.tournaments.proved, live.id)
    return page(
        request,
        "tournament/log.html",
        status=status_of(wrong),
        head=head_facts(live, lang),
        tab="log",
        groups=log_groups(live, lang),
        broken=broken.text(lang) if broken else "",
        lines=live.version,
        digest=live.log.head,
        wrong=wrong.text(lang) if wrong else "",
    )


async def _again(
    request: Request, live: LiveEvent, error: DamieraError, fields: Mapping[str, str]
) -> Response:
    if fields.get("back") == "log":
        return await _log_page(request, live, error)
    return await _desk_page(request, live, error, whole(fields.get("round")), fields)


ROUTES: list[BaseRoute] = [
    Route("/hall/{id}", desk),
    Route("/hall/{id}/pair", posting(_pair, _to_desk, _again), methods=["POST"]),
    Route("/hall/{id}/swap", posting(_swap, _to_desk, _again), methods=["POST"]),
    Route("/hall/{id}/turn", posting(_turn, _to_desk, _again), methods=["POST"]),
    Route("/hall/{id}/result", posting(_result, _to_desk, _again), methods=["POST"]),
    Route("/hall/{id}/undo", posting(_undo, _to_desk, _again), methods=["POST"]),
    Route("/hall/{id}/finish", posting(_finish, _to_desk, _again), methods=["POST"]),
    Route("/hall/{id}/log", log),
]
