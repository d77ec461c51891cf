"""A round by hand: the arbiter chooses, the check speaks at once; boards kept, a round made again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.service.errors import NotFound, NotYours
from damiera.service.identity import Visitor
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.pairing import by_hand, one_more_game, pair_again, protect
from damiera.tournament.model import Pair, available
from damiera.tournament.pairing.making import pair
from damiera.web.common.forms import text_of
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language, page
from damiera.web.common.parts import app_of
from damiera.web.tournament.by_hand import hand_facts, pairs_of
from damiera.web.tournament.requests import arbiter, number_of, posting, status_of
from damiera.web.tournament.view import head_facts

__all__ = ["ROUTES"]


async def hand(request: Request) -> Response:
    """Show the boards of a round to be chosen by hand: as they are, or empty."""
    live, _ = await arbiter(request)
    round = _round(live, whole(request.query_params.get("round")))
    return await _page(request, live, round, _held(live, round), {})


def _round(live: LiveEvent, wanted: int | None) -> int:
    """Return the last round while it has no result, else the one to come."""
    last = live.event.round(live.event.played_rounds)
    open_ = last is not None and all(g.white_mark is None for g in last.games)
    return live.event.played_rounds if open_ and wanted != live.event.played_rounds + 1 else (
        live.event.played_rounds + 1
    )  # fmt: skip


def _held(live: LiveEvent, round: int) -> list[Pair]:
    held = live.field.round(round)
    return [Pair(g.white, g.black) for g in held.games if g.leg == 1] if held else []


async def _page(
    request: Request,
    live: LiveEvent,
    round: int,
    pairs: Sequence[Pair],
    fields: Mapping[str, str],
    wrong: DamieraError | None = None,
) -> Response:
    lang, app = language(request), app_of(request)
    facts = await app.database.read(hand_facts, live, lang, round, pairs)
    if wrong and not pairs:
        facts["rows"] = _as_typed(fields) or facts["rows"]
    coming = live.next_round()
    return page(
        request,
        "tournament/hand.html",
        status=status_of(wrong),
        head=head_facts(live, lang),
        tab="desk",
        hand=facts,
        waits=coming.waits.text(lang) if coming.waits and round == coming.number else "",
        fields=fields,
        wrong=wrong.text(lang) if wrong else "",
        field=getattr(wrong, "field", ""),
    )


def _as_typed(fields: Mapping[str, str]) -> list[tuple[str, str]]:
    out: list[tuple[str, str]] = []
    while f"white{len(out) + 1}" in fields:
        n = len(out) + 1
        out.append((fields[f"white{n}"], fields.get(f"black{n}", "")))
    return out


async def choose(request: Request) -> Response:
    """Check the boards that were chosen, fill the rest by the system, or pair the round so."""
    live, visitor = await arbiter(request)
    fields, app = text_of(await request.form()), app_of(request)
    pairs: list[Pair] = []
    round = live.event.played_rounds + 1
    try:
        round = number_of(fields.get("round", ""), "round")
        pairs = pairs_of(fields, live.field.players)
        match fields.get("do", "pair"):
            case "check":
                return await _page(request, live, round, pairs, fields)
            case "fill":
                made = await app.database.read(_filled, live, round, pairs)
                return await _page(request, live, round, made, fields)
            case _:
                seen = number_of(fields["seen"], "seen") if fields.get("seen") else None
                step = by_hand(round, pairs, fields.get("reason", ""))
                await app.database.write(partial(app.tournaments.change, live.id, visitor, step, seen=seen))
    except (NotYours, NotFound):
        raise
    except DamieraError as error:
        live = await app.database.read(app.tournaments.load, live.id)
        return await _page(request, live, round, pairs, fields, error)
    return RedirectResponse(f"/hall/{live.id}", 303)


def _filled(live: LiveEvent, round: int, pairs: Sequence[Pair]) -> list[Pair]:
    """Return the pairs chosen, and the others by the system. A single name is left for the system."""
    here = set(available(live.field, round))
    alone = len(here) % 2 == 1
    fixed = [p for p in pairs if p.black is not None or alone]
    made = pair(live.event, round, fixed=fixed)
    chosen = [p for p in made.pairs if p in fixed or Pair(p.black or 0, p.white) in fixed]
    return sorted([*chosen, *(p for p in made.pairs if p not in chosen)], key=lambda p: p.black is None)


def _again(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    round = number_of(fields.get("round", ""), "round")
    return tournaments.change(live.id, who, pair_again(round, fields.get("reason", "")))


def _protect(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    round, board = number_of(fields.get("round", ""), "round"), number_of(fields.get("board", ""), "board")
    return tournaments.change(live.id, who, protect(round, board, kept=fields.get("kept") == "yes"))


def _extra(
    tournaments: TournamentService, live: LiveEvent, who: Visitor, fields: Mapping[str, str]
) -> LiveEvent:
    round, board = number_of(fields.get("round", ""), "round"), number_of(fields.get("board", ""), "board")
    return tournaments.change(live.id, who, one_more_game(round, board))


def _to_desk(live: LiveEvent, fields: Mapping[str, str]) -> str:
    board = whole(fields.get("board"))
    return f"/hall/{live.id}" + (f"?board={board}#board" if board else "")


async def _refused(
    request: Request, live: LiveEvent, error: DamieraError, fields: Mapping[str, str]
) -> Response:
    round = _round(live, None)
    return await _page(request, live, round, _held(live, round), fields, error)


ROUTES: list[BaseRoute] = [
    Route("/hall/{id}/hand", hand),
    Route("/hall/{id}/hand", choose, methods=["POST"]),
    Route("/hall/{id}/again", posting(_again, _to_desk, _refused), methods=["POST"]),
    Route("/hall/{id}/extra", posting(_extra, _to_desk, _refused), methods=["POST"]),
    Route("/hall/{id}/protect", posting(_protect, _to_desk, _refused), methods=["POST"]),
]
