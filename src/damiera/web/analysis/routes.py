"""Analysis: of a position, of a game; live, or as a report."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from damiera.decoding import converter
from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.service.analysis_lines import AnalysisLine, read_line, state_of
from damiera.service.errors import RefusedAct
from damiera.service.explorer import GamesWanted
from damiera.service.paste import looks_like_pdn, pasted_game, pdn_of
from damiera.service.workers.analysts import question_of
from damiera.web.analysis.access import admit, answer, check_line, line_asked
from damiera.web.analysis.live import WatchedStream, events, looked_once, refused
from damiera.web.analysis.views.explorer import ExplorerPanel, ExplorerPart, explorer_panel
from damiera.web.analysis.views.page import analysis_page, shown_ply
from damiera.web.analysis.views.subject import (
    Subject,
    game_subject,
    line_subject,
    named_line,
    pasted_address,
    says_more,
)
from damiera.web.common.failures import status_of
from damiera.web.common.forms import form_reader, text_of
from damiera.web.common.identity import known_visitor, remember, welcome
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language, show
from damiera.web.common.parts import app_of
from damiera.web.common.views import ErrorPage

__all__ = ["ROUTES"]


class PositionQuery(msgspec.Struct, frozen=True):
    """What the address of a position asks for.

    Attributes:
        game, fen, moves: the line.
        ply, flip: which half-move of it, and from which side.
        look: anything at all if the engine is to look once, for a page without a script.
    """

    game: str = "italian"
    fen: str = ""
    moves: str = ""
    ply: str = ""
    flip: str | None = None
    look: str | None = None


class PlyQuery(msgspec.Struct, frozen=True):
    """Which half-move of a game an address means, and from which side."""

    ply: str = ""
    flip: str | None = None


class LiveQuery(msgspec.Struct, frozen=True):
    """How many lines a script wants, and whether of what threatens."""

    lines: str = ""
    threat: str = ""


class JudgeForm(msgspec.Struct, frozen=True):
    """What is wanted of a game: judge it, or stop."""

    what: str = "judge"


class JobState(msgspec.Struct, frozen=True):
    """How far the judging of a game has come, for a script."""

    status: str
    done: int
    total: int


_read_position = converter(PositionQuery)
_read_ply = converter(PlyQuery)
_read_live = converter(LiveQuery)
_read_wanted = converter(GamesWanted)
_read_judge = form_reader(JudgeForm)


async def position(request: Request) -> Response:
    """Show any position, to be looked into."""
    query = _read_position(dict(request.query_params))
    lang, app = language(request), app_of(request)
    wrong, line, pasted = "", read_line("italian", "", ""), None
    try:
        if looks_like_pdn(query.fen):
            pasted = pasted_game(query.fen, query.game)
            if not says_more(pasted):
                return RedirectResponse(pasted_address(pasted), 303)
            line = read_line(
                pasted.ruleset.slug, pasted.start.fen, " ".join(ply.text for ply in pasted.mainline)
            )
        else:
            line = read_line(query.game, query.fen, query.moves)
        await check_line(request, line)
    except DamieraError as error:
        wrong, line, pasted = error.text(lang), _fallback(query.game), None
    told = await looked_once(app, line, lang) if query.look is not None and not wrong else None
    subject = named_line(line, pasted, lang) if pasted else line_subject(line, lang)
    ply = shown_ply(subject, query.ply or ("0" if pasted else ""))
    view = analysis_page(
        subject,
        ply,
        await _panel(request, subject, ply),
        lang,
        flipped=query.flip is not None,
        wrong=wrong,
        told=told,
        fen=query.fen,
        is_part=pasted is not None,
    )
    return show(request, view, status=422 if wrong else 200)


def _fallback(game: str) -> AnalysisLine:
    """Return what to show in place of what could not be read: the start of the game, if that is known."""
    try:
        return read_line(game, "", "")
    except DamieraError:
        return read_line("italian", "", "")


async def line_pdn(request: Request) -> Response:
    """Return a line as PDN, to be copied or saved."""
    return PlainTextResponse(pdn_of(await line_asked(request)))


async def game(request: Request) -> Response:
    """Show a game, played here or brought in, to be looked into."""
    lang, app = language(request), app_of(request)
    id = request.path_params["id"]
    try:
        await app.database.read(app.analysis.check_game, id)
    except RefusedAct as error:
        return show(request, ErrorPage(error.text(lang), "", _LATER.text(lang)), status=status_of(error))
    visitor = await known_visitor(request)
    record, outcome = await app.database.read(app.archive.record, id, visitor.id if visitor else None)
    progress = await app.database.read(app.analysis.progress, id)
    subject = game_subject(id, request.url.path, record, lang, over=outcome is not None)
    query = _read_ply(dict(request.query_params))
    ply = shown_ply(subject, query.ply)
    panel = await _panel(request, subject, ply)
    flipped = query.flip is not None
    return show(request, analysis_page(subject, ply, panel, lang, progress=progress, flipped=flipped))


async def ask(request: Request) -> Response:
    """Ask for a game to be judged, or leave off."""
    app, id = app_of(request), request.path_params["id"]
    what = _read_judge(text_of(await request.form())).what
    who = await welcome(request)
    if what == "stop":
        await app.database.write(app.analysis.stop, id, who.visitor.id)
    else:
        await app.database.write(app.analysis.ask, id, who.visitor.id)
        app.judge.wake()
    ply = _read_ply(dict(request.query_params)).ply
    here = f"?ply={ply}" if ply.isascii() and ply.isdecimal() else ""
    return remember(request, RedirectResponse(f"{request.url.path}{here}#report", 303), who)


async def annotated_pdn(request: Request) -> Response:
    """Return a judged game as PDN, to be saved."""
    app, id, lang = app_of(request), request.path_params["id"], language(request)
    await app.database.read(app.analysis.check_game, id)
    text = await app.database.read(app.analysis.annotated, id, lang)
    if text is None:
        raise RefusedAct(_NOT_JUDGED)
    headers = {"Content-Disposition": f'attachment; filename="damiera-{id}.pdn"'}
    return PlainTextResponse(text, headers=headers)


async def job(request: Request) -> Response:
    """Return how far the judging of a game has come, for a script that asks again and again."""
    app = app_of(request)
    progress = await app.database.read(app.analysis.progress, request.path_params["id"])
    status = progress.status if progress else "none"
    done, total = (progress.done, progress.total) if progress else (0, 0)
    return answer(JobState(status, done, total))


async def at(request: Request) -> Response:
    """Return a position with its moves, for a script that walks."""
    line = await line_asked(request)
    return answer(state_of(line, language(request)))


async def explorer(request: Request) -> Response:
    """Return what was played from a position as a piece of the page, for a script that walks."""
    subject = line_subject(await line_asked(request), language(request))
    return show(request, ExplorerPart(await _panel(request, subject, shown_ply(subject, ""))))


async def live(request: Request) -> Response:
    """Let a page watch the engine think: one event for each depth, until nobody watches.

    A browser that asks for events cannot read the body of a refusal: it is told in an event, too.
    """
    try:
        watching = await _watching(request)
    except DamieraError as error:
        if "text/event-stream" not in request.headers.get("accept", ""):
            raise
        watching = refused(error.text(language(request)))
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return WatchedStream(watching, 200, headers, "text/event-stream")


async def _watching(request: Request) -> AsyncIterator[bytes]:
    address = admit(request)
    line = await line_asked(request)
    visitor = await known_visitor(request)
    query = _read_live(dict(request.query_params))
    question = question_of(line, whole(query.lines, digits=2), threat=query.threat == "1")
    return events(app_of(request), visitor.id if visitor else address, question, language(request))


async def _panel(request: Request, subject: Subject, ply: int) -> ExplorerPanel:
    """Return what was played from a position of a line, in the games that an address chooses."""
    app, visitor = app_of(request), await known_visitor(request)
    wanted = _read_wanted(dict(request.query_params))
    viewer, position = visitor.id if visitor else None, subject.positions[ply]
    found = await app.database.read(app.explorer.panel, viewer, position, wanted)
    return explorer_panel(found, language(request))


_LATER: Final = Message("Come back when it is over.")
_NOT_JUDGED: Final = Message("This game has not been judged yet.")

ROUTES = [
    Route("/analysis", position),
    *(
        route
        for where in ("/g", "/archive")
        for route in (
            Route(where + "/{id}/analysis", game),
            Route(where + "/{id}/analysis", ask, methods=["POST"]),
            Route(where + "/{id}/analysis.pdn", annotated_pdn),
        )
    ),
    Route("/api/analysis/at", at),
    Route("/analysis/line.pdn", line_pdn),
    Route("/analysis/explorer", explorer),
    Route("/api/analysis/live", live),
    Route("/api/analysis/jobs/{id}", job),
]
