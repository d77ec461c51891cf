"""The panel of moves played: what the index says of a position, as the page shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from starlette.requests import Request

from damiera._core import Position, Side
from damiera.analysis.explorer import (
    Explored,
    GameFilter,
    GameStatistics,
    NamedOpening,
    NotIndexed,
    PlayedMove,
    Result,
)
from damiera.analysis.words import score_text
from damiera.game.sides import is_for_two, side_text
from damiera.messages import Lang, Message
from damiera.rules.ruleset import ruleset
from damiera.service.analysis import line_view
from damiera.service.explorer import Which
from damiera.web.common.identity import known_visitor
from damiera.web.common.pages import language
from damiera.web.common.parts import app_of

__all__ = ["explorer_panel", "wanted_of"]

_LONGEST_NAME: Final = 80
_SIDES: Final = {"white": Side.WHITE, "black": Side.BLACK}
_RESULTS: Final = {"white": Result.WHITE, "draw": Result.DRAW, "black": Result.BLACK}
_SCORES: Final = {Result.WHITE: "2-0", Result.DRAW: "1-1", Result.BLACK: "0-2", Result.OPEN: "*"}
_NUMBERED: Final = Message("{name}, no. {number}")
FILTERS: Final = ("player", "side", "since", "until", "result", "which")


async def explorer_panel(request: Request, position: Position) -> dict[str, Any]:
    """Return what the panel shows; for a game that no index holds, that it does not."""
    app, lang, given = app_of(request), language(request), request.query_params
    typed = {name: given.get(name, "")[:_LONGEST_NAME] for name in FILTERS}
    wanted, which = wanted_of(typed), _which(typed["which"])
    facts: dict[str, Any] = {
        "typed": typed,
        "filtered": wanted != GameFilter() or which != "all",
        "cannot": "",
        "slug": position.rules.slug,
        "fen": position.fen,
    }
    visitor = await known_visitor(request)
    viewer = visitor.id if visitor else None
    try:
        if not is_for_two(position.rules):
            raise NotIndexed(ruleset(position.rules.slug))
        explored = await app.database.read(app.explorer.explore, viewer, position, wanted, which=which)
    except NotIndexed as error:
        return {**facts, "cannot": error.text(lang)}
    total = explored.tally.games
    if not total:
        total = await app.database.read(app.explorer.total, viewer, position.rules.slug, which=which)
    return {**facts, **_shown(explored, lang), "total": total}


def wanted_of(typed: Mapping[str, str]) -> GameFilter:
    """Return which games are asked for; what makes no sense narrows nothing."""
    return GameFilter(
        player=typed["player"].strip(),
        side=_SIDES.get(typed["side"]),
        since=_year(typed["since"]),
        until=_year(typed["until"]),
        result=_RESULTS.get(typed["result"]),
    )


def _which(text: str) -> Which:
    if text == "mine":
        return "mine"
    return "files" if text == "files" else "all"


def _year(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else 0


def _shown(explored: Explored, lang: Lang) -> dict[str, Any]:
    position = explored.position
    side = position.side
    return {
        "side": side_text(side).text(lang),
        "other": side_text(side.opponent).text(lang),
        "mover": side.name.lower(),
        "rows": [_row(position, one, lang) for one in explored.moves],
        "all": _numbers(explored.tally, side),
        "ended": explored.ended,
        "names": explored.names,
        "openings": [_opening(one, lang) for one in explored.openings],
        "verdict": _verdict(explored, lang),
        "games": [
            {
                "href": f"{'/g' if one.number else '/archive'}/{one.source}/analysis?ply={one.ply}",
                "players": _players(one.facts.white, one.facts.black, lang),
                "event": one.facts.event,
                "year": one.facts.date[:4] if one.facts.day else "",
                "result": _SCORES[one.facts.result],
                "move": one.move,
            }
            for one in explored.games
        ],
    }


def _row(position: Position, one: PlayedMove, lang: Lang) -> dict[str, Any]:
    return {
        "text": one.text,
        "ply": msgspec.json.encode(line_view(position, (one.move,))[0]).decode(),
        **_numbers(one.tally, position.side),
        "others": one.reached - one.tally.games,
        "names": one.names,
        "openings": [_opening(named, lang) for named in one.openings],
        "verdict": _verdict(one, lang),
    }


def _numbers(tally: GameStatistics, side: Side) -> dict[str, Any]:
    """Return the figures of some games for a side; the shares are of the games that have a result."""
    won, lost = tally.won(side), tally.won(side.opponent)
    decided = max(1, won + tally.draws + lost)
    share = [round(100 * part / decided) for part in (won, tally.draws)]
    years = tally.years
    return {
        "n": tally.games,
        "won": won,
        "draws": tally.draws,
        "lost": lost,
        "open": tally.games - won - tally.draws - lost,
        "shares": (*share, max(0, 100 - sum(share)) if won + tally.draws + lost else 0),
        "rating": tally.rating,
        "years": "" if years is None else str(years[0]) if years[0] == years[1] else f"{years[0]}–{years[1]}",
        "last": str(years[1]) if years else "",
    }


def _opening(named: NamedOpening, lang: Lang) -> str:
    return _NUMBERED.format(name=named.name, number=named.number).text(lang)


def _verdict(one: PlayedMove | Explored, lang: Lang) -> dict[str, Any] | None:
    if one.verdict is None:
        return None
    return {"score": score_text(one.verdict.score).text(lang), "depth": one.verdict.depth}


def _players(white: str, black: str, lang: Lang) -> str:
    return f"{white or side_text(Side.WHITE).text(lang)} – {black or side_text(Side.BLACK).text(lang)}"
