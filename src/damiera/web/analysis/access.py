"""Who may ask for analysis: the line that an address names, and how often the engine is asked."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from damiera.decoding import converter
from damiera.messages import Message
from damiera.service.analysis_lines import AnalysisLine, read_line
from damiera.service.errors import BadTerms, RefusedAct
from damiera.web.common.admission import address_of, comes_from_us
from damiera.web.common.identity import known_visitor
from damiera.web.common.parts import app_of

__all__ = ["admit", "answer", "check_line", "line_asked"]


class LineQuery(msgspec.Struct, frozen=True):
    """The line that an address names: a game, a position of it, moves from there."""

    game: str = ""
    fen: str = ""
    moves: str = ""


_read_query = converter(LineQuery)


def admit(request: Request) -> str:
    """Let a script of our own pages ask the engine, now and then; return the address it comes from.

    Raises:
        RefusedAct: from elsewhere.
        BadTerms: too often.
    """
    app = app_of(request)
    if not comes_from_us(request):
        raise RefusedAct(_ELSEWHERE)
    address = address_of(request)
    if app.settings.limits and not app.limits.frames.take(f"analysis {address}"):
        raise BadTerms("analysis", _SLOWLY)
    return address


async def line_asked(request: Request) -> AnalysisLine:
    """Return the line that an address names, if this visitor may look into it."""
    query = _read_query(dict(request.query_params))
    line = read_line(query.game, query.fen, query.moves)
    await check_line(request, line)
    return line


async def check_line(request: Request, line: AnalysisLine) -> None:
    """Refuse a line from a game that this visitor is still playing."""
    app, visitor = app_of(request), await known_visitor(request)
    await app.database.read(app.analysis.check_line, visitor.id if visitor else None, line)


def answer(value: object) -> Response:
    """Return a value as JSON for a script; nobody keeps it."""
    return Response(msgspec.json.encode(value), 200, {"Cache-Control": "no-store"}, "application/json")


_ELSEWHERE: Final = Message("Analysis is asked for from Damiera's own pages.")
_SLOWLY: Final = Message("Too many requests in a short time.")
